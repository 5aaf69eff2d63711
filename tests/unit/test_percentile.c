/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that become a percentile of their iterations. */
#include "ledgers.h"
#include "testing.h"

#include <perfdelta/stat_interval.h>

/* One run of 1 .. 11 in some order, one of twice that. */
static struct pd_series base_of(const struct pd_grouping *g, struct ledger *l)
{
	static const double v[] = {7, 3, 11, 1, 5, 9, 2, 10, 4, 8, 6};
	uint32_t key = ledger_key(l, "latency", PD_LOWER, NULL, NULL);
	double twice[11];
	struct pd_rows rows;

	for (size_t i = 0; i < 11; i++)
		twice[i] = 2 * v[i];
	ledger_iterations(l, key, "base", v, 11);
	ledger_iterations(l, key, "base", twice, 11);
	ledger_iterations(l, key, "head", v, 11);
	ledger_iterations(l, key, "head", v, 11);
	rows = ledger_pair(l, g);
	return rows.row[0].series[0];
}

/* Ranks of .9 among 11: 7: 10 * .9 + 1 = 10; 6: 12 * .9 = 10.8; 8: (11 + 1/3) .9 + 1/3. */
static void a_run_becomes_the_quantile_of_its_type(void **state)
{
	static const struct {
		enum pd_quantile_kind kind;
		double rank;
	} types[] = {
		{PD_QUANTILE_7, 10                            },
		{PD_QUANTILE_6, 10.8                          },
		{PD_QUANTILE_8, (11 + 1.0 / 3) * 0.9 + 1.0 / 3},
	};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct pd_grouping g = {.collapse = PD_COLLAPSE_QUANTILE,
					      .quantile = 0.9,
					      .quantile_kind = types[i].kind};
		struct ledger l = ledger_new();
		struct pd_series s = base_of(&g, &l);

		assert_int_equal(s.n, 2);
		assert_int_equal(s.n_iterations, 22);
		assert_int_equal(s.n_least, 11);
		assert_close(s.value[0], types[i].rank, 1e-14);
		assert_close(s.value[1], 2 * types[i].rank, 1e-14);
		ledger_free(&l);
	}
}

static void harrell_davis_is_a_mean_of_all_iterations(void **state)
{
	static const double sorted[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
	const struct pd_grouping g = {.collapse = PD_COLLAPSE_QUANTILE,
				      .quantile = 0.9,
				      .quantile_kind = PD_QUANTILE_HD};
	struct ledger l = ledger_new();
	struct pd_series s = base_of(&g, &l);

	(void)state;
	assert_close(s.value[0], pd_quantile_hd(sorted, 11, 0.9), 0);
	assert_close(s.value[1], 2 * s.value[0], 1e-14);
	ledger_free(&l);
}

/* What --drop-first leaves out is not counted: 1 .. 11 without 7 3 11 1 leaves 2 4 5 6 8 9 10. */
static void dropped_iterations_do_not_count(void **state)
{
	const struct pd_grouping g = {.collapse = PD_COLLAPSE_QUANTILE,
				      .quantile = 0.5,
				      .drop_first = 4};
	struct ledger l = ledger_new();
	struct pd_series s = base_of(&g, &l);

	(void)state;
	assert_int_equal(s.n_least, 7);
	assert_close(s.value[0], 6, 1e-15);
	ledger_free(&l);
}

/* p90 has 5 beyond it from 50 iterations on; of two sides the shorter run counts. */
static uint32_t caveats(uint32_t base, uint32_t head, double quantile)
{
	const struct pd_grouping g = {.collapse = PD_COLLAPSE_QUANTILE, .quantile = quantile};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "latency", PD_LOWER, NULL, NULL), found;
	double v[100];
	struct pd_rows rows;

	for (uint32_t run = 0; run < 6; run++) {
		for (uint32_t i = 0; i < 100; i++)
			v[i] = 100 + (i * 37 + run * 11) % 100;
		ledger_iterations(&l, key, run % 2 ? "base" : "head", v, run % 2 ? base : head);
	}
	rows = ledger_pair(&l, &g);
	found = pd_compare(l.ctx, &rows, &policy, 1)->comparison[0].caveats;
	ledger_free(&l);
	return found;
}

static void too_few_iterations_are_told(void **state)
{
	(void)state;
	assert_int_equal(caveats(50, 50, 0.9) & PD_CAVEAT_SMALL_TAIL, 0);
	assert_true(caveats(49, 50, 0.9) & PD_CAVEAT_SMALL_TAIL);
	assert_true(caveats(50, 49, 0.9) & PD_CAVEAT_SMALL_TAIL);
	assert_true(caveats(49, 50, 0.1) & PD_CAVEAT_SMALL_TAIL);
	assert_int_equal(caveats(10, 10, 0.5) & PD_CAVEAT_SMALL_TAIL, 0);
}

/* Of one run a side there is one percentile: nothing can be tested. */
static void a_single_run_is_one_value(void **state)
{
	const struct pd_grouping g = {.collapse = PD_COLLAPSE_QUANTILE, .quantile = 0.9};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "latency", PD_LOWER, NULL, NULL);
	const double v[] = {1, 2, 3, 4, 5}, w[] = {10, 20, 30, 40, 50};
	struct pd_comparison c;
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, key, "base", v, 5);
	ledger_iterations(&l, key, "head", w, 5);
	rows = ledger_pair(&l, &g);
	c = pd_compare(l.ctx, &rows, &policy, 1)->comparison[0];
	assert_int_equal(rows.row[0].series[0].n, 1);
	assert_true(c.caveats & PD_CAVEAT_N_TOO_SMALL);
	assert_int_equal(c.verdict, PD_VERDICT_INCONCLUSIVE);
	assert_close(c.delta.point, 9, 1e-14);
	ledger_free(&l);
}

static void count(void *arg, const struct pd_diag *d)
{
	*(unsigned int *)arg += !strcmp(d->code, "no-iterations");
}

static void a_percentile_of_runs_without_iterations_is_a_warning(void **state)
{
	const struct pd_grouping g = {.collapse = PD_COLLAPSE_QUANTILE, .quantile = 0.9};
	const double v[] = {1, 2, 3};
	unsigned int warned = 0;
	struct ledger l = {.ctx = pd_ctx_new(count, &warned)};
	uint32_t key = ledger_key(&l, "latency", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, key, "base", v, 3);
	ledger_runs(&l, key, "head", v, 3);
	rows = ledger_pair(&l, &g);
	assert_int_equal(rows.row[0].series[0].n, 3);
	assert_int_equal(warned, 1);
	ledger_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_becomes_the_quantile_of_its_type),
		cmocka_unit_test(harrell_davis_is_a_mean_of_all_iterations),
		cmocka_unit_test(dropped_iterations_do_not_count),
		cmocka_unit_test(too_few_iterations_are_told),
		cmocka_unit_test(a_single_run_is_one_value),
		cmocka_unit_test(a_percentile_of_runs_without_iterations_is_a_warning),
	};

	return cmocka_run_group_tests_name("percentile", tests, NULL, NULL);
}
