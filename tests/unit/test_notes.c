/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/notes.h"

#include "base/str.h"

/* A report of one comparison with @m and @n runs, one of @family. */
struct fixture {
	struct pd_ctx *ctx;
	struct pd_series series[2];
	struct pd_row row;
	struct pd_side sides[2];
	struct pd_metric metric;
	struct pd_table table;
	struct pd_rows rows;
	struct pd_comparison c;
	struct pd_result result;
	struct pd_centre centre[2];
	struct pd_report report;
	struct pd_notes notes;
	struct pd_out marks;
};

static void set_up(struct fixture *f, uint32_t m, uint32_t n, size_t family)
{
	*f = (struct fixture){
		.series = {{.n = m, .n_iterations = m}, {.n = n, .n_iterations = n}}
        };
	f->row.series = f->series;
	f->table = (struct pd_table){.sides = f->sides, .n_sides = 2};
	f->rows = (struct pd_rows){
		.table = &f->table, .metrics = &f->metric, .row = &f->row, .n = 1, .n_sides = 2};
	f->c = (struct pd_comparison){
		.side = 1, .method = "mwu", .gated = true, .delta = {.reached = true}};
	f->result = (struct pd_result){.rows = &f->rows, .family = family, .comparison = &f->c};
	f->result.n = 1;
	f->result.centre = f->centre;
	f->result.policy.alpha = 0.05;
	f->result.policy.min_effect = 0.02;
	f->report.result = &f->result;
	f->report.ctx = f->ctx = pd_ctx_new(NULL, NULL);
	f->sides[0].name = pd_ctx_id(f->ctx, PD_STR("base"));
	f->sides[1].name = pd_ctx_id(f->ctx, PD_STR("head"));
	pd_out_init(&f->marks, -1);
}

static void tear_down(struct fixture *f)
{
	pd_notes_release(&f->notes);
	(void)pd_out_close(&f->marks);
	pd_ctx_free(f->ctx);
}

static void mark(struct fixture *f, uint32_t caveats)
{
	f->c.caveats = caveats;
	pd_notes_mark(&f->notes, &f->report, &f->c, &f->marks);
}

static void marks_are(struct fixture *f, const char *expected)
{
	assert_true(pd_str_eq(pd_out_kept(&f->marks), pd_str_of(expected)));
}

static void note_is(const struct fixture *f, size_t number, const char *expected)
{
	assert_string_equal(pd_notes_text(&f->notes, number).p, expected);
}

static void three_runs_are_told_what_the_rank_test_needs(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 3, 3, 1);
	f.c.min_p = 0.1;
	f.c.rank_each = 4;
	f.c.rank_beside = 5;
	mark(&f, PD_CAVEAT_FEW_RUNS);
	note_is(&f, 1,
		"3 vs 3 runs: the rank test cannot reach p <= 0.05 even if all runs differ "
		"(best 0.10); need 4 vs 4 (or 3 vs 5)");
	tear_down(&f);
}

static void a_family_needs_more_runs(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 5, 5, 12);
	f.c.min_p = 2.0 / 252;
	f.c.rank_each = 6;
	f.c.rank_beside = 7;
	f.c.method = "welch-log";
	mark(&f, PD_CAVEAT_FEW_RUNS);
	note_is(&f, 1,
		"5 vs 5 runs: the best p of the rank test, 0.0079, is too large among 12 "
		"comparisons; need 6 vs 6 (or 5 vs 7); a t test decides instead");
	tear_down(&f);
}

static void what_several_comparisons_need_says_so(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 2, 2, 3);
	f.c.min_p = 1.0 / 3;
	f.c.rank_each = 5;
	f.c.rank_beside = 14;
	mark(&f, PD_CAVEAT_FEW_RUNS);
	note_is(&f, 1,
		"2 vs 2 runs: the rank test cannot reach p <= 0.05 even if all runs differ "
		"(best 0.33); need 5 vs 5 (or 2 vs 14) among 3 comparisons");
	tear_down(&f);
}

