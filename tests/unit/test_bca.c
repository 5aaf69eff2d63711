/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch_fixture.h"
#include "testing.h"

#include <perfdelta/stat_interval.h>

#include "stat/bca.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { ROUNDS = 9999 };

/* Four standard errors of a share that is counted in 9999 resamples. */
static double error_of(double share)
{
	return 4 * sqrt(share * (1 - share) / ROUNDS);
}

/* 1 .. 9: (9 + 1)/10 of the way is rank 1, 1/4 rank 2.5, halfway between z(.2) and z(.3) but for curvature. */
static void ranks_are_interpolated_on_the_normal_scale(void **state)
{
	double v[] = {9, 1, 8, 2, 7, 3, 6, 4, 5};
	double part = (gsl_cdf_ugaussian_Pinv(0.25) - gsl_cdf_ugaussian_Pinv(0.2)) /
		      (gsl_cdf_ugaussian_Pinv(0.3) - gsl_cdf_ugaussian_Pinv(0.2));
	bool extreme = false;

	(void)state;
	assert_close(pd_bca_at(v, 9, 0.5, &extreme), 5, 1e-15);
	assert_close(pd_bca_at(v, 9, 0.25, &extreme), 2 + part, 1e-14);
	assert_false(extreme);
	assert_close(pd_bca_at(v, 9, 0.05, &extreme), 1, 0);
	assert_true(extreme);
	extreme = false;
	assert_close(pd_bca_at(v, 9, 0.95, &extreme), 9, 0);
	assert_true(extreme);
}

/* 3 below, 2 equal, 5 above of 10: (3 + 1)/10. */
static void ties_with_the_estimate_count_one_half(void **state)
{
	const double v[] = {1, 2, 3, 4, 4, 5, 6, 7, 8, 9}, far[] = {5, 6, 7, 8};

	(void)state;
	assert_close(pd_bca_bias(v, 10, 4), gsl_cdf_ugaussian_Pinv(0.4), 1e-14);
	assert_close(pd_bca_bias(v, 10, 4 + 1e-13), gsl_cdf_ugaussian_Pinv(0.4), 1e-14);
	assert_close(pd_bca_bias(far, 4, 1), gsl_cdf_ugaussian_Pinv(0.125), 1e-14);
}

/* Leaving out 0 0 3 from their mean 1: 1.5 1.5 0. d = -.5 -.5 1, sums 1.5 and .75. */
static void the_acceleration_of_three_values_by_hand(void **state)
{
	const double v[] = {1.5, 1.5, 0};
	const struct pd_bca_left_out one = {v, 3, 1};
	const struct pd_bca_left_out two[] = {one, one};

	(void)state;
	assert_close(pd_bca_acceleration(&one, 1), 0.75 / (6 * 1.5 * sqrt(1.5)), 1e-14);
	/* both sums double */
	assert_close(pd_bca_acceleration(two, 2), 1.5 / (6 * 3 * sqrt(3)), 1e-14);
}

/*
 * The median of a resample of 11 is at most the j-th value if 6 or more draws are:
 * P(Bin(11, j/11) >= 6). For symmetric values bias and acceleration are 0, so the ends
 * lie where that passes .025 and .975: j = 2 has .0153, j = 3 .0785, j = 9 .9847.
 */
