/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "deltas.h"
#include "has.h"

#include <stdio.h>

/*
 * 0.0429 * 11.486 = 0.49275, 0.0529 * 11.486 = 0.60761, 0.21 * 7.847 = 1.64787: the
 * change is between 1.64787 - 0.60761 = 1.04026 and 1.64787 - 0.49275 = 1.15512, of the
 * base total 9.057 % to 10.057 %, of the base 171.2 % to 234.4 %.
 */
static void what_a_cut_list_leaves_open_is_a_range(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\n0.493-0.608     1.648  4.29-5.29%      21.00%  +1.040..+1.155  "
		  "+9.06%..+10.06%  +171%..+234%  inconclusive  (1)  [kernel.vmlinux]  "
		  "native_queued_spin_lock_slowpath\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/*
 * 0.0749 * 11.486 = 0.86030, and 0.02 * 7.847 = 0.15694: between -0.86030 and
 * -0.70336, which is -7.49 % and -6.12 % of 11.486, and -100 % or -81.8 % of the row.
 */
static void a_row_that_is_absent_on_a_cut_side_is_not_gone(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\n      0.860   0-0.157       7.49%     0-2.00%  -0.860..-0.703   "
		  "-7.49%..-6.12%   -100%..-82%  inconclusive");
	has_not(&out, "gone");
	has(&out, "\nall rows: (2)\n");
	has(&out, "\nif absent rows were 0, in s: native_queued_spin_lock_slowpath +1.155,\n"
		  "__switch_to_asm -0.860\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* 7.847 - 11.486 = -3.639; the rest is 9.962 of 11.486, 86.73 %, then 5.994 of 7.847, 76.39 %. */
static void all_rows_add_up_to_the_change_of_the_total(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "total 11.486 -> 7.847 s, -31.68%\n");
	has(&out, "\n      9.962     5.994      86.73%      76.39%          -3.967");
	has(&out,
	    "\n     11.486     7.847     100.00%     100.00%          -3.639          -31.68% ");
	has(&out, "the changes of 4 rows add up to that of the total: -3.639 s\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void a_change_of_everything_may_be_one_of_the_work(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\nwork factor 1.50 (1.45-1.55): everything +50.00%: the work changed, or all "
		  "of\nthe code did (--work=1 if every run does the same)\n");
	(void)pd_out_close(&out);
	d.factor = deltas_estimate(1.01, 0.98, 1.04);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\nwork factor 1.01 (0.98-1.04): may be 1; costs are divided by it (--work=1 if\n"
		  "every run does the same)\n");
	has_not(&out, "everything");
	(void)pd_out_close(&out);
	d.factor = deltas_estimate(1.5, 1.45, 1.55);
	d.section.work = PD_WORK_GIVEN;
	out = deltas_write(&d, "plain", NULL);
	has(&out, "everything +50.00% for the same work\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* 12/10 - 1 = 20 %, as the row of the sum has it; the interval is of another number, which is told. */
static void the_change_of_the_total_is_that_of_the_totals(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	d.total_change = deltas_estimate(0.1997, 0.15, 0.25);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "total 10.000 -> 12.000 s, +20.00%; typical runs +19.97% (+15.00%..+25.00%)\n");
	(void)pd_out_close(&out);
	d.total_change = deltas_estimate(0.200001, 0.15, 0.25);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "total 10.000 -> 12.000 s, +20.00% (+15.00%..+25.00%)\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void a_row_says_how_surely_and_what_could_have_been_seen(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\n 4.000   6.000   40.00%   50.00%  +2.000   +20.00%   +50.00%  [+37.50%, "
		  "+62.50%]   <1e-4  regression          5.2%  (1,2)  ordermatch  key_compare\n");
	has(&out, "\n 2.000   2.500   20.00%   20.83%  +0.500    +5.00%   +25.00%  [ -5.00%, "
		  "+60.00%]  0.0900  inconclusive         40%         libc.so.6   read\n");
	has(&out, "\n5 v 5 runs; a typical row varies by 2.1% from run to run; comms are merged\n"
		  "(--by=comm,dso,symbol tells them apart)\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void new_gone_moved_and_called_are_told(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\n         0.500             4.17%  +0.500    +5.00%       new ");
	has(&out, "\n 0.500            5.00%           -0.500    -5.00%      gone ");
	has(&out, "\nmoved code? stale -0.500, fresh +0.500: together 0.000 s (mix)\n");
	has(&out, "\nsort with all it calls: 5.000 -> 6.900 s (+1.900); in key_compare +2.000, "
		  "itself\n-0.100; from main +1.900\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* Of the rows after the second: 0 + 0.5 + 2 + 0.4 = 2.9 and 0.5 + 0 + 2.5 + 0.4 = 3.4. */
static void rows_that_are_not_shown_stand_in_one(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	d.report.n_top = 2;
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\n 2.900   3.400   29.00%   28.33%  +0.500    +5.00%  ");
	has(&out, "  (4 more rows)\n");
	has(&out, "  (rare)\n");
	has_not(&out, "libc.so.6");
	has(&out, "\n10.000  12.000  100.00%  100.00%  +2.000   +20.00% ");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* The second row stands for another head: the third takes its place among the two largest. */
static void what_neither_side_lists_is_not_told(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.row[1].base = d.change[1].head = (struct pd_delta_cost){.hi = 0.1};
	d.report.n_top = 2;
	out = deltas_write(&d, "plain", NULL);
	has_not(&out, "__switch_to_asm");
	has(&out, "osq_lock\n");
	has_not(&out, "more row");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void brief_has_what_is_flagged_and_the_counts(void **state)
{
	const struct pd_look brief = {.brief = true, .quiet = true};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "plain", &brief);
	has(&out, "key_compare");
	has(&out, "checksum");
	has_not(&out, "libc.so.6");
	has_not(&out, "(rare)");
	has_not(&out, "  sum\n");
	has(&out, "; work factor 1.50");
	has(&out, "\n1 regression, 1 improvement, 1 same, 3 inconclusive, 0 changed\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
	deltas_mail(&d);
	out = deltas_write(&d, "plain", &brief);
	assert_string_equal(out.buf,
			    "cycles:P in s; costs: shares of the time that the source prints\n"
			    "0 regressions, 0 improvements, 0 same, 3 inconclusive, 0 changed\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void a_candidate_is_not_called_a_regression(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.change[2].is_candidate = true;
	d.change[2].caveats = PD_DELTA_UNREPLICATED_SIDE;
	d.result.n_candidates = 1;
	out = deltas_write(&d, "plain", NULL);
	has(&out, "  candidate     (3)    [kernel.vmlinux]  osq_lock\n");
	has(&out, "\n(3) one profile on a side: ");
	has(&out, "3 inconclusive, 0 changed; 1 candidate\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static size_t widest(const struct pd_out *out)
{
	struct pd_str rest = pd_out_kept(out);
	size_t most = 0;

	while (rest.n) {
		struct pd_str line = pd_str_cut(&rest, '\n');

		most = line.n > most ? line.n : most;
	}
	return most;
}

static void what_does_not_fit_is_left_out_and_named(void **state)
{
	const struct pd_look narrow = {.width = 80}, wider = {.width = 140};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "plain", &narrow);
	assert_in_range(widest(&out), 60, 80);
	has(&out, "\nleft out to fit 80 columns: detectable, shares, of total, interval, dso\n"
		  "(--width=0 shows all)\n");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "plain", &wider);
	assert_in_range(widest(&out), 100, 140);
	has(&out, "\nleft out to fit 140 columns: detectable (--width=0 shows all)\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void colour_is_asked_for_and_never_alone(void **state)
{
	const struct pd_look color = {.color = true};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "plain", &color);
	has(&out, "\033[31mregression\033[0m");
	has(&out, "\033[32mimprovement\033[0m");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "plain", NULL);
	has_not(&out, "\033");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void markdown_is_a_table_of_pipes(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	d.row[1].name[PD_BY_SYMBOL] = deltas_id(&d, "operator|<int>");
	out = deltas_write(&d, "markdown", NULL);
	has(&out, "\n### cycles:P in s\n\n- costs: relative to the typical symbol");
	has(&out, "\n|  4.000 |  6.000 |  40.00% |  50.00% | +2.000 |  +20.00% |  +50.00% | "
		  "[+37.50%, +62.50%] |  <1e-4 | regression   |       5.2% | (1,2) | ordermatch | "
		  "key_compare ");
	has(&out, "| operator\\|\\<int> |\n");
	has(&out, "\n| -----: | -----: | ------: |");
	has(&out, "\n**1 regression, 1 improvement, 1 same, 3 inconclusive, 0 changed**\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* Shares are not shown twice, and have no total to speak of. */
static void where_shares_are_all_there_is_they_are_the_costs(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_init(&d, "base", "head", 1);
	deltas_totals(&d, 1, 1);
	d.section.unit = deltas_id(&d, "share");
	d.section.work = PD_WORK_RUN;
	(void)deltas_row(&d, PD_DELTA_ROW, "f", "a.out", 0.25, 0.5);
	(void)deltas_row(&d, PD_DELTA_ROW_UNLISTED, "", "", 0.75, 0.5);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\ncycles:P in %; costs: shares of each profile\n1 v 1 run");
	has(&out, "\n 25.00   50.00  +25.00   +25.00%  +100.00%  inconclusive  a.out  f\n");
	has_not(&out, "base %");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* In every style for people; of 72 columns in lists, where a name does not forbid it. */
static void text_is_ascii_without_blanks_at_line_ends(void **state)
{
	static const char *const text[] = {"plain", "markdown", "perfdiff", "list", "lkp"};
	const struct pd_look ascii = {.ascii = true};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	for (size_t i = 0; i < sizeof(text) / sizeof(*text); i++) {
		out = deltas_write(&d, text[i], &ascii);
		for (size_t k = 0; k < out.n; k++)
			assert_in_range((unsigned char)out.buf[k], '\n', '~');
		has_not(&out, " \n");
		has_not(&out, "\t");
		(void)pd_out_close(&out);
	}
	pd_ctx_free(d.ctx);
}

static void styles_are_found_by_name(void **state)
{
	static const char *const names[] = {"plain",    "markdown", "json", "csv",
					    "perfdiff", "list",     "lkp",  "folded"};
	size_t n = 0;

	(void)state;
	for (const struct pd_deltastyle *s = pd_deltastyle_at(0); s; s = pd_deltastyle_at(++n))
		assert_string_equal(s->name, names[n]);
	assert_int_equal(n, 8);
	assert_null(pd_deltastyle_find("pct"));
	assert_ptr_equal(pd_deltastyle_find("lkp"), &pd_delta_lkp);
}

/* 1.763e80 is no change that anybody could see, and an end of 49320540 no end. */
static void numbers_that_say_nothing_have_a_limit(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	deltas_test(&d.change[4], -1, 49320540.1, 0.9, 0.9, 1.763e78, PD_VERDICT_INCONCLUSIVE);
	d.total_change = deltas_estimate(0.2, -0.5, 10.5);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "[-100.00%, >+1000%]  0.9000  inconclusive      >1000%");
	has(&out, "total 10.000 -> 12.000 s, +20.00% (-50.00%..>+1000%)\n");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "perfdiff", NULL);
	has(&out, "[-100.00%, >+1000%]");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "json", NULL);
	has(&out, "\"hi\":49320540.1,");
	has(&out, "\"detectable\":1.763e+78,");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/*
 * The rest falls by 3.967 of 3.639 saved, 109 %; if it is between 9.0 and 9.9618 on the base
 * and 5.5 and 5.9943 on the head, by 3.0057 to 4.4618: 83 % to 123 %.
 */
static void what_is_saved_where_nobody_sees_it_is_told(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.change[3].cost_lo = 5.5 - 9.9618;
	d.change[3].cost_hi = 5.9943 - 9;
	for (size_t i = 0; i < 3; i++) {
		static const char *const style[] = {"plain", "markdown", "list"};
		const struct pd_look wide = {.width = 200};

		out = deltas_write(&d, style[i], &wide);
		has(&out, "109% of the saving lies in rows that no list shows if absent rows count "
			  "as 0, 83 to 123% otherwise\n");
		(void)pd_out_close(&out);
	}
	d.section.work = PD_WORK_FACTOR;
	out = deltas_write(&d, "plain", NULL);
	has_not(&out, "of the saving");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* A limit of 100 % is what is left where a source tells none. */
static void a_limit_that_nobody_told_is_not_known(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.limit[0] = 1;
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\nlists are cut: Base (v6.4-rc1) below a limit that is not known, reverted "
		  "below\n1.00%\n");
	(void)pd_out_close(&out);
	d.limit[1] = 1;
	out = deltas_write(&d, "plain", NULL);
	has(&out, "\nlists are cut; the limit is not known\n");
	has_not(&out, "below 100.00%");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "list", NULL);
	has(&out, "cut below a limit that is not");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void the_legend_speaks_of_columns_that_are_there(void **state)
{
	const struct pd_look narrow = {.width = 80};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "plain", NULL);
	has(&out, "detectable: the smallest increase");
	has(&out, "of total: that change in percent of");
	has(&out, "means of logarithms");
	has(&out, "(rare): rows of fewer than 5 hits a run, together.");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "plain", &narrow);
	has_not(&out, "detectable: ");
	has(&out, "\nleft out to fit 80 columns: detectable, shares,");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* Nothing is left out that is not there: no row has an object. */
static void what_is_not_there_is_not_left_out(void **state)
{
	const struct pd_look narrow = {.width = 60};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	d.result.policy.by = 1u << PD_BY_SYMBOL;
	out = deltas_write(&d, "plain", &narrow);
	has(&out, "left out to fit 60 columns: ");
	has_not(&out, "dso (");
	has_not(&out, "dso,");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* Names are cut only where the user gave the width. */
static void a_width_that_was_asked_for_is_kept(void **state)
{
	static const char *const style[] = {"plain", "list"};
	struct pd_look look = {.width = 72, .shorten = true};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	d.row[0].name[PD_BY_SYMBOL] =
		deltas_id(&d, "native_queued_spin_lock_slowpath_of_a_very_long_name");
	for (size_t i = 0; i < 2; i++) {
		look.shorten = true;
		out = deltas_write(&d, style[i], &look);
		assert_int_equal(widest(&out) <= 72, 1);
		has(&out, "native_");
		has(&out, "..");
		has(&out, "_name\n");
		(void)pd_out_close(&out);
		look.shorten = false;
		out = deltas_write(&d, style[i], &look);
		has(&out, "native_queued_spin_lock_slowpath_of_a_very_long_name\n");
		(void)pd_out_close(&out);
	}
	pd_ctx_free(d.ctx);
}

/* Of a base of nothing no change is a part. */
static void without_a_base_nothing_is_of_the_total(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_init(&d, "base", "head", 5);
	deltas_totals(&d, 0, 2);
	(void)deltas_row(&d, PD_DELTA_ROW, "fresh", "prog", 0, 2);
	d.change[0].of_total = nan("");
	out = deltas_write(&d, "plain", NULL);
	has_not(&out, "+0.00%");
	has_not(&out, "nan");
	(void)pd_out_close(&out);
	out = deltas_write(&d, "json", NULL);
	has(&out, "\"of_total\":null,");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* No heading, no blank line: there is nothing that they would stand for. plain says what was compared. */
static void a_brief_report_of_nothing_is_its_counts(void **state)
{
	static const char *const style[] = {"markdown", "perfdiff", "list", "lkp"};
	const struct pd_look brief = {.brief = true};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	for (size_t i = 0; i < PD_ARRAY_SIZE(style); i++) {
		out = deltas_write(&d, style[i], &brief);
		assert_ptr_equal(strchr(out.buf, '\n'), out.buf + out.n - 1);
		has(&out, "0 regressions, ");
		(void)pd_out_close(&out);
	}
	pd_ctx_free(d.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_cut_list_leaves_open_is_a_range),
		cmocka_unit_test(a_row_that_is_absent_on_a_cut_side_is_not_gone),
		cmocka_unit_test(all_rows_add_up_to_the_change_of_the_total),
		cmocka_unit_test(a_change_of_everything_may_be_one_of_the_work),
		cmocka_unit_test(the_change_of_the_total_is_that_of_the_totals),
		cmocka_unit_test(a_row_says_how_surely_and_what_could_have_been_seen),
		cmocka_unit_test(new_gone_moved_and_called_are_told),
		cmocka_unit_test(rows_that_are_not_shown_stand_in_one),
		cmocka_unit_test(what_neither_side_lists_is_not_told),
		cmocka_unit_test(brief_has_what_is_flagged_and_the_counts),
		cmocka_unit_test(a_candidate_is_not_called_a_regression),
		cmocka_unit_test(what_does_not_fit_is_left_out_and_named),
		cmocka_unit_test(colour_is_asked_for_and_never_alone),
		cmocka_unit_test(markdown_is_a_table_of_pipes),
		cmocka_unit_test(where_shares_are_all_there_is_they_are_the_costs),
		cmocka_unit_test(text_is_ascii_without_blanks_at_line_ends),
		cmocka_unit_test(styles_are_found_by_name),
		cmocka_unit_test(numbers_that_say_nothing_have_a_limit),
		cmocka_unit_test(what_is_saved_where_nobody_sees_it_is_told),
		cmocka_unit_test(a_limit_that_nobody_told_is_not_known),
		cmocka_unit_test(the_legend_speaks_of_columns_that_are_there),
		cmocka_unit_test(what_is_not_there_is_not_left_out),
		cmocka_unit_test(a_width_that_was_asked_for_is_kept),
		cmocka_unit_test(without_a_base_nothing_is_of_the_total),
		cmocka_unit_test(a_brief_report_of_nothing_is_its_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
