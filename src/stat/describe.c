/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/scratch.h"
#include "stat/select.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>

int pd_describe_check(const double *v, size_t n, size_t *ret_index)
{
	if (n == 0)
		return PD_EEMPTY;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(v[i])) {
			if (ret_index)
				*ret_index = i;
			return PD_ENONFINITE;
		}
	}
	return PD_OK;
}

/* The mean as a sum of two doubles, of values times a power of two. */
struct centre {
	double scale;
	double mean, rest;
};

/*
 * Values are used times the power of two that brings the largest near 1: sums
 * of 1e308 would overflow, squares of 1e-300 underflow. The bounds keep the
 * scale itself a normal number.
 */
static double scale_of(double largest)
{
	int exponent = largest > 0 ? ilogb(largest) : 0;

	exponent = exponent > 1020 ? 1020 : exponent;
	return ldexp(1, exponent > -1000 ? -exponent : 1000);
}

static struct centre centre_of(const double *v, size_t n)
{
	struct pd_sum sum = {0};
	struct centre c;
	double largest = 0;

	for (size_t i = 0; i < n; i++)
		largest = fabs(v[i]) > largest ? fabs(v[i]) : largest;
	c.scale = scale_of(largest);
	for (size_t i = 0; i < n; i++)
		pd_sum_add(&sum, v[i] * c.scale);
	c.mean = pd_sum_total(&sum) / (double)n;
	/* what the quotient left over, from the unrounded sum */
	c.rest = (fma(-c.mean, (double)n, sum.hi) + sum.lo) / (double)n;
	return c;
}

double pd_describe_mean(const double *v, size_t n)
{
	struct centre c = centre_of(v, n);

	assert(n > 0);
	return c.mean / c.scale;
}

/*
 * Corrected two-pass variance and lag-1 autocorrelation.
 * Source: Chan, Golub & LeVeque (1983), Am. Stat. 37:242.
 */
static void spread(const double *v, size_t n, const struct centre *c, struct pd_summary *r)
{
	struct pd_sum squares = {0}, lagged = {0}, left = {0};
	double before = 0, total, var;

	for (size_t i = 0; i < n; i++) {
		double d = (v[i] * c->scale - c->mean) - c->rest;

		pd_sum_add(&squares, d * d);
		pd_sum_add(&left, d);
		pd_sum_add(&lagged, d * before);
		before = d;
	}
	total = pd_sum_total(&squares);
	r->lag1 = total > 0 ? pd_sum_total(&lagged) / total : nan("");
	if (n < 2)
		return;
	total -= pd_sum_total(&left) * pd_sum_total(&left) / (double)n;
	var = fmax(total, 0) / (double)(n - 1);
	r->var = var / c->scale / c->scale;
	r->sd = sqrt(var) / c->scale;
	r->sem = sqrt(var / (double)n) / c->scale;
	if (c->mean != 0)
		r->cv = sqrt(var) / fabs(c->mean);
}

double pd_describe_cv(const double *v, size_t n)
{
	struct centre c = centre_of(v, n);
	struct pd_summary r = {.cv = nan("")};

	assert(n > 0);
	spread(v, n, &c, &r);
	return r.cv;
}

/* 2^(e/n) times the n-th root of the product of mantissas, so that no factor is large. */
static double geometric_mean(const double *v, size_t n)
{
	struct pd_sum logs = {0};
	int64_t exponents = 0, whole;
	int64_t count = (int64_t)n;

	for (size_t i = 0; i < n; i++) {
		int e;

		pd_sum_add(&logs, log(frexp(v[i], &e)));
		exponents += e;
	}
	whole = exponents / count;
	pd_sum_add(&logs, (double)(exponents % count) * M_LN2);
	return ldexp(exp(pd_sum_total(&logs) / (double)n), (int)whole);
}

/* Scaled by the smallest value, whose reciprocal is the largest. */
static double harmonic_mean(const double *v, size_t n, double smallest)
{
	double scale = scale_of(smallest);
	struct pd_sum sum = {0};

	for (size_t i = 0; i < n; i++)
		pd_sum_add(&sum, 1 / (v[i] * scale));
	return (double)n / pd_sum_total(&sum) / scale;
}

static void order_figures(const double *v, size_t n, struct pd_scratch *s, struct pd_summary *r)
{
	double *copy = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n);
	double a, b;

	r->min = r->max = v[0] + 0.0;
	for (size_t i = 0; i < n; i++) {
		copy[i] = v[i] + 0.0; /* -0.0 becomes 0.0 */
		r->min = copy[i] < r->min ? copy[i] : r->min;
		r->max = copy[i] > r->max ? copy[i] : r->max;
	}
	r->median = pd_select_median(copy, n);
	/* from both middle values: the median itself may have been rounded */
	a = copy[(n - 1) / 2];
	b = copy[n / 2];
	for (size_t i = 0; i < n; i++)
		copy[i] = fabs((copy[i] - a) + (copy[i] - b)) / 2;
	r->mad = pd_select_median(copy, n);
}

struct pd_summary pd_describe(const double *v, size_t n, struct pd_scratch *s)
{
	const double none = nan("");
	struct pd_summary r = {.n = n, .var = none, .sd = none, .sem = none, .cv = none};
	struct centre c = centre_of(v, n);

	assert(n > 0);

	r.mean = c.mean / c.scale;
	order_figures(v, n, s, &r);
	spread(v, n, &c, &r);
	if (r.min > 0) {
		r.geomean = geometric_mean(v, n);
		r.harmean = harmonic_mean(v, n, r.min);
	} else {
		r.geomean = r.harmean = r.min == 0 ? 0 : none;
	}
	return r;
}
