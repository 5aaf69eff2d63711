/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

#include <stdlib.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

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

static struct pd_estimate difference(void **state, const double *x, size_t m, const double *y,
				     size_t n, double level)
{
	struct pd_estimate e;

	pd_shift_difference(x, m, y, n, &level, 1, *state, &e);
	return e;
}

static struct pd_estimate ratio(void **state, const double *x, size_t m, const double *y, size_t n,
				double level)
{
	struct pd_estimate e;

	pd_shift_ratio(x, m, y, n, &level, 1, *state, &e);
	return e;
}

/*
 * 4 v 4: P(U <= 0) = 1/70, so 95 % leaves out one pair at either end and
 * reaches 1 - 2/70. Differences of {1 2 3 4} and {11 22 33 44} run from 7 to
 * 43; the 16 sorted: 7 8 9 10 18 19 20 21 29 30 31 32 40 41 42 43.
 */
static void four_against_four_spans_all_differences(void **state)
{
	const double x[] = {1, 2, 3, 4}, y[] = {11, 22, 33, 44};
	struct pd_estimate e = difference(state, x, 4, y, 4, 0.95);

	assert_close(e.point, 25, 0);
	assert_close(e.lo, 7, 0);
	assert_close(e.hi, 43, 0);
	assert_close(e.level, 1 - 2.0 / 70, 1e-14);
	assert_true(e.reached);
	/* P(U <= 1) = 2/70: at 90 % 2 P(U <= k - 1) <= 0.1 allows k = 2, 2 * 2/70 = 0.057 */
	e = difference(state, x, 4, y, 4, 0.9);
	assert_close(e.lo, 8, 0);
	assert_close(e.hi, 42, 0);
	assert_close(e.level, 1 - 4.0 / 70, 1e-14);
}

/* 3 v 3 cannot reach 95 %: 2/20 = 0.1. At 90 % it can, exactly. */
static void three_against_three_has_no_95_percent_interval(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {2, 4, 6};
	struct pd_estimate e = ratio(state, x, 3, y, 3, 0.95);

	/* ratios 2 1 2/3 4 2 4/3 6 3 2: the fifth of nine is 2 */
	assert_close(e.point, 1, 1e-15);
	assert_true(isnan(e.lo) && isnan(e.hi));
	assert_close(e.level, 0, 0);
	assert_false(e.reached);
	e = ratio(state, x, 3, y, 3, 0.9);
	assert_true(e.reached);
	assert_close(e.lo, 2.0 / 3 - 1, 1e-15);
	assert_close(e.hi, 5, 0);
}

/* An even number of ratios: {2, 8} to {1}; the geometric mean of 1/2 and 1/8 is 1/4. */
static void the_point_is_the_geometric_mean_of_the_middle_ratios(void **state)
{
	const double x[] = {2, 8}, y[] = {1};

	assert_close(ratio(state, x, 2, y, 1, 0.95).point, -0.75, 1e-15);
}

/* 1e9 + 1 against 1e9: 1e-9 keeps all its digits; 1 - (1 + 1e-9) would keep seven. */
static void small_changes_of_large_values_keep_their_digits(void **state)
{
	const double x[] = {1e9}, y[] = {1e9 + 1};

	assert_close(ratio(state, x, 1, y, 1, 0.95).point, 1e-9, 1e-15);
}

/* 1e300/1e-300 is no double: the middle of the logs is. ln(y/x) = 600 ln 10 and 0. */
static void ratios_that_overflow_are_taken_through_logs(void **state)
{
	const double x[] = {1e-300, 1e300}, y[] = {1e300};
	struct pd_estimate e = ratio(state, x, 2, y, 1, 0.95);

	assert_close(e.point, 1e300, 1e-12);
}

static void several_levels_share_one_point(void **state)
{
	const double x[] = {1, 2, 3, 4, 5}, y[] = {2, 3, 4, 5, 6};
	const double level[] = {0.9, 0.95, 0.5};
	struct pd_estimate e[3];

	pd_shift_difference(x, 5, y, 5, level, 3, *state, e);
	for (size_t i = 0; i < 3; i++)
		assert_close(e[i].point, 1, 0);
	assert_true(e[2].lo >= e[0].lo && e[0].lo >= e[1].lo);
	assert_true(e[2].hi <= e[0].hi && e[0].hi <= e[1].hi);
	assert_close(e[1].lo, difference(state, x, 5, y, 5, 0.95).lo, 0);
}

/* Known quantiles of U (Mann & Whitney's table): 2.5 % points 5v5: 2, 10v10: 23, 8v8: 13. */
static void ranks_agree_with_the_published_table(void **state)
{
	assert_int_equal(pd_shift_rank(5, 5, 0.95, *state), 2 + 1);
	assert_int_equal(pd_shift_rank(8, 8, 0.95, *state), 13 + 1);
	assert_int_equal(pd_shift_rank(10, 10, 0.95, *state), 23 + 1);
	assert_int_equal(pd_shift_rank(3, 3, 0.95, *state), 0);
	assert_int_equal(pd_shift_rank(3, 3, 0.9, *state), 1);
}

/* Just below and just above 1e6 pairs the exact and the normal rank differ by little. */
static void the_normal_rank_continues_the_exact_one(void **state)
{
	double exact = (double)pd_shift_rank(1000, 1000, 0.95, *state);
	double normal = (double)pd_shift_rank(1000, 1001, 0.95, *state);

	/* 500 more pairs in the middle, and sd grows by 0.075 % of 25310 */
	assert_close(normal - exact, 500 - 19, 0.01);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_against_four_spans_all_differences),
		cmocka_unit_test(three_against_three_has_no_95_percent_interval),
		cmocka_unit_test(the_point_is_the_geometric_mean_of_the_middle_ratios),
		cmocka_unit_test(small_changes_of_large_values_keep_their_digits),
		cmocka_unit_test(ratios_that_overflow_are_taken_through_logs),
		cmocka_unit_test(several_levels_share_one_point),
		cmocka_unit_test(ranks_agree_with_the_published_table),
		cmocka_unit_test(the_normal_rank_continues_the_exact_one),
	};

	return cmocka_run_group_tests_name("shift", tests, setup, teardown);
}
