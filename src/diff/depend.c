/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/depend.h"

#include <math.h>

#include <perfdelta/stat_quality.h>

/* As for AUTOCORR. */
#define LAG_Z 2.326

static double change_of(const struct pd_question *q, double difference)
{
	return q->shift ? difference : expm1(difference);
}

/* A change the other way round is no evidence for this one. */
static void heed_p(const struct pd_question *q, const struct pd_welch *w, struct pd_finding *f)
{
	f->p = fmax(f->p, change_of(q, w->diff) * f->delta.point > 0 ? w->p : 1);
}

static void widen(const struct pd_question *q, const struct pd_welch *w, double *lo, double *hi)
{
	*lo = fmin(*lo, change_of(q, w->lo)); /* of a NaN and a number the number */
	*hi = fmax(*hi, change_of(q, w->hi));
}

/* Fewer runs, which differ among each other as these do. */
static void heed_likeness(const struct pd_question *q, double lag, struct pd_finding *f)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct pd_welch w;

	if (pd_dependent(x->value, x->n, y->value, y->n, lag, !q->shift, q->policy->level, &w) < 0)
		return;
	heed_p(q, &w, f);
	widen(q, &w, &f->delta.lo, &f->delta.hi);
	if (pd_dependent(x->value, x->n, y->value, y->n, lag, !q->shift,
			 pd_method_narrow_level(q->policy), &w) == PD_OK)
		widen(q, &w, &f->lo90, &f->hi90);
}

/*
 * A drift that goes on from one side to the other, and nobody knows which came first: both
 * ways must agree that there is a change. The interval stays: it is of the change that was
 * measured, whatever made it.
 * Return: whether runs resemble each other beside the drift, too, or are all on it.
 */
static bool heed_drift(const struct pd_question *q, struct pd_finding *f)
{
	const struct pd_series *x = q->x, *y = q->y;
	bool alike = false;

	for (int head_first = 0; head_first < 2; head_first++) {
		struct pd_welch w;
		double z;

		if (pd_dependent_fit(x->value, x->n, y->value, y->n, head_first, !q->shift,
				     q->policy->level, q->scratch, &z, &w) < 0)
			return true;
		heed_p(q, &w, f);
		alike = alike || z > LAG_Z;
	}
	return alike;
}

void pd_depend(const struct pd_question *q, const struct pd_qualities *x,
	       const struct pd_qualities *y, bool order_known, struct pd_finding *f,
	       double ret_worth[2])
{
	bool drifts = (x->found | y->found) & (PD_QUALITY_DRIFT | PD_QUALITY_STEP);
	double lag = pd_dependent_lag(x->lag1, q->x->n, y->lag1, q->y->n);

	if (drifts && order_known)
		return;
	f->caveats |= PD_CAVEAT_DEPENDENT;
	if (drifts && !heed_drift(q, f))
		return;
	heed_likeness(q, lag, f);
	ret_worth[0] = pd_dependent_worth(q->x->n, lag);
	ret_worth[1] = pd_dependent_worth(q->y->n, lag);
}
