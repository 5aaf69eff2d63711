/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_many.h>

#include "stat/scratch.h"

/* C(n, k) if it is at most @most, else @most + 1; each step is itself a binomial coefficient. */
static size_t choose(size_t n, size_t k, size_t most)
{
	double c = 1;

	for (size_t i = 1; i <= k; i++) {
		c = c * (double)(n - k + i) / (double)i;
		if (c > (double)most)
			return most + 1;
	}
	return (size_t)(c + 0.5);
}

size_t pd_halves_count(size_t n, size_t most)
{
	size_t c = choose(n, n / 2, most);

	return c < most ? c : most;
}

/* The @i-th way to take @k of @n, in lexical order. */
static void take_nth(size_t n, size_t k, size_t i, size_t most, bool *ret_first)
{
	for (size_t at = 0; at < n; at++) {
		size_t with = k ? choose(n - at - 1, k - 1, most) : 0;

		ret_first[at] = k && i < with;
		if (ret_first[at])
			k--;
		else
			i -= with;
	}
}

void pd_halves(size_t n, size_t i, size_t most, uint64_t seed, struct pd_scratch *s,
	       bool *ret_first)
{
	size_t left = n / 2, c = choose(n, left, most);
	gsl_rng *rng;

	if (c <= most) {
		take_nth(n, left, i % c, most, ret_first);
		return;
	}
	rng = pd_scratch_rng(s, seed ^ (UINT64_C(0x9E3779B97F4A7C15) * (i + 1)));
	for (size_t at = 0; at < n; at++) {
		ret_first[at] = gsl_rng_uniform(rng) * (double)(n - at) < (double)left;
		left -= ret_first[at];
	}
}
