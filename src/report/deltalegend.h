/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deltalegend.h - what stands in a table of profiles: columns, sums, tests */
#ifndef REPORT_DELTALEGEND_H
#define REPORT_DELTALEGEND_H

#include "base/out.h"

#include <perfdelta/delta.h>

/* Columns that a table may lack. */
enum pd_deltalegend_column {
	PD_DELTALEGEND_SHARES = 1,
	PD_DELTALEGEND_CHANGE = 2,
	PD_DELTALEGEND_OF_TOTAL = 4,
	PD_DELTALEGEND_INTERVAL = 8,
	PD_DELTALEGEND_DETECTABLE = 16,
	PD_DELTALEGEND_SAMPLING = 32,
};

/* What the columns mean, one paragraph; @columns: a set of enum pd_deltalegend_column. */
void pd_deltalegend(struct pd_out *out, const struct pd_delta_result *result, unsigned int columns);

/*
 * "(rare): rows of fewer than 5 hits a run, together.": what the sums of @result are, if it has
 * any; behind a blank if @out holds something.
 */
void pd_deltalegend_kinds(struct pd_out *out, const struct pd_delta_result *result);

#endif
