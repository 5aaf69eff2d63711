/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_order.h>

#include <math.h>

/* ---- places */

static void assert_ranks(const double *x, size_t m, const double *y, size_t n, const double *places,
			 size_t n_shared)
{
	double ret[32];
	struct pd_scratch *s = pd_scratch_new();

	assert_int_equal(pd_order_rank(x, m, y, n, s, ret, ret + m), n_shared);
	for (size_t i = 0; i < m + n; i++)
		assert_close(ret[i], places[i], 0);
	pd_scratch_free(s);
}

static void times_of_both_sides_become_places_among_all(void **state)
{
	(void)state;
	assert_ranks((const double[]){100, 300}, 2, (const double[]){200, 400}, 2,
		     (const double[]){1, 3, 2, 4}, 0);
	assert_ranks((const double[]){1, 2}, 2, (const double[]){3}, 1, (const double[]){1, 2, 3},
		     0);
	assert_ranks((const double[]){-5}, 1, (const double[]){-6.5, -5.5}, 2,
		     (const double[]){3, 1, 2}, 0);
}

static void runs_need_not_stand_in_the_order_of_their_times(void **state)
{
	(void)state;
	assert_ranks((const double[]){30, 10}, 2, (const double[]){40, 20, 5}, 3,
		     (const double[]){4, 2, 5, 3, 1}, 0);
}

/* Iterations have the date of their process, and stand in the order measured. */
static void one_moment_of_one_side_is_as_many_places_as_runs(void **state)
{
	(void)state;
	assert_ranks((const double[]){7, 7, 7}, 3, (const double[]){9, 9}, 2,
		     (const double[]){1, 2, 3, 4, 5}, 0);
	assert_ranks((const double[]){8, 7, 7}, 3, (const double[]){7.5}, 1,
		     (const double[]){4, 1, 2, 3}, 0);
}

/* Places 2, 3 and 4 are one moment: their mean. */
static void one_moment_of_both_sides_is_one_place(void **state)
{
	(void)state;
	assert_ranks((const double[]){1, 2, 2}, 3, (const double[]){2, 5}, 2,
		     (const double[]){1, 3, 3, 3, 5}, 3);
	assert_ranks((const double[]){1, 2}, 2, (const double[]){1, 2}, 2,
		     (const double[]){1.5, 3.5, 1.5, 3.5}, 4);
}

static void turns_go_back_and_forth_and_the_rest_comes_last(void **state)
{
	double x[4], y[4];

	(void)state;
	pd_order_turns(2, 2, false, x, y);
	assert_close(x[0], 1, 0);
	assert_close(y[0], 2, 0);
	assert_close(x[1], 3, 0);
	assert_close(y[1], 4, 0);
	pd_order_turns(3, 2, true, x, y);
	assert_close(x[0], 1, 0);
	assert_close(y[0], 2, 0);
	assert_close(y[1], 3, 0);
	assert_close(x[1], 4, 0);
	assert_close(x[2], 5, 0);
	pd_order_turns(1, 3, false, x, y);
	assert_close(x[0], 1, 0);
	assert_close(y[2], 4, 0);
}

static void sides_are_blocked_only_if_one_is_wholly_first(void **state)
{
	const double low[] = {2, 1}, high[] = {3, 4}, across[] = {1.5, 5}, touching[] = {2, 3};

	(void)state;
	assert_true(pd_order_is_blocked(low, 2, high, 2));
	assert_true(pd_order_is_blocked(high, 2, low, 2));
	assert_false(pd_order_is_blocked(low, 2, across, 2));
	assert_false(pd_order_is_blocked(across, 2, high, 2));
	assert_true(pd_order_is_blocked(low, 2, touching, 2));
	assert_false(pd_order_is_blocked(touching, 2, (const double[]){2.5, 3}, 2));
}

/* ---- the fit: values by lm() and confint() of R 4.2.2, v ~ side + place */

