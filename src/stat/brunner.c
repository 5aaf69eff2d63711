/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_interval.h>

#include "stat/alpha.h"
#include "stat/placement.h"
#include "stat/scratch.h"
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

/* ---- changes that are not rejected */

struct inversion {
	const double *x, *y;
	size_t m, n;
	bool difference;
	double alpha;
	double *moved; /* [m] the base with the change in it */
};

/* @at: head - base, or head/base, which is moved by halves of its exponent. */
static bool rejects(const struct inversion *v, double at)
{
	struct pd_brunner b;

	for (size_t i = 0; i < v->m; i++)
		v->moved[i] = v->difference ? v->x[i] + at : v->x[i] * at;
	return pd_brunner(v->moved, v->m, v->y, v->n, &b) < 0 || pd_alpha_reached(b.p, v->alpha);
}

/* Where rejecting ends between @out, which is rejected, and @in, which is not. */
static double boundary(const struct inversion *v, double out, double in)
{
	for (;;) {
		double middle = v->difference ? out / 2 + in / 2 : sqrt(out) * sqrt(in);

		if (!(middle > fmin(out, in)) || !(middle < fmax(out, in)))
			return in;
		if (rejects(v, middle))
			out = middle;
		else
			in = middle;
	}
}

/*
 * p is not monotone in the change to the last step, since the variance of the placements
 * moves, too: that of no change is asked first, so that it and the interval agree.
 */
static int invert(const struct inversion *v, double point, double *lo, double *hi)
{
	double none = v->difference ? 0 : 1, in_lo = point, in_hi = point;
	/* beyond these the sides are apart */
	double out_lo = v->difference ? v->y[0] - v->x[v->m - 1] : v->y[0] / v->x[v->m - 1];
	double out_hi = v->difference ? v->y[v->n - 1] - v->x[0] : v->y[v->n - 1] / v->x[0];

	if (rejects(v, point))
		return PD_EUNDEFINED;
	out_lo = v->difference ? out_lo - (out_hi - out_lo) : out_lo / 2;
	out_hi = v->difference ? out_hi + (out_hi - out_lo) : out_hi * 2;
	if (!rejects(v, none)) {
		in_lo = fmin(none, point);
		in_hi = fmax(none, point);
	} else if (none < point) {
		out_lo = none;
	} else {
		out_hi = none;
	}
	*lo = boundary(v, out_lo, in_lo);
	*hi = boundary(v, out_hi, in_hi);
	return PD_OK;
}

/* NOLINTNEXTLINE(readability-function-size): two series, what is asked, memory, result */
int pd_brunner_shift(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		     bool difference, double level, struct pd_scratch *s, struct pd_estimate *ret)
{
	struct inversion v = {x_sorted, y_sorted, m, n, difference, 1 - level, NULL};
	struct pd_brunner as_is;
	struct pd_estimate e;
	double lo, hi;
	int r = pd_brunner(x_sorted, m, y_sorted, n, &as_is);

	assert(level > 0 && level < 1);

	if (r < 0)
		return r;
	if (difference)
		pd_shift_difference(x_sorted, m, y_sorted, n, &level, 1, s, &e);
	else
		pd_shift_ratio(x_sorted, m, y_sorted, n, &level, 1, s, &e);
	v.moved = pd_scratch_array(s, PD_SCRATCH_LOGS, double, m);
	r = invert(&v, difference ? e.point : 1 + e.point, &lo, &hi);
	if (r < 0)
		return r;
	*ret = (struct pd_estimate){e.point, difference ? lo : lo - 1, difference ? hi : hi - 1,
				    level, true};
	return PD_OK;
}
