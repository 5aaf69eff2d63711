/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lock.h - which lock a call chain waits for
 *
 * Time in a lock is charged to a primitive, whose name says no lock. The first
 * function above the primitives is the site, and a kernel function mostly takes
 * one lock of a class: (class, site) gives the name.
 *
 *	native_queued_spin_lock_slowpath     PD_LOCK_SPIN
 *	queued_write_lock_slowpath           PD_LOCK_WRITE, which wins: it is above
 *	copy_process                         the site
 *	kernel_clone                         the frame above the site
 *
 * (rwlock:W, copy_process) is tasklist_lock. It names who waits, and says
 * nothing of who holds the lock.
 */
#ifndef MODEL_LOCK_H
#define MODEL_LOCK_H

#include <perfdelta/base.h>

/* How a lock is taken; the numbers are not printed anywhere and may change. */
enum pd_lock_class {
	PD_LOCK_NONE, /* no lock at all */
	PD_LOCK_OPEN, /* a sleeping lock: the next frame tells which (osq_lock) */
	PD_LOCK_SPIN,
	PD_LOCK_READ,  /* rwlock, taken to read */
	PD_LOCK_WRITE, /* rwlock, taken to write */
	PD_LOCK_MUTEX,
	PD_LOCK_RWSEM_READ,
	PD_LOCK_RWSEM_WRITE,
	PD_LOCK_PCPU_READ, /* per-cpu rwsem */
	PD_LOCK_PCPU_WRITE,
	PD_LOCK_RTMUTEX,
	PD_LOCK_RT_READ, /* rwlock of a PREEMPT_RT kernel */
	PD_LOCK_RT_WRITE,
	PD_LOCK_SEMAPHORE,
	PD_LOCK_RWLOCK, /* rwlock or rwsem where the source does not say which way */
	PD_LOCK_RWSEM,
	PD_LOCK_PCPU,
	PD_LOCK_FOLIO,    /* lock bit of a page */
	PD_LOCK_FUTEX,    /* a lock of user space */
	PD_LOCK_BIT,      /* a lock that is one bit, waited for spinning or asleep */
	PD_LOCK_SEQ_READ, /* a reader of a seqlock, who waits for a writer to end */
	PD_LOCK_ANY,      /* a lock; the source does not say of which kind */
	PD_N_LOCK_CLASSES
};

/* "spinlock", "rwlock:R", "rwsem:W", "mutex": as perf prints it; "" for PD_LOCK_NONE. */
struct pd_str pd_lock_word(enum pd_lock_class lock_class);

/* The class that such a word says, in the spelling of any perf; PD_LOCK_NONE if it is none. */
enum pd_lock_class pd_lock_parse_word(struct pd_str word);

/*
 * The class of lock that function @symbol (without offset, suffixes such as
 * .constprop.0 are fine) acquires, if that is all it is for; else PD_LOCK_NONE.
 * Cost: a walk over some 200 patterns, meant for once per distinct symbol.
 *
 * Releasing (up_read, _raw_spin_unlock) is none, nor are wrappers.
 */
enum pd_lock_class pd_lock_primitive(struct pd_str symbol);

/*
 * The class of lock that @symbol takes, if it does nothing else and it is always the same lock or
 * that of its argument: __lock_task_sighand, lock_sock_nested, lockref_get, raw_spin_rq_lock_nested.
 * It is the site of primitives below it. At the leaf, where the compiler left nothing below it, it
 * is primitive and site at once: the time is that of its lock, which the table names.
 */
enum pd_lock_class pd_lock_wrapper(struct pd_str symbol);

/* Where a chain is peeled to. Starts as all zero. */
struct pd_lock_peel {
	enum pd_lock_class lock_class; /* of the outermost primitive so far */
	uint32_t n;                    /* primitives so far: the index of the site in the end */
};

/*
 * Takes the class of the next frame, from the leaf up; false if that frame is
 * the site: what @p holds is final then.
 *
 *	struct pd_lock_peel p = {0};
 *	while (p.n < n_frames && pd_lock_peel_step(&p, class_of[frame[p.n]]))
 *		;
 *	if (p.lock_class && p.n < n_frames) the site is frame[p.n]
 */
bool pd_lock_peel_step(struct pd_lock_peel *p, enum pd_lock_class next);

/* How sure a name is, surest last. */
enum pd_lock_trust {
	PD_LOCK_UNKNOWN,   /* no name */
	PD_LOCK_CANDIDATE, /* the site is not known, and functions below the caller may take others */
	PD_LOCK_AMBIGUOUS, /* the site takes several of this class: the name is "a or b" */
	PD_LOCK_INLINED,   /* one, in a function that compilers inline into the site */
	PD_LOCK_UNIQUE,    /* the only one of this class in the site */
	PD_LOCK_TOLD,      /* the user, or the source of the numbers, says so */
};

struct pd_lock {
	struct pd_str name; /* "tasklist_lock", "zone->lock", "i_mmap_rwsem or mmap_lock" */
	uint32_t n_locks;   /* how many names that is, 1 or more */
	bool is_per_object; /* a class of locks, one per mm, inode, ...; else one for all */
	bool is_closed;     /* the functions that the site calls take no other of this class */
	enum pd_lock_trust trust;
};

struct pd_locks; /* pairs told by the user; model/locks.h */

/*
 * The lock that @site, a symbol without offset, takes as @lock_class; true and
 * *ret set if it is known. The site is tried as it is, then without suffixes
 * (.isra.0, _noprof), then by the other names of a system call
 * (__x64_sys_brk, __do_sys_brk, ksys_brk). PD_LOCK_OPEN and classes without a
 * direction match if all classes they may be agree on one answer.
 *
 * @told: pairs of the user, which win, or NULL
 *
 * Return: false when unknown; the frame above the site may still be known, as
 * helpers that compilers inline today were functions before. The name lives as
 * long as the program, or as @told.
 * Source of the table: lock_sites.tsv, scanned from Linux 6.1; on its pairs
 * 92 % of (class, site) take one lock only.
 */
bool pd_lock_find(const struct pd_locks *told, enum pd_lock_class lock_class, struct pd_str site,
		  struct pd_lock *ret);

/*
 * The lock that @caller, or one of the next few functions below it, takes as @lock_class: for
 * sources that name one function of a chain. perf lock contention skips as many frames as it
 * takes to be primitives, and lands one to three above the site.
 *
 *	mutex   perf_event_alloc+0x467	takes perf_sched_mutex; event_mutex it was, taken by
 *					perf_trace_init, three calls below
 *
 * What the table says of the caller is trusted if it says that nothing near below takes another
 * lock (^ in lock_sites_more.tsv), or the caller is a wrapper; else its trust is
 * PD_LOCK_CANDIDATE. Of classes without a direction all directions must be so.
 */
bool pd_lock_find_below(const struct pd_locks *told, enum pd_lock_class lock_class,
			struct pd_str caller, struct pd_lock *ret);

/*
 * What is known of a lock that the source itself calls @name ("tasklist_lock",
 * "zone->lock", "mm->mmap_lock"): PD_LOCK_TOLD, per object if the table says so
 * of that name or it is a member. The name is borrowed from @name.
 */
struct pd_lock pd_lock_named(struct pd_str name);

#endif
