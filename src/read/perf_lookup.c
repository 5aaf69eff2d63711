/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_lookup.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/file_bytes.h"
#include "read/ingest.h"
#include "read/symbol_search.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <unistd.h>

void pd_perf_lookup_init(struct pd_perf_lookups *l, struct pd_symbol_files *files,
			 const struct pd_perf_maps *maps)
{
	*l = (struct pd_perf_lookups){.files = files, .maps = maps};
	(void)pd_intern(&l->paths, PD_STR(""));
}

void pd_perf_lookup_release(struct pd_perf_lookups *l)
{
	pd_intern_free(&l->paths);
	free(l->id);
}

/* ---- build-ids */

void pd_perf_lookup_build_id(struct pd_perf_lookups *l, struct pd_str path,
			     const struct pd_perf_build_id *id)
{
	pd_id at = pd_intern(&l->paths, path);

	l->id = pd_vec_grow(l->id, &l->cap_ids, at + 1u, sizeof(*l->id));
	memset(l->id + l->n_ids, 0, (l->cap_ids - l->n_ids) * sizeof(*l->id));
	l->n_ids = l->cap_ids;
	l->id[at] = *id;
}

/* Of the table that the recording's header has; one in a record of the map itself comes first. */
static struct pd_perf_build_id id_of(struct pd_perf_lookups *l, const struct pd_perf_object *o)
{
	pd_id at;

	if (o->build_id.n)
		return o->build_id;
	at = pd_intern(&l->paths, o->path);
	return at < l->n_ids ? l->id[at] : (struct pd_perf_build_id){.n = 0};
}

/* ---- kernel */

static struct pd_kernel_query query_of(struct pd_perf_lookups *l)
{
	const struct pd_perf_object o = {.path = PD_STR("[kernel.kallsyms]"), .is_kernel = true};
	struct pd_perf_kernel at = pd_perf_maps_kernel(l->maps);

	return (struct pd_kernel_query){.id = id_of(l, &o),
					.release = l->release,
					.recording = l->recording,
					.base = at.base,
					.mark = at.mark,
					.start = at.start,
					.end = at.end};
}

const struct pd_perf_lookup *pd_perf_lookup_kernel(struct pd_perf_lookups *l)
{
	const struct pd_kernel_query q = query_of(l);
	struct pd_kernel_symbols k;

	if (l->has_kernel)
		return &l->kernel;
	l->has_kernel = true;
	l->kernel = (struct pd_perf_lookup){.dso = PD_STR("[kernel.kallsyms]"), .is_kernel = true};
	l->kernel.state = PD_SYMBOLS_MISSING;
	if (!l->files)
		return &l->kernel;
	k = pd_kernel_symbols(l->files, &q);
	l->kernel.state = k.state;
	l->kernel.table = k.table;
	l->kernel.shift = k.shift;
	l->kernel.has_data = k.has_data;
	l->kernel.is_hidden = k.is_hidden;
	l->list = k.list;
	return &l->kernel;
}

/* "/lib/modules/6.1.0/kernel/net/nf-nat.ko.xz" is called "[nf_nat]", as perf calls it. */
static struct pd_str module_name(struct pd_perf_lookups *l, struct pd_str path)
{
	const char *slash = memrchr(path.p, '/', path.n);
	struct pd_str base = slash ? pd_str_skip(path, (size_t)(slash - path.p) + 1) : path;
	char text[256];
	size_t n = pd_str_find(base, PD_STR(".ko"));

	if (n == base.n || n + 2 > sizeof(text))
		return path;
	text[0] = '[';
	for (size_t i = 0; i < n; i++)
		text[i + 1] = base.p[i];
	for (size_t i = 1; i <= n; i++)
		if (text[i] == '-')
			text[i] = '_';
	text[n + 1] = ']';
	return pd_intern_name(&l->paths, pd_intern(&l->paths, (struct pd_str){text, n + 2}));
}

/*
 * Modules are loaded where there is room: the addresses of a list hold only for the
 * same boot, where all of them lie inside the map.
 */
static bool is_inside(const struct pd_perf_lookups *l, const struct pd_kallsyms_module *m)
{
	struct pd_perf_map low, high;

	return pd_perf_maps_find(l->maps, PD_PERF_KERNEL, m->low, &low) &&
	       pd_perf_maps_find(l->maps, PD_PERF_KERNEL, m->high, &high) &&
	       low.start == high.start;
}

