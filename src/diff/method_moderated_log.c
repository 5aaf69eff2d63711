/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/method.h"

#include <math.h>

#include <perfdelta/stat_many.h>

/*
 * One base and many heads of few runs each: a t test on logs whose variances
 * all sides and rows share. diff/prior.h says which rows can.
 */
static bool fits(const struct pd_question *q)
{
	return !q->shift && q->prior;
}

/* Sides that do not vary are not made noisy by what others do: no test, as in Welch's. */
static bool varies(const struct pd_series *s)
{
	return s->sorted[0] != s->sorted[s->n - 1];
}

static int run(const struct pd_question *q, struct pd_finding *ret)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct pd_welch w, w90;

	if (!varies(x) && !varies(y))
		return PD_EUNDEFINED;
	w = pd_many_test(x->value, y->value, x->n, q->prior, q->policy->level);
	w90 = pd_many_test(x->value, y->value, x->n, q->prior, pd_method_narrow_level(q->policy));
	ret->delta = pd_method_relative(&w, q->policy->level);
	ret->lo90 = expm1(w90.lo);
	ret->hi90 = expm1(w90.hi);
	ret->p = w.p;
	return PD_OK;
}

const struct pd_method pd_method_moderated_log = {
	.name = "moderated-log",
	.what = "t-test on logarithms with variances that sides and rows share: many sides of few runs",
	.shift = false,
	.twin = &pd_method_welch,
	.instead = &pd_method_welch_log,
	.sound_from = 7,
	.fits = fits,
	.run = run,
};
