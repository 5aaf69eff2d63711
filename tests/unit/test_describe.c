/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static struct pd_summary describe(const double *v, size_t n)
{
	struct pd_scratch *s = pd_scratch_new();
	struct pd_summary r = pd_describe(v, n, s);

	pd_scratch_free(s);
	return r;
}

/* 2 4 4 4 5 5 7 9: mean 5, squares of deviations 9 1 1 1 0 0 4 16 = 32. */
static void eight_small_numbers_by_hand(void **state)
{
	const double v[] = {2, 4, 4, 4, 5, 5, 7, 9};
	struct pd_summary r = describe(v, COUNT(v));

	(void)state;
	assert_int_equal(r.n, 8);
	assert_close(r.mean, 5, 0);
	assert_close(r.var, 32.0 / 7, 1e-15);
	assert_close(r.sd, sqrt(32.0 / 7), 1e-15);
	assert_close(r.sem, sqrt(32.0 / 56), 1e-15);
	assert_close(r.cv, sqrt(32.0 / 7) / 5, 1e-15);
	assert_close(r.min, 2, 0);
	assert_close(r.max, 9, 0);
	assert_close(r.median, 4.5, 0);
	/* |v - 4.5|: 2.5 .5 .5 .5 .5 .5 2.5 4.5 */
	assert_close(r.mad, 0.5, 0);
	/* products of neighbours' deviations: 3 1 1 0 0 0 8 = 13 */
	assert_close(r.lag1, 13.0 / 32, 1e-15);
	/* the product is 2^7 5^2 9 7 = 201600 */
	assert_close(r.geomean, pow(201600, 0.125), 1e-15);
	/* 1/2 + 3/4 + 2/5 + 1/7 + 1/9 = 2399/1260 */
	assert_close(r.harmean, 8 * 1260.0 / 2399, 1e-15);
}

static void one_value_has_no_spread(void **state)
{
	const double v[] = {3};
	struct pd_summary r = describe(v, 1);

	(void)state;
	assert_close(r.mean, 3, 0);
	assert_close(r.median, 3, 0);
	assert_close(r.mad, 0, 0);
	assert_true(isnan(r.var) && isnan(r.sd) && isnan(r.sem) && isnan(r.cv));
	assert_true(isnan(r.lag1));
}

/* Neither sum nor squares fit a double; sd is sqrt(2)/2 times the gap of 1e307. */
static void values_at_the_end_of_the_range_do_not_overflow(void **state)
{
	const double v[] = {1.6e308, 1.7e308};
	struct pd_summary r = describe(v, 2);

	(void)state;
	assert_close(r.mean, 1.65e308, 4e-15);
	assert_close(r.median, 1.65e308, 4e-15);
	assert_close(r.sd, 1e307 * sqrt(0.5), 1e-14);
	assert_true(isinf(r.var));
	assert_close(r.geomean, 1.7e308 * sqrt(1.6 / 1.7), 4e-15);
}

/* A one-pass variance of these is NaN or 0: (1e9)^2 has no room for 1/4 beside it. */
static void variance_near_one_billion_is_exact(void **state)
{
	const double v[] = {1e9, 1e9 + 0.5, 1e9 + 1};
	struct pd_summary r = describe(v, 3);

	(void)state;
	assert_close(r.mean, 1e9 + 0.5, 0);
	assert_close(r.var, 0.25, 1e-15);
	assert_close(r.lag1, 0, 0);
	assert_close(pd_describe_cv(v, 3), 0.5 / (1e9 + 0.5), 1e-15);
	assert_true(isnan(pd_describe_cv(v, 1)));
}

/* The sum is 3, which adding in order loses at the first step. */
static void cancelling_values_leave_their_sum(void **state)
{
	const double v[] = {1e16, 1, -1e16, 1, 1};

	(void)state;
	assert_close(pd_describe_mean(v, 5), 0.6, 1e-15);
}

static void negative_zero_is_zero(void **state)
{
	const double v[] = {-0.0, -0.0};
	struct pd_summary r = describe(v, 2);

	(void)state;
	assert_false(signbit(r.min) || signbit(r.max) || signbit(r.median) || signbit(r.mean));
	assert_close(r.sd, 0, 0);
	assert_true(isnan(r.cv));
}

static void a_zero_makes_both_means_zero_and_a_negative_makes_them_undefined(void **state)
{
	const double zero[] = {0, 1, 2}, negative[] = {-1, 0, 2};
	struct pd_summary r = describe(zero, 3);

	(void)state;
	assert_close(r.geomean, 0, 0);
	assert_close(r.harmean, 0, 0);
	r = describe(negative, 3);
	assert_true(isnan(r.geomean) && isnan(r.harmean));
}

static void order_changes_only_the_autocorrelation(void **state)
{
	const double up[] = {1, 2, 3, 4, 10}, mixed[] = {10, 1, 4, 2, 3};
	struct pd_summary a = describe(up, 5), b = describe(mixed, 5);

	(void)state;
	assert_close(b.mean, a.mean, 0);
	assert_close(b.sd, a.sd, 1e-15);
	assert_close(b.median, a.median, 0);
	assert_close(b.mad, a.mad, 0);
	assert_close(b.geomean, a.geomean, 1e-15);
	/* deviations -3 -2 -1 0 6: 6 + 2 = 8; 6 -3 0 -2 -1: -18 + 0 + 0 + 2; squares 50 */
	assert_close(a.lag1, 8.0 / 50, 1e-15);
	assert_close(b.lag1, -16.0 / 50, 1e-15);
}

static void the_door_names_the_first_bad_value(void **state)
{
	const double v[] = {1, 2, HUGE_VAL, -HUGE_VAL};
	size_t at = 99;

	(void)state;
	assert_int_equal(pd_describe_check(v, 4, &at), PD_ENONFINITE);
	assert_int_equal(at, 2);
	assert_int_equal(pd_describe_check(v, 0, NULL), PD_EEMPTY);
	at = 99;
	assert_int_equal(pd_describe_check(v, 2, &at), PD_OK);
	assert_int_equal(at, 99);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(eight_small_numbers_by_hand),
		cmocka_unit_test(one_value_has_no_spread),
		cmocka_unit_test(values_at_the_end_of_the_range_do_not_overflow),
		cmocka_unit_test(variance_near_one_billion_is_exact),
		cmocka_unit_test(cancelling_values_leave_their_sum),
		cmocka_unit_test(negative_zero_is_zero),
		cmocka_unit_test(a_zero_makes_both_means_zero_and_a_negative_makes_them_undefined),
		cmocka_unit_test(order_changes_only_the_autocorrelation),
		cmocka_unit_test(the_door_names_the_first_bad_value),
	};

	return cmocka_run_group_tests_name("describe", tests, NULL, NULL);
}
