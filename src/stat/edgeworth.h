/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edgeworth.h - tails of rank statistics whose law is nearly normal */
#ifndef STAT_EDGEWORTH_H
#define STAT_EDGEWORTH_H

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

/*
 * P(Z >= z) of a symmetric law with mean 0, variance 1 and this excess kurtosis.
 * Beyond 4.5 the term is no longer small against the tail; the plain normal,
 * which is larger for the negative kurtosis of rank statistics, is kept there.
 * Source: Fix & Hodges (1955), Ann. Math. Stat. 26:301.
 */
static inline double pd_edgeworth_upper(double z, double kurtosis)
{
	double q = gsl_cdf_ugaussian_Q(z);

	if (fabs(z) <= 4.5)
		q += gsl_ran_ugaussian_pdf(z) * kurtosis / 24 * (z * z * z - 3 * z);
	return fmin(fmax(q, 0), 1);
}

#endif
