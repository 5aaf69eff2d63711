/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ledgers.h"
#include "testing.h"

#include <math.h>

static const struct pd_policy any = {.alpha = 0.05, .level = 0.95, .min_effect = 0.02};

static struct pd_aggregate of_runs(uint64_t n, double sd)
{
	return (struct pd_aggregate){.n = n, .spread = sd};
}

/* Head against base in one row; the comparison, with the ledger left to be freed. */
static struct pd_comparison compare(struct ledger *l, const struct pd_policy *policy)
{
	struct pd_rows rows = ledger_pair(l, NULL);
	const struct pd_result *r = pd_compare(l->ctx, &rows, policy, 1);

	assert_int_equal(r->n, 1);
	return r->comparison[0];
}

/* .331 +- .012 and .361 +- .010 of five each: p of test_digest.c. */
static void two_means_with_spreads_and_counts_are_compared(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;

	(void)state;
	ledger_mean(&l, key, "base", .331, of_runs(5, .012));
	ledger_mean(&l, key, "head", .361, of_runs(5, .010));
	c = compare(&l, &any);
	assert_string_equal(c.method, "summary");
	assert_close(c.p_raw, 0.003188708805924993, 1e-11);
	assert_close(c.delta.lo, 0.040210087047652499, 1e-11);
	assert_close(c.lo90, 0.04996686204256755, 1e-11);
	assert_close(c.a12, 0.9726059698925276, 1e-12);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_int_equal(c.caveats, PD_CAVEAT_SUMMARY | PD_CAVEAT_PARAMETRIC | PD_CAVEAT_BLOCKED);
	ledger_free(&l);
}

/* The logs of {.331 .325 .340 .318 .341} against the same head, by R 4.2.2. */
static void a_mean_is_compared_with_values(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;

	(void)state;
	ledger_runs(&l, key, "base", (const double[]){.331, .325, .340, .318, .341}, 5);
	ledger_mean(&l, key, "head", .361, of_runs(5, .010));
	c = compare(&l, &any);
	assert_string_equal(c.method, "summary");
	assert_close(c.p_raw, 0.00142977943172726, 1e-10);
	assert_close(c.delta.point, 0.09060199236777966, 1e-10);
	assert_close(c.a12, 0.9838278335331775, 1e-12);
	ledger_free(&l);
}

static void a_method_that_needs_values_gives_way(void **state)
{
	struct pd_policy policy = any;
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);

	(void)state;
	policy.method = "mwu";
	ledger_mean(&l, key, "base", 1, of_runs(5, .012));
	ledger_mean(&l, key, "head", 2, of_runs(5, .010));
	assert_string_equal(compare(&l, &policy).method, "summary");
	ledger_free(&l);
}

/* Where no ratio exists it is Welch's test itself: t = 8/sqrt(1/4 + 4/4) = 7.155. */
static void means_of_zero_are_compared_as_differences(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "errors", PD_LOWER, NULL, NULL);
	struct pd_comparison c;

	(void)state;
	ledger_mean(&l, key, "base", 0, of_runs(4, 1));
	ledger_mean(&l, key, "head", 8, of_runs(4, 2));
	c = compare(&l, &any);
	assert_string_equal(c.method, "summary-shift");
	assert_false(c.relative);
	assert_close(c.delta.point, 8, 0);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	ledger_free(&l);
}

static void without_a_count_there_is_one_value(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;

	(void)state;
	ledger_mean(&l, key, "base", 1, of_runs(0, .01));
	ledger_mean(&l, key, "head", 2, of_runs(0, .01));
	c = compare(&l, &any);
	assert_string_equal(c.method, "none");
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
	assert_int_equal(c.caveats, PD_CAVEAT_SUMMARY | PD_CAVEAT_N_TOO_SMALL);
	ledger_free(&l);
}

/* Of two heads each p doubles, as Bonferroni has it: the pool of variances knows no digests. */
static void dunnett_gives_way_to_the_number_of_heads(void **state)
{
	struct pd_policy policy = any;
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	const struct pd_result *r;
	struct pd_rows rows;

	(void)state;
	policy.adjust = PD_ADJUST_DUNNETT;
	ledger_mean(&l, key, "base", .331, of_runs(5, .012));
	ledger_mean(&l, key, "head", .361, of_runs(5, .010));
	ledger_mean(&l, key, "other", .361, of_runs(5, .010));
	rows = ledger_pair(&l, NULL);
	r = pd_compare(l.ctx, &rows, &policy, 1);
	assert_int_equal(r->n, 2);
	assert_close(r->comparison[0].p, 2 * 0.003188708805924993, 1e-11);
	assert_close(r->comparison[1].p, 2 * 0.003188708805924993, 1e-11);
	ledger_free(&l);
}

