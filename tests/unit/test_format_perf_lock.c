/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define PERF_LOCK(text, expected, said) \
 assert_profiles(&pd_format_perf_lock, locks, text, expected, said)

#define CALLERS " contended   total wait     max wait     avg wait         type   caller\n\n"
#define CSV     "# output: contended, total wait, max wait, avg wait, type, caller\n"

static int probe(const char *text)
{
	return pd_format_perf_lock.probe(pd_str_of(text));
}

/* 43.03 ms is 43030000 ns; each row's caller is the site that waits. */
static void rows_by_caller_are_sites_with_their_class(void **state)
{
	(void)state;
	PERF_LOCK(
		CALLERS
		"        12     43.03 ms     11.49 ms      3.59 ms      rwsem:W   dup_mmap+0x3d5\n"
		"       107      2.68 ms    139.07 us     25.04 us        mutex   perf_trace_init+0x1a\n"
		"         3      992 ns      500 ns      331 ns     rwlock:W   Unknown\n",
		"0|lock/wait||dup_mmap@[kernel.kallsyms]|dup_mmap@[kernel.kallsyms]|rwsem:W||"
		"43030000|12\n"
		"0|lock/wait||perf_trace_init@[kernel.kallsyms]|perf_trace_init@[kernel.kallsyms]|"
		"mutex||2680000|107\n"
		"0|lock/wait||[unknown]@[kernel.kallsyms]|[unknown]@[kernel.kallsyms]|rwlock:W||992|3\n",
		"");
}

/* The class is the row's, the site the first function above the primitives, whatever caller says. */
static void the_chain_of_v_tells_more_than_the_caller(void **state)
{
	(void)state;
	PERF_LOCK(
		"Using /proc/kallsyms for symbols\n" CALLERS
		"        12     43.03 ms     11.49 ms      3.59 ms      rwsem:W   copy_process+0x1258\n"
		"\t\t\t0xffffffff8226adbc  rwsem_down_write_slowpath+0x3cc\n"
		"\t\t\t0xffffffff8226b176  down_write+0x66\n"
		"\t\t\t0xffffffff8160c965  dup_mmap+0x3d5\n"
		"\t\t\t0xffffffff8135e928  copy_process+0x1258\n"
		"\t\t\t0x7f8bcca8b353  \n"
		"         1      5.39 us      5.39 us      5.39 us        mutex   mm_init+0x3dd\n"
		"\n=== output for debug===\n\nbad: 0, total: 6\nbad rate: 0.00 %\n"
		"histogram of events caused bad sequence\n    acquire: 0\n",
		"0|lock/wait||rwsem_down_write_slowpath@[kernel.kallsyms]<down_write@[kernel.kallsyms]|"
		"dup_mmap@[kernel.kallsyms]<copy_process@[kernel.kallsyms]|rwsem:W||43030000|12\n"
		"0|lock/wait||mm_init@[kernel.kallsyms]|mm_init@[kernel.kallsyms]|mutex||5390|1\n",
		"");
}

static void columns_go_by_their_names(void **state)
{
	(void)state;
	/* perf lock contention -F wait_min,avg_wait,contended */
	PERF_LOCK(
		"    min wait     avg wait  contended   total wait         type   caller\n\n"
		"      992 ns      3.59 ms         12     43.03 ms      rwsem:W   dup_mmap+0x3d5\n",
		"0|lock/wait||dup_mmap@[kernel.kallsyms]|dup_mmap@[kernel.kallsyms]|rwsem:W||"
		"43030000|12\n",
		"");
	/* Without a total: 3.59 ms twelve times. */
	PERF_LOCK("    avg wait  contended         type   caller\n"
		  "     3.59 ms         12      rwsem:W   dup_mmap+0x3d5\n",
		  "0|lock/wait||dup_mmap@[kernel.kallsyms]|dup_mmap@[kernel.kallsyms]|rwsem:W||"
		  "43080000|12\n",
		  "");
}

/* -F wait_total: how often is not said, and no number is made up. */
static void hits_that_are_not_told_are_not_counted(void **state)
{
	const char *text = "  total wait         type   caller\n"
			   "    43.03 ms      rwsem:W   dup_mmap+0x3d5\n";
	struct profiling p = profiling_of(&pd_format_perf_lock, text, strlen(text));

	(void)state;
	assert_int_equal(p.profiles.n, 1);
	assert_false(p.profiles.profile[0].event[0].counted);
	assert_int_equal(p.profiles.profile[0].event[0].weight, 43030000);
	profiling_close(&p);
}

static void a_table_without_waiting_time_is_left_out(void **state)
{
	(void)state;
	PERF_LOCK(" contended     max wait         type   caller\n"
		  "        12     11.49 ms      rwsem:W   dup_mmap+0x3d5\n",
		  "", "warning 1:0 missing-column\n");
}

