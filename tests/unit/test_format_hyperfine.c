/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#include <stdio.h>

#define HYPERFINE(text, rows, said) assert_reads(&pd_format_hyperfine, text, rows, said)

static int probe(const char *text)
{
	return pd_format_hyperfine.probe(pd_str_of(text));
}

static void each_time_is_a_run_in_the_order_measured(void **state)
{
	(void)state;
	HYPERFINE("{\"results\": [{\"command\": \"sleep 0.1\", \"mean\": 0.2, \"user\": 0.001,"
		  " \"times\": [0.3, 0.1, 0.20000000000000001], \"exit_codes\": [0, 0, 0]}]}",
		  "operand|hyperfine|command=sleep 0.1|time|s|lower|0.0|0.3\n"
		  "operand|hyperfine|command=sleep 0.1|time|s|lower|1.0|0.1\n"
		  "operand|hyperfine|command=sleep 0.1|time|s|lower|2.0|0.2\n",
		  "");
}

static void parameters_are_labels(void **state)
{
	(void)state;
	HYPERFINE("{\"results\": [{\"command\": \"make -j 2\", \"times\": [1],"
		  " \"parameters\": {\"jobs\": \"2\", \"size\": 4.5, \"command\": \"x\"}}]}",
		  "operand|hyperfine|command=make -j 2 jobs=2 parameter.command=x size=4.5"
		  "|time|s|lower|0.0|1\n",
		  "");
}

/* Were it read without its label, the result of [1] would be one of those without "n". */
static void a_result_that_cannot_be_labelled_is_told(void **state)
{
	(void)state;
	HYPERFINE(
		"{\"results\": ["
		"{\"command\": \"A\", \"times\": [1], \"parameters\": {\"n\": [1]}},"
		"{\"command\": \"A\", \"times\": [2], \"parameters\": [1]},"
		"{\"command\": 1, \"times\": [3]},"
		"{\"command\": \"A\", \"times\": [4], \"parameters\": {\"n\": true, \"m\": null}}]}",
		"operand|hyperfine|command=A n=true|time|s|lower|0.0|4\n",
		"warning 0:0 bad-member\nwarning 0:0 bad-member\nwarning 0:0 bad-member\n");
}

/* hyperfine A A: the same command twice in one file. */
static void results_that_share_their_command_stay_apart(void **state)
{
	(void)state;
	HYPERFINE("{\"results\": [{\"command\": \"A\", \"times\": [1]},"
		  " {\"command\": \"A\", \"times\": [2]},"
		  " {\"command\": \"A\", \"times\": [3], \"parameters\": {\"n\": \"1\"}},"
		  " {\"command\": \"A\", \"times\": [4]}]}",
		  "operand|hyperfine|command=A|time|s|lower|0.0|1\n"
		  "operand|hyperfine|command=A result=2|time|s|lower|0.0|2\n"
		  "operand|hyperfine|command=A n=1|time|s|lower|0.0|3\n"
		  "operand|hyperfine|command=A result=3|time|s|lower|0.0|4\n",
		  "");
}

static void runs_that_failed_are_left_out_and_told(void **state)
{
	struct reading r = reading_text(
		&pd_format_hyperfine,
		"{\"results\": [{\"command\": \"A\", \"times\": [1, 2, 3, 4],"
		" \"memory_usage_byte\": [10, 20, 30, 40], \"exit_codes\": [0, 3, null, 0]}]}");

	(void)state;
	assert_string_equal(r.rows, "operand|hyperfine|command=A|time|s|lower|0.0|1\n"
				    "operand|hyperfine|command=A|memory|B|lower|0.0|10\n"
				    "operand|hyperfine|command=A|time|s|lower|1.0|4\n"
				    "operand|hyperfine|command=A|memory|B|lower|1.0|40\n");
	assert_string_equal(r.said, "warning 0:0 failed-run\nwarning 0:0 failed-run\n");
	assert_int_equal(r.n_skipped, 2);
	reading_close(&r);
}

static void memory_that_was_not_measured_is_no_metric(void **state)
{
	(void)state;
	HYPERFINE("{\"results\": [{\"command\": \"A\", \"times\": [1, 2],"
		  " \"memory_usage_byte\": [0, 0], \"exit_codes\": [0, 0]}]}",
		  "operand|hyperfine|command=A|time|s|lower|0.0|1\n"
		  "operand|hyperfine|command=A|time|s|lower|1.0|2\n",
		  "");
}

/* Runs are counted by their exit codes; a run alone has no spread. */
static void a_result_without_times_is_its_mean(void **state)
{
	(void)state;
	HYPERFINE("{\"results\": [{\"command\": \"A\", \"mean\": 1, \"stddev\": 0.1,"
		  " \"exit_codes\": [0, 0, 0]}, {\"command\": \"B\", \"mean\": 2, \"stddev\": 0.2},"
		  " {\"command\": \"C\", \"mean\": 3, \"stddev\": null, \"exit_codes\": [0]}]}",
		  "operand|hyperfine|command=A|time|s|lower|0.0|1|runs 3 sd 0.1\n"
		  "operand|hyperfine|command=B|time|s|lower|0.0|2|runs - sd 0.2\n"
		  "operand|hyperfine|command=C|time|s|lower|0.0|3\n",
		  "note 0:0 summary-only\n");
	HYPERFINE("{\"results\": [{\"command\": \"A\"}, {\"command\": \"B\", \"mean\": 1,"
		  " \"exit_codes\": [0, 1]}, {\"command\": \"C\", \"times\": [2]}]}",
		  "operand|hyperfine|command=C|time|s|lower|0.0|2\n",
		  "warning 0:0 summary-only\nwarning 0:0 failed-run\n");
}

