/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <stdlib.h>

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

/* Within a factor of 2 there is nothing to tell; MADs of {1 .. 5} and {2 .. 10}/1.5: 1 and 4/3. */
static void a_spread_within_a_factor_of_two_has_no_p(void **state)
{
	const double x[] = {-2, -1, 0, 1, 2}, y[] = {-2.5, -1.25, 0, 1.25, 2.5};
	struct pd_scratch *s = pd_scratch_new();
	struct pd_spread spread = pd_spread(x, 5, y, 5, 1, s);

	(void)state;
	assert_close(spread.ratio, 1.25, 1e-15);
	assert_true(isnan(spread.p));
	pd_scratch_free(s);
}

/* Twenty values of 1/100 against twenty of 1: hardly any exchange is as extreme. */
static void a_hundredfold_spread_is_found(void **state)
{
	struct pd_scratch *s = pd_scratch_new();
	double x[20], y[20];
	struct pd_spread spread, back;

	(void)state;
	for (int i = 0; i < 20; i++) {
		y[i] = -9.5 + i;
		x[i] = y[i] / 100;
	}
	spread = pd_spread(x, 20, y, 20, 1, s);
	assert_close(spread.ratio, 100, 1e-12);
	assert_close(spread.p, 0.0025, 1e-12); /* no exchange of 399 */
	back = pd_spread(y, 20, x, 20, 1, s);
	assert_close(back.ratio, 0.01, 1e-12);
	assert_close(back.p, 0.0025, 1e-12);
	pd_scratch_free(s);
}

/*
 * {-1, 0, 1} against {-9, 0, 9}: of the 20 ways to choose three of the distances
 * {9, 1, 0, 0, 1, 9} the medians differ ninefold or more in
 * those where one side has MAD 0 or the sides are as drawn; counted by enumeration
 * with python's itertools: 12 of 20.
 */
static void few_runs_show_no_change_of_spread(void **state)
{
	const double x[] = {-1, 0, 1}, y[] = {-9, 0, 9};
	struct pd_scratch *s = pd_scratch_new();
	struct pd_spread spread = pd_spread(x, 3, y, 3, 7, s);

	(void)state;
	assert_close(spread.ratio, 9, 1e-15);
	assert_true(spread.p > 0.05);
	pd_scratch_free(s);
}

/* No exchange of 199: p is 1 / 200. Of 399 the largest files would wait for seconds. */
static void the_longest_series_are_exchanged_less_often(void **state)
{
	const size_t n = 60000;
	double *x = malloc(2 * n * sizeof(*x)), *y = x + n;
	struct pd_scratch *s = pd_scratch_new();

	(void)state;
	assert_non_null(x);
	for (size_t i = 0; i < n; i++) {
		y[i] = (double)i - 30000;
		x[i] = y[i] / 100;
	}
	assert_close(pd_spread(x, n, y, n, 1, s).p, 0.005, 1e-12);
	pd_scratch_free(s);
	free(x);
}

static void the_same_seed_gives_the_same_p(void **state)
{
	const double x[] = {1, 2, 3, 4, 5, 6}, y[] = {1, 1e3, 1e6, 1e9, 1e12, 1e15};
	struct pd_scratch *a = pd_scratch_new(), *b = pd_scratch_new();

	(void)state;
	(void)pd_spread(x, 6, y, 6, 99, b); /* what a scratch was used for does not matter */
	assert_close(pd_spread(x, 6, y, 6, 5, a).p, pd_spread(x, 6, y, 6, 5, b).p, 0);
	pd_scratch_free(a);
	pd_scratch_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(twice_the_spread_is_allowed_more_is_not),
		cmocka_unit_test(a_change_of_unit_changes_nothing),
		cmocka_unit_test(constant_sides_are_equally_spread),
		cmocka_unit_test(sizes_may_differ_by_a_fifth),
		cmocka_unit_test(values_at_or_below_zero_are_compared_as_they_are),
		cmocka_unit_test(a_spread_within_a_factor_of_two_has_no_p),
		cmocka_unit_test(a_hundredfold_spread_is_found),
		cmocka_unit_test(few_runs_show_no_change_of_spread),
		cmocka_unit_test(the_longest_series_are_exchanged_less_often),
		cmocka_unit_test(the_same_seed_gives_the_same_p),
	};

	return cmocka_run_group_tests_name("spread", tests, setup, teardown);
}
