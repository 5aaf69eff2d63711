/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kallsyms.h - the kernel's own list of its symbols, and those of its modules
 *
 *	ffffffff81000000 T _text
 *	ffffffff8137ab10 t __do_wait
 *	ffffffffc0a01000 t nf_nat_init	[nf_nat]
 */
#ifndef READ_KALLSYMS_H
#define READ_KALLSYMS_H

#include "base/intern.h"
#include "read/symbol_table.h"

/* Of the kernel proper: where the linker put its parts. 0: not listed. */
struct pd_kernel_marks {
	uint64_t text, stext, etext, edata, end;
};

struct pd_kallsyms {
	struct pd_kernel_marks marks;
	struct pd_symbol_table kernel;
	bool has_data; /* it lists data as well as code */

	struct pd_intern names; /* of modules, from id 1: "[nf_nat]" */
	struct pd_kallsyms_module {
		struct pd_symbol_table table;
		uint64_t low, high; /* of its symbols' addresses */
	} * module;                 /* [names.n - 1] */
	size_t cap_modules;
};

/* A list of the kernel's symbols in @text; NULL if it holds none, or only hidden addresses (0). */
struct pd_kallsyms *pd_kallsyms_parse(struct pd_str text);
/* The module called "[nf_nat]", or NULL. */
const struct pd_kallsyms_module *pd_kallsyms_module(const struct pd_kallsyms *k,
						    struct pd_str name);
void pd_kallsyms_free(struct pd_kallsyms *k); /* NULL is fine */

/* Takes @address as a mark if the name is one of those. */
void pd_kallsyms_mark(struct pd_kernel_marks *m, struct pd_str name, uint64_t address);
/* The address of the mark called so ("_text"), or 0. */
uint64_t pd_kallsyms_marked(const struct pd_kernel_marks *m, struct pd_str name);

#endif
