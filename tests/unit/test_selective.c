/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_many.h>

#include "base/str.h"

#include <string.h>

#include <gsl/gsl_rng.h>

static void one_family_is_left_as_it_is(void **state)
{
	const size_t family[] = {7, 7, 7};
	double p[] = {0.04, 0.2, 0.01};

	(void)state;
	pd_selective_adjust(p, family, 3, p);
	assert_close(p[0], 0.04, 0);
	assert_close(p[1], 0.2, 0);
	assert_close(p[2], 0.01, 0);
}

static void families_of_one_are_benjamini_hochberg(void **state)
{
	const double p[] = {0.01, 0.04, 0.03, 0.5, 0.02, 1};
	const size_t family[] = {3, 1, 4, 0, 5, 9};
	double ours[6], theirs[6];

	(void)state;
	pd_selective_adjust(p, family, 6, ours);
	pd_multiple_adjust(PD_ADJUST_BH, p, 6, theirs);
	for (size_t i = 0; i < 6; i++)
		assert_close(ours[i], theirs[i], 1e-15);
}

/*
 * Families {.01, .03}, {.02, .9}, {.6}: smallest .01, .02, .6. One is selected from alpha =
 * min(.03, .03, .6) = .03 on, two from .03, three from .6.
 * .01 * 3/2 < .03 and .02 * 3/2 = .03: both .03. .03 * 3/2 = .045. .9 * 3/3 = .9.
 */
static void three_families_by_hand(void **state)
{
	const size_t family[] = {1, 1, 2, 2, 3};
	double p[] = {0.01, 0.03, 0.02, 0.9, 0.6};

	(void)state;
	pd_selective_adjust(p, family, 5, p);
	assert_close(p[0], 0.03, 1e-15);
	assert_close(p[1], 0.045, 1e-15);
	assert_close(p[2], 0.03, 1e-15);
	assert_close(p[3], 0.9, 1e-15);
	assert_close(p[4], 0.6, 1e-15);
}

static void undefined_p_are_in_no_family(void **state)
{
	const size_t family[] = {1, 2, 2};
	double p[] = {nan(""), 0.02, nan("")};

	(void)state;
	pd_selective_adjust(p, family, 3, p);
	assert_true(isnan(p[0]) && isnan(p[2]));
	assert_close(p[1], 0.02, 0);
	pd_selective_adjust(p, family, 0, p);
}

/* How many families have a p that Benjamini and Hochberg's rule selects at @alpha. */
static size_t selected(const double *smallest, size_t r, double alpha)
{
	size_t s = r;

	for (; s > 0; s--) {
		size_t below = 0;

		for (size_t i = 0; i < r; i++)
			below += smallest[i] <= alpha * (double)s / (double)r;
		if (below >= s)
			break;
	}
	return s;
}

/* By the definition: found at alpha exactly if the adjusted p is at most alpha. */
static void adjusted_p_says_what_the_rule_finds(void **state)
{
	enum { R = 6, K = 4, N = R * K };
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	gsl_rng_set(rng, 5);
	for (int round = 0; round < 200; round++) {
		double p[N], smallest[R], adjusted[N];
		size_t family[N];

		for (size_t i = 0; i < N; i++) {
			family[i] = i % R;
			p[i] = gsl_rng_uniform(rng) * (i % 5 ? 1 : 0.1);
		}
		for (size_t f = 0; f < R; f++) {
			smallest[f] = 1;
			for (size_t i = f; i < N; i += R)
				smallest[f] = fmin(smallest[f], p[i]);
		}
		pd_selective_adjust(p, family, N, adjusted);
		for (unsigned int step = 0; step < 27; step++)
			for (size_t i = 0; i < N; i++) {
				double alpha = 0.013 + 0.037 * step;
				double share = (double)selected(smallest, R, alpha) / R;

				assert_int_equal(adjusted[i] <= alpha, p[i] <= alpha * share);
			}
	}
	gsl_rng_free(rng);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_family_is_left_as_it_is),
		cmocka_unit_test(families_of_one_are_benjamini_hochberg),
		cmocka_unit_test(three_families_by_hand),
		cmocka_unit_test(undefined_p_are_in_no_family),
		cmocka_unit_test(adjusted_p_says_what_the_rule_finds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
