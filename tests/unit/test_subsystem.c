/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "model/subsystem.h"

static const struct pd_dso kernel = {
	{"[kernel]", 8},
        PD_DSO_KERNEL
};
static const struct pd_dso ext4 = {
	{"[ext4]", 6},
        PD_DSO_MODULE
};

static void belongs_to(const char *symbol, const char *group)
{
	struct pd_str got = pd_subsystem_of(NULL, pd_str_of(symbol), kernel);

	if (!pd_str_eq(got, pd_str_of(group)))
		fail_msg("%s is of %.*s, not %s", symbol, PD_FMT(got), group);
}

/* By the directories of the kernel's source that they stand in. */
static void functions_belong_where_their_source_does(void **state)
{
	(void)state;
	belongs_to("try_to_wake_up", "sched");
	belongs_to("__schedule", "sched");
	belongs_to("select_idle_sibling", "sched");
	belongs_to("native_queued_spin_lock_slowpath", "locking");
	belongs_to("_raw_spin_lock", "locking");
	belongs_to("osq_lock", "locking");
	belongs_to("rmqueue_bulk", "mm-alloc");
	belongs_to("___slab_alloc", "mm-alloc");
	belongs_to("clear_page_erms", "mm-alloc");
	belongs_to("handle_mm_fault", "mm-fault");
	belongs_to("copy_page_range", "mm-fault");
	belongs_to("filemap_map_pages", "page-cache");
	belongs_to("xas_load", "page-cache");
	belongs_to("__d_lookup_rcu", "vfs");
	belongs_to("anon_pipe_write", "vfs");
	belongs_to("xfs_file_read_iter", "fs");
	belongs_to("blk_mq_submit_bio", "block");
	belongs_to("tcp_sendmsg_locked", "net");
	belongs_to("futex_wake", "futex/ipc");
	belongs_to("copy_process", "signal/fork/exit");
	belongs_to("__do_wait", "signal/fork/exit");
	belongs_to("hrtimer_interrupt", "irq/timer");
	belongs_to("pvm_irq_enable", "irq/timer");
	belongs_to("entry_SYSCALL_64_after_hwframe", "entry/syscall");
	belongs_to("do_syscall_64", "entry/syscall");
	belongs_to("rep_movs_alternative", "user-copy");
	belongs_to("__put_user_4", "user-copy");
	belongs_to("apparmor_file_permission", "security");
	belongs_to("intel_idle", "idle");
	belongs_to("pv_native_safe_halt", "idle");
	belongs_to("sha256_transform_rorx", "crypto");
	belongs_to("rcu_core", "rcu");
	belongs_to("mem_cgroup_charge", "cgroup");
	belongs_to("memcpy", "lib");
}

/* update_ begins functions everywhere; only longer prefixes say whose. */
static void the_longest_prefix_decides(void **state)
{
	(void)state;
	belongs_to("sched_clock", "irq/timer");
	belongs_to("sched_balance_rq", "sched");
	belongs_to("folio_batch_move_lru", "mm-alloc");
	belongs_to("folio_mark_accessed", "page-cache");
	belongs_to("pvm_flush_tlb_multi", "mm-fault");
}

static void what_no_row_knows_is_other_or_its_module(void **state)
{
	(void)state;
	belongs_to("zzz", "other");
	belongs_to("", "other");
	belongs_to("_", "other");
	belongs_to("unresolved", "other");
	assert_string_equal(pd_subsystem_of(NULL, PD_STR("zzz"), ext4).p, "[ext4]");
	assert_string_equal(pd_subsystem_of(NULL, PD_STR("ext4_readdir"), ext4).p, "fs");
}

/* A program may have a function of the kernel's name. */
static void outside_the_kernel_the_object_decides(void **state)
{
	struct pd_dso dso = {PD_STR("forkbench"), PD_DSO_FILE};

	(void)state;
	assert_string_equal(pd_subsystem_of(NULL, PD_STR("schedule"), dso).p, "user");
	dso.kind = PD_DSO_JIT;
	assert_string_equal(pd_subsystem_of(NULL, PD_STR("schedule"), dso).p, "jit");
	dso.kind = PD_DSO_UNKNOWN;
	assert_string_equal(pd_subsystem_of(NULL, PD_STR("schedule"), dso).p, "unknown");
}

