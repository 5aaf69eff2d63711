/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_names.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/hits.h"

#include <stdlib.h>

struct pd_perf_names {
	struct pd_symbol_files *files;
	struct pd_perf_maps *maps;
	struct pd_hits *hits;
	uint32_t nowhere; /* the frame of an address where nothing lies */
	struct object {
		uint32_t unknown; /* the frame without a symbol; 0: not asked for yet */
	} * object;               /* [cap] of those of maps */
	size_t cap_objects;
};

struct pd_perf_names *pd_perf_names_new(struct pd_symbol_files *files, struct pd_perf_maps *maps,
					struct pd_hits *hits)
{
	struct pd_perf_names *n = calloc(1, sizeof(*n));

	if (!n)
		pd_arena_out_of_memory();
	n->files = files;
	n->maps = maps;
	n->hits = hits;
	return n;
}

void pd_perf_names_free(struct pd_perf_names *n)
{
	if (!n)
		return;
	free(n->object);
	free(n);
}

void pd_perf_names_release(struct pd_perf_names *n, struct pd_str release)
{
	(void)n;
	(void)release;
}

void pd_perf_names_beside(struct pd_perf_names *n, const char *recording)
{
	(void)n;
	(void)recording;
}

void pd_perf_names_build_id(struct pd_perf_names *n, struct pd_str path,
			    const struct pd_perf_build_id *id)
{
	(void)n;
	(void)path;
	(void)id;
}

static struct object *object_of(struct pd_perf_names *n, uint32_t number)
{
	size_t cap = n->cap_objects;

	if (number >= cap) {
		n->object = pd_vec_grow(n->object, &n->cap_objects, number + 1u,
					sizeof(*n->object));
		memset(n->object + cap, 0, (n->cap_objects - cap) * sizeof(*n->object));
	}
	return &n->object[number];
}

uint32_t pd_perf_names_frame(struct pd_perf_names *n, uint32_t pid, enum pd_perf_mode mode,
			     uint64_t address, bool is_caller)
{
	static const struct pd_str unknown = {"[unknown]", 9};
	struct pd_perf_map map;
	struct object *o;

	if (mode == PD_PERF_MODE_KERNEL)
		pid = PD_PERF_KERNEL;
	if ((mode != PD_PERF_MODE_KERNEL && mode != PD_PERF_MODE_USER) ||
	    !pd_perf_maps_find(n->maps, pid, address - is_caller, &map)) {
		if (!n->nowhere)
			n->nowhere = pd_hits_frame_number(n->hits, unknown, unknown);
		return n->nowhere;
	}
	o = object_of(n, map.object);
	if (!o->unknown)
		o->unknown = pd_hits_frame_number(n->hits, unknown,
						  pd_perf_maps_object(n->maps, map.object)->path);
	return o->unknown;
}

struct pd_perf_data_symbol pd_perf_names_data(struct pd_perf_names *n, uint32_t pid,
					      uint64_t address)
{
	(void)n;
	(void)pid;
	(void)address;
	return (struct pd_perf_data_symbol){PD_STR(""), PD_STR("")};
}

void pd_perf_names_warn(const struct pd_perf_names *n, struct pd_ingest *out)
{
	(void)n;
	(void)out;
}
