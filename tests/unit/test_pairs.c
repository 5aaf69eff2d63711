/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "ledgers.h"

#include <perfdelta/stat_paired.h>

/* Two sides of @n pairs of one metric under @policy (NULL: the defaults). */
static struct pd_comparison compare(const double *x, const double *y, uint32_t n,
				    enum pd_better better, const struct pd_policy *policy)
{
	static const struct pd_grouping paired = {.paired = true};
	struct pd_policy defaults = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", better, NULL, NULL);
	struct pd_comparison c;
	struct pd_rows rows;

	ledger_runs(&l, key, "base", x, n);
	ledger_runs(&l, key, "head", y, n);
	rows = ledger_pair(&l, &paired);
	c = pd_compare(l.ctx, &rows, policy ? policy : &defaults, 1)->comparison[0];
	ledger_free(&l);
	return c;
}

/*
 * A drift of 50 % over the pairs, and head 3.5 .. 5.7 % above its partner: all go up,
 * so p is 2^-5 and the interval runs from the least of the changes to the largest.
 */
static const double drift_x[] = {100, 110, 120, 130, 140, 150},
		    drift_y[] = {103.5, 114.4, 125.4, 136.5, 147.6, 158.6};

static void a_change_within_pairs_is_found_under_a_drift(void **state)
{
	struct pd_comparison c = compare(drift_x, drift_y, 6, PD_LOWER, NULL);
	struct pd_comparison unpaired = ledger_compare(drift_x, 6, drift_y, 6, PD_LOWER, NULL);

	(void)state;
	assert_string_equal(c.method, "signed-rank");
	assert_close(c.p_raw, 1.0 / 32, 0);
	assert_close(c.delta.lo, 0.035, 1e-12);
	assert_close(c.delta.hi, 158.6 / 150 - 1, 1e-12);
	assert_close(c.delta.level, 1 - 1.0 / 32, 1e-15);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_int_equal(unpaired.verdict, PD_VERDICT_INCONCLUSIVE);
}

/* 1/y against 1/x: the same facts as a rate. */
static void times_and_rates_are_mirror_images(void **state)
{
	double rate_x[6], rate_y[6];
	struct pd_comparison time = compare(drift_x, drift_y, 6, PD_LOWER, NULL), rate;

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		rate_x[i] = 1e6 / drift_x[i];
		rate_y[i] = 1e6 / drift_y[i];
	}
	rate = compare(rate_x, rate_y, 6, PD_HIGHER, NULL);
	assert_close(rate.p_raw, time.p_raw, 0);
	assert_int_equal(rate.verdict, PD_VERDICT_REGRESSION);
	assert_close((1 + rate.delta.point) * (1 + time.delta.point), 1, 1e-14);
	assert_close((1 + rate.delta.lo) * (1 + time.delta.hi), 1, 1e-14);
	rate = compare(rate_y, rate_x, 6, PD_HIGHER, NULL);
	assert_int_equal(rate.verdict, PD_VERDICT_IMPROVEMENT);
}

/* Logs .02, .04, .06: t = .04/(.02/sqrt 3) with 2 degrees of freedom, p = 1 - t/sqrt(2 + t^2). */
static void three_pairs_are_judged_by_a_t_test(void **state)
{
	static const double x[] = {100, 200, 300};
	double y[3], t = 2 * sqrt(3);
	struct pd_comparison c;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		y[i] = x[i] * exp(0.02 * (double)(i + 1));
	c = compare(x, y, 3, PD_LOWER, NULL);
	assert_string_equal(c.method, "paired-t-log");
	assert_close(c.p_raw, 1 - t / sqrt(2 + t * t), 1e-10);
	assert_close(c.delta.point, exp(0.04) - 1, 1e-12);
	assert_true(c.caveats & PD_CAVEAT_FEW_RUNS);
	assert_close(c.min_p, 0.25, 0);
	assert_int_equal(c.rank_each, 6);
	assert_int_equal(c.rank_beside, 0);
}

