/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_paired.h>

#include "stat/scratch.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* A difference without its sign, and how much rounding may have moved it. */
struct item {
	double magnitude, rounding;
	size_t pair;
};

static int by_magnitude(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return (x->magnitude > y->magnitude) - (x->magnitude < y->magnitude);
}

/* Each run of magnitudes that rounding could have made of one becomes that one. */
static void make_equal(struct item *item, size_t n)
{
	double last = 0, rounding = 0, common = 0;

	qsort(item, n, sizeof(*item), by_magnitude);
	for (size_t i = 0; i < n; i++) {
		double v = item[i].magnitude;

		if (v - last > rounding + item[i].rounding)
			common = v;
		last = v;
		rounding = item[i].rounding;
		item[i].magnitude = common;
	}
}

static void finish(struct item *item, size_t n, double *d)
{
	for (size_t i = 0; i < n; i++) {
		item[i].pair = i;
		item[i].magnitude = fabs(d[i]);
	}
	make_equal(item, n);
	for (size_t i = 0; i < n; i++) {
		double *one = &d[item[i].pair];

		*one = item[i].magnitude == 0 ? 0 : copysign(item[i].magnitude, *one);
	}
}

/* Both values carry half a unit in the last place, and so does what is left of them. */
void pd_differences(const double *x, const double *y, size_t n, struct pd_scratch *s, double *ret)
{
	struct item *item = pd_scratch_array(s, PD_SCRATCH_ROWS, struct item, n);

	for (size_t i = 0; i < n; i++) {
		double d = y[i] - x[i];

		ret[i] = fmin(fmax(d, -DBL_MAX), DBL_MAX);
		item[i].rounding = DBL_EPSILON * fabs(x[i]) + DBL_EPSILON * fabs(y[i]);
	}
	finish(item, n, ret);
}

/* Near 1 the ratio is kept by log1p; far from it logs differ enough to be subtracted. */
static double log_ratio(double x, double y)
{
	double d = y - x;

	return fabs(d) < x / 2 ? log1p(d / x) : log(y) - log(x);
}

/*
 * The log of a ratio of two values of half a unit each; logarithms as far apart
 * as 300 and 1e-300 bring their own.
 */
void pd_differences_log(const double *x, const double *y, size_t n, struct pd_scratch *s,
			double *ret)
{
	struct item *item = pd_scratch_array(s, PD_SCRATCH_ROWS, struct item, n);

	for (size_t i = 0; i < n; i++) {
		assert(x[i] > 0 && y[i] > 0);
		ret[i] = log_ratio(x[i], y[i]);
		item[i].rounding = 2 * DBL_EPSILON * (1 + fabs(ret[i]));
	}
	finish(item, n, ret);
}