static void rows_by_thread_are_of_their_comm(void **state)
{
	(void)state;
	PERF_LOCK(" contended   total wait     max wait     avg wait          pid   comm\n\n"
		  "        35     12.91 ms      7.64 ms    368.88 us        25321   :25321\n"
		  "        29      1.05 s       4.84 ms    190.81 us        25320   my worker 1\n",
		  "0|lock/wait|:25321||||"
		  "|12910000|35\n"
		  "0|lock/wait|my worker 1||||"
		  "|1050000000|29\n",
		  "");
}

static void owners_are_another_event_than_those_who_wait(void **state)
{
	(void)state;
	PERF_LOCK(" contended   total wait     max wait     avg wait          pid   owner\n\n"
		  "         2      3.00 m      2.00 m      1.50 m           17   kswapd0\n",
		  "0|lock/wait-by-owner|kswapd0||||"
		  "|180000000000|2\n",
		  "");
}

#define ADDRESSES \
 " contended   total wait     max wait     avg wait            address   symbol\n\n"

static void rows_by_lock_have_its_name(void **state)
{
	(void)state;
	PERF_LOCK(
		ADDRESSES
		"         8     24.40 ms     11.49 ms      3.05 ms   ffff88810066f390    (rwsem)\n"
		"        20    959.33 us    110.35 us     47.97 us   ffffffff83008080   tasklist_lock (rwlock)\n"
		"         1      1.00 us      1.00 us      1.00 us   ffff888100000010   mmap_lock (rwsem)\n"
		"         1      2.00 us      2.00 us      2.00 us   ffff888100000020   mmap_lock (rwsem)\n",
		"0|lock/wait||||rwlock|tasklist_lock|959330|20\n"
		"0|lock/wait||||rwsem||24400000|8\n"
		"0|lock/wait||||rwsem|mmap_lock|3000|2\n",
		"");
}

/* Two global locks cannot have one symbol: it is the nearest that the kernel tells. */
static void a_symbol_of_several_addresses_names_no_lock(void **state)
{
	(void)state;
	PERF_LOCK(
		ADDRESSES
		"       107      2.68 ms    139.07 us     25.04 us   ffffffff831113e0   _einittext (mutex)\n"
		"        20    959.33 us    110.35 us     47.97 us   ffffffff83008080   _einittext (rwlock)\n",
		"0|lock/wait||||mutex||2680000|107\n0|lock/wait||||rwlock||959330|20\n",
		"note 0:0 not-available\n");
	PERF_LOCK(ADDRESSES
		  "         1      5.39 us      5.39 us      5.39 us   ffffffff83125180   "
		  "__start_init_stack (mutex)\n",
		  "0|lock/wait||||mutex||5390|1\n", "note 0:0 not-available\n");
}

/* What is not known of such a lock is its name: its wait counts all the same. */
static void nothing_is_left_out_of_a_lock_without_a_name(void **state)
{
	struct profiling p = profiling_text(
		&pd_format_perf_lock,
		ADDRESSES "         1      5.39 us      5.39 us      5.39 us   ffffffff83125180   "
			  "__start_init_stack (mutex)\n");

	(void)state;
	assert_string_equal(p.said, "note 0:0 not-available\n");
	assert_int_equal(p.profiles.n_skipped, 0);
	profiling_close(&p);
}

static void separated_columns_are_in_nanoseconds(void **state)
{
	(void)state;
	PERF_LOCK(
		CSV "12, 43034315, 11491409, 3586192, rwsem:W, kernel_clone+0xb8\n",
		"0|lock/wait||kernel_clone@[kernel.kallsyms]|kernel_clone@[kernel.kallsyms]|rwsem:W||"
		"43034315|12\n",
		"");
	PERF_LOCK("# output: contended; total wait; max wait; avg wait; pid; comm\n"
		  "# debug: total=1, bad=0\n"
		  "35; 12910000; 7640000; 368880; 25321; my worker 1\n",
		  "0|lock/wait|my worker 1||||"
		  "|12910000|35\n",
		  "");
	PERF_LOCK(
		"# output: contended, total wait, max wait, avg wait, address, symbol, type\n"
		"8, 24397606, 11491409, 3049700, ffff88810066f390, , rwsem\n"
		"20, 959333, 110350, 47966, ffffffff83008080, tasklist_lock, rwlock\n",
		"0|lock/wait||||rwlock|tasklist_lock|959333|20\n0|lock/wait||||rwsem||24397606|8\n",
		"");
}

