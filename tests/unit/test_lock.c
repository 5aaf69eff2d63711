/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "model/lock.h"

#include "base/str.h"

/* The chain, leaf first and parted by '<', peeled as its reader does; the rest are the frames above. */
static struct pd_lock_peel peel(const char *chain, struct pd_str *ret_site)
{
	struct pd_str rest = pd_str_of(chain), frame = pd_str_cut(&rest, '<');
	struct pd_lock_peel p = {0};

	while (pd_lock_peel_step(&p, pd_lock_primitive(frame)))
		frame = pd_str_cut(&rest, '<');
	*ret_site = frame;
	return p;
}

static void chain_is(const char *chain, enum pd_lock_class lock_class, uint32_t n, const char *site)
{
	struct pd_str got;
	struct pd_lock_peel p = peel(chain, &got);

	assert_int_equal(p.lock_class, lock_class);
	assert_int_equal(p.n, n);
	assert_true(pd_str_eq(got, pd_str_of(site)));
}

static struct pd_lock find(enum pd_lock_class lock_class, const char *site)
{
	struct pd_lock lock = {.name = PD_STR("(unknown)")};

	(void)pd_lock_find(NULL, lock_class, pd_str_of(site), &lock);
	return lock;
}

static void lock_is(enum pd_lock_class lock_class, const char *site, const char *name)
{
	struct pd_lock lock = find(lock_class, site);

	if (!pd_str_eq(lock.name, pd_str_of(name)))
		fail_msg("(%s, %s) is '%.*s', not '%s'", pd_lock_word(lock_class).p, site,
			 PD_FMT(lock.name), name);
}

static void class_is(const char *symbol, enum pd_lock_class lock_class)
{
	if (pd_lock_primitive(pd_str_of(symbol)) != lock_class)
		fail_msg("%s is %s", symbol, pd_lock_word(pd_lock_primitive(pd_str_of(symbol))).p);
}

static void words_are_those_of_perf(void **state)
{
	(void)state;
	assert_string_equal(pd_lock_word(PD_LOCK_SPIN).p, "spinlock");
	assert_string_equal(pd_lock_word(PD_LOCK_WRITE).p, "rwlock:W");
	assert_string_equal(pd_lock_word(PD_LOCK_RWSEM_READ).p, "rwsem:R");
	assert_string_equal(pd_lock_word(PD_LOCK_PCPU_WRITE).p, "pcpu-sem:W");
	assert_string_equal(pd_lock_word(PD_LOCK_RTMUTEX).p, "rtmutex");
	assert_string_equal(pd_lock_word(PD_LOCK_NONE).p, "");
	assert_int_equal(pd_lock_parse_word(PD_STR("rt=mutex")), PD_LOCK_RTMUTEX);
	assert_int_equal(pd_lock_parse_word(PD_STR("")), PD_LOCK_NONE);
	assert_int_equal(pd_lock_parse_word(PD_STR("caller")), PD_LOCK_NONE);
}

static void every_class_has_a_word_and_is_found_by_it(void **state)
{
	(void)state;
	for (int i = PD_LOCK_NONE + 1; i < PD_N_LOCK_CLASSES; i++) {
		struct pd_str word = pd_lock_word((enum pd_lock_class)i);

		assert_true(word.n > 0);
		assert_int_equal(pd_lock_parse_word(word), i);
	}
}

