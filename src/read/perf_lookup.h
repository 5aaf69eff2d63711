/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_lookup.h - the symbols of one object of a recording; private to perf_names.c and tests */
#ifndef READ_PERF_LOOKUP_H
#define READ_PERF_LOOKUP_H

#include "base/intern.h"
#include "read/kernel_symbols.h"
#include "read/perf_maps.h"

struct pd_ingest;

struct pd_perf_lookup {
	struct pd_str dso;    /* as perf prints it */
	struct pd_str symbol; /* the only one, of code that the kernel made; else empty */
	enum pd_symbols_state state;
	const struct pd_symbol_table *table; /* NULL: none, or foreign ones */
	const struct pd_symbols *file; /* with its segments; NULL: addresses are as they are */
	uint64_t shift;                /* of addresses against those of the table */
	bool has_data;
	bool is_kernel, is_hidden, is_jit;
};

/* What a recording says of itself, as far as symbols need it. */
struct pd_perf_lookups {
	struct pd_symbol_files *files; /* NULL: no symbols */
	const struct pd_perf_maps *maps;
	struct pd_intern paths;      /* of objects with a build-id, and other words; ids from 1 */
	struct pd_perf_build_id *id; /* [n_ids] by id of the path; n is 0 where there is none */
	size_t n_ids, cap_ids;
	struct pd_str release, host;
	const char *recording;
	struct pd_perf_lookup kernel;
	bool has_kernel;                /* was looked for */
	const struct pd_kallsyms *list; /* of the kernel, with modules; NULL: none */
};

void pd_perf_lookup_init(struct pd_perf_lookups *l, struct pd_symbol_files *files,
			 const struct pd_perf_maps *maps);
void pd_perf_lookup_release(struct pd_perf_lookups *l);
void pd_perf_lookup_build_id(struct pd_perf_lookups *l, struct pd_str path,
			     const struct pd_perf_build_id *id);

struct pd_perf_lookup pd_perf_lookup(struct pd_perf_lookups *l, const struct pd_perf_object *o);
const struct pd_perf_lookup *pd_perf_lookup_kernel(struct pd_perf_lookups *l);

/* @address as the table has it; @map: where it lies, not used for the kernel. */
uint64_t pd_perf_lookup_address(const struct pd_perf_lookup *l, const struct pd_perf_map *map,
				uint64_t address);
/* The symbol at @address in @map, or SIZE_MAX. */
size_t pd_perf_lookup_symbol(const struct pd_perf_lookup *l, const struct pd_perf_map *map,
			     uint64_t address);

/* Says why @n frames have no names, if there are any. */
void pd_perf_lookup_warn(const struct pd_perf_lookup *o, uint64_t n, struct pd_ingest *out);

#endif
