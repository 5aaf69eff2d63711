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

/*
 * Runs {1 3} {5 7}: means 2 and 6, MSB = 2 * (4 + 4)/1 = 16, MSW = (2 + 2)/2 =
 * 2, F = 8 with 1 and 2 df, which is t^2 = 8 with 2 df: p = 1 - t/sqrt(2 + t^2)
 * = 1 - sqrt(0.8). Components (16 - 2)/2 = 7 and 2.
 */
static void two_runs_of_two_by_hand(void **state)
{
	const double v[] = {1, 3, 5, 7};
	struct pd_nested r;

	assert_int_equal(pd_nested(v, 2, 2, 0.5, *state, &r), PD_OK);
	assert_close(r.ms_between, 16, 1e-15);
	assert_close(r.ms_within, 2, 1e-15);
	assert_close(r.f, 8, 1e-15);
	assert_close(r.p, 1 - sqrt(0.8), 1e-14);
	assert_close(r.var_between, 7, 1e-15);
	assert_close(r.var_within, 2, 1e-15);
	assert_close(r.icc, 7.0 / 9, 1e-15);
	/* two means at 50 %: their own range */
	assert_close(r.mean.point, 4, 0);
	assert_close(r.mean.lo, 2, 1e-14);
	assert_close(r.mean.hi, 6, 1e-14);
}

static void runs_that_agree_have_no_variance_between(void **state)
{
	const double v[] = {1, 3, 3, 1};
	struct pd_nested r;

	assert_int_equal(pd_nested(v, 2, 2, 0.95, *state, &r), PD_OK);
	assert_close(r.var_between, 0, 0);
	assert_close(r.icc, 0, 0);
	assert_close(r.p, 1, 0);
}

static void constant_runs_that_differ_are_all_between(void **state)
{
	const double v[] = {1, 1, 2, 2};
	struct pd_nested r;

	assert_int_equal(pd_nested(v, 2, 2, 0.95, *state, &r), PD_OK);
	assert_true(isinf(r.f));
	assert_true(r.p > 0 && r.p < 1e-300);
	assert_close(r.icc, 1, 0);
}

static void too_few_or_equal_values_have_no_components(void **state)
{
	const double v[] = {5, 5, 5, 5};
	struct pd_nested r = {.f = 42};

	assert_int_equal(pd_nested(v, 2, 2, 0.95, *state, &r), PD_EUNDEFINED);
	assert_int_equal(pd_nested(v, 1, 4, 0.95, *state, &r), PD_EUNDEFINED);
	assert_int_equal(pd_nested(v, 4, 1, 0.95, *state, &r), PD_EUNDEFINED);
	assert_close(r.f, 42, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_runs_of_two_by_hand),
		cmocka_unit_test(runs_that_agree_have_no_variance_between),
		cmocka_unit_test(constant_runs_that_differ_are_all_between),
		cmocka_unit_test(too_few_or_equal_values_have_no_components),
	};

	return cmocka_run_group_tests_name("nested", tests, setup, teardown);
}
