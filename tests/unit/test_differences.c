/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_paired.h>

#include <float.h>

static void differences(const double *x, const double *y, size_t n, double *d)
{
	struct pd_scratch *s = pd_scratch_new();

	pd_differences(x, y, n, s, d);
	pd_scratch_free(s);
}

static void logs(const double *x, const double *y, size_t n, double *d)
{
	struct pd_scratch *s = pd_scratch_new();

	pd_differences_log(x, y, n, s, d);
	pd_scratch_free(s);
}

/* In binary 0.3 - 0.2 is 0.09999999999999998, 0.2 - 0.1 is 0.1. */
static void decimals_that_differ_alike_tie(void **state)
{
	static const double x[] = {0.2, 0.1, 0.5}, y[] = {0.3, 0.2, 0.4};
	double d[3];

	(void)state;
	assert_true(y[0] - x[0] != y[1] - x[1]);
	differences(x, y, 3, d);
	assert_close(d[0], d[1], 0);
	assert_close(d[2], -d[1], 0);
	assert_close(d[0], 0.1, 1e-15);
}

/* 5.5/5 and 0.0077/0.007 are 1.1; 0.05/0.055 is 1/1.1. */
static void ratios_that_are_alike_tie(void **state)
{
	static const double x[] = {5, 0.007, 0.055, 3}, y[] = {5.5, 0.0077, 0.05, 3};
	double d[4];

	(void)state;
	logs(x, y, 4, d);
	assert_close(d[0], d[1], 0);
	assert_close(d[2], -d[0], 0);
	assert_close(d[0], 0.09531017980432493, 1e-14); /* log 1.1 */
	assert_close(d[3], 0, 0);
}

/* Seven digits: 1000001/1000000 and 1000002/1000001 differ in the 13th. */
static void what_was_measured_apart_stays_apart(void **state)
{
	static const double x[] = {1000000, 1000001, 1e9}, y[] = {1000001, 1000002, 1e9 + 1e-6};
	double d[3];

	(void)state;
	logs(x, y, 2, d);
	assert_true(d[0] > d[1] && d[1] > 0);
	differences(x + 1, y + 1, 2, d);
	assert_close(d[0], 1, 0);
	assert_close(d[1], 1e-6, 0.1); /* what binary keeps of it */
}

/* The next double after 1e9 is 1.2e-7 away: no digits of a file say that. */
static void the_last_bit_is_no_change(void **state)
{
	static const double x[] = {1e9, 1}, y[] = {1e9 + 1.2e-7, 1.5};
	double d[2];

	(void)state;
	assert_true(x[0] != y[0]);
	differences(x, y, 2, d);
	assert_close(d[0], 0, 0);
	logs(x, y, 2, d);
	assert_close(d[0], 0, 0);
	assert_close(d[1], log(1.5), 1e-15);
}

static void the_order_is_that_of_the_pairs(void **state)
{
	static const double x[] = {10, 10, 10, 10}, y[] = {14, 9, 12, 10};
	double d[4];

	(void)state;
	differences(x, y, 4, d);
	assert_close(d[0], 4, 0);
	assert_close(d[1], -1, 0);
	assert_close(d[2], 2, 0);
	assert_close(d[3], 0, 0);
}

static void what_overflows_is_the_largest(void **state)
{
	static const double x[] = {-1.7e308, 1.7e308, 1e-300}, y[] = {1.7e308, -1.7e308, 1e300};
	double d[3];

	(void)state;
	differences(x, y, 2, d);
	assert_close(d[0], DBL_MAX, 0);
	assert_close(d[1], -DBL_MAX, 0);
	logs(x + 2, y + 2, 1, d);
	assert_close(d[0], 600 * log(10), 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decimals_that_differ_alike_tie),
		cmocka_unit_test(ratios_that_are_alike_tie),
		cmocka_unit_test(what_was_measured_apart_stays_apart),
		cmocka_unit_test(the_last_bit_is_no_change),
		cmocka_unit_test(the_order_is_that_of_the_pairs),
		cmocka_unit_test(what_overflows_is_the_largest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