static void assert_fits(const struct pd_order_fit *f, const double *r)
{
	assert_close(f->side.diff, r[0], 1e-12);
	assert_close(f->side.se, r[1], 1e-12);
	assert_close(f->side.df, r[2], 0);
	assert_close(f->side.t, r[3], 1e-12);
	assert_close(f->side.p, r[4], 1e-11);
	assert_close(f->side.lo, r[5], 1e-11);
	assert_close(f->side.hi, r[6], 1e-11);
	assert_close(f->slope, r[7], 1e-12);
}

static const double x4[] = {10.1, 10.4, 10.2, 10.9}, y6[] = {11.2, 11.1, 11.9, 12.3, 12.1, 12.6};
static const double x4_place[] = {1, 2, 3, 4}, y6_place[] = {5, 6, 7, 8, 9, 10};

static void runs_in_turns_give_the_change_beside_the_drift(void **state)
{
	const double x[] = {10.1, 10.4, 10.2, 10.9, 10.6}, y[] = {10.8, 10.7, 11.2, 11.1, 11.5};
	double x_place[5], y_place[5];
	struct pd_order_fit f;

	(void)state;
	pd_order_turns(5, 5, false, x_place, y_place);
	assert_int_equal(pd_order_fit_log(x, x_place, 5, y, y_place, 5, 0.95, &f), PD_OK);
	assert_fits(&f, (const double[]){0.0500825787157913, 0.0119333142930509, 7, 4.1968708345305,
					 0.00405128765222439, 0.0218647743365644,
					 0.0783003830950183, 0.00764743267394692});
}

/* Means differ by 15 %, and a drift of 2.4 % a run explains all but 1 % of it. */
static void blocked_runs_leave_little_that_a_drift_cannot_explain(void **state)
{
	struct pd_order_fit f;

	(void)state;
	assert_int_equal(pd_order_fit_log(x4, x4_place, 4, y6, y6_place, 6, 0.95, &f), PD_OK);
	assert_fits(&f, (const double[]){0.0101634139878567, 0.0268459673869676, 7,
					 0.37858252009911, 0.71621846939625, -0.0533172115528358,
					 0.0736440395285492, 0.0242226907489461});
	assert_int_equal(pd_order_fit(x4, x4_place, 4, y6, y6_place, 6, 0.95, &f), PD_OK);
	/* 0.2/3, 0.28 and the rest of rational sums by hand agree with R to its own rounding */
	assert_fits(&f, (const double[]){0.2 / 3, 0.306110606976798, 7, 0.217786202592185,
					 0.833808098194943, -0.657169898260459, 0.79050323159379,
					 0.28});
}

static void values_may_be_negative_and_a_side_may_be_one_run(void **state)
{
	struct pd_order_fit f;

	(void)state;
	assert_int_equal(pd_order_fit((const double[]){-3}, (const double[]){2.5}, 1,
				      (const double[]){1, 4, 2.5}, (const double[]){1, 2.5, 4}, 3,
				      0.95, &f),
			 PD_OK);
	assert_fits(&f,
		    (const double[]){5.5, 2.12132034355964, 1, 2.59272486435067, 0.234348422878402,
				     -21.4539305962813, 32.4539305962813, 0.5});
	assert_int_equal(pd_order_fit((const double[]){5, 7}, (const double[]){1, 4}, 2,
				      (const double[]){6, 9}, (const double[]){2, 3}, 2, 0.95, &f),
			 PD_OK);
	assert_fits(&f,
		    (const double[]){1.5, 1.56524758424985, 1, 0.95831484749991, 0.5135491927275,
				     -18.3883562682815, 21.3883562682815, 0.9});
}