static void look_in_file(struct pd_perf_lookups *l, struct pd_perf_lookup *ret,
			 const struct pd_symbol_query *q)
{
	const struct pd_symbols *s = pd_symbol_files_object(l->files, q);

	ret->state = s->state;
	if (s->state != PD_SYMBOLS_FOUND)
		return;
	ret->file = s;
	ret->table = &s->table;
	ret->has_data = true;
}

static void look_for_module(struct pd_perf_lookups *l, const struct pd_perf_object *o,
			    struct pd_perf_lookup *ret)
{
	const struct pd_kallsyms_module *m = NULL;

	ret->dso = module_name(l, o->path);
	ret->is_kernel = true;
	(void)pd_perf_lookup_kernel(l);
	if (l->list && !l->kernel.shift)
		m = pd_kallsyms_module(l->list, ret->dso);
	if (m && is_inside(l, m)) {
		ret->state = PD_SYMBOLS_FOUND;
		ret->table = &m->table;
		ret->has_data = l->list->has_data;
		return;
	}
	look_in_file(l, ret, &(struct pd_symbol_query){o->path, id_of(l, o), false, true});
}

/* ---- programs */

/* Without a build-id it is this machine's if the kernel is, which made it. */
static bool is_own_vdso(struct pd_perf_lookups *l, const struct pd_perf_object *o)
{
	const struct pd_kernel_query q = query_of(l);

	return pd_str_eq(o->path, PD_STR("[vdso]")) && !id_of(l, o).n &&
	       pd_kernel_symbols_is_running(&q);
}

/*
 * Without a build-id the file on this disk is what ran if it has the recorded inode, and
 * was not changed since.
 */
static bool is_same(const struct pd_perf_lookups *l, const struct pd_perf_object *o)
{
	struct stat st, recording;

	if (!o->inode.number || o->path.p[0] != '/' || stat(o->path.p, &st))
		return false;
	return st.st_ino == o->inode.number && major(st.st_dev) == o->inode.dev_major &&
	       minor(st.st_dev) == o->inode.dev_minor &&
	       (!l->recording || stat(l->recording, &recording) ||
		st.st_mtime <= recording.st_mtime);
}

static bool is_this_host(const struct pd_perf_lookups *l)
{
	struct utsname name;

	return l->host.n && !uname(&name) && pd_str_eq(l->host, pd_str_of(name.nodename));
}

/*
 * A map that lies beside the recording was put there; the one in /tmp may be of a later
 * process with the same number, or of anyone.
 */
static bool jit_path(const struct pd_perf_lookups *l, const struct pd_perf_object *o,
		     char ret[4096])
{
	const char *slash = l->recording ? strrchr(l->recording, '/') : NULL;
	struct stat st, recording;

	if (l->recording &&
	    pd_symbol_search_path(ret, "%.*sperf-%u.map",
				  slash ? (int)(slash - l->recording) + 1 : 0, l->recording,
				  o->pid) &&
	    pd_file_bytes_time(ret))
		return true;
	if (!is_this_host(l) || !pd_symbol_search_path(ret, "%s", o->path.p) || stat(ret, &st))
		return false;
	return (st.st_uid == 0 || st.st_uid == geteuid()) &&
	       (!l->recording || stat(l->recording, &recording) ||
		st.st_mtime <= recording.st_mtime);
}

static void look_for_jit(struct pd_perf_lookups *l, const struct pd_perf_object *o,
			 struct pd_perf_lookup *ret)
{
	const struct pd_symbols *s;
	char path[4096];

	if (!jit_path(l, o, path))
		return;
	s = pd_symbol_files_jit(l->files, path);
	ret->state = s->state;
	ret->table = s->state == PD_SYMBOLS_FOUND ? &s->table : NULL;
}

struct pd_perf_lookup pd_perf_lookup(struct pd_perf_lookups *l, const struct pd_perf_object *o)
{
	struct pd_perf_lookup ret = {.dso = o->path,
				     .state = PD_SYMBOLS_MISSING,
				     .is_jit = o->is_anon};

