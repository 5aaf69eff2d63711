/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "read/stage.h"

#include "reading.h"
#include <stdio.h>

static const struct pd_read_options options;
static const struct pd_quantity ms = {
	.name = {"time", 4},
          .unit = {"ms",   2}
};

/* What is staged in @g, as reading.h writes it; side "s" unless the file says another. */
static char *rows_of(struct pd_ingest *g)
{
	const struct pd_merge_target target = {.source = PD_STR("file"),
					       .side = PD_STR("s"),
					       .side_given = false};
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_table_builder builder = {0};
	struct pd_table table;
	char *rows;

	assert_int_equal(pd_merge(g, ctx, &builder, &target), PD_OK);
	table = pd_table_finish(&builder, ctx);
	rows = reading_rows(ctx, &table);
	pd_ctx_free(ctx);
	pd_ingest_free(g);
	return rows;
}

static void assert_rows(struct pd_ingest *g, const char *expected)
{
	char *rows = rows_of(g);

	assert_string_equal(rows, expected);
	free(rows);
}

static void runs_count_by_key(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	uint32_t key;

	(void)state;
	pd_ingest_bench(g, PD_STR("b"));
	key = pd_ingest_key(g, &ms);
	pd_ingest_run(g, key, 1);
	pd_ingest_label(g, PD_STR("groups"), PD_STR("4"));
	pd_ingest_run(g, pd_ingest_key(g, &ms), 2);
	pd_ingest_run(g, key, 3);
	assert_rows(g, "s|b||time|s|lower|0.0|1\n"
		       "s|b|groups=4|time|s|lower|0.0|2\n"
		       "s|b||time|s|lower|1.0|3\n");
}

static void iterations_belong_to_the_run_until_the_next_begins(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	uint32_t key = pd_ingest_key(g, &ms);

	(void)state;
	pd_ingest_iteration(g, key, 1);
	pd_ingest_iteration(g, key, 2);
	pd_ingest_next_run(g);
	pd_ingest_next_run(g);
	pd_ingest_iteration(g, key, 3);
	assert_rows(g, "s|||time|s|lower|0.0|1\ns|||time|s|lower|0.1|2\ns|||time|s|lower|1.0|3\n");
}

/* A run of its own in between does not take the iterations that follow it. */
static void a_value_of_its_own_does_not_end_the_run_of_iterations(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	uint32_t key = pd_ingest_key(g, &ms);

	(void)state;
	pd_ingest_iteration(g, key, 1);
	pd_ingest_run(g, key, 2);
	pd_ingest_iteration(g, key, 3);
	assert_rows(g, "s|||time|s|lower|0.0|1\ns|||time|s|lower|1.0|2\ns|||time|s|lower|0.1|3\n");
}

static void named_runs_are_found_again(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	uint32_t key = pd_ingest_key(g, &ms);

	(void)state;
	pd_ingest_named_run(g, key, PD_STR("boot 7"), 1);
	pd_ingest_named_run(g, key, PD_STR("boot 3"), 2);
	pd_ingest_named_run(g, key, PD_STR("boot 7"), 3);
	assert_rows(g, "s|||time|s|lower|0.0|1\ns|||time|s|lower|1.0|2\ns|||time|s|lower|0.1|3\n");
}

static void labels_hold_until_taken_back_and_stand_in_order(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);

	(void)state;
	pd_ingest_label(g, PD_STR("b"), PD_STR("1"));
	pd_ingest_label(g, PD_STR("a"), PD_STR("2"));
	pd_ingest_label(g, PD_STR("c"), PD_STR("3"));
	pd_ingest_run(g, pd_ingest_key(g, &ms), 1);
	pd_ingest_label(g, PD_STR("b"), PD_STR(""));
	pd_ingest_label(g, PD_STR("none"), PD_STR(""));
	pd_ingest_label(g, PD_STR("c"), PD_STR("4"));
	pd_ingest_run(g, pd_ingest_key(g, &ms), 2);
	pd_ingest_clear_labels(g);
	pd_ingest_run(g, pd_ingest_key(g, &ms), 3);
	assert_rows(g, "s||a=2 b=1 c=3|time|s|lower|0.0|1\n"
		       "s||a=2 c=4|time|s|lower|0.0|2\n"
		       "s|||time|s|lower|0.0|3\n");
}

