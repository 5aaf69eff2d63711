/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/scratch.h"

#include <assert.h>
#include <float.h>
#include <math.h>

static void merge(const double *x, size_t m, const double *y, size_t n, double *ret)
{
	size_t i = 0, j = 0;

	while (i < m || j < n)
		*ret++ = j == n || (i < m && x[i] <= y[j]) ? x[i++] : y[j++];
}

/* Values that have an equal among the ascending @v. */
static size_t count_tied(const double *v, size_t n)
{
	size_t tied = 0;

	for (size_t i = 0; i < n; i++)
		tied += (i > 0 && v[i] == v[i - 1]) || (i + 1 < n && v[i] == v[i + 1]);
	return tied;
}

static double smallest_gap(const double *v, size_t n)
{
	double gap = 0;

	for (size_t i = 1; i < n; i++) {
		double d = v[i] - v[i - 1];

		if (d > 0 && (gap == 0 || d < gap))
			gap = d;
	}
	return gap;
}

/* Gaps of decimals are off by half a unit in the last place of the values. */
static bool divides_all(double gap, const double *v, size_t n)
{
	double largest = fmax(fabs(v[0]), fabs(v[n - 1]));
	double tolerance = 1e-9 + 4 * DBL_EPSILON * largest / gap;

	for (size_t i = 1; i < n; i++) {
		double steps = (v[i] - v[i - 1]) / gap;

		if (fabs(steps - rint(steps)) > tolerance * fmax(steps, 1))
			return false;
	}
	return true;
}

double pd_grain(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		struct pd_scratch *s)
{
	double *v = pd_scratch_array(s, PD_SCRATCH_VALUES, double, m + n);
	double gap;

	assert(m > 0);

	merge(x_sorted, m, y_sorted, n, v);
	if (5 * count_tied(v, m + n) < m + n)
		return 0;
	gap = smallest_gap(v, m + n);
	return gap > 0 && divides_all(gap, v, m + n) ? gap : 0;
}