static void one_value_is_told_to_run_again(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 1, 1, 0);
	f.c.rank_each = 4;
	mark(&f, PD_CAVEAT_N_TOO_SMALL);
	note_is(&f, 1,
		"1 vs 1 runs: one value cannot tell a change from chance; run each side at least "
		"4 times");
	tear_down(&f);
}

static void equal_sentences_are_one_footnote(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 10, 10, 1);
	mark(&f, PD_CAVEAT_ALL_EQUAL);
	mark(&f, PD_CAVEAT_TIES | PD_CAVEAT_ALL_EQUAL);
	mark(&f, 0);
	mark(&f, PD_CAVEAT_ALL_EQUAL);
	marks_are(&f, "[1][1,2][1]");
	assert_int_equal(pd_notes_count(&f.notes), 2);
	note_is(&f, 1, "all values of both sides are equal");
	tear_down(&f);
}

static void an_interval_below_the_level_says_what_it_covers(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 3, 3, 1);
	f.c.delta = (struct pd_estimate){.point = 0, .lo = -1, .hi = 1, .level = 0.9};
	mark(&f, 0);
	marks_are(&f, "[1]");
	note_is(&f, 1, "too few runs for the level asked for: this interval covers 90.0%");
	tear_down(&f);
}

static void the_side_that_varies_more_is_named(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 10, 10, 1);
	f.c.spread = (struct pd_spread){3, 0.004};
	mark(&f, PD_CAVEAT_SPREAD);
	f.c.spread = (struct pd_spread){0.25, 0.01};
	mark(&f, PD_CAVEAT_SPREAD);
	f.c.spread = (struct pd_spread){HUGE_VAL, 0.001};
	mark(&f, PD_CAVEAT_SPREAD);
	note_is(&f, 1,
		"the runs of head vary 3.0 times as much as those of base (p 0.0040): a finding of "
		"its own, whatever the verdict");
	note_is(&f, 2,
		"the runs of base vary 4.0 times as much as those of head (p 0.010): a finding of "
		"its own, whatever the verdict");
	note_is(&f, 3,
		"the runs of head vary and those of base do not (p 0.0010): a finding of its own, "
		"whatever the verdict");
	tear_down(&f);
}

/*
 * The contract of `list codes` and of JSON: rows are in the order of the bits, each bit is one
 * row's. BLOCKED, of most reports there are, is said once and marks no row.
 */
static void every_caveat_has_a_code_and_a_sentence_of_its_own(void **state)
{
	const char *code, *what;
	struct fixture f;
	uint32_t before = 0;
	size_t n = 0, n_sentences = 0;

	(void)state;
	set_up(&f, 10, 10, 1);
	for (; pd_notes_at(n, &code, &what); n++) {
		assert_true(code[0] >= 'A' && code[0] <= 'Z' && what[0]);
		assert_true(pd_notes_bit(n) > before && !(pd_notes_bit(n) & (pd_notes_bit(n) - 1)));
		before = pd_notes_bit(n);
		mark(&f, before);
		n_sentences += before != PD_CAVEAT_BLOCKED;
		assert_int_equal(pd_notes_count(&f.notes), n_sentences);
	}
	assert_int_equal(pd_notes_bit(n), 0);
	assert_true(pd_notes_at(4, &code, &what));
	assert_string_equal(code, "VARIANCE_CHANGED");
	tear_down(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_runs_are_told_what_the_rank_test_needs),
		cmocka_unit_test(a_family_needs_more_runs),
		cmocka_unit_test(what_several_comparisons_need_says_so),
		cmocka_unit_test(one_value_is_told_to_run_again),
		cmocka_unit_test(equal_sentences_are_one_footnote),
		cmocka_unit_test(an_interval_below_the_level_says_what_it_covers),
		cmocka_unit_test(the_side_that_varies_more_is_named),
		cmocka_unit_test(every_caveat_has_a_code_and_a_sentence_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
