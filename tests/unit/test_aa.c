/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "ledgers.h"

#include <perfdelta/aa.h>
#include <perfdelta/stat_many.h>

static struct ledger l;
static struct pd_scratch *scratch;

static int begin(void **state)
{
	(void)state;
	l = ledger_new();
	scratch = pd_scratch_new();
	return 0;
}

static int end(void **state)
{
	(void)state;
	pd_scratch_free(scratch);
	ledger_free(&l);
	return 0;
}

static const struct pd_result *compared(void)
{
	struct pd_rows *rows = pd_ctx_alloc(l.ctx, sizeof(*rows));
	struct pd_policy policy = pd_compare_policy();

	*rows = ledger_pair(&l, NULL);
	return pd_compare(l.ctx, rows, &policy, 1);
}

static const struct pd_aa_result *split(uint32_t splits)
{
	return pd_aa(l.ctx, compared(), splits, 1);
}

static void few_splits_are_all_there_are(void **state)
{
	unsigned int seen = 0;

	(void)state;
	assert_int_equal(pd_halves_count(5, 100), 10);
	for (size_t i = 0; i < 10; i++) {
		unsigned int set = 0;
		bool first[5];

		pd_halves(5, i, 100, 1, scratch, first);
		for (unsigned int k = 0; k < 5; k++)
			set |= first[k] ? 1u << k : 0;
		assert_int_equal(__builtin_popcount(set), 2);
		assert_false(seen & 1u << set);
		seen |= 1u << set;
	}
}

/* 40 runs can be halved in 1.4e11 ways; each run is in the first half in half of those drawn. */
static void many_splits_are_drawn(void **state)
{
	unsigned int count[40] = {0};

	(void)state;
	assert_int_equal(pd_halves_count(40, 1000), 1000);
	for (size_t i = 0; i < 1000; i++) {
		unsigned int n = 0;
		bool first[40], again[40];

		pd_halves(40, i, 1000, 7, scratch, first);
		pd_halves(40, i, 1000, 7, scratch, again);
		for (unsigned int k = 0; k < 40; k++) {
			n += first[k];
			count[k] += first[k];
			assert_int_equal(first[k], again[k]);
		}
		assert_int_equal(n, 20);
	}
	/* five standard deviations of 1000 draws */
	for (unsigned int k = 0; k < 40; k++)
		assert_true(count[k] > 420 && count[k] < 580);
}

/*
 * Logs 0, 1, 2, 3 times log 2. Of the six halves two differ by 2, two by 1 and two by nothing;
 * the 95 % quantile is the rank 1 + 5 * 0.95 = 5.75, which is 2. No t of 2 degrees, at most
 * 2/sqrt(0.5) = 2.83, is significant. Four runs a side differ by sqrt(1/2) of that.
 */
static void four_runs_by_hand(void **state)
{
	const double v[] = {1, 2, 4, 8};
	const struct pd_aa_result *aa;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "only", v, 4);
	aa = split(1000);
	assert_int_equal(aa->n_splits, 6);
	assert_int_equal(aa->row[0].n_base, 2);
	assert_int_equal(aa->row[0].n_splits, 6);
	assert_close(aa->row[0].floor, 3, 1e-12);
	assert_close(aa->row[0].floor_side, pow(2, 2 * sqrt(0.5)) - 1, 1e-12);
	assert_close(aa->row[0].changed, 0, 0);
	assert_close(aa->row[0].drift, 1, 1e-12);
	/* 1.6651 to the next 5 % */
	assert_close(aa->min_effect[0], 1.70, 1e-12);
}

/* Two sides are pooled; two runs a side is what they have. */
static void two_sides_are_one_build(void **state)
{
	const double x[] = {1, 2}, y[] = {4, 8};
	const struct pd_aa_result *aa;
	uint32_t key;

	(void)state;
	key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	ledger_runs(&l, key, "a", x, 2);
	ledger_runs(&l, key, "b", y, 2);
	aa = split(1000);
	assert_close(aa->row[0].floor, 3, 1e-12);
	assert_close(aa->row[0].floor_side, 3, 1e-12);
}

/*
 * 8 runs, four of 1 to 1.003 and four of 2 to 2.006: of 70 halves two hold each group together.
 * 4 against 4 has p = 2/70, so these are called, one a regression; all others overlap.
 */
static void splits_that_separate_are_called(void **state)
{
	const double v[] = {1, 2, 1.001, 2.002, 1.002, 2.004, 1.003, 2.006};
	const struct pd_aa_result *aa;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "only", v, 8);
	aa = split(1000);
	assert_int_equal(aa->n_splits, 70);
	assert_close(aa->row[0].changed, 2.0 / 70, 1e-14);
	assert_close(aa->row[0].regression, 1.0 / 70, 1e-14);
	assert_close(aa->any_regression, 1.0 / 70, 1e-14);
}

static void quiet_machines_are_asked_for_one_percent(void **state)
{
	const double v[] = {1, 1.0001, 1.0002, 1.0003};
	const struct pd_aa_result *aa;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "only", v, 4);
	aa = split(1000);
	assert_close(aa->min_effect[0], 0.01, 0);
}

static void three_runs_have_no_halves(void **state)
{
	const double v[] = {1, 2, 3};
	const struct pd_aa_result *aa;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "only", v, 3);
	aa = split(1000);
	assert_int_equal(aa->n_splits, 0);
	assert_true(isnan(aa->row[0].floor) && isnan(aa->any_change));
	assert_true(isnan(aa->min_effect[0]));
}

/* 252 halves of 10 runs, by one thread and by four. */
static void threads_change_nothing(void **state)
{
	const struct pd_aa_result *one, *four;
	const char *const names[] = {"a", "b", "c"};
	const struct pd_result *result;

	(void)state;
	for (size_t row = 0; row < 3; row++) {
		double v[10];

		for (size_t i = 0; i < 10; i++)
			v[i] = 100 + (double)((7 * i + row) % 10) + (double)row * (double)(i % 2);
		ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, "row", names[row]), "only", v, 10);
	}
	result = compared();
	one = pd_aa(l.ctx, result, 1000, 1);
	four = pd_aa(l.ctx, result, 1000, 4);
	assert_int_equal(one->n_splits, 252);
	assert_close(four->any_change, one->any_change, 0);
	assert_close(four->any_regression, one->any_regression, 0);
	assert_close(four->min_effect[0], one->min_effect[0], 0);
	for (size_t i = 0; i < 3; i++) {
		assert_close(four->row[i].changed, one->row[i].changed, 0);
		assert_close(four->row[i].regression, one->row[i].regression, 0);
		assert_close(four->row[i].floor, one->row[i].floor, 0);
		assert_true(four->row[i].relative);
	}
}

static void zeros_have_a_floor_in_their_unit(void **state)
{
	const double v[] = {0, 1, 2, 3};
	const struct pd_aa_result *aa;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "errors", PD_LOWER, NULL, NULL), "only", v, 4);
	aa = split(1000);
	assert_false(aa->row[0].relative);
	assert_close(aa->row[0].floor, 2, 1e-14);
	assert_true(isnan(aa->min_effect[0]));
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(few_splits_are_all_there_are),
		test(many_splits_are_drawn),
		test(four_runs_by_hand),
		test(two_sides_are_one_build),
		test(splits_that_separate_are_called),
		test(quiet_machines_are_asked_for_one_percent),
		test(three_runs_have_no_halves),
		test(threads_change_nothing),
		test(zeros_have_a_floor_in_their_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
