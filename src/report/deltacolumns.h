/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deltacolumns.h - which columns a table of profiles has, and what stands above them */
#ifndef REPORT_DELTACOLUMNS_H
#define REPORT_DELTACOLUMNS_H

#include "report/deltanames.h"

/* Columns that can be left out, the least needed first. */
enum pd_deltacolumn {
	PD_DELTACOLUMN_DETECTABLE,
	PD_DELTACOLUMN_SAMPLING,
	PD_DELTACOLUMN_SHARES,
	PD_DELTACOLUMN_OF_TOTAL,
	PD_DELTACOLUMN_INTERVAL,
	PD_DELTACOLUMN_OBJECT,
	PD_DELTACOLUMN_CHANGE,
	PD_DELTACOLUMN_P,
	PD_N_DELTACOLUMNS
};

struct pd_deltacolumns {
	const struct pd_deltacells *cells;
	size_t side;       /* the head, 1 .. */
	bool bare;         /* there is no test at all */
	bool sampled;      /* sampling error alone is known of some row */
	bool noted;        /* a row has a caveat of its own */
	size_t n_left_out; /* the first of the columns above */

	enum pd_by names[PD_N_BY]; /* [n_names] the last columns; by pd_deltacolumns_head() */
	size_t n_names;
};

/* Whether there is anything that could stand in the column. */
bool pd_deltacolumns_exist(const struct pd_deltacolumns *c, size_t column);
/* And it is not left out. */
bool pd_deltacolumns_have(const struct pd_deltacolumns *c, size_t column);

/* Finds the names and adds all columns with their titles to @b. */
void pd_deltacolumns_head(struct pd_deltacolumns *c, struct pd_board *b);

/* How many stand behind "relative", the last one that says how much changed. */
size_t pd_deltacolumns_behind(const struct pd_deltacolumns *c);

/* The names of those that are left out; returns their number. */
size_t pd_deltacolumns_left_out(const struct pd_deltacolumns *c,
				const char *ret_name[PD_N_DELTACOLUMNS]);

/* A set of enum pd_deltalegend_column. */
unsigned int pd_deltacolumns_legend(const struct pd_deltacolumns *c);

#endif
