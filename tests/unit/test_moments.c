/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/moments.h"

/* Means 2 and 5, variances 1 and 4; the unit is a power of two. */
static void difference_and_variances_by_hand(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {3, 5, 7};
	struct pd_moments r = pd_moments_pair(x, 3, y, 3, false);

	(void)state;
	assert_close(r.diff * r.unit, 3, 1e-15);
	assert_close(r.var_x * r.unit * r.unit, 1, 1e-15);
	assert_close(r.var_y * r.unit * r.unit, 4, 1e-15);
}

static void an_offset_costs_no_digits(void **state)
{
	const double x[] = {1e9, 1e9 + 0.125}, y[] = {1e9 + 0.25, 1e9 + 0.5};
	struct pd_moments r = pd_moments_pair(x, 2, y, 2, false);

	(void)state;
	assert_close(r.diff * r.unit, 0.3125, 1e-15);
	assert_close(r.var_x * r.unit * r.unit, 0.0078125, 1e-15);
	/* logs of values that differ by parts in 1e10 */
	r = pd_moments_pair(x, 2, y, 2, true);
	assert_close(r.diff, 3.125e-10, 1e-9);
}

/* Logs 0 and 10 against 1 and 600, all in units of ln 10. */
static void logs_of_far_apart_values(void **state)
{
	const double x[] = {1, 1e10}, y[] = {10, 1e300};
	struct pd_moments r = pd_moments_pair(x, 2, y, 2, true);

	(void)state;
	assert_close(r.diff, 145.5 * log(10), 1e-14);
	assert_close(r.var_x, 50 * log(10) * log(10), 1e-14);
}

static void one_value_has_no_variance_to_add(void **state)
{
	const double x[] = {1}, y[] = {4};
	struct pd_moments r = pd_moments_pair(x, 1, y, 1, false);

	(void)state;
	assert_close(r.diff * r.unit, 3, 0);
	assert_close(r.var_x, 0, 0);
	assert_close(r.var_y, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(difference_and_variances_by_hand),
		cmocka_unit_test(an_offset_costs_no_digits),
		cmocka_unit_test(logs_of_far_apart_values),
		cmocka_unit_test(one_value_has_no_variance_to_add),
	};

	return cmocka_run_group_tests_name("moments", tests, NULL, NULL);
}
