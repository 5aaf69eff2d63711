/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "stat/mad.h"

#include <perfdelta/stat_quality.h>

#include <stdlib.h>
#include <string.h>

enum { MAX = 1000 };

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

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Borrowed until the next call. */
static const double *sort(const double *v, size_t n)
{
	static double sorted[MAX];

	memcpy(sorted, v, n * sizeof(*v));
	qsort(sorted, n, sizeof(*sorted), ascending);
	return sorted;
}

/* Integers 0 .. below - 1 without a pattern: a linear congruence. */
static void fill(double *v, size_t n, unsigned int below)
{
	uint64_t x = 1;

	for (size_t i = 0; i < n; i++) {
		x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		v[i] = (double)((x >> 33) % below);
	}
}

/* ---- MAD of what is in order */

/* Against the definition: sort the distances. */
static void mad_of_sorted_values_is_the_middle_distance(void **state)
{
	double v[MAX], far[MAX];

	(void)state;
	for (size_t n = 1; n < 60; n++) {
		const double *sorted;
		double centre;

		fill(v, n, (unsigned int)n);
		sorted = sort(v, n);
		centre = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
		for (size_t i = 0; i < n; i++)
			far[i] = fabs(v[i] - centre);
		assert_close(pd_mad_centre(sorted, n), centre, 0);
		qsort(far, n, sizeof(*far), ascending);
		assert_close(pd_mad(sorted, n, centre), (far[(n - 1) / 2] + far[n / 2]) / 2, 0);
	}
}

/* ---- outliers */

/* Quartiles 2.25 and 6.75: the fence is at 6.75 + 13.5. MAD 2.5, of which 5 are 18.5 from 4.5. */
static void only_what_is_far_by_both_rules_is_an_outlier(void **state)
{
	const double far[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 24},
		     near[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 20};
	const double low[] = {-24, -15, 1, 2, 3, 4, 5, 6, 7, 8};

	(void)state;
	assert_int_equal(pd_outliers(far, 10).n_high, 1);
	assert_int_equal(pd_outliers(far, 10).n_low, 0);
	assert_int_equal(pd_outliers(near, 10).n_high, 0);
	assert_int_equal(pd_outliers(low, 10).n_low, 1);
}

static void seven_values_have_no_outliers(void **state)
{
	const double v[] = {1, 1, 1, 1, 1, 1, 100};

	(void)state;
	assert_int_equal(pd_outliers(v, 7).n_high, 0);
}

/* Fences of 3 times 1e308 do not exist, yet no value is called far for it. */
static void large_values_do_not_overflow(void **state)
{
	const double v[] = {-1.7e308, -1e308, -1, 0, 1, 1, 1e308, 1.7e308};

	(void)state;
	assert_int_equal(pd_outliers(v, 8).n_low + pd_outliers(v, 8).n_high, 0);
}

/* ---- autocorrelation of ranks */

