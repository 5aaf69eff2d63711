/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#define HACKBENCH(text, rows, said) assert_reads(&pd_format_hackbench, text, rows, said)

/* Labels as they come back: 1 group of 40 file descriptors, 150 messages of 100 bytes. */
#define GROUP_1 \
 "operand|hackbench|bytes=100 fds=40 groups=1 loops=150 mode=process tasks=40|time|s|lower|"
#define GROUP_2 \
 "operand|hackbench|bytes=100 fds=40 groups=2 loops=150 mode=process tasks=80|time|s|lower|"

#define HEADER_1                                                                        \
 "Running in process mode with 1 groups using 40 file descriptors each (== 40 tasks)\n" \
 "Each sender will pass 150 messages of 100 bytes\n"
#define HEADER_2                                                                        \
 "Running in process mode with 2 groups using 40 file descriptors each (== 80 tasks)\n" \
 "Each sender will pass 150 messages of 100 bytes\n"

static int probe(const char *text)
{
	return pd_format_hackbench.probe(pd_str_of(text));
}

static void every_parameter_is_a_label_and_every_time_is_a_run(void **state)
{
	(void)state;
	HACKBENCH(HEADER_1 "Time: 0.327\n" HEADER_2 "Time: 0.534\n" HEADER_1 "Time: 0.331\n",
		  GROUP_1 "0.0|0.327\n" GROUP_2 "0.0|0.534\n" GROUP_1 "1.0|0.331\n", "");
}

static void the_old_program_says_neither_mode_nor_loops(void **state)
{
	(void)state;
	HACKBENCH("Running with 50*40 (== 2000) tasks.\nTime: 4.811\n",
		  "operand|hackbench|fds=40 groups=50 tasks=2000|time|s|lower|0.0|4.811\n", "");
}

static void threads_are_another_mode_as_the_program_words_it(void **state)
{
	(void)state;
	HACKBENCH(
		"Running in threaded mode with 2 groups using 40 file descriptors each (== 80 tasks)\n"
		"Each sender will pass 150 messages of 100 bytes\nTime: 1\n",
		"operand|hackbench|bytes=100 fds=40 groups=2 loops=150 mode=threaded tasks=80|time|s|"
		"lower|0.0|1\n",
		"");
}

static void lines_of_the_robot_stand_anywhere_and_do_not_matter(void **state)
{
	(void)state;
	HACKBENCH(
		"Instance: 1\nPATH=/usr/bin\nIterations: 1\n"
		"2026-07-19 18:06:13 hackbench -g 1 --process -l 150 -s 100\n"
		"Running in process mode with 1 groups using 40 file descriptors each (== 40 tasks)\n"
		"kernel.pid_max = 655360\n"
		"Each sender will pass 150 messages of 100 bytes\n"
		"perf version 7.2.rc3\nTime: 9.541\nIterations: 2\n" HEADER_1 "Time: 10.018\n",
		GROUP_1 "0.0|9.541\n" GROUP_1 "1.0|10.018\n", "");
}

/* 2026-07-19 18:06:13 UTC is 1784484373, by Python's datetime. */
static void the_robot_says_when_each_run_began(void **state)
{
	(void)state;
	assert_reads_times(&pd_format_hackbench,
			   "2026-07-19 18:06:13 hackbench -g 1 -l 150\n" HEADER_1 "Time: 9.5\n"
			   "2026-07-19 18:06:24 hackbench -g 1 -l 150\n" HEADER_1 "Time: 9.6\n"
			   "2026-02-30 18:06:34 hackbench -g 1 -l 150\n" HEADER_1 "Time: 9.7\n"
			   "2026-07-19 18:06:44 sleep 1\n" HEADER_1 "Time: 9.8\n",
			   "1784484373 1784484384 - - ");
}

static void parallel_copies_are_told_apart_from_the_second_on(void **state)
{
	(void)state;
	HACKBENCH("Instance: 1\n" HEADER_1 "Time: 1.5\nInstance: 2\n" HEADER_1 "Time: 2.5\n",
		  GROUP_1 "0.0|1.5\n"
			  "operand|hackbench|bytes=100 fds=40 groups=1 instance=2 loops=150 "
			  "mode=process tasks=40|time|s|lower|0.0|2.5\n",
		  "");
}

