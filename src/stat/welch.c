/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/moments.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

/*
 * The degrees of freedom (u + v)^2 / (u^2/(m-1) + v^2/(n-1)) of variances u
 * and v of the two means, through their shares of the sum: squares of tiny
 * variances would underflow.
 */
static double satterthwaite(double u, double v, size_t m, size_t n)
{
	double share_u = u / (u + v), share_v = v / (u + v);

	return 1 / (share_u * share_u / (double)(m - 1) + share_v * share_v / (double)(n - 1));
}

static int test(const struct pd_moments *mo, size_t m, size_t n, double level, struct pd_welch *ret)
{
	double u = mo->var_x / (double)m, v = mo->var_y / (double)n;

	if (!(u + v > 0))
		return PD_EUNDEFINED;
	ret->diff = mo->diff * mo->unit;
	ret->se = sqrt(u + v) * mo->unit;
	ret->df = satterthwaite(u, v, m, n);
	ret->t = mo->diff / sqrt(u + v);
	pd_student_test(ret, level);
	return PD_OK;
}

int pd_welch(const double *x, size_t m, const double *y, size_t n, double level,
	     struct pd_welch *ret)
{
	struct pd_moments mo;

	assert(level > 0 && level < 1);

	if (m < 2 || n < 2)
		return PD_EUNDEFINED;
	mo = pd_moments_pair(x, m, y, n, false);
	return test(&mo, m, n, level, ret);
}

static bool positive(const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!(v[i] > 0))
			return false;
	}
	return true;
}

int pd_welch_log(const double *x, size_t m, const double *y, size_t n, double level,
		 struct pd_welch *ret)
{
	struct pd_moments mo;

	assert(level > 0 && level < 1);

	if (m < 2 || n < 2 || !positive(x, m) || !positive(y, n))
		return PD_EUNDEFINED;
	mo = pd_moments_pair(x, m, y, n, true);
	return test(&mo, m, n, level, ret);
}

double pd_welch_tost(const struct pd_welch *w, double margin)
{
	double above = pd_student_upper((w->diff + margin) / w->se, w->df);
	double below = pd_student_upper((margin - w->diff) / w->se, w->df);

	return fmax(above, below);
}
