/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/chi.h"

#include "base/arena.h"

#include <math.h>

#include <gsl/gsl_sf_gamma.h>

/*
 * With s = e^w the density of w times exp(-(t s)^2/2) is
 *
 *	2 (df/2)^(df/2)/Gamma(df/2) exp(df w - (df + t^2) e^(2w)/2)
 *
 * whose mode is at e^(2w) = df/(df + t^2). At a distance x from it the exponent is
 * df (x - (e^(2x) - 1)/2) less: the same shape for every t.
 */
struct weighted {
	double df, mode, log_scale;
	pd_chi_fn *f;
	const void *arg;
};

gsl_integration_glfixed_table *pd_chi_rule(size_t n)
{
	gsl_integration_glfixed_table *rule = gsl_integration_glfixed_table_alloc(n);

	if (!rule)
		pd_arena_out_of_memory();
	return rule;
}

/* a log a - a - log Gamma(a); of large a, whose terms would cancel, by Stirling's series. */
static double log_scale(double a)
{
	if (a < 1000)
		return a * log(a) - a - gsl_sf_lngamma(a);
	return log(a / (2 * acos(-1))) / 2 - 1 / (12 * a);
}

static double integrand(double x, void *arg)
{
	const struct weighted *g = arg;
	double w = g->mode + x;

	return exp(g->log_scale + g->df * (w - expm1(2 * w) / 2)) * g->f(exp(w), g->arg);
}

/* Where the exponent is 50 below the mode's, which leaves room for what @f is above its bound. */
static double far_end(double df, double sign)
{
	double lo = 0, hi = 1;

	while (df * (sign * hi - expm1(2 * sign * hi) / 2) > -50)
		hi *= 2;
	for (int i = 0; i < 60; i++) {
		double x = (lo + hi) / 2;

		if (df * (sign * x - expm1(2 * sign * x) / 2) > -50)
			lo = x;
		else
			hi = x;
	}
	return sign * hi;
}

double pd_chi_mean(double df, double t, pd_chi_fn *f, const void *arg)
{
	struct weighted g = {.df = df, .f = f, .arg = arg};
	gsl_function function = {integrand, &g};
	gsl_integration_glfixed_table *rule;
	double lo, hi, near, sum;

	/* the standard deviation of S is below 1e-4 then */
	if (df > 1e8)
		return f(1, arg);
	g.mode = -log1p(t * t / df) / 2;
	g.log_scale = log(2) + log_scale(df / 2);
	lo = far_end(df, -1);
	hi = far_end(df, 1);
	/* Few degrees have a long exponential tail to the left; around the mode sd is 1/sqrt(2 df). */
	near = fmax(lo, -6 / sqrt(2 * df));
	rule = pd_chi_rule(40);
	sum = gsl_integration_glfixed(&function, lo, near, rule) +
	      gsl_integration_glfixed(&function, near, hi, rule);
	gsl_integration_glfixed_table_free(rule);
	return sum;
}
