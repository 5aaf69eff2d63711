/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_power.h>

#include "stat/chi.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

struct shifted {
	double critical, ncp;
};

/* T = (Z + ncp)/S is above the critical value. */
static double above(double s, const void *arg)
{
	const struct shifted *h = arg;

	return gsl_cdf_ugaussian_Q(h->critical * s - h->ncp);
}

double pd_power(double n, double effect, double alpha)
{
	double df = 2 * n - 2;
	struct shifted h = {pd_student_quantile(1 - alpha, df), effect * sqrt(n / 2)};

	assert(n > 1 && effect >= 0 && alpha > 0 && alpha < 1);

	return pd_chi_mean(df, 0, above, &h);
}

double pd_power_effect(double n, double power, double alpha)
{
	double lo = 0, hi = 1;

	assert(power > alpha && power < 1);

	while (pd_power(n, hi, alpha) < power)
		hi *= 2;
	for (int i = 0; i < 60; i++) {
		double middle = (lo + hi) / 2;

		if (pd_power(n, middle, alpha) < power)
			lo = middle;
		else
			hi = middle;
	}
	return hi;
}

double pd_power_runs(double effect, double power, double alpha)
{
	double lo = 2, hi = 4;

	assert(power > alpha && power < 1);

	if (!(effect > 0))
		return nan("");
	if (pd_power(lo, effect, alpha) >= power)
		return lo;
	while (hi < 1e15 && pd_power(hi, effect, alpha) < power)
		hi *= 2;
	for (int i = 0; i < 60; i++) {
		double middle = (lo + hi) / 2;

		if (pd_power(middle, effect, alpha) < power)
			lo = middle;
		else
			hi = middle;
	}
	return hi;
}
