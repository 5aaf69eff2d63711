/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/rank.h"

#include <assert.h>
#include <math.h>

struct pd_autocorr pd_autocorr(const double *v, const double *sorted, size_t n)
{
	double lagged = 0, squares = 0, before = 0;
	struct pd_autocorr a = {nan(""), nan("")};

	assert(n > 0);

	for (size_t i = 0; i < n; i++) {
		double rank = pd_rank(v[i], sorted, n);

		lagged += rank * before;
		squares += rank * rank;
		before = rank;
	}
	if (squares == 0)
		return a;
	a.r = lagged / squares;
	a.z = (a.r + 1 / (double)n) * sqrt((double)n);
	return a;
}
