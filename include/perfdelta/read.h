/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/read.h - files become a ledger
 */
#ifndef PERFDELTA_READ_H
#define PERFDELTA_READ_H

#include <perfdelta/base.h>
#include <perfdelta/ctx.h>
#include <perfdelta/profile.h>
#include <perfdelta/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How files are to be read; zero is the sensible default. */
struct pd_read_options {
	const char *format;     /* NULL: find out from the content of each file */
	bool skip_unknown;      /* leave out what is empty or of no known format, with a warning */
	uint64_t max_input;     /* bytes of one file; 0: 16 GiB */
	uint32_t column;        /* of plain number files, from 1; 0: 1 */
	const char *sides_by;   /* the label that names the sides of a file; NULL: operands do */
	uint32_t runs;          /* behind a mean whose source does not say; 0: unknown */
	bool stacks;            /* keep whole call chains of profiles: takes memory */
	unsigned int n_workers; /* 0: as many as there are processors */
	uint64_t split_above;   /* larger files may be read by several workers; 0: 64 MiB */

	/* Where names for the addresses of recordings are looked for, besides the usual places. */
	const char *kallsyms;  /* a list of the kernel's symbols; NULL: none */
	const char *vmlinux;   /* the kernel with its symbols; NULL: none */
	const char *symfs;     /* a folder below which objects lie under their paths; NULL: none */
	const char *build_ids; /* perf's folder of objects by build-id, ~/.debug; NULL: none */

	/* NULL, or called with @cookie on the caller's thread between files and at the end. */
	void (*progress)(void *cookie, size_t n_read, size_t n_files);
	void *cookie;
};

/**
 * pd_read - read every operand of a command line
 * @ctx: takes names and diagnostics
 * @operand: [n] each a side: `label=path[,path...]`, a directory, a file, or `-`
 * @n: number of operands, at least 1
 * @options: borrowed; NULL for the defaults
 * @table: set only on success
 *
 * Operands split at the first '=' if no '/' stands before it; ',' separates
 * paths and '\,' is a comma. A directory stands for its regular files in
 * natural order; one that has none, for the samples of criterion.rs below it.
 * Operands with the same label are one side. A single file may hold several
 * sides (a `side` column).
 *
 * Return: 0; PD_EUSAGE (a bad operand), PD_EIO, PD_EPARSE (unknown format, no
 * value, a value that is not finite) or PD_ELIMIT, with one error reported.
 */
PD_API int pd_read(struct pd_ctx *ctx, const char *const *operand, size_t n,
		   const struct pd_read_options *options, struct pd_table *table) PD_MUST_USE;

/**
 * pd_read_profiles - read the profiles of every operand, and the benchmark logs among them
 * @ctx, @operand, @n, @options: as of pd_read()
 * @profiles: set only on success; has at least one profile
 * @table: what files with benchmark values said; set only on success, may be empty
 *
 * Each file is one run of its operand's side, but for texts that title their
 * profiles: there each title is a side.
 *
 * Return: as pd_read(); PD_EPARSE also if no file held a profile.
 */
PD_API int pd_read_profiles(struct pd_ctx *ctx, const char *const *operand, size_t n,
			    const struct pd_read_options *options, struct pd_profiles *profiles,
			    struct pd_table *table) PD_MUST_USE;

/**
 * pd_read_all - read benchmark logs and profiles alike
 *
 * As pd_read_profiles(), but @profiles may be empty if @table is not.
 *
 * Return: as pd_read(); PD_EPARSE also if no file held either.
 */
PD_API int pd_read_all(struct pd_ctx *ctx, const char *const *operand, size_t n,
		       const struct pd_read_options *options, struct pd_profiles *profiles,
		       struct pd_table *table) PD_MUST_USE;

/* The i-th format in the order of probing: its name and one line; false past the end. */
PD_API bool pd_read_format_at(size_t i, const char **ret_name, const char **ret_what);

#ifdef __cplusplus
}
#endif
#endif
