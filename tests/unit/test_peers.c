/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_peers.c - inputs on which other tools are known to be wrong
 *
 * Each test names the tool and what it prints; the right answer stands with its
 * derivation. Cases that one comparison shows stand in test_compare.c too.
 */
#include "ledgers.h"
#include "testing.h"

#include <stdio.h>

/*
 * benchstat prints -20.00 % with p = 0. Midranks of {4,4,4,5 x 8}: fours 2, fives
 * 7.5. Head holds two of the three fours; P(two or three fours among the 3 of
 * head) = (C(3,2) C(7,1) + 1) / C(10,3) = 22/120 for the 10 pooled values, doubled.
 */
static void benchstat_doubles_the_wrong_tail_of_a_skewed_null(void **state)
{
	const double x[] = {5, 5, 5, 5, 5, 5, 4}, y[] = {4, 4, 5};
	struct pd_comparison c = ledger_compare(x, 7, y, 3, PD_LOWER, NULL);
	struct pd_comparison back = ledger_compare(y, 3, x, 7, PD_LOWER, NULL);

	(void)state;
	assert_string_equal(c.method, "mwu");
	assert_close(c.p_raw, 44.0 / 120, 1e-13);
	assert_close(back.p_raw, 44.0 / 120, 1e-13);
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
}

/* benchstat prints p = 0 for {4} and .182 for {6}; one value on a side decides nothing. */
static void benchstat_calls_one_value_significant(void **state)
{
	const double x[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, low[] = {4}, high[] = {6};

	(void)state;
	assert_int_equal(ledger_compare(x, 10, low, 1, PD_LOWER, NULL).verdict,
			 PD_VERDICT_INCONCLUSIVE);
	assert_int_equal(ledger_compare(x, 10, high, 1, PD_LOWER, NULL).verdict,
			 PD_VERDICT_INCONCLUSIVE);
}

/* benchstat prints p = 1.333. */
static void benchstat_exceeds_one(void **state)
{
	const double x[] = {1, 1, 1, 1}, y[] = {1, 2, 1, 2, 1};
	struct pd_comparison c = ledger_compare(x, 4, y, 5, PD_LOWER, NULL);

	(void)state;
	assert_true(c.p_raw > 0 && c.p_raw <= 1);
}

/* benchstat is silent at 3 + 4 runs, wholly apart: the best p there is 2 / C(7, 3) = 2/35. */
static void benchstat_does_not_say_that_three_and_four_are_too_few(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {11, 12, 13, 14};
	struct pd_comparison c = ledger_compare(x, 3, y, 4, PD_LOWER, NULL);

	(void)state;
	assert_close(c.min_p, 2.0 / 35, 1e-13);
	assert_true(c.caveats & PD_CAVEAT_FEW_RUNS);
}

/* benchstat's and google/benchmark's means take in benchmarks of one side: here from either. */
static void geometric_means_of_others_hold_unmatched_benchmarks(void **state)
{
	const double one[] = {1, 1.01, 1.02, 1.03}, ten[] = {10, 10.1, 10.2, 10.3};
	static const char *const lone_side[] = {"base", "head"};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct pd_policy policy = pd_compare_policy();
		struct ledger l = ledger_new();
		uint32_t both = ledger_key(&l, "time", PD_LOWER, "case", "both");
		uint32_t lone = ledger_key(&l, "time", PD_LOWER, "case", "lone");
		const struct pd_result *r;
		struct pd_rows rows;

		ledger_runs(&l, both, "base", one, 4);
		ledger_runs(&l, both, "head", one, 4);
		ledger_runs(&l, lone, lone_side[i], ten, 4);
		rows = ledger_pair(&l, NULL);
		r = pd_compare(l.ctx, &rows, &policy, 1);
		assert_int_equal(r->geomean[0].n, 1);
		assert_close(r->geomean[0].ratio.point, 1, 1e-12);
		ledger_free(&l);
	}
}

/* pyperf calls any two constants significant; 5 v 5 equal ones are the same. */
static void pyperf_calls_constants_significant(void **state)
{
	const double x[] = {2, 2, 2, 2, 2}, y[] = {2, 2, 2};

	(void)state;
	assert_int_equal(ledger_compare(x, 5, y, 3, PD_LOWER, NULL).verdict, PD_VERDICT_SAME);
}

