/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/symbol_files.h"

#include "base/arena.h"
#include "base/share.h"
#include "base/str.h"
#include "read/elf_symbols.h"
#include "read/file_bytes.h"
#include "read/perf_map_file.h"
#include "read/symbol_search.h"

#include <stdlib.h>

enum { LIST_MAX = 1 << 28 }; /* bytes of a list of symbols */

struct pd_symbol_files {
	struct pd_symbol_options options;
	struct pd_share *objects; /* struct pd_symbols */
	struct pd_share *lists;   /* struct pd_kallsyms */
};

static void release_object(void *thing)
{
	struct pd_symbols *s = thing;

	pd_symbol_table_free(&s->table);
	free(s->segment);
	free(s);
}

static void release_list(void *thing)
{
	pd_kallsyms_free(thing);
}

struct pd_symbol_files *pd_symbol_files_new(const struct pd_symbol_options *options)
{
	struct pd_symbol_files *f = calloc(1, sizeof(*f));

	if (!f)
		pd_arena_out_of_memory();
	f->options = *options;
	f->objects = pd_share_new(release_object);
	f->lists = pd_share_new(release_list);
	return f;
}

void pd_symbol_files_free(struct pd_symbol_files *f)
{
	if (!f)
		return;
	pd_share_free(f->objects);
	pd_share_free(f->lists);
	free(f);
}

const struct pd_symbol_options *pd_symbol_files_options(const struct pd_symbol_files *f)
{
	return &f->options;
}

/* ---- making */

static struct pd_symbols *new_symbols(void)
{
	struct pd_symbols *s = calloc(1, sizeof(*s));

	if (!s)
		pd_arena_out_of_memory();
	s->state = PD_SYMBOLS_MISSING;
	return s;
}

static void take_segments(struct pd_symbols *s, const struct pd_elf *e)
{
	struct pd_elf_segment segment[PD_ELF_SEGMENTS];

	s->n_segments = pd_elf_file_segments(e, segment);
	s->segment = calloc(s->n_segments + 1, sizeof(*s->segment));
	if (!s->segment)
		pd_arena_out_of_memory();
	memcpy(s->segment, segment, s->n_segments * sizeof(*segment));
}

static void finish(struct pd_symbols *s)
{
	pd_symbol_table_finish(&s->table);
	if (s->table.n)
		s->state = PD_SYMBOLS_FOUND;
}

/* @debug has the symbols if it is open; either may be missing, not both. */
static void take(struct pd_symbols *s, struct pd_elf *runtime, struct pd_elf *debug, bool is_module)
{
	const char *section = is_module ? ".text" : NULL;

	s->is_module = is_module;
	s->is_debug = !runtime;
	take_segments(s, runtime ? runtime : debug);
	pd_elf_symbols_add(&s->table, debug ? debug : runtime, section);
	if (runtime && !is_module)
		pd_elf_symbols_add_plt(&s->table, runtime);
	finish(s);
}

static void take_vdso(struct pd_symbols *s, struct pd_symbol_search *search)
{
	struct pd_str image;
	struct pd_elf e;

	if (!pd_symbol_search_vdso(search, &image))
		return;
	if (pd_elf_file_open_memory(&e, (char *)(uintptr_t)image.p, image.n)) {
		take(s, &e, NULL, false);
		pd_elf_file_close(&e);
	}
	free((char *)(uintptr_t)image.p);
}

static void search_and_take(struct pd_symbols *s, struct pd_symbol_search *search, bool is_module)
{
	struct pd_elf runtime, debug;
	bool has_runtime = pd_symbol_search_runtime(search, &runtime);
	bool has_debug = pd_symbol_search_debug(search, has_runtime ? &runtime : NULL, &debug);

	if (has_runtime || has_debug)
		take(s, has_runtime ? &runtime : NULL, has_debug ? &debug : NULL, is_module);
	if (has_runtime)
		pd_elf_file_close(&runtime);
	if (has_debug)
		pd_elf_file_close(&debug);
}

struct making {
	const struct pd_symbol_files *files;
	const struct pd_symbol_query *query;
	const struct pd_perf_build_id *id;
};