static void primitives_are_known_with_what_compilers_append(void **state)
{
	(void)state;
	class_is("native_queued_spin_lock_slowpath", PD_LOCK_SPIN);
	class_is("native_queued_spin_lock_slowpath.part.0", PD_LOCK_SPIN);
	class_is("_raw_spin_lock_irqsave", PD_LOCK_SPIN);
	class_is("_raw_write_lock_irq", PD_LOCK_WRITE);
	class_is("queued_read_lock_slowpath", PD_LOCK_READ);
	class_is("__mutex_lock.constprop.0", PD_LOCK_MUTEX);
	class_is("__mutex_lock.isra.0", PD_LOCK_MUTEX);
	class_is("osq_lock", PD_LOCK_OPEN);
	class_is("rwsem_optimistic_spin", PD_LOCK_RWSEM);
	class_is("down_read_killable", PD_LOCK_RWSEM_READ);
	class_is("rwsem_down_write_slowpath", PD_LOCK_RWSEM_WRITE);
	class_is("__percpu_down_read", PD_LOCK_PCPU_READ);
	class_is("down_trylock", PD_LOCK_SEMAPHORE);
	class_is("rt_spin_lock", PD_LOCK_SPIN);
	class_is("folio_wait_bit_common", PD_LOCK_FOLIO);
	class_is("futex_wait_queue_me", PD_LOCK_FUTEX);
}

static void releasing_and_wrappers_of_one_lock_are_no_primitives(void **state)
{
	(void)state;
	class_is("_raw_spin_unlock_irqrestore", PD_LOCK_NONE);
	class_is("up_write", PD_LOCK_NONE);
	class_is("mutex_unlock", PD_LOCK_NONE);
	class_is("__lock_task_sighand", PD_LOCK_NONE);
	class_is("lock_sock_nested", PD_LOCK_NONE);
	class_is("down_the_road", PD_LOCK_NONE);
	class_is("", PD_LOCK_NONE);
	class_is(".constprop.0", PD_LOCK_NONE);
}

static void the_outermost_primitive_says_the_class(void **state)
{
	(void)state;
	chain_is("native_queued_spin_lock_slowpath<queued_write_lock_slowpath<copy_process<x",
		 PD_LOCK_WRITE, 2, "copy_process");
	/* Who spins for the queue of an rwsem waits for the rwsem. */
	chain_is("native_queued_spin_lock_slowpath<_raw_spin_lock_irq<rwsem_down_write_slowpath<"
		 "down_write<vma_link",
		 PD_LOCK_RWSEM_WRITE, 4, "vma_link");
	chain_is("osq_lock<__mutex_lock.constprop.0<pipe_read", PD_LOCK_MUTEX, 2, "pipe_read");
	chain_is("osq_lock<rwsem_optimistic_spin<rwsem_down_write_slowpath<dup_mmap",
		 PD_LOCK_RWSEM_WRITE, 3, "dup_mmap");
	chain_is("folio_wait_bit_common<folio_wait_bit<folio_wait_writeback<ext4_writepages",
		 PD_LOCK_FOLIO, 2, "folio_wait_writeback");
}

static void a_leaf_that_is_no_primitive_is_no_lock(void **state)
{
	(void)state;
	chain_is("copy_page<_raw_spin_lock<dup_mmap", PD_LOCK_NONE, 0, "copy_page");
}

/*
 * The rows of the kernel test robot's report of unixbench spawn (28 August
 * 2017); the mail itself says "this triggered more contention on tasklist_lock".
 */
static void the_four_lock_rows_of_the_robots_report_are_tasklist_lock(void **state)
{
	static const char *const chains[] = {
		"_raw_write_lock_irq<do_exit<do_group_exit<sys_exit_group",
		"_raw_write_lock_irq<release_task<wait_consider_task<do_wait<sys_wait4",
		"_raw_read_lock<do_wait<sys_wait4<entry_SYSCALL_64_fastpath",
		"_raw_write_lock_irq<copy_process<_do_fork<sys_clone<do_syscall_64",
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(chains); i++) {
		struct pd_str site;
		struct pd_lock_peel p = peel(chains[i], &site);
		struct pd_lock lock = {0};

		assert_true(pd_lock_find(NULL, p.lock_class, site, &lock));
		assert_string_equal(lock.name.p, "tasklist_lock");
		assert_int_equal(lock.n_locks, 1);
		assert_false(lock.is_per_object);
		assert_true(lock.trust >= PD_LOCK_INLINED);
	}
}

