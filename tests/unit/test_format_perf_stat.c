/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#include <stdio.h>

#define READS(text, rows, said) assert_reads(&pd_format_perf_stat, text, rows, said)

#define TRUE      "operand|perf-stat|command=true|"
#define PLAIN     "operand|perf-stat||"
#define HEADER    "\n Performance counter stats for 'true':\n\n"
#define HEADER_5  "\n Performance counter stats for 'true' (5 runs):\n\n"
#define ABSENT    "note 0:0 not-available\n"
#define MEANS     "note 0:0 summary-only\n"
#define INTERVALS "note 0:0 intervals\n"

static int probe(const char *text)
{
	return pd_format_perf_stat.probe(pd_str_of(text));
}

/* ---- text */

/* 205.74 msec are .20574 s; 2.571 K/sec are 2571 a second. */
static void a_count_has_a_unit_and_a_metric_made_of_it(void **state)
{
	(void)state;
	READS(HEADER
	      "            205.74 msec task-clock                       #    0.819 CPUs utilized          \n"
	      "               594      context-switches                 #    2.571 K/sec                  \n",
	      TRUE "task-clock|s|lower|0.0|0.20574\n" TRUE
		   "task-clock CPUs utilized|1|- redundant|0.0|0.819\n" TRUE
		   "context-switches|1|-|0.0|594\n" TRUE
		   "context-switches rate|/s|- redundant|0.0|2571\n",
	      "");
}

static void elapsed_time_decides_and_processor_times_are_shown(void **state)
{
	(void)state;
	READS(HEADER "\n       0.698064335 seconds time elapsed\n\n"
		     "       0.246039000 seconds user\n       0.399971000 seconds sys\n\n\n",
	      TRUE "time|s|lower|0.0|0.698064335\n" TRUE
		   "user-time|s|lower redundant|0.0|0.246039\n" TRUE
		   "system-time|s|lower redundant|0.0|0.399971\n",
	      "");
}

static void what_perf_could_not_count_is_absent_and_not_zero(void **state)
{
	(void)state;
	READS(HEADER "   <not supported>      cycles                                    \n"
		     "     <not counted> msec task-clock                                \n"
		     "                 0      cpu-migrations                            \n",
	      TRUE "cpu-migrations|1|-|0.0|0\n", ABSENT);
}

static void a_file_of_absent_counts_says_how_many(void **state)
{
	struct reading r = reading_text(&pd_format_perf_stat,
					"<not counted>,msec,task-clock,0,100.00,,\n"
					"<not supported>,,cycles,0,100.00,,\n");

	(void)state;
	assert_int_equal(r.n_skipped, 2);
	assert_string_equal(r.rows, "");
	reading_close(&r);
}

/* perf scaled 83.32 % to the whole already. */
static void a_multiplexed_count_is_kept_and_said_to_be_an_estimate(void **state)
{
	(void)state;
	READS(HEADER
	      "         1,234,567      cycles                    #    1.023 GHz                      (83.32%)\n"
	      "           234,567      branch-misses             #    4.25% of all branches          (16.68%)\n",
	      TRUE "cycles|1|-|0.0|1234567\n" TRUE
		   "cycles frequency|GHz|- redundant|0.0|1.023\n" TRUE
		   "branch-misses|1|-|0.0|234567\n" TRUE
		   "branch-misses of all branches|%|- redundant absolute|0.0|4.25\n",
	      "note 0:0 multiplexed\n");
}

static void a_further_metric_is_of_the_event_above_it(void **state)
{
	(void)state;
	READS(HEADER "         1,500      instructions              #    1.50  insn per cycle\n"
		     "                                              #    0.52  stalled cycles per "
		     "insn\n",
	      TRUE "instructions|1|-|0.0|1500\n" TRUE
		   "instructions insn per cycle|1|- redundant|0.0|1.5\n" TRUE
		   "instructions stalled cycles per insn|1|- redundant|0.0|0.52\n",
	      "");
}

static void a_metric_of_a_division_by_zero_is_absent(void **state)
{
	(void)state;
	READS(HEADER "                 0      instructions              #     nan insn per cycle\n",
	      TRUE "instructions|1|-|0.0|0\n", ABSENT);
}

/* Groups name one event twice; the second is no second run of the first. */
static void an_event_that_stands_twice_is_told_apart(void **state)
{
	(void)state;
	READS(HEADER "             3      cycles\n             2      instructions\n"
		     "             5      cycles\n",
	      TRUE
	      "cycles|1|-|0.0|3\n" TRUE
	      "instructions|1|-|0.0|2\noperand|perf-stat|command=true nth=2|cycles|1|-|0.0|5\n",
	      "");
}

