/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#define PERF(text, rows, said) assert_reads(&pd_format_perf_bench, text, rows, said)

static int probe(const char *text)
{
	return pd_format_perf_bench.probe(pd_str_of(text));
}

static void messaging_is_one_time_with_its_groups(void **state)
{
	(void)state;
	PERF("# Running 'sched/messaging' benchmark:\n"
	     "# 20 sender and receiver processes per group\n# 4 groups == 160 processes run\n\n"
	     "     Total time: 0.576 [sec]\n"
	     "# Running 'sched/messaging' benchmark:\n"
	     "# 20 sender and receiver threads per group\n# 1 groups == 40 threads run\n\n"
	     "     Total time:5.855 sec\n",
	     "operand|sched/messaging|groups=4 mode=processes senders=20 tasks=160|time|s|lower|0.0|"
	     "0.576\n"
	     "operand|sched/messaging|groups=1 mode=threads senders=20 tasks=40|time|s|lower|0.0|"
	     "5.855\n",
	     "");
}

#define PIPE "operand|sched/pipe|mode=processes operations=20000|"

/* 20.055600 us are 0.0000200556 s. Three forms of one number: one of them decides. */
static void of_three_forms_of_one_number_one_is_gated(void **state)
{
	(void)state;
	PERF("# Running 'sched/pipe' benchmark:\n"
	     "# Executed 20000 pipe operations between two processes\n\n"
	     "     Total time: 0.400 [sec]\n\n      20.055600 usecs/op\n          49861 ops/sec\n",
	     PIPE "total-time|s|lower redundant|0.0|0.4\n" PIPE
		  "time-per-op|s/op|lower|0.0|2.00556e-05\n" PIPE
		  "rate|ops/s|higher redundant|0.0|49861\n",
	     "");
}

/* de_DE has a decimal comma and dots between thousands; fr_FR narrow blanks (U+202F). */
static void numbers_of_other_locales_are_read_where_the_grammar_is_certain(void **state)
{
	(void)state;
	PERF("# Running 'syscall/basic' benchmark:\n# Executed 10.000.000 getppid() calls\n"
	     "     Total time: 1.374 [sec]\n\n       0,137484 usecs/op\n      7.273.589 ops/sec\n",
	     "operand|syscall/basic|operations=10000000|total-time|s|lower redundant|0.0|1.374\n"
	     "operand|syscall/basic|operations=10000000|time-per-op|s/op|lower|0.0|1.37484e-07\n"
	     "operand|syscall/basic|operations=10000000|rate|ops/s|higher redundant|0.0|7273589\n",
	     "");
	PERF("# Running 'syscall/basic' benchmark:\n"
	     "# Executed 10\342\200\257000\342\200\257000 getppid() calls\n"
	     "  7\342\200\257273\342\200\257589 ops/sec\n",
	     "operand|syscall/basic|operations=10000000|rate|ops/s|higher redundant|0.0|7273589\n",
	     "");
}

static void odd_groups_of_digits_are_no_number(void **state)
{
	(void)state;
	PERF("# Running 'sched/pipe' benchmark:\n      1,2,3 ops/sec\n      x1.5 usecs/op\n"
	     "      2.5 usecs/op\n",
	     "operand|sched/pipe||time-per-op|s/op|lower|0.0|2.5e-06\n",
	     "warning 2:7 bad-number\nwarning 3:7 bad-number\n");
}

static void without_headers_the_call_names_the_benchmark(void **state)
{
	(void)state;
	PERF("# Executed 10000 getppid() calls\n  0.5 usecs/op\n# Executed 10 fork() calls\n  78.9 usecs/op\n",
	     "operand|syscall/basic|operations=10000|time-per-op|s/op|lower|0.0|5e-07\n"
	     "operand|syscall/fork|operations=10|time-per-op|s/op|lower|0.0|7.89e-05\n",
	     "");
}

/*
 * 15.625 * 1024^3 = 16777216000, which is 16 MiB in a millisecond; 500 * 1024^2
 * = 524288000; 500 * 1024 = 512000.
 */
