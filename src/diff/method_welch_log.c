/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/method.h"

#include <math.h>

/* Welch's t on logs: the choice when there are too few runs for ranks. */
static bool fits(const struct pd_question *q)
{
	return !q->shift;
}

static int run(const struct pd_question *q, struct pd_finding *ret)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct pd_welch w, w90;
	int r = pd_welch_log(x->value, x->n, y->value, y->n, q->policy->level, &w);

	if (r < 0)
		return r;
	r = pd_welch_log(x->value, x->n, y->value, y->n, pd_method_narrow_level(q->policy), &w90);
	if (r < 0)
		return r;
	ret->delta = pd_method_relative(&w, q->policy->level);
	ret->lo90 = expm1(w90.lo);
	ret->hi90 = expm1(w90.hi);
	ret->p = w.p;
	return PD_OK;
}

const struct pd_method pd_method_welch_log = {
	.name = "welch-log",
	.what = "Welch's t-test on logarithms: for runs too few for the rank test",
	.shift = false,
	.twin = &pd_method_welch,
	.sound_from = 7,
	.fits = fits,
	.run = run,
};
