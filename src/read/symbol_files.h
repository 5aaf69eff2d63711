/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbol_files.h - where the symbols of programs, libraries and kernels are, each file read once
 *
 * Recordings of one reading share what was found, whatever thread reads them. Nothing is
 * taken of a file whose build-id is not that of what ran.
 */
#ifndef READ_SYMBOL_FILES_H
#define READ_SYMBOL_FILES_H

#include "read/elf_file.h"
#include "read/kallsyms.h"

struct pd_symbol_files;

/* Borrowed; each may be NULL. */
struct pd_symbol_options {
	const char *kallsyms; /* a list of the kernel's symbols, as /proc/kallsyms is one */
	const char *vmlinux;  /* the kernel with its symbols */
	const char *symfs;    /* a folder below which objects are looked for by their path */
	const char *cache;    /* perf's folder of objects by build-id: ~/.debug */
};

struct pd_symbol_files *pd_symbol_files_new(const struct pd_symbol_options *options);
void pd_symbol_files_free(struct pd_symbol_files *f); /* NULL is fine */
const struct pd_symbol_options *pd_symbol_files_options(const struct pd_symbol_files *f);

enum pd_symbols_state {
	PD_SYMBOLS_FOUND,
	PD_SYMBOLS_MISSING, /* no such file, or none with symbols */
	PD_SYMBOLS_FOREIGN, /* the file is there, but it is not what ran */
	PD_SYMBOLS_UNKNOWN, /* the recording does not say what ran: no build-id, no inode */
};

/* Symbols of one object. */
struct pd_symbols {
	enum pd_symbols_state state;
	struct pd_symbol_table table; /* by address as it was linked */
	struct pd_elf_segment *segment;
	size_t n_segments;
	/*
	 * The segments are those of a debug file, where offsets may differ from those of what
	 * ran: a map must start where one of them does.
	 */
	bool is_debug;
	bool is_module;               /* not linked: addresses count from the start of its code */
	struct pd_kernel_marks marks; /* of a kernel */
};

/* What to look for. */
struct pd_symbol_query {
	struct pd_str path; /* NUL-terminated, as the recording has it */
	struct pd_perf_build_id id;
	bool is_same;   /* the file at @path itself is what ran, without a build-id that says so */
	bool is_module; /* of the kernel */
};

/* The object's symbols; never NULL, valid until pd_symbol_files_free(). */
const struct pd_symbols *pd_symbol_files_object(struct pd_symbol_files *f,
						const struct pd_symbol_query *q);
/* A kernel with this build-id (n is 0: whatever it is) at @path; never NULL. */
const struct pd_symbols *pd_symbol_files_kernel(struct pd_symbol_files *f, const char *path,
						const struct pd_perf_build_id *id);
/* The list of symbols in the file, or NULL if it is none. */
const struct pd_kallsyms *pd_symbol_files_list(struct pd_symbol_files *f, const char *path);
/* What a JIT says in the file; never NULL. */
const struct pd_symbols *pd_symbol_files_jit(struct pd_symbol_files *f, const char *path);

#endif