#define CSV "command,mean,stddev,median,user,system,min,max"

static void its_csv_has_means_of_an_unknown_number_of_runs(void **state)
{
	static const char text[] = CSV ",parameter_n\n"
				       "sleep 1,1.5,0.25,1.5,0,0,1,2,7\n"
				       "\"a,b\",2,,2,0,0,2,2,8\n"
				       "sleep 1,1.25,0.5,1,0,0,1,2,7\n";
	const struct pd_read_options ten = {.runs = 10};
	struct reading r;

	(void)state;
	HYPERFINE(
		text,
		"operand|hyperfine|command=sleep 1 n=7|time|s|lower|0.0|1.5|runs - sd 0.25\n"
		"operand|hyperfine|command=a,b n=8|time|s|lower|0.0|2\n"
		"operand|hyperfine|command=sleep 1 n=7 result=2|time|s|lower|0.0|1.25|runs - sd 0.5\n",
		"note 0:0 summary-only\n");
	r = reading_by(&pd_format_hyperfine, text, strlen(text), &ten);
	assert_string_equal(
		r.rows,
		"operand|hyperfine|command=sleep 1 n=7|time|s|lower|0.0|1.5|runs 10 sd 0.25\n"
		"operand|hyperfine|command=a,b n=8|time|s|lower|0.0|2|runs 10\n"
		"operand|hyperfine|command=sleep 1 n=7 result=2|time|s|lower|0.0|1.25|runs 10 sd 0.5\n");
	assert_string_equal(r.said, "");
	reading_close(&r);
	HYPERFINE(CSV "\nA,x,0,1,0,0,1,1\nB,1\nC,1,0,1,0,0,1,1\n",
		  "operand|hyperfine|command=C|time|s|lower|0.0|1|runs - sd 0\n",
		  "warning 2:3 bad-number\nwarning 3:0 missing-column\nnote 0:0 summary-only\n");
}

static void times_that_are_not_numbers_are_told(void **state)
{
	struct reading r;

	(void)state;
	HYPERFINE("{\"results\": [{\"command\": \"A\", \"times\": [\"1\", 2, null]}]}",
		  "operand|hyperfine|command=A|time|s|lower|0.0|2\n",
		  "warning 0:0 bad-number\nwarning 0:0 bad-number\n");
	r = reading_text(&pd_format_hyperfine,
			 "{\"results\": [{\"command\": \"A\", \"times\": [1, NaN]}]}");
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 0:0 not-finite\n");
	reading_close(&r);
}

static void its_own_words_tell_it_from_other_json(void **state)
{
	(void)state;
	assert_int_equal(probe("{\n \"results\": [\n {\n \"command\": \"A\",\n \"mean\": 1,\n"
			       " \"stddev\": null,\n \"median\": 1"),
			 80);
	assert_int_equal(probe("command,mean,stddev,median,user,system,min,max,parameter_n\n"), 70);
	assert_int_equal(probe("{\"results\": []}"), 0);
	assert_int_equal(probe("command,mean\n"), 0);
}

/* Eight files of 2 x 20 runs, every run with exit code 0. */
static void own_recordings_give_forty_values_each(void **state)
{
	char path[256];

	(void)state;
	for (int i = 1; i <= 8; i++) {
		struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
		const char *operand = path;
		struct pd_table t;

		(void)snprintf(path, sizeof(path), "%s/data/hyperfine/AA_%d.json", SOURCE_ROOT, i);
		assert_int_equal(pd_read(ctx, &operand, 1, NULL, &t), PD_OK);
		assert_int_equal(t.n, 40);
		assert_int_equal(t.n_keys, 2);
		assert_int_equal(t.n_skipped, 0);
		pd_ctx_free(ctx);
	}
}

/* The means are those that hyperfine wrote into the file. */
static void a_label_may_name_the_sides_of_one_file(void **state)
{
	const struct pd_read_options options = {.sides_by = "command"};
	const char *operand = SOURCE_ROOT "/data/hyperfine/AA_1.json";
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	double sum[2] = {0, 0};
	struct pd_table t;

	(void)state;
	assert_int_equal(pd_read(ctx, &operand, 1, &options, &t), PD_OK);
	assert_int_equal(t.n_sides, 2);
	assert_string_equal(pd_ctx_name(ctx, t.sides[0].name).p, "A");
	assert_string_equal(pd_ctx_name(ctx, t.sides[1].name).p, "B");
	assert_int_equal(t.n_keys, 1);
	assert_int_equal(pd_ctx_name(ctx, t.keys[0].labels).n, 0);
	for (size_t i = 0; i < t.n; i++)
		sum[t.side[i]] += t.value[i];
	assert_close(sum[0] / 20, 0.016270098150000002, 1e-14);
	assert_close(sum[1] / 20, 0.053743541500000006, 1e-14);
	pd_ctx_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_time_is_a_run_in_the_order_measured),
		cmocka_unit_test(parameters_are_labels),
		cmocka_unit_test(a_result_that_cannot_be_labelled_is_told),
		cmocka_unit_test(results_that_share_their_command_stay_apart),
		cmocka_unit_test(runs_that_failed_are_left_out_and_told),
		cmocka_unit_test(memory_that_was_not_measured_is_no_metric),
		cmocka_unit_test(a_result_without_times_is_its_mean),
		cmocka_unit_test(its_csv_has_means_of_an_unknown_number_of_runs),
		cmocka_unit_test(times_that_are_not_numbers_are_told),
		cmocka_unit_test(its_own_words_tell_it_from_other_json),
		cmocka_unit_test(own_recordings_give_forty_values_each),
		cmocka_unit_test(a_label_may_name_the_sides_of_one_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
