/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

/*
 * {1 2 5} has 0 0 2 values of {3 4 6 7} below, {3 4 6 7} has 2 2 3 3 of the
 * other: means 2/3 and 5/2, variances 4/3 and 1/3. u = 3 * 4/3 = 4, v = 4/3,
 * statistic = 12 (5/6 - 1/2)/sqrt(16/3) = sqrt 3, df = (16/3)^2/(16/2 + 16/27)
 * = 96/29; p from 40-digit arithmetic.
 */
static void three_against_four_by_hand(void **state)
{
	const double x[] = {1, 2, 5}, y[] = {3, 4, 6, 7};
	struct pd_brunner b, back;

	(void)state;
	assert_int_equal(pd_brunner(x, 3, y, 4, &b), PD_OK);
	assert_close(b.a12, 5.0 / 6, 1e-15);
	assert_close(b.statistic, sqrt(3), 1e-15);
	assert_close(b.df, 96.0 / 29, 1e-15);
	assert_close(b.p, 0.17303598576681077, 1e-14);
	assert_int_equal(pd_brunner(y, 4, x, 3, &back), PD_OK);
	assert_close(back.statistic, -b.statistic, 1e-14);
	assert_close(back.p, b.p, 1e-14);
}

/* Nothing varies when every value of one side is above the other: not p = 0. */
static void complete_separation_has_no_test(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {4, 5, 6, 7};
	struct pd_brunner b = {.p = 42};

	(void)state;
	assert_int_equal(pd_brunner(x, 3, y, 4, &b), PD_EUNDEFINED);
	assert_int_equal(pd_brunner(x, 1, y, 4, &b), PD_EUNDEFINED);
	assert_close(b.p, 42, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_against_four_by_hand),
		cmocka_unit_test(complete_separation_has_no_test),
	};

	return cmocka_run_group_tests_name("brunner", tests, NULL, NULL);
}
