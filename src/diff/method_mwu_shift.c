/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/method.h"

#include <math.h>

/* As mwu, on differences: for values that are zero or negative, where no ratio exists. */
static bool fits(const struct pd_question *q)
{
	return q->shift && pd_ranktest_reaches(q->x->n, q->y->n, q->reach);
}

static int run(const struct pd_question *q, struct pd_finding *ret)
{
	const struct pd_series *x = q->x, *y = q->y;
	const double level[2] = {q->policy->level, pd_method_narrow_level(q->policy)};
	struct pd_estimate both[2];

	pd_shift_difference(x->sorted, x->n, y->sorted, y->n, level, 2, q->scratch, both);
	ret->delta = both[0];
	ret->lo90 = both[1].lo;
	ret->hi90 = both[1].hi;
	ret->p = pd_ranktest(x->sorted, x->n, y->sorted, y->n, q->scratch).p;
	return PD_OK;
}

const struct pd_method pd_method_mwu_shift = {
	.name = "mwu-shift",
	.what = "Mann-Whitney test with the Hodges-Lehmann shift: for zeros, negatives and --shift",
	.shift = true,
	.twin = &pd_method_mwu,
	.fits = fits,
	.run = run,
};
