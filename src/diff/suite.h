/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite.h - one number for many benchmarks; informative, never a gate */
#ifndef DIFF_SUITE_H
#define DIFF_SUITE_H

#include <perfdelta/compare.h>

/*
 * Fills r->geomean: for each metric and head side the geometric mean of the
 * estimated ratios over the rows that both sides have and that have a ratio,
 * with the t interval of their logs ("across benchmarks"). Rows on one side only
 * never enter. The interval is NaN for a single row.
 */
void pd_suite_geomeans(struct pd_ctx *ctx, struct pd_result *r);

#endif
