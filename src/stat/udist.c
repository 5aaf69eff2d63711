/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/udist.h"

#include "stat/alpha.h"
#include "stat/contour.h"
#include "stat/scratch.h"
#include "stat/sum.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

/*
 * Probabilities are carried times 2^1000: the smallest one, 1/C(2000, 1000) =
 * 5e-602, then stays a normal number, and no step works on slow subnormals.
 */
enum { SCALE = 1000 };

/* d[u] = factor (c[u] - c[u - lag]), terms below index 0 being 0. */
static void divide(double *restrict d, const double *restrict c, size_t n, size_t lag,
		   double factor)
{
	size_t head = lag < n ? lag : n;

	for (size_t u = 0; u < head; u++)
		d[u] = c[u] * factor;
	for (size_t u = head; u < n; u++)
		d[u] = (c[u] - c[u - lag]) * factor;
}

static void add(double *restrict to, const double *restrict from, size_t n)
{
	for (size_t u = 0; u < n; u++)
		to[u] += from[u];
}

/* d[u] += d[u - lag] for ascending u, in blocks that do not depend on each other. */
static void accumulate(double *d, size_t n, size_t lag)
{
	for (size_t start = lag; start < n; start += lag)
		add(d + start, d + start - lag, n - start < lag ? n - start : lag);
}

/* Continue a symmetric c over 0 .. top, known up to its middle, to index n - 1. */
static void mirror(double *c, size_t top, size_t n)
{
	for (size_t u = top / 2 + 1; u < n; u++)
		c[u] = u <= top ? c[top - u] : 0;
}

/*
 * U of i against n values is U of i - 1 against n times (1 - q^(n+i))/(1 - q^i),
 * as generating functions. Only the lower half of each step is computed, where
 * the differences lose nothing; symmetry gives what the next step needs beyond.
 */
static const double *lower_half(size_t m, size_t n, double *c, double *d)
{
	c[0] = ldexp(1, SCALE);
	for (size_t i = 1; i <= m; i++) {
		size_t len = i * n / 2 + 1;
		double *swap = c;

		mirror(c, (i - 1) * n, len);
		divide(d, c, len, n + i, (double)i / (double)(n + i));
		accumulate(d, len, i);
		c = d;
		d = swap;
	}
	return c;
}

/*
 * The recurrence divides by 1 - q^i, whose errors never die out: with 300 or
 * more on either side they take over (10 correct digits at 300, none at 500).
 */
static bool tabulated(size_t m, size_t n)
{
	return m < 32 || n < 32 || m * n <= 16384;
}

/* P(U <= u) for u = 0 .. floor(mn/2). */
static const double *null_cdf(size_t m, size_t n, struct pd_scratch *s)
{
	size_t small = m < n ? m : n, large = m < n ? n : m;
	size_t len = m * n / 2 + 1;
	double *cdf = pd_scratch_array(s, PD_SCRATCH_NULL, double, len);
	struct pd_sum sum = {0};
	const double *pmf;
	double *step;

	if (s->null_m == small && s->null_n == large)
		return cdf;
	step = pd_scratch_array(s, PD_SCRATCH_STEP, double, 2 * len);
	pmf = lower_half(small, large, step, step + len);
	for (size_t u = 0; u < len; u++) {
		pd_sum_add(&sum, pmf[u]);
		cdf[u] = ldexp(pd_sum_total(&sum), -SCALE);
	}
	s->null_m = small;
	s->null_n = large;
	return cdf;
}

static double lower_tail(size_t m, size_t n, size_t u, struct pd_scratch *s)
{
	return tabulated(m, n) ? null_cdf(m, n, s)[u] : pd_contour_less(m, n, u, s);
}

double pd_udist_less(size_t m, size_t n, size_t u, struct pd_scratch *s)
{
	assert(m > 0 && n > 0 && m <= PD_UDIST_MAX_PAIRS / n);

	if (u >= m * n)
		return 1;
	return u <= m * n / 2 ? lower_tail(m, n, u, s) : 1 - lower_tail(m, n, m * n - u - 1, s);
}

/* Newton's steps from the normal approximation, at most a few; then halving. */
size_t pd_udist_rank(size_t m, size_t n, double alpha, struct pd_scratch *s)
{
	double pairs = (double)m * (double)n, sd = sqrt(pairs * ((double)(m + n) + 1) / 12);
	double z = gsl_cdf_ugaussian_Qinv(alpha / 2), slope = gsl_ran_ugaussian_pdf(z) / sd;
	double next = pairs / 2 - z * sd;
	size_t lo = 0, hi = m * n / 2 + 1; /* rank lo is allowed, rank hi is not */

	assert(m > 0 && n > 0 && m <= PD_UDIST_MAX_PAIRS / n && alpha < 1);

	for (int round = 0; lo + 1 < hi; round++) {
		size_t k = round < 8 && next > 0 ? (size_t)next : lo + (hi - lo) / 2;
		double p;

		k = k <= lo ? lo + 1 : k >= hi ? hi - 1 : k;
		p = lower_tail(m, n, k - 1, s);
		if (pd_alpha_reached(2 * p, alpha))
			lo = k;
		else
			hi = k;
		next = rint((double)k + (alpha / 2 - p) / slope);
	}
	return lo;
}