static void an_absent_first_of_two_leaves_the_second_the_second(void **state)
{
	(void)state;
	READS(HEADER "     <not counted>      cycles\n             5      cycles\n",
	      "operand|perf-stat|command=true nth=2|cycles|1|-|0.0|5\n", ABSENT);
}

static void each_block_is_a_run(void **state)
{
	(void)state;
	READS("# started on Mon Nov 30 14:31:21 2026\n\n" HEADER
	      "                47      page-faults\n\n       0.5 seconds time elapsed\n\n\n"
	      "# started on Mon Nov 30 14:31:22 2026\n\n" HEADER
	      "                48      page-faults\n\n       0.25 seconds time elapsed\n",
	      TRUE "page-faults|1|-|0.0|47\n" TRUE "time|s|lower|0.0|0.5\n" TRUE
		   "page-faults|1|-|1.0|48\n" TRUE "time|s|lower|1.0|0.25\n",
	      "");
}

static void what_is_counted_is_a_label_but_not_its_number(void **state)
{
	(void)state;
	READS("Performance counter stats for process id '11207':\n"
	      "                 1      cs\n"
	      "Performance counter stats for 'system wide':\n"
	      "                 2      cs\n"
	      "Performance counter stats for 'CPU(s) 0,1':\n"
	      "                 3      cs\n"
	      "Performance counter stats for thread id '11':\n"
	      "                 4      cs\n"
	      "Performance counter stats for 'sh -c echo 'a b' c':\n"
	      "                 5      cs\n",
	      "operand|perf-stat|target=process|cs|1|-|0.0|1\n"
	      "operand|perf-stat|target=system wide|cs|1|-|0.0|2\n"
	      "operand|perf-stat|target=CPU(s) 0,1|cs|1|-|0.0|3\n"
	      "operand|perf-stat|target=thread|cs|1|-|0.0|4\n"
	      "operand|perf-stat|command=sh -c echo 'a b' c|cs|1|-|0.0|5\n",
	      "");
}

/* ---- repeats */

/*
 * The ±% is the standard error over the mean: sd = 0.20574 * 0.0447 * sqrt(5). Of counts
 * with a mean of 0 all were 0. What perf makes of others has no spread.
 */
static void a_mean_of_runs_stands_for_them(void **state)
{
	(void)state;
	READS(HEADER_5
	      "            205.74 msec task-clock                       #    0.819 CPUs utilized            ( +-  4.47% )\n"
	      "                 0      cpu-migrations                   #    0.000 /sec                   \n\n"
	      "            0.5542 +- 0.0776 seconds time elapsed  ( +- 14.01% )\n",
	      TRUE "task-clock|s|lower|0.0|0.20574|runs 5 sd 0.0205642\n" TRUE
		   "task-clock CPUs utilized|1|- redundant|0.0|0.819|runs 5\n" TRUE
		   "cpu-migrations|1|-|0.0|0|runs 5 sd 0\n" TRUE
		   "cpu-migrations rate|/s|- redundant|0.0|0|runs 5 sd 0\n" TRUE
		   "time|s|lower|0.0|0.5542|runs 5 sd 0.173616\n",
	      "");
}

/* Their mean behind them would count them twice. */
static void each_line_of_the_table_is_a_run(void **state)
{
	(void)state;
	READS(HEADER_5
	      "              1236      page-faults      #    5.349 K/sec   ( +-  1.91% )\n\n"
	      "           # Table of individual measurements:\n"
	      "           0.25746 (+0.00612) #\n           0.25263 (+0.00129) #\n"
	      "           0.23841 (-0.01293) ##\n\n           # Final result:\n"
	      "           0.25134 +- 0.00438 seconds time elapsed  ( +-  1.74% )\n",
	      TRUE "page-faults|1|-|0.0|1236|runs 5 sd 52.7882\n" TRUE
		   "page-faults rate|/s|- redundant|0.0|5349|runs 5\n" TRUE
		   "time|s|lower|0.0|0.25746\n" TRUE "time|s|lower|1.0|0.25263\n" TRUE
		   "time|s|lower|2.0|0.23841\n",
	      "");
}