static void memory_speed_is_in_binary_units(void **state)
{
	(void)state;
	PERF("# Running 'mem/memcpy' benchmark:\n"
	     "# function 'default' (Default memcpy() provided by glibc)\n# Copying 16MB bytes ...\n\n"
	     "      15.625000 GB/sec\n"
	     "# function 'x86-64-movsq' (movsq-based memcpy() in arch/x86/lib/memcpy_64.S)\n"
	     "# Copying 512KB bytes ...\n\n     500.000000 MB/sec\n"
	     "# function 'x86-64-movsb' (movsb-based memcpy() in arch/x86/lib/memcpy_64.S)\n"
	     "# Copying 512B bytes ...\n\n     500.000000d KB/sec\n     12.250000 cycles/byte\n",
	     "operand|mem/memcpy|function=default size=16MB|throughput|B/s|higher|0.0|16777216000\n"
	     "operand|mem/memcpy|function=x86-64-movsq size=512KB|throughput|B/s|higher|0.0|524288000\n"
	     "operand|mem/memcpy|function=x86-64-movsb size=512B|throughput|B/s|higher|0.0|512000\n"
	     "operand|mem/memcpy|function=x86-64-movsb size=512B|cycles-per-byte|cycles/byte|lower|0.0|"
	     "12.25\n",
	     "");
}

static void a_bare_number_is_a_result_only_where_one_is_due(void **state)
{
	(void)state;
	PERF("# Running sched/messaging benchmark...\n0.729\n42\n\n"
	     "# Running sched/pipe benchmark...\n9.891\n",
	     "operand|sched/messaging||time|s|lower|0.0|0.729\n"
	     "operand|sched/pipe||time|s|lower|0.0|9.891\n",
	     "");
	PERF("# function 'default' (Default memset() provided by glibc)\n17476266666.5\n",
	     "operand|mem/memset|function=default|throughput|B/s|higher|0.0|17476266666.5\n", "");
	PERF("# function 'default' (Default memset() provided by glibc)\n0.211\n", "",
	     "warning 2:1 ambiguous\n");
}

#define WAKE                                                                                   \
 "# Running 'futex/wake' benchmark:\n"                                                         \
 "Run summary [PID 25]: blocking on 2 threads (at [private] futex 0x55b6e9a26b58), waking up " \
 "1 at a time.\n\n"
#define WOKEN "operand|futex/wake|batch=1 scope=private threads=2|time|s|lower|"

/* 0.0470 ms = 4.7e-05 s; 0.0430 ms = 4.3e-05 s. Their mean is not read again. */
static void repeats_in_the_process_are_iterations_and_their_mean_is_not_counted(void **state)
{
	(void)state;
	PERF(WAKE "[Run 1]: Wokeup 2 of 2 threads in 0.0470 ms\n"
		  "[Run 2]: Wokeup 2 of 2 threads in 0.0430 ms\n"
		  "Wokeup 2 of 2 threads in 0.0450 ms (+-4.44%)\n" WAKE
		  "[Run 1]: Wokeup 2 of 2 threads in 0.0510 ms\n",
	     WOKEN "0.0|4.7e-05\n" WOKEN "0.1|4.3e-05\n" WOKEN "1.0|5.1e-05\n", "");
}

static void a_mean_alone_is_the_result(void **state)
{
	(void)state;
	PERF(WAKE "Wokeup 2 of 2 threads in 0.0450 ms (+-4.44%)\n", WOKEN "0.0|4.5e-05\n", "");
}

static void every_futex_suite_is_understood(void **state)
{
	(void)state;
	PERF("Run summary [PID 3]: blocking on 8 threads (at [shared] futex 0x56), 8 threads waking up 1 "
	     "at a time.\n"
	     "[Run 1]: Avg per-thread latency (waking 1/8 threads) in 0.0054 ms (+-16.84%)\n"
	     "Avg per-thread latency (waking 1/8 threads) in 0.0112 ms (+-21.72%)\n"
	     "Run summary [PID 3]: Requeuing 2 threads (from [private] 0x5c to PI 0x58), 2 at a time.\n"
	     "[Run 1]: Awoke and Requeued (1+1) of 2 threads in 0.1450 ms\n"
	     "Requeued 2 of 2 threads in 0.1450 ms (+-0.00%)\n"
	     "Run summary [PID 3]: Requeuing 2 threads (from [private] 0x5c to 0x58), 1 at a time.\n"
	     "[Run 1]: Requeued 2 of 2 threads in 0.0060 ms\n"
	     "Run summary [PID 3]: 2 threads doing pi lock/unlock pairing for 1 secs.\n"
	     "[thread   0] futex: 0x55d8eb7e0f58 [ 2832 ops/sec ]\n"
	     "Averaged 2831 operations/sec (+- 0.02%), total secs = 1\n",
	     "operand|futex/wake-parallel|batch=1 scope=shared threads=8 wakers=8|latency|s|lower|0.0|"
	     "5.4e-06\n"
	     "operand|futex/requeue|batch=2 scope=private target=PI threads=2|time|s|lower|0.0|0.000145\n"
	     "operand|futex/requeue|batch=1 scope=private threads=2|time|s|lower|0.0|6e-06\n"
	     "operand|futex/lock-pi|seconds=1 threads=2|throughput|ops/s|higher|0.0|2831\n",
	     "");
}

