/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "stat/alpha.h"
#include "stat/select.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/*
 * Of n values from a continuous distribution, those below the median number
 * Binomial(n, 1/2): the interval between the k-th value from either end misses
 * it with probability 2 P(B <= k - 1).
 */
struct binomial {
	size_t k;              /* the largest k that misses with at most 1 - level */
	double below, at_most; /* P(B <= k - 1), P(B <= k) */
};

/* Adding terms is exact to the last digits; 2^-1000 is still a normal number. */
enum { SUM_MAX = 1000 };

static struct binomial by_adding(size_t n, double alpha)
{
	double term = ldexp(1, -(int)n);
	struct binomial b = {.at_most = term};

	while (b.k < n / 2 && pd_alpha_reached(2 * b.at_most, alpha)) {
		b.k++;
		term *= (double)(n - b.k + 1) / (double)b.k;
		b.below = b.at_most;
		b.at_most += term;
	}
	return b;
}

static double cdf(size_t n, size_t k)
{
	return gsl_cdf_binomial_P((unsigned int)k, 0.5, (unsigned int)n);
}

static struct binomial by_bisection(size_t n, double alpha)
{
	size_t lo = 0, hi = n / 2;

	while (lo < hi) {
		size_t mid = lo + (hi - lo + 1) / 2;

		if (pd_alpha_reached(2 * cdf(n, mid - 1), alpha))
			lo = mid;
		else
			hi = mid - 1;
	}
	return (struct binomial){lo, lo ? cdf(n, lo - 1) : 0, cdf(n, lo)};
}

static struct binomial find(size_t n, double alpha)
{
	return n <= SUM_MAX ? by_adding(n, alpha) : by_bisection(n, alpha);
}

static struct pd_estimate between(const double *sorted, size_t n, const struct binomial *b)
{
	size_t k = b->k ? b->k : 1;
	struct pd_estimate e = {
		.point = pd_select_middle(sorted[(n - 1) / 2], sorted[n / 2]),
		.lo = sorted[k - 1],
		.hi = sorted[n - k],
		.reached = b->k > 0,
	};

	/* with k = 0 the whole range, which misses when all values are on one side */
	e.level = 1 - 2 * (b->k ? b->below : b->at_most);
	return e;
}

struct pd_estimate pd_median_ci_exact(const double *sorted, size_t n, double level)
{
	struct binomial b;

	assert(n > 0 && level > 0 && level < 1);

	b = find(n, 1 - level);
	return between(sorted, n, &b);
}

struct pd_estimate pd_median_ci(const double *sorted, size_t n, double level)
{
	struct pd_estimate e;
	struct binomial b;
	double weight, inward, k, rest;

	assert(n > 0 && level > 0 && level < 1);

	b = find(n, 1 - level);
	e = between(sorted, n, &b);
	if (b.k == 0)
		return e;
	/* level lies between the coverage at k and the one at k + 1 */
	weight = (e.level - level) / (2 * (b.at_most - b.below));
	k = (double)b.k;
	rest = (double)(n - b.k);
	inward = fmax(rest * weight / (k + (rest - k) * weight), 0);
	e.lo = pd_select_between(sorted[b.k - 1], sorted[b.k], inward);
	e.hi = pd_select_between(sorted[n - b.k], sorted[n - b.k - 1], inward);
	e.level = level;
	return e;
}
