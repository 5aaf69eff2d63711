/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/moments.h"
#include "stat/scratch.h"
#include "stat/student.h"

#include <perfdelta/stat_order.h>

#include <assert.h>
#include <math.h>

enum { FEWEST = 8 };

/* What is worth less has no variance that could be told: one degree of freedom is the least. */
#define LEAST_WORTH 2

static bool tells(double r, size_t n)
{
	return n >= FEWEST && !isnan(r);
}

double pd_dependent_lag(double rx, size_t m, double ry, size_t n)
{
	double sum = 0, weights = 0, a = (double)m, b = (double)n;

	if (tells(rx, m)) {
		sum += a * (a * rx + 1) / (a - 4);
		weights += a;
	}
	if (tells(ry, n)) {
		sum += b * (b * ry + 1) / (b - 4);
		weights += b;
	}
	return weights > 0 ? fmin(fmax(sum / weights, 0), 0.99) : 0;
}

double pd_dependent_worth(size_t n, double lag)
{
	return fmin(fmax((double)n * (1 - lag) / (1 + lag), LEAST_WORTH), (double)n);
}

/*
 * The variance of the mean is that of the values over their worth. The squares around
 * their own mean miss as much of it: E(SS) = n var (1 - 1/worth).
 */
static double var_of_mean(double var, size_t n, double worth)
{
	return var * ((double)n - 1) / ((double)n * (worth - 1));
}

static bool positive(const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(v[i] > 0))
			return false;
	return true;
}

/* A test with a standard error and degrees of freedom of its own. */
static void test(double diff, double se, double df, double level, struct pd_welch *ret)
{
	ret->diff = diff;
	ret->se = se;
	ret->df = df;
	ret->t = diff / se;
	pd_student_test(ret, level);
}

/* NOLINTNEXTLINE(readability-function-size): two series, what is asked, result */
int pd_dependent(const double *x, size_t m, const double *y, size_t n, double lag, bool of_logs,
		 double level, struct pd_welch *ret)
{
	double worth_x = pd_dependent_worth(m, lag), worth_y = pd_dependent_worth(n, lag);
	struct pd_moments mo;
	double u, v, share;

	assert(level > 0 && level < 1 && lag >= 0 && lag <= 1);

	if (m < 2 || n < 2 || (of_logs && !(positive(x, m) && positive(y, n))))
		return PD_EUNDEFINED;
	mo = pd_moments_pair(x, m, y, n, of_logs);
	u = var_of_mean(mo.var_x, m, worth_x);
	v = var_of_mean(mo.var_y, n, worth_y);
	if (!(u + v > 0))
		return PD_EUNDEFINED;
	share = u / (u + v);
	test(mo.diff * mo.unit, sqrt(u + v) * mo.unit,
	     1 / (share * share / (worth_x - 1) + (1 - share) * (1 - share) / (worth_y - 1)), level,
	     ret);
	return PD_OK;
}

/* ---- beside a drift */

/* Adds products of neighbours and squares of what a line of @slope leaves of @v. */
static void add_residuals(const double *v, size_t n, double slope,
			  const struct pd_moments_pivot *pivot, double *lagged, double *squares)
{
	double mean = 0, middle = ((double)n - 1) / 2, before = 0;

	for (size_t i = 0; i < n; i++)
		mean += (pd_moments_from(pivot, v[i]) - mean) / (double)(i + 1);
	for (size_t i = 0; i < n; i++) {
		double left = pd_moments_from(pivot, v[i]) - mean - slope * ((double)i - middle);

		*lagged += left * before;
		*squares += left * left;
		before = left;
	}
}

/* As pd_autocorr.z: -2/N is what is expected of residuals around two means. */
static double lag_beside(const double *x, size_t m, const double *y, size_t n, double slope,
			 bool of_logs)
{
	struct pd_moments_pivot pivot = pd_moments_pivot(x, m, y, n, of_logs);
	double lagged = 0, squares = 0, all = (double)(m + n);

	add_residuals(x, m, slope * pivot.scale, &pivot, &lagged, &squares);
	add_residuals(y, n, slope * pivot.scale, &pivot, &lagged, &squares);
	return squares > 0 ? (lagged / squares + 2 / all) * sqrt(all) : 0;
}

static void put_places(double *x, size_t m, double *y, size_t n, bool head_first)
{
	for (size_t i = 0; i < m; i++)
		x[i] = (double)(i + (head_first ? n : 0));
	for (size_t i = 0; i < n; i++)
		y[i] = (double)(i + (head_first ? 0 : m));
}

/* NOLINTNEXTLINE(readability-function-size): likewise, and memory */
int pd_dependent_fit(const double *x, size_t m, const double *y, size_t n, bool head_first,
		     bool of_logs, double level, struct pd_scratch *s, double *ret_z,
		     struct pd_welch *ret)
{
	double *place = pd_scratch_array(s, PD_SCRATCH_RANKS, double, m + n);
	struct pd_order_fit fit;
	int r;

	put_places(place, m, place + m, n, head_first);
	r = of_logs ? pd_order_fit_log(x, place, m, y, place + m, n, level, &fit)
		    : pd_order_fit(x, place, m, y, place + m, n, level, &fit);
	if (r < 0)
		return r;
	*ret_z = lag_beside(x, m, y, n, fit.slope, of_logs);
	*ret = fit.side;
	return PD_OK;
}
