/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_profile.h>

#include "base/str.h"

enum { SYMBOLS = 5, RUNS = 4 };

static struct pd_scratch *scratch;

/* Symbol i costs 100 (i + 1) per unit of work; the runs do 1, 2, 3 and 6 units. */
static void draw(double *cost)
{
	static const double work[RUNS] = {1, 2, 3, 6};

	for (size_t i = 0; i < SYMBOLS; i++)
		for (size_t r = 0; r < RUNS; r++)
			cost[i * RUNS + r] = 100 * (double)(i + 1) * work[r];
}

/* Over the geometric mean 6^(1/2) of 1 2 3 6; head over base is (3 6/(1 2))^(1/2) = 3. */
static void work_is_found_in_the_typical_symbol(void **state)
{
	double cost[SYMBOLS * RUNS], factor[RUNS];
	const struct pd_cost_matrix m = {cost, cost, NULL, NULL, NULL, SYMBOLS, 2, 2};
	struct pd_sizefactor f;

	(void)state;
	draw(cost);
	assert_int_equal(pd_sizefactor(&m, 0, 0.95, scratch, factor, &f), PD_OK);
	assert_int_equal(f.n_symbols, SYMBOLS);
	assert_close(factor[0], 1 / sqrt(6), 1e-13);
	assert_close(factor[1], 2 / sqrt(6), 1e-13);
	assert_close(factor[3], sqrt(6), 1e-13);
	assert_close(f.ratio.point, 3, 1e-13);
}

/* Logs 0 log2 against log3 log6: equal differences, se (log 2)/sqrt 2, df 2, t(.975, 2) = 4.3027. */
static void the_interval_is_that_of_runs(void **state)
{
	const double half = 4.302652729749464 * log(2) / sqrt(2);
	double cost[SYMBOLS * RUNS], factor[RUNS];
	struct pd_cost_matrix m = {cost, cost, NULL, NULL, NULL, SYMBOLS, 2, 2};
	struct pd_sizefactor f;

	(void)state;
	draw(cost);
	assert_int_equal(pd_sizefactor(&m, 0, 0.95, scratch, factor, &f), PD_OK);
	assert_close(f.ratio.lo, 3 * exp(-half), 1e-11);
	assert_close(f.ratio.hi, 3 * exp(half), 1e-11);
	m.n_base = 1;
	m.n_head = 3;
	assert_int_equal(pd_sizefactor(&m, 0, 0.95, scratch, factor, &f), PD_OK);
	assert_false(f.ratio.reached);
	assert_true(isnan(f.ratio.lo));
	assert_close(f.ratio.point, cbrt(36), 1e-13);
}

/* One symbol of five that grows tenfold is not typical. */
static void one_symbol_does_not_move_the_factor(void **state)
{
	double cost[SYMBOLS * RUNS], factor[RUNS];
	const struct pd_cost_matrix m = {cost, cost, NULL, NULL, NULL, SYMBOLS, 2, 2};
	struct pd_sizefactor f;

	(void)state;
	draw(cost);
	cost[2] *= 10;
	cost[3] *= 10;
	assert_int_equal(pd_sizefactor(&m, 0, 0.95, scratch, factor, &f), PD_OK);
	assert_close(f.ratio.point, 3, 1e-13);
}

/* Mean hits of 19 are too few, a run without the symbol has no log. */
static void symbols_that_cannot_be_asked(void **state)
{
	double cost[SYMBOLS * RUNS], hits[SYMBOLS * RUNS], factor[RUNS];
	struct pd_cost_matrix m = {cost, hits, NULL, NULL, NULL, SYMBOLS, 2, 2};
	struct pd_sizefactor f = {.n_symbols = 42};

	(void)state;
	draw(cost);
	for (size_t i = 0; i < PD_ARRAY_SIZE(hits); i++)
		hits[i] = i < RUNS ? 20 : 19;
	cost[RUNS] = 0;
	assert_int_equal(pd_sizefactor(&m, 0, 0.95, scratch, factor, &f), PD_OK);
	assert_int_equal(f.n_symbols, 1);
	assert_int_equal(pd_sizefactor(&m, 19, 0.95, scratch, factor, &f), PD_OK);
	assert_int_equal(f.n_symbols, SYMBOLS - 1);
	m.hits = NULL;
	assert_int_equal(pd_sizefactor(&m, 0, 0.95, scratch, factor, &f), PD_OK);
	assert_int_equal(f.n_symbols, SYMBOLS - 1);
	m.hits = hits;
	assert_int_equal(pd_sizefactor(&m, 21, 0.95, scratch, factor, &f), PD_EUNDEFINED);
	m.n_base = 0;
	assert_int_equal(pd_sizefactor(&m, 0, 0.95, scratch, factor, &f), PD_EUNDEFINED);
	assert_int_equal(f.n_symbols, SYMBOLS - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(work_is_found_in_the_typical_symbol),
		cmocka_unit_test(the_interval_is_that_of_runs),
		cmocka_unit_test(one_symbol_does_not_move_the_factor),
		cmocka_unit_test(symbols_that_cannot_be_asked),
	};
	int failed;

	scratch = pd_scratch_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	pd_scratch_free(scratch);
	return failed;
}