/*
 * All 140 contentions that perf lock record saw in a loop of forks (lock-base
 * of the recorded profiles), as distinct chains with their address. The 20 of
 * one address are one lock, and so they are said to be.
 */
static void recorded_contentions_of_one_address_are_one_lock(void **state)
{
	static const struct recorded {
		uint32_t n;
		uint64_t address;
		const char *chain, *lock;
	} recorded[] = {
		{107, 0xffffffff831113e0,
		 "__mutex_lock.constprop.0<perf_trace_init<perf_tp_event_init",                       "event_mutex"              },
		{14,  0xffffffff83008080, "queued_read_lock_slowpath<__do_wait<do_wait<kernel_wait4",
		 "tasklist_lock"												 },
		{8,   0xffff88810066f390,
		 "rwsem_down_write_slowpath<down_write<dup_mmap<copy_process",			"i_mmap_rwsem or mmap_lock"},
		{4,   0xffff88810066e658,
		 "rwsem_down_write_slowpath<down_write<dup_mmap<copy_process",			"i_mmap_rwsem or mmap_lock"},
		{3,   0xffffffff83008080, "queued_write_lock_slowpath<copy_process<kernel_clone",
		 "tasklist_lock"												 },
		{3,   0xffffffff83008080,
		 "queued_write_lock_slowpath<release_task<wait_consider_task",                        "tasklist_lock"            },
		{1,   0xffffffff83125180,
		 "__mutex_lock.constprop.0<pcpu_alloc_noprof<__percpu_counter_init_many",             "pcpu_alloc_mutex"         },
	};
	uint32_t n = 0, n_tasklist = 0;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(recorded); i++) {
		struct pd_str site;
		struct pd_lock_peel p = peel(recorded[i].chain, &site);
		struct pd_lock lock = {0};

		assert_true(pd_lock_find(NULL, p.lock_class, site, &lock));
		assert_string_equal(lock.name.p, recorded[i].lock);
		/* Kernel data lies in the image, objects in the direct map. */
		assert_int_equal(lock.is_per_object, recorded[i].address < 0xffffffff80000000);
		n += recorded[i].n;
		if (recorded[i].address == 0xffffffff83008080)
			n_tasklist += recorded[i].n;
	}
	assert_int_equal(n, 140);
	assert_int_equal(n_tasklist, 20);
}

/*
 * What perf lock contention calls the caller of the 20 of tasklist_lock above: it skips
 * frames, so a function is named whose callee's callee takes the lock. perf 6.1 printed
 * the first of each pair, perf 6.12 the second; nothing can be said of do_syscall_64.
 */
static void callers_of_callers_that_perf_lock_names_are_known(void **state)
{
	(void)state;
	lock_is(PD_LOCK_READ, "kernel_wait4", "tasklist_lock");
	lock_is(PD_LOCK_READ, "__do_sys_wait4", "tasklist_lock");
	lock_is(PD_LOCK_READ, "__x64_sys_wait4", "tasklist_lock");
	lock_is(PD_LOCK_READ, "kernel_waitid", "tasklist_lock");
	lock_is(PD_LOCK_READ, "__se_sys_waitid", "tasklist_lock");
	lock_is(PD_LOCK_WRITE, "__do_sys_clone", "tasklist_lock");
	lock_is(PD_LOCK_WRITE, "__do_wait", "tasklist_lock");
	lock_is(PD_LOCK_WRITE, "do_wait", "tasklist_lock");
	lock_is(PD_LOCK_WRITE, "kernel_clone", "tasklist_lock");
	lock_is(PD_LOCK_WRITE, "do_syscall_64", "(unknown)");
	assert_int_equal(find(PD_LOCK_READ, "kernel_wait4").trust, PD_LOCK_INLINED);
}

