/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_interval.h>

#include "stat/select.h"
#include "stat/sum.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include <gsl/gsl_sf_gamma.h>

/* The rank, counted from 1, that quantile type @type puts at p. */
static double rank_at(size_t n, double p, int type)
{
	double count = (double)n;

	if (type == 6)
		return (count + 1) * p;
	if (type == 8)
		return (count + 1.0 / 3) * p + 1.0 / 3;
	return (count - 1) * p + 1;
}

double pd_quantile(const double *sorted, size_t n, double p, int type)
{
	const double fuzz = 4 * DBL_EPSILON;
	double h = rank_at(n, p, type), below, part;
	size_t i;

	assert(n > 0 && p >= 0 && p <= 1 && type >= 6 && type <= 8);

	h = fmin(fmax(h, 1), (double)n);
	below = floor(h + fuzz); /* 20 times 0.05 may fall just short of 1 */
	part = h - below;
	if (fabs(part) < fuzz)
		part = 0;
	i = (size_t)below;
	return i >= n ? sorted[n - 1] : pd_select_between(sorted[i - 1], sorted[i], part);
}

double pd_quantile_hd(const double *sorted, size_t n, double p)
{
	double a = ((double)n + 1) * p, b = ((double)n + 1) * (1 - p), before = 0;
	struct pd_sum sum = {0};

	assert(n > 0 && p >= 0 && p <= 1);

	if (p == 0 || n == 1)
		return sorted[0];
	if (p == 1)
		return sorted[n - 1];
	for (size_t i = 0; i < n; i++) {
		double at = i + 1 == n ? 1 : gsl_sf_beta_inc(a, b, (double)(i + 1) / (double)n);

		pd_sum_add(&sum, (at - before) * sorted[i]);
		before = at;
	}
	return pd_sum_total(&sum);
}

double pd_quantile_least(double p, double alpha)
{
	double beyond = fmin(p, 1 - p);

	assert(p >= 0 && p <= 1 && alpha > 0 && alpha < 1);

	return ceil(log(alpha / 2) / log1p(-beyond) * (1 - DBL_EPSILON));
}

bool pd_quantile_is_held(size_t n, double p)
{
	const double fuzz = 4 * DBL_EPSILON;

	return (double)n * fmin(p, 1 - p) >= 5 * (1 - fuzz);
}
