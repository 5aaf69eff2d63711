/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

/* 2026-11-30 14:31:12 UTC is 1796049072, by Python's datetime. */

/* Two blocks of --append, then one that was caught from stderr, which has no date. */
static void perf_stat_dates_each_of_its_blocks(void **state)
{
	(void)state;
	assert_reads_times(&pd_format_perf_stat,
			   "# started on Mon Nov 30 14:31:12 2026\n\n\n"
			   " Performance counter stats for 'true':\n\n"
			   "                47      page-faults\n\n"
			   "# started on Mon Nov 30 14:31:14 2026\n\n\n"
			   " Performance counter stats for 'true':\n\n"
			   "                48      page-faults\n\n"
			   " Performance counter stats for 'true':\n\n"
			   "                49      page-faults\n\n",
			   "1796049072 1796049074 - ");
}

/* perf prints decimal commas and dots of thousands then, but the date is English. */
static void perf_stat_dates_are_english_in_every_locale(void **state)
{
	(void)state;
	assert_reads_times(&pd_format_perf_stat,
			   "# started on Mon Nov 30 14:31:12 2026\n\n"
			   "1506,44,msec,task-clock,1506441204,100,00,0,CPUs utilized\n",
			   "1796049072 ");
	assert_reads_times(&pd_format_perf_stat,
			   "# started on Mon Nov 30 14:31:12 2026\n\n"
			   "{\"counter-value\" : \"1352,220489\", \"unit\" : \"msec\", \"event\" : "
			   "\"task-clock\", \"event-runtime\" : 1352220489, \"pcnt-running\" : "
			   "100,00, \"metric-value\" : 1,166629, \"metric-unit\" : \"CPUs "
			   "utilized\"}\n",
			   "1796049072 1796049072 ");
}

static void the_repetitions_of_google_benchmark_share_its_date(void **state)
{
	(void)state;
	assert_reads_times(&pd_format_google_benchmark,
			   "{\"context\":{\"date\":\"2026-11-30T15:31:12+01:00\"},\"benchmarks\":["
			   "{\"name\":\"BM\",\"run_type\":\"iteration\",\"real_time\":2},"
			   "{\"name\":\"BM\",\"run_type\":\"iteration\",\"real_time\":3}]}",
			   "1796049072 1796049072 ");
	assert_reads_times(&pd_format_google_benchmark,
			   "{\"context\":{},\"benchmarks\":[{\"name\":\"BM\",\"real_time\":2}]}",
			   "- ");
}

/* The date of the run, else what all runs have in common. */
static void each_run_of_pyperf_has_a_date(void **state)
{
	(void)state;
	assert_reads_times(&pd_format_pyperf,
			   "{\"metadata\":{\"date\":\"2026-11-30 14:31:14\"},\"benchmarks\":[{"
			   "\"metadata\":{\"name\":\"b\"},\"runs\":["
			   "{\"metadata\":{\"date\":\"2026-11-30 14:31:12.5\"},\"values\":[1,2]},"
			   "{\"values\":[3]}]}]}",
			   "1796049072.5 1796049072.5 1796049074 ");
}

static void a_block_of_unixbench_begins_at_its_date(void **state)
{
	(void)state;
	assert_reads_times(&pd_format_unixbench,
			   "Benchmark Run: Mon Nov 30 2026 14:31:12 - 14:39:56\n"
			   "2 CPUs in system; running 1 parallel copy of tests\n\n"
			   "Process Creation    100.2 lps   (2.1 s, 2 samples)\n"
			   "Benchmark Run: Mon Nov 30 2026 14:39:56 - 14:40:19\n"
			   "2 CPUs in system; running 2 parallel copies of tests\n\n"
			   "Process Creation     55.1 lps   (2.7 s, 2 samples)\n",
			   "1796049072 1796049596 ");
}

static void a_date_that_is_none_is_told_once_a_file(void **state)
{
	(void)state;
	assert_reads(&pd_format_google_benchmark,
		     "{\"context\":{\"date\":\"yesterday\"},\"benchmarks\":["
		     "{\"name\":\"BM\",\"real_time\":2,\"time_unit\":\"s\"}]}",
		     "operand|BM||real_time|s|lower|0.0|2\n", "note 0:0 bad-time\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perf_stat_dates_each_of_its_blocks),
		cmocka_unit_test(perf_stat_dates_are_english_in_every_locale),
		cmocka_unit_test(the_repetitions_of_google_benchmark_share_its_date),
		cmocka_unit_test(each_run_of_pyperf_has_a_date),
		cmocka_unit_test(a_block_of_unixbench_begins_at_its_date),
		cmocka_unit_test(a_date_that_is_none_is_told_once_a_file),
	};

	return cmocka_run_group_tests_name("read_times", tests, NULL, NULL);
}
