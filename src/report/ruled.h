/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ruled.h - a grid of ASCII rules, as it stands in mails
 *
 *	=====================================
 *	kernel |         throughput |     p50
 *	       | (larger is better) |
 *	-------+--------------------+--------
 *	6.6.91 |              -5.7% |   +9.9%
 *	=====================================
 */
#ifndef REPORT_RULED_H
#define REPORT_RULED_H

#include "base/out.h"

struct pd_ruled_cell;

/* Zero-initialized but for @n_columns and @left is ready to use. */
struct pd_ruled {
	size_t n_columns;
	bool left;          /* all columns are aligned left, not only the first */
	struct pd_out text; /* of all cells */
	struct pd_ruled_cell *cell;
	size_t n_cells, cap_cells;
};

/* Where the next cell is to be written; a newline starts another line of it. */
struct pd_out *pd_ruled_text(struct pd_ruled *g);

/* What was written becomes the next cell, row by row; the first row is the heading. */
void pd_ruled_cell(struct pd_ruled *g);

size_t pd_ruled_width(const struct pd_ruled *g);

/* The last row must be complete. */
void pd_ruled_write(const struct pd_ruled *g, struct pd_out *out);
void pd_ruled_release(struct pd_ruled *g);

#endif
