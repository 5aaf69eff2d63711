/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"
#include "samples.h"

#define UNIXBENCH(text, rows, said) assert_reads(&pd_format_unixbench, text, rows, said)

#define RULE "########################################################\n"
#define ONE  RULE "Process Creation -- 1 copy\n==> \"pgms/spawn\" 2 2>&1\n\n"
#define TWO  RULE "Process Creation -- 2 copies\n==> \"pgms/spawn\" 2 2>&1\n\n"

#define PASS(n)                 "#### Pass " n "\n\n\n"
#define COPY(count, base, time) COPY_TIMED(count, base, "lps", "", time, "0")
#define COPY_TIMED(count, base, unit, own, time, status)                                \
 "# COUNT0: " count "\n# COUNT1: " base "\n# COUNT2: " unit "\n" own "# elapsed: " time \
 "\n# pid: 7628\n# status: " status "\n\n"

static int probe(const char *text)
{
	return pd_format_unixbench.probe(pd_str_of(text));
}

static void each_result_of_a_report_is_a_run(void **state)
{
	(void)state;
	UNIXBENCH(
		"1 x Process Creation  1 2 3\n"
		"Benchmark Run: Mon Nov 30 2026 14:39:39 - 14:39:56\n"
		"2 CPUs in system; running 1 parallel copy of tests\n\n"
		"Process Creation                                100.2 lps   (2.1 s, 2 samples)\n"
		"Shell Scripts (1 concurrent)                     50.5 lpm   (60.0 s, 1 samples)\n\n"
		"System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
		"Process Creation                                126.0        100.2      7.9\n"
		"                                                                   ========\n"
		"System Benchmarks Index Score (Partial Only)                            7.9\n"
		"Benchmark Run: Mon Nov 30 2026 14:39:56 - 14:40:19\n"
		"2 CPUs in system; running 2 parallel copies of tests\n\n"
		"Process Creation                                 55.1 lps   (2.7 s, 2 samples)\n"
		"System Benchmarks Index Score                                         1404.4\n"
		"Benchmark Run: Tue Dec 01 2026 14:39:56 - 14:40:19\n"
		"1 CPU in system; running 2 parallel copies of tests\n\n"
		"Process Creation                                 56.1 lps   (2.7 s, 2 samples)\n",
		"operand|unixbench|copies=1 test=Process Creation|score|lps|higher|0.0|100.2\n"
		"operand|unixbench|copies=1 test=Shell Scripts (1 concurrent)"
		"|score|lpm|higher|0.0|50.5\n"
		"operand|unixbench|copies=1 test=System|partial-index|1|higher redundant|0.0|7.9\n"
		"operand|unixbench|copies=2 test=Process Creation|score|lps|higher|0.0|55.1\n"
		"operand|unixbench|copies=2 test=System|index|1|higher redundant|0.0|1404.4\n"
		"operand|unixbench|copies=2 test=Process Creation|score|lps|higher|1.0|56.1\n",
		"");
}

static void a_result_without_its_copies_is_told(void **state)
{
	(void)state;
	UNIXBENCH("Process Creation    100.2 lps   (2.1 s, 2 samples)\n"
		  "2 CPUs in system; running 1 parallel copy of tests\n"
		  "Process Creation    100.3 lps   (2.1 s, 2 samples)\n"
		  "lps   (2.1 s, 2 samples)\n100.2 lps   (2.1 s, 2 samples)\n"
		  "Process Creation    ten lps   (2.1 s, 2 samples)\n"
		  "Benchmark Run: Mon Nov 30 2026 14:39:39 - 14:39:56\n"
		  "System Benchmarks Index Score      7.9\n",
		  "operand|unixbench|copies=1 test=Process Creation|score|lps|higher|0.0|100.3\n",
		  "warning 1:0 missing-header\nwarning 6:21 bad-number\n"
		  "warning 8:0 missing-header\n");
}

/* 30 / 2 s = 15 a second; 45 / 3 s likewise; 24 / (4 s / 60 s) = 360 a minute. */
static void each_pass_of_a_log_is_an_iteration(void **state)
{
	(void)state;
	UNIXBENCH(
		ONE PASS("1") COPY("30", "1", "2") PASS("2") COPY(
			"45", "1",
			"3") "*Dump score:        30.0\nCount score:        45.0\n\n>>>> Results of 1 copy\n"
			     ">>>> score: 15\n" ONE PASS("1") COPY("24", "60", "4"),
		"operand|unixbench|copies=1 test=Process Creation|score|lps|higher|0.0|15\n"
		"operand|unixbench|copies=1 test=Process Creation|score|lps|higher|0.1|15\n"
		"operand|unixbench|copies=1 test=Process Creation|score|lps|higher|1.0|360\n",
		"");
}

