/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_profile.h>

#include "stat/scratch.h"
#include "stat/select.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_sf_psi.h>

/*
 * The x > 0 with psi'(x) = y, by Newton's steps on 1/psi', which is nearly a
 * straight line and convex, so that they rise to the root from 1/2 + 1/y.
 * Source: Smyth (2004), appendix.
 */
static double trigamma_inverse(double y)
{
	double x = 0.5 + 1 / y;

	if (y > 1e7)
		return 1 / sqrt(y);
	if (y < 1e-6)
		return 1 / y;
	for (int i = 0; i < 50; i++) {
		double tri = gsl_sf_psi_1(x);
		double step = tri * (1 - tri / y) / gsl_sf_psi_n(2, x);

		x += step;
		if (-step < 1e-10 * x)
			break;
	}
	return x;
}

static double mean_of(const double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum / (double)n;
}

/* Variances that came out as 0 by rounding must not make the logs infinite. */
static double floor_of(const double *s2, size_t n, double *copy)
{
	double middle;

	memcpy(copy, s2, n * sizeof(*s2));
	middle = pd_select_median(copy, n);
	return 1e-5 * (middle > 0 ? middle : mean_of(s2, n));
}

/* Of log v: with s2 ~ var_prior F(df, df_prior) its mean and variance are known. */
static struct pd_ebayes fit(const double *v, size_t n, double df)
{
	double shift = log(df / 2) - gsl_sf_psi(df / 2), mean = 0, excess = 0, half;

	for (size_t i = 0; i < n; i++)
		mean += log(v[i]) / (double)n;
	for (size_t i = 0; i < n; i++)
		excess += pow(log(v[i]) - mean, 2) / (double)(n - 1);
	excess -= gsl_sf_psi_1(df / 2);
	if (!(excess > 0))
		return (struct pd_ebayes){HUGE_VAL, mean_of(v, n)};
	half = trigamma_inverse(excess);
	return (struct pd_ebayes){2 * half, exp(mean + shift + gsl_sf_psi(half) - log(half))};
}

int pd_ebayes(const double *s2, size_t n, double df, struct pd_scratch *s, struct pd_ebayes *ret,
	      double *ret_post)
{
	double *v = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n), least;

	assert(df > 0);

	if (n < 2)
		return PD_EUNDEFINED;
	least = floor_of(s2, n, v);
	if (!(least > 0))
		return PD_EUNDEFINED;
	for (size_t i = 0; i < n; i++)
		v[i] = fmax(s2[i], least);
	*ret = fit(v, n, df);
	for (size_t i = 0; ret_post && i < n; i++)
		ret_post[i] = isinf(ret->df_prior) ? ret->var_prior
						   : (ret->df_prior * ret->var_prior + df * s2[i]) /
							     (ret->df_prior + df);
	return PD_OK;
}
