/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cells.h - what a comparison looks like in a table
 *
 * All rows of a table are measured before the first one is written, so that
 * the ends of intervals stand below each other.
 */
#ifndef REPORT_CELLS_H
#define REPORT_CELLS_H

#include "report/board.h"
#include "report/scale.h"
#include "report/style.h"

/* Set report and look; the rest is measured. */
struct pd_cells {
	const struct pd_report *report;
	const struct pd_look *look;
	size_t lo_width, hi_width;               /* of the ends of intervals */
	size_t beside_lo_width, beside_hi_width; /* of those beside */
	bool open;                               /* pd_cells_settle() has something to say */
	bool noted;                              /* a row has a caveat */
};

void pd_cells_measure(struct pd_cells *cells, const struct pd_scale *scale,
		      const struct pd_comparison *c);
void pd_cells_measure_interval(struct pd_cells *cells, const struct pd_scale *scale, bool relative,
			       const struct pd_estimate *e);

/*
 * Change, interval, p and runs: four columns, and their cells in one row. If an interval
 * beside was asked for, two more of it stand behind the first two.
 */
void pd_cells_comparison_columns(const struct pd_cells *cells, struct pd_board *b);
void pd_cells_comparison(const struct pd_cells *cells, struct pd_board *b,
			 const struct pd_scale *scale, const struct pd_comparison *c);

/* As many blank cells as the interval beside has in a row; none if it was not asked for. */
void pd_cells_beside_blank(const struct pd_cells *cells, struct pd_board *b);

/* Single cells: "+2.45%" (or a difference), "[ +0.61%, +4.02%]", the word in its colour. */
void pd_cells_change(struct pd_board *b, const struct pd_scale *scale, bool relative, double v);
void pd_cells_interval(const struct pd_cells *cells, struct pd_board *b,
		       const struct pd_scale *scale, bool relative, const struct pd_estimate *e);
void pd_cells_verdict(const struct pd_cells *cells, struct pd_board *b, enum pd_verdict verdict);

/*
 * "+-4.1% now, needs about 23 runs per side", without an interval "needs at
 * least 4 runs per side": what would settle an inconclusive row; nothing for
 * any other, nor for what a footnote says.
 */
void pd_cells_settle(const struct pd_cells *cells, struct pd_out *out, const struct pd_scale *scale,
		     const struct pd_comparison *c);

#endif
