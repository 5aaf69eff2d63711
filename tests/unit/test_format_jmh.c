/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"
#include "samples.h"

#define JMH(text, rows, said) assert_reads(&pd_format_jmh, text, rows, said)

static int probe(const char *text)
{
	return pd_format_jmh.probe(pd_str_of(text));
}

/* 12.5 ns/op are 1.25e-8 s/op. */
static void a_fork_is_a_run_and_its_raw_data_are_iterations(void **state)
{
	(void)state;
	JMH("[{\"jmhVersion\": \"1.37\", \"benchmark\": \"o.e.Codec.encode\", \"mode\": \"avgt\","
	    " \"threads\": 1, \"forks\": 2, \"params\": {\"size\": \"64\"}, \"primaryMetric\":"
	    " {\"score\": 12.5, \"scoreError\": \"NaN\", \"scoreUnit\": \"ns/op\","
	    " \"rawData\": [[12.5, 12.75], [13]]}, \"secondaryMetrics\": {}}]",
	    "operand|o.e.Codec.encode|mode=avgt size=64 threads=1|time|s/op|lower|0.0|1.25e-08\n"
	    "operand|o.e.Codec.encode|mode=avgt size=64 threads=1|time|s/op|lower|0.1|1.275e-08\n"
	    "operand|o.e.Codec.encode|mode=avgt size=64 threads=1|time|s/op|lower|1.0|1.3e-08\n",
	    "");
}

/* 528.5 ops/ms are 528500 ops/s; an ops/min stays what it is. */
static void throughput_is_better_high_and_times_low(void **state)
{
	(void)state;
	JMH("[{\"benchmark\": \"a\", \"mode\": \"thrpt\", \"primaryMetric\":"
	    " {\"scoreUnit\": \"ops/ms\", \"rawData\": [[528.5]]}},"
	    "{\"benchmark\": \"a\", \"mode\": \"thrpt\", \"threads\": 2, \"primaryMetric\":"
	    " {\"scoreUnit\": \"ops/min\", \"rawData\": [[5]]}},"
	    "{\"benchmark\": \"a\", \"mode\": \"ss\", \"primaryMetric\":"
	    " {\"scoreUnit\": \"ms/op\", \"rawData\": [[5.1]]}},"
	    "{\"benchmark\": \"b\", \"mode\": \"thrpt\", \"primaryMetric\":"
	    " {\"scoreUnit\": \"s/op\", \"rawData\": [[7]]}}]",
	    "operand|a|mode=thrpt|throughput|ops/s|higher|0.0|528500\n"
	    "operand|a|mode=thrpt threads=2|throughput|ops/min|higher|0.0|5\n"
	    "operand|a|mode=ss|time|s/op|lower|0.0|0.0051\n"
	    "operand|b|mode=thrpt|time|s/op|lower|0.0|7\n",
	    "");
}

#define PERCENTILE(bench, place, name, value, n) \
 "operand|" bench "|mode=sample|" name "|s/op|lower redundant|" place "|" value "|inside " n "\n"
#define PERCENTILES(bench, place, lo, hi, n) \
 PERCENTILE(bench, place, "p50", lo, n)      \
 PERCENTILE(bench, place, "p90", hi, n)      \
 PERCENTILE(bench, place, "p99", hi, n) PERCENTILE(bench, place, "p99.9", hi, n)

