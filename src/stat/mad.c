/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/mad.h"

#include "stat/select.h"

#include <math.h>

double pd_mad_centre(const double *sorted, size_t n)
{
	return pd_select_middle(sorted[(n - 1) / 2], sorted[n / 2]);
}

/* Distances from a centre rise to both sides of it: two ascending rows. */
struct rows {
	const double *below, *above; /* nearest first: below[-1 - i], above[i] */
	size_t n_below, n_above;
	double centre;
};

static double below_at(const struct rows *r, size_t i)
{
	return r->centre - *(r->below - 1 - i);
}

static double above_at(const struct rows *r, size_t i)
{
	return r->above[i] - r->centre;
}

/* The k-th smallest distance, from 0: how many of them lie below is found by halving. */
static double kth(const struct rows *r, size_t k)
{
	size_t lo = k + 1 > r->n_above ? k + 1 - r->n_above : 0;
	size_t hi = k + 1 < r->n_below ? k + 1 : r->n_below;

	while (lo < hi) {
		size_t b = lo + (hi - lo) / 2; /* taken from below, k + 1 - b from above */

		if (below_at(r, b) < above_at(r, k - b))
			lo = b + 1;
		else
			hi = b;
	}
	if (lo == 0)
		return above_at(r, k);
	if (lo == k + 1)
		return below_at(r, k);
	return fmax(below_at(r, lo - 1), above_at(r, k - lo));
}

static size_t count_below(const double *sorted, size_t n, double centre)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (sorted[middle] < centre)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

double pd_mad(const double *sorted, size_t n, double centre)
{
	size_t below = count_below(sorted, n, centre);
	struct rows r = {sorted + below, sorted + below, below, n - below, centre};

	return pd_select_middle(kth(&r, (n - 1) / 2), kth(&r, n / 2));
}
