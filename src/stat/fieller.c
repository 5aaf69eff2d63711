/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_interval.h>

#include "stat/moments.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

/*
 * In units of the base's mean, whose variance is u: with the change d and r = ratio - 1,
 * |d - r| <= t sqrt(v + (1 + r)^2 u) is a r^2 - 2 b r + c <= 0, where a = 1 - t^2 u and
 * b = d + t^2 u. The root of b^2 - a c is t sqrt(u (1 + d)^2 + v a): written like that
 * nothing cancels where the change is small.
 */
static void solve(double d, double u, double v, double t, struct pd_estimate *e)
{
	double a = 1 - t * t * u, b = d + t * t * u;
	double root = t * sqrt(u * (1 + d) * (1 + d) + v * a);

	e->lo = a > 0 ? (b - root) / a : -HUGE_VAL;
	e->hi = a > 0 ? (b + root) / a : HUGE_VAL;
}

int pd_fieller(const double *x, size_t m, const double *y, size_t n, double level,
	       struct pd_estimate *ret)
{
	double mean = pd_describe_mean(x, m), unit;
	struct pd_moments mo;
	struct pd_welch w;
	int r = pd_welch(x, m, y, n, level, &w);

	if (r < 0)
		return r;
	if (mean == 0)
		return PD_EUNDEFINED;
	mo = pd_moments_pair(x, m, y, n, false);
	unit = mo.unit / mean;
	ret->point = mo.diff * unit;
	ret->level = level;
	ret->reached = true;
	solve(ret->point, mo.var_x * unit * unit / (double)m, mo.var_y * unit * unit / (double)n,
	      pd_student_quantile(level, w.df), ret);
	return PD_OK;
}
