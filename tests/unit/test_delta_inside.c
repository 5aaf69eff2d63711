/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Subsystems where no source names objects: folded stacks and chains of the kernel test robot. */
#include "testing.h"

#include "deltaing.h"

#include "model/entry.h"

#include "base/str.h"

/* Both sides are the chains, parted by blanks, 100 hits each. */
static struct deltaing subsystems_of(const char *chains)
{
	struct deltaing d = deltaing_new();

	d.dso = "";
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		for (struct pd_str rest = pd_str_of(chains); rest.n;) {
			struct pd_str chain = pd_str_word(&rest);
			char text[512];

			assert_true(chain.n < sizeof(text));
			memcpy(text, chain.p, chain.n);
			text[chain.n] = '\0';
			deltaing_hits(&d, text, 100);
			rest = pd_str_trim(rest);
		}
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){
				     .work = 1, .by = 1u << PD_BY_SYMBOL | 1u << PD_BY_SUBSYSTEM});
	assert_int_equal(d.status, PD_OK);
	return d;
}

static void is_of(const struct deltaing *d, const char *symbol, const char *subsystem)
{
	const struct pd_delta_row *row = deltaing_row(d, symbol);

	assert_non_null(row);
	if (row)
		assert_string_equal(pd_ctx_name(d->ctx, row->name[PD_BY_SUBSYSTEM]).p, subsystem);
}

static void what_stands_below_an_entry_is_the_kernel(void **state)
{
	struct deltaing d = subsystems_of(
		"main;write;entry_SYSCALL_64_after_hwframe;do_syscall_64;vfs_write;pipe_write "
		"main;work;asm_exc_page_fault;exc_page_fault;handle_mm_fault "
		"ret_from_fork_asm;ret_from_fork;kthread;worker_thread;process_one_work "
		"main;work main;write");

	(void)state;
	is_of(&d, "pipe_write", "vfs");
	is_of(&d, "handle_mm_fault", "mm-fault");
	is_of(&d, "process_one_work", "irq/timer");
	is_of(&d, "work", "unknown");
	is_of(&d, "write", "unknown");
	deltaing_free(&d);
}

/* The four rows of locks of the robot's report of 28 August 2017: 5 frames each, cut at the root. */
static void chains_that_are_cut_learn_from_each_other(void **state)
{
	struct deltaing d = subsystems_of(
		"entry_SYSCALL_64_fastpath;sys_exit_group;do_group_exit;do_exit;_raw_write_lock_irq "
		"sys_wait4;do_wait;wait_consider_task;release_task "
		"entry_SYSCALL_64_fastpath;sys_wait4;do_wait;_raw_read_lock "
		"do_syscall_64;sys_clone;_do_fork;copy_process");

	(void)state;
	is_of(&d, "_raw_write_lock_irq", "locking");
	is_of(&d, "release_task", "signal/fork/exit"); /* no entry in its own chain */
	is_of(&d, "copy_process", "signal/fork/exit");
	deltaing_free(&d);
}

/* The table would call hash_insert and read_tsc the kernel's; a program may have such functions. */
static void functions_of_programs_are_never_of_the_kernel(void **state)
{
	struct deltaing d = subsystems_of("main;run;hash_insert "
					  "main;run;read_tsc "
					  "start_thread;worker;tcp_flush;mutex_lock "
					  "lonely;schedule "
					  "main;run;write;entry_SYSCALL_64;do_syscall_64;schedule");

	(void)state;
	is_of(&d, "hash_insert", "unknown");
	is_of(&d, "read_tsc", "unknown");
	is_of(&d, "mutex_lock", "unknown");
	is_of(&d, "schedule", "sched");
	deltaing_free(&d);
}

/* Both the program and the kernel have a memcpy: without objects they cannot be told apart. */
static void a_name_on_both_sides_is_of_neither(void **state)
{
	struct deltaing d = subsystems_of(
		"main;run;memcpy "
		"main;run;pipe_read;helper "
		"main;run;write;entry_SYSCALL_64;do_syscall_64;vfs_write;memcpy "
		"main;run;read;entry_SYSCALL_64;do_syscall_64;vfs_read;pipe_read;copy_page_to_iter");

	(void)state;
	is_of(&d, "memcpy", "unknown");
	is_of(&d, "helper", "unknown");
	is_of(&d, "copy_page_to_iter", "unknown"); /* below a pipe_read, which one nobody knows */
	deltaing_free(&d);
}

/* An unresolved caller may be anything. */
static void frames_without_a_name_prove_nothing(void **state)
{
	struct deltaing d = subsystems_of(
		"[unknown];read;entry_SYSCALL_64;do_syscall_64;vfs_read [unknown];vfs_read;rw_verify_area");

	(void)state;
	is_of(&d, "rw_verify_area", "vfs");
	deltaing_free(&d);
}

/* Rows of perf-profile.self have no chain. */
static void names_that_no_program_has_need_no_chain(void **state)
{
	struct deltaing d = subsystems_of(
		"native_queued_spin_lock_slowpath __x64_sys_read main schedule call_cpuidle;intel_idle");

	(void)state;
	is_of(&d, "native_queued_spin_lock_slowpath", "locking");
	is_of(&d, "__x64_sys_read", "vfs");
	is_of(&d, "intel_idle", "idle");
	is_of(&d, "main", "unknown");
	is_of(&d, "schedule", "unknown");
	deltaing_free(&d);
}

static void entries_of_kernels_are_told_from_programs(void **state)
{
	(void)state;
	assert_true(pd_entry_is_syscall(PD_STR("entry_SYSCALL_64_after_hwframe")));
	assert_true(pd_entry_is_syscall(PD_STR("system_call_fastpath")));
	assert_true(pd_entry_is_syscall(PD_STR("el0_svc_common.constprop.0")));
	assert_false(pd_entry_is_syscall(PD_STR("asm_exc_page_fault")));
	assert_true(pd_entry_is_kernel(PD_STR("asm_exc_page_fault")));
	assert_true(pd_entry_is_kernel(PD_STR("do_syscall_64")));
	assert_false(pd_entry_is_kernel(PD_STR("kthread")));
	assert_false(pd_entry_is_kernel(PD_STR("")));
	assert_true(pd_entry_is_program(PD_STR("__libc_start_main_impl")));
	assert_false(pd_entry_is_program(PD_STR("main_loop")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_stands_below_an_entry_is_the_kernel),
		cmocka_unit_test(chains_that_are_cut_learn_from_each_other),
		cmocka_unit_test(functions_of_programs_are_never_of_the_kernel),
		cmocka_unit_test(a_name_on_both_sides_is_of_neither),
		cmocka_unit_test(frames_without_a_name_prove_nothing),
		cmocka_unit_test(names_that_no_program_has_need_no_chain),
		cmocka_unit_test(entries_of_kernels_are_told_from_programs),
	};

	return cmocka_run_group_tests_name("delta_inside", tests, NULL, NULL);
}
