/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interval beside the one that decides, and the mean that moved on its own. */
#include "ledgers.h"
#include "testing.h"

#include <perfdelta/stat_interval.h>

static const double plain[] = {100, 101, 102, 103, 99, 98, 100.5, 101.5, 102.5, 99.5};
/* Two slow runs of ten: the mean is 10 higher, the typical run is not. */
static const double slow[] = {100, 102, 99, 101, 100.5, 160, 98, 155, 101.5, 99.5};

static struct pd_comparison compare(enum pd_beside_kind kind, const double *x, uint32_t m,
				    const double *y, uint32_t n)
{
	struct pd_policy policy = pd_compare_policy();

	policy.beside = kind;
	return ledger_compare(x, m, y, n, PD_LOWER, &policy);
}

static void a_mean_that_moves_on_its_own_is_told_with_fiellers_interval(void **state)
{
	struct pd_comparison c = compare(PD_BESIDE_NONE, plain, 10, slow, 10);
	struct pd_estimate e;

	(void)state;
	assert_int_equal(pd_fieller(plain, 10, slow, 10, 0.95, &e), PD_OK);
	assert_true(c.caveats & PD_CAVEAT_TAIL);
	assert_int_equal(c.beside.kind, PD_BESIDE_RATIO_MEAN);
	assert_close(c.beside.change.point, e.point, 0);
	assert_close(c.beside.change.lo, e.lo, 0);
	assert_close(c.beside.change.hi, e.hi, 0);
	assert_int_equal(c.beside.lack, PD_LACK_NOTHING);
}

static void runs_that_move_together_are_not_told(void **state)
{
	double y[10];
	struct pd_comparison c;

	(void)state;
	for (size_t i = 0; i < 10; i++)
		y[i] = plain[i] * 1.1;
	c = compare(PD_BESIDE_NONE, plain, 10, y, 10);
	assert_int_equal(c.caveats & PD_CAVEAT_TAIL, 0);
	assert_int_equal(c.beside.kind, PD_BESIDE_NONE);
}

/*
 * Nineteen runs of 100 (and two of 100.01, so that something varies) and one of 100 + 20 d: the
 * mean moves by d %, the typical run by nothing. It is told from the threshold on.
 */
static void less_than_the_threshold_is_not_told(void **state)
{
	double x[20], y[20];

	(void)state;
	for (size_t i = 0; i < 20; i++)
		x[i] = y[i] = 100 + 0.001 * (double)i;
	y[19] = 100 + 20 * 1.9;
	assert_int_equal(compare(PD_BESIDE_NONE, x, 20, y, 20).caveats & PD_CAVEAT_TAIL, 0);
	y[19] = 100 + 20 * 2.1;
	assert_true(compare(PD_BESIDE_NONE, x, 20, y, 20).caveats & PD_CAVEAT_TAIL);
}

static void what_was_asked_for_stands_there_in_the_place_of_fiellers(void **state)
{
	struct pd_comparison c = compare(PD_BESIDE_BCA_MEDIAN, plain, 10, slow, 10);

	(void)state;
	assert_true(c.caveats & PD_CAVEAT_TAIL);
	assert_int_equal(c.beside.kind, PD_BESIDE_BCA_MEDIAN);
	/* medians 100.75 and 100.75 */
	assert_close(c.beside.change.point, 0, 0);
	assert_true(c.beside.change.lo < 0 && c.beside.change.hi > 0);
}

/* The verdict has its own interval. */
static void nothing_beside_changes_what_decides(void **state)
{
	struct pd_comparison without = compare(PD_BESIDE_NONE, plain, 10, slow, 10);

	(void)state;
	for (int kind = PD_BESIDE_RATIO_MEAN; kind < PD_N_BESIDES; kind++) {
		struct pd_comparison c = compare((enum pd_beside_kind)kind, plain, 10, slow, 10);

		assert_int_equal(c.beside.kind, kind);
		assert_close(c.delta.lo, without.delta.lo, 0);
		assert_close(c.delta.hi, without.delta.hi, 0);
		assert_close(c.p, without.p, 0);
		assert_int_equal(c.verdict, without.verdict);
	}
}

static void fewer_than_ten_runs_are_no_good_bootstrap(void **state)
{
	(void)state;
	assert_int_equal(compare(PD_BESIDE_BCA, plain, 10, slow, 10).caveats & PD_CAVEAT_BOOTSTRAP,
			 0);
	assert_true(compare(PD_BESIDE_BCA, plain, 10, slow, 9).caveats & PD_CAVEAT_BOOTSTRAP);
	assert_int_equal(
		compare(PD_BESIDE_RATIO_MEAN, plain, 3, slow, 9).caveats & PD_CAVEAT_BOOTSTRAP, 0);
}