static void more_labels_than_a_key_can_hold_are_an_error(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	char name[16];

	(void)state;
	for (int i = 0; i < PD_LABELS_MAX; i++) {
		(void)snprintf(name, sizeof(name), "k%d", i);
		pd_ingest_label(g, pd_str_of(name), PD_STR("v"));
	}
	assert_int_equal(pd_ingest_status(g), PD_OK);
	pd_ingest_label(g, PD_STR("k0"), PD_STR("w"));
	assert_int_equal(pd_ingest_status(g), PD_OK);
	pd_ingest_label(g, PD_STR("another"), PD_STR("v"));
	assert_int_equal(pd_ingest_status(g), PD_EPARSE);
	pd_ingest_free(g);
}

/* 1.5 GiB/s = 1.5 * 2^30 = 1610612736; 90 min = 5400 s. */
static void literals_are_moved_to_the_base_unit(void **state)
{
	static const struct {
		const char *unit, *literal;
	} given[] = {
		{"ms",  "5.1"   },
                {"us",  "5100"  },
                {"s",   "0.0051"},
                {"min", "90"    }
        };
	const struct pd_quantity speed = {.name = PD_STR("speed"), .unit = PD_STR("GiB/s")};
	struct pd_ingest *g = pd_ingest_new(&options);

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(given); i++) {
		const struct pd_quantity q = {.name = PD_STR("time"),
					      .unit = pd_str_of(given[i].unit)};

		assert_true(pd_ingest_literal(g, NULL, &q, pd_str_of(given[i].literal)));
	}
	assert_true(pd_ingest_literal(g, NULL, &speed, PD_STR("1.5")));
	assert_rows(g, "s|||time|s|lower|0.0|0.0051\ns|||time|s|lower|1.0|0.0051\n"
		       "s|||time|s|lower|2.0|0.0051\ns|||time|s|lower|3.0|5400\n"
		       "s|||speed|B/s|higher|0.0|1610612736\n");
}

static void a_double_is_moved_through_its_shortest_literal(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);

	(void)state;
	assert_true(pd_ingest_scale(g, pd_ingest_key(g, &ms), 5.1) == 0.0051);
	pd_ingest_free(g);
}

static void a_bad_number_is_counted_and_leaves_no_trace_in_the_ledger(void **state)
{
	const struct pd_quantity other = {.name = PD_STR("other"), .unit = PD_STR("1")};
	struct pd_ingest *g = pd_ingest_new(&options);

	(void)state;
	assert_true(pd_ingest_literal(g, NULL, &ms, PD_STR("1")));
	assert_false(pd_ingest_literal(g, NULL, &other, PD_STR("x")));
	assert_int_equal(pd_ingest_count(g), 1);
	assert_int_equal(g->diags.n_skipped, 1);
	assert_int_equal(pd_ingest_status(g), PD_OK);
	assert_rows(g, "s|||time|s|lower|0.0|0.001\n");
}

static void a_key_without_values_is_none(void **state)
{
	const struct pd_merge_target target = {.source = PD_STR("file"),
					       .side = PD_STR("s"),
					       .side_given = false};
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_table_builder builder = {0};
	struct pd_table table;

	(void)state;
	(void)pd_ingest_key(g, &ms);
	assert_int_equal(pd_merge(g, ctx, &builder, &target), PD_OK);
	table = pd_table_finish(&builder, ctx);
	assert_int_equal(table.n_keys, 0);
	pd_ctx_free(ctx);
	pd_ingest_free(g);
}

/* 1e308 ms would fit, 1e308 min does not. */
static void a_value_that_no_double_can_hold_fails_the_file(void **state)
{
	const struct pd_quantity minutes = {.name = PD_STR("time"), .unit = PD_STR("min")};
	struct pd_ingest *g = pd_ingest_new(&options);

	(void)state;
	assert_true(pd_ingest_literal(g, NULL, &ms, PD_STR("1e308")));
	assert_false(pd_ingest_literal(g, NULL, &minutes, PD_STR("1e308")));
	assert_int_equal(pd_ingest_status(g), PD_EPARSE);
	assert_string_equal(g->diags.diag[0].diag.code, "not-finite");
	pd_ingest_free(g);
}

static void of_many_like_remarks_the_first_are_kept_and_all_are_counted(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	const struct pd_diag *d;
	size_t n;

	(void)state;
	for (int i = 0; i < 1209; i++)
		pd_ingest_warn(g, NULL, NULL, "bad-number", "row %d", i);
	pd_merge_diags(g, ctx, "file", &(struct pd_merge_said){0});
	d = pd_ctx_diags(ctx, &n);
	assert_int_equal(n, PD_STAGE_DIAGS_SHOWN + 1);
	assert_string_equal(d[0].msg, "row 0");
	assert_int_equal(d[n - 1].count, 1204);
	assert_int_equal(g->diags.n_skipped, 1209);
	pd_ctx_free(ctx);
	pd_ingest_free(g);
}