/* mmtests stars every row once the same times stand in milliseconds; here the unit is nothing. */
static void mmtests_stars_depend_on_the_unit(void **state)
{
	const double seconds[2][6] = {
		{0.30, 0.31, 0.29, 0.32, 0.33, 0.30},
                {0.31, 0.32, 0.30, 0.31, 0.33, 0.29}
        };
	double ms[2][6];
	struct pd_comparison a, b;

	(void)state;
	for (size_t s = 0; s < 2; s++)
		for (size_t i = 0; i < 6; i++)
			ms[s][i] = seconds[s][i] * 1000;
	a = ledger_compare(seconds[0], 6, seconds[1], 6, PD_LOWER, NULL);
	b = ledger_compare(ms[0], 6, ms[1], 6, PD_LOWER, NULL);
	assert_int_equal(a.verdict, b.verdict);
	assert_close(a.p_raw, b.p_raw, 1e-12);
	assert_close(a.delta.point, b.delta.point, 1e-12);
}

/*
 * mmtests does not star +75 % with ten runs wholly apart, as its interval is of single
 * runs; LKP's default finds fewer changes the more runs there are. p = 2 / C(20, 10).
 */
static void mmtests_and_lkp_are_blind_with_many_runs(void **state)
{
	const double x[] = {0.895, 0.95, 1.0, 1.02, 1.05, 1.08, 1.1, 1.15, 1.2, 1.351};
	const double y[] = {1.429, 1.55, 1.6, 1.7, 1.74, 1.9, 1.95, 2.1, 2.3, 2.446};
	struct pd_comparison c = ledger_compare(x, 10, y, 10, PD_LOWER, NULL);

	(void)state;
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_close(c.p, 2.0 / 184756, 1e-12);
}

/* ministat's variance is NaN for values near 1e9; a change of 5 % there is plain. */
static void ministat_loses_values_near_a_thousand_million(void **state)
{
	double x[5], y[5];
	struct pd_comparison c;

	(void)state;
	for (int i = 0; i < 5; i++) {
		x[i] = 1e9 + i;
		y[i] = 1.05e9 + i;
	}
	c = ledger_compare(x, 5, y, 5, PD_LOWER, NULL);
	assert_int_equal(c.verdict, PD_VERDICT_REGRESSION);
	assert_close(c.delta.point, 0.05, 1e-8);
}

/* asv's p < .002 is one-sided 1 / C(m+n, m): out of reach at 5 v 7 (1/792) and 4 v 9 (1/715). */
static void asv_cannot_tell_five_from_seven_or_four_from_nine(void **state)
{
	const double x[] = {1, 2, 3, 4, 5}, y[] = {101, 102, 103, 104, 105, 106, 107, 108, 109};

	(void)state;
	assert_int_equal(ledger_compare(x, 5, y, 7, PD_LOWER, NULL).verdict, PD_VERDICT_REGRESSION);
	assert_int_equal(ledger_compare(x, 4, y, 9, PD_LOWER, NULL).verdict, PD_VERDICT_REGRESSION);
}

/* github-action-benchmark alerts when throughput rises: a direction is stored with the metric. */
static void throughput_that_rises_is_no_alarm(void **state)
{
	const double x[] = {100, 101, 102, 103, 104}, y[] = {200, 201, 202, 203, 204};

	(void)state;
	assert_int_equal(ledger_compare(x, 5, y, 5, PD_HIGHER, NULL).verdict,
			 PD_VERDICT_IMPROVEMENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(benchstat_doubles_the_wrong_tail_of_a_skewed_null),
		cmocka_unit_test(benchstat_calls_one_value_significant),
		cmocka_unit_test(benchstat_exceeds_one),
		cmocka_unit_test(benchstat_does_not_say_that_three_and_four_are_too_few),
		cmocka_unit_test(geometric_means_of_others_hold_unmatched_benchmarks),
		cmocka_unit_test(pyperf_calls_constants_significant),
		cmocka_unit_test(mmtests_stars_depend_on_the_unit),
		cmocka_unit_test(mmtests_and_lkp_are_blind_with_many_runs),
		cmocka_unit_test(ministat_loses_values_near_a_thousand_million),
		cmocka_unit_test(asv_cannot_tell_five_from_seven_or_four_from_nine),
		cmocka_unit_test(throughput_that_rises_is_no_alarm),
	};

	return cmocka_run_group_tests_name("peers", tests, NULL, NULL);
}