/* Ranks less 5.5: products of neighbours sum to 57.75, squares to 82.5. */
static void ten_rising_values_have_a_lag_of_seven_tenths(void **state)
{
	const double v[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
	struct pd_autocorr a = pd_autocorr(v, v, 10, *state);

	(void)state;
	assert_close(a.r, 0.7, 1e-15);
	assert_close(a.z, 0.8 * sqrt(10), 1e-15);
}

/* Midranks of 1 1 2 2 are 1.5 1.5 3.5 3.5: -1 -1 1 1, products 1 - 1 + 1 over squares 4. */
static void ties_have_midranks(void **state)
{
	const double v[] = {1, 1, 2, 2};

	(void)state;
	assert_close(pd_autocorr(v, v, 4, *state).r, 0.25, 1e-15);
}

/* 12 ones, then 12 twos: midranks 6 below and above their mean, 22 products of one sign less one. */
static void many_ties_are_counted_too(void **state)
{
	double v[24];

	(void)state;
	for (size_t i = 0; i < 24; i++)
		v[i] = i < 12 ? 1 : 2;
	assert_close(pd_autocorr(v, v, 24, *state).r, 21.0 / 24, 1e-15);
}

static void a_constant_series_has_no_lag(void **state)
{
	const double v[] = {3, 3, 3};

	(void)state;
	assert_true(isnan(pd_autocorr(v, v, 3, *state).r));
}

/* ---- trend */

/* One order of 8! rises all through, and one falls. */
static void eight_rising_values_have_the_smallest_p(void **state)
{
	const double up[] = {1, 2, 3, 4, 5, 6, 7, 8}, down[] = {8, 7, 6, 5, 4, 3, 2, 1};
	struct pd_kendall k = pd_kendall(up, up, 8, *state);

	assert_int_equal(k.s, 28);
	assert_close(pd_kendall_p(&k), 2.0 / 40320, 1e-14);
	k = pd_kendall(down, up, 8, *state);
	assert_int_equal(k.s, -28);
	assert_close(pd_kendall_p(&k), 2.0 / 40320, 1e-14);
}

/*
 * 60 values with 600 falls of 1770. Twice the share of permutations with so few, from counts in
 * exact arithmetic (python3 fractions): 2.2591548563625404e-4.
 */
static void sixty_values_have_an_exact_p(void **state)
{
	double v[60];
	size_t falls = 600;

	/* place i takes as many falls as there are smaller values left, up to 600 in all */
	bool used[60] = {false};
	for (size_t i = 0; i < 60; i++) {
		size_t take = falls < 59 - i ? falls : 59 - i, seen = 0;

		for (size_t value = 0; value < 60; value++) {
			if (used[value] || seen++ < take)
				continue;
			used[value] = true;
			v[i] = (double)value;
			break;
		}
		falls -= take;
	}
	assert_int_equal(falls, 0);
	assert_close(pd_kendall(v, sort(v, 60), 60, *state).p_exact, 2.2591548563625404e-4, 1e-13);
}

/* A law kept for one n must not be taken for another's. */
static void laws_of_different_sizes_do_not_mix(void **state)
{
	const double v[] = {1, 2, 3, 4, 5, 6, 7, 8};

	assert_close(pd_kendall(v, v, 4, *state).p_exact, 2.0 / 24, 1e-14);
	assert_close(pd_kendall(v, v, 8, *state).p_exact, 2.0 / 40320, 1e-14);
	assert_close(pd_kendall(v, v, 4, *state).p_exact, 2.0 / 24, 1e-14);
}

/* Both ways of counting, on both sides of 256 values, against a plain loop. */
static void pairs_are_counted_alike_in_long_series(void **state)
{
	double v[400];

	for (size_t n = 60; n <= 400; n += 17) {
		int64_t sum = 0;

		fill(v, n, 50);
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < i; j++)
				sum += (v[i] > v[j]) - (v[i] < v[j]);
		assert_int_equal(pd_kendall(v, sort(v, n), n, *state).s, sum);
	}
}

static void a_line_has_its_own_slope(void **state)
{
	double v[600];

	for (size_t n = 2; n <= 600; n += 46) {
		for (size_t i = 0; i < n; i++)
			v[i] = 7 + 0.25 * (double)i;
		assert_close(pd_kendall_slope(v, n, *state), 0.25, 0);
	}
	assert_close(pd_kendall_slope(v, 1, *state), 0, 0);
}

/* ---- modes */

/* Any distribution with its mass at two points is 1/4 from the next with one mode. */
static void two_points_have_the_largest_dip(void **state)
{
	const double v[] = {0, 0, 0, 0, 1, 1, 1, 1};

	assert_close(pd_dip(v, 8, *state), 0.25, 1e-15);
}

