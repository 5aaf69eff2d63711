/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ledgers.h"
#include "testing.h"

#include <perfdelta/stat.h>

/* What is found about the first side of a ledger of one key; @ret may be NULL. */
static uint32_t found_in(const double *v, uint32_t n, struct pd_qualities *ret)
{
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	struct pd_qualities q;
	struct pd_rows rows;

	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "base", v, n);
	rows = ledger_pair(&l, NULL);
	q = pd_compare(l.ctx, &rows, &policy, 1)->centre[0].quality;
	ledger_free(&l);
	if (ret)
		*ret = q;
	return q.found;
}

/* 100 to 100.9 without order: nothing to say. */
static void fill_quiet(double *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = 100 + (double)(7 * i % 10) / 10;
}

static void nothing_is_found_in_quiet_runs(void **state)
{
	double v[10];

	(void)state;
	fill_quiet(v, 10);
	assert_int_equal(found_in(v, 10, NULL), 0);
}

/* 8 runs with one fall, as 7 of 8! orders have: p is 2 (1 + 7)/8!, and Sen's slope of 1 makes 7 of 103.5. */
static void a_drift_is_told_beside_the_median(void **state)
{
	const double v[] = {100, 101, 102, 104, 103, 105, 106, 107};
	struct pd_qualities q;

	(void)state;
	assert_int_equal(found_in(v, 8, &q), PD_QUALITY_DRIFT);
	assert_close(q.drift, 7 / 103.5, 1e-14);
}

/* Ranks less 5.5 with 5 and 6 changed: neighbours' products sum to 54.75, squares to 82.5. */
static void ten_rising_runs_resemble_the_one_before(void **state)
{
	const double v[] = {100, 101, 102, 103, 105, 104, 106, 107, 108, 109};
	struct pd_qualities q;

	(void)state;
	assert_int_equal(found_in(v, 10, &q), PD_QUALITY_DRIFT | PD_QUALITY_AUTOCORR);
	assert_close(q.lag1, 54.75 / 82.5, 1e-14);
}

/* Sorted values tell nothing of the order in which they were measured, whichever way. */
static void values_in_order_of_size_are_no_drift(void **state)
{
	const double up[] = {1, 2, 3, 4, 5, 6, 7, 8}, down[] = {8, 7, 6, 5, 4, 3, 2, 1};
	struct pd_qualities q;

	(void)state;
	assert_int_equal(found_in(up, 8, &q), PD_QUALITY_SORTED | PD_QUALITY_NOISY);
	assert_true(isnan(q.lag1));
	assert_int_equal(found_in(down, 8, NULL), PD_QUALITY_SORTED | PD_QUALITY_NOISY);
	assert_int_equal(found_in(up, 7, NULL), PD_QUALITY_NOISY);
}

static void a_step_is_found_with_its_place_and_size(void **state)
{
	double v[24];
	struct pd_qualities q;

	(void)state;
	fill_quiet(v, 24);
	for (int i = 14; i < 24; i++)
		v[i] *= 1.1;
	assert_true(found_in(v, 24, &q) & PD_QUALITY_STEP);
	assert_int_equal(q.step_at, 14);
	assert_true(fabs(q.step - 0.1) < 0.005);
}

static void two_groups_of_runs_are_found(void **state)
{
	double v[40];
	struct pd_qualities q;

	(void)state;
	for (int i = 0; i < 40; i++)
		v[i] = 100 + (i % 3 == 1 || i % 5 == 2 ? 20 : 0) + (double)(17 * i % 40) / 40;
	assert_int_equal(found_in(v, 40, &q) & PD_QUALITY_BIMODAL, PD_QUALITY_BIMODAL);
	assert_true(q.dip_p < 0.01);
}

/* Steps of 2 around 100 are 2 %, more than half of the threshold of 2 %. */
static void coarse_values_are_held_against_the_threshold(void **state)
{
	const double v[] = {100, 102, 100, 100, 102, 98, 100};
	struct pd_qualities q;

	(void)state;
	assert_int_equal(found_in(v, 7, &q), PD_QUALITY_RESOLUTION);
	assert_close(q.grain, 0.02, 1e-14);
}

static void a_far_run_and_noise_are_found(void **state)
{
	double v[10];
	struct pd_qualities q;

	(void)state;
	fill_quiet(v, 10);
	v[6] = 150;
	assert_int_equal(found_in(v, 10, &q), PD_QUALITY_OUTLIERS | PD_QUALITY_NOISY);
	assert_int_equal(q.n_outliers, 1);
	/* cv: sd 15.67 over mean 105.42, where 100.2 became 150 */
	assert_true(q.noise > 0.14 && q.noise < 0.16);
}

static void slow_first_runs_are_a_warm_up(void **state)
{
	double v[10];
	struct pd_qualities q;

	(void)state;
	fill_quiet(v, 10);
	v[0] = 110;
	assert_true(found_in(v, 10, &q) & PD_QUALITY_WARMUP);
	assert_int_equal(q.n_warmup, 1);
	assert_false(q.warmup_iterations);
}

