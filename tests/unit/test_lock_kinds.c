/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Primitives of every kind, wrappers, and callers of which no chain is known. */
#include "testing.h"

#include "model/lock.h"

#include "base/str.h"

/* Of every kind of lock what lies below its callers: slow paths, trials, forms of other configurations. */
static void every_kind_of_lock_is_peeled_to_its_callers(void **state)
{
	static const struct kind {
		enum pd_lock_class lock_class;
		const char *symbols;
	} kinds[] = {
		{PD_LOCK_SPIN,
		 "pv_wait kvm_wait pv_wait_node pv_wait_head_or_lock __pv_queued_spin_lock_slowpath "
		 "queued_spin_lock_slowpath virt_spin_lock __raw_spin_lock_irqsave spin_lock arch_spin_lock_wait "
		 "write_seqlock_irqsave read_seqlock_excl rt_spin_lock_slowlock rtlock_slowlock_locked"       },
		{PD_LOCK_READ,
		 "queued_read_lock_slowpath _raw_read_trylock __raw_read_lock_bh rt_read_lock"                },
		{PD_LOCK_WRITE,
		 "queued_write_lock_slowpath _raw_write_lock_irqsave queue_write_lock_slowpath rt_write_lock" },
		{PD_LOCK_MUTEX,
		 "mutex_lock_interruptible mutex_lock_killable mutex_lock_io mutex_spin_on_owner "
		 "__mutex_lock_interruptible_slowpath ww_mutex_lock_interruptible __ww_mutex_lock.constprop.0"},
		{PD_LOCK_OPEN,        "osq_lock mcs_spin_lock"                                                },
		{PD_LOCK_RWSEM,
		 "rwsem_spin_on_owner rwsem_optimistic_spin rwsem_down_failed_common"                         },
		{PD_LOCK_RWSEM_READ,
		 "down_read_killable down_read_interruptible down_read_trylock rwsem_down_read_slowpath "
		 "rwsem_down_read_failed ldsem_down_read"                                                     },
		{PD_LOCK_RWSEM_WRITE,
		 "down_write_killable down_write_nested rwsem_down_write_slowpath rwsem_try_write_lock "
		 "rwsem_down_write_failed_killable"							   },
		{PD_LOCK_PCPU_READ,
		 "percpu_down_read __percpu_down_read __percpu_down_read_trylock"                             },
		{PD_LOCK_PCPU_WRITE,  "percpu_down_write"                                                     },
		{PD_LOCK_RTMUTEX,
		 "rt_mutex_lock rt_mutex_lock_interruptible __rt_mutex_slowlock.constprop.0 "
		 "rt_mutex_slowlock_block rtmutex_spin_on_owner task_blocks_on_rt_mutex try_to_take_rt_mutex" },
		{PD_LOCK_SEMAPHORE,   "down down_timeout __down_common ___down_common"                        },
		{PD_LOCK_FOLIO,
		 "folio_lock lock_page __lock_page __lock_page_killable __folio_lock_or_retry trylock_page"   },
		{PD_LOCK_FUTEX,       "futex_wait_queue futex_wait_queue_me"                                  },
		{PD_LOCK_BIT,         "bit_spin_lock hlist_bl_lock out_of_line_wait_on_bit_lock"              },
		{PD_LOCK_SEQ_READ,    "read_seqbegin __read_seqcount_begin"                                   },
 /* other locks, and the ends of these */
		{PD_LOCK_NONE,
		 "folio_lock_anon_vma_read lock_page_memcg queued_spin_unlock up_read downgrade_write "
		 "write_sequnlock rt_mutex_unlock unlock_page osq_unlock read_seqretry pv_kick"               },
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++)
		for (struct pd_str rest = pd_str_of(kinds[i].symbols); rest.n;) {
			struct pd_str symbol = pd_str_word(&rest);

			if (pd_lock_primitive(symbol) != kinds[i].lock_class)
				fail_msg("%.*s is '%s', not '%s'", PD_FMT(symbol),
					 pd_lock_word(pd_lock_primitive(symbol)).p,
					 pd_lock_word(kinds[i].lock_class).p);
			rest = pd_str_trim(rest);
		}
}

/* What is printed of a function that the source names without a chain: "a lock or another class". */
static void below_is(enum pd_lock_class lock_class, const char *caller, const char *name,
		     enum pd_lock_trust trust)
{
	struct pd_lock lock = {.name = PD_STR("(unknown)")};

	(void)pd_lock_find_below(NULL, lock_class, pd_str_of(caller), &lock);
	if (!pd_str_eq(lock.name, pd_str_of(name)) || lock.trust != trust)
		fail_msg("(%s, %s) is '%.*s' with trust %d, not '%s' with %d",
			 pd_lock_word(lock_class).p, caller, PD_FMT(lock.name), lock.trust, name,
			 trust);
}

/*
 * All rows that perf 6.1 and perf 6.12 print of the contentions above, with the lock that the
 * chains tell. perf_event_alloc itself takes perf_sched_mutex only, yet one of the functions that
 * it calls through a pointer took event_mutex; copy_process takes oom_adj_mutex only, yet mm_init
 * allocated per-cpu memory. So such names are candidates.
 */