	if (o->is_symbol)
		ret.symbol = o->path;
	else if (o->is_kernel && pd_str_eq(o->path, PD_STR("[kernel.kallsyms]")))
		return *pd_perf_lookup_kernel(l);
	else if (!l->files)
		return ret;
	else if (o->is_kernel)
		look_for_module(l, o, &ret);
	else if (o->is_anon)
		look_for_jit(l, o, &ret);
	else
		look_in_file(l, &ret,
			     &(struct pd_symbol_query){o->path, id_of(l, o),
						       is_same(l, o) || is_own_vdso(l, o), false});
	return ret;
}

/* ---- addresses */

enum { PAGE = 4096 };

/* Does the segment hold this offset, to the byte or with the rest of its pages? */
static bool holds(const struct pd_elf_segment *s, uint64_t offset, bool whole_pages)
{
	uint64_t end = s->offset + s->size;

	if (!whole_pages)
		return offset >= s->offset && offset < end;
	return offset >= s->offset / PAGE * PAGE && offset < (end + PAGE - 1) / PAGE * PAGE;
}

/*
 * Pages at the border of two segments are mapped twice: that of the right kind counts.
 * Segments of a debug file must start where the map does.
 */
static const struct pd_elf_segment *segment_of(const struct pd_symbols *f,
					       const struct pd_perf_map *map, uint64_t offset)
{
	for (int attempt = 0; attempt < 3; attempt++)
		for (size_t i = 0; i < f->n_segments; i++) {
			const struct pd_elf_segment *s = &f->segment[i];

			if (f->is_debug ? s->offset / PAGE * PAGE == map->offset &&
						  s->is_exec == map->is_exec
					: holds(s, offset, attempt > 0) &&
						  (attempt > 1 || s->is_exec == map->is_exec))
				return s;
		}
	return NULL;
}

uint64_t pd_perf_lookup_address(const struct pd_perf_lookup *l, const struct pd_perf_map *map,
				uint64_t address)
{
	const struct pd_elf_segment *s;
	uint64_t offset;

	if (!l->file)
		return address - l->shift;
	if (l->file->is_module)
		return address - map->start;
	offset = address - map->start + map->offset;
	s = segment_of(l->file, map, offset);
	return s ? offset - s->offset + s->address : UINT64_MAX;
}

size_t pd_perf_lookup_symbol(const struct pd_perf_lookup *l, const struct pd_perf_map *map,
			     uint64_t address)
{
	if (!l->table)
		return SIZE_MAX;
	return pd_symbol_table_find(l->table, pd_perf_lookup_address(l, map, address));
}

/* ---- trouble */

static void warn_kernel(const struct pd_perf_lookup *o, uint64_t n, struct pd_ingest *out)
{
	if (o->is_hidden)
		pd_ingest_note(out, "no-symbols", 0,
			       "frames of the kernel without a name: %llu; /proc/kallsyms hides its "
			       "addresses (kernel.kptr_restrict): read it as root, or name a copy "
			       "with --kallsyms",
			       (unsigned long long)n);
	else
		pd_ingest_note(
			out, "foreign-symbols", 0,
			"frames of the kernel (%.*s) without a name: %llu; no list of symbols "
			"here is of the recorded kernel: name its own with --kallsyms or "
			"--vmlinux",
			PD_FMT(o->dso), (unsigned long long)n);
}

static const char *reason(const struct pd_perf_lookup *o)
{
	switch (o->state) {
	case PD_SYMBOLS_FOREIGN:
		return "the file here is not the one that ran (its build-id differs): name a "
		       "folder with the right one by --symfs";
	case PD_SYMBOLS_UNKNOWN:
		return "the recording has no build-id of it, and the file here may be another";
	case PD_SYMBOLS_MISSING:
		/* Of //anon and [vdso] there is no file to look for. */
		return o->dso.n > 1 && o->dso.p[0] == '/' && o->dso.p[1] != '/' && !o->is_jit
			       ? "neither it nor its debug file is here with symbols: name a folder "
				 "with it by --symfs"
			       : NULL;
	case PD_SYMBOLS_FOUND:
		break;
	}
	return NULL;
}

void pd_perf_lookup_warn(const struct pd_perf_lookup *o, uint64_t n, struct pd_ingest *out)
{
	const char *why = reason(o);

	if (n && o->is_kernel)
		warn_kernel(o, n, out);
	else if (n && why)
		pd_ingest_note(out,
			       o->state == PD_SYMBOLS_MISSING ? "no-symbols" : "foreign-symbols", 0,
			       "frames of %.*s without a name: %llu; %s", PD_FMT(o->dso),
			       (unsigned long long)n, why);
}
