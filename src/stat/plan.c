/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_paired.h>

#include "stat/alpha.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

/*
 * How many half widths of a 95 % interval an effect must have to be found with
 * probability 0.8: (z(.975) + z(.8))/z(.975). And how many the margin must
 * have for "same" to be found when nothing changed: (z(.95) + z(.9))/z(.975).
 */
static const double to_detect = 1.4294064790024283;
static const double to_equate = 1.4930913096256788;

/* The least n with 2/C(2n, n) <= alpha/family, at least 4; a family of 0 is one of 1. */
static double fewest(size_t family, double alpha)
{
	double n = 1, p = 1;

	while (n < 4 || (p > 0 && !pd_alpha_reached(p * (double)family, alpha))) {
		n++;
		p *= n / (4 * n - 2); /* C(2n, n)/C(2n - 2, n - 1) = (4n - 2)/n */
	}
	return n;
}

/* The half width shrinks with the root of n. */
static double runs(size_t n, double half_widths, double half_width, double distance, double least)
{
	double ratio = half_widths * half_width / distance;

	if (!(half_width >= 0) || half_width == HUGE_VAL || !(distance > 0))
		return nan("");
	return fmax(ceil((double)n * ratio * ratio), least);
}

double pd_plan_runs(size_t n, double half_width, double effect, size_t family, double alpha)
{
	return runs(n, to_detect, half_width, effect, fewest(family, alpha));
}

/* The least n with 2^(1 - n) <= alpha/family, at least 4. */
static double fewest_pairs(size_t family, double alpha)
{
	double p = pd_signed_rank_min_p(4);
	unsigned int n = 4;

	for (; !pd_alpha_reached(p * (double)family, alpha); n++)
		p /= 2;
	return n;
}

double pd_plan_pairs(size_t n, double half_width, double effect, size_t family, double alpha)
{
	return runs(n, to_detect, half_width, effect, fewest_pairs(family, alpha));
}

double pd_plan_runs_same(size_t n, double half_width, double margin)
{
	return runs(n, to_equate, half_width, margin, fewest(1, 0.05));
}

double pd_plan_half_width(double half_width, double level)
{
	return half_width * gsl_cdf_ugaussian_Qinv(0.025) / gsl_cdf_ugaussian_Qinv((1 - level) / 2);
}

double pd_plan_detectable(double half_width)
{
	return expm1(to_detect * half_width);
}