static void a_caller_without_its_chain_is_no_proof(void **state)
{
	static const struct row {
		enum pd_lock_class lock_class;
		const char *caller, *truth;
	} rows[] = {
		{PD_LOCK_RWSEM_WRITE, "copy_process",        "mmap_lock"       },
		{PD_LOCK_RWSEM_WRITE, "kernel_clone",        "mmap_lock"       },
		{PD_LOCK_MUTEX,       "perf_try_init_event", "event_mutex"     },
		{PD_LOCK_MUTEX,       "perf_event_alloc",    "event_mutex"     },
		{PD_LOCK_READ,        "kernel_wait4",        "tasklist_lock"   },
		{PD_LOCK_READ,        "__do_sys_wait4",      "tasklist_lock"   },
		{PD_LOCK_WRITE,       "__do_sys_clone",      "tasklist_lock"   },
		{PD_LOCK_WRITE,       "do_syscall_64",       "tasklist_lock"   },
		{PD_LOCK_WRITE,       "__do_wait",           "tasklist_lock"   },
		{PD_LOCK_WRITE,       "do_wait",             "tasklist_lock"   },
		{PD_LOCK_MUTEX,       "mm_init",             "pcpu_alloc_mutex"},
		{PD_LOCK_MUTEX,       "copy_process",        "pcpu_alloc_mutex"},
	};
	size_t n_sure = 0;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(rows); i++) {
		struct pd_lock lock = {0};

		if (!pd_lock_find_below(NULL, rows[i].lock_class, pd_str_of(rows[i].caller),
					&lock) ||
		    lock.trust == PD_LOCK_CANDIDATE)
			continue;
		n_sure++;
		assert_true(pd_str_eq(lock.name, pd_str_of(rows[i].truth)));
	}
	assert_int_equal(n_sure, 5); /* all of tasklist_lock but that of do_syscall_64 */
	below_is(PD_LOCK_MUTEX, "perf_event_alloc", "event_mutex or perf_sched_mutex",
		 PD_LOCK_CANDIDATE);
	below_is(PD_LOCK_MUTEX, "copy_process", "oom_adj_mutex", PD_LOCK_CANDIDATE);
	/* futex_wake takes hb->lock itself, and calls what wakes threads and takes theirs. */
	below_is(PD_LOCK_SPIN, "futex_wake", "hb->lock", PD_LOCK_CANDIDATE);
	/* A function that does nothing but take one lock is as good as a chain. */
	below_is(PD_LOCK_MUTEX, "rtnl_lock", "rtnl_mutex", PD_LOCK_UNIQUE);
	/* Of a lock of any kind the table would have to be sure of all kinds. */
	below_is(PD_LOCK_ANY, "kernel_wait4", "tasklist_lock", PD_LOCK_CANDIDATE);
	below_is(PD_LOCK_RWLOCK, "kernel_wait4", "tasklist_lock", PD_LOCK_INLINED);
	below_is(PD_LOCK_FOLIO, "filemap_fault", "folio lock", PD_LOCK_UNIQUE);
}

/* The names that the table has for each function that stands for its lock. */
static void every_wrapper_has_a_lock_and_a_site_of_its_own(void **state)
{
	static const struct wrapper {
		const char *name;
		enum pd_lock_class lock_class;
	} wrappers[] = {
#define PD_LOCK_PRIMITIVE(pattern, class)
#define PD_LOCK_WRAPPER(name, class) {name, PD_LOCK_##class},
#include "model/lock_primitives.def"
#undef PD_LOCK_PRIMITIVE
#undef PD_LOCK_WRAPPER
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(wrappers); i++) {
		struct pd_str name = pd_str_of(wrappers[i].name);
		enum pd_lock_class lock_class = wrappers[i].lock_class;
		struct pd_lock lock = {0};

		assert_int_equal(pd_lock_wrapper(name), lock_class);
		assert_int_equal(pd_lock_primitive(name), PD_LOCK_NONE);
		if (lock_class == PD_LOCK_BIT || lock_class == PD_LOCK_SEMAPHORE)
			continue; /* no table has their names */
		if (!pd_lock_find_below(NULL, lock_class, name, &lock) ||
		    lock.trust == PD_LOCK_CANDIDATE)
			fail_msg("%s has no lock", wrappers[i].name);
	}
}

/* task_rq_lock() takes p->pi_lock before the lock of the run queue; the others one each. */
static void wrappers_name_what_they_take(void **state)
{
	(void)state;
	below_is(PD_LOCK_SPIN, "raw_spin_rq_lock_nested", "rq->__lock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_SPIN, "_raw_spin_rq_lock_irqsave", "rq->__lock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_SPIN, "double_rq_lock", "rq->__lock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_SPIN, "task_rq_lock", "pi_lock or rq->__lock", PD_LOCK_AMBIGUOUS);
	below_is(PD_LOCK_SPIN, "__lock_task_sighand", "siglock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_SPIN, "lockref_get", "d_lock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_SPIN, "lockref_put_return", "d_lock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_SPIN, "__lock_sock", "sk_lock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_SPIN, "lock_sock_nested", "sk_lock", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_MUTEX, "rtnl_lock", "rtnl_mutex", PD_LOCK_UNIQUE);
	below_is(PD_LOCK_RWSEM_READ, "mmap_read_lock_killable", "mmap_lock", PD_LOCK_UNIQUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_lock_is_peeled_to_its_callers),
		cmocka_unit_test(a_caller_without_its_chain_is_no_proof),
		cmocka_unit_test(every_wrapper_has_a_lock_and_a_site_of_its_own),
		cmocka_unit_test(wrappers_name_what_they_take),
	};

	return cmocka_run_group_tests_name("lock_kinds", tests, NULL, NULL);
}
