/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

/*
 * {1 2 3} and {3 5 7}: means 2 and 5, variances 1 and 4, se^2 = 5/3,
 * df = (5/3)^2/((1/9 + 16/9)/2) = 50/17.
 */
static void two_small_series_by_hand(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {3, 5, 7};
	struct pd_welch w;

	(void)state;
	assert_int_equal(pd_welch(x, 3, y, 3, 0.95, &w), PD_OK);
	assert_close(w.diff, 3, 1e-15);
	assert_close(w.se, sqrt(5.0 / 3), 1e-15);
	assert_close(w.df, 50.0 / 17, 1e-15);
	assert_close(w.t, 3 / sqrt(5.0 / 3), 1e-15);
	assert_close(w.p_less + w.p_greater, 1, 1e-15);
	assert_close(w.p, 2 * w.p_greater, 0);
	assert_close((w.lo + w.hi) / 2, 3, 1e-15);
}

/* With x constant df is that of y alone: 1. t = 1, so both tails are 1/4 (Cauchy). */
static void one_constant_side_is_fine(void **state)
{
	const double x[] = {0, 0, 0}, y[] = {0, 2};
	struct pd_welch w;

	(void)state;
	assert_int_equal(pd_welch(x, 3, y, 2, 0.5, &w), PD_OK);
	assert_close(w.df, 1, 1e-15);
	assert_close(w.p, 0.5, 1e-14);
	/* the Cauchy quartile is 1, and se is 1 */
	assert_close(w.hi, 2, 1e-14);
	assert_true(fabs(w.lo) < 1e-14);
}

static void no_variance_is_no_test(void **state)
{
	const double x[] = {1, 1}, y[] = {2, 2}, one[] = {5}, zero[] = {0, 1};
	struct pd_welch w = {.t = 42};

	(void)state;
	assert_int_equal(pd_welch(x, 2, y, 2, 0.95, &w), PD_EUNDEFINED);
	assert_int_equal(pd_welch(x, 2, one, 1, 0.95, &w), PD_EUNDEFINED);
	assert_int_equal(pd_welch_log(x, 2, zero, 2, 0.95, &w), PD_EUNDEFINED);
	assert_close(w.t, 42, 0);
}

/* A pivot makes 1e9 harmless: the same figures as without the offset. */
static void an_offset_of_a_billion_changes_nothing(void **state)
{
	const double x[] = {0, 0.25, 1}, y[] = {0.5, 0.75, 2.25};
	double big_x[3], big_y[3];
	struct pd_welch a, b;

	(void)state;
	for (int i = 0; i < 3; i++) {
		big_x[i] = x[i] + 1e9;
		big_y[i] = y[i] + 1e9;
	}
	assert_int_equal(pd_welch(x, 3, y, 3, 0.95, &a), PD_OK);
	assert_int_equal(pd_welch(big_x, 3, big_y, 3, 0.95, &b), PD_OK);
	assert_close(b.t, a.t, 1e-15);
	assert_close(b.p, a.p, 1e-15);
	assert_close(b.lo, a.lo, 1e-14);
}

/* Powers of e: the logs are 0 1 2 and 1 3 5, the case by hand with an offset of 1. */
static void logs_are_those_of_the_ratios(void **state)
{
	const double e = 2.718281828459045;
	const double x[] = {1, e, e * e}, y[] = {e * e, e * e * e * e, e * e * e * e * e * e};
	struct pd_welch w;

	(void)state;
	assert_int_equal(pd_welch_log(x, 3, y, 3, 0.95, &w), PD_OK);
	assert_close(w.diff, 3, 1e-14);
	assert_close(w.se, sqrt(5.0 / 3), 1e-14);
	assert_close(w.df, 50.0 / 17, 1e-14);
}

static void large_and_small_magnitudes_work_alike(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {3, 5, 7};
	double far_x[3], far_y[3];
	struct pd_welch w;

	(void)state;
	for (int sign = -1; sign <= 1; sign += 2) {
		for (int i = 0; i < 3; i++) {
			far_x[i] = ldexp(x[i], sign * 1000);
			far_y[i] = ldexp(y[i], sign * 1000);
		}
		assert_int_equal(pd_welch(far_x, 3, far_y, 3, 0.95, &w), PD_OK);
		assert_close(w.t, 3 / sqrt(5.0 / 3), 1e-15);
		assert_close(w.diff, ldexp(3, sign * 1000), 1e-15);
	}
}

/* diff 0 and df 2: P(T >= sqrt 2) = (1 - 1/sqrt 2)/2 with T's cdf (1 + t/sqrt(2 + t^2))/2. */
static void equivalence_is_the_larger_of_two_one_sided_tests(void **state)
{
	const struct pd_welch w = {.diff = 0, .se = 1, .df = 2};

	(void)state;
	assert_close(pd_welch_tost(&w, sqrt(2)), (1 - sqrt(0.5)) / 2, 1e-14);
	assert_close(pd_welch_tost(&w, 0), 0.5, 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_small_series_by_hand),
		cmocka_unit_test(one_constant_side_is_fine),
		cmocka_unit_test(no_variance_is_no_test),
		cmocka_unit_test(an_offset_of_a_billion_changes_nothing),
		cmocka_unit_test(logs_are_those_of_the_ratios),
		cmocka_unit_test(large_and_small_magnitudes_work_alike),
		cmocka_unit_test(equivalence_is_the_larger_of_two_one_sided_tests),
	};

	return cmocka_run_group_tests_name("welch", tests, NULL, NULL);
}