static void prefixes_are_sorted_and_stand_once(void **state)
{
	static const char *const lists[] = {
#define PD_SUBSYSTEM(group, prefixes) prefixes,
#include "model/subsystems.def"
#undef PD_SUBSYSTEM
	};
	struct pd_str all[4096];
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(lists); i++) {
		struct pd_str rest = pd_str_of(lists[i]), before = PD_STR("");

		while (rest.n) {
			struct pd_str word = pd_str_word(&rest);

			if (pd_str_cmp(before, word) >= 0)
				fail_msg("%.*s stands after %.*s", PD_FMT(word), PD_FMT(before));
			assert_true(n < PD_ARRAY_SIZE(all));
			all[n++] = before = word;
		}
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (pd_str_eq(all[i], all[k]))
				fail_msg("%.*s stands twice", PD_FMT(all[i]));
}

static void groups_can_be_listed(void **state)
{
	struct pd_str group;
	size_t n = 0;

	(void)state;
	while (pd_subsystem_at(n, &group))
		n++;
	assert_int_equal(n, 23);
	assert_true(pd_subsystem_at(0, &group));
	assert_string_equal(group.p, "sched");
}

static void the_users_rules_come_first(void **state)
{
	struct pd_arena arena = {0};
	struct pd_subsystem_rules rules = {0};
	struct pd_dso user = {PD_STR("forkbench"), PD_DSO_FILE};
	size_t line = 0;

	(void)state;
	assert_int_equal(pd_subsystem_rules_parse(PD_STR("# ours\n\n"
							 "key_*\t our hot path \r\n"
							 "*_spin_lock  spinning\n"
							 "key_compare never\n"
							 "schedule none"),
						  &arena, &rules, &line),
			 0);
	assert_int_equal(rules.n, 4);
	assert_true(pd_str_eq(pd_subsystem_of(&rules, PD_STR("key_compare"), user),
			      PD_STR("our hot path")));
	assert_true(pd_str_eq(pd_subsystem_of(&rules, PD_STR("_raw_spin_lock"), kernel),
			      PD_STR("spinning")));
	assert_true(pd_str_eq(pd_subsystem_of(&rules, PD_STR("schedule"), kernel), PD_STR("none")));
	assert_string_equal(pd_subsystem_of(&rules, PD_STR("schedule_timeout"), kernel).p,
			    "irq/timer");
	pd_arena_free(&arena);
}

static void a_rule_without_a_group_is_told_by_its_line(void **state)
{
	struct pd_arena arena = {0};
	struct pd_subsystem_rules rules = {NULL, 7};
	size_t line = 0;

	(void)state;
	assert_int_equal(pd_subsystem_rules_parse(PD_STR("#\na b\n\n  alone \nc d\n"), &arena,
						  &rules, &line),
			 PD_EPARSE);
	assert_int_equal(line, 4);
	assert_int_equal(rules.n, 7);
	pd_arena_free(&arena);
}

static void no_rules_are_rules(void **state)
{
	struct pd_arena arena = {0};
	struct pd_subsystem_rules rules = {NULL, 7};
	size_t line = 0;

	(void)state;
	assert_int_equal(pd_subsystem_rules_parse(PD_STR(""), &arena, &rules, &line), 0);
	assert_int_equal(rules.n, 0);
	assert_int_equal(pd_subsystem_rules_parse(PD_STR("# a b"), &arena, &rules, &line), 0);
	assert_int_equal(rules.n, 0);
	pd_arena_free(&arena);
}

/* PD_SUBSYSTEM_MAX rules are allowed, the next one is refused where it stands. */
static void too_many_rules_are_refused(void **state)
{
	static const char rule[] = {'a', ' ', 'b', '\n'};
	static char text[sizeof(rule) * (PD_SUBSYSTEM_MAX + 1)];
	struct pd_arena arena = {0};
	struct pd_subsystem_rules rules = {0};
	size_t line = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(text); i += sizeof(rule))
		memcpy(text + i, rule, sizeof(rule));
	assert_int_equal(pd_subsystem_rules_parse((struct pd_str){text,
								  sizeof(text) - sizeof(rule)},
						  &arena, &rules, &line),
			 0);
	assert_int_equal(rules.n, PD_SUBSYSTEM_MAX);
	assert_int_equal(pd_subsystem_rules_parse((struct pd_str){text, sizeof(text)}, &arena,
						  &rules, &line),
			 PD_ELIMIT);
	assert_int_equal(line, PD_SUBSYSTEM_MAX + 1);
	pd_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_belong_where_their_source_does),
		cmocka_unit_test(the_longest_prefix_decides),
		cmocka_unit_test(what_no_row_knows_is_other_or_its_module),
		cmocka_unit_test(outside_the_kernel_the_object_decides),
		cmocka_unit_test(prefixes_are_sorted_and_stand_once),
		cmocka_unit_test(groups_can_be_listed),
		cmocka_unit_test(the_users_rules_come_first),
		cmocka_unit_test(a_rule_without_a_group_is_told_by_its_line),
		cmocka_unit_test(no_rules_are_rules),
		cmocka_unit_test(too_many_rules_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
