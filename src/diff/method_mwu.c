/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/method.h"

#include <math.h>

/*
 * Mann-Whitney on the values and the Hodges-Lehmann ratio with the interval
 * from inverting the same test: p and interval cannot contradict each other.
 */
static bool fits(const struct pd_question *q)
{
	return !q->shift && pd_ranktest_reaches(q->x->n, q->y->n, q->reach);
}

/* The second opinion where spreads or sizes differ; NaN if it does not exist. */
static double guard_p(const struct pd_question *q)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct pd_brunner bm;
	struct pd_welch w;
	int r;

	if (x->n >= 10 && y->n >= 10) {
		r = pd_brunner(x->sorted, x->n, y->sorted, y->n, &bm);
		return r < 0 ? nan("") : bm.p;
	}
	r = pd_welch_log(x->value, x->n, y->value, y->n, q->policy->level, &w);
	return r < 0 ? nan("") : w.p;
}

/*
 * The rank test takes a change of spread for a change of place when the sides
 * are unequal in size or spread; the larger of both p-values then counts.
 */
static void apply_guard(const struct pd_question *q, struct pd_finding *f)
{
	const struct pd_series *x = q->x, *y = q->y;
	double alpha = q->policy->alpha, p2 = guard_p(q);
	struct pd_welch w;

	if (isnan(p2))
		return;
	f->guarded = true;
	if (pd_welch_log(x->value, x->n, y->value, y->n, pd_method_narrow_level(q->policy), &w) ==
	    0) {
		f->guard_lo90 = expm1(w.lo);
		f->guard_hi90 = expm1(w.hi);
	}
	if (p2 <= f->p)
		return;
	if (f->p <= alpha * (1 + 1e-12) && p2 > alpha * (1 + 1e-12))
		f->caveats |= PD_CAVEAT_VARIANCE;
	f->p = p2;
}

static int run(const struct pd_question *q, struct pd_finding *ret)
{
	const struct pd_series *x = q->x, *y = q->y;
	const double level[2] = {q->policy->level, pd_method_narrow_level(q->policy)};
	struct pd_estimate both[2];
	struct pd_ranktest test = pd_ranktest(x->sorted, x->n, y->sorted, y->n, q->scratch);

	pd_shift_ratio(x->sorted, x->n, y->sorted, y->n, level, 2, q->scratch, both);
	ret->delta = both[0];
	ret->lo90 = both[1].lo;
	ret->hi90 = both[1].hi;
	ret->p = test.p;
	if (pd_spread_differs(x->sorted, x->n, y->sorted, y->n, q->scratch))
		apply_guard(q, ret);
	return PD_OK;
}

const struct pd_method pd_method_mwu = {
	.name = "mwu",
	.what = "Mann-Whitney test, exact with ties; Hodges-Lehmann ratio with the test's own interval",
	.shift = false,
	.twin = &pd_method_mwu_shift,
	.fits = fits,
	.run = run,
};