#define HASH \
 "Run summary [PID 4]: 2 threads, each operating on 1024 [private] futexes for 1 secs.\n"
#define HASHED "operand|futex/hash|futexes=1024 hashing=512 hash buckets (immutable) "

/* The line is behind the number that it is about, and must not name the next one. */
static void a_parameter_printed_behind_its_value_is_a_label_of_it(void **state)
{
	(void)state;
	PERF(HASH "Averaged 557056 operations/sec (+- 19.67%), total secs = 1\n"
		  "Futex hashing: 512 hash buckets (immutable)\n" HASH
		  "Averaged 557057 operations/sec (+- 19.67%), total secs = 1\n",
	     HASHED
	     "scope=private seconds=1 threads=2|throughput|ops/s|higher|0.0|557056\n"
	     "operand|futex/hash|futexes=1024 scope=private seconds=1 threads=2|throughput|ops/s|"
	     "higher|0.0|557057\n",
	     "");
}

static void operations_in_a_fixed_time_are_better_high(void **state)
{
	(void)state;
	PERF("Run summary [PID 5]: 2 threads doing epoll_ctl ops 64 file-descriptors for 1 secs.\n"
	     "Averaged 211136 ADD operations (+- 1.58%)\nAveraged 211137 MOD operations (+- 1.58%)\n"
	     "Run summary [PID 6]: 1 threads monitoring on 64 file-descriptors for 8 secs.\n"
	     "Averaged 607715 operations/sec (+- 0.00%), total secs = 8\n",
	     "operand|epoll/ctl|fds=64 op=ADD seconds=1 threads=2|operations|ops|higher|0.0|211136\n"
	     "operand|epoll/ctl|fds=64 op=MOD seconds=1 threads=2|operations|ops|higher|0.0|211137\n"
	     "operand|epoll/wait|fds=64 seconds=8 threads=1|throughput|ops/s|higher|0.0|607715\n",
	     "");
}

/* 9460 KB of getrusage() are 9460 * 1024 = 9687040 bytes. */
static void perf_measures_itself(void **state)
{
	(void)state;
	PERF("# Running 'internals/inject-build-id' benchmark:\n"
	     "  Average build-id injection took: 1.287 msec (+- 0.165 msec)\n"
	     "  Average time per event: 10.725 usec (+- 1.375 usec)\n"
	     "  Average memory usage: 9460 KB (+- 72 KB)\n"
	     "# Running 'internals/synthesize' benchmark:\n"
	     "Computing performance of multi threaded perf event synthesis by\n"
	     "  Number of synthesis threads: 2\n"
	     "    Average synthesis took: 3188.100 usec (+- 85.610 usec)\n"
	     "    Average num. events: 277.000 (+- 0.000)\n"
	     "# Running 'internals/kallsyms-parse' benchmark:\n"
	     "  Average kallsyms__parse took: 40.241 ms (+- 0.228 ms)\n",
	     "operand|internals/inject-build-id|step=build-id injection|time|s|lower|0.0|0.001287\n"
	     "operand|internals/inject-build-id|step=build-id injection|time-per-event|s|lower redundant|"
	     "0.0|1.0725e-05\n"
	     "operand|internals/inject-build-id|step=build-id injection|memory|B|lower|0.0|9687040\n"
	     "operand|internals/synthesize|mode=multi step=synthesis threads=2|time|s|lower|0.0|0.0031881\n"
	     "operand|internals/synthesize|mode=multi step=synthesis threads=2|events|1|- redundant|0.0|"
	     "277\n"
	     "operand|internals/kallsyms-parse|step=kallsyms__parse|time|s|lower|0.0|0.040241\n",
	     "");
}

static void bits_and_breakpoints_have_their_parameters(void **state)
{
	(void)state;
	PERF("# Running 'mem/find_bit' benchmark:\n100000 operations 2 bits set of 32 bits\n"
	     "  Average for_each_set_bit took: 2088.800 usec (+- 197.312 usec)\n"
	     "# Running 'breakpoint/thread' benchmark:\n"
	     "# Created/joined 10 threads with 1 breakpoints and 2 parallelism\n"
	     "     Total time: 0.002 [sec]\n\n     141.950000 usecs/op\n     283.900000 usecs/op/cpu\n",
	     "operand|mem/find_bit|bits=32 operations=100000 set=2 step=for_each_set_bit|time|s|lower|0.0|"
	     "0.0020888\n"
	     "operand|breakpoint/thread|breakpoints=1 operations=10 parallelism=2|total-time|s|"
	     "lower redundant|0.0|0.002\n"
	     "operand|breakpoint/thread|breakpoints=1 operations=10 parallelism=2|time-per-op|s/op|lower|"
	     "0.0|0.00014195\n"
	     "operand|breakpoint/thread|breakpoints=1 operations=10 parallelism=2|time-per-op-and-cpu|"
	     "s/op/cpu|lower redundant|0.0|0.0002839\n",
	     "");
}

