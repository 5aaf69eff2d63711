/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/edivisive.h"
#include "stat/rank.h"
#include "stat/ranked.h"
#include "stat/scratch.h"
#include "stat/select.h"

#include "base/str.h"

#include <perfdelta/stat_history.h>

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 400 };

static const size_t least_part = 3;

/* What 1 % of series of n independent values exceed. */
static const struct {
	size_t n;
	double limit;
} limits[] = {
#define PD_STEP_LIMIT(n, limit) {n, limit},
#include "stat/step_limits.def"
#undef PD_STEP_LIMIT
};

static double limit_of(size_t n)
{
	double part;
	size_t i = 0;

	while (limits[i].n < n)
		i++;
	if (limits[i].n == n)
		return limits[i].limit;
	/* it grows with log n */
	part = log((double)n / (double)limits[i - 1].n) /
	       log((double)limits[i].n / (double)limits[i - 1].n);
	return (1 - part) * limits[i - 1].limit + part * limits[i].limit;
}

static double median_of(const double *v, size_t n, struct pd_scratch *s)
{
	double *copy = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n);

	memcpy(copy, v, n * sizeof(*v));
	return pd_select_median(copy, n);
}

/* The mean distance of two ranks, each doubled: 2 (n + 1)/3 of values that are all different. */
static double mean_distance(const double *sorted, size_t n)
{
	double sum = 0, size = (double)n;

	for (size_t i = 0, end; i < n; i = end) {
		double weight; /* of ranks that are alike: pairs below each less pairs above */

		for (end = i + 1; end < n && sorted[end] == sorted[i]; end++)
			;
		weight = (double)(end - i) * ((double)(i + end) - size);
		sum += ((double)(i + end) - size) * weight;
	}
	return 2 * sum / (size * (size - 1));
}

static int32_t distance(const int32_t *rank, size_t from, size_t to, int32_t of)
{
	int32_t sum = 0;

	for (size_t i = from; i < to; i++)
		sum += abs(rank[i] - of);
	return sum;
}

/*
 * The best cut of the ranks and its energy: pd_edivisive_energy() in integers, whose sums
 * need no order and are done four at a time. MOST ranks differ by 2 MOST at most.
 */
static size_t best_of_ranks(const int32_t *rank, size_t n, double *ret_q)
{
	int32_t before[MOST], left = 0, right = 0, all = 0;
	size_t best = 0;

	*ret_q = -HUGE_VAL;
	for (size_t k = 0; k < n; k++) {
		before[k] = distance(rank, 0, k, rank[k]);
		all += before[k];
	}
	right = all;
	for (size_t k = 0; k + least_part <= n; k++) {
		double q = k < least_part ? -HUGE_VAL
					  : pd_edivisive_at((double)k, (double)(n - k), left, right,
							    all - left - right);

		if (q > *ret_q) {
			*ret_q = q;
			best = k;
		}
		left += before[k];
		right -= distance(rank, k + 1, n, rank[k]);
	}
	return best;
}

/*
 * The best cut of the @n values, and how good it is beside the distance of any two. Ranks say
 * whether there is one; where, they leave open by a run or two, and the values tell.
 */
static size_t best_cut(const double *v, const double *sorted, const int32_t *rank, size_t n,
		       struct pd_scratch *s, struct pd_step *step)
{
	size_t best = best_of_ranks(rank, n, &step->q);
	double q[MOST];

	step->q /= mean_distance(sorted, n);
	if (!(step->q > step->limit))
		return best;
	pd_edivisive_energy(v, n, least_part, s, q);
	best = 0;
	for (size_t i = 1; i + 2 * least_part <= n; i++)
		best = q[i] > q[best] ? i : best;
	return best + least_part;
}

static double *block_medians(const double *v, size_t block, size_t n_blocks, struct pd_scratch *s)
{
	double *medians = pd_scratch_array(s, PD_SCRATCH_THINNED, double, 2 * n_blocks);

	for (size_t i = 0; i < n_blocks; i++)
		medians[i] = median_of(v + i * block, block, s);
	memcpy(medians + n_blocks, medians, n_blocks * sizeof(*medians));
	pd_select_sort(medians + n_blocks, n_blocks);
	return medians;
}

struct pd_step pd_step_ranked(const double *v, const double *sorted, const int32_t *rank, size_t n,
			      struct pd_scratch *s)
{
	struct pd_step step = {0, nan(""), nan(""), nan(""), nan("")};
	size_t block = (n + MOST - 1) / MOST, n_blocks = n / block;
	int32_t block_rank[MOST];
	double *medians = NULL;

	assert(n > 0);

	if (n < limits[0].n || sorted[0] == sorted[n - 1])
		return step;
	if (block > 1) {
		medians = block_medians(v, block, n_blocks, s);
		if (medians[n_blocks] == medians[2 * n_blocks - 1])
			return step;
		pd_rank_all(medians, medians + n_blocks, n_blocks, block_rank);
	}
	step.limit = limit_of(n_blocks);
	step.at = block * best_cut(medians ? medians : v, medians ? medians + n_blocks : sorted,
				   medians ? block_rank : rank, n_blocks, s, &step);
	if (!(step.q > step.limit))
		return step;
	step.before = median_of(v, step.at, s);
	step.after = median_of(v + step.at, n - step.at, s);
	return step;
}

struct pd_step pd_step(const double *v, const double *sorted, size_t n, struct pd_scratch *s)
{
	int32_t *rank = pd_scratch_array(s, PD_SCRATCH_RANKS, int32_t, n);

	pd_rank_all(v, sorted, n, rank);
	return pd_step_ranked(v, sorted, rank, n, s);
}
