/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grid.h - lines of cells in columns that fit
 *
 * Knows nothing of benchmarks. A column is as wide as its widest cell; nothing
 * is ever cut or wrapped, and no line ends in a blank. A character is one
 * column wide (code points of UTF-8; there are no wide or combining ones in
 * what perfdelta prints).
 *
 *	pd_grid_column(&g, PD_LEFT, "");
 *	pd_grid_column(&g, PD_POINT, "  ");
 *	pd_grid_cell(&g, PD_STR("groups"));
 *	pd_grid_cell(&g, PD_STR("0.326"));
 *	pd_grid_row(&g);
 *	pd_grid_write(&g, out);
 */
#ifndef REPORT_GRID_H
#define REPORT_GRID_H

#include "base/out.h"

enum pd_align {
	PD_LEFT,
	PD_RIGHT,
	PD_POINT, /* numbers: their points stand below each other */
	PD_FILL,  /* a rule: the first character repeated, the last one at the end */
};

struct pd_grid_cell;
struct pd_grid_column;

/* Zero-initialized is ready to use. */
struct pd_grid {
	struct pd_out text; /* of all cells */
	struct pd_grid_cell *cell;
	size_t n_cells, cap_cells;
	struct pd_grid_column *column;
	size_t n_columns, cap_columns;
	const char *tail; /* borrowed: stands behind the last column of every full row */
};

/* One more column; @sep, borrowed, stands to the left of it in every row. */
void pd_grid_column(struct pd_grid *g, enum pd_align align, const char *sep);

/* The next cell of the row, copied, aligned as its column says. */
void pd_grid_cell(struct pd_grid *g, struct pd_str text);

/* The same, aligned in its own way: a word in a column of numbers. */
void pd_grid_cell_as(struct pd_grid *g, enum pd_align align, struct pd_str text);

/* The same between two strings without width, borrowed: colours. */
void pd_grid_cell_in(struct pd_grid *g, const char *before, struct pd_str text, const char *after);

/* Ends the row; cells that are missing are empty. */
void pd_grid_row(struct pd_grid *g);

/* A line of its own that no column depends on. */
void pd_grid_line(struct pd_grid *g, struct pd_str text);

/* Width of the widest row. Lines do not count. */
size_t pd_grid_width(const struct pd_grid *g);

/* Writes all rows and lines; the grid can still be added to. */
void pd_grid_write(const struct pd_grid *g, struct pd_out *out);

void pd_grid_release(struct pd_grid *g);

/* Columns that @text takes on a terminal. */
size_t pd_grid_text_width(struct pd_str text);

/* @text in at most @most columns, its middle replaced by ".."; whole if @most is less than 4. */
void pd_grid_short(struct pd_str text, size_t most, struct pd_out *out);

/*
 * The next length to try for the texts of @n columns, all cut to the same: by a share of the
 * @over columns that are too many, and not below @least. @longest is more than that.
 */
size_t pd_grid_shorter(size_t longest, size_t over, size_t n, size_t least);

/* @text at the right end of @width columns; all of it if it is wider. */
void pd_grid_right(struct pd_str text, size_t width, struct pd_out *out);

#endif
