/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_paired.h>

/*
 * Student's own example, hours of sleep gained by two drugs. As published with R
 * (?t.test, sleep): t = 4.0621, df = 9, p = 0.002833, mean 1.58 in 0.7001142 .. 2.4598858.
 */
static void students_sleep_comes_out_as_published(void **state)
{
	static const double d[] = {1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4};
	struct pd_welch t;

	(void)state;
	assert_int_equal(pd_paired(d, 10, 0.95, &t), PD_OK);
	assert_close(t.diff, 1.58, 1e-14);
	assert_close(t.t, 4.0621, 1e-5);
	assert_close(t.df, 9, 0);
	assert_close(t.p, 0.002833, 1e-4);
	assert_close(t.lo, 0.7001142, 1e-7);
	assert_close(t.hi, 2.4598858, 2e-8);
}

/* With 2 degrees of freedom P(|T| > t) = 1 - t/sqrt(2 + t^2); here t = 2/(1/sqrt 3). */
static void three_pairs_have_a_closed_form(void **state)
{
	static const double d[] = {1, 2, 3}, minus[] = {-1, -2, -3};
	double t = 2 * sqrt(3);
	struct pd_welch up, down;

	(void)state;
	assert_int_equal(pd_paired(d, 3, 0.95, &up), PD_OK);
	assert_close(up.p, 1 - t / sqrt(2 + t * t), 1e-13);
	assert_int_equal(pd_paired(minus, 3, 0.95, &down), PD_OK);
	assert_close(down.p, up.p, 0);
	assert_close(down.lo, -up.hi, 1e-15);
}

/* y = 1.05 x in every pair: noise is 0 but for rounding, and rounding is no noise. */
static void pairs_that_change_alike_are_no_test(void **state)
{
	struct pd_scratch *s = pd_scratch_new();
	double x[5], y[5], d[5];
	struct pd_welch t;

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		x[i] = 0.1 * (double)(i + 1);
		y[i] = 1.05 * x[i];
	}
	pd_differences_log(x, y, 5, s, d);
	assert_int_equal(pd_paired(d, 5, 0.95, &t), PD_EUNDEFINED);
	for (size_t i = 0; i < 5; i++)
		y[i] = x[i] + 0.1;
	pd_differences(x, y, 5, s, d);
	assert_int_equal(pd_paired(d, 5, 0.95, &t), PD_EUNDEFINED);
	assert_int_equal(pd_paired(d, 1, 0.95, &t), PD_EUNDEFINED);
	pd_scratch_free(s);
}

static void the_scale_does_not_matter(void **state)
{
	static const double d[] = {1, 2, 4}, huge[] = {1e300, 2e300, 4e300},
			    tiny[] = {1e-300, 2e-300, 4e-300};
	struct pd_welch a, b, c;

	(void)state;
	assert_int_equal(pd_paired(d, 3, 0.95, &a), PD_OK);
	assert_int_equal(pd_paired(huge, 3, 0.95, &b), PD_OK);
	assert_int_equal(pd_paired(tiny, 3, 0.95, &c), PD_OK);
	assert_close(b.p, a.p, 1e-13);
	assert_close(c.p, a.p, 1e-13);
	assert_close(b.lo, a.lo * 1e300, 1e-12);
}

/* 2^(1-n) against 0.05/M: 2^-5 = .03125, 2^-6 = .0156 (M = 3), 2^-7 = .0078 (M = 6). */
static void a_family_needs_more_pairs_whatever_the_noise(void **state)
{
	static const struct {
		size_t family;
		double pairs;
	} steps[] = {
		{1, 6},
                {2, 7},
                {3, 7},
                {4, 8},
                {6, 8},
                {7, 9}
        };

	(void)state;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		assert_close(pd_plan_pairs(10, 1e-9, 0.02, steps[i].family, 0.05), steps[i].pairs,
			     0);
	/* (1.4294 * 0.02/0.01)^2 = 8.17 times 5 pairs is 40.9 */
	assert_close(pd_plan_pairs(5, 0.02, 0.01, 1, 0.05), 41, 0);
	assert_true(isnan(pd_plan_pairs(5, nan(""), 0.01, 1, 0.05)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(students_sleep_comes_out_as_published),
		cmocka_unit_test(three_pairs_have_a_closed_form),
		cmocka_unit_test(pairs_that_change_alike_are_no_test),
		cmocka_unit_test(the_scale_does_not_matter),
		cmocka_unit_test(a_family_needs_more_pairs_whatever_the_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
