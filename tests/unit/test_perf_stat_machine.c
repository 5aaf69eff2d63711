/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#define READS(text, rows, said) assert_reads(&pd_format_perf_stat, text, rows, said)

#define TRUE      "operand|perf-stat|command=true|"
#define PLAIN     "operand|perf-stat||"
#define HEADER    "\n Performance counter stats for 'true':\n\n"
#define HEADER_5  "\n Performance counter stats for 'true' (5 runs):\n\n"
#define ABSENT    "note 0:0 not-available\n"
#define MEANS     "note 0:0 summary-only\n"
#define INTERVALS "note 0:0 intervals\n"

/* ---- CSV */

static void csv_is_understood_with_any_common_separator(void **state)
{
	static const char rows[] = PLAIN "task-clock|s|lower|0.0|0.21283\n" PLAIN
					 "task-clock CPUs utilized|1|- redundant|0.0|1.021\n" PLAIN
					 "cs|1|-|0.0|51\n";
	static const char separators[] = ",;\t|:!@~ ";

	(void)state;
	for (size_t i = 0; separators[i]; i++) {
		char text[] = "212.83,msec,task-clock,212825570,100.00,1.021,CPUs utilized\n"
			      "51,,cs,212822884,100.00,,\n";

		for (size_t j = 0; text[j]; j++)
			if (text[j] == ',')
				text[j] = separators[i];
		READS(text, rows, "");
	}
}

/* perf does not quote: "2" and "config1=1/" are no fields. */
static void an_event_may_hold_the_separator(void **state)
{
	(void)state;
	READS("48,,software/config=2,config1=1/,385448,100.00,,\n"
	      "49,,software/config=2,config1=1/,/,385448,100.00,,\n",
	      PLAIN "software/config=2,config1=1/|1|-|0.0|48\n"
		    "operand|perf-stat|cgroup=/|software/config=2,config1=1/|1|-|0.0|49\n",
	      "");
}

static void newer_perf_counts_clocks_in_nanoseconds_without_a_unit(void **state)
{
	(void)state;
	READS("1.001092774,340060066,,cpu_atom/cpu-cycles/,10031900423,50.00,,\n"
	      "1.001092774,22065603430,,cpu-clock,22065611881,100.00,22.066,CPUs utilized\n",
	      PLAIN "cpu_atom/cpu-cycles/ per interval|1|-|0.0|340060066\n" PLAIN
		    "cpu-clock per interval|s|-|0.0|22.06560343\n" PLAIN
		    "cpu-clock CPUs utilized per interval|1|- redundant|0.0|22.066\n",
	      "note 0:0 multiplexed\n" INTERVALS);
}

/* The run time says so: 408460 ns are .00040846 s. */
static void a_clock_without_a_unit_has_decimals_if_it_is_in_milliseconds(void **state)
{
	static const char rows[] = PLAIN "task-clock|s|lower|0.0|0.00040846\n";

	(void)state;
	READS("0.408460,,task-clock,408460,100.00\n", rows, "");
	READS("408460,,task-clock,408460,100.00,,\n", rows, "");
	READS("{\"counter-value\" : \"408460.000000\", \"unit\" : \"\", \"event\" : \"task-clock\"}\n",
	      rows, "");
	READS("408460,,task-clock:u,408460,100.00,,\n",
	      PLAIN "task-clock:u|s|lower|0.0|0.00040846\n", "");
}

static void further_metrics_of_csv_stand_behind_empty_fields(void **state)
{
	(void)state;
	READS("1500,,instructions,100,100.00,1.50,insn per cycle\n,,,,,0.52,stalled cycles per insn\n"
	      "CPU0,1500,,instructions,100,100.00,1.50,insn per cycle\n"
	      "CPU0,,,,,,0.25,stalled cycles per insn\n",
	      PLAIN
	      "instructions|1|-|0.0|1500\n" PLAIN
	      "instructions insn per cycle|1|- redundant|0.0|1.5\n" PLAIN
	      "instructions stalled cycles per insn|1|- redundant|0.0|0.52\n"
	      "operand|perf-stat|cpu=0|instructions|1|-|0.0|1500\n"
	      "operand|perf-stat|cpu=0|instructions insn per cycle|1|- redundant|0.0|1.5\n"
	      "operand|perf-stat|cpu=0|instructions stalled cycles per insn|1|- redundant|0.0|0.25\n",
	      "");
}

