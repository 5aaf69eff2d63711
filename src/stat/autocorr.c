/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include <assert.h>
#include <math.h>

/* How many of @sorted are below @v, or if @equal, not above it. */
static size_t count_below(const double *sorted, size_t n, double v, bool equal)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (sorted[middle] < v || (equal && sorted[middle] == v))
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

struct pd_autocorr pd_autocorr(const double *v, const double *sorted, size_t n)
{
	double lagged = 0, squares = 0, before = 0;
	struct pd_autocorr a = {nan(""), nan("")};

	assert(n > 0);

	for (size_t i = 0; i < n; i++) {
		/* twice the midrank, less twice its mean: an integer */
		double d = (double)count_below(sorted, n, v[i], false) +
			   (double)count_below(sorted, n, v[i], true) - (double)n;

		lagged += d * before;
		squares += d * d;
		before = d;
	}
	if (squares == 0)
		return a;
	a.r = lagged / squares;
	a.z = (a.r + 1 / (double)n) * sqrt((double)n);
	return a;
}
