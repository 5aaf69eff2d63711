/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "ledgers.h"

#include <stdio.h>

/* A table of rows by sides, each cell with n runs. */
struct shape {
	unsigned int n_rows, n_sides;
	uint32_t n;
};

static struct ledger l;

static int begin(void **state)
{
	(void)state;
	l = ledger_new();
	return 0;
}

static int end(void **state)
{
	(void)state;
	ledger_free(&l);
	return 0;
}

/* Some noise, other in each cell, around 100; what is multiplied by @scale stays above 0. */
static void add_cell(uint32_t key, unsigned int row, unsigned int side, uint32_t n, double scale)
{
	double v[32];
	char name[16];

	for (uint32_t i = 0; i < n; i++)
		v[i] = scale * (100 + (row * 7 + side * 5 + i * (3 + (row + side) % 4)) % 11);
	(void)snprintf(name, sizeof(name), "side%u", side);
	ledger_runs(&l, key, name, v, n);
}

static uint32_t add_row(const char *metric, unsigned int row, unsigned int n_sides, uint32_t n,
			double scale)
{
	char name[16];
	uint32_t key;

	(void)snprintf(name, sizeof(name), "%u", row);
	key = ledger_key(&l, metric, PD_LOWER, "row", name);
	for (unsigned int side = 0; side < n_sides; side++)
		add_cell(key, row, side, n, scale);
	return key;
}

static void add_rows(const struct shape *s)
{
	for (unsigned int row = 0; row < s->n_rows; row++)
		add_row("time", row, s->n_sides, s->n, 1);
}

/* Three rows of so many sides, three runs each. */
static void add_three(unsigned int a, unsigned int b, unsigned int c)
{
	add_row("time", 0, a, 3, 1);
	add_row("time", 1, b, 3, 1);
	add_row("time", 2, c, 3, 1);
}

static const struct pd_result *judge(const char *method)
{
	struct pd_rows *rows = pd_ctx_alloc(l.ctx, sizeof(*rows));
	struct pd_policy policy = pd_compare_policy();

	*rows = ledger_pair(&l, NULL);
	policy.method = method;
	return pd_compare(l.ctx, rows, &policy, 1);
}

static const char *method_of(const struct pd_result *r, size_t row)
{
	return pd_compare_find(r, row, 1)->method;
}

static void five_rows_of_four_sides_share(void **state)
{
	const struct pd_result *r;

	(void)state;
	add_rows(&(struct shape){5, 4, 3});
	r = judge(NULL);
	assert_string_equal(method_of(r, 0), "moderated-log");
	assert_string_equal(method_of(r, 4), "moderated-log");
	/* 2 runs more than one side has alone, and no more than all have: 2 < df_prior <= 6 */
	assert_true(r->prior[0].df_prior > 0 && r->prior[0].df_prior <= 6);
}

static void three_sides_do_not(void **state)
{
	(void)state;
	add_rows(&(struct shape){10, 3, 3});
	assert_string_equal(method_of(judge(NULL), 0), "welch-log");
}

static void nineteen_series_do_not(void **state)
{
	(void)state;
	add_three(7, 7, 5);
	assert_string_equal(method_of(judge(NULL), 0), "welch-log");
}

/* 7 + 7 + 6; the missing side is no obstacle. */
static void twenty_series_do(void **state)
{
	(void)state;
	add_three(7, 7, 6);
	assert_string_equal(method_of(judge(NULL), 2), "moderated-log");
}

/* 16 comparisons: 2/C(12, 6) = 0.0022 is at most 0.05/16 = 0.0031. */
static void ranks_are_preferred_where_they_reach(void **state)
{
	(void)state;
	add_rows(&(struct shape){4, 5, 6});
	assert_string_equal(method_of(judge(NULL), 0), "mwu");
}

static void sharing_can_be_asked_for(void **state)
{
	(void)state;
	add_rows(&(struct shape){4, 5, 6});
	assert_string_equal(method_of(judge("moderated-log"), 0), "moderated-log");
}

/* One row has a side of 4 runs: it stands alone, the others go on without it. */
static void unequal_numbers_are_left_out(void **state)
{
	const struct pd_result *r;
	uint32_t key;

	(void)state;
	add_rows(&(struct shape){5, 4, 3});
	key = add_row("time", 9, 3, 3, 1);
	add_cell(key, 9, 3, 4, 1);
	r = judge(NULL);
	assert_string_equal(method_of(r, 0), "moderated-log");
	assert_string_equal(method_of(r, 5), "welch-log");
}

