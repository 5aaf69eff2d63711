/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.h - rows of profiles, tested over the runs and judged under a policy */
#ifndef DIFF_JUDGE_H
#define DIFF_JUDGE_H

#include "diff/costs.h"

struct pd_scratch;

/*
 * Fills p, rel, detectable and caveats of change[row * (n_sides - 1) + head - 1] for all rows,
 * and method and kappa of @section. What a cut list hides is taken as what
 * favours a change least.
 */
void pd_judge_test(const struct pd_costs *c, const struct pd_delta_policy *policy,
		   struct pd_delta_section *section, struct pd_delta_change *change,
		   struct pd_scratch *scratch);

/* Adjusts p over all changes, and gives each its verdict. */
void pd_judge_verdicts(const struct pd_costs *c, const struct pd_delta_policy *policy,
		       struct pd_delta_section *section, struct pd_delta_change *change);

#endif