/* The CSV and JSON of -r do not say how many runs there were; --runs does: sd = 0.37197 * 0.0592 * sqrt(3). */
static void a_mean_in_csv_and_json_is_of_several_runs(void **state)
{
	static const char rows[] = PLAIN "task-clock|s|lower|0.0|0.37197\n" PLAIN
					 "task-clock CPUs utilized|1|- redundant|0.0|1.196\n";
	static const char csv[] =
		"371.97,msec,task-clock,5.92%,371968538,100.00,1.196,CPUs utilized\n";
	const struct pd_read_options three = {.runs = 3};
	struct reading r;

	(void)state;
	READS(csv, rows, MEANS);
	READS("{\"counter-value\" : \"371.970000\", \"unit\" : \"msec\", \"event\" : \"task-clock\", "
	      "\"variance\" : 5.92, \"event-runtime\" : 371968538, \"pcnt-running\" : 100.00, "
	      "\"metric-value\" : 1.196000, \"metric-unit\" : \"CPUs utilized\"}\n",
	      rows, MEANS);
	r = reading_by(&pd_format_perf_stat, csv, strlen(csv), &three);
	assert_string_equal(r.rows,
			    PLAIN "task-clock|s|lower|0.0|0.37197|runs 3 sd 0.0381408\n" PLAIN
				  "task-clock CPUs utilized|1|- redundant|0.0|1.196\n");
	assert_string_equal(r.said, "");
	reading_close(&r);
}

/* ---- intervals */

static void intervals_are_iterations_of_metrics_without_a_direction(void **state)
{
	static const char rows[] = PLAIN "task-clock per interval|s|-|0.0|0.20289\n" PLAIN
					 "context-switches per interval|1|-|0.0|177\n" PLAIN
					 "task-clock per interval|s|-|0.1|0.2028\n" PLAIN
					 "context-switches per interval|1|-|0.1|233\n";

	(void)state;
	READS("#           time             counts unit events\n"
	      "     0.100638782             202.89 msec task-clock\n"
	      "     0.100638782                177      context-switches\n"
	      "     0.202276993             202.80 msec task-clock\n"
	      "     0.202276993                233      context-switches\n",
	      rows, INTERVALS);
	READS("     0.100638782,202.89,msec,task-clock,202890000,100.00,,\n"
	      "     0.100638782,177,,context-switches,202890000,100.00,,\n"
	      "     0.202276993,202.80,msec,task-clock,202800000,100.00,,\n"
	      "     0.202276993,233,,context-switches,202800000,100.00,,\n",
	      rows, INTERVALS);
	READS("{\"interval\" : 0.100638782, \"counter-value\" : \"202.890000\", \"unit\" : \"msec\", "
	      "\"event\" : \"task-clock\"}\n"
	      "{\"interval\" : 0.100638782, \"counter-value\" : \"177.000000\", \"unit\" : \"\", "
	      "\"event\" : \"context-switches\"}\n"
	      "{\"interval\" : 0.202276993, \"counter-value\" : \"202.800000\", \"unit\" : \"msec\", "
	      "\"event\" : \"task-clock\"}\n"
	      "{\"interval\" : 0.202276993, \"counter-value\" : \"233.000000\", \"unit\" : \"\", "
	      "\"event\" : \"context-switches\"}\n",
	      rows, INTERVALS);
}

static void time_that_runs_back_is_of_another_run(void **state)
{
	(void)state;
	READS("     0.100000001,1,,cs,100,100.00,,\n     0.200000001,2,,cs,100,100.00,,\n"
	      "     0.100000002,3,,cs,100,100.00,,\n",
	      PLAIN "cs per interval|1|-|0.0|1\n" PLAIN "cs per interval|1|-|0.1|2\n" PLAIN
		    "cs per interval|1|-|1.0|3\n",
	      INTERVALS);
}

static void a_summary_behind_intervals_is_a_total(void **state)
{
	(void)state;
	READS("     0.100000001,1,,cs,100,100.00,,\n         summary,7,,cs,100,100.00,,\n",
	      PLAIN "cs per interval|1|-|0.0|1\n" PLAIN "cs|1|-|0.0|7\n", INTERVALS);
	READS("     0.100000001                  1      cs\n" HEADER "                 7      cs\n",
	      PLAIN "cs per interval|1|-|0.0|1\n" TRUE "cs|1|-|0.0|7\n", INTERVALS);
}

static void other_lines_between_intervals_do_not_matter(void **state)
{
	(void)state;
	READS("Time: 0.327\n     0.100000001                  1      cs\n12 apples, 3 pears\n"
	      "     0.200000001                  2      cs\n",
	      PLAIN "cs per interval|1|-|0.0|1\n" PLAIN "cs per interval|1|-|0.1|2\n", INTERVALS);
}

/* ---- places */

