/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "diff/verdict.h"

/* A comparison as the methods leave it: significant, +5 %, well clear of 0. */
static struct pd_comparison significant(double point, double lo, double hi)
{
	return (struct pd_comparison){
		.delta = {point, lo, hi, 0.95, true},
                  .lo90 = lo, .hi90 = hi, .p = 0.01
        };
}

/* Thresholds of 2 %: up .02, down its mirror image 1/1.02 - 1. */
static const struct pd_evidence lower = {
	.better = PD_LOWER, .n_min = 10, .threshold_up = 0.02, .threshold_down = -0.02 / 1.02};

static enum pd_verdict judge(struct pd_comparison c, struct pd_evidence e)
{
	struct pd_policy policy = pd_compare_policy();

	pd_verdict(&c, &e, &policy);
	return c.verdict;
}

static void more_time_is_a_regression_and_less_an_improvement(void **state)
{
	(void)state;
	assert_int_equal(judge(significant(0.05, 0.03, 0.07), lower), PD_VERDICT_REGRESSION);
	assert_int_equal(judge(significant(-0.05, -0.07, -0.03), lower), PD_VERDICT_IMPROVEMENT);
}

static void more_throughput_is_an_improvement(void **state)
{
	struct pd_evidence higher = lower;

	(void)state;
	higher.better = PD_HIGHER;
	assert_int_equal(judge(significant(0.05, 0.03, 0.07), higher), PD_VERDICT_IMPROVEMENT);
	assert_int_equal(judge(significant(-0.05, -0.07, -0.03), higher), PD_VERDICT_REGRESSION);
}

static void without_a_direction_a_change_is_only_a_change(void **state)
{
	struct pd_evidence unknown = lower;

	(void)state;
	unknown.better = PD_BETTER_UNKNOWN;
	assert_int_equal(judge(significant(0.05, 0.03, 0.07), unknown), PD_VERDICT_CHANGED);
	assert_int_equal(judge(significant(-0.05, -0.07, -0.03), unknown), PD_VERDICT_CHANGED);
}

/* -1.96 % of time is +2 % of rate: 1/1.02 = 0.98039. */
static void the_threshold_itself_counts_in_both_directions(void **state)
{
	(void)state;
	assert_int_equal(judge(significant(0.02, 0.01, 0.03), lower), PD_VERDICT_REGRESSION);
	assert_int_equal(judge(significant(1 / 1.02 - 1, -0.03, -0.01), lower),
			 PD_VERDICT_IMPROVEMENT);
}

/* Found, yet 1.9 % +- is no news; the interval reaches 3 %, so "same" cannot be said either. */
static void significant_but_small_and_wide_is_inconclusive(void **state)
{
	(void)state;
	assert_int_equal(judge(significant(0.019, 0.005, 0.03), lower), PD_VERDICT_INCONCLUSIVE);
}

static void significant_but_within_the_threshold_is_same_and_says_so(void **state)
{
	struct pd_policy policy = pd_compare_policy();
	struct pd_comparison c = significant(0.01, 0.005, 0.015);

	(void)state;
	pd_verdict(&c, &lower, &policy);
	assert_int_equal(c.verdict, PD_VERDICT_SAME);
	assert_true(c.caveats & PD_CAVEAT_BELOW_THRESHOLD);
}

static void not_significant_is_never_same_by_itself(void **state)
{
	struct pd_comparison c = significant(0.001, -0.05, 0.05);

	(void)state;
	c.p = 0.8;
	assert_int_equal(judge(c, lower), PD_VERDICT_INCONCLUSIVE);
}

/* With ties p may be small while 0 lies strictly inside the interval: the interval wins. */
static void an_interval_around_zero_beats_a_small_p(void **state)
{
	struct pd_policy policy = pd_compare_policy();
	struct pd_comparison c = significant(0.05, -0.001, 0.1);

	(void)state;
	pd_verdict(&c, &lower, &policy);
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
	assert_true(c.caveats & PD_CAVEAT_TIES);
}

static void an_endpoint_at_zero_excludes_zero(void **state)
{
	(void)state;
	assert_int_equal(judge(significant(0.1, 0, 0.2), lower), PD_VERDICT_REGRESSION);
}

/* 3 v 3 and 4 v 4 can reach alpha exactly: p <= alpha, not p < alpha. */
static void a_p_equal_to_alpha_is_significant(void **state)
{
	struct pd_comparison c = significant(0.05, 0.03, 0.07);

	(void)state;
	c.p = 0.05;
	assert_int_equal(judge(c, lower), PD_VERDICT_REGRESSION);
	c.p = 0.0500001;
	assert_int_equal(judge(c, lower), PD_VERDICT_INCONCLUSIVE);
}

