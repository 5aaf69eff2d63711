/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_design.h>

/*
 * Runs {10 12 11} {20 21} {15 16 14 15}, means 11, 20.5, 15; of all 134/9.
 * MSW = (2 + 1/2 + 2)/6 = 3/4; SSB = 3 * 121 + 2 * 420.25 + 4 * 225 - 134^2/9 =
 * 1951/18, MSB = 1951/36. n0 = (9 - (9 + 4 + 16)/9)/2 = 26/9. between = (1951/36
 * - 27/36)/n0 = (1924/36)(9/26) = 18.5. All: (1951/18 + 4.5)/8 = 127/9.
 * inflation = (18.5 * 29/9 + 0.75)/(127/9) = 543.25/127.
 */
static void unequal_runs_share_a_size_of_their_own(void **state)
{
	const double v[] = {10, 12, 11, 20, 21, 15, 16, 14, 15};
	const uint32_t count[] = {3, 2, 4};
	struct pd_levels l;

	(void)state;
	assert_int_equal(pd_levels(v, count, 3, &l), PD_OK);
	assert_int_equal(l.n_groups, 3);
	assert_int_equal(l.n_values, 9);
	assert_close(l.per_group, 26.0 / 9, 1e-14);
	assert_close(l.sd_within, sqrt(0.75), 1e-14);
	assert_close(l.sd_between, sqrt(18.5), 1e-14);
	assert_close(l.icc, 18.5 / 19.25, 1e-14);
	assert_close(l.sd_flat, sqrt(127.0 / 9), 1e-14);
	assert_close(l.inflation, 543.25 / 127, 1e-14);
}

/* The design of pd_nested(): {1 3} {5 7} has components 7 and 2, see test_nested.c. */
static void equal_runs_are_what_the_analysis_of_variance_says(void **state)
{
	const double v[] = {1, 3, 5, 7};
	struct pd_levels l;

	(void)state;
	assert_int_equal(pd_levels(v, (const uint32_t[]){2, 2}, 2, &l), PD_OK);
	assert_close(l.per_group, 2, 1e-15);
	assert_close(l.sd_between, sqrt(7), 1e-14);
	assert_close(l.sd_within, sqrt(2), 1e-14);
	assert_close(l.icc, 7.0 / 9, 1e-15);
}

static void huge_and_tiny_values_keep_their_levels(void **state)
{
	const double factor[] = {1e300, 1e-300};
	struct pd_levels l;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const double v[] = {1 * factor[i], 3 * factor[i], 5 * factor[i], 7 * factor[i]};

		assert_int_equal(pd_levels(v, (const uint32_t[]){2, 2}, 2, &l), PD_OK);
		assert_close(l.sd_between / factor[i], sqrt(7), 1e-14);
		assert_close(l.icc, 7.0 / 9, 1e-14);
	}
}

static void what_has_no_repeats_or_no_variation_has_no_levels(void **state)
{
	const double v[] = {5, 5, 5, 6};
	struct pd_levels l = {.icc = 42};

	(void)state;
	assert_int_equal(pd_levels(v, (const uint32_t[]){4}, 1, &l), PD_EUNDEFINED);
	assert_int_equal(pd_levels(v, (const uint32_t[]){1, 1, 1, 1}, 4, &l), PD_EUNDEFINED);
	assert_int_equal(pd_levels(v, (const uint32_t[]){2, 1}, 2, &l), PD_EUNDEFINED);
	assert_close(l.icc, 42, 0);
}

static void runs_that_do_not_differ_have_no_negative_variance(void **state)
{
	const double v[] = {1, 3, 3, 1};
	struct pd_levels l;

	(void)state;
	assert_int_equal(pd_levels(v, (const uint32_t[]){2, 2}, 2, &l), PD_OK);
	assert_close(l.sd_between, 0, 0);
	assert_true(isinf(pd_levels_best(l.sd_between, l.sd_within, 1)));
}

/* ceil(sqrt(c) w/b): a run that starts as fast as an iteration need not have a second one. */
static void iterations_pay_where_runs_are_dear_or_alike(void **state)
{
	(void)state;
	assert_close(pd_levels_best(2, 1, 1), 1, 0);
	assert_close(pd_levels_best(1, 2, 1), 2, 0);
	assert_close(pd_levels_best(2, 1, 30), 3, 0); /* sqrt(30)/2 = 2.74 */
	assert_close(pd_levels_best(1, 0, 30), 1, 0);
}

/*
 * Two sides of the first test: 2 Q(1.959964/sqrt(543.25/127)), by R 4.2.2's
 * pnorm. Without groups that differ the level stays what it is.
 */
static void pooled_iterations_raise_false_alarms_by_their_design_effect(void **state)
{
	const double v[] = {10, 12, 11, 20, 21, 15, 16, 14, 15}, alike[] = {1, 3, 3, 1};
	struct pd_levels l;

	(void)state;
	assert_int_equal(pd_levels(v, (const uint32_t[]){3, 2, 4}, 3, &l), PD_OK);
	assert_close(pd_levels_alarms(&l, &l, 0.05), 0.3433053104616642, 1e-12);
	assert_int_equal(pd_levels(alike, (const uint32_t[]){2, 2}, 2, &l), PD_OK);
	assert_close(pd_levels_alarms(&l, &l, 0.05), 0.05, 1e-14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unequal_runs_share_a_size_of_their_own),
		cmocka_unit_test(equal_runs_are_what_the_analysis_of_variance_says),
		cmocka_unit_test(huge_and_tiny_values_keep_their_levels),
		cmocka_unit_test(what_has_no_repeats_or_no_variation_has_no_levels),
		cmocka_unit_test(runs_that_do_not_differ_have_no_negative_variance),
		cmocka_unit_test(iterations_pay_where_runs_are_dear_or_alike),
		cmocka_unit_test(pooled_iterations_raise_false_alarms_by_their_design_effect),
	};

	return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
