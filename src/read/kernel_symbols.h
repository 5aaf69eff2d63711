/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kernel_symbols.h - which list of symbols is that of a recording's kernel, and how far it was moved
 *
 * In this order: --kallsyms, --vmlinux; vmlinux where distributions put it; what the
 * recording or perf's cache keeps of that kernel; a list beside the recording; the
 * running kernel. Each must show that it is the one that was recorded:
 *
 *	- a vmlinux by its build-id,
 *	- the cache by the build-id in its path,
 *	- the running kernel by its build-id, without one by its release,
 *	- a list of no known origin by its size: from _text to _etext or _edata.
 */
#ifndef READ_KERNEL_SYMBOLS_H
#define READ_KERNEL_SYMBOLS_H

#include "read/symbol_files.h"

/* What the recording says of its kernel. */
struct pd_kernel_query {
	struct pd_perf_build_id id;
	struct pd_str release; /* "6.1.0-18-amd64"; empty: not told */
	const char *recording; /* path; NULL: standard input */
	uint64_t base;         /* address of the symbol @mark; 0: not told */
	struct pd_str mark;    /* "_text", "_stext" */
	uint64_t start, end;   /* of its map; equal: not told */
};

struct pd_kernel_symbols {
	enum pd_symbols_state state;
	const struct pd_symbol_table *table; /* NULL: none */
	uint64_t shift;                 /* of the recorded addresses against those of the table */
	const struct pd_kallsyms *list; /* that has modules as well; NULL: none */
	bool has_data;                  /* the table lists data as well as code */
	bool is_hidden; /* a list would be there, but its addresses are hidden (kptr_restrict) */
};

struct pd_kernel_symbols pd_kernel_symbols(struct pd_symbol_files *f,
					   const struct pd_kernel_query *q);

/* Is it the kernel that runs here: of its build-id, or of its release where one of them has none. */
bool pd_kernel_symbols_is_running(const struct pd_kernel_query *q);

#endif
