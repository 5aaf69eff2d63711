/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/vdist.h"

#include "stat/alpha.h"
#include "stat/scratch.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* d[u] = c[u] + c[u - lag], terms below index 0 being 0. */
static void add_shifted(double *restrict d, const double *restrict c, size_t n, size_t lag)
{
	size_t head = lag < n ? lag : n;

	memcpy(d, c, head * sizeof(*d));
	for (size_t u = head; u < n; u++)
		d[u] = c[u] + c[u - lag];
}

/*
 * How many subsets have the sum 0 .. depth. At most 2^200 of them: counts are sums
 * of positive numbers in the range of a double, so nothing overflows or cancels.
 */
static const double *count_subsets(const int64_t *score, size_t n, size_t depth,
				   struct pd_scratch *s)
{
	double *c = pd_scratch_array(s, PD_SCRATCH_STEP, double, 2 * (depth + 1));
	double *d = c + depth + 1;
	size_t top = 0;

	memset(c, 0, 2 * (depth + 1) * sizeof(*c));
	c[0] = 1;
	for (size_t i = 0; i < n; i++) {
		double *swap = c;

		top = top + (size_t)score[i] < depth ? top + (size_t)score[i] : depth;
		add_shifted(d, c, top + 1, (size_t)score[i]);
		c = d;
		d = swap;
	}
	return c;
}

double pd_vdist_subsets(const int64_t *score, size_t n, int64_t depth, struct pd_scratch *s,
			double *ret_at)
{
	const double *count = count_subsets(score, n, (size_t)depth, s);
	struct pd_sum sum = {0};

	assert(n >= 1 && n <= PD_VDIST_MAX && depth >= 0);

	for (int64_t u = 0; u <= depth; u++)
		pd_sum_add(&sum, count[u]);
	*ret_at = ldexp(count[depth], -(int)n);
	return ldexp(pd_sum_total(&sum), -(int)n);
}

/* P(V <= v) for v = 0 .. floor(n(n+1)/4). */
static const double *null_cdf(size_t n, struct pd_scratch *s)
{
	size_t half = n * (n + 1) / 4;
	double *cdf = pd_scratch_array(s, PD_SCRATCH_SIGNS, double, half + 1);
	int64_t rank[PD_VDIST_MAX];
	struct pd_sum sum = {0};
	const double *count;

	if (s->null_pairs == n)
		return cdf;
	for (size_t i = 0; i < n; i++)
		rank[i] = (int64_t)i + 1;
	count = count_subsets(rank, n, half, s);
	for (size_t v = 0; v <= half; v++) {
		pd_sum_add(&sum, count[v]);
		cdf[v] = ldexp(pd_sum_total(&sum), -(int)n);
	}
	s->null_pairs = n;
	return cdf;
}

double pd_vdist_less(size_t n, size_t v, struct pd_scratch *s)
{
	size_t total = n * (n + 1) / 2;
	const double *cdf;

	assert(n >= 1 && n <= PD_VDIST_MAX);

	if (v >= total)
		return 1;
	cdf = null_cdf(n, s);
	return v <= total / 2 ? cdf[v] : 1 - cdf[total - v - 1];
}

size_t pd_vdist_rank(size_t n, double alpha, struct pd_scratch *s)
{
	const double *cdf = null_cdf(n, s);
	size_t lo = 0, hi = n * (n + 1) / 4 + 1; /* rank lo is allowed, rank hi is not */

	assert(n >= 1 && n <= PD_VDIST_MAX && alpha < 1);

	while (lo + 1 < hi) {
		size_t k = lo + (hi - lo) / 2;

		if (pd_alpha_reached(2 * cdf[k - 1], alpha))
			lo = k;
		else
			hi = k;
	}
	return lo;
}
