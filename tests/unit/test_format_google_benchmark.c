/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"
#include "samples.h"

#define GOOGLE(text, rows, said) assert_reads(&pd_format_google_benchmark, text, rows, said)

static int probe(const char *text)
{
	return pd_format_google_benchmark.probe(pd_str_of(text));
}

/* 2.5 us are 2.5e-6 s. */
static void repetitions_are_iterations_of_one_run(void **state)
{
	(void)state;
	GOOGLE("{\"benchmarks\": ["
	       "{\"name\": \"BM_a\", \"run_name\": \"BM_a\", \"run_type\": \"iteration\","
	       " \"repetitions\": 2, \"repetition_index\": 0, \"threads\": 1, \"iterations\": 9,"
	       " \"real_time\": 2.5, \"cpu_time\": 2, \"time_unit\": \"us\"},"
	       "{\"name\": \"BM_a\", \"run_name\": \"BM_a\", \"run_type\": \"iteration\","
	       " \"repetitions\": 2, \"repetition_index\": 1, \"threads\": 1, \"iterations\": 9,"
	       " \"real_time\": 2.6, \"cpu_time\": 2.1, \"time_unit\": \"us\"}]}",
	       "operand|BM_a||real_time|s|lower|0.0|2.5e-06\n"
	       "operand|BM_a||cpu_time|s|lower redundant|0.0|2e-06\n"
	       "operand|BM_a||real_time|s|lower|0.1|2.6e-06\n"
	       "operand|BM_a||cpu_time|s|lower redundant|0.1|2.1e-06\n",
	       "");
}

static void aggregates_are_left_out_and_counted(void **state)
{
	struct reading r = reading_text(
		&pd_format_google_benchmark,
		"{\"benchmarks\": ["
		"{\"name\": \"BM_a\", \"run_type\": \"iteration\", \"real_time\": 1},"
		"{\"name\": \"BM_a_mean\", \"run_type\": \"aggregate\", \"real_time\": 1},"
		"{\"name\": \"BM_a_BigO\", \"run_type\": \"aggregate\", \"big_o\": \"N\"}]}");

	(void)state;
	assert_string_equal(r.rows, "operand|BM_a||real_time|s|lower|0.0|1e-09\n");
	assert_string_equal(r.said, "note 0:0 summary-only\n");
	assert_int_equal(r.n_skipped, 2);
	reading_close(&r);
}

/* Files of old have no run_type: BM_x_mean is an aggregate only beside a BM_x. */
static void old_aggregates_are_known_by_their_names(void **state)
{
	(void)state;
	GOOGLE("{\"benchmarks\": [{\"name\": \"BM_a\", \"real_time\": 1},"
	       "{\"name\": \"BM_a_mean\", \"real_time\": 2},"
	       "{\"name\": \"BM_a_stddev\", \"real_time\": 3},"
	       "{\"name\": \"BM_b_mean\", \"real_time\": 4},"
	       "{\"name\": \"BM_b_median\", \"real_time\": 5},"
	       "{\"name\": \"BM_c_RMS\", \"rms\": 6}, {\"name\": \"_mean\", \"real_time\": 7}]}",
	       "operand|BM_a||real_time|s|lower|0.0|1e-09\n"
	       "operand|BM_b_mean||real_time|s|lower|0.0|4e-09\n"
	       "operand|BM_b_median||real_time|s|lower|0.0|5e-09\n"
	       "operand|_mean||real_time|s|lower|0.0|7e-09\n",
	       "note 0:0 summary-only\n");
}

static void aggregates_without_a_mean_are_refused(void **state)
{
	struct reading r = reading_text(
		&pd_format_google_benchmark,
		"{\"benchmarks\": [{\"name\": \"BM_a_cv\", \"run_name\": \"BM_a\","
		" \"run_type\": \"aggregate\", \"aggregate_name\": \"cv\", \"real_time\": 1}]}");

	(void)state;
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 0:0 summary-only\n");
	reading_close(&r);
}

#define AGGREGATE(run, what, rest)                       \
 "{\"name\": \"" run "_" what "\", \"run_name\": \"" run \
 "\", \"run_type\": \"aggregate\", \"aggregate_name\": \"" what "\", \"iterations\": 3, " rest "}"

