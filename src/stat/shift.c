/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/pairwise.h"
#include "stat/scratch.h"
#include "stat/select.h"
#include "stat/udist.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/* z of U = k - 1 with continuity, for more pairs than the exact null covers. */
static double normal_z(double m, double n, double k)
{
	return (k - 0.5 - m * n / 2) / sqrt(m * n * (m + n + 1) / 12);
}

size_t pd_shift_rank(size_t m, size_t n, double level, struct pd_scratch *s)
{
	double pairs = (double)m * (double)n;
	double z, k;

	assert(m > 0 && n > 0 && level > 0 && level < 1);

	if (m <= PD_UDIST_MAX_PAIRS / n)
		return pd_udist_rank(m, n, 1 - level, s);
	z = gsl_cdf_ugaussian_Qinv((1 - level) / 2);
	k = floor(pairs / 2 + 0.5 - z * sqrt(pairs * ((double)m + (double)n + 1) / 12));
	return k < 1 ? 0 : (size_t)k;
}

static double level_reached(size_t m, size_t n, size_t k, struct pd_scratch *s)
{
	if (k == 0)
		return 0;
	if (m <= PD_UDIST_MAX_PAIRS / n)
		return 1 - 2 * pd_udist_less(m, n, k - 1, s);
	return 1 - 2 * gsl_cdf_ugaussian_P(normal_z((double)m, (double)n, (double)k));
}

enum { MIDDLE = 2 };

/*
 * The interval of every level in @ret, without the point, and the one or two
 * middle pairs in @middle.
 */
static void invert(const struct pd_pairwise *p, const double *level, size_t n_levels,
		   struct pd_scratch *s, double *middle, struct pd_estimate *ret)
{
	size_t pairs = p->m * p->n, n_ranks = MIDDLE + 2 * n_levels;
	size_t *rank = pd_scratch_array(s, PD_SCRATCH_SCORES, size_t, n_ranks);
	double *found = pd_scratch_array(s, PD_SCRATCH_SUMS, double, n_ranks);

	rank[0] = (pairs - 1) / 2;
	rank[1] = pairs / 2;
	for (size_t i = 0; i < n_levels; i++) {
		size_t k = pd_shift_rank(p->m, p->n, level[i], s);

		ret[i] = (struct pd_estimate){.level = level_reached(p->m, p->n, k, s),
					      .reached = k > 0};
		/* without an interval the ranks are not used, but must exist */
		rank[MIDDLE + 2 * i] = k ? k - 1 : rank[0];
		rank[MIDDLE + 2 * i + 1] = k ? pairs - k : rank[0];
	}
	pd_pairwise_select(p, rank, n_ranks, s, found);
	middle[0] = found[0];
	middle[1] = found[1];
	for (size_t i = 0; i < n_levels; i++) {
		ret[i].lo = ret[i].reached ? found[MIDDLE + 2 * i] : nan("");
		ret[i].hi = ret[i].reached ? found[MIDDLE + 2 * i + 1] : nan("");
	}
}

/* NOLINTNEXTLINE(readability-function-size): two series, levels, memory, result */
void pd_shift_difference(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			 const double *level, size_t n_levels, struct pd_scratch *s,
			 struct pd_estimate *ret)
{
	struct pd_pairwise p = {PD_PAIRWISE_DIFFERENCE, x_sorted, y_sorted, m, n};
	double middle[MIDDLE];

	assert(m > 0 && n > 0);

	invert(&p, level, n_levels, s, middle, ret);
	for (size_t i = 0; i < n_levels; i++)
		ret[i].point = pd_select_middle(middle[0], middle[1]);
}

static const double *sorted_logs(const double *v, size_t n, double *ret)
{
	for (size_t i = 0; i < n; i++)
		ret[i] = log(v[i]);
	pd_select_sort(ret, n); /* log() is not promised to be monotone to the last bit */
	return ret;
}

/* For values so far apart that a ratio overflows: differences of logs. */
static void shift_of_logs(struct pd_pairwise p, const double *level, size_t n_levels,
			  struct pd_scratch *s, struct pd_estimate *ret)
{
	double *logs = pd_scratch_array(s, PD_SCRATCH_LOGS, double, p.m + p.n);
	double middle[MIDDLE];

	p.kind = PD_PAIRWISE_DIFFERENCE;
	p.x = sorted_logs(p.x, p.m, logs);
	p.y = sorted_logs(p.y, p.n, logs + p.m);
	invert(&p, level, n_levels, s, middle, ret);
	for (size_t i = 0; i < n_levels; i++) {
		ret[i].point = expm1((middle[0] + middle[1]) / 2);
		ret[i].lo = expm1(ret[i].lo);
		ret[i].hi = expm1(ret[i].hi);
	}
}

/* NOLINTNEXTLINE(readability-function-size): two series, levels, memory, result */
void pd_shift_ratio(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		    const double *level, size_t n_levels, struct pd_scratch *s,
		    struct pd_estimate *ret)
{
	struct pd_pairwise p = {PD_PAIRWISE_RELATIVE, x_sorted, y_sorted, m, n};
	double largest = (y_sorted[n - 1] - x_sorted[0]) / x_sorted[0];
	double middle[MIDDLE], point;

	assert(m > 0 && n > 0 && x_sorted[0] > 0 && y_sorted[0] > 0);

	if (largest - largest != 0) {
		shift_of_logs(p, level, n_levels, s, ret);
		return;
	}
	invert(&p, level, n_levels, s, middle, ret);
	/* the geometric mean of the two middle ratios */
	point = middle[0];
	if (middle[0] < middle[1])
		point = expm1((log1p(middle[0]) + log1p(middle[1])) / 2);
	for (size_t i = 0; i < n_levels; i++)
		ret[i].point = point;
}
