/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_interval.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/*
 * x = 9, 11: mean 10, variance of the mean 1. y = 20, 20: mean 20, no variance. df = 1, and at
 * level 0.5 Student's t with 1 degree of freedom is tan(pi/4) = 1. All ratios r with
 * |20 - 10 r| <= r: 20/11 .. 20/9.
 */
static void two_runs_against_a_constant_by_hand(void **state)
{
	const double x[] = {9, 11}, y[] = {20, 20};
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_fieller(x, 2, y, 2, 0.5, &e), PD_OK);
	assert_close(e.point, 1, 1e-15);
	assert_close(e.lo, 20.0 / 11 - 1, 1e-14);
	assert_close(e.hi, 20.0 / 9 - 1, 1e-14);
	assert_true(e.reached);
}

/* The same base at t = 10 and above, which is level 1 - 2 atan(1/10)/pi = 0.93655: 10 - t <= 0. */
static void a_base_that_may_be_zero_excludes_no_ratio(void **state)
{
	const double x[] = {9, 11}, y[] = {20, 20};
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_fieller(x, 2, y, 2, 0.9364, &e), PD_OK);
	assert_true(isfinite(e.lo) && isfinite(e.hi));
	assert_int_equal(pd_fieller(x, 2, y, 2, 0.9367, &e), PD_OK);
	assert_true(e.lo == -HUGE_VAL && e.hi == HUGE_VAL);
	assert_close(e.point, 1, 1e-15);
}

static void draw(gsl_rng *rng, double *v, size_t n, double centre)
{
	for (size_t i = 0; i < n; i++)
		v[i] = centre * (1 + 0.1 * gsl_ran_ugaussian(rng));
}

/* At r = 1 both ask whether |y - x| <= t sqrt(u + v). */
static void the_interval_excludes_no_change_when_welch_does(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	int excluded = 0;

	(void)state;
	for (int i = 0; i < 500; i++) {
		double x[5], y[7];
		struct pd_estimate e;
		struct pd_welch w;

		draw(rng, x, 5, 100);
		draw(rng, y, 7, 110);
		assert_int_equal(pd_fieller(x, 5, y, 7, 0.95, &e), PD_OK);
		assert_int_equal(pd_welch(x, 5, y, 7, 0.95, &w), PD_OK);
		assert_int_equal(e.lo > 0 || e.hi < 0, w.p < 0.05);
		excluded += w.p < 0.05;
	}
	assert_in_range(excluded, 50, 450);
	gsl_rng_free(rng);
}

/* If head/base lies in [a, b], base/head lies in [1/b, 1/a]. */
static void exchanged_sides_give_the_reciprocal(void **state)
{
	const double x[] = {10.2, 9.7, 10.9, 10.1}, y[] = {12.1, 11.2, 13.0};
	struct pd_estimate up, down;

	(void)state;
	assert_int_equal(pd_fieller(x, 4, y, 3, 0.95, &up), PD_OK);
	assert_int_equal(pd_fieller(y, 3, x, 4, 0.95, &down), PD_OK);
	assert_close(1 + down.point, 1 / (1 + up.point), 1e-14);
	assert_close(1 + down.lo, 1 / (1 + up.hi), 1e-13);
	assert_close(1 + down.hi, 1 / (1 + up.lo), 1e-13);
}

/* A power of two changes no digit; 2^1000 squared would overflow, 2^-600 squared vanish. */
static void the_unit_does_not_matter(void **state)
{
	const double x[] = {10.2, 9.7, 10.9, 10.1}, y[] = {12.1, 11.2, 13.0};
	const int exponents[] = {1000, -600, 30};
	struct pd_estimate plain, e;

	(void)state;
	assert_int_equal(pd_fieller(x, 4, y, 3, 0.95, &plain), PD_OK);
	for (size_t k = 0; k < 3; k++) {
		double a[4], b[3];

		for (size_t i = 0; i < 4; i++)
			a[i] = ldexp(x[i], exponents[k]);
		for (size_t i = 0; i < 3; i++)
			b[i] = ldexp(y[i], exponents[k]);
		assert_int_equal(pd_fieller(a, 4, b, 3, 0.95, &e), PD_OK);
		assert_close(e.point, plain.point, 1e-14);
		assert_close(e.lo, plain.lo, 1e-13);
		assert_close(e.hi, plain.hi, 1e-13);
	}
}

static void without_noise_or_base_there_is_no_interval(void **state)
{
	const double same[] = {5, 5, 5}, around_zero[] = {-1, 0, 1};
	struct pd_estimate e = {.point = 42};

	(void)state;
	assert_int_equal(pd_fieller(same, 3, same, 3, 0.95, &e), PD_EUNDEFINED);
	assert_int_equal(pd_fieller(same, 1, around_zero, 3, 0.95, &e), PD_EUNDEFINED);
	assert_int_equal(pd_fieller(around_zero, 3, same, 3, 0.95, &e), PD_EUNDEFINED);
	assert_close(e.point, 42, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_runs_against_a_constant_by_hand),
		cmocka_unit_test(a_base_that_may_be_zero_excludes_no_ratio),
		cmocka_unit_test(the_interval_excludes_no_change_when_welch_does),
		cmocka_unit_test(exchanged_sides_give_the_reciprocal),
		cmocka_unit_test(the_unit_does_not_matter),
		cmocka_unit_test(without_noise_or_base_there_is_no_interval),
	};

	return cmocka_run_group_tests_name("fieller", tests, NULL, NULL);
}
