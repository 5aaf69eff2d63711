/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtests.h - what the tables of mmtests have in common
 *
 *	                                5.4.0                  5.4.0
 *	                                 base                patched
 *	Amean     user-256    13249.50 (   0.00%)    16401.31 * -23.79%*
 *
 * Names in two lines, a label, and a cell per side: a value that ends in its
 * column, and what stands in parentheses, or stars, behind it.
 */
#ifndef REPORT_MMTESTS_H
#define REPORT_MMTESTS_H

#include "report/listing.h"

/* Columns of a blank, parentheses and the percentage in them, as mmtests lays out its names. */
enum { PD_MMTESTS_PERCENT_WIDTH = 11 };

struct pd_mmtests_column {
	size_t width; /* of a cell, with the blanks before its value */
	size_t end;   /* of the name above, counted from the start of the line */
};

struct pd_mmtests {
	const struct pd_report *report;
	const struct pd_look *look;
	struct pd_out text; /* scratch */

	/* Of the section being written. */
	struct pd_rowname names;
	bool rate;   /* higher is better: means are harmonic */
	bool larger; /* positive percentages are larger values */

	/* For @section to set before it writes. */
	size_t label_width, value_width;
	struct pd_mmtests_column *column; /* [pd_listing_sides()], allocated */
};

/* Calls @section for every section that has rows to show, a blank line after each; then the tally. */
void pd_mmtests_write(const struct pd_report *r, const struct pd_look *look,
		      void (*section)(struct pd_mmtests *m, struct pd_out *out),
		      struct pd_out *out);

/*
 * The name of the @i-th row, borrowed until the next call: "time-4",
 * "hackbench-time-4", without blanks, for the scripts that read such tables.
 */
struct pd_str pd_mmtests_name(struct pd_mmtests *m, size_t i);

/* Columns that a name of a side needs with the blank before it, at least @least. */
size_t pd_mmtests_name_width(const struct pd_mmtests *m, size_t least);

/*
 * The names of the sides, each ending in its column's @end. "5.4.0-base" stands
 * in two lines, broken at its first dash; without one it is all in the second.
 */
void pd_mmtests_head(const struct pd_mmtests *m, struct pd_out *out);

/* @word in at least @word_width columns, a blank and @name: the start of @line, label_width wide. */
void pd_mmtests_label(const struct pd_mmtests *m, const char *word, size_t word_width,
		      struct pd_str name, struct pd_out *line);

/* @value with @decimals decimals at the right of its column; n/a for NaN. */
void pd_mmtests_value(const struct pd_mmtests *m, double value, int decimals, struct pd_out *line);

/* " (  -2.50%)", or " *  -2.50%*"; the number has at least @width columns; n/a for NaN. */
void pd_mmtests_percent(double percent, bool star, size_t width, struct pd_out *line);

/* The mean, harmonic for a rate. */
double pd_mmtests_mean(const struct pd_summary *s, bool rate);

/*
 * By how much @head differs in percent of @base, positive when larger or, if
 * not @larger, when smaller. 0 of 0 is 0; NaN for anything else of 0.
 */
double pd_mmtests_gain(double base, double head, bool larger);

#endif
