/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work.h - every run brought to the cost of one unit of work */
#ifndef DIFF_WORK_H
#define DIFF_WORK_H

#include "diff/costs.h"

struct pd_scratch;

/*
 * The typical symbol is asked of symbols, whatever rows are: how much was done does not
 * depend on how it is looked at.
 *
 * Sets c->scale, and what @section says of it: work, unit, factor. In this order:
 * work that the policy gives, the time that every source prints, the typical
 * symbol (the middle of all ratios), the run itself.
 *
 * Return: 0, or PD_EUSAGE with an error reported if policy->work_from does not
 * give one value for each run.
 */
int pd_work(struct pd_fold *fold, struct pd_costs *c, const struct pd_table *table,
	    const struct pd_delta_policy *policy, struct pd_delta_section *section,
	    struct pd_scratch *scratch) PD_MUST_USE;

#endif