static void known_sites_give_known_locks(void **state)
{
	(void)state;
	lock_is(PD_LOCK_SPIN, "aa_get_buffer", "aa_buffers_lock");
	lock_is(PD_LOCK_SPIN, "rmqueue_bulk", "zone->lock");
	lock_is(PD_LOCK_SPIN, "free_pcppages_bulk", "zone->lock");
	lock_is(PD_LOCK_SPIN, "folio_lruvec_lock_irqsave", "lru_lock");
	lock_is(PD_LOCK_SPIN, "alloc_fd", "file_lock");
	lock_is(PD_LOCK_SPIN, "get_partial_node", "n->list_lock");
	lock_is(PD_LOCK_SPIN, "futex_wake", "hb->lock");
	lock_is(PD_LOCK_RWSEM_WRITE, "__vm_munmap", "mmap_lock");
	lock_is(PD_LOCK_RWSEM_WRITE, "anon_vma_clone", "anon_vma->rwsem");
	lock_is(PD_LOCK_MUTEX, "rtnl_lock", "rtnl_mutex");
	lock_is(PD_LOCK_PCPU_READ, "exit_signals", "cgroup_threadgroup_rwsem");
	lock_is(PD_LOCK_FOLIO, "filemap_fault", "folio lock");
	/* a bit of the folio, but not its lock */
	lock_is(PD_LOCK_FOLIO, "folio_wait_writeback", "(unknown)");
}

