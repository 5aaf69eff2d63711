/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/*
 * P(x[k] <= median <= x[n-1-k]) for a continuous distribution: the median
 * falls outside exactly when at most k values lie on one side of it, and
 * the number on a side is Binomial(n, 1/2).
 */
static double coverage(size_t n, size_t k)
{
	return 1.0 - 2.0 * gsl_cdf_binomial_P((unsigned int)k, 0.5, (unsigned int)n);
}

struct pd_estimate pd_median_ci_exact(const double *sorted, size_t n, double level)
{
	struct pd_estimate e = {.lo = sorted[0], .hi = sorted[n - 1]};

	assert(n > 0 && level > 0 && level < 1);

	e.point = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
	for (size_t k = 0; k < n / 2; k++) {
		double c = coverage(n, k);

		if (c < level)
			break; /* narrower pairs cover less */
		e.lo = sorted[k];
		e.hi = sorted[n - 1 - k];
		e.level = c;
	}
	return e;
}