/* (2 x 3 + 8 x 1) / 4 = 3.5; half of 4 lie up to 2, 90 % only up to 8. */
static void an_iteration_of_a_histogram_is_its_mean(void **state)
{
	(void)state;
	JMH("[{\"benchmark\": \"a\", \"mode\": \"sample\", \"primaryMetric\": {\"scoreUnit\":"
	    " \"us/op\", \"rawDataHistogram\": [[[[2, 3], [8, 1]], [[5, 1]]], [[[6, 2]]]]}},"
	    "{\"benchmark\": \"b\", \"mode\": \"sample\", \"primaryMetric\": {\"scoreUnit\":"
	    " \"s/op\", \"rawDataHistogram\": [[[[2, -1]], [], [[2]], 5, [[1, 1]]], 7]}}]",
	    "operand|a|mode=sample|time|s/op|lower|0.0|3.5e-06\n" PERCENTILES("a", "0.0", "2e-06", "8e-06", "4") "operand|a|mode=sample|time|s/op|lower|0.1|5e-06\n" PERCENTILES(
		    "a", "0.1", "5e-06", "5e-06",
		    "1") "operand|a|mode=sample|time|s/op|lower|1.0|6e-06\n" PERCENTILES("a", "1.0",
											 "6e-06",
											 "6e-06",
											 "2") "operand|b|mode=sample|time|s/op|lower|0.0|1\n" PERCENTILES("b",
																			  "0.0",
																			  "1",
																			  "1",
																			  "1"),
	    "warning 0:0 bad-member\nwarning 0:0 bad-member\nwarning 0:0 bad-member\n"
	    "warning 0:0 bad-member\nwarning 0:0 bad-member\n");
}

static void secondary_metrics_know_their_direction_or_none(void **state)
{
	(void)state;
	JMH("[{\"benchmark\": \"a\", \"mode\": \"thrpt\","
	    " \"primaryMetric\": {\"scoreUnit\": \"ops/us\", \"rawData\": [[1]]},"
	    " \"secondaryMetrics\": {"
	    "\"get\": {\"scoreUnit\": \"ops/us\", \"rawData\": [[2], [3]]},"
	    "\"\302\267gc.alloc.rate.norm\": {\"scoreUnit\": \"B/op\", \"rawData\": [[4]]},"
	    "\"gc.alloc.rate\": {\"scoreUnit\": \"MB/sec\", \"rawData\": [[5, \"NaN\", null]]},"
	    "\"throughput\": {\"scoreUnit\": \"ops/us\", \"rawData\": [[6]]},"
	    "\"gc.count\": {\"scoreUnit\": \"counts\", \"rawData\": []}}}]",
	    "operand|a|mode=thrpt|throughput|ops/s|higher|0.0|1000000\n"
	    "operand|a|mode=thrpt|get|ops/s|higher|0.0|2000000\n"
	    "operand|a|mode=thrpt|get|ops/s|higher|1.0|3000000\n"
	    "operand|a|mode=thrpt|gc.alloc.rate.norm|B/op|lower|0.0|4\n"
	    "operand|a|mode=thrpt|gc.alloc.rate|B/s|-|0.0|5000000\n"
	    "operand|a|mode=thrpt|secondary.throughput|ops/s|higher|0.0|6000000\n",
	    "warning 0:0 summary-only\nnote 0:0 not-available\n");
}

static void parameters_are_labels_and_never_collide(void **state)
{
	(void)state;
	JMH("[{\"benchmark\": \"a\", \"mode\": \"ss\", \"threads\": 3, \"params\": {\"mode\": \"x\","
	    " \"n\": 2, \"b\": true, \"\": \"y\", \"z\": null}, \"primaryMetric\":"
	    " {\"scoreUnit\": \"s/op\", \"rawData\": [[1]]}}]",
	    "operand|a|b=true mode=ss n=2 param.mode=x threads=3|time|s/op|lower|0.0|1\n", "");
}

static void results_of_one_name_stay_apart(void **state)
{
	(void)state;
	JMH("[{\"benchmark\": \"a\", \"mode\": \"ss\", \"jdkVersion\": \"17\", \"primaryMetric\":"
	    " {\"scoreUnit\": \"s/op\", \"rawData\": [[1]]}},"
	    "{\"benchmark\": \"a\", \"mode\": \"ss\", \"jdkVersion\": \"21\", \"primaryMetric\":"
	    " {\"scoreUnit\": \"s/op\", \"rawData\": [[2]]}}]",
	    "operand|a|mode=ss|time|s/op|lower|0.0|1\n"
	    "operand|a|mode=ss result=2|time|s/op|lower|0.0|2\n",
	    "");
}

