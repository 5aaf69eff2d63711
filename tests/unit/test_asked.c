/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods that decide only where they are asked for, and what takes their place. */
#include "ledgers.h"
#include "testing.h"

#include <perfdelta/stat_interval.h>

static const double low[] = {100, 101, 102, 103, 104, 105, 106, 107, 108, 109};
static const double high[] = {104.5, 105.5, 106.5, 107.5, 108.5, 109.5, 110.5, 111.5, 112.5, 113.5};

static struct pd_comparison compare(const char *method, const double *x, uint32_t m,
				    const double *y, uint32_t n)
{
	struct pd_policy policy = pd_compare_policy();

	policy.method = method;
	return ledger_compare(x, m, y, n, PD_LOWER, &policy);
}

static void ten_runs_a_side_are_enough_for_brunner_and_munzel(void **state)
{
	struct pd_comparison c = compare("brunner-munzel", low, 10, high, 10);
	struct pd_brunner b;

	(void)state;
	assert_int_equal(pd_brunner(low, 10, high, 10, &b), PD_OK);
	assert_string_equal(c.method, "brunner-munzel");
	assert_close(c.p_raw, b.p, 0);
	assert_int_equal(c.caveats & PD_CAVEAT_METHOD, 0);
	assert_true(c.delta.lo > 0 && c.lo90 >= c.delta.lo && c.hi90 <= c.delta.hi);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
}

static void nine_runs_are_judged_by_the_rank_test(void **state)
{
	struct pd_comparison c = compare("brunner-munzel", low, 9, high, 10);
	struct pd_comparison automatic = compare(NULL, low, 9, high, 10);

	(void)state;
	assert_string_equal(c.method, "mwu");
	assert_close(c.p_raw, automatic.p_raw, 0);
	assert_int_equal(c.caveats, automatic.caveats | PD_CAVEAT_METHOD);
}

/* 10 v 10 apart: 2 of C(20, 10) = 184756 orders. */
static void sides_that_are_apart_are_judged_by_the_rank_test(void **state)
{
	double far[10];
	struct pd_comparison c;

	(void)state;
	for (size_t i = 0; i < 10; i++)
		far[i] = low[i] + 50;
	c = compare("brunner-munzel", low, 10, far, 10);
	assert_string_equal(c.method, "mwu");
	assert_close(c.p_raw, 2.0 / 184756, 1e-14);
	assert_true(c.caveats & PD_CAVEAT_METHOD);
}

static void values_of_zero_are_judged_on_the_other_scale(void **state)
{
	double zero[10], more[10];
	struct pd_comparison c;

	(void)state;
	for (size_t i = 0; i < 10; i++) {
		zero[i] = low[i] - 100;
		more[i] = high[i] - 100;
	}
	c = compare("brunner-munzel", zero, 10, more, 10);
	assert_string_equal(c.method, "brunner-munzel-shift");
	assert_false(c.relative);
	assert_int_equal(c.caveats & PD_CAVEAT_METHOD, 0);
	c = compare("permutation", zero, 10, more, 10);
	assert_string_equal(c.method, "permutation-shift");
	assert_close(c.delta.point, 4.5, 1e-14);
	c = compare("permutation-shift", low, 10, high, 10);
	assert_string_equal(c.method, "permutation-shift");
	assert_close(c.delta.point, 4.5, 1e-14);
}

/* Means 104.5 and 109; of all C(20, 10) ways. */
static void permutation_estimates_the_ratio_of_means(void **state)
{
	const struct pd_resampling how = {0};
	const double level = 0.95;
	struct pd_comparison c = compare("permutation", low, 10, high, 10);
	struct pd_scratch *s = pd_scratch_new();
	struct pd_permutation p;
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_permutation(low, 10, high, 10, &how, &level, 1, s, &p, &e), PD_OK);
	assert_string_equal(c.method, "permutation");
	assert_close(c.delta.point, 109 / 104.5 - 1, 1e-14);
	assert_close(c.p_raw, p.p, 0);
	assert_close(c.delta.lo, e.lo, 0);
	assert_true(c.lo90 > c.delta.lo && c.hi90 < c.delta.hi);
	pd_scratch_free(s);
}

/* 3 v 3 have 20 ways, whose best p is 0.1, by ranks or sums: a t test is left. */
static void three_runs_are_judged_by_a_t_test(void **state)
{
	const double x[] = {100, 101, 102}, y[] = {110, 111, 113};
	struct pd_comparison c = compare("permutation", x, 3, y, 3);

	(void)state;
	assert_string_equal(c.method, "welch-log");
	assert_true(c.caveats & PD_CAVEAT_METHOD);
	assert_true(c.caveats & PD_CAVEAT_FEW_RUNS);
	assert_close(compare("permutation", x, 3, y, 3).p_raw, compare(NULL, x, 3, y, 3).p_raw, 0);
}

/* What is drawn depends on the seed and on names: not on other rows, nor on threads. */
static void draws_depend_on_names_alone(void **state)
{
	double x[20], y[20], p[2], again[2];
	struct pd_policy policy = pd_compare_policy();

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		x[i] = 100 + (double)(i * 7 % 20);
		y[i] = 104 + (double)(i * 11 % 20);
	}
	policy.method = "permutation";
	for (unsigned int round = 0; round < 2; round++) {
		struct ledger l = ledger_new();
		struct pd_rows rows;
		const struct pd_result *r;
		uint32_t a, b;

		if (round)
			(void)ledger_key(&l, "other", PD_LOWER, NULL, NULL);
		if (round) {
			uint32_t other = ledger_key(&l, "more", PD_LOWER, NULL, NULL);

			ledger_runs(&l, other, "base", y, 20);
			ledger_runs(&l, other, "head", x, 20);
		}
		a = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
		b = ledger_key(&l, "wait", PD_LOWER, NULL, NULL);
		ledger_runs(&l, a, "base", x, 20);
		ledger_runs(&l, a, "head", y, 20);
		ledger_runs(&l, b, "base", x, 20);
		ledger_runs(&l, b, "head", y, 20);
		rows = ledger_pair(&l, NULL);
		r = pd_compare(l.ctx, &rows, &policy, 1 + 3 * round);
		for (size_t i = 0; i < 2; i++)
			(round ? again : p)[i] = r->comparison[r->n - 2 + i].p_raw;
		ledger_free(&l);
	}
	assert_close(again[0], p[0], 0);
	assert_close(again[1], p[1], 0);
	assert_true(p[0] != p[1]);
	policy.seed = 7;
	assert_true(ledger_compare(x, 20, y, 20, PD_LOWER, &policy).p_raw != p[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ten_runs_a_side_are_enough_for_brunner_and_munzel),
		cmocka_unit_test(nine_runs_are_judged_by_the_rank_test),
		cmocka_unit_test(sides_that_are_apart_are_judged_by_the_rank_test),
		cmocka_unit_test(values_of_zero_are_judged_on_the_other_scale),
		cmocka_unit_test(permutation_estimates_the_ratio_of_means),
		cmocka_unit_test(three_runs_are_judged_by_a_t_test),
		cmocka_unit_test(draws_depend_on_names_alone),
	};

	return cmocka_run_group_tests_name("asked", tests, NULL, NULL);
}
