/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/digests.h"

#include <math.h>

#include <perfdelta/stat_design.h>

/* The digest that a row stands for: of itself, if nothing is told; n 0 if too little is. */
static struct pd_digest digest_of(const struct pd_table *t, size_t row, enum pd_aggregate_of of)
{
	const struct pd_aggregate *a = pd_aggregate_of(t, row);
	double sd;

	if (!a || a->of == PD_AGGREGATE_INSIDE)
		return (struct pd_digest){1, t->value[row], 0};
	if (a->of != of || a->n < 2 || a->n > UINT32_MAX)
		return (struct pd_digest){0, 0, 0};
	sd = a->level > 0 ? pd_digest_sd(a->spread, a->level, a->n) : a->spread;
	return (struct pd_digest){isnan(sd) ? 0 : a->n, t->value[row], sd};
}

bool pd_digests_is_single_run(const struct pd_table *t, const uint32_t *index, size_t n)
{
	return n == 1 && digest_of(t, index[0], PD_AGGREGATE_ITERATIONS).n > 1;
}

uint64_t pd_digests_inside(const struct pd_table *t, const uint32_t *index, size_t n)
{
	uint64_t least = 0;

	for (size_t i = 0; t->n_aggregates && i < n; i++) {
		const struct pd_aggregate *a = pd_aggregate_of(t, index[i]);

		if (a && a->of == PD_AGGREGATE_INSIDE && (!least || a->n < least))
			least = a->n;
	}
	return least;
}

void pd_digests(const struct pd_table *t, const uint32_t *index, struct pd_series *series)
{
	enum pd_aggregate_of of = series->single_run ? PD_AGGREGATE_ITERATIONS : PD_AGGREGATE_RUNS;
	struct pd_digest part[DIGESTS_ENOUGH], all;

	for (uint32_t i = 0; i < series->n; i++) {
		const struct pd_aggregate *a = pd_aggregate_of(t, index[i]);

		series->aggregated |= a && a->of != PD_AGGREGATE_INSIDE;
	}
	if (!series->aggregated || series->n >= DIGESTS_ENOUGH)
		return;
	for (uint32_t i = 0; i < series->n; i++) {
		part[i] = digest_of(t, index[i], of);
		if (!part[i].n)
			return;
	}
	all = pd_digest_join(part, series->n);
	if (all.n > series->n && all.n <= UINT32_MAX)
		series->digest = all;
}

struct pd_digest pd_digests_of(const struct pd_series *series, bool of_logs)
{
	if (!series->digest.n)
		return pd_digest_of(series->value, series->n, of_logs);
	return of_logs ? pd_digest_logs(&series->digest) : series->digest;
}

static int welch(const struct pd_question *q, double level, struct pd_welch *ret)
{
	struct pd_digest x = pd_digests_of(q->x, !q->shift), y = pd_digests_of(q->y, !q->shift);

	return pd_digest_welch(&x, &y, level, ret);
}

int pd_digests_run(const struct pd_question *q, struct pd_finding *ret)
{
	struct pd_welch w, w90;
	int r = welch(q, q->policy->level, &w);

	if (r < 0)
		return r;
	r = welch(q, pd_method_narrow_level(q->policy), &w90);
	if (r < 0)
		return r;
	ret->p = w.p;
	if (q->shift) {
		ret->delta = (struct pd_estimate){w.diff, w.lo, w.hi, q->policy->level, true};
		ret->lo90 = w90.lo;
		ret->hi90 = w90.hi;
	} else {
		ret->delta = pd_method_relative(&w, q->policy->level);
		ret->lo90 = expm1(w90.lo);
		ret->hi90 = expm1(w90.hi);
	}
	return PD_OK;
}
