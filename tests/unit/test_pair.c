/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ledgers.h"
#include "testing.h"

static void runs_of_different_keys_are_never_pooled(void **state)
{
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "groups", "1");
	uint32_t b = ledger_key(&l, "time", PD_LOWER, "groups", "2");
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, a, "base", (const double[]){1, 2}, 2);
	ledger_runs(&l, b, "base", (const double[]){10}, 1);
	rows = ledger_pair(&l, NULL);
	assert_int_equal(rows.n, 2);
	assert_int_equal(rows.row[0].series[0].n, 2);
	assert_int_equal(rows.row[1].series[0].n, 1);
	assert_int_equal(rows.row[0].pooled, 0);
	ledger_free(&l);
}

static void an_ignored_label_pools_in_the_order_measured_and_says_so(void **state)
{
	const char *ignore[] = {"loops"};
	struct pd_grouping g = {.ignore = ignore, .n_ignore = 1};
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "loops", "400");
	uint32_t b = ledger_key(&l, "time", PD_LOWER, "loops", "412");
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, a, "base", (const double[]){3}, 1);
	ledger_runs(&l, b, "base", (const double[]){1}, 1);
	ledger_runs(&l, a, "base", (const double[]){2}, 1);
	rows = ledger_pair(&l, &g);
	assert_int_equal(rows.n, 1);
	assert_int_equal(rows.row[0].series[0].n, 3);
	assert_close(rows.row[0].series[0].value[0], 3, 0);
	assert_close(rows.row[0].series[0].value[1], 1, 0);
	assert_close(rows.row[0].series[0].value[2], 2, 0);
	assert_close(rows.row[0].series[0].sorted[0], 1, 0);
	assert_string_equal(pd_ctx_name(l.ctx, rows.row[0].pooled).p, "loops (400, 412)");
	assert_true(rows.row[0].series[0].mixed);
	ledger_free(&l);
}

/* base at loops=400, head at loops=412: each side is pure, the row is not. */
static void sides_that_differ_in_an_ignored_label_are_mixed(void **state)
{
	const char *ignore[] = {"loops"};
	struct pd_grouping g = {.ignore = ignore, .n_ignore = 1};
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "loops", "400");
	uint32_t b = ledger_key(&l, "time", PD_LOWER, "loops", "412");
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, a, "base", (const double[]){3}, 1);
	ledger_runs(&l, b, "head", (const double[]){4}, 1);
	rows = ledger_pair(&l, &g);
	assert_int_equal(rows.n, 1);
	assert_string_equal(pd_ctx_name(l.ctx, rows.row[0].pooled).p, "loops (400, 412)");
	assert_false(rows.row[0].series[0].mixed);
	ledger_free(&l);
}

static void a_misspelt_label_is_an_error(void **state)
{
	const char *ignore[] = {"lops"};
	struct pd_grouping g = {.ignore = ignore, .n_ignore = 1};
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "loops", "400");
	struct pd_rows rows;
	const struct pd_diag *diag;
	size_t n;

	(void)state;
	ledger_runs(&l, a, "base", (const double[]){3}, 1);
	l.table = pd_table_finish(&l.builder, l.ctx);
	assert_int_equal(pd_pair(l.ctx, &l.table, &g, &rows), PD_EUSAGE);
	diag = pd_ctx_diags(l.ctx, &n);
	assert_int_equal(n, 1);
	assert_non_null(strstr(diag[0].msg, "known: loops"));
	ledger_free(&l);
}

/* Median of logs: an even run of 1 and 4 is 2, and of 1 and 1/4 is 1/2, its mirror image. */
static void iterations_become_the_median_of_their_logs(void **state)
{
	struct ledger l = ledger_new();
	uint32_t time = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	uint32_t rate = ledger_key(&l, "rate", PD_HIGHER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, time, "base", (const double[]){4, 1}, 2);
	ledger_iterations(&l, time, "base", (const double[]){3, 9, 5}, 3);
	ledger_iterations(&l, rate, "base", (const double[]){0.25, 1}, 2);
	ledger_iterations(&l, rate, "base", (const double[]){7}, 1);
	rows = ledger_pair(&l, NULL);
	assert_int_equal(rows.row[0].series[0].n, 2);
	assert_int_equal(rows.row[0].series[0].n_iterations, 5);
	assert_close(rows.row[0].series[0].value[0], 2, 1e-15);
	assert_close(rows.row[0].series[0].value[1], 5, 0);
	assert_close(rows.row[1].series[0].value[0], 0.5, 1e-15);
	ledger_free(&l);
}

static void values_that_are_not_positive_take_the_plain_median(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, key, "base", (const double[]){0, 4}, 2);
	ledger_iterations(&l, key, "base", (const double[]){-2, 1}, 2);
	rows = ledger_pair(&l, NULL);
	assert_close(rows.row[0].series[0].value[0], 2, 0);
	assert_close(rows.row[0].series[0].value[1], -0.5, 0);
	ledger_free(&l);
}

