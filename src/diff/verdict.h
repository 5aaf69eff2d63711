/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdict.h - the one place where numbers become a judgement
 */
#ifndef DIFF_VERDICT_H
#define DIFF_VERDICT_H

#include <perfdelta/compare.h>

/* What the verdict looks at beside the numbers of the comparison. */
struct pd_evidence {
	enum pd_better better;
	uint32_t n_min;        /* runs of the smaller side */
	double threshold_up;   /* a change of at least this is worth a word: delta's unit, > 0 */
	double threshold_down; /* its mirror image, < 0: -2 % of time is +2 % of rate, not -2 % */
	double grain;          /* half of what rounding hides, in delta's unit; 0: nothing */
	bool shaky;            /* too few runs for the method to be sure of a change */
	bool may_be_drift;     /* beside a steady drift the change is not certain */
	bool guarded;
	double guard_lo90, guard_hi90;
};

/*
 * Applies the verdict table (docs/statistics.md) to @c, whose p is adjusted and
 * whose caveats stand; sets c->significant, c->verdict and the caveats that only
 * the verdict knows.
 */
void pd_verdict(struct pd_comparison *c, const struct pd_evidence *e,
		const struct pd_policy *policy);

#endif