/*
 * A B B A A B: the base at the places 1 4 5, the head at 2 3 6. Least squares for
 * log v = a + b (head) + c place and its 3 degrees of freedom in whole numbers (python's
 * fractions, the t law in closed form) say b = .04341, s = .00144, p = 8.03e-5.
 */
static void few_pairs_whose_order_is_known_are_fitted_beside_the_drift(void **state)
{
	static const double x[] = {100, 104, 105}, y[] = {106, 107, 111};
	static double when[] = {10, 40, 50, 20, 30, 60};
	static const struct pd_grouping paired = {.paired = true};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_comparison c;
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, key, "base", x, 3);
	ledger_runs(&l, key, "head", y, 3);
	l.table = pd_table_finish(&l.builder, l.ctx);
	l.table.when = when;
	assert_int_equal(pd_pair(l.ctx, &l.table, &paired, &rows), PD_OK);
	c = pd_compare(l.ctx, &rows, &policy, 1)->comparison[0];
	assert_string_equal(c.method, "ancova-log");
	assert_close(c.delta.point, 0.044367186129126705, 1e-12);
	assert_close(c.delta.lo, 0.03958953395554332, 1e-9);
	assert_close(c.delta.hi, 0.049166795007299924, 1e-9);
	assert_close(c.p_raw, 8.03034574271555e-05, 1e-9);
	assert_true(c.caveats & PD_CAVEAT_FEW_RUNS);
	/* and as differences: b = 4.577 with the interval 4.159 .. 4.995 */
	policy.shift = true;
	c = pd_compare(l.ctx, &rows, &policy, 1)->comparison[0];
	assert_string_equal(c.method, "ancova");
	assert_close(c.delta.point, 4.576923076923077, 1e-12);
	assert_close(c.delta.lo, 4.15884140249292, 1e-9);
	assert_close(c.p_raw, 5.1995226457601795e-05, 1e-9);
	ledger_free(&l);
}

/* Two tested rows: 2^-5 is above 0.05/2, 2^-6 is not. */
static void a_family_needs_more_pairs_for_ranks(void **state)
{
	static const struct pd_grouping paired = {.paired = true};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	const struct pd_result *r;
	struct pd_rows rows;

	(void)state;
	for (int i = 0; i < 2; i++) {
		uint32_t key = ledger_key(&l, i ? "time" : "delay", PD_LOWER, NULL, NULL);

		ledger_runs(&l, key, "base", drift_x, 6);
		ledger_runs(&l, key, "head", drift_y, 6);
	}
	rows = ledger_pair(&l, &paired);
	r = pd_compare(l.ctx, &rows, &policy, 1);
	assert_int_equal(r->family, 2);
	assert_string_equal(r->comparison[0].method, "paired-t-log");
	assert_int_equal(r->comparison[0].rank_each, 7);
	ledger_free(&l);
}

static int pair_counts(uint32_t n_base, uint32_t n_head, const struct pd_grouping *g,
		       const char **ret_code, char *ret_text, size_t room)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, "groups", "4");
	const struct pd_diag *diag;
	struct pd_rows rows;
	size_t n;
	int r;

	ledger_runs(&l, key, "base", drift_x, n_base);
	ledger_runs(&l, key, "head", n_head ? drift_x : NULL, n_head);
	l.table = pd_table_finish(&l.builder, l.ctx);
	r = pd_pair(l.ctx, &l.table, g, &rows);
	diag = pd_ctx_diags(l.ctx, &n);
	*ret_code = NULL;
	if (n) {
		*ret_code = "other";
		if (!strcmp(diag[0].code, "unequal-pairs"))
			*ret_code = "unequal-pairs";
		assert_true(strlen(diag[0].msg) < room);
		memcpy(ret_text, diag[0].msg, strlen(diag[0].msg) + 1);
	}
	ledger_free(&l);
	return r;
}

