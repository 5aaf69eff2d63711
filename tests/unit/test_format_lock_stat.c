/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include "model/event.h"

#define LOCK_STAT(text, expected, said) \
 assert_profiles(&pd_format_lock_stat, locks, text, expected, said)

#define RULE "--------------------------------------------------------------------------\n"
#define HEADER                                                                              \
 "lock_stat version 0.4\n" RULE                                                             \
 "                              class name    con-bounces    contentions   waittime-min  "  \
 "waittime-max waittime-total   waittime-avg    acq-bounces   acquisitions   holdtime-min " \
 "  holdtime-max holdtime-total   holdtime-avg\n" RULE "\n"
#define TASKLIST_W                                                                          \
 "                         tasklist_lock-W:           152            160           0.26  "  \
 "       18.10         369.60           2.31           4711           9001           0.20 " \
 "       12.00        1800.20           0.20\n"

static int probe(const char *text)
{
	return pd_format_lock_stat.probe(pd_str_of(text));
}

/* 369.60 us waited in 160 contentions, 1800.20 us held in 9001 acquisitions. */
static void a_lock_has_the_time_it_was_waited_for_and_held(void **state)
{
	(void)state;
	LOCK_STAT(HEADER TASKLIST_W,
		  "0|lock/wait||||lock|tasklist_lock-W|369600|160\n"
		  "0|lock/hold||||lock|tasklist_lock-W|1800200|9001\n",
		  "");
}

static void rows_alone_are_enough(void **state)
{
	(void)state;
	assert_int_equal(probe(TASKLIST_W), 75);
	LOCK_STAT(TASKLIST_W,
		  "0|lock/wait||||lock|tasklist_lock-W|369600|160\n"
		  "0|lock/hold||||lock|tasklist_lock-W|1800200|9001\n",
		  "");
}

/* All times of locks are read as ns; a second is 1e9 of them. Sites are counted, not timed. */
static void times_of_locks_are_told_in_seconds(void **state)
{
	static const char *const times[] = {"lock/wait", "lock/wait-by-owner", "lock/hold"};
	static const char *const counts[] = {"lock/contended", "lock/holder"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(times); i++) {
		struct pd_event_unit unit = pd_event_unit(pd_str_of(times[i]));

		assert_true(pd_str_eq(unit.unit, PD_STR("s")));
		assert_true(unit.scale == 1e-9);
	}
	for (size_t i = 0; i < PD_ARRAY_SIZE(counts); i++)
		assert_true(pd_str_eq(pd_event_unit(pd_str_of(counts[i])).unit, PD_STR("1")));
}

static void version_3_has_no_averages(void **state)
{
	(void)state;
	LOCK_STAT("lock_stat version 0.3\n"
		  "  rcu_node_0:  1  2  0.10  0.30  0.40  3  4  0.50  0.60  1.10\n",
		  "0|lock/wait||||lock|rcu_node_0|400|2\n0|lock/hold||||lock|rcu_node_0|1100|4\n",
		  "");
}

static void names_are_freed_of_their_macros(void **state)
{
	(void)state;
	LOCK_STAT("  &(&zone->lru_lock)->rlock: 1 2 0.10 0.30 0.40 0.20 0 0 0.00 0.00 0.00 0.00\n"
		  "  &rq->lock/1: 1 2 0.10 0.30 0.50 0.25 0 0 0.00 0.00 0.00 0.00\n"
		  "  slock-AF_INET#2: 1 2 0.10 0.30 0.60 0.30 0 0 0.00 0.00 0.00 0.00\n"
		  "  (work_completion)(&a:b): 1 1 0.70 0.70 0.70 0.70 0 0 0.00 0.00 0.00 0.00\n",
		  "0|lock/wait||||lock|zone->lru_lock|400|2\n"
		  "0|lock/wait||||lock|rq->lock/1|500|2\n"
		  "0|lock/wait||||lock|slock-AF_INET#2|600|2\n"
		  "0|lock/wait||||lock|(work_completion)(&a:b)|700|1\n",
		  "");
}

