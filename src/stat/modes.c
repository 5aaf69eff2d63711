/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/scratch.h"
#include "stat/select.h"

enum { MOST = 5000 };

/* The smallest gap between different values; 0 if no two are equal. */
static double gap_beside_ties(const double *sorted, size_t n)
{
	double gap = 0;
	bool ties = false;

	for (size_t i = 1; i < n; i++) {
		double d = sorted[i] - sorted[i - 1];

		ties = ties || d == 0;
		if (d > 0 && (gap == 0 || d < gap))
			gap = d;
	}
	return ties ? gap : 0;
}

/* Values that were rounded to steps of @step lie anywhere within half of one. */
static void undo_rounding(double *v, size_t n, double step, gsl_rng *rng)
{
	for (size_t i = 0; i < n; i++)
		v[i] += step * (gsl_rng_uniform(rng) - 0.5);
	pd_select_sort(v, n);
}

struct pd_modes pd_modes(const double *sorted, size_t n, uint64_t seed, struct pd_scratch *s)
{
	size_t taken = n < MOST ? n : MOST;
	double *v = pd_scratch_array(s, PD_SCRATCH_THINNED, double, taken);
	double gap = gap_beside_ties(sorted, n);
	struct pd_modes m;

	// cppcheck-suppress knownConditionTrueFalse ; it takes n for 0, which it is not
	for (size_t i = 0; i < taken; i++)
		v[i] = sorted[taken < n ? i * (n - 1) / (taken - 1) : i];
	if (gap > 0) {
		double step = pd_grain(sorted, n, NULL, 0, s);

		undo_rounding(v, taken, step > 0 ? step : gap, pd_scratch_rng(s, seed));
	}
	m.dip = pd_dip(v, taken, s);
	m.p = pd_dip_p(m.dip, taken);
	return m;
}
