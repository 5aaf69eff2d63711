/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltatable.h - the table of plain and markdown: one line per row, with its verdict
 */
#ifndef REPORT_DELTATABLE_H
#define REPORT_DELTATABLE_H

#include "report/deltacells.h"
#include "report/deltanotes.h"

/* What is to be written, and how. */
struct pd_deltatable {
	const struct pd_deltareport *report;
	const struct pd_look *look;
	bool markdown;
	struct pd_notes *notes; /* of the rows that are written */
	const struct pd_deltacells *cells;
	size_t side;           /* 1 .. */
	unsigned int *columns; /* what the table has is added: a set of enum pd_deltalegend_column */
};

/*
 * Base and one head over a section: the rows, those that are not shown in one,
 * and their sum. With `brief` only what is flagged; nothing if nothing is.
 * Columns that would make the table wider than the terminal are left out, the
 * least needed first, and a line below says which; then names are shortened, if
 * the look allows it. Returns whether there was anything to write.
 */
bool pd_deltatable_write(const struct pd_deltatable *t, struct pd_out *out);

#endif