static void what_does_not_exist_says_why(void **state)
{
	const double wild[] = {1, 2, 900}, few[] = {1, 3, 4}, one[] = {5};
	const double same[] = {7, 7, 7, 7}, other[] = {8, 8, 8, 8};
	const double stuck[] = {1, 2, 2, 2, 2, 3};
	struct pd_comparison c = compare(PD_BESIDE_RATIO_MEAN, wild, 3, few, 3);

	(void)state;
	assert_int_equal(c.beside.lack, PD_LACK_UNBOUNDED);
	assert_true(isinf(c.beside.change.lo) && isinf(c.beside.change.hi));
	assert_close(c.beside.change.point, 8.0 / 903 - 1, 1e-14);
	c = compare(PD_BESIDE_BCA, wild, 3, few, 3);
	assert_int_equal(c.beside.lack, PD_LACK_RUNS);
	assert_true(isnan(c.beside.change.lo));
	assert_int_equal(compare(PD_BESIDE_RATIO_MEAN, one, 1, few, 3).beside.lack, PD_LACK_RUNS);
	assert_int_equal(compare(PD_BESIDE_HIERARCHICAL, plain, 9, slow, 10).beside.lack,
			 PD_LACK_RUNS);
	assert_int_equal(compare(PD_BESIDE_RATIO_MEAN, same, 4, other, 4).beside.lack,
			 PD_LACK_NOISE);
	assert_int_equal(compare(PD_BESIDE_BCA, same, 4, other, 4).beside.lack, PD_LACK_NOISE);
	assert_int_equal(compare(PD_BESIDE_BCA_MEDIAN, stuck, 6, stuck, 6).beside.lack,
			 PD_LACK_NOISE);
	c = compare(PD_BESIDE_RATIO_MEAN, same, 4, same, 4);
	assert_int_equal(c.beside.lack, PD_LACK_NOTHING);
	assert_close(c.beside.change.hi, 0, 0);
}

/* Means 4.4 and 12; Welch's interval, since 0 has no ratio. */
static void values_of_zero_have_a_difference_of_means(void **state)
{
	const double x[] = {0, 2, 4, 6, 10}, y[] = {8, 10, 12, 14, 16};
	struct pd_comparison c = compare(PD_BESIDE_RATIO_MEAN, x, 5, y, 5);
	struct pd_welch w;

	(void)state;
	assert_int_equal(pd_welch(x, 5, y, 5, 0.95, &w), PD_OK);
	assert_false(c.relative);
	assert_close(c.beside.change.point, 7.6, 1e-14);
	assert_close(c.beside.change.lo, w.lo, 0);
	c = compare(PD_BESIDE_BCA, x, 5, y, 5);
	assert_close(c.beside.change.point, 7.6, 1e-14);
}

struct two_rows {
	struct pd_beside beside[2];
};

/* Ten runs of five iterations on two metrics, behind as many others as @more. */
static struct two_rows of_levels(bool keep, unsigned int more, unsigned int workers)
{
	const struct pd_grouping grouping = {.keep_parts = keep};
	struct pd_policy policy = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key[2], other = ledger_key(&l, "other", PD_LOWER, NULL, NULL);
	const struct pd_result *r;
	struct pd_rows rows;
	struct two_rows found;

	for (unsigned int i = 0; i < more; i++) {
		ledger_runs(&l, other, "base", plain, 10);
		ledger_runs(&l, other, "head", slow, 10);
	}
	key[0] = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	key[1] = ledger_key(&l, "wait", PD_LOWER, NULL, NULL);
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < 10; i++) {
			double v[5];

			for (size_t j = 0; j < 5; j++)
				v[j] = plain[i] + (double)((i * 3 + j * 7) % 11);
			ledger_iterations(&l, key[k], "base", v, 5);
			for (size_t j = 0; j < 5; j++)
				v[j] += 10;
			ledger_iterations(&l, key[k], "head", v, 5);
		}
	policy.beside = PD_BESIDE_HIERARCHICAL;
	rows = ledger_pair(&l, &grouping);
	r = pd_compare(l.ctx, &rows, &policy, workers);
	for (size_t k = 0; k < 2; k++)
		found.beside[k] = r->comparison[r->n - 2 + k].beside;
	ledger_free(&l);
	return found;
}

/* If only the medians of runs are left, the means that are compared are those of medians. */
static void two_levels_are_resampled_where_they_were_kept(void **state)
{
	struct two_rows kept = of_levels(true, 0, 1), not_kept = of_levels(false, 0, 1);
	double base = 0;

	(void)state;
	for (size_t i = 0; i < 10; i++)
		for (size_t j = 0; j < 5; j++)
			base += plain[i] + (double)((i * 3 + j * 7) % 11);
	assert_close(kept.beside[0].change.point, 10 / (base / 50), 1e-13);
	assert_true(not_kept.beside[0].change.point != kept.beside[0].change.point);
	assert_true(kept.beside[0].change.lo < kept.beside[0].change.point);
}

static void draws_depend_on_names_alone(void **state)
{
	struct two_rows one = of_levels(true, 0, 1), two = of_levels(true, 2, 4);

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		assert_close(two.beside[i].change.lo, one.beside[i].change.lo, 0);
		assert_close(two.beside[i].change.hi, one.beside[i].change.hi, 0);
	}
	/* the same numbers under another name */
	assert_true(one.beside[0].change.lo != one.beside[1].change.lo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mean_that_moves_on_its_own_is_told_with_fiellers_interval),
		cmocka_unit_test(runs_that_move_together_are_not_told),
		cmocka_unit_test(less_than_the_threshold_is_not_told),
		cmocka_unit_test(what_was_asked_for_stands_there_in_the_place_of_fiellers),
		cmocka_unit_test(nothing_beside_changes_what_decides),
		cmocka_unit_test(fewer_than_ten_runs_are_no_good_bootstrap),
		cmocka_unit_test(what_does_not_exist_says_why),
		cmocka_unit_test(values_of_zero_have_a_difference_of_means),
		cmocka_unit_test(two_levels_are_resampled_where_they_were_kept),
		cmocka_unit_test(draws_depend_on_names_alone),
	};

	return cmocka_run_group_tests_name("beside", tests, NULL, NULL);
}
