/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/moments.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

struct pd_estimate pd_mean_ci(const double *v, size_t n, double level)
{
	struct pd_estimate e = {.lo = nan(""), .hi = nan("")};
	struct pd_moments mo;
	double half;

	assert(n > 0 && level > 0 && level < 1);

	e.point = pd_describe_mean(v, n);
	if (n < 2)
		return e;
	mo = pd_moments_pair(v, n, v, n, false);
	half = pd_student_quantile(level, (double)(n - 1)) * sqrt(mo.var_x / (double)n) * mo.unit;
	e.lo = e.point - half;
	e.hi = e.point + half;
	e.level = level;
	e.reached = true;
	return e;
}
