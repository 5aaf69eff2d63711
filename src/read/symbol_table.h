/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbol_table.h - the symbols of one object by address */
#ifndef READ_SYMBOL_TABLE_H
#define READ_SYMBOL_TABLE_H

#include <perfdelta/base.h>

enum {
	PD_SYMBOL_TABLE_MAX = 1 << 24,      /* symbols of one object; Chrome has 1.5 million */
	PD_SYMBOL_TABLE_NAMES = 0x7fffffff, /* bytes of all names */
};

enum pd_symbol_binding { PD_SYMBOL_LOCAL, PD_SYMBOL_GLOBAL, PD_SYMBOL_WEAK };

struct pd_symbol {
	uint64_t start, end; /* equal until the table is finished: the size is not known */
	uint32_t name;       /* where it starts in names */
	uint8_t binding;     /* enum pd_symbol_binding */
	bool is_data;
	bool is_last; /* of its module: does not reach to the next one */
};

/* Zero-initialized is ready to be filled. Read by any number of threads once finished. */
struct pd_symbol_table {
	struct pd_symbol *symbol; /* [n] by start; of equal ones the best */
	size_t n, cap;
	char *names; /* each with its NUL */
	size_t n_names, cap_names;
	bool later_is_better; /* of symbols at one address, whatever they are called */

	struct pd_symbol_piece {
		uint64_t start;  /* up to the next one */
		uint32_t symbol; /* index + 1; 0: nothing is known there */
	} * piece;               /* [n_pieces] by start */
	size_t n_pieces, cap_pieces;
};

/* False when the table is full. A symbol without a name is left out. */
bool pd_symbol_table_add(struct pd_symbol_table *t, struct pd_symbol symbol, struct pd_str name);

/*
 * Sorts, gives ends to symbols without a size, and keeps the best of each address as
 * perf does: one with a size, not weak, global, with fewer leading underscores, the
 * longer name, not SyS_x or compat_SyS_x; of equals the first. Of symbols that overlap
 * the one that starts later counts.
 */
void pd_symbol_table_finish(struct pd_symbol_table *t);

/* The index of the symbol at @address, or SIZE_MAX. */
size_t pd_symbol_table_find(const struct pd_symbol_table *t, uint64_t address);
struct pd_str pd_symbol_table_name(const struct pd_symbol_table *t, size_t i);
void pd_symbol_table_free(struct pd_symbol_table *t);

#endif