static void *make_object(void *arg, struct pd_str key)
{
	const struct making *m = arg;
	const struct pd_symbol_query *q = m->query;
	struct pd_symbols *s = new_symbols();
	struct pd_symbol_search search = {.options = &m->files->options,
					  .path = q->path.p,
					  .id = q->id,
					  .is_same = q->is_same};

	(void)key;
	if (pd_str_eq(q->path, PD_STR("[vdso]")))
		take_vdso(s, &search);
	else
		search_and_take(s, &search, q->is_module);
	if (s->state == PD_SYMBOLS_MISSING && !q->id.n && !q->is_same &&
	    pd_file_bytes_time(q->path.p))
		s->state = PD_SYMBOLS_UNKNOWN;
	else if (s->state == PD_SYMBOLS_MISSING && search.saw_other)
		s->state = PD_SYMBOLS_FOREIGN;
	return s;
}

struct __attribute__((packed)) packed_key {
	struct pd_perf_build_id id;
	uint8_t kind;
};

/* What else than the path tells objects apart stands before it. */
static void *get(struct pd_share *share, struct packed_key fields, struct pd_str path,
		 pd_share_make *make, void *arg)
{
	size_t n = sizeof(fields) + path.n;
	char *key = malloc(n);
	void *thing;

	if (!key)
		pd_arena_out_of_memory();
	memcpy(key, &fields, sizeof(fields));
	if (path.n)
		memcpy(key + sizeof(fields), path.p, path.n);
	thing = pd_share_get(share, (struct pd_str){key, n}, make, arg);
	free(key);
	return thing;
}

enum kind { KERNEL = 4, JIT }; /* beside the two bits of an object */

const struct pd_symbols *pd_symbol_files_object(struct pd_symbol_files *f,
						const struct pd_symbol_query *q)
{
	struct making m = {.files = f, .query = q};
	struct packed_key fields = {q->id, (uint8_t)(q->is_same | q->is_module << 1)};

	return get(f->objects, fields, q->path, make_object, &m);
}

/* ---- kernels */

static void take_marks(struct pd_symbols *s)
{
	for (size_t i = 0; i < s->table.n; i++)
		pd_kallsyms_mark(&s->marks, pd_symbol_table_name(&s->table, i),
				 s->table.symbol[i].start);
}

static void *make_kernel(void *arg, struct pd_str key)
{
	const struct making *m = arg;
	struct pd_symbols *s = new_symbols();
	const char *path = key.p + sizeof(struct packed_key);
	struct pd_perf_build_id id;
	struct pd_elf e;

	if (!pd_elf_file_open(&e, path))
		return s;
	id = pd_elf_file_build_id(&e);
	if (m->id->n && !pd_elf_file_same_id(&id, m->id)) {
		s->state = PD_SYMBOLS_FOREIGN;
	} else {
		take_segments(s, &e);
		pd_elf_symbols_add(&s->table, &e, NULL);
		take_marks(s);
		finish(s);
	}
	pd_elf_file_close(&e);
	return s;
}

const struct pd_symbols *pd_symbol_files_kernel(struct pd_symbol_files *f, const char *path,
						const struct pd_perf_build_id *id)
{
	struct making m = {.files = f, .id = id};

	return get(f->objects, (struct packed_key){*id, KERNEL}, pd_str_of(path), make_kernel, &m);
}

static void *make_list(void *arg, struct pd_str key)
{
	struct pd_str text;
	struct pd_kallsyms *k;

	(void)arg;
	if (!pd_file_bytes(key.p, LIST_MAX, &text))
		return NULL;
	k = pd_kallsyms_parse(text);
	free((char *)(uintptr_t)text.p);
	return k;
}

const struct pd_kallsyms *pd_symbol_files_list(struct pd_symbol_files *f, const char *path)
{
	return pd_share_get(f->lists, pd_str_of(path), make_list, NULL);
}

/* ---- code made at run time */

static void *make_jit(void *arg, struct pd_str key)
{
	struct pd_symbols *s = new_symbols();
	struct pd_str text;

	(void)arg;
	if (!pd_file_bytes(key.p + sizeof(struct packed_key), LIST_MAX, &text))
		return s;
	pd_perf_map_file_parse(&s->table, text);
	if (s->table.n)
		s->state = PD_SYMBOLS_FOUND;
	free((char *)(uintptr_t)text.p);
	return s;
}

const struct pd_symbols *pd_symbol_files_jit(struct pd_symbol_files *f, const char *path)
{
	const struct packed_key fields = {
		{{0}, 0},
                JIT
        };

	return get(f->objects, fields, pd_str_of(path), make_jit, NULL);
}
