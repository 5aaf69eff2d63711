/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_history.h>

#include "stat/scratch.h"
#include "stat/select.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct search {
	size_t n, n_quantiles, min_size;
	double penalty;
	const double *below; /* [n + 1][n_quantiles]: how many of the first values are below each */
	double *cost;        /* [n + 1] of the best cut of so many first values */
	uint32_t *last;      /* [n + 1] where its last part begins */
	uint32_t *start;     /* [n + 1] beginnings that may still win */
	size_t n_starts;
};

/*
 * Quantiles of the whole series, dense in the tails, where distributions differ first.
 * Source: Haynes et al. (2017), sec. 4.1.
 */
static double quantile(const double *sorted, size_t n, size_t k, size_t n_quantiles)
{
	double c = -log(2 * (double)n - 1);
	double p = 1 / (1 + exp(-c) * exp(c / (double)n_quantiles * (2 * (double)k + 1)));

	return pd_quantile(sorted, n, p, 7);
}

/* How many of the first values are below each quantile, equal ones counting half. */
static void count(const double *v, size_t n, const double *quantiles, size_t n_quantiles,
		  double *below)
{
	memset(below, 0, n_quantiles * sizeof(*below));
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n_quantiles; k++)
			below[(i + 1) * n_quantiles + k] = below[i * n_quantiles + k] +
							   (v[i] < quantiles[k] ? 1 : 0) +
							   (v[i] == quantiles[k] ? 0.5 : 0);
}

static double entropy(double part)
{
	return part > 0 && part < 1 ? part * log(part) + (1 - part) * log1p(-part) : 0;
}

/* What the values from..to - 1 leave unexplained if they are of one kind: -2 log likelihood. */
static double cost_of(const struct search *s, size_t from, size_t to)
{
	const double *a = s->below + from * s->n_quantiles, *b = s->below + to * s->n_quantiles;
	double size = (double)(to - from), sum = 0;

	for (size_t k = 0; k < s->n_quantiles; k++)
		sum += entropy((b[k] - a[k]) / size);
	return -2 * log(2 * (double)s->n - 1) / (double)s->n_quantiles * size * sum;
}

/*
 * A beginning that loses against a cut at @at loses for ever, since two parts never
 * cost more than one without a penalty.
 */
static void prune(struct search *s, size_t at)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->n_starts; i++)
		if (s->start[i] >= at ||
		    s->cost[s->start[i]] + cost_of(s, s->start[i], at) <= s->cost[at])
			s->start[kept++] = s->start[i];
	s->n_starts = kept;
}

static void extend(struct search *s, size_t to)
{
	double best = HUGE_VAL;

	if (to >= 2 * s->min_size || to == s->min_size)
		s->start[s->n_starts++] = (uint32_t)(to - s->min_size);
	for (size_t i = 0; i < s->n_starts; i++) {
		double cost = s->cost[s->start[i]] + cost_of(s, s->start[i], to) + s->penalty;

		if (cost < best) {
			best = cost;
			s->last[to] = s->start[i];
		}
	}
	s->cost[to] = best;
	/* the latest cut that the next value can have */
	if (to + 1 >= 2 * s->min_size)
		prune(s, to + 1 - s->min_size);
}

static size_t trace(const struct search *s, size_t *ret_at)
{
	size_t n = 0;

	for (size_t at = s->last[s->n]; at > 0; at = s->last[at])
		n++;
	for (size_t at = s->last[s->n], i = n; at > 0; at = s->last[at])
		ret_at[--i] = at;
	return n;
}

size_t pd_edpelt(const double *v, size_t n, const struct pd_edpelt_how *how, struct pd_scratch *s,
		 size_t *ret_at)
{
	const struct pd_edpelt_how given = how ? *how : (struct pd_edpelt_how){0};
	struct search all = {.n = n,
			     .min_size = given.min_size ? given.min_size : 3,
			     .n_quantiles = given.n_quantiles,
			     .penalty = given.penalty > 0 ? given.penalty : 3 * log((double)n)};
	double *sorted = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n), *below, *quantiles;

	assert(n > 0 && n < UINT32_MAX);

	if (n < 2 * all.min_size)
		return 0;
	if (!all.n_quantiles)
		all.n_quantiles = (size_t)ceil(4 * log((double)n));
	below = pd_scratch_array(s, PD_SCRATCH_MODES, double, (n + 2) * all.n_quantiles + n + 1);
	quantiles = below + (n + 1) * all.n_quantiles;
	memcpy(sorted, v, n * sizeof(*v));
	pd_select_sort(sorted, n);
	for (size_t k = 0; k < all.n_quantiles; k++)
		quantiles[k] = quantile(sorted, n, k, all.n_quantiles);
	count(v, n, quantiles, all.n_quantiles, below);
	all.below = below;
	all.cost = quantiles + all.n_quantiles;
	all.last = pd_scratch_array(s, PD_SCRATCH_RANKS, uint32_t, 2 * (n + 1));
	all.start = all.last + n + 1;
	all.cost[0] = -all.penalty;
	for (size_t to = all.min_size; to <= n; to++)
		extend(&all, to);
	return trace(&all, ret_at);
}
