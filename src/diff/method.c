/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/method.h"

#include "base/str.h"
#include "diff/pairs.h"

#include <float.h>
#include <math.h>

static const struct pd_method *const methods[] = {
#define PD_METHOD(name) &pd_method_##name,
#include "diff/methods.def"
#undef PD_METHOD
};

const struct pd_method *pd_method_at(size_t i)
{
	return i < PD_ARRAY_SIZE(methods) ? methods[i] : NULL;
}

const struct pd_method *pd_method_named(const char *name)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(methods); i++)
		if (!strcmp(methods[i]->name, name))
			return methods[i];
	return NULL;
}

/* A method that was named, on the scale of the question, or what stands in for it; or NULL. */
static const struct pd_method *as_named(const struct pd_method *named, const struct pd_question *q)
{
	const struct pd_method *m = named->shift == q->shift ? named : named->twin;

	if (!m->instead || m->fits(q))
		return m;
	return m->instead->fits(q) ? m->instead : NULL;
}

static const struct pd_method *named_by(const struct pd_policy *policy)
{
	if (policy->method)
		return pd_method_named(policy->method);
	return policy->adjust == PD_ADJUST_DUNNETT ? &pd_method_pooled_log : NULL;
}

/* Of the rows that are not asked for by name one always fits. */
const struct pd_method *pd_method_for(const struct pd_question *q)
{
	const struct pd_method *named = named_by(q->policy);
	size_t i = 0;

	if (q->exact)
		return &pd_method_exact;
	if (q->summarised)
		return q->shift ? &pd_method_summary_shift : &pd_method_summary;
	if (named && (!named->twin || named->pairs != q->paired))
		named = NULL;
	if (named)
		named = as_named(named, q);
	if (named)
		return named;
	while (i + 1 < PD_ARRAY_SIZE(methods) && !methods[i]->fits(q))
		i++;
	return methods[i];
}

double pd_method_narrow_level(const struct pd_policy *policy)
{
	return fmin(1 - 2 * policy->alpha, 1 - DBL_EPSILON);
}

double pd_method_point(const struct pd_question *q)
{
	const struct pd_series *x = q->x, *y = q->y;
	struct pd_estimate e;

	if (q->paired)
		return pd_pairs_point(q);
	if (q->shift)
		pd_shift_difference(x->sorted, x->n, y->sorted, y->n, &q->policy->level, 1,
				    q->scratch, &e);
	else
		pd_shift_ratio(x->sorted, x->n, y->sorted, y->n, &q->policy->level, 1, q->scratch,
			       &e);
	return e.point;
}

struct pd_estimate pd_method_relative(const struct pd_welch *w, double level)
{
	return (struct pd_estimate){.point = expm1(w->diff),
				    .lo = expm1(w->lo),
				    .hi = expm1(w->hi),
				    .level = level,
				    .reached = true};
}