static void what_cannot_be_used_is_told(void **state)
{
	(void)state;
	JMH("[5, {\"benchmark\": \"a\"}, {\"benchmark\": \"a\", \"mode\": \"ss\","
	    " \"primaryMetric\": {\"scoreUnit\": \"s/op\", \"score\": \"NaN\", \"rawData\": []}},"
	    "{\"benchmark\": \"b\", \"mode\": \"ss\","
	    " \"primaryMetric\": {\"scoreUnit\": \"s/op\", \"rawData\": [4, [true, 5]]}}]",
	    "operand|b|mode=ss|time|s/op|lower|0.0|5\n",
	    "warning 0:0 bad-member\nwarning 0:0 bad-member\nwarning 0:0 summary-only\n"
	    "warning 0:0 bad-member\nwarning 0:0 bad-number\n");
}

/*
 * Iterations of several forks are no runs, one of each fork is; a rate in ops/ms is one in
 * ops/s, and so is its error.
 */
static void a_score_without_raw_data_stands_for_its_iterations(void **state)
{
	(void)state;
	JMH("[{\"benchmark\": \"a\", \"mode\": \"avgt\", \"forks\": 2, \"measurementIterations\": 5,"
	    " \"primaryMetric\": {\"scoreUnit\": \"ns/op\", \"score\": 10, \"scoreError\": 0.5}},"
	    "{\"benchmark\": \"b\", \"mode\": \"thrpt\", \"forks\": 8, \"measurementIterations\": 1,"
	    " \"primaryMetric\": {\"scoreUnit\": \"ops/ms\", \"score\": 20, \"scoreError\": 0.25}},"
	    "{\"benchmark\": \"c\", \"mode\": \"ss\", \"forks\": 1, \"measurementIterations\": 1,"
	    " \"primaryMetric\": {\"scoreUnit\": \"s/op\", \"score\": 3, \"scoreError\": \"NaN\"}}]",
	    "operand|a|mode=avgt|time|s/op|lower|0.0|1e-08|iterations 10 half 5e-10 at 0.999\n"
	    "operand|b|mode=thrpt|throughput|ops/s|higher|0.0|20000|runs 8 half 250 at 0.999\n"
	    "operand|c|mode=ss|time|s/op|lower|0.0|3\n",
	    "note 0:0 summary-only\n");
}

static void scores_must_be_finite(void **state)
{
	struct reading r =
		reading_text(&pd_format_jmh,
			     "[{\"benchmark\": \"a\", \"mode\": \"ss\", \"primaryMetric\":"
			     " {\"scoreUnit\": \"s/op\", \"rawData\": [[1, \"+INF\"]]}}]");

	(void)state;
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 0:0 not-finite\n");
	reading_close(&r);
}

static void its_own_words_tell_it_from_other_json(void **state)
{
	(void)state;
	assert_int_equal(probe("[{\"benchmark\": \"a\", \"primaryMetric\": {"), 90);
	assert_int_equal(probe("[{\"benchmark\": \"a\"}]"), 0);
	assert_int_equal(probe("{\"primaryMetric\": 1}"), 0);
}

/* Numbers and series counted with another JSON parser. */
static void files_of_others_are_read_whole(void **state)
{
	static const struct sample sample[] = {
		{SAMPLE("peers/jmh/output-golden.json"), 134, 19, 0},
		{SAMPLE("peers/jmh/six.json"),           18,  6,  0},
		{SAMPLE("peers/jmh/jmh_output.json"),    3,   1,  0},
	};

	(void)state;
	if (!samples_are_whole(sample, PD_ARRAY_SIZE(sample)))
		leave_without_data();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fork_is_a_run_and_its_raw_data_are_iterations),
		cmocka_unit_test(throughput_is_better_high_and_times_low),
		cmocka_unit_test(an_iteration_of_a_histogram_is_its_mean),
		cmocka_unit_test(secondary_metrics_know_their_direction_or_none),
		cmocka_unit_test(parameters_are_labels_and_never_collide),
		cmocka_unit_test(results_of_one_name_stay_apart),
		cmocka_unit_test(what_cannot_be_used_is_told),
		cmocka_unit_test(a_score_without_raw_data_stands_for_its_iterations),
		cmocka_unit_test(scores_must_be_finite),
		cmocka_unit_test(its_own_words_tell_it_from_other_json),
		cmocka_unit_test(files_of_others_are_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
