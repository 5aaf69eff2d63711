/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_many.h>
#include <perfdelta/stat_profile.h>

#include "stat/moments.h"
#include "stat/scratch.h"
#include "stat/student.h"

#include <assert.h>
#include <math.h>

double pd_many_variance(const double *v, size_t n)
{
	assert(n >= 2);

	return pd_moments_pair(v, n, v, n, true).var_x;
}

static double mean_of(const double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum / (double)n;
}

/* Variances over the mean of their row, of all rows that vary; how many they are. */
static size_t take_quotients(const double *s2, const size_t *n_sides, size_t n_rows, double *z)
{
	size_t n = 0;

	for (size_t i = 0; i < n_rows; s2 += n_sides[i++]) {
		double mean = mean_of(s2, n_sides[i]);

		for (size_t side = 0; mean > 0 && side < n_sides[i]; side++)
			z[n++] = s2[side] / mean;
	}
	return n;
}

int pd_many_share(const double *s2, const size_t *n_sides, size_t n_rows, double df,
		  struct pd_scratch *s, struct pd_many_prior *ret)
{
	size_t n_cells = 0, n;
	struct pd_ebayes eb;
	double *z;
	int r;

	for (size_t i = 0; i < n_rows; i++)
		n_cells += n_sides[i];
	z = pd_scratch_array(s, PD_SCRATCH_LOGS, double, n_cells);
	n = take_quotients(s2, n_sides, n_rows, z);
	r = pd_ebayes(z, n, df, s, &eb, NULL);
	if (r < 0)
		return r;
	for (size_t i = 0; i < n_rows; s2 += n_sides[i++]) {
		double mean = mean_of(s2, n_sides[i]), others = (double)(n_sides[i] - 1) * df;

		ret[i] = (struct pd_many_prior){.var = mean,
						.df_prior = mean > 0 ? fmin(eb.df_prior, others)
								     : 0,
						.df_max = others + df};
	}
	return PD_OK;
}

struct pd_welch pd_many_test(const double *x, const double *y, size_t n,
			     const struct pd_many_prior *prior, double level)
{
	struct pd_moments mo = pd_moments_pair(x, n, y, n, true);
	double d = (double)(n - 1), d0 = prior->df_prior, sum;
	struct pd_welch w = {.diff = mo.diff, .df = fmin(d0 + 2 * d, prior->df_max)};

	assert(n >= 2 && d0 > 0 && prior->var > 0 && level > 0 && level < 1);

	sum = (2 * d0 * prior->var + d * (mo.var_x + mo.var_y)) / (d0 + d);
	w.se = sqrt(sum / (double)n);
	w.t = w.diff / w.se;
	pd_student_test(&w, level);
	return w;
}