/* (30 + 50) / ((1 s + 3 s) / 2) = 40. */
static void counts_of_copies_add_up_over_their_mean_time(void **state)
{
	(void)state;
	UNIXBENCH(TWO PASS("1") COPY("30", "1", "1") COPY("50", "1", "3"),
		  "operand|unixbench|copies=2 test=Process Creation|score|lps|higher|0.0|40\n", "");
}

/* fstime takes its own time, 2.5 s; whetstone's count is a rate, base 0. */
static void programs_may_take_their_own_time(void **state)
{
	(void)state;
	UNIXBENCH(ONE PASS("1") COPY_TIMED("100", "1", "KBps", "# TIME: 2.5\n", "4", "0") RULE
		  "Whetstone -- 1 copy\n" PASS("1")
			  COPY_TIMED("3500.5", "0", "MWIPS", "# TIME: 9.9\n", "10", "0"),
		  "operand|unixbench|copies=1 test=Process Creation|score|KBps|higher|0.0|40\n"
		  "operand|unixbench|copies=1 test=Whetstone|score|MWIPS|higher|0.0|3500.5\n",
		  "");
}

static void passes_that_are_broken_are_left_out(void **state)
{
	(void)state;
	UNIXBENCH(PASS("1") COPY("1", "1", "1") ONE PASS("1") COPY_TIMED("1", "1", "lps", "", "1",
									 "256") PASS("2")
			  COPY("x", "1", "1") PASS("3") "# COUNT0: 7\n# status: 0\n" PASS(
				  "4") "# ERROR: no\n" COPY("1", "1", "1") PASS("5")
				  COPY("9", "1", "1") TWO PASS("1") COPY("1", "1", "1") PASS("2"),
		  "operand|unixbench|copies=1 test=Process Creation|score|lps|higher|0.0|9\n",
		  "warning 1:0 missing-header\nwarning 23:0 failed-run\nwarning 28:11 bad-number\n"
		  "warning 39:0 missing-result\nwarning 49:0 failed-run\n"
		  "warning 75:0 missing-result\nwarning 77:0 missing-result\n");
}

/*
 * The log of a run, and what UnixBench made of it: the geometric mean of the best two
 * of three passes, 100.166778282056 and 55.0689531698149.
 */
static void passes_give_the_score_that_unixbench_prints(void **state)
{
	struct reading r = reading_text(
		&pd_format_unixbench,
		ONE PASS("1") COPY("225", "1", "2.083658") PASS("2") COPY("193", "1", "2.077141")
			PASS("3") COPY("163", "1", "2.145120") TWO PASS("1")
				COPY("78", "1", "2.488078") COPY("72", "1", "2.615676") PASS("2")
					COPY("65", "1", "2.723158") COPY("86", "1", "3.130466")
						PASS("3") COPY("43", "1", "2.544770")
							COPY("45", "1", "2.569631"));

	(void)state;
	assert_int_equal(r.table.n, 6);
	assert_close(sqrt(r.table.value[0] * r.table.value[1]), 100.166778282056, 1e-13);
	assert_close(sqrt(r.table.value[3] * r.table.value[4]), 55.0689531698149, 1e-13);
	reading_close(&r);
}

static void its_own_words_tell_it_from_other_text(void **state)
{
	(void)state;
	assert_int_equal(probe("x\n36 CPUs in system; running 1 parallel copy of tests\n"), 80);
	assert_int_equal(probe("x\n# COUNT0: 225\n"), 80);
	assert_int_equal(probe("Benchmark Run: Mon Nov 30 2026 14:39:39 - 14:39:56\n"), 0);
}

/* Six files: 2 results and 2 indices each in reports, 2 x 3 passes in logs, 1 result in a robot's. */
static void recordings_are_read_whole(void **state)
{
	static const struct sample sample[] = {
		{SAMPLE("kernel/unixbench-spawn/base"),      24, 4, 0},
		{SAMPLE("kernel/unixbench-spawn-log/base"),  36, 2, 0},
		{SAMPLE("kernel/lkp-fixtures/unixbench/01"), 1,  1, 0},
	};

	(void)state;
	if (!samples_are_whole(sample, PD_ARRAY_SIZE(sample)))
		leave_without_data();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_result_of_a_report_is_a_run),
		cmocka_unit_test(a_result_without_its_copies_is_told),
		cmocka_unit_test(each_pass_of_a_log_is_an_iteration),
		cmocka_unit_test(counts_of_copies_add_up_over_their_mean_time),
		cmocka_unit_test(programs_may_take_their_own_time),
		cmocka_unit_test(passes_that_are_broken_are_left_out),
		cmocka_unit_test(passes_give_the_score_that_unixbench_prints),
		cmocka_unit_test(its_own_words_tell_it_from_other_text),
		cmocka_unit_test(recordings_are_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
