/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nesting.h - how much runs differ, and the iterations inside them, in a sentence */
#ifndef REPORT_NESTING_H
#define REPORT_NESTING_H

#include "base/out.h"

#include <perfdelta/report.h>

/* Of a relative standard deviation there are a mean and a unit to it; NaN without. */
double pd_nesting_share(const struct pd_centre *centre, double sd);

/* The most boots that a series of @side has, 0: nobody says; and the most runs. */
uint32_t pd_nesting_boots(const struct pd_report *r, size_t side);
uint32_t pd_nesting_runs(const struct pd_report *r, size_t side);

/* What comparisons count: "pairs", "boots" if they are known of all series, else "runs". */
const char *pd_nesting_unit(const struct pd_report *r);

/* Does nobody say of some series in which boots it was measured? */
bool pd_nesting_is_assumed(const struct pd_report *r);

/*
 * What the series of @r with values inside values say: "Runs differ by 2.0%, iterations
 * of one run by 1.0% ...", and how many iterations make the most of the time. Nothing,
 * and false, if there is no such series.
 */
bool pd_nesting_put(struct pd_out *out, const struct pd_report *r);

#endif
