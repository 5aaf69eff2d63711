/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/placement.h"
#include "stat/student.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>

/*
 * Mean and variance over @values of the number of others below, ties counting
 * one half. Doubled counts keep the mean exact.
 */
static void placements(const double *values, size_t n, const double *others, size_t n_others,
		       double *ret_mean, double *ret_var)
{
	const struct pd_placement start = {values, others, n, n_others, 0, 0, 0};
	struct pd_placement p = start;
	uint64_t twice = 0;
	struct pd_sum squares = {0};

	while (pd_placement_next(&p))
		twice += p.below + p.upto;
	*ret_mean = (double)twice / 2 / (double)n;
	p = start;
	while (pd_placement_next(&p)) {
		double d = (double)(p.below + p.upto) / 2 - *ret_mean;

		pd_sum_add(&squares, d * d);
	}
	*ret_var = pd_sum_total(&squares) / (double)(n - 1);
}

int pd_brunner(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
	       struct pd_brunner *ret)
{
	double below_x, below_y, var_x, var_y, u, v, upper;

	assert(m > 0 && n > 0);

	if (m < 2 || n < 2)
		return PD_EUNDEFINED;
	placements(x_sorted, m, y_sorted, n, &below_x, &var_x);
	placements(y_sorted, n, x_sorted, m, &below_y, &var_y);
	if (!(var_x + var_y > 0))
		return PD_EUNDEFINED;
	/* variances of the two mean placements as shares of the pairs */
	u = (double)m * var_x;
	v = (double)n * var_y;
	ret->a12 = below_y / (double)m;
	/* the mean ranks differ by (m + n)/2 times (2 a12 - 1) */
	ret->statistic = (double)m * (double)n * (ret->a12 - 0.5) / sqrt(u + v);
	ret->df = (u + v) * (u + v) / (u * u / (double)(m - 1) + v * v / (double)(n - 1));
	upper = pd_student_upper(fabs(ret->statistic), ret->df);
	ret->p = fmin(2 * upper, 1);
	return PD_OK;
}