static void mmtests_prints_the_time_as_perf_does(void **state)
{
	(void)state;
	HACKBENCH(HEADER_1 "\n     Total time: 11.486 [sec]\n", GROUP_1 "0.0|11.486\n", "");
}

/* Whose time the second is, nobody knows: it is not pooled with the first. */
static void a_time_without_its_header_is_left_out_and_said(void **state)
{
	(void)state;
	HACKBENCH("Time: 0.1\n" HEADER_1 "Time: 0.327\nTime: 0.4\n", GROUP_1 "0.0|0.327\n",
		  "warning 1:0 missing-header\nwarning 5:0 missing-header\n");
}

static void a_run_that_printed_no_time_is_said(void **state)
{
	(void)state;
	HACKBENCH(HEADER_2 HEADER_1 "Time: 0.327\n" HEADER_2, GROUP_1 "0.0|0.327\n",
		  "warning 3:0 missing-result\nwarning 7:0 missing-result\n");
}

static void a_time_that_is_no_number_is_said_with_its_column(void **state)
{
	(void)state;
	HACKBENCH(HEADER_1 "Time: 0,5\n" HEADER_1 "Time: fast\n" HEADER_1 "Time: 0.5\n",
		  GROUP_1 "0.0|0.5\n", "warning 3:7 bad-number\nwarning 6:7 bad-number\n");
}

static void nan_is_an_error(void **state)
{
	struct reading r = reading_text(&pd_format_hackbench, HEADER_1 "Time: nan\n");

	(void)state;
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 3:7 not-finite\n");
	reading_close(&r);
}

/* In runs of fixed length the messages are the result: more is better. */
static void messages_passed_are_a_value_and_not_a_label(void **state)
{
	(void)state;
	HACKBENCH(
		"Running in process mode with 1 groups using 40 file descriptors each (== 40 tasks)\n"
		"Each sender passed 1234 messages of 100 bytes in average\nTime: 10.001\n",
		"operand|hackbench|bytes=100 fds=40 groups=1 mode=process tasks=40|messages|1|higher|"
		"0.0|1234\n"
		"operand|hackbench|bytes=100 fds=40 groups=1 mode=process tasks=40|time|s|lower|"
		"0.0|10.001\n",
		"");
}

static void quoted_mail_with_windows_line_ends_is_read(void **state)
{
	(void)state;
	HACKBENCH(
		"> Running in process mode with 1 groups using 40 file descriptors each (== 40 tasks)\r\n"
		"> Each sender will pass 150 messages of 100 bytes\r\n> Time: 0.327\r\n",
		GROUP_1 "0.0|0.327\n", "");
}

static void only_its_own_header_makes_it_sure(void **state)
{
	(void)state;
	assert_int_equal(probe(HEADER_1), 80);
	assert_int_equal(probe("noise\nRunning with 1*40 (== 40) tasks.\n"), 80);
	assert_int_equal(probe("Time: 0.327\n"), 0);
	assert_int_equal(probe(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_parameter_is_a_label_and_every_time_is_a_run),
		cmocka_unit_test(the_old_program_says_neither_mode_nor_loops),
		cmocka_unit_test(threads_are_another_mode_as_the_program_words_it),
		cmocka_unit_test(lines_of_the_robot_stand_anywhere_and_do_not_matter),
		cmocka_unit_test(the_robot_says_when_each_run_began),
		cmocka_unit_test(parallel_copies_are_told_apart_from_the_second_on),
		cmocka_unit_test(mmtests_prints_the_time_as_perf_does),
		cmocka_unit_test(a_time_without_its_header_is_left_out_and_said),
		cmocka_unit_test(a_run_that_printed_no_time_is_said),
		cmocka_unit_test(a_time_that_is_no_number_is_said_with_its_column),
		cmocka_unit_test(nan_is_an_error),
		cmocka_unit_test(messages_passed_are_a_value_and_not_a_label),
		cmocka_unit_test(quoted_mail_with_windows_line_ends_is_read),
		cmocka_unit_test(only_its_own_header_makes_it_sure),
	};

	return cmocka_run_group_tests_name("format_hackbench", tests, NULL, NULL);
}
