/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - the numbers of one comparison, before anyone judges them */
#ifndef DIFF_MEASURE_H
#define DIFF_MEASURE_H

#include "diff/verdict.h"

struct pd_scratch;

/* Does @c get a p? What has no noise gets one only if ranks can reach alpha. */
bool pd_measure_is_tested(const struct pd_result *r, const struct pd_comparison *c,
			  struct pd_scratch *scratch);

/*
 * Fills @c, of which row, side and gated are set, but for p, significant and
 * verdict, which depend on the family, and spread; *ret_evidence is what the verdict needs
 * besides. Reads the names of @ctx, r->rows, policy and the sizes of families alone: comparisons may
 * be measured in any order, each thread with a scratch of its own.
 */
void pd_measure(const struct pd_ctx *ctx, const struct pd_result *r, struct pd_comparison *c,
		struct pd_scratch *scratch, struct pd_evidence *ret_evidence);

#endif
