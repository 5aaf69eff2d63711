/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sidetable.h - a line per row, a cell per side, and cells whose pieces line up
 *
 *	Test:          base            patched
 *	 1-groups:   5.23 (0.00 pct)   4.61 (11.85 pct)
 *	16-groups:  11.48 (0.00 pct)   8.07 (29.70 pct)
 *
 * Here a cell has the pieces "5.23" and " (0.00 pct)". Names of sides are
 * broken at a blank into two lines where the table would be too wide otherwise.
 */
#ifndef REPORT_SIDETABLE_H
#define REPORT_SIDETABLE_H

#include "report/listing.h"

enum { PD_SIDETABLE_PIECES_MAX = 4 };

struct pd_sidetable;

/* Writes one piece of a cell; not called where @side has no value. */
typedef void pd_sidetable_piece_fn(const struct pd_sidetable *t, size_t row, size_t side,
				   struct pd_out *out);

struct pd_sidetable {
	const struct pd_report *report;
	const struct pd_look *look;
	const char *title; /* above the names of rows */
	const char *
		how; /* for the caption: what a cell has besides a mean, before "+ = improvement" ... */
	const char *after; /* ... and after it */
	const char *alone; /* the same in a summary, which has no changes */
	bool round;        /* percentages, instead of truncating them */
	pd_sidetable_piece_fn *piece[PD_SIDETABLE_PIECES_MAX];
	size_t n_pieces, n_alone; /* of a comparison; of a summary, the first ones */

	/* Of the section being written. */
	struct pd_rowname names;
	struct pd_listing listing;
};

/* Pieces that tables have in common: "5.23", " (11.85 pct)" and "*" behind a change. */
void pd_sidetable_mean(const struct pd_sidetable *t, size_t row, size_t side, struct pd_out *out);
void pd_sidetable_gain(const struct pd_sidetable *t, size_t row, size_t side, struct pd_out *out);
void pd_sidetable_star(const struct pd_sidetable *t, size_t row, size_t side, struct pd_out *out);

/* Writes the tables of all sections, each with its caption, then the tally. */
void pd_sidetable_write(struct pd_sidetable *t, struct pd_out *out);

#endif
