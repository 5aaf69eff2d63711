/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/advice.h"

#include <math.h>

enum { N = 3 };

/* A report of N comparisons of ten runs a side that count and are inconclusive. */
struct fixture {
	struct pd_series series[N][2];
	struct pd_row row[N];
	struct pd_metric metric;
	struct pd_table table;
	struct pd_rows rows;
	struct pd_comparison c[N];
	struct pd_result result;
	struct pd_report report;
	struct pd_look look;
	char line[PD_ADVICE_MAX][PD_ADVICE_ROOM];
};

static void set_up(struct fixture *f)
{
	*f = (struct fixture){.metric = {.better = PD_LOWER}};
	for (uint32_t i = 0; i < N; i++) {
		f->series[i][0].n = f->series[i][1].n = 10;
		f->row[i].series = f->series[i];
		f->c[i] = (struct pd_comparison){.row = i,
						 .side = 1,
						 .gated = true,
						 .runs_needed = 40 + 30 * i,
						 .verdict = PD_VERDICT_INCONCLUSIVE};
	}
	f->table.n_sides = 2;
	f->rows = (struct pd_rows){
		.table = &f->table, .metrics = &f->metric, .row = f->row, .n = N, .n_sides = 2};
	f->result = (struct pd_result){.rows = &f->rows, .comparison = f->c, .n = N};
	f->report.result = &f->result;
}

static void advice_is(struct fixture *f, const char *first, const char *second, const char *third)
{
	const char *expected[PD_ADVICE_MAX] = {first, second, third};
	size_t n = pd_advice(&f->report, &f->look, f->line), i = 0;

	for (; i < PD_ADVICE_MAX && expected[i]; i++) {
		assert_true(i < n);
		assert_string_equal(f->line[i], expected[i]);
	}
	assert_int_equal(n, i);
}

/* 40 and 70 runs are worth it, and 70 settle both; 100 are the most, so 101 are not. */
static void runs_are_advised_where_a_hundred_are_enough(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.c[2].runs_needed = 101;
	advice_is(&f, "about 70 runs a side would settle 2 of 3 inconclusive", NULL, NULL);
	f.c[2].runs_needed = 100;
	advice_is(&f, "about 100 runs a side would settle 3 of 3 inconclusive", NULL, NULL);
}

static void less_noise_is_advised_where_runs_are_too_many(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	for (size_t i = 0; i < N; i++)
		f.c[i].runs_needed = 500;
	advice_is(&f, "less noise would help 3 inconclusive more than any number of runs", NULL,
		  NULL);
}

/* With one run a side there is no interval: the rank test's least number is what is known. */
static void single_values_need_what_the_rank_test_needs(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	for (size_t i = 0; i < N; i++) {
		f.c[i].delta.lo = nan("");
		f.c[i].rank_each = 5;
	}
	advice_is(&f, "at least 5 runs a side are needed to settle 3 of 3 inconclusive", NULL,
		  NULL);
}

/* 70 runs settle the first two, and the third needs 5 or more: who knows how many all three. */
static void a_least_number_among_estimates_stays_one(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.c[2].delta.lo = nan("");
	f.c[2].rank_each = 5;
	advice_is(&f, "at least 70 runs a side are needed to settle 3 of 3 inconclusive", NULL,
		  NULL);
}

static void rows_that_do_not_count_need_no_advice(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.c[0].gated = false;
	f.c[1].verdict = PD_VERDICT_SAME;
	advice_is(&f, "about 100 runs a side would settle 1 of 1 inconclusive", NULL, NULL);
	f.metric.redundant = true;
	advice_is(&f, NULL, NULL, NULL);
}

static void there_are_three_lines_at_most_and_the_unit_comes_first(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	for (size_t i = 0; i < N; i++)
		f.c[i].caveats = PD_CAVEAT_BLOCKED | PD_CAVEAT_SINGLE_RUN | PD_CAVEAT_SINGLE_BOOT;
	advice_is(&f, "start several processes a side; 3 rows rest on one",
		  "run the sides in turns, and say --order=interleaved",
		  "about 100 runs a side would settle 3 of 3 inconclusive");
}

static void one_side_first_is_no_matter_of_saying_so(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.c[0].caveats = PD_CAVEAT_BLOCKED | PD_CAVEAT_SINGLE_BOOT;
	f.c[0].order = PD_ORDER_BLOCKED;
	advice_is(&f, "boot anew between runs; 1 row rests on one boot",
		  "run the sides in turns, base head base head",
		  "about 100 runs a side would settle 3 of 3 inconclusive");
}

static void quiet_and_brief_reports_and_summaries_have_none(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.look.quiet = true;
	advice_is(&f, NULL, NULL, NULL);
	f.look = (struct pd_look){.brief = true};
	advice_is(&f, NULL, NULL, NULL);
	f.look.brief = false;
	f.report.kind = PD_REPORT_SUMMARY;
	advice_is(&f, NULL, NULL, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_are_advised_where_a_hundred_are_enough),
		cmocka_unit_test(less_noise_is_advised_where_runs_are_too_many),
		cmocka_unit_test(single_values_need_what_the_rank_test_needs),
		cmocka_unit_test(a_least_number_among_estimates_stays_one),
		cmocka_unit_test(rows_that_do_not_count_need_no_advice),
		cmocka_unit_test(there_are_three_lines_at_most_and_the_unit_comes_first),
		cmocka_unit_test(one_side_first_is_no_matter_of_saying_so),
		cmocka_unit_test(quiet_and_brief_reports_and_summaries_have_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
