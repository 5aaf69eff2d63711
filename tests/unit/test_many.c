/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_many.h>

static struct pd_scratch *scratch;

/* Logs -1, 0, 1 have the variance 1; those of two values the half of their squared difference. */
static void variance_is_that_of_logs(void **state)
{
	const double three[] = {exp(1), exp(-1), 1}, two[] = {1, exp(2)};

	(void)state;
	assert_close(pd_many_variance(three, 3), 1, 1e-15);
	assert_close(pd_many_variance(two, 2), 2, 1e-15);
}

/*
 * Variances {1, e^a} over their mean keep the distance a of their logs. With df = 2, a^2/2 =
 * psi'(1) + psi'(1/2) = pi^2/6 + pi^2/2 makes df_prior 2/2 = 1: see test_ebayes.c.
 */
static void quotients_tell_what_the_mean_is_worth(void **state)
{
	const double a = sqrt(4.0 / 3) * acos(-1), s2[] = {1, exp(a)};
	const size_t n_sides[] = {2};
	struct pd_many_prior prior;

	(void)state;
	assert_int_equal(pd_many_share(s2, n_sides, 1, 2, scratch, &prior), PD_OK);
	assert_close(prior.var, (1 + exp(a)) / 2, 1e-15);
	assert_close(prior.df_prior, 1, 1e-12);
	assert_close(prior.df_max, 4, 0);
}

/* A row that is a million times as noisy has the same quotients; units cancel. */
static void rows_have_variances_of_their_own(void **state)
{
	const double a = sqrt(4.0 / 3) * acos(-1);
	const double s2[] = {1, exp(a), 1e6 * exp(a), 1e6};
	const size_t n_sides[] = {2, 2};
	struct pd_many_prior prior[2];

	(void)state;
	assert_int_equal(pd_many_share(s2, n_sides, 2, 2, scratch, prior), PD_OK);
	assert_close(prior[1].var, 1e6 * prior[0].var, 1e-15);
	/*
	 * Four logs at +-a/2: their variance is a^2/3 instead of a^2/2, so psi'(x) = 2/3 (pi^2/6 +
	 * pi^2/2) - pi^2/6 = 5/18 pi^2 = 2.7416; psi'(0.7148021) = 2.7416 by its series (Python).
	 */
	assert_close(prior[0].df_prior, 2 * 0.714802073753, 1e-10);
	assert_close(prior[1].df_prior, prior[0].df_prior, 0);
}

/* Equal variances say that there is one; the other three sides know it by 3 * 4 degrees. */
static void prior_is_worth_at_most_the_other_sides(void **state)
{
	const double s2[] = {3, 3, 3, 3};
	const size_t n_sides[] = {4};
	struct pd_many_prior prior;

	(void)state;
	assert_int_equal(pd_many_share(s2, n_sides, 1, 4, scratch, &prior), PD_OK);
	assert_close(prior.df_prior, 12, 0);
	assert_close(prior.df_max, 16, 0);
}

static void rows_without_variance_share_nothing(void **state)
{
	const double s2[] = {0, 0, 2, 2, 0, 0};
	const size_t n_sides[] = {2, 2, 2};
	struct pd_many_prior prior[3];

	(void)state;
	assert_int_equal(pd_many_share(s2, n_sides, 3, 2, scratch, prior), PD_OK);
	assert_close(prior[0].df_prior, 0, 0);
	assert_close(prior[1].df_prior, 2, 0);
	assert_close(prior[2].df_prior, 0, 0);
	assert_int_equal(pd_many_share(s2, n_sides, 1, 2, scratch, prior), PD_EUNDEFINED);
}

/*
 * Both s2 = 1 with 2 degrees, the row 4 with 2: (2 * 4 + 2 * 1)/4 = 2.5 each, se^2 = 5/3, df =
 * 2 + 4. For even df the law is elementary: with sin u = t/sqrt(6 + t^2),
 * P(|T| > t) = 1 - sin u (1 + cos^2 u/2 + 3 cos^4 u/8).
 */
static void test_by_hand(void **state)
{
	const struct pd_many_prior prior = {.var = 4, .df_prior = 2, .df_max = 22};
	const double x[] = {exp(-1), 1, exp(1)}, y[] = {exp(3), exp(2), exp(1)};
	struct pd_welch w = pd_many_test(x, y, 3, &prior, 0.95);
	double t2 = 4 / (5.0 / 3), cos2 = 6 / (6 + t2), sine = sqrt(1 - cos2);

	(void)state;
	assert_close(w.diff, 2, 1e-15);
	assert_close(w.se, sqrt(5.0 / 3), 1e-14);
	assert_close(w.df, 6, 0);
	assert_close(w.p, 1 - sine * (1 + cos2 / 2 + 3 * cos2 * cos2 / 8), 1e-13);
	assert_close(w.p_greater, w.p / 2, 1e-14);
	/* the 0.975 quantile of t(6) is 2.446911851145 */
	assert_close(w.hi, 2 + 2.446911851145 * sqrt(5.0 / 3), 1e-12);
	assert_close(w.lo + w.hi, 4, 1e-14);
}

static void degrees_end_at_those_of_the_row(void **state)
{
	const struct pd_many_prior prior = {.var = 1, .df_prior = 6, .df_max = 8};
	const double x[] = {1, 2, 3}, y[] = {2, 3, 4};

	(void)state;
	assert_close(pd_many_test(x, y, 3, &prior, 0.95).df, 8, 0);
}

/* Sides that do not vary themselves have what the row says. */
static void constant_sides_have_the_variance_of_the_row(void **state)
{
	const struct pd_many_prior prior = {.var = 3, .df_prior = 1, .df_max = 100};
	const double x[] = {1, 1}, y[] = {exp(1), exp(1)};
	struct pd_welch w = pd_many_test(x, y, 2, &prior, 0.95);

	(void)state;
	assert_close(w.se, sqrt(3.0 / 2), 1e-15); /* each 1 * 3/(1 + 1), twice, over 2 runs */
}

static int take(void **state)
{
	(void)state;
	scratch = pd_scratch_new();
	return 0;
}

static int give(void **state)
{
	(void)state;
	pd_scratch_free(scratch);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variance_is_that_of_logs),
		cmocka_unit_test(quotients_tell_what_the_mean_is_worth),
		cmocka_unit_test(rows_have_variances_of_their_own),
		cmocka_unit_test(prior_is_worth_at_most_the_other_sides),
		cmocka_unit_test(rows_without_variance_share_nothing),
		cmocka_unit_test(test_by_hand),
		cmocka_unit_test(degrees_end_at_those_of_the_row),
		cmocka_unit_test(constant_sides_have_the_variance_of_the_row),
	};

	return cmocka_run_group_tests(tests, take, give);
}
