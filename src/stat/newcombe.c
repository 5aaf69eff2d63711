/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_profile.h>

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/*
 * The shares p for which |k/n - p| <= z sqrt(p (1 - p)/n): the roots of a
 * quadratic. The smaller one comes from their product, as its difference would
 * cancel for few hits.
 * Source: Wilson (1927), JASA 22:209.
 */
struct pd_estimate pd_newcombe_wilson(double k, double n, double level)
{
	double z = gsl_cdf_ugaussian_Qinv((1 - level) / 2), p = k / n, zz = z * z / n;
	double upper = p + zz / 2 + z * sqrt((p * (1 - p) + zz / 4) / n);

	assert(k >= 0 && k <= n && n > 0 && level > 0 && level < 1);

	return (struct pd_estimate){
		.point = p,
		.lo = p * p / upper,
		.hi = fmin(upper / (1 + zz), 1),
		.level = level,
		.reached = true,
	};
}

struct pd_estimate pd_newcombe(double k1, double n1, double k2, double n2, double level)
{
	struct pd_estimate base = pd_newcombe_wilson(k1, n1, level);
	struct pd_estimate head = pd_newcombe_wilson(k2, n2, level);
	double diff = head.point - base.point;

	return (struct pd_estimate){
		.point = diff,
		.lo = diff - hypot(head.point - head.lo, base.hi - base.point),
		.hi = diff + hypot(head.hi - head.point, base.point - base.lo),
		.level = level,
		.reached = true,
	};
}