/* Locks that reports of regressions name again and again, and who takes them. */
static const struct known {
	enum pd_lock_class lock_class;
	const char *lock, *sites;
} known_locks[] = {
	{PD_LOCK_SPIN,        "siglock",
	 "copy_process __exit_signal get_signal do_notify_parent do_sigaction __set_current_blocked dequeue_signal do_group_exit"                                                                     },
	{PD_LOCK_SPIN,        "rq->__lock",
	 "__schedule try_to_wake_up ttwu_queue sched_balance_rq load_balance sched_balance_newidle update_blocked_averages task_rq_lock scheduler_tick online_fair_sched_group distribute_cfs_runtime"},
	{PD_LOCK_SPIN,        "pi_lock",
	 "try_to_wake_up wake_up_new_task sched_exec task_rq_lock futex_lock_pi_atomic"													       },
	{PD_LOCK_SPIN,        "zone->lock",
	 "rmqueue_bulk rmqueue_buddy free_pcppages_bulk free_one_page __free_pages_ok unreserve_highatomic_pageblock take_page_off_buddy"                                                             },
	{PD_LOCK_SPIN,        "lru_lock",
	 "folio_lruvec_lock folio_lruvec_lock_irq folio_lruvec_lock_irqsave folio_batch_move_lru release_pages shrink_inactive_list shrink_active_list folio_isolate_lru __page_cache_release"        },
	{PD_LOCK_SPIN,        "d_lock",
	 "dput fast_dput dget_parent __d_lookup d_alloc d_alloc_parallel __dentry_kill dcache_readdir"                                                                                                },
	{PD_LOCK_SPIN,        "rename_lock",              "d_move d_splice_alias"														     },
	{PD_LOCK_SPIN,        "mount_lock",               "lock_mount_hash __legitimize_mnt mntput_no_expire"											 },
	{PD_LOCK_SPIN,        "i_lock",                   "find_inode find_inode_fast evict __mark_inode_dirty"										       },
	{PD_LOCK_SPIN,        "inode_hash_lock",          "__insert_inode_hash iget_locked inode_insert5"											     },
	{PD_LOCK_SPIN,        "s_inode_list_lock",        "inode_sb_list_add inode_sb_list_del evict_inodes"                                                                                          },
	{PD_LOCK_SPIN,        "nlru->lock",               "list_lru_add list_lru_del list_lru_walk_one"											       },
	{PD_LOCK_SPIN,        "i_pages",
	 "filemap_add_folio filemap_remove_folio __folio_mark_dirty __remove_mapping"														 },
	{PD_LOCK_SPIN,        "ptl",
	 "__pte_offset_map_lock zap_pte_range do_anonymous_page copy_page_range"														      },
	{PD_LOCK_SPIN,        "file_lock",                "alloc_fd fd_install close_fd put_unused_fd dup_fd"											 },
	{PD_LOCK_SPIN,        "aa_buffers_lock",          "aa_get_buffer aa_put_buffer"													       },
	{PD_LOCK_SPIN,        "pidmap_lock",              "alloc_pid free_pid"															},
	{PD_LOCK_SPIN,        "css_set_lock",
	 "cgroup_post_fork cgroup_exit cgroup_css_set_fork css_task_iter_start css_task_iter_next css_task_iter_end"                                                                                  },
	{PD_LOCK_SPIN,        "n->list_lock",             "get_partial_node __slab_free __unfreeze_partials"											  },
	{PD_LOCK_SPIN,        "pcpu_lock",                "pcpu_alloc pcpu_alloc_noprof free_percpu"												  },
	{PD_LOCK_SPIN,        "hb->lock",                 "futex_q_lock futex_wake futex_wait_setup futex_requeue"                                                                                    },
	{PD_LOCK_SPIN,        "wq_head->lock",
	 "__wake_up_common_lock prepare_to_wait prepare_to_wait_exclusive prepare_to_wait_event finish_wait add_wait_queue remove_wait_queue"                                                         },
	{PD_LOCK_SPIN,        "base->lock",               "lock_timer_base __mod_timer"													       },
	{PD_LOCK_SPIN,        "cpu_base->lock",           "lock_hrtimer_base hrtimer_interrupt"												       },
	{PD_LOCK_SPIN,        "rnp->lock",                "rcu_report_qs_rnp force_qs_rnp rcu_gp_init rcu_gp_cleanup"                                                                                 },
	{PD_LOCK_SPIN,        "sk_lock",                  "lock_sock_nested release_sock"													     },
	{PD_LOCK_READ,        "tasklist_lock",
	 "do_wait __do_wait kill_something_info kill_pgrp mm_update_next_owner do_signal_stop ptrace_stop"                                                                                            },
	{PD_LOCK_WRITE,       "tasklist_lock",
	 "copy_process release_task exit_notify do_exit find_child_reaper ksys_setsid __do_sys_setpgid ptrace_attach ptrace_detach de_thread"                                                         },
	{PD_LOCK_RWSEM_READ,  "mmap_lock",
	 "do_user_addr_fault lock_mm_and_find_vma do_madvise acct_collect task_numa_work"													     },
	{PD_LOCK_RWSEM_WRITE, "mmap_lock",
	 "dup_mmap vm_mmap_pgoff __vm_munmap do_mprotect_pkey __do_sys_brk exit_mmap __do_sys_mremap do_madvise"                                                                                      },
	{PD_LOCK_RWSEM_READ,  "i_mmap_rwsem",             "unmap_mapping_pages"														       },
	{PD_LOCK_RWSEM_WRITE, "i_mmap_rwsem",             "dup_mmap vma_link unlink_file_vma"													 },
	{PD_LOCK_RWSEM_READ,  "i_rwsem",                  "lookup_slow open_last_lookups"													     },
	{PD_LOCK_RWSEM_WRITE, "i_rwsem",
	 "open_last_lookups do_unlinkat generic_file_write_iter filename_create lock_rename"													  },
	{PD_LOCK_RWSEM_READ,  "anon_vma->rwsem",          "folio_lock_anon_vma_read"														  },
	{PD_LOCK_RWSEM_WRITE, "anon_vma->rwsem",          "anon_vma_clone anon_vma_fork unlink_anon_vmas"                                                                                             },
	{PD_LOCK_RWSEM_WRITE, "namespace_sem",            "namespace_lock"															    },
	{PD_LOCK_PCPU_READ,   "cgroup_threadgroup_rwsem", "exit_signals copy_process"														 },
	{PD_LOCK_MUTEX,       "pipe->mutex",              "pipe_read pipe_write anon_pipe_read anon_pipe_write"                                                                                       },
	{PD_LOCK_MUTEX,       "rtnl_mutex",               "rtnl_lock"																 },
};