static void the_median_of_resamples_follows_the_binomial_law(void **state)
{
	const double v[] = {-20, -11, -7, -4, -1, 0, 1, 4, 7, 11, 20};
	const struct pd_resampling how = {.of = PD_LOCATION_MEDIAN, .level = 0.95, .seed = 7};
	struct pd_bca b;

	(void)state;
	assert_true(gsl_cdf_binomial_Q(5, 2.0 / 11, 11) < 0.025 - error_of(0.02));
	assert_true(gsl_cdf_binomial_Q(5, 3.0 / 11, 11) > 0.025 + error_of(0.08));
	assert_int_equal(pd_bca(v, 11, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.point, 0, 0);
	assert_close(b.acceleration, 0, 0);
	assert_true(fabs(b.bias) < 0.05);
	assert_close(b.estimate.lo, -7, 0);
	assert_close(b.estimate.hi, 7, 0);
	assert_false(b.extreme);
	assert_int_equal(b.n_resamples, ROUNDS);
}

/* How many of all 4^4 resamples have a median below that of all, and how many the same. */
static double share_below(const double *v, double point)
{
	double below = 0;

	for (unsigned int code = 0; code < 256; code++) {
		double r[] = {v[code & 3], v[code >> 2 & 3], v[code >> 4 & 3], v[code >> 6]};

		for (size_t i = 1; i < 4; i++)
			for (size_t k = i; k > 0 && r[k - 1] > r[k]; k--) {
				double t = r[k];

				r[k] = r[k - 1];
				r[k - 1] = t;
			}
		below += (r[1] + r[2]) / 2 < point ? 1 : (r[1] + r[2]) / 2 == point ? 0.5 : 0;
	}
	return below / 256;
}

/* With an even count the median joins two order statistics, which hang on each other. */
static void both_middle_values_of_a_resample_are_drawn_together(void **state)
{
	const double v[] = {0, 1, 10, 100};
	const struct pd_resampling how = {.of = PD_LOCATION_MEDIAN, .level = 0.95, .seed = 3};
	double share = share_below(v, 5.5);
	struct pd_bca b;

	(void)state;
	assert_int_equal(pd_bca(v, 4, &how, scratch, &b), PD_OK);
	assert_true(fabs(gsl_cdf_ugaussian_P(b.bias) - share) < error_of(share));
}

/* Half the distance between the ends of Student's interval is t times the standard error. */
static void the_mean_of_many_normal_values_has_students_interval(void **state)
{
	const struct pd_resampling how = {.of = PD_LOCATION_MEAN, .level = 0.95, .seed = 5};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct pd_estimate t;
	struct pd_bca b;
	double v[200], half;

	(void)state;
	for (size_t i = 0; i < 200; i++)
		v[i] = 1e9 + gsl_ran_ugaussian(rng);
	t = pd_mean_ci(v, 200, 0.95);
	half = (t.hi - t.lo) / 2;
	for (size_t i = 1; i < 200; i++)
		for (size_t k = i; k > 0 && v[k - 1] > v[k]; k--) {
			double swap = v[k];

			v[k] = v[k - 1];
			v[k - 1] = swap;
		}
	assert_int_equal(pd_bca(v, 200, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.point, t.point, 1e-15);
	assert_true(fabs(b.estimate.lo - t.lo) < 0.08 * half);
	assert_true(fabs(b.estimate.hi - t.hi) < 0.08 * half);
	gsl_rng_free(rng);
}

/* Slow runs on the right: the interval reaches further there. */
static void a_tail_leans_the_interval(void **state)
{
	const double v[] = {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 4, 9};
	const struct pd_resampling how = {.of = PD_LOCATION_MEAN, .level = 0.95, .seed = 5};
	struct pd_bca b;

	(void)state;
	assert_int_equal(pd_bca(v, 10, &how, scratch, &b), PD_OK);
	assert_true(b.acceleration > 0.1);
	assert_true(b.estimate.hi - b.estimate.point > 1.5 * (b.estimate.point - b.estimate.lo));
}

/* Twice everything is twice the base's mean and the head's: no ratio changes, to the bit. */
static void the_unit_does_not_matter(void **state)
{
	const double x[] = {9, 10, 10.5, 11, 14}, y[] = {10, 12, 12.5, 13, 13.5, 19};
	double a[5], b[6];
	struct pd_bca one, two;

	(void)state;
	for (int of = PD_LOCATION_MEAN; of <= PD_LOCATION_MEDIAN; of++) {
		const struct pd_resampling how = {.of = (enum pd_location)of,
						  .level = 0.9,
						  .seed = 5};

		for (size_t i = 0; i < 5; i++)
			a[i] = ldexp(x[i], 1000);
		for (size_t i = 0; i < 6; i++)
			b[i] = ldexp(y[i], 1000);
		assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &one), PD_OK);
		assert_int_equal(pd_bca_change(a, 5, b, 6, &how, scratch, &two), PD_OK);
		assert_close(two.estimate.lo, one.estimate.lo, 0);
		assert_close(two.estimate.hi, one.estimate.hi, 0);
		assert_close(two.estimate.point, one.estimate.point, 0);
	}
}

