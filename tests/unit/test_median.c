/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

/* Coverage of the full range of n values is 1 - 2^(1-n). */
static void full_range_covers_one_minus_two_to_the_one_minus_n(void **state)
{
	const double x[] = {-10, 2, 3, 4, 5, 6};
	struct pd_estimate e = pd_median_ci_exact(x, 6, 0.95);

	(void)state;
	assert_close(e.point, 3.5, 0);
	assert_close(e.lo, -10, 0);
	assert_close(e.hi, 6, 0);
	assert_close(e.level, 1 - 0.03125, 1e-14);
	assert_true(e.reached);
}

/* 1 - 2^-4 = 0.9375 is all that five values can give. */
static void five_values_are_too_few_for_95_percent(void **state)
{
	const double x[] = {1, 2, 3, 4, 5};
	struct pd_estimate e = pd_median_ci(x, 5, 0.95);

	(void)state;
	assert_false(e.reached);
	assert_close(e.point, 3, 0);
	assert_close(e.lo, 1, 0);
	assert_close(e.hi, 5, 0);
	assert_close(e.level, 0.9375, 0);
}

static void one_value_is_its_own_median_at_level_zero(void **state)
{
	const double x[] = {7};
	struct pd_estimate e = pd_median_ci(x, 1, 0.95);

	(void)state;
	assert_close(e.point, 7, 0);
	assert_close(e.lo, 7, 0);
	assert_close(e.hi, 7, 0);
	assert_close(e.level, 0, 0);
	assert_false(e.reached);
}

static void the_median_of_an_even_number_is_between_the_middle_two(void **state)
{
	const double x[] = {1, 2, 10, 1000};

	(void)state;
	assert_close(pd_median_ci(x, 4, 0.5).point, 6, 0);
}

/*
 * n = 8: 2 P(B <= 0) = 2/256, 2 P(B <= 1) = 18/256 > 0.05, so k = 1 and the
 * coverages are g1 = 254/256, g2 = 238/256. I = (254/256 - 0.95)/(16/256) =
 * 0.675, lambda = 7 I/(1 + 6 I) = 4.725/5.05.
 */
static void the_shown_interval_interpolates_between_order_statistics(void **state)
{
	const double x[] = {0, 10, 20, 30, 40, 50, 60, 70};
	struct pd_estimate e = pd_median_ci(x, 8, 0.95);

	(void)state;
	assert_close(e.lo, 10 * 4.725 / 5.05, 1e-13);
	assert_close(e.hi, 70 - 10 * 4.725 / 5.05, 1e-13);
	assert_close(e.level, 0.95, 0);
	assert_true(e.reached);
}

/* 2 P(B <= 0) for n = 6 is 2/64 exactly: a level of 1 - 2/64 is reached. */
static void a_level_met_exactly_is_reached(void **state)
{
	const double x[] = {1, 2, 3, 4, 5, 6};

	(void)state;
	assert_true(pd_median_ci(x, 6, 1 - 2.0 / 64).reached);
	assert_false(pd_median_ci(x, 6, 0.97).reached);
}

/* Beyond 1000 values terms are no longer added up; n = 1000 and 1002 must agree closely. */
static void both_ways_to_the_binomial_agree(void **state)
{
	enum { N = 1002 };
	double x[N];
	struct pd_estimate few, many;

	(void)state;
	for (int i = 0; i < N; i++)
		x[i] = i;
	few = pd_median_ci_exact(x, N - 2, 0.95);
	many = pd_median_ci_exact(x, N, 0.95);
	/* 1.96 sqrt(n)/2 = 31 ranks from the middle */
	assert_close(few.lo, 468, 0);
	assert_close(many.lo, 469, 0);
	assert_close(many.level, few.level, 1e-3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_range_covers_one_minus_two_to_the_one_minus_n),
		cmocka_unit_test(five_values_are_too_few_for_95_percent),
		cmocka_unit_test(one_value_is_its_own_median_at_level_zero),
		cmocka_unit_test(the_median_of_an_even_number_is_between_the_middle_two),
		cmocka_unit_test(the_shown_interval_interpolates_between_order_statistics),
		cmocka_unit_test(a_level_met_exactly_is_reached),
		cmocka_unit_test(both_ways_to_the_binomial_agree),
	};

	return cmocka_run_group_tests_name("median", tests, NULL, NULL);
}