static void separated_chains_stand_in_their_row(void **state)
{
	(void)state;
	PERF_LOCK(
		"# output: contended, total wait, max wait, avg wait, type, caller, stacktrace\n"
		"3, 46949, 17282, 15649, rwlock:W, do_wait+0x65, "
		"0xffffffff8226f8e4 queued_write_lock_slowpath+0xc4: 0xffffffff813654cc release_task+0xbc\n",
		"0|lock/wait||queued_write_lock_slowpath@[kernel.kallsyms]<release_task@[kernel.kallsyms]|"
		"release_task@[kernel.kallsyms]|rwlock:W||46949|3\n",
		"");
}

#define REPORT \
 "                Name   acquired  contended     avg wait   total wait     max wait     min wait \n\n"

/* A name that was cut is kept as it is, and said. */
static void names_of_the_report_are_callers_threads_or_locks(void **state)
{
	(void)state;
	PERF_LOCK(
		REPORT
		" perf_try_init_ev...        107        107     25.04 us      2.68 ms    139.07 us      3.07 us \n"
		"   kernel_wait4+0xe3         20         20     47.97 us    959.33 us    110.35 us     14.44 us \n"
		"      &mm->mmap_lock          9          4      1.00 us      4.00 us      2.00 us       900 ns \n"
		"              :25321          1          1      5.39 us      5.39 us      5.39 us      5.39 us \n",
		"0|lock/wait||||lock|&mm->mmap_lock|4000|4\n"
		"0|lock/wait||perf_try_init_ev...@[kernel.kallsyms]|"
		"perf_try_init_ev...@[kernel.kallsyms]|lock||2680000|107\n"
		"0|lock/wait||kernel_wait4@[kernel.kallsyms]|kernel_wait4@[kernel.kallsyms]|lock||"
		"959330|20\n"
		"0|lock/wait|:25321|||||5390|1\n",
		"note 0:0 cut-name\n");
}

static void the_same_table_again_is_another_run(void **state)
{
	(void)state;
	PERF_LOCK(CSV "1, 10, 10, 10, mutex, f+0x1\n" CSV "2, 30, 20, 15, mutex, f+0x1\n",
		  "0|lock/wait||f@[kernel.kallsyms]|f@[kernel.kallsyms]|mutex||10|1\n"
		  "1|lock/wait||f@[kernel.kallsyms]|f@[kernel.kallsyms]|mutex||30|2\n",
		  "");
}

/* The same waiting told by thread must not count twice. */
static void another_kind_of_table_is_left_out(void **state)
{
	(void)state;
	PERF_LOCK(CSV "1, 10, 10, 10, mutex, f+0x1\n"
		      "# output: contended, total wait, max wait, avg wait, pid, comm\n"
		      "1, 10, 10, 10, 7, a\n",
		  "0|lock/wait||f@[kernel.kallsyms]|f@[kernel.kallsyms]|mutex||10|1\n",
		  "warning 3:0 mixed-formats\n");
}

static void rows_that_are_none_are_told_with_their_place(void **state)
{
	(void)state;
	PERF_LOCK(
		CALLERS
		"        12     43.03 xs     11.49 ms      3.59 ms      rwsem:W   dup_mmap+0x3d5\n"
		"        12     43.03 ms\n"
		"        12     -1.00 ms     11.49 ms      3.59 ms      rwsem:W   dup_mmap+0x3d5\n"
		"         1      1.00 ns      1.00 ns      1.00 ns      spunlock  f+0x1\n"
		"         1      1.00 ns      1.00 ns      1.00 ns      mutex\n",
		"0|lock/wait||f@[kernel.kallsyms]|f@[kernel.kallsyms]|lock||1|1\n"
		"0|lock/wait||[unknown]@[kernel.kallsyms]|[unknown]@[kernel.kallsyms]|mutex||1|1\n",
		"warning 3:16 bad-number\nwarning 4:24 bad-number\nwarning 5:43 bad-number\n"
		"warning 6:56 bad-word\n");
}

static void two_decimals_may_be_off_by_half_of_the_last(void **state)
{
	const char *text = CALLERS
		"        12     43.03 ms     11.49 ms      3.59 ms      rwsem:W   dup_mmap+0x3d5\n"
		"         3     46.95 us     17.28 us     15.65 us     rwlock:W   release_task+0xbc\n";
	struct profiling p = profiling_of(&pd_format_perf_lock, text, strlen(text));

	(void)state;
	/* 0.005 ms */
	assert_close(p.profiles.profile[0].event[0].rounding, 5000, 1e-12);
	profiling_close(&p);
}

