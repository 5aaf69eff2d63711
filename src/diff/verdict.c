/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/verdict.h"

#include <math.h>

/* Two-sided p equals alpha exactly at 3 v 3 and others, and thresholds are decimals. */
#define SLACK 1e-12

static enum pd_verdict direction(double change, enum pd_better better)
{
	switch (better) {
	case PD_LOWER:
		return change > 0 ? PD_VERDICT_REGRESSION : PD_VERDICT_IMPROVEMENT;
	case PD_HIGHER:
		return change > 0 ? PD_VERDICT_IMPROVEMENT : PD_VERDICT_REGRESSION;
	case PD_BETTER_UNKNOWN:
		break;
	}
	return PD_VERDICT_CHANGED;
}

static bool beyond(double change, const struct pd_evidence *e)
{
	if (change > 0)
		return change >= e->threshold_up * (1 - SLACK);
	return change < 0 && change <= e->threshold_down * (1 - SLACK);
}

static bool is_significant(struct pd_comparison *c, const struct pd_policy *policy)
{
	bool small = c->p <= policy->alpha * (1 + SLACK); /* false for NaN */
	bool excludes = c->delta.lo >= 0 || c->delta.hi <= 0;

	if (small && !excludes)
		c->caveats |= PD_CAVEAT_TIES;
	return small && excludes;
}

/* Rule B: not the estimate but the whole interval lies beyond the threshold. */
static bool strictly_beyond(const struct pd_comparison *c, const struct pd_evidence *e)
{
	return c->delta.lo > e->threshold_up || c->delta.hi < e->threshold_down;
}

static bool is_inside(double lo, double hi, const struct pd_evidence *e)
{
	return lo > e->threshold_down * (1 - SLACK) && hi < e->threshold_up * (1 - SLACK);
}

/* Both one-sided tests hold (Schuirmann 1987), rounding of the data included. */
static bool is_equivalent(const struct pd_comparison *c, const struct pd_evidence *e)
{
	return is_inside(c->lo90 - e->grain, c->hi90 + e->grain, e) &&
	       (!e->guarded || is_inside(e->guard_lo90, e->guard_hi90, e));
}

static enum pd_verdict judge(const struct pd_comparison *c, const struct pd_evidence *e,
			     const struct pd_policy *policy)
{
	bool changed = c->significant && beyond(c->delta.point, e);

	if (c->caveats & PD_CAVEAT_ALL_EQUAL)
		return PD_VERDICT_SAME;
	if (c->caveats & PD_CAVEAT_DETERMINISTIC)
		return beyond(c->delta.point, e) ? direction(c->delta.point, e->better)
						 : PD_VERDICT_SAME;
	if (policy->require_interleaved && (c->caveats & PD_CAVEAT_BLOCKED))
		return PD_VERDICT_INCONCLUSIVE;
	if (e->n_min < 2 || isnan(c->p))
		return PD_VERDICT_INCONCLUSIVE;
	if (changed && (policy->rule == PD_RULE_POINT || strictly_beyond(c, e)))
		return direction(c->delta.point, e->better);
	return is_equivalent(c, e) ? PD_VERDICT_SAME : PD_VERDICT_INCONCLUSIVE;
}

/* A claim that somebody could act on. */
static bool is_change(enum pd_verdict v)
{
	return v != PD_VERDICT_SAME && v != PD_VERDICT_INCONCLUSIVE;
}

void pd_verdict(struct pd_comparison *c, const struct pd_evidence *e,
		const struct pd_policy *policy)
{
	c->significant = is_significant(c, policy);
	c->verdict = judge(c, e, policy);
	if (c->verdict == PD_VERDICT_SAME && c->significant)
		c->caveats |= PD_CAVEAT_BELOW_THRESHOLD;
	if (e->shaky && is_change(c->verdict))
		c->caveats |= PD_CAVEAT_PARAMETRIC;
	if (e->may_be_drift && is_change(c->verdict))
		c->caveats |= PD_CAVEAT_DRIFT_POSSIBLE;
}
