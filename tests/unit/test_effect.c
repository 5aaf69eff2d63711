/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

/*
 * {0 1 2} and {1 2 3}: of nine pairs y is above in 6, equal in 2, below in 1.
 * Pooled variance 1, means 1 apart; J(4 df) = Gamma(2)/(sqrt 2 Gamma(3/2)) =
 * sqrt(2/pi).
 */
static void three_against_three_by_hand(void **state)
{
	const double x[] = {0, 1, 2}, y[] = {1, 2, 3};
	struct pd_effect e = pd_effect(x, 3, y, 3, 0.95);

	(void)state;
	assert_close(e.a12, 7.0 / 9, 1e-15);
	assert_close(e.cliff, 5.0 / 9, 1e-15);
	assert_close(e.cohen_d, 1, 1e-15);
	assert_close(e.hedges_j, sqrt(2 / M_PI), 1e-14);
	assert_close(e.hedges_g, sqrt(2 / M_PI), 1e-14);
	assert_true(e.cliff_lo < e.cliff && e.cliff < e.cliff_hi);
	assert_true(e.cliff_hi <= 1 && e.cliff_lo >= -1);
}

static void swapping_the_sides_mirrors_everything(void **state)
{
	const double x[] = {0, 1, 2, 2, 7}, y[] = {1, 2, 3};
	struct pd_effect a = pd_effect(x, 5, y, 3, 0.95), b = pd_effect(y, 3, x, 5, 0.95);

	(void)state;
	assert_close(b.a12, 1 - a.a12, 1e-15);
	assert_close(b.cliff, -a.cliff, 1e-15);
	assert_close(b.cliff_var, a.cliff_var, 1e-14);
	assert_close(b.cliff_lo, -a.cliff_hi, 1e-14);
	assert_close(b.cohen_d, -a.cohen_d, 1e-14);
}

/* |d| = 1: [(k - z^2)/(k + z^2), 1] with k = 3 and z^2 = 3.841458820694124. */
static void separated_sides_are_bounded_by_the_smaller_one(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {4, 5, 6, 7};
	struct pd_effect e = pd_effect(x, 3, y, 4, 0.95);
	const double z2 = 3.841458820694124;

	(void)state;
	assert_close(e.cliff, 1, 0);
	assert_close(e.cliff_lo, (3 - z2) / (3 + z2), 1e-13);
	assert_close(e.cliff_hi, 1, 0);
	e = pd_effect(y, 4, x, 3, 0.95);
	assert_close(e.cliff_lo, -1, 0);
	assert_close(e.cliff_hi, (z2 - 3) / (3 + z2), 1e-13);
}

static void one_value_a_side_has_a_direction_and_no_more(void **state)
{
	const double x[] = {1}, y[] = {2};
	struct pd_effect e = pd_effect(x, 1, y, 1, 0.95);

	(void)state;
	assert_close(e.a12, 1, 0);
	assert_true(isnan(e.cliff_var) && isnan(e.cliff_lo) && isnan(e.cliff_hi));
	assert_true(isnan(e.cohen_d) && isnan(e.hedges_g) && isnan(e.hedges_j));
}

static void equal_values_have_no_standardised_difference(void **state)
{
	const double x[] = {5, 5}, y[] = {5, 5};
	struct pd_effect e = pd_effect(x, 2, y, 2, 0.95);

	(void)state;
	assert_close(e.a12, 0.5, 0);
	assert_close(e.cliff, 0, 0);
	assert_true(isnan(e.cohen_d));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_against_three_by_hand),
		cmocka_unit_test(swapping_the_sides_mirrors_everything),
		cmocka_unit_test(separated_sides_are_bounded_by_the_smaller_one),
		cmocka_unit_test(one_value_a_side_has_a_direction_and_no_more),
		cmocka_unit_test(equal_values_have_no_standardised_difference),
	};

	return cmocka_run_group_tests_name("effect", tests, NULL, NULL);
}
