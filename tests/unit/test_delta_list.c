/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "deltas.h"
#include "has.h"

#include <stdio.h>

/* The sums of test_delta_plain.c; the object that all rows share stands above. */
static void a_list_has_shares_and_seconds_of_both_sides(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	out = deltas_write(&d, "list", NULL);
	has(&out, "cycles:P in s; costs: shares of the time that the source prints\n"
		  "[1] Base (v6.4-rc1): 1 profile, total 11.486 s, cut below 1.00%\n"
		  "reverted: 1 profile, total 7.847 s, cut below 1.00%\n"
		  "all in [kernel.vmlinux]; comms are merged\n\n");
	has(&out,
	    "#      [1] %  reverted %        [1] s  reverted s         delta s  Symbol\n"
	    "# ..........  ..........  ...........  ..........  ..............  "
	    "................................\n"
	    "#\n"
	    "  4.29-5.29%      21.00%  0.493-0.608       1.648  +1.040..+1.155  "
	    "native_queued_spin_lock_slowpath\n"
	    "       7.49%     0-2.00%        0.860     0-0.157  -0.860..-0.703  __switch_to_asm\n"
	    "       1.49%       2.61%        0.171       0.205          +0.034  osq_lock\n"
	    "      86.73%      76.39%        9.962       5.994          -3.967  (below limit)\n"
	    "     100.00%     100.00%       11.486       7.847          -3.639  total\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

static void a_list_marks_what_changed_and_says_by_which_rule(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	d.report.n_top = 3;
	out = deltas_write(&d, "list", NULL);
	has(&out, "\n#  base %   head %  base s  head s  delta s     Shared Object  Symbol\n");
	has(&out, "\n   40.00%   50.00%   4.000   6.000   +2.000  *  ordermatch     key_compare\n");
	has(&out, "\n             4.17%           0.500   +0.500     ordermatch     fresh\n");
	/* 0.5 + 2 + 0.4 = 2.9 and 0 + 2.5 + 0.4 = 2.9 */
	has(&out, "\n   29.00%   24.17%   2.900   2.900    0.000                    (3 more rows)\n"
		  "    1.00%    1.67%   0.100   0.200   +0.100                    (rare)\n"
		  "  100.00%  100.00%  10.000  12.000   +2.000                    total\n");
	has(&out, "\n* = a change: p <= 0.05 (Benjamini-Hochberg), at least 5% and 0.1% of\n"
		  "the base total\n1 regression, ");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* With costs 73 columns, without them 57; what does not fit in 40 either keeps them. */
static void costs_are_left_out_where_that_makes_the_table_fit(void **state)
{
	struct pd_look look = {.width = 72};
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "list", &look);
	has(&out, "\n#  base %   head %  delta s     Shared Object  Symbol\n");
	has(&out, "\n   40.00%   50.00%   +2.000  *  ordermatch     key_compare\n");
	(void)pd_out_close(&out);
	look.width = 40;
	out = deltas_write(&d, "list", &look);
	has(&out, "\n#  base %   head %  base s  head s  delta s     Shared Object  Symbol\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* perf diff's layout: two blanks, the baseline in 8 columns, two blanks, the delta in 9. */
static void perf_diffs_columns_stand_where_perf_has_them(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "perfdiff", NULL);
	has(&out,
	    "# Event 'cycles:P'\n#\n"
	    "# Baseline  Delta Abs      Cost        95% interval       p  Shared Object  Symbol\n"
	    "# ........  .........  ........  ..................  ......  .............  "
	    "...............\n"
	    "#\n"
	    "    40.00%    +10.00%   +50.00%  [+37.50%, +62.50%]   <1e-4  ordermatch     "
	    "[.] key_compare\n"
	    "    30.00%    -10.00%   -20.00%  [-25.00%, -15.00%]  0.0020  ordermatch     [.] checksum\n"
	    "               +4.17%       new                              ordermatch     [.] fresh\n");
	has(&out, "\n# 1 regression, 1 improvement, 1 same, 3 inconclusive, 0 changed\n");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* No hits, no test: the columns are there and empty, and what cut lists leave open is no interval. */
static void perf_diffs_columns_are_empty_where_nothing_was_tested(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_mail(&d);
	out = deltas_write(&d, "perfdiff", NULL);
	has(&out, "95% interval  p  Shared Object     Symbol\n");
	has(&out, "%                   [kernel.vmlinux]  [k] native_queued_spin_lock_slowpath\n");
	has(&out, "%                   [kernel.vmlinux]  [k] osq_lock\n");
	has(&out, "\n# Baseline, Delta Abs: shares; Cost: its change, of which nothing could be "
		  "tested; flagged: ");
	has_not(&out, "[k] (below limit)");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

/* The shares that a mail of the kernel test robot's team has, 28 Aug 2017. */
static const struct {
	double base, head;
	const char *stack, *row;
} robot[] = {
	{26.60, 16.05, "intel_idle.cpuidle_enter_state.cpuidle_enter.call_cpuidle.do_idle",
	 "     26.60           -10.6       16.05        perf-profile.calltrace.cycles-pp."                                                                                       },
	{10.10, 12.53,
	 "_raw_write_lock_irq.do_exit.do_group_exit.sys_exit_group.entry_SYSCALL_64_fastpath",  "     10.10            +2.4       12.53        perf-profile.calltrace.cycles-pp."},
	{8.03,  10.63, "_raw_write_lock_irq.release_task.wait_consider_task.do_wait.sys_wait4",
	 "      8.03            +2.6       10.63        perf-profile.calltrace.cycles-pp."                                                                                       },
	{17.98, 23.14, "_raw_read_lock.do_wait.sys_wait4.entry_SYSCALL_64_fastpath",
	 "     17.98            +5.2       23.14        perf-profile.calltrace.cycles-pp."                                                                                       },
	{7.47,  13.33, "_raw_write_lock_irq.copy_process._do_fork.sys_clone.do_syscall_64",
	 "      7.47            +5.9       13.33        perf-profile.calltrace.cycles-pp."                                                                                       },
};

/* As a reader has them: parts of the whole, 1e9. */
static void robot_rows(struct deltas *d, const char *event)
{
	deltas_init(d, "base", "patched", 1);
	deltas_totals(d, 1, 1);
	d->event = d->section.event = deltas_id(d, event);
	d->section.unit = deltas_id(d, "share");
	d->result.policy.by = 1u << PD_BY_STACK;
	for (size_t i = 0; i < sizeof(robot) / sizeof(*robot); i++) {
		(void)deltas_row(d, PD_DELTA_ROW, "", "", rint(robot[i].base * 1e7) / 1e9,
				 rint(robot[i].head * 1e7) / 1e9);
		d->row[i].name[PD_BY_STACK] = deltas_id(d, robot[i].stack);
	}
}

static void the_robots_rows_come_out_byte_for_byte(void **state)
{
	static const char *const event[] = {"cycles:pp", "calltrace.cycles-pp"};
	struct deltas d;
	struct pd_out out;
	char line[256];

	(void)state;
	for (size_t e = 0; e < 2; e++) {
		robot_rows(&d, event[e]);
		out = deltas_write(&d, "lkp", NULL);
		for (size_t i = 0; i < sizeof(robot) / sizeof(*robot); i++) {
			(void)snprintf(line, sizeof(line), "\n%s%s\n", robot[i].row,
				       robot[i].stack);
			has(&out, line);
		}
		(void)pd_out_close(&out);
		pd_ctx_free(d.ctx);
	}
}

static void a_key_says_what_a_row_is(void **state)
{
	struct deltas d;
	struct pd_out out;

	(void)state;
	deltas_runs(&d);
	out = deltas_write(&d, "lkp", NULL);
	has(&out, "\n     40.00           +10.0       50.00        "
		  "perf-profile.self.cycles-P.key_compare\n");
	has(&out, "\nregression   p<1e-4    head  perf-profile.self.cycles-P.key_compare\n");
	has(&out, "\ncycles:P, in no row: 1.00 (base), 1.67 (head)\n");
	has_not(&out, "(rare)");
	(void)pd_out_close(&out);
	d.profile_event[0].is_inclusive = true;
	out = deltas_write(&d, "lkp", NULL);
	has(&out, "  perf-profile.children.cycles-P.key_compare\n");
	has_not(&out, "in no row");
	(void)pd_out_close(&out);
	pd_ctx_free(d.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_has_shares_and_seconds_of_both_sides),
		cmocka_unit_test(a_list_marks_what_changed_and_says_by_which_rule),
		cmocka_unit_test(costs_are_left_out_where_that_makes_the_table_fit),
		cmocka_unit_test(perf_diffs_columns_stand_where_perf_has_them),
		cmocka_unit_test(perf_diffs_columns_are_empty_where_nothing_was_tested),
		cmocka_unit_test(the_robots_rows_come_out_byte_for_byte),
		cmocka_unit_test(a_key_says_what_a_row_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