static void a_broken_line_of_csv_is_said_with_its_place(void **state)
{
	(void)state;
	READS("51,,cs,100,100.00,,\n212.83,msec,task-cl\n", PLAIN "cs|1|-|0.0|51\n",
	      "warning 2:1 unknown-line\n");
}

/* Nothing says whether it is a second run or an event given twice. */
static void a_repeat_without_a_header_is_not_pooled(void **state)
{
	(void)state;
	READS("51,,cs,100,100.00,,\n52,,cs,100,100.00,,\n",
	      PLAIN "cs|1|-|0.0|51\noperand|perf-stat|nth=2|cs|1|-|0.0|52\n", "");
	READS("# started on Mon Nov 30 14:31:12 2026\n\n51,,cs,100,100.00,,\n# started on Tue Dec  1 14:31:12 2026\n\n52,,cs,100,100.00,,\n",
	      PLAIN "cs|1|-|0.0|51\n" PLAIN "cs|1|-|1.0|52\n", "");
}

/* ---- locales */

/* Three digits behind the last separator are thousands, two are decimals. */
static void counts_of_other_locales_are_certain_in_text(void **state)
{
	static const char *const texts[] = {
		HEADER "          2,829.91 msec task-clock          #    0.888 CPUs utilized\n"
		       "            12,443      cs\n         1,012,443      cycles\n",
		HEADER "          2.829,91 msec task-clock          #    0,888 CPUs utilized\n"
		       "            12.443      cs\n         1.012.443      cycles\n",
		HEADER
		"          2\342\200\257829,91 msec task-clock          #    0,888 CPUs utilized\n"
		"            12\342\200\257443      cs\n         1\342\200\257012\342\200\257443      cycles\n",
		HEADER "          2'829.91 msec task-clock          #    0.888 CPUs utilized\n"
		       "            12'443      cs\n         1'012'443      cycles\n",
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++)
		READS(texts[i],
		      TRUE "task-clock|s|lower|0.0|2.82991\n" TRUE
			   "task-clock CPUs utilized|1|- redundant|0.0|0.888\n" TRUE
			   "cs|1|-|0.0|12443\n" TRUE "cycles|1|-|0.0|1012443\n",
		      "");
}

static void elapsed_times_of_other_locales_have_decimals(void **state)
{
	(void)state;
	READS(HEADER_5 "             3,187 +- 0,634 seconds time elapsed  ( +- 19,90% )\n",
	      TRUE "time|s|lower|0.0|3.187|runs 5 sd 1.41814\n", "");
}

/* Of 0,950 CPUs utilized perf prints 0. */
static void a_percentage_in_two_fields_tells_of_a_decimal_comma(void **state)
{
	(void)state;
	READS("1506,44,msec,task-clock,1506441204,100,00,0,CPUs utilized\n"
	      "11137,,context-switches,1506441204,100,00,7,K/sec\n"
	      "S0,2,212,83,msec,task-clock,9,25%,212825570,100,00,12,CPUs utilized\n"
	      "<not supported>,,cycles,0,100,00,,\n",
	      PLAIN "task-clock|s|lower|0.0|1.50644\n" PLAIN "context-switches|1|-|0.0|11137\n"
		    "operand|perf-stat|cpus=2 socket=S0|task-clock|s|lower|0.0|0.21283\n",
	      ABSENT MEANS "note 0:0 ambiguous\n");
}

static void a_decimal_comma_does_not_end_a_number_of_json(void **state)
{
	(void)state;
	READS("{\"counter-value\" : \"1352,220489\", \"unit\" : \"msec\", \"event\" : \"task-clock\", "
	      "\"event-runtime\" : 1352220489, \"pcnt-running\" : 99,50, \"metric-value\" : 1,166629, "
	      "\"metric-unit\" : \"CPUs utilized\"}\n",
	      PLAIN "task-clock|s|lower|0.0|1.352220489\n" PLAIN
		    "task-clock CPUs utilized|1|- redundant|0.0|1.166629\n",
	      "note 0:0 multiplexed\n");
}

/* ---- JSON */

static void metrics_of_newer_json_are_strings(void **state)
{
	(void)state;
	READS("{\"counter-value\" : \"1500\", \"unit\" : \"\", \"event\" : \"instructions\", "
	      "\"metric-value\" : \"1.5\", \"metric-unit\" : \"insn per cycle\", "
	      "\"metric-threshold\" : \"good\"}\n"
	      "{\"metric-value\" : \"54.65\", \"metric-unit\" : \"%  tma_retiring\"}\n",
	      PLAIN "instructions|1|-|0.0|1500\n" PLAIN
		    "instructions insn per cycle|1|- redundant|0.0|1.5\n" PLAIN
		    "instructions tma_retiring|%|- redundant absolute|0.0|54.65\n",
	      "");
}