#define NUMA \
 "operand|numa/mem|command=perf bench numa numa-mem -p 1 cpus=2 nodes=1 tasks=1 test=main|"

/* Here GB are of 1e9 bytes: 6.801 s / 0.836 GB is the 8.136 ns per byte that perf prints. */
static void of_the_rows_of_numa_the_first_is_gated(void **state)
{
	(void)state;
	PERF("# Running 'numa/mem' benchmark:\n\n # Running main, \"perf bench numa numa-mem -p 1\"\n"
	     " # 1 task will execute (on 1 nodes, 2 CPUs):\n"
	     " main,                                    6.801, secs,           runtime-max/thread\n"
	     " main,                                   20.594, %,              spread-runtime/thread\n"
	     " main,                                    0,123, GB/sec,         thread-speed\n",
	     NUMA "runtime-max/thread|s|lower|0.0|6.801\n" NUMA
		  "spread-runtime/thread|%|- redundant|0.0|20.594\n" NUMA
		  "thread-speed|B/s|higher redundant|0.0|123000000\n",
	     "");
}

static void a_benchmark_that_printed_no_result_is_said(void **state)
{
	(void)state;
	PERF("# Running 'mem/memcpy' benchmark:\nFailed to open cycles counter\n"
	     "# Running 'epoll/ctl' benchmark:\nperf: setrlimit: Operation not permitted\n",
	     "", "warning 3:0 missing-result\nwarning 4:0 missing-result\n");
}

static void headers_make_it_surer_than_sections(void **state)
{
	(void)state;
	assert_int_equal(probe("x\n# Running 'sched/pipe' benchmark:\n"), 85);
	assert_int_equal(probe("# Running sched/pipe benchmark...\n"), 85);
	assert_int_equal(probe("# Executed 10000 getppid() calls\n"), 70);
	assert_int_equal(probe(HASH), 70);
	assert_int_equal(probe("0.576\n"), 0);
	assert_int_equal(probe(""), 0);
}

#define BYTES_62 "sched/0123456789012345678901234567890123456789012345678901234x"

/* Cut, both would be one benchmark. */
static void names_too_long_to_be_kept_are_refused(void **state)
{
	(void)state;
	PERF("# Running '" BYTES_62 "a' benchmark:\n     Total time: 0.576 [sec]\n",
	     "operand|" BYTES_62 "a||time|s|lower|0.0|0.576\n", "");
	PERF("# Running '" BYTES_62 "ab' benchmark:\n     Total time: 0.576 [sec]\n", "",
	     "error 1:0 limit\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messaging_is_one_time_with_its_groups),
		cmocka_unit_test(names_too_long_to_be_kept_are_refused),
		cmocka_unit_test(of_three_forms_of_one_number_one_is_gated),
		cmocka_unit_test(numbers_of_other_locales_are_read_where_the_grammar_is_certain),
		cmocka_unit_test(odd_groups_of_digits_are_no_number),
		cmocka_unit_test(without_headers_the_call_names_the_benchmark),
		cmocka_unit_test(memory_speed_is_in_binary_units),
		cmocka_unit_test(a_bare_number_is_a_result_only_where_one_is_due),
		cmocka_unit_test(
			repeats_in_the_process_are_iterations_and_their_mean_is_not_counted),
		cmocka_unit_test(a_mean_alone_is_the_result),
		cmocka_unit_test(every_futex_suite_is_understood),
		cmocka_unit_test(a_parameter_printed_behind_its_value_is_a_label_of_it),
		cmocka_unit_test(operations_in_a_fixed_time_are_better_high),
		cmocka_unit_test(perf_measures_itself),
		cmocka_unit_test(bits_and_breakpoints_have_their_parameters),
		cmocka_unit_test(of_the_rows_of_numa_the_first_is_gated),
		cmocka_unit_test(a_benchmark_that_printed_no_result_is_said),
		cmocka_unit_test(headers_make_it_surer_than_sections),
	};

	return cmocka_run_group_tests_name("format_perf_bench", tests, NULL, NULL);
}
