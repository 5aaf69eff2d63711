/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltainterval.h - intervals of profile rows in columns, under headings that say what they hold
 *
 * Single profiles have two: of the cost, for which the noise of runs is assumed, and of the share
 * with sampling error only.
 */
#ifndef REPORT_DELTAINTERVAL_H
#define REPORT_DELTAINTERVAL_H

#include "report/deltacells.h"

/* The longest texts of a column. */
struct pd_deltainterval {
	size_t point, lo, hi;
};

enum { PD_DELTAINTERVAL_TITLE = 128 };

/* Whether there is any: a point alone is none. */
bool pd_deltainterval_has(const struct pd_estimate *e);

/* "95% interval"; "95% if runs vary 10%" where that was assumed. */
void pd_deltainterval_title(const struct pd_deltacells *c, size_t side,
			    char title[PD_DELTAINTERVAL_TITLE]);
/* "share, 95% sampling only" */
void pd_deltainterval_sampling_title(const struct pd_deltacells *c,
				     char title[PD_DELTAINTERVAL_TITLE]);

/* Makes room for @e, if it is an interval. */
void pd_deltainterval_measure(struct pd_deltainterval *w, const struct pd_estimate *e);

/* "[-96.74%, -85.43%]", aligned; nothing if there is none. */
void pd_deltainterval_put(const struct pd_deltainterval *w, const struct pd_estimate *e,
			  struct pd_out *out);
/* "-8.78% [-10.51%, -7.18%]"; without the point where a list is cut. */
void pd_deltainterval_put_share(const struct pd_deltainterval *w, const struct pd_estimate *e,
				struct pd_out *out);

#endif
