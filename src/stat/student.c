/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/student.h"

#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>

/*
 * gsl_cdf_tdist_Q() switches to a Cornish-Fisher expansion above 30 degrees of
 * freedom, which at t = 8 is right to 10 digits only, at t = 20 to 6. The
 * incomplete beta function holds 13 digits there; near 0 it is the worse one.
 */
static double far_tail(double t, double df)
{
	double x = df / (df + t * t);

	/* GSL raises an error where the result underflows */
	if (df / 2 * log(x) < -668)
		return DBL_MIN;
	return gsl_sf_beta_inc(df / 2, 0.5, x) / 2;
}

double pd_student_upper(double t, double df)
{
	if (t > 3)
		return far_tail(t, df);
	if (t < -3)
		return 1 - far_tail(-t, df);
	return gsl_cdf_tdist_Q(t, df);
}

double pd_student_quantile(double level, double df)
{
	return gsl_cdf_tdist_Qinv((1 - level) / 2, df);
}

void pd_student_test(struct pd_welch *test, double level)
{
	double half = pd_student_quantile(level, test->df) * test->se;

	test->p_greater = pd_student_upper(test->t, test->df);
	test->p_less = pd_student_upper(-test->t, test->df);
	test->p = fmin(2 * fmin(test->p_less, test->p_greater), 1);
	test->lo = test->diff - half;
	test->hi = test->diff + half;
}
