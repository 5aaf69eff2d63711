/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_interval.h>

/* Five values, p = 0.1: ranks 0.6 -> 1, 1.4, and 16/3 * 0.1 + 1/3 = 13/15 -> 1. */
static void types_differ_in_the_rank(void **state)
{
	const double v[] = {10, 20, 30, 40, 50};

	(void)state;
	assert_close(pd_quantile(v, 5, 0.1, 6), 10, 0);
	assert_close(pd_quantile(v, 5, 0.1, 7), 14, 1e-15);
	assert_close(pd_quantile(v, 5, 0.1, 8), 10, 0);
	/* p = 0.7: 4.2, 3.8, 16/3 * 0.7 + 1/3 = 61/15 */
	assert_close(pd_quantile(v, 5, 0.7, 6), 42, 1e-15);
	assert_close(pd_quantile(v, 5, 0.7, 7), 38, 1e-15);
	assert_close(pd_quantile(v, 5, 0.7, 8), 610.0 / 15, 1e-15);
}

static void all_types_agree_on_the_median_and_the_ends(void **state)
{
	const double v[] = {1, 4, 9, 100};

	(void)state;
	for (int type = 6; type <= 8; type++) {
		assert_close(pd_quantile(v, 4, 0.5, type), 6.5, 1e-15);
		assert_close(pd_quantile(v, 4, 0, type), 1, 0);
		assert_close(pd_quantile(v, 4, 1, type), 100, 0);
		assert_close(pd_quantile(v, 1, 0.3, type), 1, 0);
	}
}

/* (21 - 1) * 0.05 is rank 2 exactly: no part of a far neighbour may leak in. */
static void a_whole_rank_takes_one_value_only(void **state)
{
	double v[21] = {0, 1, 1e300};

	(void)state;
	for (int i = 3; i < 21; i++)
		v[i] = 1e300;
	assert_close(pd_quantile(v, 21, 0.05, 7), 1, 0);
}

static void huge_neighbours_of_opposite_sign_do_not_overflow(void **state)
{
	const double v[] = {-1.5e308, 1.5e308};

	(void)state;
	assert_close(pd_quantile(v, 2, 0.5, 7), 0, 0);
}

/* Two values, p = 1/2: weights I_{1/2}(1.5, 1.5) = 1/2 each. n = 3: symmetric as well. */
static void harrell_davis_of_symmetric_values_is_the_centre(void **state)
{
	const double two[] = {1, 4}, three[] = {1, 2, 3};

	(void)state;
	assert_close(pd_quantile_hd(two, 2, 0.5), 2.5, 1e-14);
	assert_close(pd_quantile_hd(three, 3, 0.5), 2, 1e-14);
	assert_close(pd_quantile_hd(three, 3, 0), 1, 0);
	assert_close(pd_quantile_hd(three, 3, 1), 3, 0);
}

/* log(.025)/log(.99) = 367.03, log(.025)/log(.9) = 35.01; log(.025)/log(.5) = 5.32. */
static void far_quantiles_need_many_values_for_an_upper_end(void **state)
{
	(void)state;
	assert_close(pd_quantile_least(0.99, 0.05), 368, 0);
	assert_close(pd_quantile_least(0.01, 0.05), 368, 0);
	assert_close(pd_quantile_least(0.9, 0.05), 36, 0);
	assert_close(pd_quantile_least(0.5, 0.05), 6, 0);
	/* .5^2 is .25 itself */
	assert_close(pd_quantile_least(0.5, 0.5), 2, 0);
}

/* 500 values have 5 beyond the 99th percentile, 499 have 4.99. */
static void five_values_beyond_hold_a_quantile(void **state)
{
	(void)state;
	assert_true(pd_quantile_is_held(500, 0.99));
	assert_false(pd_quantile_is_held(499, 0.99));
	assert_true(pd_quantile_is_held(50, 0.1));
	assert_false(pd_quantile_is_held(49, 0.1));
	assert_true(pd_quantile_is_held(5000, 0.999));
	assert_true(pd_quantile_is_held(10, 0.5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_differ_in_the_rank),
		cmocka_unit_test(all_types_agree_on_the_median_and_the_ends),
		cmocka_unit_test(a_whole_rank_takes_one_value_only),
		cmocka_unit_test(huge_neighbours_of_opposite_sign_do_not_overflow),
		cmocka_unit_test(harrell_davis_of_symmetric_values_is_the_centre),
		cmocka_unit_test(far_quantiles_need_many_values_for_an_upper_end),
		cmocka_unit_test(five_values_beyond_hold_a_quantile),
	};

	return cmocka_run_group_tests_name("quantile", tests, NULL, NULL);
}
