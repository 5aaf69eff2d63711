/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_paired.h>

#include "stat/pairwise.h"
#include "stat/scratch.h"
#include "stat/select.h"
#include "stat/vdist.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

static size_t n_averages(size_t n)
{
	return n * (n + 1) / 2;
}

static double sd_of(double n)
{
	return sqrt(n * (n + 1) * (2 * n + 1) / 24);
}

size_t pd_walsh_rank(size_t n, double level, struct pd_scratch *s)
{
	double z, k;

	assert(n > 0 && level > 0 && level < 1);

	if (n <= PD_VDIST_MAX)
		return pd_vdist_rank(n, 1 - level, s);
	z = gsl_cdf_ugaussian_Qinv((1 - level) / 2);
	k = floor((double)n_averages(n) / 2 + 0.5 - z * sd_of((double)n));
	return k < 1 ? 0 : (size_t)k;
}

static double level_reached(size_t n, size_t k, struct pd_scratch *s)
{
	if (k == 0)
		return 0;
	if (n <= PD_VDIST_MAX)
		return 1 - 2 * pd_vdist_less(n, k - 1, s);
	return 1 - 2 * gsl_cdf_ugaussian_P(((double)k - 0.5 - (double)n_averages(n) / 2) /
					   sd_of((double)n));
}

/* The differences ascending, and before them their negatives in ascending order. */
static struct pd_pairwise averages_of(const double *d, size_t n, struct pd_scratch *s)
{
	double *negative = pd_scratch_array(s, PD_SCRATCH_LOGS, double, 2 * n);
	double *sorted = negative + n;

	memcpy(sorted, d, n * sizeof(*sorted));
	pd_select_sort(sorted, n);
	for (size_t i = 0; i < n; i++)
		negative[i] = -sorted[n - 1 - i];
	return (struct pd_pairwise){PD_PAIRWISE_AVERAGE, negative, sorted, n, n};
}

enum { MIDDLE = 2 };

void pd_walsh(const double *d, size_t n, const double *level, size_t n_levels, struct pd_scratch *s,
	      struct pd_estimate *ret)
{
	size_t n_ranks = MIDDLE + 2 * n_levels, last = n_averages(n) - 1;
	size_t *rank = pd_scratch_array(s, PD_SCRATCH_SCORES, size_t, n_ranks);
	double *found = pd_scratch_array(s, PD_SCRATCH_SUMS, double, n_ranks);
	struct pd_pairwise p = averages_of(d, n, s);

	assert(n > 0);

	rank[0] = last / 2;
	rank[1] = last - last / 2;
	for (size_t i = 0; i < n_levels; i++) {
		size_t k = pd_walsh_rank(n, level[i], s);

		ret[i] = (struct pd_estimate){.level = level_reached(n, k, s), .reached = k > 0};
		/* without an interval the ranks are not used, but must exist */
		rank[MIDDLE + 2 * i] = k ? k - 1 : rank[0];
		rank[MIDDLE + 2 * i + 1] = k ? last + 1 - k : rank[0];
	}
	pd_pairwise_select(&p, rank, n_ranks, s, found);
	for (size_t i = 0; i < n_levels; i++) {
		ret[i].point = pd_select_middle(found[0], found[1]);
		ret[i].lo = ret[i].reached ? found[MIDDLE + 2 * i] : nan("");
		ret[i].hi = ret[i].reached ? found[MIDDLE + 2 * i + 1] : nan("");
	}
}