/* Repetitions are iterations of one process; what has no deviation row has none. */
static void aggregates_alone_are_means_of_repetitions(void **state)
{
	(void)state;
	GOOGLE("{\"benchmarks\": [" AGGREGATE("BM_a", "mean", "\"real_time\": 5, \"hits\": 2") "," AGGREGATE(
		       "BM_a", "median",
		       "\"real_time\": 4, \"hits\": 2") "," AGGREGATE("BM_a", "stddev",
								      "\"real_time\": 0.5, \"hits\": 0") "," AGGREGATE("BM_b",
														       "mean",
														       "\"real_time\": 7, \"time_unit\": \"us\"") "]}",
	       "operand|BM_a||real_time|s|lower|0.0|5e-09|iterations 3 sd 5e-10\n"
	       "operand|BM_a||hits|1|-|0.0|2|iterations 3 sd 0\n"
	       "operand|BM_b||real_time|s|lower|0.0|7e-06|iterations 3\n",
	       "note 0:0 summary-only\n");
}

static void rows_that_failed_are_left_out_and_told(void **state)
{
	(void)state;
	GOOGLE("{\"benchmarks\": [{\"name\": \"BM_a\", \"run_type\": \"iteration\","
	       " \"error_occurred\": true, \"error_message\": \"no file\", \"real_time\": NaN},"
	       "{\"name\": \"BM_b\", \"run_type\": \"iteration\", \"skipped\": true,"
	       " \"real_time\": 0},"
	       "{\"name\": \"BM_c\", \"run_type\": \"iteration\"}, {\"real_time\": 1}, 5,"
	       "{\"real_time\": NaN}, {\"name\": \"BM_e\", \"real_time\": \"1\"},"
	       "{\"name\": \"BM_d\", \"error_occurred\": false, \"real_time\": 1}]}",
	       "operand|BM_d||real_time|s|lower|0.0|1e-09\n",
	       "warning 0:0 failed-run\nwarning 0:0 failed-run\nwarning 0:0 bad-member\n"
	       "warning 0:0 bad-member\nwarning 0:0 bad-member\n"
	       "warning 0:0 bad-member\nwarning 0:0 bad-member\n");
}

static void parts_of_names_are_labels(void **state)
{
	(void)state;
	GOOGLE("{\"benchmarks\": ["
	       "{\"name\": \"BM_a<x/y>/64/128/min_time:0.5/process_time/real_time/threads:2\","
	       " \"real_time\": 1, \"label\": \"cold\"},"
	       "{\"name\": \"Fix/Test/n:4\", \"real_time\": 2},"
	       "{\"name\": \"BM_b/std::string/args:7\", \"real_time\": 3},"
	       "{\"name\": \"/\", \"real_time\": 4}]}",
	       "operand|BM_a<x/y>|args=64/128 clock=process_time/real_time label=cold"
	       " min_time=0.5 threads=2|real_time|s|lower|0.0|1e-09\n"
	       "operand|Fix|args=Test n=4|real_time|s|lower|0.0|2e-09\n"
	       "operand|BM_b|arg.args=7 args=std::string|real_time|s|lower|0.0|3e-09\n"
	       "operand|/||real_time|s|lower|0.0|4e-09\n",
	       "");
}

static void benchmarks_that_share_their_name_stay_apart(void **state)
{
	(void)state;
	GOOGLE("{\"benchmarks\": ["
	       "{\"name\": \"a\", \"family_index\": 1, \"per_family_instance_index\": 0,"
	       " \"real_time\": 1},"
	       "{\"name\": \"a\", \"family_index\": 0, \"per_family_instance_index\": 0,"
	       " \"real_time\": 2},"
	       "{\"name\": \"a\", \"family_index\": 1, \"per_family_instance_index\": 2,"
	       " \"real_time\": 3},"
	       "{\"name\": \"a\", \"family_index\": 1, \"per_family_instance_index\": 0,"
	       " \"real_time\": 4}]}",
	       "operand|a||real_time|s|lower|0.0|1e-09\n"
	       "operand|a|family=0|real_time|s|lower|0.0|2e-09\n"
	       "operand|a|instance=2|real_time|s|lower|0.0|3e-09\n"
	       "operand|a||real_time|s|lower|0.1|4e-09\n",
	       "");
}

