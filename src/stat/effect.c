/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/moments.h"
#include "stat/placement.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>

/* What the m n signs of y[j] - x[i] add up to. */
struct dominance {
	double pairs;
	double lead; /* pairs with y > x minus pairs with y < x */
	double tied;
};

static struct dominance dominance(const double *x, size_t m, const double *y, size_t n)
{
	struct pd_placement p = {y, x, n, m, 0, 0, 0};
	struct dominance d = {.pairs = (double)m * (double)n};

	while (pd_placement_next(&p)) {
		d.lead += (double)p.below - (double)(m - p.upto);
		d.tied += (double)(p.upto - p.below);
	}
	return d;
}

/* Variance over @values of their own mean sign against the others. */
static double variance_of_rows(const double *values, size_t n, const double *others,
			       size_t n_others, double mean)
{
	struct pd_placement p = {values, others, n, n_others, 0, 0, 0};
	struct pd_sum squares = {0};

	while (pd_placement_next(&p)) {
		double lead = (double)p.below - (double)(n_others - p.upto);
		double d = lead / (double)n_others - mean;

		pd_sum_add(&squares, d * d);
	}
	return pd_sum_total(&squares) / (double)(n - 1);
}

/* Source: Feng & Cliff (2004), J. Mod. Appl. Stat. Methods 3:322. */
static double cliff_variance(const double *x, size_t m, const double *y, size_t n,
			     const struct dominance *d)
{
	double cliff = d->lead / d->pairs;
	/* the mean sign of a value of x against y is minus its lead */
	double rows = variance_of_rows(x, m, y, n, -cliff);
	double columns = variance_of_rows(y, n, x, m, cliff);
	double cells = (d->pairs - d->lead) * (d->pairs + d->lead) / d->pairs - d->tied;

	return ((double)(n - 1) * rows + (double)(m - 1) * columns + cells / (d->pairs - 1)) /
	       d->pairs;
}

static void cliff_interval(struct pd_effect *e, size_t smaller, double level)
{
	double z = gsl_cdf_ugaussian_Qinv((1 - level) / 2), k = (double)smaller;
	double d = e->cliff, off = 1 - d * d, half, scale;

	if (off <= 0) {
		double bound = (k - z * z) / (k + z * z);

		e->cliff_lo = d > 0 ? bound : -1;
		e->cliff_hi = d > 0 ? 1 : -bound;
		return;
	}
	half = z * sqrt(e->cliff_var) * sqrt(off * off + z * z * e->cliff_var);
	scale = off + z * z * e->cliff_var;
	e->cliff_lo = (d * off - half) / scale;
	e->cliff_hi = (d * off + half) / scale;
}

/* Source: Hedges (1981), J. Educ. Stat. 6:107. */
static void standardised(const double *x, size_t m, const double *y, size_t n, struct pd_effect *e)
{
	double df = (double)(m + n - 2), pooled;
	struct pd_moments mo;

	if (m + n < 3)
		return;
	mo = pd_moments_pair(x, m, y, n, false);
	pooled = ((double)(m - 1) * mo.var_x + (double)(n - 1) * mo.var_y) / df;
	if (!(pooled > 0))
		return;
	e->cohen_d = mo.diff / sqrt(pooled);
	if (df < 2)
		return; /* Gamma(0) in the correction */
	e->hedges_j = exp(gsl_sf_lnpoch((df - 1) / 2, 0.5)) / sqrt(df / 2);
	e->hedges_g = e->hedges_j * e->cohen_d;
}

struct pd_effect pd_effect(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			   double level)
{
	const double none = nan("");
	struct dominance d = dominance(x_sorted, m, y_sorted, n);
	struct pd_effect e = {none, none, none, none, none, none, none, none};

	assert(m > 0 && n > 0 && level > 0 && level < 1);

	e.cliff = d.lead / d.pairs;
	e.a12 = (d.pairs + d.lead) / 2 / d.pairs;
	if (m > 1 && n > 1) {
		e.cliff_var = cliff_variance(x_sorted, m, y_sorted, n, &d);
		cliff_interval(&e, m < n ? m : n, level);
	}
	standardised(x_sorted, m, y_sorted, n, &e);
	return e;
}
