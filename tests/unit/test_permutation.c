/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch_fixture.h"
#include "testing.h"

#include <perfdelta/stat_interval.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

static const struct pd_resampling differences = {.difference = true, .seed = 1};
static const struct pd_resampling ratios = {.seed = 1};

/*
 * 20 ways to deal out 1 2 3 | 4 6 8; the observed one is the most extreme, so p = 2/20.
 * Exchanges of one: 4-3 4-2 4-1 6-3 6-2 6-1 8-3 8-2 8-1 = 1 2 3 3 4 5 5 6 7; of two, halved:
 * 10-5 10-4 10-3 12-5 12-4 12-3 14-5 14-4 14-3 = 2.5 3 3.5 3.5 4 4.5 4.5 5 5.5; of all: 4.
 * At level 0.8 two of them may be left out at either end, 2 * 2/20: 2 .. 6.
 */
static void three_against_three_by_hand(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {8, 4, 6}, level = 0.8;
	struct pd_permutation p;
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_permutation(x, 3, y, 3, &differences, &level, 1, scratch, &p, &e),
			 PD_OK);
	assert_close(p.p, 0.1, 1e-15);
	assert_close(p.p_less, 0.05, 1e-15);
	assert_close(p.p_greater, 1, 0);
	assert_close(p.p_absdev, 0.1, 1e-15);
	assert_true(p.exact);
	assert_close(e.point, 4, 1e-15);
	assert_close(e.lo, 2, 1e-15);
	assert_close(e.hi, 6, 1e-15);
	assert_close(e.level, 0.8, 1e-15);
	assert_true(e.reached);
}

/* Quotients of the same exchanges: the least are 4/3, 4/2 and 6/3, the largest 8/1, 6/1. */
static void ratios_are_quotients_of_the_same_exchanges(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {8, 4, 6}, level = 0.8;
	struct pd_permutation p;
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_permutation(x, 3, y, 3, &ratios, &level, 1, scratch, &p, &e), PD_OK);
	assert_close(p.p, 0.1, 1e-15);
	assert_close(e.point, 2, 1e-15);
	assert_close(e.lo, 1, 1e-15);
	assert_close(e.hi, 5, 1e-15);
}

/* 2/20 is the best that 3 v 3 can do: no interval at 0.95. */
static void few_runs_have_no_interval(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {8, 4, 6}, level = 0.95;
	struct pd_permutation p;
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_permutation(x, 3, y, 3, &ratios, &level, 1, scratch, &p, &e), PD_OK);
	assert_close(e.point, 2, 1e-15);
	assert_true(isnan(e.lo) && isnan(e.hi) && !e.reached);
	assert_close(e.level, 0, 0);
}

static double by_recursion(const double *v, size_t n, size_t k, double sum, double limit)
{
	if (k > n)
		return 0;
	if (!k)
		return sum <= limit;
	return by_recursion(v + 1, n - 1, k - 1, sum + v[0], limit) +
	       by_recursion(v + 1, n - 1, k, sum, limit);
}

/* 12 v 11 have 1352078 ways. Counted one by one they give the share that 9999 draws estimate. */
static void draws_agree_with_counting(void **state)
{
	double v[23], least = 0, share, level = 0.95;
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct pd_permutation p;
	struct pd_estimate e;

	(void)state;
	for (size_t i = 0; i < 23; i++) {
		v[i] = 100 + gsl_ran_ugaussian(rng) + (i < 12 ? 0 : 0.8);
		least += i < 12 ? v[i] : 0;
	}
	share = by_recursion(v, 23, 12, 0, least * (1 + 1e-13)) / 1352078;
	assert_true(share > 0.001 && share < 0.4);
	assert_int_equal(pd_permutation(v, 12, v + 12, 11, &ratios, &level, 1, scratch, &p, &e),
			 PD_OK);
	assert_false(p.exact);
	assert_true(fabs(p.p_less - share) < 4 * sqrt(share * (1 - share) / 9999));
	gsl_rng_free(rng);
}

/* The same seed, the same draws; exchanged sides ask the same question with other draws. */
static void the_seed_decides(void **state)
{
	double x[20], y[20];
	const double level = 0.95;
	const struct pd_resampling other = {.seed = 2};
	struct pd_permutation a, b, c;
	struct pd_estimate e_a, e_b, e_c;

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		x[i] = 10 + (double)(i * 7 % 20);
		y[i] = 12 + (double)(i * 11 % 20);
	}
	assert_int_equal(pd_permutation(x, 20, y, 20, &ratios, &level, 1, scratch, &a, &e_a), 0);
	assert_int_equal(pd_permutation(x, 20, y, 20, &other, &level, 1, scratch, &c, &e_c), 0);
	assert_int_equal(pd_permutation(x, 20, y, 20, &ratios, &level, 1, scratch, &b, &e_b), 0);
	assert_close(b.p, a.p, 0);
	assert_close(e_b.lo, e_a.lo, 0);
	assert_true(c.p != a.p);
	assert_close(c.p, a.p, 0.1);
}