/* A rate of nothing is 0/0, which is no reason to refuse the times. */
static void counters_are_metrics_and_may_be_absent(void **state)
{
	struct reading r = reading_text(
		&pd_format_google_benchmark,
		"{\"benchmarks\": [{\"name\": \"a\", \"real_time\": 1, \"time_unit\": \"ms\","
		" \"hits\": 8.5, \"bad\": NaN, \"inf\": -Infinity, \"flag\": true,"
		" \"bytes_per_second\": 5, \"items_per_second\": 6, \"allocs_per_iter\": 7,"
		" \"max_bytes_used\": 8, \"total_allocated_bytes\": 9, \"\": 10}]}");

	(void)state;
	assert_string_equal(r.rows, "operand|a||real_time|s|lower|0.0|0.001\n"
				    "operand|a||hits|1|-|0.0|8.5\n"
				    "operand|a||bytes_per_second|B/s|higher redundant|0.0|5\n"
				    "operand|a||items_per_second|items/s|higher redundant|0.0|6\n"
				    "operand|a||allocs_per_iter|1|lower|0.0|7\n"
				    "operand|a||max_bytes_used|B|lower|0.0|8\n"
				    "operand|a||total_allocated_bytes|B|lower|0.0|9\n");
	assert_string_equal(r.said, "note 0:0 not-available\n");
	assert_int_equal(r.n_skipped, 2);
	reading_close(&r);
}

static void times_must_be_finite(void **state)
{
	struct reading r =
		reading_text(&pd_format_google_benchmark,
			     "{\"benchmarks\": [{\"name\": \"a\", \"real_time\": NaN}]}");

	(void)state;
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 0:0 not-finite\n");
	reading_close(&r);
}

static void its_csv_is_refused(void **state)
{
	struct reading r = reading_text(
		&pd_format_google_benchmark,
		"name,iterations,real_time,cpu_time,time_unit,label\n\"BM_a\",1,2,2,ns,\n");

	(void)state;
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 0:0 unknown-format\n");
	reading_close(&r);
}

static void its_own_words_tell_it_from_other_json(void **state)
{
	(void)state;
	assert_int_equal(probe("{\"context\": {}, \"benchmarks\": [{\"name\": \"a\","
			       " \"real_time\": 1"),
			 85);
	assert_int_equal(probe("name,iterations,real_time,cpu_time,time_unit,label\n"), 70);
	assert_int_equal(probe("{\"benchmarks\": [{\"runs\": []}]}"), 0);
	assert_int_equal(probe("real_time\n"), 0);
}

/*
 * Counted with another JSON parser: rows of run_type iteration without
 * error_occurred, and numbers in them that are finite and no settings. Left out
 * are 2 aggregates, and 22 with 4 rows that failed and 20 counters that are NaN.
 */
static void files_of_others_are_read_whole(void **state)
{
	static const struct sample sample[] = {
		{SAMPLE("peers/gbench/test1_run1.json"),   28,  28, 2          },
		{SAMPLE("peers/gbench/made_here_o1.json"), 132, 14, 22 + 4 + 20},
	};

	(void)state;
	if (!samples_are_whole(sample, PD_ARRAY_SIZE(sample)))
		leave_without_data();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repetitions_are_iterations_of_one_run),
		cmocka_unit_test(aggregates_are_left_out_and_counted),
		cmocka_unit_test(old_aggregates_are_known_by_their_names),
		cmocka_unit_test(aggregates_without_a_mean_are_refused),
		cmocka_unit_test(aggregates_alone_are_means_of_repetitions),
		cmocka_unit_test(rows_that_failed_are_left_out_and_told),
		cmocka_unit_test(parts_of_names_are_labels),
		cmocka_unit_test(benchmarks_that_share_their_name_stay_apart),
		cmocka_unit_test(counters_are_metrics_and_may_be_absent),
		cmocka_unit_test(times_must_be_finite),
		cmocka_unit_test(its_csv_is_refused),
		cmocka_unit_test(its_own_words_tell_it_from_other_json),
		cmocka_unit_test(files_of_others_are_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
