/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define LKP(text, events, cells, said) \
 assert_places(&pd_format_lkp_profile, text, events, cells, said)

#define EVENT(side, event, limit) \
 side ".0|" event "|whole 1000000000/- shares rounding 50000 limit " limit "\n"
#define INCLUSIVE(side, event, limit) \
 side ".0|" event "|whole 1000000000/- shares inclusive rounding 50000 limit " limit "\n"
#define CELL(side, place, share) side ".0|" place "|||" share "/-\n"

/* Rows of an answer on a mailing list (the numbers of seeds/003_lkp.csv): 26.60 % is 266000000. */
static const char answer[] =
	">       4.73 \302\261  8%     -31.3%       3.25 \302\261 10%  sched_debug.cpu.nr_running.max\n"
	"> \n"
	"> As above, the effect is that 3 tasks wait on 2 locks.\n"
	">      26.60           -10.6       16.05        perf-profile.calltrace.cycles-pp.intel_idle.cpuidle_enter_state.do_idle\n"
	">      17.98            +5.2       23.14        perf-profile.calltrace.cycles-pp._raw_read_lock.do_wait.sys_wait4\n";

static void rows_alone_are_of_base_and_head(void **state)
{
	(void)state;
	LKP(answer,
	    INCLUSIVE("base", "calltrace.cycles-pp", "1e+09")
		    INCLUSIVE("head", "calltrace.cycles-pp", "1e+09"),
	    CELL("base", "calltrace.cycles-pp||intel_idle||cpuidle_enter_state", "266000000")
		    CELL("base", "calltrace.cycles-pp||_raw_read_lock||do_wait", "179800000")
			    CELL("head", "calltrace.cycles-pp||intel_idle||cpuidle_enter_state",
				 "160500000")
				    CELL("head", "calltrace.cycles-pp||_raw_read_lock||do_wait",
					 "231400000"),
	    "note 0:0 summary-only\n");
	assert_reads(
		&pd_format_lkp_profile, answer,
		"base|sched_debug||cpu.nr_running.max|1|-|0.0|4.73|runs - sd 0.4257\n"
		"head|sched_debug||cpu.nr_running.max|1|-|0.0|3.25|runs - sd 0.3575\n"
		"base|perf-profile||calltrace.cycles-pp.intel_idle.cpuidle_enter_state.do_idle|%|- absolute|0.0|26.6\n"
		"head|perf-profile||calltrace.cycles-pp.intel_idle.cpuidle_enter_state.do_idle|%|- absolute|0.0|16.05\n"
		"base|perf-profile||calltrace.cycles-pp._raw_read_lock.do_wait.sys_wait4|%|- absolute|0.0|17.98\n"
		"head|perf-profile||calltrace.cycles-pp._raw_read_lock.do_wait.sys_wait4|%|- absolute|0.0|23.14\n",
		"note 0:0 summary-only\n");
}

static const char head_of_table[] = "commit/rootfs/tbox_group/testcase:\n"
				    "  base/debian-12/vm/ordermatch\n"
				    "\n"
				    "commit: \n"
				    "  625ed2bf04^\n"
				    "  625ed2bf04 (\"sched/cfs: Make util/load_avg more stable\")\n"
				    "\n"
				    "     625ed2bf04^      625ed2bf04 \n"
				    "---------------- --------------------------- \n"
				    "         %stddev     %change         %stddev\n"
				    "             \\          |                \\  \n";

/* What is not listed is below the largest share of each row: 3.90 %, 10.04 %. */
static void sides_are_called_as_the_commits(void **state)
{
	char text[1024];

	(void)state;
	(void)snprintf(
		text, sizeof(text), "%s%s", head_of_table,
		"      0.00            +3.9        3.90 ~  4%  perf-profile.self.cpu-clock.key_compare\n"
		"     10.04 +- 12%      -0.8        9.21 +- 14%  perf-profile.children.cpu-clock.main\n");
	LKP(text,
	    EVENT("625ed2bf04^", "self.cpu-clock", "3.9e+07")
		    INCLUSIVE("625ed2bf04^", "children.cpu-clock", "1.004e+08")
			    EVENT("625ed2bf04", "self.cpu-clock", "3.9e+07")
				    INCLUSIVE("625ed2bf04", "children.cpu-clock", "1.004e+08"),
	    CELL("625ed2bf04^", "self.cpu-clock||key_compare||", "0")
		    CELL("625ed2bf04^", "children.cpu-clock||main||", "100400000")
			    CELL("625ed2bf04", "self.cpu-clock||key_compare||", "39000000")
				    CELL("625ed2bf04", "children.cpu-clock||main||", "92100000"),
	    "note 0:0 summary-only\n");
}

static void words_above_the_ruler_name_commits_that_no_list_names(void **state)
{
	(void)state;
	assert_reads(
		&pd_format_lkp_profile,
		"       v6.12-rc4 a3396b9999 e70c301fae\n"
		"---------------- --------------------------- ---------------------------\n"
		"    187.64           -0.6%     186.48          -47.6%      98.29        stress-ng.aiol.ops_per_sec\n",
		"v6.12-rc4|stress-ng||aiol.ops_per_sec|ops/s|higher|0.0|187.64\n"
		"a3396b9999|stress-ng||aiol.ops_per_sec|ops/s|higher|0.0|186.48\n"
		"e70c301fae|stress-ng||aiol.ops_per_sec|ops/s|higher|0.0|98.29\n",
		"");
}

