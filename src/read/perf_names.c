/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_names.h"

#include "base/str.h"
#include "base/vec.h"
#include "model/demangle.h"
#include "read/hits.h"
#include "read/perf_lookup.h"

#include <stdio.h>
#include <stdlib.h>

/* Hot code is a few thousand addresses; a slot that is taken is taken over. */
enum { SLOTS = 1 << 14 };

/* An object with the frames of its symbols. */
struct named {
	struct pd_perf_lookup lookup;
	bool is_asked;
	uint32_t *frame; /* of symbols, by index; 0: not asked for yet */
	uint32_t unknown;
	uint64_t n_unnamed; /* frames without a symbol because the object has none */
};

struct pd_perf_names {
	struct pd_perf_maps *maps;
	struct pd_hits *hits;
	struct pd_perf_lookups lookups;
	uint32_t nowhere;    /* the frame of an address where nothing lies */
	struct named *named; /* [cap] by number of the object */
	size_t cap;
	char *data; /* the last name of data */
	size_t cap_data;
	char spelt[16384]; /* longer names stay mangled */
	struct slot {
		uint64_t address;
		uint32_t version; /* of the maps; 0: free */
		uint32_t frame;
		uint32_t unnamed; /* the object that has no symbols, + 1; or 0 */
		bool is_caller;
	} slot[SLOTS];
};

struct pd_perf_names *pd_perf_names_new(struct pd_symbol_files *files, struct pd_perf_maps *maps,
					struct pd_hits *hits)
{
	struct pd_perf_names *n = calloc(1, sizeof(*n));

	if (!n)
		pd_arena_out_of_memory();
	n->maps = maps;
	n->hits = hits;
	pd_perf_lookup_init(&n->lookups, files, maps);
	return n;
}

void pd_perf_names_free(struct pd_perf_names *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < n->cap; i++)
		free(n->named[i].frame);
	free(n->named);
	free(n->data);
	pd_perf_lookup_release(&n->lookups);
	free(n);
}

void pd_perf_names_release(struct pd_perf_names *n, struct pd_str release)
{
	n->lookups.release = pd_intern_name(&n->lookups.paths,
					    pd_intern(&n->lookups.paths, release));
}

void pd_perf_names_host(struct pd_perf_names *n, struct pd_str host)
{
	n->lookups.host = pd_intern_name(&n->lookups.paths, pd_intern(&n->lookups.paths, host));
}

void pd_perf_names_beside(struct pd_perf_names *n, const char *recording)
{
	n->lookups.recording = recording;
}

void pd_perf_names_build_id(struct pd_perf_names *n, struct pd_str path,
			    const struct pd_perf_build_id *id)
{
	pd_perf_lookup_build_id(&n->lookups, path, id);
}

/* ---- frames */

static struct named *named_of(struct pd_perf_names *n, uint32_t number)
{
	size_t cap = n->cap;
	struct named *o;

	if (number >= cap) {
		n->named = pd_vec_grow(n->named, &n->cap, number + 1u, sizeof(*n->named));
		memset(n->named + cap, 0, (n->cap - cap) * sizeof(*n->named));
	}
	o = &n->named[number];
	if (o->is_asked)
		return o;
	o->is_asked = true;
	o->lookup = pd_perf_lookup(&n->lookups, pd_perf_maps_object(n->maps, number));
	if (o->lookup.table) {
		o->frame = calloc(o->lookup.table->n + 1, sizeof(*o->frame));
		if (!o->frame)
			pd_arena_out_of_memory();
	}
	return o;
}

static uint32_t unknown_of(struct pd_perf_names *n, struct named *o)
{
	if (!o->unknown)
		o->unknown = pd_hits_frame_number(n->hits,
						  o->lookup.symbol.n ? o->lookup.symbol
								     : PD_STR("[unknown]"),
						  o->lookup.dso);
	return o->unknown;
}

/*
 *	_ZNSo5flushEv@plt -> std::ostream::flush@plt
 * Programs, not the kernel, whose names perf leaves as they are.
 */
static struct pd_str demangled(struct pd_perf_names *n, struct pd_str name)
{
	struct pd_str version = name, bare = pd_str_cut(&version, '@');
	size_t n_version = name.n - bare.n;

	if (n_version > sizeof(n->spelt) / 2 ||
	    !pd_demangle_bare(bare, n->spelt, sizeof(n->spelt) - n_version, &bare))
		return name;
	if (n_version)
		memcpy(n->spelt + bare.n, name.p + (name.n - n_version), n_version);
	return (struct pd_str){n->spelt, bare.n + n_version};
}

static uint32_t symbol_of(struct pd_perf_names *n, struct named *o, size_t symbol)
{
	struct pd_str name = pd_symbol_table_name(o->lookup.table, symbol);

	if (!o->frame[symbol])
		o->frame[symbol] = pd_hits_frame_number(
			n->hits, o->lookup.is_kernel ? name : demangled(n, name), o->lookup.dso);
	return o->frame[symbol];
}

static uint32_t nowhere(struct pd_perf_names *n)
{
	if (!n->nowhere)
		n->nowhere = pd_hits_frame_number(n->hits, PD_STR("[unknown]"),
						  PD_STR("[unknown]"));
	return n->nowhere;
}