static void locks_that_matter_are_known_at_their_sites(void **state)
{
	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(known_locks); i++) {
		struct pd_str sites = pd_str_of(known_locks[i].sites),
			      lock = pd_str_of(known_locks[i].lock);

		while (sites.n) {
			struct pd_str site = pd_str_word(&sites);
			struct pd_lock found = {.name = PD_STR("(unknown)")};

			(void)pd_lock_find(NULL, known_locks[i].lock_class, site, &found);
			if (pd_str_find(found.name, lock) == found.name.n)
				fail_msg("%.*s takes '%.*s', not %s", PD_FMT(site),
					 PD_FMT(found.name), known_locks[i].lock);
		}
	}
}

static void wrappers_name_their_lock_themselves(void **state)
{
	(void)state;
	lock_is(PD_LOCK_SPIN, "__lock_task_sighand", "siglock");
	lock_is(PD_LOCK_SPIN, "lock_sock_nested", "sk_lock");
	lock_is(PD_LOCK_SPIN, "lockref_get_not_dead", "d_lock");
	lock_is(PD_LOCK_SPIN, "raw_spin_rq_lock_nested", "rq->__lock");
}

static void names_that_changed_between_kernels_are_the_same_site(void **state)
{
	(void)state;
	lock_is(PD_LOCK_READ, "__do_wait", "tasklist_lock");
	lock_is(PD_LOCK_MUTEX, "pipe_write", "pipe->mutex");
	lock_is(PD_LOCK_MUTEX, "anon_pipe_write", "pipe->mutex");
	lock_is(PD_LOCK_MUTEX, "pcpu_alloc", "pcpu_alloc_mutex");
	lock_is(PD_LOCK_MUTEX, "pcpu_alloc_noprof", "pcpu_alloc_mutex");
	lock_is(PD_LOCK_SPIN, "load_balance", "rq->__lock");
	lock_is(PD_LOCK_SPIN, "sched_balance_rq", "rq->__lock");
	lock_is(PD_LOCK_WRITE, "copy_process.isra.0", "tasklist_lock");
	lock_is(PD_LOCK_RWSEM_WRITE, "__x64_sys_brk", "mmap_lock");
	lock_is(PD_LOCK_RWSEM_WRITE, "__arm64_sys_brk", "mmap_lock");
	lock_is(PD_LOCK_WRITE, "__x64_sys_setsid", "tasklist_lock");
}

static void a_class_without_a_direction_is_found_if_both_agree(void **state)
{
	(void)state;
	lock_is(PD_LOCK_RWLOCK, "do_wait", "tasklist_lock");
	lock_is(PD_LOCK_RWSEM, "do_madvise", "mmap_lock");
	lock_is(PD_LOCK_OPEN, "rtnl_lock", "rtnl_mutex");
	/* exit_mmap: rwsem:R and rwsem:W are mmap_lock both; no mutex. */
	lock_is(PD_LOCK_OPEN, "exit_mmap", "mmap_lock");
	/* mutex, rwlock:W and spinlock: several locks. */
	lock_is(PD_LOCK_ANY, "copy_process", "(unknown)");
	lock_is(PD_LOCK_ANY, "release_task", "(unknown)");
	lock_is(PD_LOCK_ANY, "rtnl_lock", "rtnl_mutex");
	/* copy_process takes oom_adj_mutex as a mutex and siglock or fs->lock as a spinlock. */
	lock_is(PD_LOCK_RTMUTEX, "copy_process", "(unknown)");
}

static void trust_says_how_a_name_was_found(void **state)
{
	(void)state;
	assert_int_equal(find(PD_LOCK_WRITE, "copy_process").trust, PD_LOCK_UNIQUE);
	assert_int_equal(find(PD_LOCK_WRITE, "do_exit").trust, PD_LOCK_INLINED);
	assert_int_equal(find(PD_LOCK_RWSEM_WRITE, "dup_mmap").trust, PD_LOCK_AMBIGUOUS);
	assert_int_equal(find(PD_LOCK_RWSEM_WRITE, "dup_mmap").n_locks, 2);
}