static void an_object_that_is_cut_is_said(void **state)
{
	(void)state;
	READS("{\"counter-value\" : \"15\", \"event\" : \"cs\"}\n{\"counter-value\" : \"15\", \"eve\n",
	      PLAIN "cs|1|-|0.0|15\n", "warning 2:1 bad-json\n");
}

static void objects_of_another_program_are_not_read(void **state)
{
	(void)state;
	READS("{\"latency\" : \"12\"}\n{\"counter-value\" : \"15\", \"event\" : \"cs\"}\n",
	      PLAIN "cs|1|-|0.0|15\n", "");
}

/* ---- metric-only */

#define ONLY(labels)                                                    \
 "operand|perf-stat|" labels "|insn per cycle|1|- redundant|0.0|1.25\n" \
 "operand|perf-stat|" labels "|branch-misses of all branches|%|- redundant absolute|0.0|4.2\n"

static void metrics_alone_stand_below_their_names(void **state)
{
	(void)state;
	READS(HEADER "      insn per cycle branch-misses of all branches \n"
		     "                1.25                 4.2% \n",
	      ONLY("command=true"), "");
	READS("# started on Mon Nov 30 14:31:12 2026\n\ninsn per cycle,branch-misses of all branches,\n1.25,4.2,\n",
	      ONLY(""), "");
	READS("# started on Mon Nov 30 14:31:12 2026\n\n"
	      "{\"insn per cycle\" : \"1.25\", \"branch-misses of all branches\" : \"4.2\"}\n",
	      "operand|perf-stat||insn per cycle|1|- redundant|0.0|1.25\n"
	      "operand|perf-stat||branch-misses of all branches|%|- redundant absolute|0.0|4.2\n",
	      "");
}

static void metrics_alone_have_places_and_times_too(void **state)
{
	(void)state;
	READS("# started on Mon Nov 30 14:31:12 2026\n\n"
	      "#           time core            cpus       insn per cycle                  GHz \n"
	      "     1.001092774 S0-D0-C0           1                 1.25                  3.1 \n",
	      "operand|perf-stat|core=S0-D0-C0 cpus=1|insn per cycle per interval|1|- redundant|0.0|1.25\n"
	      "operand|perf-stat|core=S0-D0-C0 cpus=1|frequency per interval|GHz|- redundant|0.0|3.1\n",
	      INTERVALS);
}

static void numbers_that_are_not_as_many_as_names_are_refused(void **state)
{
	(void)state;
	READS(HEADER "      insn per cycle                  GHz \n"
		     "                1.25\n       0.5 seconds time elapsed\n",
	      TRUE "time|s|lower|0.0|0.5\n",
	      "warning 5:1 unknown-line\nwarning 6:0 unknown-line\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_is_understood_with_any_common_separator),
		cmocka_unit_test(an_event_may_hold_the_separator),
		cmocka_unit_test(newer_perf_counts_clocks_in_nanoseconds_without_a_unit),
		cmocka_unit_test(a_clock_without_a_unit_has_decimals_if_it_is_in_milliseconds),
		cmocka_unit_test(further_metrics_of_csv_stand_behind_empty_fields),
		cmocka_unit_test(a_broken_line_of_csv_is_said_with_its_place),
		cmocka_unit_test(a_repeat_without_a_header_is_not_pooled),
		cmocka_unit_test(counts_of_other_locales_are_certain_in_text),
		cmocka_unit_test(elapsed_times_of_other_locales_have_decimals),
		cmocka_unit_test(a_percentage_in_two_fields_tells_of_a_decimal_comma),
		cmocka_unit_test(a_decimal_comma_does_not_end_a_number_of_json),
		cmocka_unit_test(metrics_of_newer_json_are_strings),
		cmocka_unit_test(an_object_that_is_cut_is_said),
		cmocka_unit_test(objects_of_another_program_are_not_read),
		cmocka_unit_test(metrics_alone_stand_below_their_names),
		cmocka_unit_test(metrics_alone_have_places_and_times_too),
		cmocka_unit_test(numbers_that_are_not_as_many_as_names_are_refused),
	};

	return cmocka_run_group_tests_name("perf_stat_machine", tests, NULL, NULL);
}
