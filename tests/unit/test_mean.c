/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

/* Two values: sem is half their distance, t(.75, 1 df) is 1. */
static void two_values_at_fifty_percent_span_themselves(void **state)
{
	const double v[] = {7, 1};
	struct pd_estimate e = pd_mean_ci(v, 2, 0.5);

	(void)state;
	assert_close(e.point, 4, 0);
	assert_close(e.lo, 1, 1e-14);
	assert_close(e.hi, 7, 1e-14);
	assert_close(e.level, 0.5, 0);
	assert_true(e.reached);
}

/* sd of 1 .. 5 is sqrt 2.5, sem sqrt 0.5; t(.975, 4 df) = 2.7764451051977987 (R). */
static void five_values_with_students_quantile(void **state)
{
	const double v[] = {3, 1, 2, 5, 4};
	struct pd_estimate e = pd_mean_ci(v, 5, 0.95);

	(void)state;
	assert_close(e.hi - 3, 2.7764451051977987 * sqrt(0.5), 1e-14);
	assert_close(e.lo + e.hi, 6, 1e-15);
}

static void one_value_has_no_interval(void **state)
{
	const double v[] = {7};
	struct pd_estimate e = pd_mean_ci(v, 1, 0.95);

	(void)state;
	assert_close(e.point, 7, 0);
	assert_true(isnan(e.lo) && isnan(e.hi));
	assert_close(e.level, 0, 0);
	assert_false(e.reached);
}

static void equal_values_have_an_interval_of_no_width(void **state)
{
	const double v[] = {7, 7, 7};
	struct pd_estimate e = pd_mean_ci(v, 3, 0.95);

	(void)state;
	assert_close(e.lo, 7, 0);
	assert_close(e.hi, 7, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_values_at_fifty_percent_span_themselves),
		cmocka_unit_test(five_values_with_students_quantile),
		cmocka_unit_test(one_value_has_no_interval),
		cmocka_unit_test(equal_values_have_an_interval_of_no_width),
	};

	return cmocka_run_group_tests_name("mean", tests, NULL, NULL);
}