/* Halves, so that adding 2^40 or multiplying by 2^900 rounds nothing. */
static void an_offset_and_a_scale_cost_no_digits(void **state)
{
	const double x[] = {1.5, 2, 1, 2.5}, y[] = {3, 4.5, 3.5, 4};
	double far_x[4], far_y[4], large_x[4], large_y[4];
	struct pd_order_fit near, far, large;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		far_x[i] = x[i] + 0x1p40;
		far_y[i] = y[i] + 0x1p40;
		large_x[i] = x[i] * 0x1p900;
		large_y[i] = y[i] * 0x1p900;
	}
	assert_int_equal(pd_order_fit(x, x4_place, 4, y, y6_place, 4, 0.9, &near), PD_OK);
	assert_int_equal(pd_order_fit(far_x, x4_place, 4, far_y, y6_place, 4, 0.9, &far), PD_OK);
	assert_int_equal(pd_order_fit(large_x, x4_place, 4, large_y, y6_place, 4, 0.9, &large),
			 PD_OK);
	assert_close(far.side.diff, near.side.diff, 1e-14);
	assert_close(far.side.se, near.side.se, 1e-14);
	assert_close(large.side.diff, near.side.diff * 0x1p900, 1e-14);
	assert_close(large.side.hi, near.side.hi * 0x1p900, 1e-14);
	assert_close(large.slope, near.slope * 0x1p900, 1e-14);
	assert_close(large.side.p, near.side.p, 1e-13);
}

static void what_leaves_nothing_to_chance_has_no_test(void **state)
{
	const double one[] = {1, 1, 1}, tenth[] = {0.1, 0.1, 0.1}, third[] = {0.3, 0.3, 0.3};
	const double place[] = {1, 2, 3}, later[] = {4, 5, 6}, twice[] = {2, 4, 7},
		     fours[] = {4, 4, 4};
	struct pd_order_fit f;

	(void)state;
	assert_int_equal(pd_order_fit(tenth, place, 3, third, later, 3, 0.95, &f), PD_EUNDEFINED);
	assert_int_equal(pd_order_fit_log(tenth, place, 3, third, later, 3, 0.95, &f),
			 PD_EUNDEFINED);
	/* a line, and nothing beside it */
	assert_int_equal(pd_order_fit(place, place, 3, later, later, 3, 0.95, &f), PD_EUNDEFINED);
	/* all runs of a side at one place: the drift is unknown */
	assert_int_equal(pd_order_fit(twice, one, 3, tenth, fours, 3, 0.95, &f), PD_EUNDEFINED);
	/* three runs are three numbers */
	assert_int_equal(pd_order_fit(place, place, 2, later, later, 1, 0.95, &f), PD_EUNDEFINED);
}

static void logs_need_positive_values(void **state)
{
	const double x[] = {1, 0, 3}, y[] = {4, 6, 7};
	struct pd_order_fit f;

	(void)state;
	assert_int_equal(pd_order_fit_log(x, x4_place, 3, y, y6_place, 3, 0.95, &f), PD_EUNDEFINED);
	assert_int_equal(pd_order_fit_log(y, x4_place, 3, x, y6_place, 3, 0.95, &f), PD_EUNDEFINED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_of_both_sides_become_places_among_all),
		cmocka_unit_test(runs_need_not_stand_in_the_order_of_their_times),
		cmocka_unit_test(one_moment_of_one_side_is_as_many_places_as_runs),
		cmocka_unit_test(one_moment_of_both_sides_is_one_place),
		cmocka_unit_test(turns_go_back_and_forth_and_the_rest_comes_last),
		cmocka_unit_test(sides_are_blocked_only_if_one_is_wholly_first),
		cmocka_unit_test(runs_in_turns_give_the_change_beside_the_drift),
		cmocka_unit_test(blocked_runs_leave_little_that_a_drift_cannot_explain),
		cmocka_unit_test(values_may_be_negative_and_a_side_may_be_one_run),
		cmocka_unit_test(an_offset_and_a_scale_cost_no_digits),
		cmocka_unit_test(what_leaves_nothing_to_chance_has_no_test),
		cmocka_unit_test(logs_need_positive_values),
	};

	return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
