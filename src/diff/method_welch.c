/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/method.h"

#include <math.h>

/* Welch's t on the values themselves: differences, with too few runs for ranks. */
static bool fits(const struct pd_question *q)
{
	return q->shift;
}

static int run(const struct pd_question *q, struct pd_finding *ret)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct pd_welch w, w90;
	int r = pd_welch(x->value, x->n, y->value, y->n, q->policy->level, &w);

	if (r < 0)
		return r;
	r = pd_welch(x->value, x->n, y->value, y->n, pd_method_narrow_level(q->policy), &w90);
	if (r < 0)
		return r;
	ret->delta = (struct pd_estimate){w.diff, w.lo, w.hi, q->policy->level, true};
	ret->lo90 = w90.lo;
	ret->hi90 = w90.hi;
	ret->p = w.p;
	return PD_OK;
}

const struct pd_method pd_method_welch = {
	.name = "welch",
	.what = "Welch's t-test on the values: differences, for runs too few for the rank test",
	.shift = true,
	.twin = &pd_method_welch_log,
	.fits = fits,
	.run = run,
};
