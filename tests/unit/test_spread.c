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

/* On logs to base 2 the MADs are 1 and 2, then 1 and 4. */
static void twice_the_spread_is_allowed_more_is_not(void **state)
{
	const double x[] = {1, 2, 4}, twice[] = {1, 4, 16}, more[] = {1, 5, 25};

	assert_false(pd_spread_differs(x, 3, x, 3, *state));
	assert_false(pd_spread_differs(x, 3, twice, 3, *state));
	assert_true(pd_spread_differs(x, 3, more, 3, *state));
	assert_true(pd_spread_differs(more, 3, x, 3, *state));
}

static void a_change_of_unit_changes_nothing(void **state)
{
	const double x[] = {1, 2, 4}, more[] = {1e-200, 5e-200, 25e-200};

	assert_true(pd_spread_differs(x, 3, more, 3, *state));
}

static void constant_sides_are_equally_spread(void **state)
{
	const double x[] = {5, 5, 5}, y[] = {7, 7, 7}, z[] = {5, 6, 7};

	assert_false(pd_spread_differs(x, 3, y, 3, *state));
	assert_true(pd_spread_differs(x, 3, z, 3, *state));
}

/* 12 to 10 is 1.2 exactly, 13 to 10 is more; 6 to 5 and 7 to 5 alike. */
static void sizes_may_differ_by_a_fifth(void **state)
{
	const double v[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};

	assert_false(pd_spread_differs(v, 10, v, 12, *state));
	assert_true(pd_spread_differs(v, 10, v, 13, *state));
	assert_true(pd_spread_differs(v + 3, 7, v + 4, 5, *state));
}

static void values_at_or_below_zero_are_compared_as_they_are(void **state)
{
	const double x[] = {-1, 0, 1}, twice[] = {-2, 0, 2}, more[] = {-3, 0, 3};

	assert_false(pd_spread_differs(x, 3, twice, 3, *state));
	assert_true(pd_spread_differs(x, 3, more, 3, *state));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(twice_the_spread_is_allowed_more_is_not),
		cmocka_unit_test(a_change_of_unit_changes_nothing),
		cmocka_unit_test(constant_sides_are_equally_spread),
		cmocka_unit_test(sizes_may_differ_by_a_fifth),
		cmocka_unit_test(values_at_or_below_zero_are_compared_as_they_are),
	};

	return cmocka_run_group_tests_name("spread", tests, setup, teardown);
}