static void mean_and_min_collapse_as_named(void **state)
{
	const enum pd_collapse how[] = {PD_COLLAPSE_MEAN, PD_COLLAPSE_MIN};
	const double expected[] = {3, 1}; /* of 1, 2, 6 */

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct pd_grouping g = {.collapse = how[i]};
		struct ledger l = ledger_new();
		uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
		struct pd_rows rows;

		ledger_iterations(&l, key, "base", (const double[]){2, 1, 6}, 3);
		ledger_iterations(&l, key, "base", (const double[]){2, 1, 6}, 3);
		rows = ledger_pair(&l, &g);
		assert_int_equal(rows.row[0].series[0].n, 2);
		assert_close(rows.row[0].series[0].value[0], expected[i], 1e-15);
		ledger_free(&l);
	}
}

/* Sums and differences of these are beyond the largest double, their mean is not. */
static void means_of_opposite_ends_are_finite(void **state)
{
	struct pd_grouping g = {.collapse = PD_COLLAPSE_MEAN};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, key, "base", (const double[]){1.5e308, -1.5e308, 1.5e308}, 3);
	ledger_iterations(&l, key, "base", (const double[]){2, 1, 6}, 3);
	rows = ledger_pair(&l, &g);
	assert_close(rows.row[0].series[0].value[0], 0.5e308, 1e-15);
	ledger_free(&l);
}

static void no_collapse_keeps_every_iteration(void **state)
{
	struct pd_grouping g = {.collapse = PD_COLLAPSE_NONE};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, key, "base", (const double[]){2, 1}, 2);
	ledger_iterations(&l, key, "base", (const double[]){6, 5}, 2);
	rows = ledger_pair(&l, &g);
	assert_int_equal(rows.row[0].series[0].n, 4);
	assert_close(rows.row[0].series[0].value[2], 6, 0);
	assert_false(rows.row[0].series[0].single_run);
	assert_true(rows.row[0].series[0].iterations);
	ledger_free(&l);
}

static void a_single_run_stands_for_itself_only_if_all_sides_are_single(void **state)
{
	struct ledger l = ledger_new();
	uint32_t both = ledger_key(&l, "both", PD_LOWER, NULL, NULL);
	uint32_t one = ledger_key(&l, "one", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, both, "base", (const double[]){2, 1, 3}, 3);
	ledger_iterations(&l, both, "head", (const double[]){6, 5}, 2);
	ledger_iterations(&l, one, "base", (const double[]){2, 1, 3}, 3);
	ledger_iterations(&l, one, "head", (const double[]){6, 5}, 2);
	ledger_iterations(&l, one, "head", (const double[]){7, 8}, 2);
	rows = ledger_pair(&l, NULL);
	assert_int_equal(rows.row[0].series[0].n, 3);
	assert_true(rows.row[0].series[0].single_run);
	assert_true(rows.row[0].series[1].single_run);
	assert_int_equal(rows.row[1].series[0].n, 1);
	assert_int_equal(rows.row[1].series[1].n, 2);
	assert_false(rows.row[1].series[0].single_run);
	ledger_free(&l);
}

static void drop_first_takes_iterations_of_each_run_or_whole_runs(void **state)
{
	struct pd_grouping g = {.drop_first = 1};
	struct ledger l = ledger_new();
	uint32_t nested = ledger_key(&l, "nested", PD_LOWER, NULL, NULL);
	uint32_t flat = ledger_key(&l, "flat", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, nested, "base", (const double[]){100, 1, 1}, 3);
	ledger_iterations(&l, nested, "base", (const double[]){100, 2, 2}, 3);
	ledger_runs(&l, flat, "base", (const double[]){100, 7, 8}, 3);
	rows = ledger_pair(&l, &g);
	assert_int_equal(rows.row[0].series[0].n, 2);
	assert_close(rows.row[0].series[0].value[0], 1, 0);
	assert_close(rows.row[0].series[0].value[1], 2, 0);
	assert_int_equal(rows.row[1].series[0].n, 2);
	assert_close(rows.row[1].series[0].value[0], 7, 0);
	assert_int_equal(rows.n_dropped, 3);
	ledger_free(&l);
}

static void match_keeps_what_fits_every_key_and_any_glob_of_a_key(void **state)
{
	const struct pd_match match[] = {
		{"groups", "1"  },
                {"groups", "4"  },
                {"metric", "ti*"}
        };
	struct pd_grouping g = {.match = match, .n_match = 3};
	struct ledger l = ledger_new();
	const char *groups[] = {"1", "2", "4"};
	struct pd_rows rows;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, "groups", groups[i]), "base",
			    (const double[]){1}, 1);
		ledger_runs(&l, ledger_key(&l, "rate", PD_LOWER, "groups", groups[i]), "base",
			    (const double[]){1}, 1);
	}
	rows = ledger_pair(&l, &g);
	assert_int_equal(rows.n, 2);
	assert_int_equal(rows.n_filtered, 4);
	ledger_free(&l);
}

static void a_metric_declared_exact_must_not_vary(void **state)
{
	const char *const exact[] = {"size"};
	struct pd_grouping g = {.exact = exact, .n_exact = 1};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "size", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, key, "base", (const double[]){100, 101}, 2);
	l.table = pd_table_finish(&l.builder, l.ctx);
	assert_int_equal(pd_pair(l.ctx, &l.table, &g, &rows), PD_EUSAGE);
	ledger_free(&l);
}