/* Nothing has fewer modes than an even row: half a step is what steps cost. */
static void an_even_row_has_the_smallest_dip(void **state)
{
	const double v[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

	assert_close(pd_dip(v, 10, *state), 0.05, 1e-14);
}

/* The dip does not know units: not even those in which values reach the largest double. */
static void the_unit_does_not_matter(void **state)
{
	const double v[] = {-9, -8, -8, -7, 1, 7, 8, 8, 9};
	double large[9], small[9];

	for (size_t i = 0; i < 9; i++) {
		large[i] = v[i] * 0x1p1019;
		small[i] = v[i] * 0x1p-1000;
	}
	assert_close(pd_dip(large, 9, *state), pd_dip(v, 9, *state), 1e-14);
	assert_close(pd_dip(small, 9, *state), pd_dip(v, 9, *state), 1e-14);
}

/* Quantiles of the R package diptest 0.76, from a million simulations of others. */
static void chances_of_dips_are_the_published_ones(void **state)
{
	(void)state;
	assert_true(fabs(pd_dip_p(0.13961140, 10) - 0.05) < 0.001);
	assert_true(fabs(pd_dip_p(0.07027379, 50) - 0.05) < 0.001);
	assert_true(fabs(pd_dip_p(0.08119984, 50) - 0.01) < 0.0005);
	assert_true(fabs(pd_dip_p(0.04268648, 200) - 0.01) < 0.0005);
	assert_close(pd_dip_p(0.25, 3), 1, 0);
}

/* Between two rows of the table p lies between theirs for the same sqrt(n) dip. */
static void chances_grow_smaller_with_the_dip(void **state)
{
	(void)state;
	for (size_t n = 4; n < 6000; n += n < 40 ? 1 : 177) {
		double before = 1;

		for (size_t i = 0; i < 250; i++) {
			double p = pd_dip_p(fmin(0.5 / (double)n + 0.001 * (double)i, 0.25), n);

			assert_true(p > 0 && p <= before);
			before = p;
		}
	}
}

/* 30 values rounded to 4 steps: four towers to the dip, one hill to the eye. */
static void rounding_makes_no_modes(void **state)
{
	double v[40];

	for (size_t i = 0; i < 40; i++)
		v[i] = i < 6 ? 1 : i < 20 ? 2 : i < 34 ? 3 : 4;
	assert_true(pd_dip_p(pd_dip(v, 40, *state), 40) < 0.01);
	assert_true(pd_modes(v, 40, 1, *state).p > 0.05);
}

static void two_groups_are_two_modes(void **state)
{
	double v[40];

	for (size_t i = 0; i < 40; i++)
		v[i] = (i < 20 ? 10 : 20) + 0.1 * (double)(i % 20);
	assert_true(pd_modes(v, 40, 1, *state).p < 0.001);
}

/* ---- the first values */

/* The rest is 9 .. 12 with a MAD of 1: 5 x 1.4826 from its median are 7.4. */
static void first_values_that_are_far_are_warming_up(void **state)
{
	const double two[] = {30, 20, 10, 11, 9, 12, 10, 11, 9, 12},
		     none[] = {15, 14, 10, 11, 9, 12, 10, 11, 9, 12};
	const double fast[] = {1, 10, 11, 9, 12, 10, 11, 9, 12, 11};

	(void)state;
	assert_int_equal(pd_warmup(two, sort(two, 10), 10), 2);
	assert_int_equal(pd_warmup(none, sort(none, 10), 10), 0);
	assert_int_equal(pd_warmup(fast, sort(fast, 10), 10), 1);
}

static void what_comes_again_is_no_warm_up(void **state)
{
	const double v[] = {30, 10, 11, 9, 12, 10, 31, 9, 12, 11};

	(void)state;
	assert_int_equal(pd_warmup(v, sort(v, 10), 10), 0);
}

/* A fifth of the series at most: three of ten are a step. */
static void three_of_ten_are_too_many_to_warm_up(void **state)
{
	const double v[] = {30, 31, 32, 11, 9, 12, 10, 11, 9, 12};

	(void)state;
	assert_int_equal(pd_warmup(v, sort(v, 10), 10), 0);
	assert_int_equal(pd_warmup(v, sort(v, 9), 9), 0);
}

/* ---- a step */

static void a_step_is_found_where_it_is(void **state)
{
	double v[40];
	struct pd_step step;

	fill(v, 40, 10);
	for (size_t i = 0; i < 40; i++)
		v[i] = 100 + v[i] / 10 + (i < 25 ? 0 : 5);
	step = pd_step(v, sort(v, 40), 40, *state);
	assert_int_equal(step.at, 25);
	assert_true(step.q > step.limit);
	assert_true(step.after - step.before > 4.5 && step.after - step.before < 5.5);
}

/*
 * Ranks 1 to 10 and 11 to 20: 10 apart between the parts, (10 + 1)/3 inside them, 7 between any two. So
 * 10 x 10/20 (2 x 10 - 2 x 11/3)/7.
 */
static void the_energy_of_a_full_step_by_hand(void **state)
{
	double v[20];

	for (size_t i = 0; i < 20; i++)
		v[i] = (double)(i < 10 ? 7 * i % 10 : 10 + 3 * i % 10);
	assert_close(pd_step(v, sort(v, 20), 20, *state).q, 5 * (20 - 22.0 / 3) / 7, 1e-13);
}

/* 1000 values are 333 blocks of 3 (and one left over): 600 is where one begins. */
static void a_step_of_a_long_series_is_found_by_blocks(void **state)
{
	double v[MAX];

	fill(v, MAX, 10);
	for (size_t i = 600; i < MAX; i++)
		v[i] += 20;
	assert_int_equal(pd_step(v, sort(v, MAX), MAX, *state).at, 600);
}

static void equal_or_few_values_have_no_step(void **state)
{
	const double same[20] = {0}, few[] = {1, 1, 1, 1, 1, 9, 9, 9, 9, 9};

	assert_int_equal(pd_step(same, same, 20, *state).at, 0);
	assert_int_equal(pd_step(few, few, 10, *state).at, 0);
}

/* ---- what dependent values are worth */

/* 30 (1 - .7)/(1 + .7) */
static void thirty_values_with_a_lag_of_seven_tenths_are_worth_five(void **state)
{
	(void)state;
	assert_close(pd_dependent_worth(30, 0.7), 9.0 / 1.7, 1e-14);
	assert_close(pd_dependent_worth(30, 0), 30, 0);
	assert_close(pd_dependent_worth(10, 0.99), 2, 0);
}

/* (20 x .5 + 1)/16, and (10 x .2 + 1)/6 = .5 with half the weight; four values tell nothing. */
static void lags_of_both_sides_are_pooled(void **state)
{
	(void)state;
	assert_close(pd_dependent_lag(0.5, 20, 0.5, 20), 11.0 / 16, 1e-15);
	assert_close(pd_dependent_lag(0.5, 20, 0.2, 10), (20 * 11.0 / 16 + 10 * 0.5) / 30, 1e-15);
	assert_close(pd_dependent_lag(0.5, 20, 0.9, 4), 11.0 / 16, 1e-15);
	assert_close(pd_dependent_lag(nan(""), 20, -0.9, 20), 0, 0);
}

static void without_a_lag_it_is_the_test_of_welch(void **state)
{
	const double x[] = {1, 2, 3, 4, 7}, y[] = {3, 4, 6, 6, 9, 12, 11};
	struct pd_welch a, b;

	(void)state;
	for (int logs = 0; logs < 2; logs++) {
		assert_int_equal(pd_dependent(x, 5, y, 7, 0, logs, 0.95, &a), PD_OK);
		assert_int_equal(logs ? pd_welch_log(x, 5, y, 7, 0.95, &b)
				      : pd_welch(x, 5, y, 7, 0.95, &b),
				 PD_OK);
		assert_close(a.p, b.p, 1e-13);
		assert_close(a.df, b.df, 1e-13);
		assert_close(a.lo, b.lo, 1e-13);
		assert_close(a.hi, b.hi, 1e-13);
	}
}

/*
 * Equal sides of 20 at a lag of 0.6 are worth 5 each: the variance of a mean is SS/(20 x 4),
 * with 8 degrees of freedom. SS is 20 for 1 and -1 in turn, so t = 3/sqrt(2 x 20/80).
 */
static void fewer_values_have_a_wider_interval(void **state)
{
	double x[20], y[20];
	struct pd_welch w;

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		x[i] = i % 2 ? 1 : -1;
		y[i] = x[i] + 3;
	}
	assert_int_equal(pd_dependent(x, 20, y, 20, 0.6, false, 0.95, &w), PD_OK);
	assert_close(w.df, 8, 1e-13);
	assert_close(w.t, 3 / sqrt(0.5), 1e-13);
	/* the 0.975 quantile of 8 degrees of freedom, from tables */
	assert_close(w.hi - w.diff, 2.306004135 * sqrt(0.5), 1e-9);
}