static void each_part_of_the_machine_is_a_label(void **state)
{
	(void)state;
	READS(HEADER "CPU1                     5      cs\n"
		     "S0        2              6      cs\n"
		     "S0-D0     2              7      cs\n"
		     "S0-D0-C1  1              8      cs\n"
		     "N0        2              9      cs\n"
		     "          Web Content-454           10 msec task-clock\n"
		     "       0.5 seconds time elapsed\n",
	      "operand|perf-stat|command=true cpu=1|cs|1|-|0.0|5\n"
	      "operand|perf-stat|command=true cpus=2 socket=S0|cs|1|-|0.0|6\n"
	      "operand|perf-stat|command=true cpus=2 die=S0-D0|cs|1|-|0.0|7\n"
	      "operand|perf-stat|command=true core=S0-D0-C1 cpus=1|cs|1|-|0.0|8\n"
	      "operand|perf-stat|command=true cpus=2 node=N0|cs|1|-|0.0|9\n"
	      "operand|perf-stat|command=true thread=Web Content|task-clock|s|lower|0.0|0.01\n" TRUE
	      "time|s|lower|0.0|0.5\n",
	      "");
}

static void places_are_the_same_labels_in_csv_and_json(void **state)
{
	static const char rows[] = "operand|perf-stat|cpu=1|cs|1|-|0.0|5\n"
				   "operand|perf-stat|cpus=2 socket=S0|cs|1|-|0.0|6\n"
				   "operand|perf-stat|thread=bash|cs|1|-|0.0|7\n"
				   "operand|perf-stat|cpus=2 node=N0|cs|1|-|0.0|8\n";

	(void)state;
	READS("CPU1,5,,cs,100,100.00,,\nS0,2,6,,cs,100,100.00,,\nbash-3630,7,,cs,100,100.00,,\n"
	      "N0,2,8,,cs,100,100.00,,\n",
	      rows, "");
	READS("{\"cpu\" : \"1\", \"counter-value\" : \"5.000000\", \"unit\" : \"\", \"event\" : \"cs\"}\n"
	      "{\"socket\" : \"S0\", \"aggregate-number\" : 2, \"counter-value\" : \"6.000000\", "
	      "\"unit\" : \"\", \"event\" : \"cs\"}\n"
	      "{\"thread\" : \"bash-3630\", \"counter-value\" : \"7.000000\", \"event\" : \"cs\"}\n"
	      "{\"node\" : \"N0\", \"aggregate-number\" : 2, \"counter-value\" : \"8.000000\", "
	      "\"event\" : \"cs\"}\n",
	      rows, "");
}

static void cgroups_are_a_label(void **state)
{
	static const char rows[] =
		"operand|perf-stat|cgroup=user.slice|task-clock|s|lower|0.0|0.25\n"
		"operand|perf-stat|cgroup=/|cs|1|-|0.0|3\n";

	(void)state;
	READS("250.00,msec,task-clock,user.slice,318323668,100.00,,\n3,,cs,/,318323668,100.00,,\n",
	      rows, "");
	READS("{\"counter-value\" : \"250.000000\", \"unit\" : \"msec\", \"event\" : \"task-clock\", "
	      "\"cgroup\" : \"user.slice\"}\n"
	      "{\"counter-value\" : \"3.000000\", \"unit\" : \"\", \"event\" : \"cs\", \"cgroup\" : \"/\"}\n",
	      rows, "");
	READS(HEADER "            250.00 msec task-clock                       user.slice\n"
		     "                 3      cs                        /\n",
	      "operand|perf-stat|cgroup=user.slice command=true|task-clock|s|lower|0.0|0.25\n"
	      "operand|perf-stat|cgroup=/ command=true|cs|1|-|0.0|3\n",
	      "");
}

/* ---- trouble */

static void a_line_that_is_no_count_is_said(void **state)
{
	(void)state;
	READS(HEADER "                 1      cs\n       many words that say nothing at all\n"
		     "   and more of such words\n                 2      page-faults\n",
	      TRUE "cs|1|-|0.0|1\n" TRUE "page-faults|1|-|0.0|2\n",
	      "warning 6:1 unknown-line\nwarning 7:0 unknown-line\n");
}

static void a_perf_stat_without_a_value_is_said(void **state)
{
	(void)state;
	READS(HEADER HEADER "                 2      cs\n", TRUE "cs|1|-|0.0|2\n",
	      "warning 5:0 missing-result\n");
}

static void a_name_that_would_have_to_be_cut_is_an_error(void **state)
{
	char text[1024];
	struct reading r;

	(void)state;
	(void)snprintf(text, sizeof(text), "51,,%0600dx,100,100.00,,\n", 0);
	r = reading_text(&pd_format_perf_stat, text);
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 1:5 limit\n");
	reading_close(&r);
}

/* ---- older and odd texts */

