/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_profile.h>

#include "base/str.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sf_psi.h>

static struct pd_scratch *scratch;

/* No scatter at all is less than chance gives: the prior is certain, all become it. */
static void equal_variances_are_one_variance(void **state)
{
	double s2[] = {3, 3, 3, 3};
	struct pd_ebayes eb;

	(void)state;
	assert_int_equal(pd_ebayes(s2, 4, 4, scratch, &eb, s2), PD_OK);
	assert_true(isinf(eb.df_prior));
	assert_close(eb.var_prior, 3, 1e-15);
	assert_close(s2[2], 3, 1e-15);
}

/*
 * Logs of {1, e^a} have the variance a^2/2. With df = 2, psi'(1) = pi^2/6, so
 * a^2/2 = pi^2/6 + psi'(x) gives df_prior = 2 x; and x = 1/2 has psi' = pi^2/2.
 * log var_prior = a/2 - psi(1) + log 1 + psi(1/2) - log(1/2) = a/2 - 2 log 2 + log 2,
 * as psi(1/2) = psi(1) - 2 log 2.
 */
static void two_variances_by_hand(void **state)
{
	const double pi = acos(-1), a = sqrt(2 * (pi * pi / 6 + pi * pi / 2));
	const double s2[] = {1, exp(a)};
	double post[2];
	struct pd_ebayes eb;

	(void)state;
	assert_int_equal(pd_ebayes(s2, 2, 2, scratch, &eb, post), PD_OK);
	assert_close(eb.df_prior, 1, 1e-12);
	assert_close(eb.var_prior, exp(a / 2) / 2, 1e-12);
	assert_close(post[0], (exp(a / 2) / 2 + 2) / 3, 1e-12);
	assert_close(post[1], (exp(a / 2) / 2 + 2 * exp(a)) / 3, 1e-12);
}

/* As above for any x: from the least that the floor of variances lets through. */
static void priors_from_weak_to_certain(void **state)
{
	static const double half[] = {0.13, 0.3, 2, 50, 1e5, 1e8};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(half); i++) {
		double a = sqrt(2 * (gsl_sf_psi_1(1) + gsl_sf_psi_1(half[i])));
		const double s2[] = {exp(-a / 2), exp(a / 2)};
		struct pd_ebayes eb;

		assert_int_equal(pd_ebayes(s2, 2, 2, scratch, &eb, NULL), PD_OK);
		/* the excess is a difference: psi'(1) + 1/x keeps 15 digits less those of x */
		assert_close(eb.df_prior, 2 * half[i], 1e-10 + 1e-14 * half[i]);
	}
}

static void the_unit_of_the_variances_does_not_matter(void **state)
{
	const double s2[] = {1, 4, 100, 2, 0.01}, scaled[] = {1e-9, 4e-9, 1e-7, 2e-9, 1e-11};
	struct pd_ebayes a, b;

	(void)state;
	assert_int_equal(pd_ebayes(s2, 5, 3, scratch, &a, NULL), PD_OK);
	assert_int_equal(pd_ebayes(scaled, 5, 3, scratch, &b, NULL), PD_OK);
	assert_true(isfinite(a.df_prior));
	assert_close(b.df_prior, a.df_prior, 1e-10);
	assert_close(b.var_prior, a.var_prior * 1e-9, 1e-10);
}

/* Values are var_prior F(df, df_prior); moments of 20000 of them find both. */
static void a_known_prior_is_found_again(void **state)
{
	enum { N = 20000 };
	static double s2[N];
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct pd_ebayes eb;

	(void)state;
	gsl_rng_set(rng, 7);
	for (size_t i = 0; i < N; i++)
		s2[i] = 0.04 * gsl_ran_fdist(rng, 4, 6);
	gsl_rng_free(rng);
	assert_int_equal(pd_ebayes(s2, N, 4, scratch, &eb, NULL), PD_OK);
	assert_close(eb.df_prior, 6, 0.1);
	assert_close(eb.var_prior, 0.04, 0.03);
}

static void zeros_are_floored_and_all_zeros_say_nothing(void **state)
{
	const double some[] = {0, 0, 0, 1, 2}, none[] = {0, 0, 0};
	double post[5];
	struct pd_ebayes eb = {.df_prior = 42};

	(void)state;
	assert_int_equal(pd_ebayes(some, 5, 4, scratch, &eb, post), PD_OK);
	assert_true(isfinite(eb.df_prior) && eb.var_prior > 0);
	assert_true(post[0] > 0 && post[0] < post[3]);
	eb.df_prior = 42;
	assert_int_equal(pd_ebayes(none, 3, 4, scratch, &eb, post), PD_EUNDEFINED);
	assert_int_equal(pd_ebayes(some, 1, 4, scratch, &eb, post), PD_EUNDEFINED);
	assert_close(eb.df_prior, 42, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_variances_are_one_variance),
		cmocka_unit_test(two_variances_by_hand),
		cmocka_unit_test(priors_from_weak_to_certain),
		cmocka_unit_test(the_unit_of_the_variances_does_not_matter),
		cmocka_unit_test(a_known_prior_is_found_again),
		cmocka_unit_test(zeros_are_floored_and_all_zeros_say_nothing),
	};
	int failed;

	scratch = pd_scratch_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	pd_scratch_free(scratch);
	return failed;
}