/*
 * Against numpy's least squares on columns 1, side, place; neighbours among the residuals of
 * a side have a correlation of 0.1715, (that + 2/20) sqrt(20).
 */
static void a_change_beside_a_drift_is_what_the_drift_does_not_explain(void **state)
{
	const double x[] = {10, 10.2, 10.9, 11.2, 11.0, 11.6, 11.5, 11.9, 11.6, 12.2};
	const double y[] = {13, 13.6, 14.1, 14.2, 14.0, 14.3, 14.9, 15.1, 15.9, 15.8};
	struct pd_welch w;
	double z;

	assert_int_equal(pd_dependent_fit(x, 10, y, 10, false, false, 0.95, *state, &z, &w), PD_OK);
	assert_close(z, 1.2143875115941687, 1e-11);
	assert_close(w.diff, 0.7103030303030289, 1e-11);
	assert_close(w.se, 0.252298160516117, 1e-11);
	assert_close(w.p, 0.011914482040631807, 1e-10);
	assert_int_equal(pd_dependent_fit(x, 10, y, 10, true, false, 0.95, *state, &z, &w), PD_OK);
	assert_close(w.diff, 5.849696969696973, 1e-11);
	assert_close(w.p, 2.6395534863090986e-14, 1e-9);
}

/* Both sides on one line, as if the base had gone on. */
static void nothing_is_left_beside_a_perfect_drift(void **state)
{
	const double x[] = {1, 2, 3, 4}, y[] = {5, 6, 7, 8};
	struct pd_welch w;
	double z;

	assert_int_equal(pd_dependent_fit(x, 4, y, 4, false, false, 0.95, *state, &z, &w),
			 PD_EUNDEFINED);
}

