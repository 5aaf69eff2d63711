/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/moments.h"

#include "stat/sum.h"

#include <math.h>

/*
 * Near the pivot v - pivot is exact, and log1p keeps all of it; far from it
 * the logs differ by enough that subtracting them is accurate.
 */
double pd_moments_from(const struct pd_moments_pivot *p, double v)
{
	double d = v - p->at;

	if (!p->of_logs)
		return d * p->scale;
	return fabs(d) < p->at / 2 ? log1p(d / p->at) : log(v) - log(p->at);
}

/* Mean and variance of the values seen from the pivot; the second pass mends the mean. */
static void one_side(const struct pd_moments_pivot *p, const double *v, size_t n, double *ret_mean,
		     double *ret_var)
{
	struct pd_sum sum = {0}, rest = {0}, squares = {0};
	double mean, left;

	for (size_t i = 0; i < n; i++)
		pd_sum_add(&sum, pd_moments_from(p, v[i]));
	mean = pd_sum_total(&sum) / (double)n;
	for (size_t i = 0; i < n; i++) {
		double d = pd_moments_from(p, v[i]) - mean;

		pd_sum_add(&rest, d);
		pd_sum_add(&squares, d * d);
	}
	left = pd_sum_total(&rest);
	*ret_mean = mean;
	*ret_var = 0;
	if (n > 1)
		*ret_var = fmax(pd_sum_total(&squares) - left * left / (double)n, 0) /
			   (double)(n - 1);
}

static void widen(const double *v, size_t n, double *lo, double *hi)
{
	for (size_t i = 0; i < n; i++) {
		*lo = v[i] < *lo ? v[i] : *lo;
		*hi = v[i] > *hi ? v[i] : *hi;
	}
}

/* Any pivot inside the data does; the middle of the range needs no sorted copy. */
struct pd_moments_pivot pd_moments_pivot(const double *x, size_t m, const double *y, size_t n,
					 bool of_logs)
{
	double lo = x[0], hi = x[0], at;
	int exponent;

	widen(x, m, &lo, &hi);
	widen(y, n, &lo, &hi);
	if (of_logs)
		return (struct pd_moments_pivot){sqrt(lo) * sqrt(hi), 1, true};
	at = lo / 2 + hi / 2;
	exponent = hi > lo ? ilogb(fmax(hi - at, at - lo)) : 0;
	return (struct pd_moments_pivot){at, ldexp(1, exponent > -1000 ? -exponent : 1000), false};
}

struct pd_moments pd_moments_pair(const double *x, size_t m, const double *y, size_t n,
				  bool of_logs)
{
	struct pd_moments_pivot p = pd_moments_pivot(x, m, y, n, of_logs);
	struct pd_moments r = {.unit = 1 / p.scale};
	double mean_x, mean_y;

	one_side(&p, x, m, &mean_x, &r.var_x);
	one_side(&p, y, n, &mean_y, &r.var_y);
	r.diff = mean_y - mean_x;
	return r;
}
