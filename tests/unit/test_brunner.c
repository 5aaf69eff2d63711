/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_interval.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/*
 * {1 2 5} has 0 0 2 values of {3 4 6 7} below, {3 4 6 7} has 2 2 3 3 of the
 * other: means 2/3 and 5/2, variances 4/3 and 1/3. u = 3 * 4/3 = 4, v = 4/3,
 * statistic = 12 (5/6 - 1/2)/sqrt(16/3) = sqrt 3, df = (16/3)^2/(16/2 + 16/27)
 * = 96/29; p from 40-digit arithmetic.
 */
static void three_against_four_by_hand(void **state)
{
	const double x[] = {1, 2, 5}, y[] = {3, 4, 6, 7};
	struct pd_brunner b, back;

	(void)state;
	assert_int_equal(pd_brunner(x, 3, y, 4, &b), PD_OK);
	assert_close(b.a12, 5.0 / 6, 1e-15);
	assert_close(b.statistic, sqrt(3), 1e-15);
	assert_close(b.df, 96.0 / 29, 1e-15);
	assert_close(b.p, 0.17303598576681077, 1e-14);
	assert_int_equal(pd_brunner(y, 4, x, 3, &back), PD_OK);
	assert_close(back.statistic, -b.statistic, 1e-14);
	assert_close(back.p, b.p, 1e-14);
}

/* Nothing varies when every value of one side is above the other: not p = 0. */
static void complete_separation_has_no_test(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {4, 5, 6, 7};
	struct pd_brunner b = {.p = 42};

	(void)state;
	assert_int_equal(pd_brunner(x, 3, y, 4, &b), PD_EUNDEFINED);
	assert_int_equal(pd_brunner(x, 1, y, 4, &b), PD_EUNDEFINED);
	assert_close(b.p, 42, 0);
}

static void fill(gsl_rng *rng, double *sorted, size_t n, double centre)
{
	for (size_t i = 0; i < n; i++) {
		double v = centre * exp(0.2 * gsl_ran_ugaussian(rng));
		size_t k = i;

		for (; k > 0 && sorted[k - 1] > v; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = v;
	}
}

/* What the test says of @y against @x times @factor. */
static bool rejected(const double *x, const double *y, size_t n, double factor)
{
	struct pd_brunner b;
	double moved[20];

	for (size_t i = 0; i < n; i++)
		moved[i] = x[i] * factor;
	return pd_brunner(moved, n, y, n, &b) < 0 || b.p <= 0.05;
}

/* Just inside an end the test accepts, just outside it rejects; and so for no change. */
static void the_interval_is_what_the_test_accepts(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct pd_scratch *s = pd_scratch_new();
	int excluded = 0;

	(void)state;
	for (int i = 0; i < 200; i++) {
		double x[20], y[20];
		struct pd_estimate e;

		fill(rng, x, 20, 100);
		fill(rng, y, 20, 112);
		assert_int_equal(pd_brunner_shift(x, 20, y, 20, false, 0.95, s, &e), PD_OK);
		assert_true(e.lo <= e.point && e.point <= e.hi);
		assert_int_equal(e.lo > 0 || e.hi < 0, rejected(x, y, 20, 1));
		assert_false(rejected(x, y, 20, (1 + e.lo) * (1 + 1e-12)));
		assert_false(rejected(x, y, 20, (1 + e.hi) * (1 - 1e-12)));
		assert_true(rejected(x, y, 20, (1 + e.lo) * (1 - 1e-9)));
		assert_true(rejected(x, y, 20, (1 + e.hi) * (1 + 1e-9)));
		excluded += rejected(x, y, 20, 1);
	}
	assert_in_range(excluded, 20, 180);
	pd_scratch_free(s);
	gsl_rng_free(rng);
}

/* A shift of all head values shifts the interval, and exchanged sides turn it around. */
static void differences_follow_a_shift(void **state)
{
	const double x[] = {-3, -1, 0, 1, 2, 4, 5, 7, 8, 9};
	const double y[] = {-2, 0, 1, 3, 5, 6, 8, 9, 12, 14};
	double moved[10];
	struct pd_scratch *s = pd_scratch_new();
	struct pd_estimate e, m, back;

	(void)state;
	for (size_t i = 0; i < 10; i++)
		moved[i] = y[i] + 100;
	assert_int_equal(pd_brunner_shift(x, 10, y, 10, true, 0.9, s, &e), PD_OK);
	assert_int_equal(pd_brunner_shift(x, 10, moved, 10, true, 0.9, s, &m), PD_EUNDEFINED);
	for (size_t i = 0; i < 10; i++)
		moved[i] = y[i] + 5;
	assert_int_equal(pd_brunner_shift(x, 10, moved, 10, true, 0.9, s, &m), PD_OK);
	assert_close(m.point, e.point + 5, 1e-12);
	assert_close(m.lo, e.lo + 5, 1e-9);
	assert_close(m.hi, e.hi + 5, 1e-9);
	assert_int_equal(pd_brunner_shift(y, 10, x, 10, true, 0.9, s, &back), PD_OK);
	assert_close(back.lo, -e.hi, 1e-9);
	assert_close(back.hi, -e.lo, 1e-9);
	pd_scratch_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_against_four_by_hand),
		cmocka_unit_test(complete_separation_has_no_test),
		cmocka_unit_test(the_interval_is_what_the_test_accepts),
		cmocka_unit_test(differences_follow_a_shift),
	};

	return cmocka_run_group_tests_name("brunner", tests, NULL, NULL);
}
