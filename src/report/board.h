/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * board.h - a grid with a heading, as a terminal or as markdown wants it
 *
 *	struct pd_board b = {.markdown = true};
 *
 *	pd_board_column(&b, PD_LEFT, PD_STR("groups"));
 *	pd_board_head(&b);
 *	pd_out_printf(pd_board_text(&b), "%d", 4);
 *	pd_board_cell(&b);
 *	pd_board_row(&b);
 *	pd_board_write(&b, out);
 */
#ifndef REPORT_BOARD_H
#define REPORT_BOARD_H

#include "report/grid.h"

enum { PD_BOARD_COLUMNS = 128 };

/* Zero-initialized but for @markdown is ready to use. */
struct pd_board {
	bool markdown; /* between pipes, '|' escaped; else blanks */
	struct pd_grid grid;
	struct pd_out text;           /* the cell that is being written */
	struct pd_out titles;         /* of all columns */
	size_t end[PD_BOARD_COLUMNS]; /* of each title */
	enum pd_align align[PD_BOARD_COLUMNS];
	size_t n_columns;
};

/* Columns come first, at most PD_BOARD_COLUMNS; then the heading. */
void pd_board_column(struct pd_board *b, enum pd_align align, struct pd_str title);
void pd_board_head(struct pd_board *b);

/* Where the next cell is to be written. */
struct pd_out *pd_board_text(struct pd_board *b);

/* What was written becomes the next cell; nothing written: an empty one. */
void pd_board_cell(struct pd_board *b);
void pd_board_cell_as(struct pd_board *b, enum pd_align align);
/* Between escapes of a terminal, borrowed; markdown drops them. */
void pd_board_cell_in(struct pd_board *b, const char *before, const char *after);

/* The next cell is @text. */
void pd_board_put(struct pd_board *b, struct pd_str text);

void pd_board_row(struct pd_board *b);
void pd_board_write(struct pd_board *b, struct pd_out *out);
void pd_board_release(struct pd_board *b);

/* @s with '|' and the other marks of markdown escaped. */
void pd_board_escape(struct pd_out *out, struct pd_str s);

#endif
