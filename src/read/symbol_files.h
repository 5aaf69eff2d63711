/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbol_files.h - where the names of functions are found, each file read once
 *
 * Recordings of one reading share what was found, whatever thread reads them.
 */
#ifndef READ_SYMBOL_FILES_H
#define READ_SYMBOL_FILES_H

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

#endif