/* Means 10.9 and 13.333; medians 10.5 and 12.75. */
static void changes_are_ratios_or_differences(void **state)
{
	const double x[] = {9, 10, 10.5, 11, 14}, y[] = {10, 12, 12.5, 13, 13.5, 19};
	struct pd_resampling how = {.of = PD_LOCATION_MEAN, .level = 0.95, .seed = 5};
	struct pd_bca b;

	(void)state;
	assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.point, 80.0 / 6 / 10.9 - 1, 1e-14);
	assert_true(b.estimate.lo < b.estimate.point && b.estimate.point < b.estimate.hi);
	how.difference = true;
	assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.point, 80.0 / 6 - 10.9, 1e-14);
	how.of = PD_LOCATION_MEDIAN;
	assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.point, 2.25, 1e-15);
	how.difference = false;
	assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.point, 12.75 / 10.5 - 1, 1e-14);
}

static void the_seed_decides(void **state)
{
	const double x[] = {9, 10, 10.5, 11, 14}, y[] = {10, 12, 12.5, 13, 13.5, 19};
	struct pd_resampling how = {.of = PD_LOCATION_MEAN, .level = 0.95, .seed = 5};
	struct pd_bca a, b;

	(void)state;
	assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &a), PD_OK);
	how.seed = 6;
	assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &b), PD_OK);
	assert_true(a.estimate.lo != b.estimate.lo);
	how.seed = 5;
	assert_int_equal(pd_bca_change(x, 5, y, 6, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.lo, a.estimate.lo, 0);
	assert_close(b.estimate.hi, a.estimate.hi, 0);
}

static void what_cannot_be_resampled_is_said(void **state)
{
	const double three[] = {1, 2, 3}, same[] = {5, 5, 5, 5}, zero[] = {0, 1, 2, 3};
	/* the median stays 2 without any one value, but not in all resamples */
	const double stuck[] = {1, 2, 2, 2, 2, 3};
	struct pd_resampling how = {.of = PD_LOCATION_MEDIAN, .level = 0.95, .seed = 5};
	struct pd_bca b = {.bias = 42};

	(void)state;
	assert_int_equal(pd_bca(three, 3, &how, scratch, &b), PD_EUNDEFINED);
	assert_int_equal(pd_bca_change(same, 4, three, 3, &how, scratch, &b), PD_EUNDEFINED);
	assert_int_equal(pd_bca(stuck, 6, &how, scratch, &b), PD_EUNDEFINED);
	assert_int_equal(pd_bca_change(zero, 4, same, 4, &how, scratch, &b), PD_EUNDEFINED);
	assert_int_equal(pd_bca(zero, 1000001, &how, scratch, &b), PD_ELIMIT);
	assert_close(b.bias, 42, 0);
	assert_int_equal(pd_bca(same, 4, &how, scratch, &b), PD_OK);
	assert_close(b.estimate.lo, 5, 0);
	assert_close(b.estimate.hi, 5, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_interpolated_on_the_normal_scale),
		cmocka_unit_test(ties_with_the_estimate_count_one_half),
		cmocka_unit_test(the_acceleration_of_three_values_by_hand),
		cmocka_unit_test(the_median_of_resamples_follows_the_binomial_law),
		cmocka_unit_test(both_middle_values_of_a_resample_are_drawn_together),
		cmocka_unit_test(the_mean_of_many_normal_values_has_students_interval),
		cmocka_unit_test(a_tail_leans_the_interval),
		cmocka_unit_test(the_unit_does_not_matter),
		cmocka_unit_test(changes_are_ratios_or_differences),
		cmocka_unit_test(the_seed_decides),
		cmocka_unit_test(what_cannot_be_resampled_is_said),
	};

	return cmocka_run_group_tests_name("bca", tests, scratch_set_up, scratch_tear_down);
}
