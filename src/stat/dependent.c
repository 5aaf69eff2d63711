/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/moments.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

enum { FEWEST = 8 };

/* A series is worth more than one value, or its variance would be beyond telling. */
#define LEAST_WORTH 1.5

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

int pd_dependent(const double *x, size_t m, const double *y, size_t n, double lag, bool of_logs,
		 double level, struct pd_welch *ret)
{
	double worth_x = pd_dependent_worth(m, lag), worth_y = pd_dependent_worth(n, lag);
	struct pd_moments mo;
	double u, v, share, half;

	assert(level > 0 && level < 1 && lag >= 0 && lag <= 1);

	if (m < 2 || n < 2 || (of_logs && !(positive(x, m) && positive(y, n))))
		return PD_EUNDEFINED;
	mo = pd_moments_pair(x, m, y, n, of_logs);
	u = var_of_mean(mo.var_x, m, worth_x);
	v = var_of_mean(mo.var_y, n, worth_y);
	if (!(u + v > 0))
		return PD_EUNDEFINED;
	share = u / (u + v);
	ret->diff = mo.diff * mo.unit;
	ret->se = sqrt(u + v) * mo.unit;
	ret->df = 1 / (share * share / (worth_x - 1) + (1 - share) * (1 - share) / (worth_y - 1));
	ret->t = mo.diff / sqrt(u + v);
	ret->p_greater = pd_student_upper(ret->t, ret->df);
	ret->p_less = pd_student_upper(-ret->t, ret->df);
	ret->p = fmin(2 * fmin(ret->p_less, ret->p_greater), 1);
	half = pd_student_quantile(level, ret->df) * ret->se;
	ret->lo = ret->diff - half;
	ret->hi = ret->diff + half;
	return PD_OK;
}