/* {1 3} and {5 7}, told as two means: all four runs have mean 4 and sd sqrt(20/3). */
static void few_means_are_taken_apart_and_many_count_as_values(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	const struct pd_series *s;
	struct pd_rows rows;

	(void)state;
	ledger_mean(&l, key, "base", 2, of_runs(2, sqrt(2)));
	ledger_mean(&l, key, "base", 6, of_runs(2, sqrt(2)));
	for (int i = 0; i < 4; i++)
		ledger_mean(&l, key, "head", 6 + i, of_runs(10, 1));
	rows = ledger_pair(&l, NULL);
	s = rows.row[0].series;
	assert_int_equal(s[0].digest.n, 4);
	assert_close(s[0].digest.mean, 4, 1e-15);
	assert_close(s[0].digest.sd, sqrt(20.0 / 3), 1e-14);
	assert_int_equal(pd_compare_runs(&s[0]), 4);
	assert_true(s[1].aggregated);
	assert_int_equal(s[1].digest.n, 0);
	assert_int_equal(pd_compare_runs(&s[1]), 4);
	ledger_free(&l);
}

/* A mean of iterations of one process says nothing about how processes differ. */
static void means_of_iterations_are_single_runs(void **state)
{
	const struct pd_aggregate of_iterations = {
		.of = PD_AGGREGATE_ITERATIONS, .n = 10, .spread = 0.5, .level = 0.999};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;

	(void)state;
	ledger_mean(&l, key, "base", 10, of_iterations);
	ledger_mean(&l, key, "head", 20, of_iterations);
	c = compare(&l, &any);
	assert_string_equal(c.method, "summary");
	assert_true(c.caveats & PD_CAVEAT_SINGLE_RUN);
	ledger_free(&l);
}

static void beside_runs_a_mean_of_iterations_is_one(void **state)
{
	const struct pd_aggregate of_iterations = {.of = PD_AGGREGATE_ITERATIONS,
						   .n = 10,
						   .spread = 0.5};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;

	(void)state;
	ledger_mean(&l, key, "base", 10, of_iterations);
	ledger_runs(&l, key, "head", (const double[]){20, 21, 22}, 3);
	c = compare(&l, &any);
	assert_string_equal(c.method, "none");
	assert_true(c.caveats & PD_CAVEAT_N_TOO_SMALL);
	ledger_free(&l);
}

/* Beyond the 99th percentile of 499 events lie 4.99, of 500 5 (which is enough). */
static void percentiles_of_few_events_are_told(void **state)
{
	(void)state;
	for (uint64_t n = 499; n <= 500; n++) {
		const struct pd_aggregate about = {.of = PD_AGGREGATE_INSIDE,
						   .n = n,
						   .spread = nan("")};
		struct ledger l = ledger_new();
		uint32_t key = ledger_key(&l, "p99", PD_LOWER, NULL, NULL);
		struct pd_comparison c;

		for (int i = 0; i < 5; i++) {
			ledger_mean(&l, key, "base", 10 + i, about);
			ledger_mean(&l, key, "head", 20 + i, about);
		}
		c = compare(&l, &any);
		assert_string_equal(c.method, "mwu");
		assert_int_equal(c.caveats,
				 PD_CAVEAT_BLOCKED | (n < 500 ? PD_CAVEAT_SMALL_TAIL : 0));
		ledger_free(&l);
	}
}

/* Nothing varied: equal means are equal, others too few for a test without noise. */
static void spreads_of_zero_are_no_noise(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;

	(void)state;
	ledger_mean(&l, key, "base", 1, of_runs(5, 0));
	ledger_mean(&l, key, "head", 1, of_runs(5, 0));
	c = compare(&l, &any);
	assert_int_equal(c.verdict, PD_VERDICT_SAME);
	assert_true(c.caveats & PD_CAVEAT_ALL_EQUAL);
	ledger_free(&l);
	l = ledger_new();
	key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	ledger_mean(&l, key, "base", 1, of_runs(5, 0));
	ledger_mean(&l, key, "head", 2, of_runs(5, 0));
	c = compare(&l, &any);
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
	assert_true(c.caveats & PD_CAVEAT_ZERO_VARIANCE);
	ledger_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_means_with_spreads_and_counts_are_compared),
		cmocka_unit_test(a_mean_is_compared_with_values),
		cmocka_unit_test(a_method_that_needs_values_gives_way),
		cmocka_unit_test(means_of_zero_are_compared_as_differences),
		cmocka_unit_test(without_a_count_there_is_one_value),
		cmocka_unit_test(dunnett_gives_way_to_the_number_of_heads),
		cmocka_unit_test(few_means_are_taken_apart_and_many_count_as_values),
		cmocka_unit_test(means_of_iterations_are_single_runs),
		cmocka_unit_test(beside_runs_a_mean_of_iterations_is_one),
		cmocka_unit_test(percentiles_of_few_events_are_told),
		cmocka_unit_test(spreads_of_zero_are_no_noise),
	};

	return cmocka_run_group_tests_name("digests", tests, NULL, NULL);
}
