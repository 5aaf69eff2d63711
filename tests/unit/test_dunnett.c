/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_many.h>

#include "base/str.h"
#include "stat/student.h"

#include <gsl/gsl_cdf.h>

enum { MOST = 64 };

/* The p of the first of @k heads of @n runs; the others are at t = 0. */
static double first_p(double t_of_first, size_t k, size_t n, size_t n_base, double df)
{
	double t[MOST] = {t_of_first}, p[MOST];
	size_t runs[MOST];

	for (size_t i = 0; i < k; i++)
		runs[i] = n;
	pd_dunnett_adjust(t, runs, k, n_base, df, p);
	return p[0];
}

/* Student's law is known otherwise, into tails that no verdict needs. */
static void one_head_is_a_t_test(void **state)
{
	static const double t[] = {0.1, 1, 2.5, 6, 12, 40}, df[] = {1, 2, 4.5, 20, 1000};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(t); i++)
		for (size_t j = 0; j < PD_ARRAY_SIZE(df); j++) {
			double alone = 2 * pd_student_upper(t[i], df[j]);

			assert_close(first_p(t[i], 1, 3, 3, df[j]), alone, 1e-9);
			assert_close(first_p(-t[i], 1, 30, 3, df[j]), alone, 1e-9);
		}
}

/* Dunnett (1964), Biometrics 20, table II: two-sided 5 % points of k heads, printed to 2 digits. */
static void published_points_have_five_percent(void **state)
{
	static const struct {
		size_t k;
		double df, point;
	} table[] = {
		{4, 8,        3.02},
                {8, 16,       2.97},
                {4, HUGE_VAL, 2.44},
                {8, HUGE_VAL, 2.65}
        };

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(table); i++) {
		double above = first_p(table[i].point - 0.005, table[i].k, 5, 5, table[i].df);
		double below = first_p(table[i].point + 0.005, table[i].k, 5, 5, table[i].df);

		assert_true(above > 0.05 && below < 0.05);
	}
}

/* Bonferroni's points are 2.50 and 2.73: what there is to gain. */
static void gain_over_bonferroni_is_small(void **state)
{
	(void)state;
	assert_close(first_p(2.4417707697, 4, 5, 5, HUGE_VAL), 0.05, 1e-8);
	assert_close(first_p(2.6521757990, 8, 5, 5, HUGE_VAL), 0.05, 1e-8);
	assert_close(gsl_cdf_ugaussian_Qinv(0.05 / 8), 2.498, 1e-3);
	assert_close(gsl_cdf_ugaussian_Qinv(0.05 / 16), 2.734, 1e-3);
}

/* Nested quadrature in Python, by Simpson and tanh-sinh, on other variables. */
static void heads_of_unequal_numbers(void **state)
{
	const double t[] = {2.7, 0, 0, 0};
	const size_t n[] = {3, 3, 6, 12};
	double p[4];

	(void)state;
	pd_dunnett_adjust(t, n, 4, 6, 20, p);
	assert_close(p[0], 0.0463843998727426, 1e-10);
	assert_close(first_p(12, 10, 3, 3, 22), 3.75153101735393e-10, 1e-10);
	assert_close(first_p(6, 3, 3, 3, 5), 0.004438093978413575, 1e-10);
}

static void order_and_sign_do_not_matter(void **state)
{
	const double t[] = {1, -2, 3}, back[] = {-3, 2, 1};
	const size_t n[] = {3, 4, 5}, n_back[] = {5, 4, 3};
	double p[3], q[3];

	(void)state;
	pd_dunnett_adjust(t, n, 3, 6, 11, p);
	pd_dunnett_adjust(back, n_back, 3, 6, 11, q);
	for (size_t i = 0; i < 3; i++)
		assert_close(p[i], q[2 - i], 1e-13);
	assert_true(p[0] > p[1] && p[1] > p[2]);
}

static void undefined_heads_are_none(void **state)
{
	const double t[] = {2, nan(""), 1};
	const size_t n[] = {3, 9, 3};
	double p[3];

	(void)state;
	pd_dunnett_adjust(t, n, 3, 3, 4, p);
	assert_true(isnan(p[1]));
	assert_close(p[0], first_p(2, 2, 3, 3, 4), 1e-14);
	pd_dunnett_adjust(t + 1, n + 1, 1, 3, 4, p);
	assert_true(isnan(p[0]));
}

/* Between what one head has and what k independent ones have, from no change to any. */
static void p_stays_within_its_bounds(void **state)
{
	static const size_t base[] = {1, 3, 300};

	(void)state;
	for (unsigned int step = 0; step < 36; step++)
		for (size_t i = 0; i < PD_ARRAY_SIZE(base); i++) {
			double t = 1.7 * step;
			double p = first_p(t, 32, 3, base[i], 10);
			double alone = 2 * pd_student_upper(t, 10);

			assert_true(p >= alone && p <= fmin(32 * alone, 1) * (1 + 1e-12));
			assert_true(p <= first_p(t > 1.7 ? t - 1.7 : 0, 32, 3, base[i], 10));
		}
}

/* A base of many runs leaves the heads independent: 1 - (1 - p)^k, at known variance. */
static void heads_of_a_certain_base_are_independent(void **state)
{
	double alone = 2 * gsl_cdf_ugaussian_Q(2);

	(void)state;
	assert_close(first_p(2, 5, 1, 100000000, HUGE_VAL), -expm1(5 * log1p(-alone)), 1e-6);
}

/* Few runs of the base beside many of the heads: all t move together, as one. */
static void heads_of_an_uncertain_base_are_one(void **state)
{
	double alone = 2 * gsl_cdf_ugaussian_Q(2);

	(void)state;
	assert_close(first_p(2, 5, 1000000, 1, HUGE_VAL), alone, 0.01);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_head_is_a_t_test),
		cmocka_unit_test(published_points_have_five_percent),
		cmocka_unit_test(gain_over_bonferroni_is_small),
		cmocka_unit_test(heads_of_unequal_numbers),
		cmocka_unit_test(order_and_sign_do_not_matter),
		cmocka_unit_test(undefined_heads_are_none),
		cmocka_unit_test(p_stays_within_its_bounds),
		cmocka_unit_test(heads_of_a_certain_base_are_independent),
		cmocka_unit_test(heads_of_an_uncertain_base_are_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