static void rows_that_a_mail_program_broke_are_joined(void **state)
{
	(void)state;
	LKP("     26.60           -10.6       16.05\n"
	    "  perf-profile.self.c.f\n"
	    "   1156877 \302\261\n"
	    "  3%      -3.1%    1120000 \302\261\n"
	    "  2%  hackbench.throughput\n",
	    EVENT("base", "self.c", "1e+09") EVENT("head", "self.c", "1e+09"),
	    CELL("base", "self.c||f||", "266000000") CELL("head", "self.c||f||", "160500000"),
	    "note 0:0 summary-only\n");
	assert_reads(
		&pd_format_lkp_profile,
		"   1156877 \302\261\n  3%      -3.1%    1120000 \302\261\n  2%  hackbench.throughput\n",
		"base|hackbench||throughput|1|higher|0.0|1156877|runs - sd 46275.1\n"
		"head|hackbench||throughput|1|higher|0.0|1120000|runs - sd 33600\n",
		"note 0:0 summary-only\n");
}

/* Numbers of prose begin no row that the next line could end. */
static void prose_is_not_read(void **state)
{
	(void)state;
	LKP("12\n"
	    "perf-profile.self.c.f\n"
	    "3.5 -1 4.5 lines were seen.\n"
	    "88 threads -2 of them\n"
	    "  26.60 -10.6 16.05\n"
	    "\n"
	    "  perf-profile.self.c.f\n",
	    "", "", "");
}

/* Shares of two jobs would add up to more than all. */
static void the_profile_of_a_second_job_is_told_and_left_out(void **state)
{
	(void)state;
	LKP("commit/testcase:\n  v6/a\n\n 1.00 +1.0 2.00 perf-profile.self.c.f\n"
	    "commit/testcase:\n  v6/b\n\n 3.00 +1.0 4.00 perf-profile.self.c.f\n",
	    EVENT("base", "self.c", "1e+09") EVENT("head", "self.c", "1e+09"),
	    CELL("base", "self.c||f||", "10000000") CELL("head", "self.c||f||", "20000000"),
	    "note 0:0 ambiguous\n");
}

static void rows_of_failures_are_told(void **state)
{
	(void)state;
	assert_reads(&pd_format_lkp_profile,
		     "          1:4          -25%            :4     dmesg.WARNING:at_kernel/x\n"
		     "      1.00            +1.0%       1.01  a.b\n",
		     "base|a||b|1|-|0.0|1\nhead|a||b|1|-|0.0|1.01\n", "note 0:0 not-available\n");
}

static void tables_are_found_by_their_rows(void **state)
{
	(void)state;
	assert_int_equal(
		pd_format_lkp_profile.probe(PD_STR("1.00 +1.0 2.00 perf-profile.self.c.f\n")), 80);
	assert_int_equal(pd_format_lkp_profile.probe(PD_STR("1 +1% 2 a.b\n")), 40);
	assert_int_equal(pd_format_lkp_profile.probe(PD_STR("1.5\n2.5\n")), 0);
	assert_int_equal(pd_format_lkp_profile.probe(PD_STR("")), 0);
}

static void cut_and_hostile_text_gives_what_was_whole(void **state)
{
	char *text = malloc(200000);
	size_t n = 0;

	(void)state;
	LKP("     26.60           -10.6       16", "", "", "");
	LKP("     26.60           -10.6       16.05 perf-profile.self.c.f\r\n 1 +",
	    EVENT("base", "self.c", "1e+09") EVENT("head", "self.c", "1e+09"),
	    CELL("base", "self.c||f||", "266000000") CELL("head", "self.c||f||", "160500000"), "");
	assert_non_null(text);
	while (n < 199000)
		n += (size_t)snprintf(text + n, 200000 - n, "1 +1 ");
	(void)snprintf(text + n, 200000 - n, "2 a.b\n");
	LKP(text, "", "", "");
	free(text);
}

/*
 * 8 % may be 8.99 % of the population: 9 % sqrt(5/4) of values; nothing printed is at most 2 %.
 */
static void deviations_are_at_most_what_their_print_can_mean(void **state)
{
	static const char text[] = "  100 \302\261  8%     -31.3%       200  a.b\n";
	const struct pd_read_options five = {.runs = 5};
	struct reading r = reading_by(&pd_format_lkp_profile, text, strlen(text), &five);

	(void)state;
	assert_string_equal(r.rows, "base|a||b|1|-|0.0|100|runs 5 sd 10.0623\n"
				    "head|a||b|1|-|0.0|200|runs 5 sd 4.47214\n");
	assert_string_equal(r.said, "");
	reading_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_alone_are_of_base_and_head),
		cmocka_unit_test(sides_are_called_as_the_commits),
		cmocka_unit_test(words_above_the_ruler_name_commits_that_no_list_names),
		cmocka_unit_test(rows_that_a_mail_program_broke_are_joined),
		cmocka_unit_test(prose_is_not_read),
		cmocka_unit_test(the_profile_of_a_second_job_is_told_and_left_out),
		cmocka_unit_test(rows_of_failures_are_told),
		cmocka_unit_test(tables_are_found_by_their_rows),
		cmocka_unit_test(cut_and_hostile_text_gives_what_was_whole),
		cmocka_unit_test(deviations_are_at_most_what_their_print_can_mean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