static struct profiling corpus(const char *name)
{
	char path[512], *bytes = NULL;
	struct profiling p;
	size_t n = 0;
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/tests/fuzz/corpus/perf_lock/%s", SOURCE_ROOT, name);
	f = fopen(path, "rb");
	assert_non_null(f);
	bytes = malloc(1 << 16);
	assert_non_null(bytes);
	n = fread(bytes, 1, 1 << 16, f);
	(void)fclose(f);
	p = profiling_of(&pd_format_perf_lock, bytes, n);
	free(bytes);
	assert_int_equal(p.status, 0);
	return p;
}

/*
 * One recording printed by perf 6.1 and 6.12. perf lock report -c, which sums all
 * callers, says 140 contended and 46.68 ms; the nanoseconds of -x add up to
 * 46678630. Texts with units are off by 0.005 of the unit a row at most.
 */
static void all_layouts_of_both_perfs_give_the_same_total(void **state)
{
	static const char *const names[] = {"base-p61",        "base-p612",   "base-t-p61",
					    "base-t-p612",     "base-v-p61",  "base-l-p612",
					    "base-report-p61", "base-x-p612", "base-v-p612",
					    "base-x-l-p612"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++) {
		struct profiling p = corpus(names[i]);
		const struct pd_profile_event *e = &p.profiles.profile[0].event[0];

		assert_int_equal(p.profiles.n, 1);
		assert_int_equal(e->hits, 140);
		assert_true(fabs((double)e->weight - 46678630) <= 6 * e->rounding + 5);
		assert_true(strstr(names[i], "-x") == NULL || e->rounding == 0);
		profiling_close(&p);
	}
}

/* What perf calls the caller is not the same in both: the chains of -v have the site. */
static void the_site_of_a_chain_is_who_waits_whatever_perf_calls_the_caller(void **state)
{
	struct profiling p = corpus("base-v-p61");

	(void)state;
	assert_non_null(strstr(p.locks,
			       "|dup_mmap@[kernel.kallsyms]<copy_process@[kernel.kallsyms]|"
			       "rwsem:W||43030000|12\n"));
	assert_non_null(strstr(p.locks, "|release_task@[kernel.kallsyms]<wait_consider_task@"
					"[kernel.kallsyms]|rwlock:W||46950|3\n"));
	profiling_close(&p);
}

static void every_layout_is_known_by_its_header(void **state)
{
	(void)state;
	assert_int_equal(probe(CALLERS), 85);
	assert_int_equal(probe("Using /proc/kallsyms for symbols\n" CALLERS), 85);
	assert_int_equal(probe(ADDRESSES), 85);
	assert_int_equal(probe(CSV), 85);
	assert_int_equal(probe(REPORT), 85);
	assert_int_equal(probe("Name acquired\n"), 85);
	assert_int_equal(probe("Name value\n"), 0);
	assert_int_equal(probe("# output: value, side\n"), 0);
	assert_int_equal(probe("contended, total wait\n"), 0);
	assert_int_equal(probe(""), 0);
}

/* Nobody waited: no row, which the caller of a reader reports as a file without values. */
static void a_table_without_rows_holds_nothing(void **state)
{
	(void)state;
	PERF_LOCK(CALLERS, "", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_by_caller_are_sites_with_their_class),
		cmocka_unit_test(the_chain_of_v_tells_more_than_the_caller),
		cmocka_unit_test(columns_go_by_their_names),
		cmocka_unit_test(hits_that_are_not_told_are_not_counted),
		cmocka_unit_test(a_table_without_waiting_time_is_left_out),
		cmocka_unit_test(rows_by_thread_are_of_their_comm),
		cmocka_unit_test(owners_are_another_event_than_those_who_wait),
		cmocka_unit_test(rows_by_lock_have_its_name),
		cmocka_unit_test(a_symbol_of_several_addresses_names_no_lock),
		cmocka_unit_test(nothing_is_left_out_of_a_lock_without_a_name),
		cmocka_unit_test(separated_columns_are_in_nanoseconds),
		cmocka_unit_test(separated_chains_stand_in_their_row),
		cmocka_unit_test(names_of_the_report_are_callers_threads_or_locks),
		cmocka_unit_test(the_same_table_again_is_another_run),
		cmocka_unit_test(another_kind_of_table_is_left_out),
		cmocka_unit_test(rows_that_are_none_are_told_with_their_place),
		cmocka_unit_test(two_decimals_may_be_off_by_half_of_the_last),
		cmocka_unit_test(all_layouts_of_both_perfs_give_the_same_total),
		cmocka_unit_test(the_site_of_a_chain_is_who_waits_whatever_perf_calls_the_caller),
		cmocka_unit_test(every_layout_is_known_by_its_header),
		cmocka_unit_test(a_table_without_rows_holds_nothing),
	};

	return cmocka_run_group_tests_name("format_perf_lock", tests, NULL, NULL);
}