static void older_perf_has_six_decimals_and_the_unit_behind(void **state)
{
	(void)state;
	READS(HEADER "          0.408460      task-clock (msec)         #    0.573 CPUs utilized\n"
		     "      1,234.567890      task-clock (msec)\n",
	      TRUE "task-clock|s|lower|0.0|0.00040846\n" TRUE
		   "task-clock CPUs utilized|1|- redundant|0.0|0.573\n"
		   "operand|perf-stat|command=true nth=2|task-clock|s|lower|0.0|1.23456789\n",
	      "");
}

/* Its own time is printed below. */
static void times_as_events_are_redundant_where_perf_prints_them_anyway(void **state)
{
	(void)state;
	READS(HEADER "           966,528 ns   duration_time\n         1,070,000 ns   user_time\n",
	      TRUE "duration_time|s|lower redundant|0.0|0.000966528\n" TRUE
		   "user_time|s|lower redundant|0.0|0.00107\n",
	      "");
	READS("966528,ns,duration_time,966528,100.00,,\n",
	      PLAIN "duration_time|s|lower|0.0|0.000966528\n", "");
}

static void output_of_the_program_before_the_counts_does_not_matter(void **state)
{
	(void)state;
	READS("Running in process mode\nTime: 0.327\n1.5 seconds user\n" HEADER
	      "                 2      cs\n",
	      TRUE "cs|1|-|0.0|2\n", "");
}

static void each_way_to_print_is_recognized(void **state)
{
	(void)state;
	assert_true(probe("Time: 0.1\n" HEADER) > 85);
	assert_true(probe("212.83,msec,task-clock,212825570,100.00,1.021,CPUs utilized\n") > 80);
	assert_true(probe("     0.1002322490 x\n     0.100232249,3,,cs,2149,100.00,,\n") > 80);
	assert_true(probe("{\"counter-value\" : \"1\", \"event\" : \"cs\"}\n") > 80);
	assert_true(probe("     0.100638782    202.89 msec task-clock   #  2.029 CPUs utilized\n") >
		    80);
	assert_int_equal(probe("benchmark,value\nfork,12.5\n"), 0);
	assert_int_equal(probe("12.5\n12.7\n"), 0);
	assert_int_equal(probe("{\"results\": []}\n"), 0);
	assert_int_equal(probe("Running with 50*40 (== 2000) tasks.\nTime: 4.811\n"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_count_has_a_unit_and_a_metric_made_of_it),
		cmocka_unit_test(elapsed_time_decides_and_processor_times_are_shown),
		cmocka_unit_test(what_perf_could_not_count_is_absent_and_not_zero),
		cmocka_unit_test(a_file_of_absent_counts_says_how_many),
		cmocka_unit_test(a_multiplexed_count_is_kept_and_said_to_be_an_estimate),
		cmocka_unit_test(a_further_metric_is_of_the_event_above_it),
		cmocka_unit_test(a_metric_of_a_division_by_zero_is_absent),
		cmocka_unit_test(an_event_that_stands_twice_is_told_apart),
		cmocka_unit_test(an_absent_first_of_two_leaves_the_second_the_second),
		cmocka_unit_test(each_block_is_a_run),
		cmocka_unit_test(what_is_counted_is_a_label_but_not_its_number),
		cmocka_unit_test(a_mean_of_runs_stands_for_them),
		cmocka_unit_test(each_line_of_the_table_is_a_run),
		cmocka_unit_test(a_mean_in_csv_and_json_is_of_several_runs),
		cmocka_unit_test(intervals_are_iterations_of_metrics_without_a_direction),
		cmocka_unit_test(time_that_runs_back_is_of_another_run),
		cmocka_unit_test(a_summary_behind_intervals_is_a_total),
		cmocka_unit_test(other_lines_between_intervals_do_not_matter),
		cmocka_unit_test(each_part_of_the_machine_is_a_label),
		cmocka_unit_test(places_are_the_same_labels_in_csv_and_json),
		cmocka_unit_test(cgroups_are_a_label),
		cmocka_unit_test(a_line_that_is_no_count_is_said),
		cmocka_unit_test(a_perf_stat_without_a_value_is_said),
		cmocka_unit_test(a_name_that_would_have_to_be_cut_is_an_error),
		cmocka_unit_test(older_perf_has_six_decimals_and_the_unit_behind),
		cmocka_unit_test(times_as_events_are_redundant_where_perf_prints_them_anyway),
		cmocka_unit_test(output_of_the_program_before_the_counts_does_not_matter),
		cmocka_unit_test(each_way_to_print_is_recognized),
	};

	return cmocka_run_group_tests_name("format_perf_stat", tests, NULL, NULL);
}
