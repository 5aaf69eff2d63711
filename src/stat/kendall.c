/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/rank.h"
#include "stat/ranked.h"
#include "stat/scratch.h"
#include "stat/select.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

enum { MOST_EXACT = 60, MOST_BY_PAIRS = 256, MOST_SLOPES_OF = 512 };

/* ---- pairs that rise and fall */

/* Integers of 32 bits, so that four pairs are compared at a time. */
static int64_t sum_by_pairs(const int32_t *rank, size_t n)
{
	int32_t s = 0;

	for (size_t i = 1; i < n; i++)
		for (size_t j = 0; j < i; j++)
			s += (rank[i] > rank[j]) - (rank[i] < rank[j]);
	return s;
}

/* Pairs that fall between two ascending halves of @v, which become one in @to. */
static int64_t merge(const int32_t *v, size_t half, size_t n, int32_t *to)
{
	int64_t falls = 0;
	size_t i = 0, j = half;

	while (i < half || j < n) {
		if (j == n || (i < half && v[i] <= v[j])) {
			*to++ = v[i++];
		} else {
			falls += (int64_t)(half - i);
			*to++ = v[j++];
		}
	}
	return falls;
}

/* Sorted from pairs to ever larger parts. Source: Knight (1966), JASA 61:436. */
static int64_t count_falls(int32_t *v, size_t n, int32_t *other)
{
	int64_t falls = 0;

	for (size_t width = 1; width < n; width *= 2) {
		int32_t *t = v;

		for (size_t i = 0; i < n; i += 2 * width) {
			size_t end = i + 2 * width < n ? i + 2 * width : n;
			size_t half = i + width < end ? width : end - i;

			falls += merge(v + i, half, end - i, other + i);
		}
		v = other;
		other = t;
	}
	return falls;
}

/* ---- what ties do */

struct ties {
	int64_t pairs; /* that are equal */
	double cubes;  /* sum of t (t - 1) (2 t + 5) over groups of t equal values */
	bool any;
};

static struct ties ties_of(const double *sorted, size_t n)
{
	struct ties ties = {0, 0, false};

	for (size_t i = 0, end; i < n; i = end) {
		double t;

		for (end = i + 1; end < n && sorted[end] == sorted[i]; end++)
			;
		t = (double)(end - i);
		ties.pairs += (int64_t)(end - i) * (int64_t)(end - i - 1) / 2;
		ties.cubes += t * (t - 1) * (2 * t + 5);
		ties.any = ties.any || end - i > 1;
	}
	return ties;
}

static int64_t sum_by_merging(const int32_t *rank, size_t n, int64_t tied, struct pd_scratch *s)
{
	int64_t pairs = (int64_t)n * (int64_t)(n - 1) / 2;
	int32_t *copy = pd_scratch_array(s, PD_SCRATCH_VALUES, int32_t, 2 * n);

	memcpy(copy, rank, n * sizeof(*rank));
	return pairs - tied - 2 * count_falls(copy, n, copy + n);
}

/* ---- the exact law */

static size_t falls_at_most(size_t n)
{
	return n * (n - 1) / 2;
}

/* Chance of @k falls among @n values whose lower half is in @p; the law is symmetric. */
static double mirrored(const double *p, size_t n, size_t k)
{
	size_t most = falls_at_most(n);

	return p[k <= most / 2 ? k : most - k];
}

/*
 * The n-th value makes 0 .. n - 1 more falls, all equally likely: each chance is the mean
 * of n chances of n - 1 values. On the way up to the middle such a sum grows, so
 * taking away what leaves it loses no digits.
 */
static void add_value(const double *p, size_t n, double *ret)
{
	size_t before = falls_at_most(n - 1);
	double sum = 0;

	for (size_t k = 0; k <= falls_at_most(n) / 2; k++) {
		if (k <= before)
			sum += mirrored(p, n - 1, k);
		if (k >= n)
			sum -= mirrored(p, n - 1, k - n);
		ret[k] = sum / (double)n;
	}
}

/* P(at most k falls) among @n values, k to half of all pairs. */
static const double *law_of(size_t n, struct pd_scratch *s)
{
	size_t size = falls_at_most(MOST_EXACT) / 2 + 1;
	double *law = pd_scratch_array(s, PD_SCRATCH_FALLS, double, 2 * size);
	double *p = law, *next = law + size;

	if (s->falls_n == n)
		return law;
	p[0] = 1;
	for (size_t i = 2; i <= n; i++) {
		double *t = p;

		add_value(p, i, next);
		p = next;
		next = t;
	}
	if (p != law)
		memcpy(law, p, (falls_at_most(n) / 2 + 1) * sizeof(*law));
	for (size_t k = 1; k <= falls_at_most(n) / 2; k++)
		law[k] += law[k - 1];
	s->falls_n = n;
	return law;
}

static double exact_p(int64_t sum, size_t n, struct pd_scratch *s)
{
	int64_t pairs = (int64_t)falls_at_most(n);
	size_t fewer = (size_t)((pairs - (sum < 0 ? -sum : sum)) / 2);

	return fmin(1, 2 * law_of(n, s)[fewer]);
}

struct pd_kendall pd_kendall_ranked(const int32_t *rank, const double *sorted, size_t n,
				    struct pd_scratch *s)
{
	struct ties ties = ties_of(sorted, n);
	double size = (double)n;
	struct pd_kendall k = {.p_normal = 1, .p_exact = nan("")};

	assert(n > 0);

	k.s = n <= MOST_BY_PAIRS ? sum_by_pairs(rank, n) : sum_by_merging(rank, n, ties.pairs, s);
	k.var = fmax(0, (size * (size - 1) * (2 * size + 5) - ties.cubes) / 18);
	if (k.s != 0 && k.var > 0) {
		k.z = (double)(k.s > 0 ? k.s - 1 : k.s + 1) / sqrt(k.var);
		k.p_normal = fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(k.z)));
	}
	if (!ties.any && n <= MOST_EXACT)
		k.p_exact = exact_p(k.s, n, s);
	return k;
}

struct pd_kendall pd_kendall(const double *v, const double *sorted, size_t n, struct pd_scratch *s)
{
	int32_t *rank = pd_scratch_array(s, PD_SCRATCH_RANKS, int32_t, n);

	pd_rank_all(v, sorted, n, rank);
	return pd_kendall_ranked(rank, sorted, n, s);
}

double pd_kendall_p(const struct pd_kendall *k)
{
	return isnan(k->p_exact) ? k->p_normal : k->p_exact;
}

/* ---- how steep */

static double slope(const double *v, size_t i, size_t j)
{
	double rise = v[j] - v[i], steps = (double)(j - i);

	return isfinite(rise) ? rise / steps : v[j] / steps - v[i] / steps;
}

double pd_kendall_slope(const double *v, size_t n, struct pd_scratch *s)
{
	size_t n_slopes = 0, half = n - n / 2;
	double *slopes;

	assert(n > 0);

	if (n < 2)
		return 0;
	if (n > MOST_SLOPES_OF) {
		slopes = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n);
		for (size_t i = 0; i + half < n; i++)
			slopes[n_slopes++] = slope(v, i, i + half);
	} else {
		slopes = pd_scratch_array(s, PD_SCRATCH_VALUES, double, n *(n - 1) / 2);
		for (size_t j = 1; j < n; j++)
			for (size_t i = 0; i < j; i++)
				slopes[n_slopes++] = slope(v, i, j);
	}
	return pd_select_median(slopes, n_slopes);
}