static void exchanged_sides_exchange_the_tails(void **state)
{
	const double x[] = {5.1, 4.9, 5.6, 5.0}, y[] = {5.4, 5.9, 5.2, 6.1, 5.5}, level = 0.95;
	struct pd_permutation up, down;
	struct pd_estimate e_up, e_down;

	(void)state;
	assert_int_equal(pd_permutation(x, 4, y, 5, &differences, &level, 1, scratch, &up, &e_up),
			 0);
	assert_int_equal(
		pd_permutation(y, 5, x, 4, &differences, &level, 1, scratch, &down, &e_down), 0);
	assert_close(down.p, up.p, 0);
	assert_close(down.p_less, up.p_greater, 0);
	assert_close(down.p_greater, up.p_less, 0);
	assert_close(e_down.lo, -e_up.hi, 1e-12);
	assert_close(e_down.point, -e_up.point, 1e-12);
	assert_int_equal(pd_permutation(x, 4, y, 5, &ratios, &level, 1, scratch, &up, &e_up), 0);
	assert_int_equal(pd_permutation(y, 5, x, 4, &ratios, &level, 1, scratch, &down, &e_down),
			 0);
	assert_close(1 + e_down.lo, 1 / (1 + e_up.hi), 1e-12);
	assert_close(1 + e_down.point, 1 / (1 + e_up.point), 1e-12);
}

/* Both are read off the same list. */
static void the_interval_excludes_no_change_when_p_is_small(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	const double level = 0.95;
	int excluded = 0;

	(void)state;
	for (int i = 0; i < 300; i++) {
		double x[6], y[5];
		struct pd_permutation p;
		struct pd_estimate e;

		for (size_t k = 0; k < 6; k++)
			x[k] = exp(gsl_ran_ugaussian(rng));
		for (size_t k = 0; k < 5; k++)
			y[k] = 3 * exp(gsl_ran_ugaussian(rng));
		assert_int_equal(pd_permutation(x, 6, y, 5, &ratios, &level, 1, scratch, &p, &e),
				 PD_OK);
		assert_int_equal(e.lo > 0 || e.hi < 0, p.p <= 0.05 * (1 + 1e-12));
		excluded += p.p <= 0.05;
	}
	assert_in_range(excluded, 30, 270);
	gsl_rng_free(rng);
}

/*
 * 0.1 + 0.2 is not 0.3 in doubles, yet an exchange of the two for the one plus 0 changes
 * nothing: of the 6 ways to deal out 0.1 0.2 | 0.3 0 two are as measured to either side, as
 * with 1 2 | 3 0, and p is 1.
 */
static void rounding_is_no_difference(void **state)
{
	const double x[] = {0.1, 0.2}, y[] = {0.3, 0}, level = 0.5;
	const double whole_x[] = {1, 2}, whole_y[] = {3, 0};
	struct pd_permutation a, b;
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_permutation(x, 2, y, 2, &differences, &level, 1, scratch, &a, &e), 0);
	assert_int_equal(pd_permutation(whole_x, 2, whole_y, 2, &differences, &level, 1, scratch,
					&b, &e),
			 0);
	assert_close(a.p_less, 4.0 / 6, 1e-15);
	assert_close(b.p_less, 4.0 / 6, 1e-15);
	assert_close(a.p, 1, 0);
}

/* Sums of these overflow, and 1e9 is far from their differences. */
static void neither_size_nor_offset_costs_digits(void **state)
{
	const double x[] = {1e308, 1.2e308, 1.1e308}, y[] = {1.5e308, 1.7e308, 1.6e308};
	const double near_x[] = {1e9, 1e9 + 1, 1e9 + 2}, near_y[] = {1e9 + 3, 1e9 + 4, 1e9 + 5};
	const double level = 0.8;
	struct pd_permutation p;
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_permutation(x, 3, y, 3, &ratios, &level, 1, scratch, &p, &e), PD_OK);
	assert_close(p.p, 0.1, 1e-15);
	assert_close(e.point, 16.0 / 11 - 1, 1e-14);
	assert_int_equal(pd_permutation(near_x, 3, near_y, 3, &ratios, &level, 1, scratch, &p, &e),
			 PD_OK);
	assert_close(p.p, 0.1, 1e-15);
	assert_close(e.point, 3 / (1e9 + 1), 1e-15);
}

static void ratios_need_positive_values(void **state)
{
	const double x[] = {1, 2, 0}, y[] = {3, 4, 5}, level = 0.95;
	struct pd_permutation p;
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_permutation(x, 3, y, 3, &ratios, &level, 1, scratch, &p, &e),
			 PD_EUNDEFINED);
	assert_int_equal(pd_permutation(x, 3, y, 3, &differences, &level, 1, scratch, &p, &e),
			 PD_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_against_three_by_hand),
		cmocka_unit_test(ratios_are_quotients_of_the_same_exchanges),
		cmocka_unit_test(few_runs_have_no_interval),
		cmocka_unit_test(draws_agree_with_counting),
		cmocka_unit_test(the_seed_decides),
		cmocka_unit_test(exchanged_sides_exchange_the_tails),
		cmocka_unit_test(the_interval_excludes_no_change_when_p_is_small),
		cmocka_unit_test(rounding_is_no_difference),
		cmocka_unit_test(neither_size_nor_offset_costs_digits),
		cmocka_unit_test(ratios_need_positive_values),
	};

	return cmocka_run_group_tests_name("permutation", tests, scratch_set_up, scratch_tear_down);
}