static void remarks_about_endless_words_stay_short(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	char word[5000];

	(void)state;
	memset(word, 'x', sizeof(word));
	assert_false(pd_ingest_literal(g, NULL, &ms, (struct pd_str){word, sizeof(word)}));
	assert_int_equal(strlen(g->diags.diag[0].msg), PD_STAGE_MESSAGE);
	pd_ingest_free(g);
}

/* However many bytes stand before it: a character of two bytes is there, or not at all. */
static void remarks_are_cut_between_characters(void **state)
{
	(void)state;
	for (size_t before = 0; before < 2; before++) {
		struct pd_ingest *g = pd_ingest_new(&options);
		struct pd_str rest;
		char word[5000] = "x";

		for (size_t i = before; i + 2 < sizeof(word); i += 2) {
			word[i] = '\303';
			word[i + 1] = '\251';
		}
		assert_false(pd_ingest_literal(g, NULL, &ms, (struct pd_str){word, 4000}));
		rest = pd_str_of(g->diags.diag[0].msg);
		assert_true(rest.n <= PD_STAGE_MESSAGE && rest.n >= PD_STAGE_MESSAGE - 1);
		for (; rest.n; rest = pd_str_skip(rest, pd_str_utf8(rest)))
			assert_true(pd_str_utf8(rest) > 0);
		pd_ingest_free(g);
	}
}

/* The row of a Latin-1 file; and what would clear the screen. */
static void remarks_quote_as_names_are_written(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);

	(void)state;
	pd_ingest_warn(g, NULL, NULL, "bad-word", "got '%s'", "M\374ller\033[2J\302\2332J");
	assert_string_equal(g->diags.diag[0].msg, "got 'M\303\274ller?[2J?2J'");
	pd_ingest_free(g);
}

/* One error, and then neither memory nor values; names known before are still known. */
static void after_too_many_names_nothing_is_kept(void **state)
{
	struct pd_ingest *g = pd_ingest_new(&options);
	size_t n_names;
	char name[24];

	(void)state;
	(void)pd_ingest_key(g, &ms);
	for (int i = 0; !pd_ingest_is_full(g); i++) {
		assert_true(i <= PD_STAGE_MAX_NAMES);
		pd_ingest_bench(g, (struct pd_str){name, (size_t)snprintf(name, sizeof(name),
									  "bench %d", i)});
	}
	n_names = g->names.n;
	assert_in_range(n_names, PD_STAGE_MAX_NAMES, PD_STAGE_MAX_NAMES + 1);
	assert_int_equal(pd_ingest_status(g), PD_EPARSE);
	pd_ingest_bench(g, PD_STR("one more"));
	pd_ingest_label(g, PD_STR("and"), PD_STR("another"));
	(void)pd_ingest_key(g, &ms);
	assert_int_equal(g->names.n, n_names);
	assert_int_equal(g->diags.n, 1);
	pd_ingest_free(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_count_by_key),
		cmocka_unit_test(iterations_belong_to_the_run_until_the_next_begins),
		cmocka_unit_test(a_value_of_its_own_does_not_end_the_run_of_iterations),
		cmocka_unit_test(named_runs_are_found_again),
		cmocka_unit_test(labels_hold_until_taken_back_and_stand_in_order),
		cmocka_unit_test(more_labels_than_a_key_can_hold_are_an_error),
		cmocka_unit_test(literals_are_moved_to_the_base_unit),
		cmocka_unit_test(a_double_is_moved_through_its_shortest_literal),
		cmocka_unit_test(a_bad_number_is_counted_and_leaves_no_trace_in_the_ledger),
		cmocka_unit_test(a_key_without_values_is_none),
		cmocka_unit_test(a_value_that_no_double_can_hold_fails_the_file),
		cmocka_unit_test(of_many_like_remarks_the_first_are_kept_and_all_are_counted),
		cmocka_unit_test(remarks_about_endless_words_stay_short),
		cmocka_unit_test(remarks_are_cut_between_characters),
		cmocka_unit_test(remarks_quote_as_names_are_written),
		cmocka_unit_test(after_too_many_names_nothing_is_kept),
	};

	return cmocka_run_group_tests_name("ingest", tests, NULL, NULL);
}