static void without_noise_there_is_no_test(void **state)
{
	const double x[] = {1, 1, 1}, y[] = {2, 2, 2};
	struct pd_welch w;

	(void)state;
	assert_int_equal(pd_dependent(x, 3, y, 3, 0.5, false, 0.95, &w), PD_EUNDEFINED);
	assert_int_equal(pd_dependent(x, 3, y, 3, 0.5, true, 0.95, &w), PD_EUNDEFINED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mad_of_sorted_values_is_the_middle_distance),
		cmocka_unit_test(only_what_is_far_by_both_rules_is_an_outlier),
		cmocka_unit_test(seven_values_have_no_outliers),
		cmocka_unit_test(large_values_do_not_overflow),
		cmocka_unit_test(ten_rising_values_have_a_lag_of_seven_tenths),
		cmocka_unit_test(ties_have_midranks),
		cmocka_unit_test(many_ties_are_counted_too),
		cmocka_unit_test(a_constant_series_has_no_lag),
		cmocka_unit_test(eight_rising_values_have_the_smallest_p),
		cmocka_unit_test(sixty_values_have_an_exact_p),
		cmocka_unit_test(laws_of_different_sizes_do_not_mix),
		cmocka_unit_test(pairs_are_counted_alike_in_long_series),
		cmocka_unit_test(a_line_has_its_own_slope),
		cmocka_unit_test(two_points_have_the_largest_dip),
		cmocka_unit_test(an_even_row_has_the_smallest_dip),
		cmocka_unit_test(the_unit_does_not_matter),
		cmocka_unit_test(chances_of_dips_are_the_published_ones),
		cmocka_unit_test(chances_grow_smaller_with_the_dip),
		cmocka_unit_test(rounding_makes_no_modes),
		cmocka_unit_test(two_groups_are_two_modes),
		cmocka_unit_test(first_values_that_are_far_are_warming_up),
		cmocka_unit_test(what_comes_again_is_no_warm_up),
		cmocka_unit_test(three_of_ten_are_too_many_to_warm_up),
		cmocka_unit_test(a_step_is_found_where_it_is),
		cmocka_unit_test(a_step_of_a_long_series_is_found_by_blocks),
		cmocka_unit_test(the_energy_of_a_full_step_by_hand),
		cmocka_unit_test(equal_or_few_values_have_no_step),
		cmocka_unit_test(thirty_values_with_a_lag_of_seven_tenths_are_worth_five),
		cmocka_unit_test(lags_of_both_sides_are_pooled),
		cmocka_unit_test(without_a_lag_it_is_the_test_of_welch),
		cmocka_unit_test(fewer_values_have_a_wider_interval),
		cmocka_unit_test(a_change_beside_a_drift_is_what_the_drift_does_not_explain),
		cmocka_unit_test(nothing_is_left_beside_a_perfect_drift),
		cmocka_unit_test(without_noise_there_is_no_test),
	};

	return cmocka_run_group_tests_name("series_checks", tests, setup, teardown);
}
