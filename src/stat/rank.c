/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/rank.h"

/* Equal values that are counted one by one before they are counted by halves. */
enum { FEW_TIES = 4 };

/* How many of @sorted are below @v; halves are chosen without a branch, which no processor could foresee. */
static size_t count_below(const double *sorted, size_t n, double v)
{
	const double *at = sorted;

	while (n > 1) {
		size_t half = n / 2;

		at += half * (size_t)(at[half - 1] < v);
		n -= half;
	}
	return (size_t)(at - sorted) + (*at < v);
}

static size_t count_at_most(const double *sorted, size_t n, double v)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (sorted[middle] <= v)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

double pd_rank(double v, const double *sorted, size_t n)
{
	size_t below = count_below(sorted, n, v), end = below + 1;

	while (end < n && sorted[end] == v) {
		if (end++ < below + FEW_TIES)
			continue;
		end += count_at_most(sorted + end, n - end, v);
		break;
	}
	return (double)below + (double)end - (double)n;
}

void pd_rank_all(const double *v, const double *sorted, size_t n, int32_t *ret)
{
	for (size_t i = 0; i < n; i++)
		ret[i] = (int32_t)pd_rank(v[i], sorted, n);
}
