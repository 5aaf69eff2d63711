/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quality.h - what is odd about one series before it is compared with any other */
#ifndef DIFF_QUALITY_H
#define DIFF_QUALITY_H

#include <perfdelta/compare.h>

struct pd_scratch;

/*
 * Fills centre->quality of @side of @row, which has values; the summary of @centre is
 * there already. Metrics that are declared exact and constant series have no findings.
 * What is drawn at random depends on the names of row and side and on r->policy.seed
 * alone.
 */
void pd_quality(const struct pd_ctx *ctx, const struct pd_result *r, size_t row, size_t side,
		struct pd_scratch *s, struct pd_centre *centre);

#endif