static void rows_of_other_numbers_share_among_themselves(void **state)
{
	const struct pd_result *r;

	(void)state;
	add_rows(&(struct shape){5, 4, 3});
	add_row("time", 10, 4, 2, 1);
	r = judge(NULL);
	assert_string_equal(method_of(r, 0), "moderated-log");
	assert_string_equal(method_of(r, 5), "welch-log");
}

static void rows_without_ratios_are_left_out(void **state)
{
	const struct pd_result *r;

	(void)state;
	add_rows(&(struct shape){5, 4, 3});
	add_row("time", 9, 4, 3, -1);
	r = judge(NULL);
	assert_string_equal(method_of(r, 0), "moderated-log");
	assert_string_equal(method_of(r, 5), "welch");
}

/* The unit changes neither p nor what is shared. */
static void units_do_not_matter(void **state)
{
	const struct pd_result *r;
	double p;

	(void)state;
	add_rows(&(struct shape){5, 4, 3});
	p = pd_compare_find(judge(NULL), 3, 2)->p_raw;
	ledger_free(&l);
	l = ledger_new();
	for (unsigned int row = 0; row < 5; row++)
		add_row("time", row, 4, 3, row == 3 ? 4096 : 1);
	r = judge(NULL);
	assert_close(pd_compare_find(r, 3, 2)->p_raw, p, 1e-9);
}

/* What nobody gates must not change what is gated. */
static void what_is_only_shown_shares_apart(void **state)
{
	const struct pd_result *r;
	double p;

	(void)state;
	add_rows(&(struct shape){5, 4, 3});
	p = pd_compare_find(judge(NULL), 3, 2)->p_raw;
	ledger_free(&l);
	l = ledger_new();
	add_rows(&(struct shape){5, 4, 3});
	for (unsigned int row = 0; row < 3; row++) {
		char name[16];
		uint32_t key;

		(void)snprintf(name, sizeof(name), "%u", row);
		key = ledger_key(&l, "weight", PD_BETTER_UNKNOWN, "row", name);
		for (unsigned int side = 0; side < 4; side++)
			add_cell(key, row + 20, side, 3, 1);
	}
	r = judge(NULL);
	assert_close(pd_compare_find(r, 3, 2)->p_raw, p, 0);
	assert_string_equal(method_of(r, 6), "welch-log"); /* 12 series */
}

static void whoever_asks_in_vain_is_told(void **state)
{
	const struct pd_result *r;
	const struct pd_diag *diag;
	size_t n;

	(void)state;
	add_rows(&(struct shape){2, 3, 3});
	r = judge("moderated-log");
	diag = pd_ctx_diags(l.ctx, &n);
	assert_string_equal(method_of(r, 0), "welch-log");
	assert_int_equal(n, 1);
	assert_string_equal(diag[0].code, "not-moderated");
	assert_non_null(strstr(diag[0].msg, "4 comparisons are judged by welch-log"));
}

static void whoever_does_not_ask_is_not(void **state)
{
	size_t n;

	(void)state;
	add_rows(&(struct shape){2, 3, 3});
	judge(NULL);
	(void)pd_ctx_diags(l.ctx, &n);
	assert_int_equal(n, 0);
}

/* Two constant sides stay without a test, however noisy the others are. */
static void constant_pairs_stay_undecided(void **state)
{
	const double low[] = {100, 100, 100}, high[] = {120, 120, 120};
	const struct pd_comparison *c;
	uint32_t key;

	(void)state;
	add_rows(&(struct shape){5, 4, 3});
	key = ledger_key(&l, "time", PD_LOWER, "row", "flat");
	ledger_runs(&l, key, "side0", low, 3);
	ledger_runs(&l, key, "side1", high, 3);
	add_cell(key, 1, 2, 3, 1);
	add_cell(key, 1, 3, 3, 1);
	c = pd_compare_find(judge(NULL), 5, 1);
	assert_int_equal(c->verdict, PD_VERDICT_INCONCLUSIVE);
	assert_true(c->caveats & PD_CAVEAT_ZERO_VARIANCE);
	assert_string_equal(c[1].method, "moderated-log");
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(five_rows_of_four_sides_share),
		test(three_sides_do_not),
		test(nineteen_series_do_not),
		test(twenty_series_do),
		test(ranks_are_preferred_where_they_reach),
		test(sharing_can_be_asked_for),
		test(unequal_numbers_are_left_out),
		test(rows_of_other_numbers_share_among_themselves),
		test(rows_without_ratios_are_left_out),
		test(units_do_not_matter),
		test(what_is_only_shown_shares_apart),
		test(whoever_asks_in_vain_is_told),
		test(whoever_does_not_ask_is_not),
		test(constant_pairs_stay_undecided),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
