/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/scratch.h"
#include "stat/sum.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

static double squares_about(const double *v, size_t n, double centre)
{
	struct pd_sum sum = {0};

	for (size_t i = 0; i < n; i++)
		pd_sum_add(&sum, (v[i] - centre) * (v[i] - centre));
	return pd_sum_total(&sum);
}

/* P(F >= f); GSL raises an error where the tail underflows. */
static double upper_tail(double f, double df_between, double df_within)
{
	double p = 0;

	if (f < HUGE_VAL && df_within / 2 * log1p(f * df_between / df_within) < 668)
		p = gsl_cdf_fdist_Q(f, df_between, df_within);
	return fmax(p, DBL_MIN);
}

int pd_nested(const double *v, size_t n_runs, size_t n_iterations, double level,
	      struct pd_scratch *s, struct pd_nested *ret)
{
	double *mean = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n_runs);
	double runs = (double)n_runs, iterations = (double)n_iterations, within = 0;
	struct pd_nested r;

	assert(level > 0 && level < 1);

	if (n_runs < 2 || n_iterations < 2)
		return PD_EUNDEFINED;
	for (size_t i = 0; i < n_runs; i++) {
		mean[i] = pd_describe_mean(v + i * n_iterations, n_iterations);
		within += squares_about(v + i * n_iterations, n_iterations, mean[i]);
	}
	r.mean = pd_mean_ci(mean, n_runs, level);
	r.ms_between = iterations * squares_about(mean, n_runs, r.mean.point) / (runs - 1);
	r.ms_within = within / (runs * (iterations - 1));
	if (!(r.ms_between + r.ms_within > 0))
		return PD_EUNDEFINED;
	r.f = r.ms_between / r.ms_within; /* infinite when no run varies within itself */
	r.p = upper_tail(r.f, runs - 1, runs * (iterations - 1));
	r.var_within = r.ms_within;
	r.var_between = fmax((r.ms_between - r.ms_within) / iterations, 0);
	r.icc = r.var_between / (r.var_between + r.var_within);
	*ret = r;
	return PD_OK;
}