static void one_lock_per_object_is_told_from_one_for_all(void **state)
{
	(void)state;
	assert_false(find(PD_LOCK_WRITE, "copy_process").is_per_object);
	assert_false(find(PD_LOCK_SPIN, "aa_get_buffer").is_per_object);
	assert_true(find(PD_LOCK_SPIN, "rmqueue_bulk").is_per_object);
	assert_true(find(PD_LOCK_RWSEM_WRITE, "__vm_munmap").is_per_object);
	assert_true(find(PD_LOCK_SPIN, "zap_pte_range").is_per_object);
}

static void a_name_of_the_source_is_believed(void **state)
{
	struct pd_lock global = pd_lock_named(PD_STR("tasklist_lock"));
	struct pd_lock member = pd_lock_named(PD_STR("my_dev->lock"));
	struct pd_lock known = pd_lock_named(PD_STR("mmap_lock"));

	(void)state;
	assert_string_equal(global.name.p, "tasklist_lock");
	assert_int_equal(global.trust, PD_LOCK_TOLD);
	assert_false(global.is_per_object);
	assert_true(member.is_per_object);
	assert_true(known.is_per_object);
	assert_int_equal(known.n_locks, 1);
}

static void what_is_unknown_stays_untouched(void **state)
{
	(void)state;
	lock_is(PD_LOCK_SPIN, "no_such_function", "(unknown)");
	lock_is(PD_LOCK_SPIN, "", "(unknown)");
	lock_is(PD_LOCK_NONE, "copy_process", "(unknown)");
	/* rmqueue_bulk takes a spinlock and no mutex. */
	lock_is(PD_LOCK_MUTEX, "rmqueue_bulk", "(unknown)");
	/* A name longer than any system call's is no reason to write past its buffer. */
	lock_is(PD_LOCK_SPIN,
		"__x64_sys_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"(unknown)");
}

/* The first and the last row of the sorted table: the search reaches both ends. */
static void both_ends_of_the_table_are_found(void **state)
{
	(void)state;
	lock_is(PD_LOCK_MUTEX, "CIFSSMBLogoff", "session_mutex");
	lock_is(PD_LOCK_SPIN, "zswap_writeback_entry", "tree->lock");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_those_of_perf),
		cmocka_unit_test(every_class_has_a_word_and_is_found_by_it),
		cmocka_unit_test(primitives_are_known_with_what_compilers_append),
		cmocka_unit_test(releasing_and_wrappers_of_one_lock_are_no_primitives),
		cmocka_unit_test(the_outermost_primitive_says_the_class),
		cmocka_unit_test(a_leaf_that_is_no_primitive_is_no_lock),
		cmocka_unit_test(the_four_lock_rows_of_the_robots_report_are_tasklist_lock),
		cmocka_unit_test(recorded_contentions_of_one_address_are_one_lock),
		cmocka_unit_test(callers_of_callers_that_perf_lock_names_are_known),
		cmocka_unit_test(known_sites_give_known_locks),
		cmocka_unit_test(locks_that_matter_are_known_at_their_sites),
		cmocka_unit_test(wrappers_name_their_lock_themselves),
		cmocka_unit_test(names_that_changed_between_kernels_are_the_same_site),
		cmocka_unit_test(a_class_without_a_direction_is_found_if_both_agree),
		cmocka_unit_test(trust_says_how_a_name_was_found),
		cmocka_unit_test(one_lock_per_object_is_told_from_one_for_all),
		cmocka_unit_test(a_name_of_the_source_is_believed),
		cmocka_unit_test(what_is_unknown_stays_untouched),
		cmocka_unit_test(both_ends_of_the_table_are_found),
	};

	return cmocka_run_group_tests_name("lock", tests, NULL, NULL);
}