/* Two blocks of sites: who waited, then who held. */
static void sites_say_who_waited_and_who_held(void **state)
{
	(void)state;
	LOCK_STAT(
		HEADER TASKLIST_W
		"                         ---------------\n"
		"                           tasklist_lock             98          "
		"[<ffffffff8135ebf0>] copy_process+0x1520/0x1f90\n"
		"                         ---------------\n"
		"                           tasklist_lock             61          "
		"[<ffffffff813654cc>] release_task+0xbc/0x7a0\n"
		"                           tasklist_lock              3          "
		"[<ffffffffc0123456>] mine+0xbc/0x7a0 [my_mod]\n"
		"\n..........................................................\n\n",
		"0|lock/wait||||lock|tasklist_lock-W|369600|160\n"
		"0|lock/hold||||lock|tasklist_lock-W|1800200|9001\n"
		"0|lock/contended||copy_process@[kernel.kallsyms]|copy_process@[kernel.kallsyms]|lock|"
		"tasklist_lock|98|98\n"
		"0|lock/holder||release_task@[kernel.kallsyms]|release_task@[kernel.kallsyms]|lock|"
		"tasklist_lock|61|61\n"
		"0|lock/holder||mine@[my_mod]|mine@[my_mod]|lock|tasklist_lock|3|3\n",
		"");
}

static void a_lock_that_was_never_taken_is_not_listed(void **state)
{
	(void)state;
	LOCK_STAT(HEADER "  idle_lock: 0 0 0.00 0.00 0.00 0.00 0 0 0.00 0.00 0.00 0.00\n", "", "");
}

static void a_second_header_is_another_run(void **state)
{
	(void)state;
	LOCK_STAT(HEADER "  a: 1 1 0.70 0.70 0.70 0.70 0 0 0.00 0.00 0.00 0.00\n" HEADER
			 "  a: 1 2 0.70 0.70 0.80 0.40 0 0 0.00 0.00 0.00 0.00\n",
		  "0|lock/wait||||lock|a|700|1\n1|lock/wait||||lock|a|800|2\n", "");
}

static void trouble_has_its_place(void **state)
{
	(void)state;
	LOCK_STAT(HEADER
		  "  a: 1 1 0.70 0.70 0.70\n"
		  "  b: 1 99999999999999999999 0.70 0.70 0.70 0.70 0 0 0.00 0.00 0.00 0.00\n"
		  "*WARNING* lock debugging disabled!! - possibly due to a lockdep warning\n",
		  "",
		  "warning 6:0 bad-number\nwarning 7:8 bad-number\nwarning 8:0 not-available\n");
}

static void what_is_not_lock_stat_is_not_taken_for_it(void **state)
{
	(void)state;
	assert_int_equal(probe("lock_stat version 0.4\n"), 90);
	assert_int_equal(probe("a: 1 2 3 4 5 6 7 8 9 10 11 12\n"), 0);
	assert_int_equal(probe("a: 1 2 0.10 0.30 0.40 0.20 0 0 0.00 0.00 0.00\n"), 0);
	assert_int_equal(probe("a: 1 2 0.10 0.30 0.40 0.20 0 0 0.00 0.00 0.00 0.00 1\n"), 0);
	assert_int_equal(probe(": 1 2 0.10 0.30 0.40 0.20 0 0 0.00 0.00 0.00 0.00\n"), 0);
	assert_int_equal(probe(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lock_has_the_time_it_was_waited_for_and_held),
		cmocka_unit_test(rows_alone_are_enough),
		cmocka_unit_test(times_of_locks_are_told_in_seconds),
		cmocka_unit_test(version_3_has_no_averages),
		cmocka_unit_test(names_are_freed_of_their_macros),
		cmocka_unit_test(sites_say_who_waited_and_who_held),
		cmocka_unit_test(a_lock_that_was_never_taken_is_not_listed),
		cmocka_unit_test(a_second_header_is_another_run),
		cmocka_unit_test(trouble_has_its_place),
		cmocka_unit_test(what_is_not_lock_stat_is_not_taken_for_it),
	};

	return cmocka_run_group_tests_name("format_lock_stat", tests, NULL, NULL);
}
