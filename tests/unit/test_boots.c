/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ledgers.h"
#include "testing.h"

/* Two boots of two runs on each side: {1 4} {2 8}, {10 40} {20 80}. */
static struct pd_rows two_boots(struct ledger *l, const struct pd_grouping *g)
{
	uint32_t a, b;

	*l = ledger_new();
	a = ledger_key(l, "time", PD_LOWER, "boot", "a");
	b = ledger_key(l, "time", PD_LOWER, "boot", "b");
	ledger_runs(l, a, "base", (const double[]){1}, 1);
	ledger_runs(l, b, "base", (const double[]){2, 8}, 2);
	ledger_runs(l, a, "base", (const double[]){4}, 1);
	ledger_runs(l, a, "head", (const double[]){10, 40}, 2);
	ledger_runs(l, b, "head", (const double[]){20, 80}, 2);
	return ledger_pair(l, g);
}

/* sqrt(1 * 4) and sqrt(2 * 8), where their first runs stood. */
static void runs_of_a_boot_become_one_value(void **state)
{
	struct ledger l;
	struct pd_rows rows = two_boots(&l, NULL);
	const struct pd_series *s = rows.row[0].series;

	(void)state;
	assert_int_equal(rows.n, 1);
	assert_int_equal(rows.row[0].labels, 0);
	assert_int_equal(rows.row[0].pooled, 0);
	assert_int_equal(s->n, 2);
	assert_int_equal(s->n_boots, 2);
	assert_int_equal(s->n_runs, 4);
	assert_int_equal(s->n_iterations, 4);
	assert_close(s->value[0], 2, 1e-15);
	assert_close(s->value[1], 4, 1e-15);
	assert_int_equal(s->levels.n_groups, 2);
	assert_close(s->levels.per_group, 2, 1e-15);
	assert_close(s[1].value[1], 40, 1e-15);
	ledger_free(&l);
}

static void whoever_names_boot_makes_it_a_label_or_nothing(void **state)
{
	const char *boot[] = {"boot"};
	const struct pd_grouping by = {.by = boot, .n_by = 1},
				 ignore = {.ignore = boot, .n_ignore = 1};
	struct ledger l;
	struct pd_rows rows = two_boots(&l, &by);

	(void)state;
	assert_int_equal(rows.n, 2);
	assert_int_equal(rows.row[0].series[0].n, 2);
	assert_int_equal(rows.row[0].series[0].n_boots, 0);
	ledger_free(&l);
	rows = two_boots(&l, &ignore);
	assert_int_equal(rows.n, 1);
	assert_int_equal(rows.row[0].series[0].n, 4);
	assert_int_equal(rows.row[0].series[0].n_boots, 0);
	assert_string_equal(pd_ctx_name(l.ctx, rows.row[0].pooled).p, "boot (a, b)");
	ledger_free(&l);
}

static void another_grouping_leaves_boots_a_level(void **state)
{
	const char *other[] = {"boot2"};
	const struct pd_grouping none = {.by = other, .n_by = 0};
	struct ledger l;
	struct pd_rows rows = two_boots(&l, &none);

	(void)state;
	assert_int_equal(rows.n, 1);
	assert_int_equal(rows.row[0].series[0].n, 2);
	ledger_free(&l);
}

/* Of each boot the first run: {4} {8}. */
static void the_first_runs_of_each_boot_are_dropped(void **state)
{
	const struct pd_grouping g = {.drop_first = 1};
	struct ledger l;
	struct pd_rows rows = two_boots(&l, &g);

	(void)state;
	assert_int_equal(rows.row[0].series[0].n, 2);
	assert_int_equal(rows.row[0].series[0].n_iterations, 2);
	assert_close(rows.row[0].series[0].sorted[0], 4, 0);
	assert_close(rows.row[0].series[0].sorted[1], 8, 0);
	assert_int_equal(rows.n_dropped, 4);
	ledger_free(&l);
}

static struct pd_comparison compare(struct ledger *l, const struct pd_rows *rows)
{
	struct pd_policy policy = pd_compare_policy();
	struct pd_comparison c = pd_compare(l->ctx, rows, &policy, 1)->comparison[0];

	ledger_free(l);
	return c;
}

static void a_side_of_one_boot_keeps_its_runs_and_a_caveat(void **state)
{
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "boot", "a");
	uint32_t b = ledger_key(&l, "time", PD_LOWER, "boot", "b");
	struct pd_comparison c;
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, a, "base", (const double[]){1, 2, 3}, 3);
	ledger_runs(&l, b, "base", (const double[]){1, 2, 4}, 3);
	ledger_runs(&l, a, "head", (const double[]){11, 12, 13}, 3);
	rows = ledger_pair(&l, NULL);
	assert_int_equal(rows.row[0].series[0].n, 2);
	assert_int_equal(rows.row[0].series[1].n, 3);
	assert_int_equal(rows.row[0].series[1].n_boots, 1);
	c = compare(&l, &rows);
	assert_true(c.caveats & PD_CAVEAT_SINGLE_BOOT);
	assert_false(c.caveats & PD_CAVEAT_SINGLE_RUN);
}

/* Where some values have no boot nobody can say which share one. */
static void boots_are_known_of_all_values_or_of_none(void **state)
{
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "boot", "a");
	uint32_t unknown = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;

	(void)state;
	ledger_runs(&l, a, "base", (const double[]){1, 2, 3}, 3);
	ledger_runs(&l, unknown, "base", (const double[]){1, 2, 4}, 3);
	rows = ledger_pair(&l, NULL);
	assert_int_equal(rows.n, 1);
	assert_int_equal(rows.row[0].series[0].n, 6);
	assert_int_equal(rows.row[0].series[0].n_boots, 0);
	assert_string_equal(pd_ctx_name(l.ctx, rows.row[0].pooled).p, "boot (a, none)");
	ledger_free(&l);
}

/* Iterations become runs, and these become boots: sqrt(2 * 8) of {1 4} {8 8}. */
static void three_levels_collapse_one_after_the_other(void **state)
{
	struct ledger l = ledger_new();
	uint32_t a = ledger_key(&l, "time", PD_LOWER, "boot", "a");
	uint32_t b = ledger_key(&l, "time", PD_LOWER, "boot", "b");
	const struct pd_series *s;
	struct pd_rows rows;

	(void)state;
	ledger_iterations(&l, a, "base", (const double[]){1, 4}, 2);
	ledger_iterations(&l, a, "base", (const double[]){8, 8}, 2);
	ledger_iterations(&l, b, "base", (const double[]){9, 9}, 2);
	ledger_iterations(&l, b, "base", (const double[]){9, 9}, 2);
	rows = ledger_pair(&l, NULL);
	s = rows.row[0].series;
	assert_int_equal(s->n, 2);
	assert_int_equal(s->n_runs, 4);
	assert_int_equal(s->n_iterations, 8);
	assert_close(s->value[0], 4, 1e-15);
	assert_close(s->value[1], 9, 1e-15);
	ledger_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_of_a_boot_become_one_value),
		cmocka_unit_test(whoever_names_boot_makes_it_a_label_or_nothing),
		cmocka_unit_test(another_grouping_leaves_boots_a_level),
		cmocka_unit_test(the_first_runs_of_each_boot_are_dropped),
		cmocka_unit_test(a_side_of_one_boot_keeps_its_runs_and_a_caveat),
		cmocka_unit_test(boots_are_known_of_all_values_or_of_none),
		cmocka_unit_test(three_levels_collapse_one_after_the_other),
	};

	return cmocka_run_group_tests_name("boots", tests, NULL, NULL);
}