/*
 * Code behind the end of the kernel's map, such as that of its start, is the kernel's all
 * the same if its symbols say so.
 */
static bool find_behind_kernel(struct pd_perf_names *n, uint64_t address, struct pd_perf_map *ret)
{
	struct pd_perf_kernel at = pd_perf_maps_kernel(n->maps);
	struct named *o;

	if (!at.end || address < at.start ||
	    !pd_perf_maps_find(n->maps, PD_PERF_KERNEL, at.start, ret))
		return false;
	o = named_of(n, ret->object);
	return o->lookup.is_kernel && pd_perf_lookup_symbol(&o->lookup, ret, address) != SIZE_MAX;
}

/* The frame at an address, in @ret; false if nothing is called so there. */
static bool frame_at(struct pd_perf_names *n, uint32_t pid, uint64_t address, struct slot *ret)
{
	struct pd_perf_map map;
	struct named *o;
	size_t symbol;

	ret->unnamed = 0;
	if (!pd_perf_maps_find(n->maps, pid, address, &map) &&
	    !(pid == PD_PERF_KERNEL && find_behind_kernel(n, address, &map))) {
		ret->frame = nowhere(n);
		return false;
	}
	o = named_of(n, map.object);
	symbol = pd_perf_lookup_symbol(&o->lookup, &map, address);
	ret->frame = symbol == SIZE_MAX ? unknown_of(n, o) : symbol_of(n, o, symbol);
	if (!o->lookup.table && !o->lookup.symbol.n)
		ret->unnamed = map.object + 1;
	return symbol != SIZE_MAX || o->lookup.symbol.n;
}

/*
 * A chain by frame pointers may hold addresses that no call returns to, such as the start
 * of a function behind a gap: the byte before it has no name, it has.
 */
static struct slot search(struct pd_perf_names *n, uint32_t pid, uint64_t address, bool is_caller)
{
	struct slot s = {0};

	if (!frame_at(n, pid, address - is_caller, &s) && is_caller)
		(void)frame_at(n, pid, address, &s);
	return s;
}

uint32_t pd_perf_names_frame(struct pd_perf_names *n, uint32_t pid, enum pd_perf_mode mode,
			     uint64_t address, bool is_caller)
{
	uint32_t version;
	struct slot *s;

	if (mode != PD_PERF_MODE_KERNEL && mode != PD_PERF_MODE_USER)
		return nowhere(n);
	if (mode == PD_PERF_MODE_KERNEL)
		pid = PD_PERF_KERNEL;
	version = pd_perf_maps_version(n->maps, pid);
	s = &n->slot[(address ^ address >> 14 ^ version * UINT64_C(2654435761)) % SLOTS];
	if (s->address != address || s->version != version || s->is_caller != is_caller) {
		*s = search(n, pid, address, is_caller);
		s->address = address;
		s->is_caller = is_caller;
		s->version = version;
	}
	if (s->unnamed)
		n->named[s->unnamed - 1].n_unnamed++;
	return s->frame;
}

/* ---- data */

static struct pd_perf_data_symbol spell(struct pd_perf_names *n, const struct pd_perf_lookup *l,
					size_t symbol, uint64_t address)
{
	const struct pd_symbol *s = &l->table->symbol[symbol];
	struct pd_str name = pd_symbol_table_name(l->table, symbol);
	size_t room = name.n + 24;
	int length;

	n->data = pd_vec_grow(n->data, &n->cap_data, room, 1);
	length = snprintf(n->data, room, "%.*s+0x%llx", PD_FMT(name),
			  (unsigned long long)(address - s->start));
	return (struct pd_perf_data_symbol){
		{n->data, (size_t)length},
                l->dso
        };
}

/* Half of the addresses that there can be are the kernel's, on all machines that perf knows. */
struct pd_perf_data_symbol pd_perf_names_data(struct pd_perf_names *n, uint32_t pid,
					      uint64_t address)
{
	static const struct pd_perf_data_symbol none = {
		{"", 0},
                {"", 0}
        };
	bool is_kernel = address >> 63;
	const struct pd_perf_lookup *l;
	struct pd_perf_map map;
	size_t symbol;

	if (pd_perf_maps_find(n->maps, is_kernel ? PD_PERF_KERNEL : pid, address, &map))
		l = &named_of(n, map.object)->lookup;
	else if (is_kernel)
		l = pd_perf_lookup_kernel(&n->lookups);
	else
		return none;
	if (!l->table || !l->has_data)
		return none;
	address = pd_perf_lookup_address(l, &map, address);
	symbol = pd_symbol_table_find(l->table, address);
	if (symbol == SIZE_MAX || !l->table->symbol[symbol].is_data)
		return none;
	return spell(n, l, symbol, address);
}

/* ---- what is missing */

void pd_perf_names_warn(const struct pd_perf_names *n, struct pd_ingest *out)
{
	for (size_t i = 0; i < n->cap; i++)
		pd_perf_lookup_warn(&n->named[i].lookup, n->named[i].n_unnamed, out);
}
