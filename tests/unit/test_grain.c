/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

static int setup(void **state)
{
	*state = pd_scratch_new();
	return 0;
}

static int teardown(void **state)
{
	pd_scratch_free(*state);
	return 0;
}

static void hundredths_are_found_in_decimals(void **state)
{
	const double x[] = {10.01, 10.02, 10.02, 10.05}, y[] = {10.02, 10.03, 10.03, 10.09};

	assert_close(pd_grain(x, 4, y, 4, *state), 0.01, 1e-12);
}

/* The same near 1e6, where a hundredth is off by parts in 1e8. */
static void large_values_are_allowed_their_rounding(void **state)
{
	const double x[] = {1e6 + 0.01, 1e6 + 0.02, 1e6 + 0.02};
	const double y[] = {1e6 + 0.02, 1e6 + 0.05, 1e6 + 0.09};

	assert_close(pd_grain(x, 3, y, 3, *state), 0.01, 1e-7);
}

/* One pair of equals among eleven values is 18 %, among ten 20 %. */
static void a_fifth_of_the_values_must_be_tied(void **state)
{
	const double x[] = {1, 2, 3, 4, 5}, y[] = {5, 6, 7, 8, 9, 10};

	assert_close(pd_grain(x, 5, y, 6, *state), 0, 0);
	assert_close(pd_grain(x, 5, y, 5, *state), 1, 0);
}

static void gaps_that_do_not_divide_have_no_grain(void **state)
{
	const double x[] = {1, 1, 3}, y[] = {3, 6, 6};

	assert_close(pd_grain(x, 3, y, 3, *state), 0, 0);
}

static void equal_values_have_no_gap(void **state)
{
	const double x[] = {2, 2};

	assert_close(pd_grain(x, 2, x, 2, *state), 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hundredths_are_found_in_decimals),
		cmocka_unit_test(large_values_are_allowed_their_rounding),
		cmocka_unit_test(a_fifth_of_the_values_must_be_tied),
		cmocka_unit_test(gaps_that_do_not_divide_have_no_grain),
		cmocka_unit_test(equal_values_have_no_gap),
	};

	return cmocka_run_group_tests_name("grain", tests, setup, teardown);
}