static void a_run_without_a_partner_is_an_error(void **state)
{
	static const struct pd_grouping paired = {.paired = true};
	char text[300];
	const char *code;

	(void)state;
	assert_int_equal(pair_counts(4, 3, &paired, &code, text, sizeof(text)), PD_EUSAGE);
	assert_string_equal(code, "unequal-pairs");
	assert_non_null(strstr(text, "'bench groups=4 time' has 4 runs on side 'base' and 3 on "
				     "'head'"));
}

static void but_not_where_no_partner_is_needed(void **state)
{
	static const char *const all[] = {"*"};
	static const struct pd_grouping paired = {.paired = true},
					exact = {.paired = true, .exact = all, .n_exact = 1},
					apart = {0};
	char text[300];
	const char *code;

	(void)state;
	assert_int_equal(pair_counts(4, 3, &apart, &code, text, sizeof(text)), PD_OK);
	/* the head lacks the row: listed as missing */
	assert_int_equal(pair_counts(4, 0, &paired, &code, text, sizeof(text)), PD_OK);
	/* without noise one value says it all; these sides would have two */
	assert_int_equal(pair_counts(1, 1, &exact, &code, text, sizeof(text)), PD_OK);
	assert_null(code);
}

/* Differences 1 .. 6 with 0 among the values: no ratio, p = 2^-5, the shift in the unit. */
static void zeros_are_compared_by_difference(void **state)
{
	static const double x[] = {0, 10, 20, 30, 40, 50}, y[] = {1, 12, 23, 34, 45, 56};
	struct pd_comparison c = compare(x, y, 6, PD_LOWER, NULL);

	(void)state;
	assert_string_equal(c.method, "signed-rank-shift");
	assert_false(c.relative);
	assert_close(c.p_raw, 1.0 / 32, 0);
	assert_close(c.delta.point, 3.5, 1e-14);
	assert_close(c.delta.lo, 1, 0);
	assert_close(c.delta.hi, 6, 0);
	assert_true(c.caveats & PD_CAVEAT_NONPOSITIVE);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	c = compare(x, y, 4, PD_LOWER, NULL);
	assert_string_equal(c.method, "paired-t");
	assert_close(c.delta.point, 2.5, 1e-14);
}

/* Four pairs alike; -1 -2 3 4 5 6 % apart the others. Negative ranks 1 2 of six: the sums at
 * most 3 of 64 subsets are {} 1 2 3 1+2. After four zeros 5 6: {} 5 .. 10 5+6. */
static void zeros_count_as_pratt_or_wilcoxon_have_it(void **state)
{
	static const double x[] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100};
	static const double y[] = {100, 100, 100, 100, 99, 98, 103, 104, 105, 106};
	struct pd_policy policy = pd_compare_policy();

	(void)state;
	assert_close(compare(x, y, 10, PD_LOWER, &policy).p_raw, 2 * 8.0 / 64, 1e-15);
	policy.zeros = PD_ZEROS_WILCOXON;
	assert_close(compare(x, y, 10, PD_LOWER, &policy).p_raw, 2 * 5.0 / 64, 1e-15);
}

static void pairs_without_a_change_are_the_same(void **state)
{
	struct pd_comparison c = compare(drift_x, drift_x, 3, PD_LOWER, NULL);

	(void)state;
	assert_int_equal(c.verdict, PD_VERDICT_SAME);
	assert_true(c.caveats & PD_CAVEAT_ALL_EQUAL);
	assert_close(c.p_raw, 1, 0);
}

/* Each of three pairs 5 % up: no noise is seen, and three agree by chance once in four. */
static void pairs_that_change_alike_need_to_be_six(void **state)
{
	double y[6];
	struct pd_comparison c;

	(void)state;
	for (size_t i = 0; i < 6; i++)
		y[i] = 1.05 * drift_x[i];
	c = compare(drift_x, y, 3, PD_LOWER, NULL);
	assert_string_equal(c.method, "none");
	assert_true(c.caveats & PD_CAVEAT_ZERO_VARIANCE);
	assert_true(isnan(c.p_raw));
	assert_close(c.delta.point, 0.05, 1e-12);
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
	c = compare(drift_x, y, 6, PD_LOWER, NULL);
	assert_string_equal(c.method, "signed-rank");
	assert_close(c.p_raw, 1.0 / 32, 0);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
}

