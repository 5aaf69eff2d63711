/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/rank.h"
#include "stat/ranked.h"
#include "stat/scratch.h"

#include <assert.h>
#include <math.h>

struct pd_autocorr pd_autocorr_ranked(const int32_t *rank, size_t n)
{
	double lagged = 0, squares = 0, before = 0;
	struct pd_autocorr a = {nan(""), nan("")};

	assert(n > 0);

	for (size_t i = 0; i < n; i++) {
		double here = rank[i];

		lagged += here * before;
		squares += here * here;
		before = here;
	}
	if (squares == 0)
		return a;
	a.r = lagged / squares;
	a.z = (a.r + 1 / (double)n) * sqrt((double)n);
	return a;
}

struct pd_autocorr pd_autocorr(const double *v, const double *sorted, size_t n,
			       struct pd_scratch *s)
{
	int32_t *rank = pd_scratch_array(s, PD_SCRATCH_RANKS, int32_t, n);

	pd_rank_all(v, sorted, n, rank);
	return pd_autocorr_ranked(rank, n);
}