static void the_strict_rule_wants_the_whole_interval_beyond(void **state)
{
	struct pd_policy policy = pd_compare_policy();
	struct pd_comparison wide = significant(0.05, 0.01, 0.09),
			     clear = significant(0.05, 0.03, 0.07);

	(void)state;
	policy.rule = PD_RULE_STRICT;
	pd_verdict(&wide, &lower, &policy);
	pd_verdict(&clear, &lower, &policy);
	assert_int_equal(wide.verdict, PD_VERDICT_INCONCLUSIVE);
	assert_int_equal(clear.verdict, PD_VERDICT_REGRESSION);
}

/* The rounding of the data could hide 1.2 % more: 1 % + 1.2 % > 2 %. */
static void rounding_widens_the_claim_of_same(void **state)
{
	struct pd_comparison c = significant(0.005, 0, 0.01);
	struct pd_evidence coarse = lower;

	(void)state;
	assert_int_equal(judge(c, coarse), PD_VERDICT_SAME);
	coarse.grain = 0.012;
	assert_int_equal(judge(c, coarse), PD_VERDICT_INCONCLUSIVE);
}

static void unequal_spread_withholds_same_unless_its_own_interval_agrees(void **state)
{
	struct pd_comparison c = significant(0.005, 0, 0.01);
	struct pd_evidence guarded = lower;

	(void)state;
	guarded.guarded = true;
	guarded.guard_lo90 = -0.01;
	guarded.guard_hi90 = 0.05;
	assert_int_equal(judge(c, guarded), PD_VERDICT_INCONCLUSIVE);
	guarded.guard_hi90 = 0.01;
	assert_int_equal(judge(c, guarded), PD_VERDICT_SAME);
}

static void a_minimum_effect_of_zero_never_says_same(void **state)
{
	struct pd_evidence any = lower;
	struct pd_comparison c = significant(0.0001, -0.0001, 0.0002);

	(void)state;
	any.threshold_up = any.threshold_down = 0;
	c.p = 0.3;
	assert_int_equal(judge(c, any), PD_VERDICT_INCONCLUSIVE);
}

static void one_value_on_a_side_decides_nothing(void **state)
{
	struct pd_comparison c = significant(0.5, nan(""), nan(""));
	struct pd_evidence one = lower;

	(void)state;
	one.n_min = 1;
	c.p = nan("");
	assert_int_equal(judge(c, one), PD_VERDICT_INCONCLUSIVE);
}

static void an_exact_metric_is_judged_by_its_change_alone(void **state)
{
	struct pd_comparison c = significant(0.03, 0.03, 0.03);
	struct pd_evidence one = lower;

	(void)state;
	one.n_min = 1;
	c.p = nan("");
	c.caveats = PD_CAVEAT_DETERMINISTIC;
	assert_int_equal(judge(c, one), PD_VERDICT_REGRESSION);
	c.delta.point = 0.019;
	assert_int_equal(judge(c, one), PD_VERDICT_SAME);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(more_time_is_a_regression_and_less_an_improvement),
		cmocka_unit_test(more_throughput_is_an_improvement),
		cmocka_unit_test(without_a_direction_a_change_is_only_a_change),
		cmocka_unit_test(the_threshold_itself_counts_in_both_directions),
		cmocka_unit_test(significant_but_small_and_wide_is_inconclusive),
		cmocka_unit_test(significant_but_within_the_threshold_is_same_and_says_so),
		cmocka_unit_test(not_significant_is_never_same_by_itself),
		cmocka_unit_test(an_interval_around_zero_beats_a_small_p),
		cmocka_unit_test(an_endpoint_at_zero_excludes_zero),
		cmocka_unit_test(a_p_equal_to_alpha_is_significant),
		cmocka_unit_test(the_strict_rule_wants_the_whole_interval_beyond),
		cmocka_unit_test(rounding_widens_the_claim_of_same),
		cmocka_unit_test(unequal_spread_withholds_same_unless_its_own_interval_agrees),
		cmocka_unit_test(a_minimum_effect_of_zero_never_says_same),
		cmocka_unit_test(one_value_on_a_side_decides_nothing),
		cmocka_unit_test(an_exact_metric_is_judged_by_its_change_alone),
	};

	return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
