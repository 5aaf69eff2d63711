/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_paired.h>

#include "stat/moments.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

int pd_paired(const double *d, size_t n, double level, struct pd_welch *ret)
{
	struct pd_moments mo;

	assert(n > 0 && level > 0 && level < 1);

	if (n < 2)
		return PD_EUNDEFINED;
	mo = pd_moments_pair(d, n, d, n, false);
	if (!(mo.var_x > 0))
		return PD_EUNDEFINED;
	ret->diff = pd_describe_mean(d, n);
	ret->se = sqrt(mo.var_x / (double)n) * mo.unit;
	ret->df = (double)(n - 1);
	ret->t = ret->diff / mo.unit / sqrt(mo.var_x / (double)n);
	pd_student_test(ret, level);
	return PD_OK;
}