/* Three runs of twelve iterations, levels apart, whose first two are always slow. */
static void slow_first_iterations_of_all_runs_are_a_warm_up(void **state)
{
	struct pd_policy policy = pd_compare_policy();
	const struct pd_grouping all = {0}, later = {.drop_first = 2};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;
	struct pd_qualities q;

	(void)state;
	for (int run = 0; run < 3; run++) {
		double v[12];

		fill_quiet(v, 12);
		v[0] = 150;
		v[1] = 130;
		for (int i = 0; i < 12; i++)
			v[i] *= 1 + run;
		ledger_iterations(&l, key, "base", v, 12);
	}
	rows = ledger_pair(&l, &all);
	q = pd_compare(l.ctx, &rows, &policy, 1)->centre[0].quality;
	assert_true(q.found & PD_QUALITY_WARMUP);
	assert_true(q.warmup_iterations);
	assert_int_equal(q.n_warmup, 2);
	if (pd_pair(l.ctx, &l.table, &later, &rows) < 0)
		fail();
	assert_false(pd_compare(l.ctx, &rows, &policy, 1)->centre[0].quality.found &
		     PD_QUALITY_WARMUP);
	ledger_free(&l);
}

/* A metric without noise is no series of chance. */
static void exact_and_constant_series_are_left_alone(void **state)
{
	static const char *const exact[] = {"time"};
	const struct pd_grouping g = {.exact = exact, .n_exact = 1};
	const double v[] = {7, 7, 7, 7, 7, 7, 7, 7};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	struct pd_rows rows;

	(void)state;
	assert_int_equal(found_in(v, 8, NULL), 0);
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "base", v, 8);
	rows = ledger_pair(&l, &g);
	assert_int_equal(pd_compare(l.ctx, &rows, &policy, 1)->centre[0].quality.found, 0);
	ledger_free(&l);
}

/* ---- what it does to a comparison */

/* 10 rising runs beside 10 that go on rising: a drift explains it all, and p is 1. */
static void a_drift_that_goes_on_is_no_regression(void **state)
{
	double x[10], y[10];
	struct pd_comparison c;

	(void)state;
	for (int i = 0; i < 10; i++) {
		x[i] = 100 + i + (i % 3 == 0 ? 1.5 : 0);
		y[i] = 110 + i + (i % 4 == 0 ? 1.5 : 0);
	}
	c = ledger_compare(x, 10, y, 10, PD_LOWER, NULL);
	assert_true(c.caveats & PD_CAVEAT_DEPENDENT);
	assert_true(c.p > 0.05);
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
}

/* The same drift inside both sides, and the head twice as large: no drift makes that. */
static void a_change_beyond_any_drift_is_one(void **state)
{
	double x[10], y[10];
	struct pd_comparison c;

	(void)state;
	for (int i = 0; i < 10; i++) {
		x[i] = 100 + i + (i % 3 == 0 ? 1.5 : 0);
		y[i] = 200 + i + (i % 4 == 0 ? 1.5 : 0);
	}
	c = ledger_compare(x, 10, y, 10, PD_LOWER, NULL);
	assert_true(c.caveats & PD_CAVEAT_DEPENDENT);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
}

/* Long waves without a trend: the sides differ, but by less than waves of one side do. */
static void runs_that_come_in_waves_are_worth_fewer(void **state)
{
	double x[24], y[24];
	struct pd_comparison c;

	(void)state;
	for (int i = 0; i < 24; i++) {
		x[i] = 100 + 3 * sin(i * 0.7) + (double)(7 * i % 10) / 20;
		y[i] = 103 + 3 * sin(i * 0.7 + 2) + (double)(3 * i % 10) / 20;
	}
	c = ledger_compare(x, 24, y, 24, PD_LOWER, NULL);
	assert_true(c.caveats & PD_CAVEAT_DEPENDENT);
	assert_true(c.worth[0] < 12 && c.worth[0] >= 2);
	assert_true(c.p > 0.05);
	assert_true(c.delta.lo < 0 && c.delta.hi > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_found_in_quiet_runs),
		cmocka_unit_test(a_drift_is_told_beside_the_median),
		cmocka_unit_test(ten_rising_runs_resemble_the_one_before),
		cmocka_unit_test(values_in_order_of_size_are_no_drift),
		cmocka_unit_test(a_step_is_found_with_its_place_and_size),
		cmocka_unit_test(two_groups_of_runs_are_found),
		cmocka_unit_test(coarse_values_are_held_against_the_threshold),
		cmocka_unit_test(a_far_run_and_noise_are_found),
		cmocka_unit_test(slow_first_runs_are_a_warm_up),
		cmocka_unit_test(slow_first_iterations_of_all_runs_are_a_warm_up),
		cmocka_unit_test(exact_and_constant_series_are_left_alone),
		cmocka_unit_test(a_drift_that_goes_on_is_no_regression),
		cmocka_unit_test(a_change_beyond_any_drift_is_one),
		cmocka_unit_test(runs_that_come_in_waves_are_worth_fewer),
	};

	return cmocka_run_group_tests_name("quality", tests, NULL, NULL);
}
