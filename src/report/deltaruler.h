/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltaruler.h - a table as perf prints it: a heading behind '#', and a ruler of dots
 *
 *	# Baseline  Delta Abs  Shared Object  Symbol
 *	# ........  .........  .............  ...........
 *	#
 *	    22.01%     +7.18%  ordermatch     key_compare
 *
 * The ruler says where columns begin and end, so names may hold blanks.
 */
#ifndef REPORT_DELTARULER_H
#define REPORT_DELTARULER_H

#include "report/board.h"
#include "report/deltacells.h"

/* Zero-initialized is ready to use. */
struct pd_deltaruler {
	struct pd_board board; /* cells are written to pd_board_text() */
};

/* Columns come first, at most 127; then the heading. */
void pd_deltaruler_column(struct pd_deltaruler *r, enum pd_align align, struct pd_str title);
/* Those of names of rows, as perf calls them: "Command", "Symbol". */
void pd_deltaruler_names(struct pd_deltaruler *r, const enum pd_by *names, size_t n);
void pd_deltaruler_head(struct pd_deltaruler *r);

/* Begins a row; its cells follow, then pd_board_row(). */
void pd_deltaruler_row(struct pd_deltaruler *r);

size_t pd_deltaruler_width(const struct pd_deltaruler *r);
void pd_deltaruler_write(struct pd_deltaruler *r, struct pd_out *out);
void pd_deltaruler_release(struct pd_deltaruler *r);

#endif