static void one_pair_cannot_be_tested(void **state)
{
	struct pd_comparison c = compare(drift_x, drift_y, 1, PD_LOWER, NULL);

	(void)state;
	assert_true(c.caveats & PD_CAVEAT_N_TOO_SMALL);
	assert_close(c.delta.point, 0.035, 1e-12);
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
}

/* The head varies a hundred times as much; unpaired, that asks a second test. */
static void the_spread_guard_is_not_for_pairs(void **state)
{
	static const double x[] = {100, 100.1, 99.9, 100.2, 99.8, 100.05, 99.95, 100.15};
	static const double y[] = {101, 104, 109, 115, 122, 130, 139, 149};
	struct pd_comparison c = compare(x, y, 8, PD_LOWER, NULL);

	(void)state;
	assert_close(c.p_raw, ldexp(1, -7), 0);
	assert_false(c.caveats & PD_CAVEAT_VARIANCE);
}

/* Run k of each head beside run k of the base; the second head is the base in another order. */
static void every_head_is_paired_with_the_base(void **state)
{
	static const struct pd_grouping paired = {.paired = true};
	static const double back[] = {150, 140, 130, 120, 110, 100};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	const struct pd_result *r;
	struct pd_rows rows;

	(void)state;
	policy.adjust = PD_ADJUST_NONE;
	policy.alpha = 0.07; /* 2^-5 <= .07/2 */
	ledger_runs(&l, key, "base", drift_x, 6);
	ledger_runs(&l, key, "one", drift_y, 6);
	ledger_runs(&l, key, "two", back, 6);
	rows = ledger_pair(&l, &paired);
	r = pd_compare(l.ctx, &rows, &policy, 1);
	assert_int_equal(r->n, 2);
	assert_close(r->comparison[0].p, 1.0 / 32, 0);
	/* the log ratios mirror each other, three by three */
	assert_close(r->comparison[1].p, 1, 0);
	assert_close(r->comparison[1].delta.point, 0, 0);
	ledger_free(&l);
}

/* Iterations become medians first; 3 runs of them are 3 pairs. */
static void runs_are_collapsed_before_they_are_paired(void **state)
{
	static const struct pd_grouping paired = {.paired = true};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		double base[] = {drift_x[i], drift_x[i] - 5, drift_x[i] + 50},
		       head[] = {drift_y[i] + 90, drift_y[i], drift_y[i] - 1};

		ledger_iterations(&l, key, "base", base, 3);
		ledger_iterations(&l, key, "head", head, 3);
	}
	rows = ledger_pair(&l, &paired);
	assert_close(pd_compare(l.ctx, &rows, &policy, 1)->comparison[0].p_raw,
		     compare(drift_x, drift_y, 3, PD_LOWER, NULL).p_raw, 0);
	ledger_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_within_pairs_is_found_under_a_drift),
		cmocka_unit_test(times_and_rates_are_mirror_images),
		cmocka_unit_test(three_pairs_are_judged_by_a_t_test),
		cmocka_unit_test(few_pairs_whose_order_is_known_are_fitted_beside_the_drift),
		cmocka_unit_test(a_family_needs_more_pairs_for_ranks),
		cmocka_unit_test(a_run_without_a_partner_is_an_error),
		cmocka_unit_test(but_not_where_no_partner_is_needed),
		cmocka_unit_test(zeros_are_compared_by_difference),
		cmocka_unit_test(zeros_count_as_pratt_or_wilcoxon_have_it),
		cmocka_unit_test(pairs_without_a_change_are_the_same),
		cmocka_unit_test(pairs_that_change_alike_need_to_be_six),
		cmocka_unit_test(one_pair_cannot_be_tested),
		cmocka_unit_test(the_spread_guard_is_not_for_pairs),
		cmocka_unit_test(every_head_is_paired_with_the_base),
		cmocka_unit_test(runs_are_collapsed_before_they_are_paired),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
