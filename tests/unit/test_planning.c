/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "ledgers.h"

#include <perfdelta/plan.h>

static struct ledger l;

static int begin(void **state)
{
	(void)state;
	l = ledger_new();
	return 0;
}

static int end(void **state)
{
	(void)state;
	ledger_free(&l);
	return 0;
}

/* Logs -0.01, 0, 0.01 around log 100: their standard deviation is 0.01. */
static void add(const char *row, const char *side)
{
	const double v[] = {100 * exp(-0.01), 100, 100 * exp(0.01)};

	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, "row", row), side, v, 3);
}

static const struct pd_plan_result *plan(double min_effect)
{
	struct pd_rows *rows = pd_ctx_alloc(l.ctx, sizeof(*rows));
	struct pd_policy policy = pd_compare_policy();

	*rows = ledger_pair(&l, NULL);
	policy.min_effect = min_effect;
	return pd_planning(l.ctx, pd_compare(l.ctx, rows, &policy, 1));
}

/*
 * power.t.test(n = 3, sd = 1, power = .8) of R: 3.0696 standard deviations (its case mde-0.005-3
 * says 0.0153485/0.005). To find log 1.02 less what ranks cost: 1.02331 * 0.01/log 1.02 = 0.51675
 * of what Student's t needs; 2 (1.959964 + 0.841621)^2 0.51675^2 = 4.19 by the normal law, and
 * about one more by t: 6 (n = 5 has 0.764, n = 6 0.855 by the noncentral t, see test_power.c).
 */
static void one_side_is_planned_by_its_noise(void **state)
{
	const struct pd_plan_result *p;

	(void)state;
	add("a", "base");
	p = plan(0.02);
	assert_int_equal(p->n, 1);
	assert_int_equal(p->row[0].basis, PD_PLAN_NOISE);
	assert_close(p->row[0].noise, 0.01, 1e-12);
	assert_close(log1p(p->row[0].detectable), 0.030697, 1e-3);
	assert_close(p->row[0].runs_change, 6, 0);
	/* 3 (1.49309 z(.975) 0.01 sqrt(2/3)/log 1.02)^2 = 4.37 */
	assert_close(p->row[0].runs_same, 5, 0);
	assert_false(p->row[0].reduce_noise);
}

/* Welch's t of 4 degrees: 2.776445 * 0.01 sqrt(2/3) = 0.0226696 is the half width of both. */
static void two_sides_are_planned_by_their_interval(void **state)
{
	const struct pd_plan_result *p;

	(void)state;
	add("a", "base");
	add("a", "head");
	p = plan(0.02);
	assert_int_equal(p->row[0].basis, PD_PLAN_INTERVAL);
	assert_int_equal(p->row[0].side, 1);
	assert_close(p->row[0].noise, 0.01, 1e-12);
	assert_close(p->row[0].detectable, expm1(1.42940648 * 0.0226696), 1e-5);
	/* 3 (1.42940648 * 0.0226696/log 1.02)^2 = 8.03, for same 3 (1.49309131 ...)^2 = 8.76 */
	assert_close(p->row[0].runs_change, 9, 0);
	assert_close(p->row[0].runs_same, 9, 0);
}

static void noise_is_to_be_reduced_from_a_hundred_runs_on(void **state)
{
	const struct pd_plan_result *p;

	(void)state;
	add("a", "base");
	p = plan(0.004); /* 6 runs find 5 times as much: about 105 */
	assert_true(p->row[0].runs_change > 100);
	assert_true(p->row[0].reduce_noise);
}

/* 1: 4, 2 to 6: 5, 7 to 23: 6 runs, by 2/C(2n, n) <= 0.05/M. */
static void a_suite_needs_more_runs(void **state)
{
	static const char *const name[] = {"a", "b", "c", "d", "e", "f", "g"};
	const struct pd_plan_result *p;

	(void)state;
	for (size_t i = 0; i < 7; i++)
		add(name[i], "base");
	p = plan(0.5);
	assert_int_equal(p->family, 7);
	assert_close(p->fewest, 6, 0);
	assert_close(p->row[6].runs_change, 6, 0);
}

static void one_run_tells_no_noise(void **state)
{
	const double v = 5;
	const struct pd_plan_result *p;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "base", &v, 1);
	p = plan(0.02);
	assert_int_equal(p->row[0].basis, PD_PLAN_NONE);
	assert_true(isnan(p->row[0].noise) && isnan(p->row[0].runs_change));
}

static void equal_runs_have_no_noise(void **state)
{
	const double v[] = {5, 5, 5};
	const struct pd_plan_result *p;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "base", v, 3);
	p = plan(0.02);
	assert_int_equal(p->row[0].basis, PD_PLAN_EXACT);
	assert_close(p->row[0].runs_change, 1, 0);
}

/* With a zero the unit of the metric is that of noise and effect: median 2, sd 2, 50 % are 1. */
static void zeros_are_planned_by_differences(void **state)
{
	const double v[] = {0, 2, 4};
	const struct pd_plan_result *p;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "errors", PD_LOWER, NULL, NULL), "base", v, 3);
	p = plan(0.5);
	assert_false(p->row[0].relative);
	assert_close(p->row[0].noise, 2, 1e-14);
	assert_close(p->row[0].effect, 1, 0);
	assert_close(p->row[0].detectable, 6.1394, 1e-3);
}

static void without_a_threshold_there_is_no_number(void **state)
{
	const double v[] = {0, 0, 0, 4};
	const struct pd_plan_result *p;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "errors", PD_LOWER, NULL, NULL), "base", v, 4);
	p = plan(0.5);
	assert_true(isnan(p->row[0].runs_change) && isnan(p->row[0].runs_same));
	assert_true(p->row[0].detectable > 0);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(one_side_is_planned_by_its_noise),
		test(two_sides_are_planned_by_their_interval),
		test(noise_is_to_be_reduced_from_a_hundred_runs_on),
		test(a_suite_needs_more_runs),
		test(one_run_tells_no_noise),
		test(equal_runs_have_no_noise),
		test(zeros_are_planned_by_differences),
		test(without_a_threshold_there_is_no_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