/* One row, yet 10001 * 10001 > 10^8 geometric means: hostile sides, then --match. */
static void too_many_metrics_and_sides_are_refused(void **state)
{
	struct ledger l = ledger_new();
	const struct pd_grouping g = {0};
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, ledger_key(&l, "time", PD_LOWER, NULL, NULL), "base", (const double[]){1},
		    1);
	l.table = pd_table_finish(&l.builder, l.ctx);
	l.table.n_metrics = l.table.n_sides = 10001;
	l.table.metrics = pd_ctx_alloc(l.ctx, 10001 * sizeof(*l.table.metrics));
	l.table.sides = pd_ctx_alloc(l.ctx, 10001 * sizeof(*l.table.sides));
	assert_int_equal(pd_pair(l.ctx, &l.table, &g, &rows), PD_ELIMIT);
	ledger_free(&l);
}

static void a_run_was_measured_when_its_first_iteration_was(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	const struct pd_series *base, *head;
	struct pd_rows rows;

	(void)state;
	ledger_timed(&l, key, "base", (const double[]){1, 2}, (const double[]){10, 30}, 2, 1);
	ledger_timed(&l, key, "head", (const double[]){3, 4, 5, 6},
		     (const double[]){20, 21, 40, 41}, 4, 2);
	rows = ledger_pair(&l, NULL);
	base = &rows.row[0].series[0];
	head = &rows.row[0].series[1];
	assert_int_equal(base->n, 2);
	assert_close(base->when[0], 10, 0);
	assert_close(base->when[1], 30, 0);
	assert_int_equal(head->n, 2);
	assert_close(head->when[0], 20, 0);
	assert_close(head->when[1], 40, 0);
	ledger_free(&l);
}

/* One run of three whose time nobody told: no place among the others can be given. */
static void the_order_of_a_series_is_known_of_all_or_of_none(void **state)
{
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "k", "a");
	uint32_t b = ledger_key(&l, "time", PD_LOWER, "k", "b");
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, a, "base", (const double[]){1}, 1);
	ledger_timed(&l, a, "base", (const double[]){2, 3}, (const double[]){1, 2}, 2, 1);
	ledger_timed(&l, b, "base", (const double[]){4}, (const double[]){3}, 1, 1);
	ledger_runs(&l, b, "head", (const double[]){5}, 1);
	rows = ledger_pair(&l, NULL);
	assert_int_equal(rows.row[0].series[0].n, 3);
	assert_null(rows.row[0].series[0].when);
	assert_close(rows.row[1].series[0].when[0], 3, 0);
	assert_null(rows.row[1].series[1].when);
	ledger_free(&l);
}

static void without_times_there_is_no_column_of_them(void **state)
{
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, key, "base", (const double[]){1, 2}, 2);
	rows = ledger_pair(&l, NULL);
	assert_null(rows.table->when);
	assert_null(rows.row[0].series[0].when);
	ledger_free(&l);
}

static void what_is_dropped_takes_its_time_along(void **state)
{
	struct pd_grouping g = {.drop_first = 1};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_timed(&l, key, "base", (const double[]){1, 2, 3}, (const double[]){7, 8, 9}, 3, 1);
	rows = ledger_pair(&l, &g);
	assert_int_equal(rows.row[0].series[0].n, 2);
	assert_close(rows.row[0].series[0].when[0], 8, 0);
	assert_close(rows.row[0].series[0].when[1], 9, 0);
	ledger_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_of_different_keys_are_never_pooled),
		cmocka_unit_test(an_ignored_label_pools_in_the_order_measured_and_says_so),
		cmocka_unit_test(sides_that_differ_in_an_ignored_label_are_mixed),
		cmocka_unit_test(a_misspelt_label_is_an_error),
		cmocka_unit_test(iterations_become_the_median_of_their_logs),
		cmocka_unit_test(values_that_are_not_positive_take_the_plain_median),
		cmocka_unit_test(mean_and_min_collapse_as_named),
		cmocka_unit_test(means_of_opposite_ends_are_finite),
		cmocka_unit_test(no_collapse_keeps_every_iteration),
		cmocka_unit_test(a_single_run_stands_for_itself_only_if_all_sides_are_single),
		cmocka_unit_test(drop_first_takes_iterations_of_each_run_or_whole_runs),
		cmocka_unit_test(match_keeps_what_fits_every_key_and_any_glob_of_a_key),
		cmocka_unit_test(a_metric_declared_exact_must_not_vary),
		cmocka_unit_test(too_many_metrics_and_sides_are_refused),
		cmocka_unit_test(a_run_was_measured_when_its_first_iteration_was),
		cmocka_unit_test(the_order_of_a_series_is_known_of_all_or_of_none),
		cmocka_unit_test(without_times_there_is_no_column_of_them),
		cmocka_unit_test(what_is_dropped_takes_its_time_along),
	};

	return cmocka_run_group_tests_name("pair", tests, NULL, NULL);
}
