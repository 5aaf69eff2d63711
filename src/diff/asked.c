/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/asked.h"

#include <perfdelta/stat_interval.h>

enum { BRUNNER_RUNS = 10 };

/* ---- Brunner and Munzel */

bool pd_asked_brunner_fits(const struct pd_question *q)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct pd_brunner b;

	return x->n >= BRUNNER_RUNS && y->n >= BRUNNER_RUNS &&
	       pd_brunner(x->sorted, x->n, y->sorted, y->n, &b) == PD_OK;
}

static int accepted(const struct pd_question *q, double level, struct pd_estimate *ret)
{
	return pd_brunner_shift(q->x->sorted, q->x->n, q->y->sorted, q->y->n, q->shift, level,
				q->scratch, ret);
}

int pd_asked_brunner(const struct pd_question *q, struct pd_finding *ret)
{
	struct pd_estimate wide, narrow;
	struct pd_brunner b;
	int r = pd_brunner(q->x->sorted, q->x->n, q->y->sorted, q->y->n, &b);

	if (r < 0)
		return r;
	r = accepted(q, q->policy->level, &wide);
	if (r < 0)
		return r;
	r = accepted(q, pd_method_narrow_level(q->policy), &narrow);
	if (r < 0)
		return r;
	ret->delta = wide;
	ret->lo90 = narrow.lo;
	ret->hi90 = narrow.hi;
	ret->p = b.p;
	return PD_OK;
}

/* ---- dealing out the runs anew */

bool pd_asked_permutation_fits(const struct pd_question *q)
{
	return pd_permutation_min_p(q->x->n, q->y->n) <= q->reach * (1 + 1e-12);
}

int pd_asked_permutation(const struct pd_question *q, struct pd_finding *ret)
{
	const double level[2] = {q->policy->level, pd_method_narrow_level(q->policy)};
	const struct pd_resampling how = {.difference = q->shift, .seed = q->seed};
	struct pd_estimate both[2];
	struct pd_permutation p;
	int r = pd_permutation(q->x->value, q->x->n, q->y->value, q->y->n, &how, level, 2,
			       q->scratch, &p, both);

	if (r < 0)
		return r;
	ret->delta = both[0];
	ret->lo90 = both[1].lo;
	ret->hi90 = both[1].hi;
	ret->p = p.p;
	return PD_OK;
}
