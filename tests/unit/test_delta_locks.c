/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "deltaing.h"

#include "model/lock.h"

/* ---- lock_stat: times waited and held, and sites by how often */

static void tell(struct deltaing *d, const char *event, const char *site, const char *lock,
		 uint64_t weight)
{
	struct pd_hits *h = pd_hits_of(d->g);

	d->event = event;
	d->comm = "";
	d->dso = "[kernel.kallsyms]";
	deltaing_chain(d, h, site);
	pd_hits_lock(h, PD_LOCK_ANY, pd_str_of(lock));
	pd_hits_end_row(h, weight, 100);
}

/* One section for each event, in the order told. */
static struct deltaing lock_stat(const struct pd_delta_policy *policy)
{
	struct deltaing d = deltaing_new();

	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		tell(&d, "lock/wait", "", "tasklist_lock-W", 369600);
		tell(&d, "lock/wait", "", "mm->mmap_lock-R", 1000);
		tell(&d, "lock/hold", "", "tasklist_lock-W", 1800200);
		tell(&d, "lock/contended", "release_task", "tasklist_lock", 61);
		tell(&d, "lock/holder", "copy_process", "tasklist_lock", 98);
	}
	deltaing_compare(&d, policy);
	assert_int_equal(d.status, PD_OK);
	assert_int_equal(d.result.n_sections, 4);
	return d;
}

/* Who holds a lock does not wait for it, and how often is no time. */
static void only_time_waited_is_said_to_be_waiting(void **state)
{
	static const bool waiting[] = {true, false, false, false};
	struct deltaing d = lock_stat(&(const struct pd_delta_policy){.by = 1u << PD_BY_LOCK});

	(void)state;
	for (size_t i = 0; i < d.result.n_sections; i++)
		assert_int_equal(!!(d.result.section[i].row[0].change[0].caveats &
				    PD_DELTA_WAITING),
				 waiting[i]);
	deltaing_free(&d);
}

/* ---- what rows are where nobody asked */

static void rows_of_locks_without_symbols_are_locks(void **state)
{
	struct deltaing d = lock_stat(NULL);

	(void)state;
	assert_int_equal(d.result.policy.by, 1u << PD_BY_LOCK);
	assert_true(d.result.lacks_symbols);
	assert_int_equal(d.result.section[0].n, 2);
	assert_non_null(deltaing_row(&d, "tasklist_lock-W"));
	assert_non_null(deltaing_row(&d, "mm->mmap_lock-R"));
	deltaing_free(&d);
}

static void rows_of_threads_without_symbols_are_comms(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		d.comm = "writer";
		deltaing_hits(&d, "", 30);
		d.comm = "bash";
		deltaing_hits(&d, "", 10);
	}
	deltaing_compare(&d, NULL);
	assert_int_equal(d.result.policy.by, 1u << PD_BY_COMM);
	assert_true(d.result.lacks_symbols);
	assert_false(d.result.comms_merged);
	assert_non_null(deltaing_row(&d, "writer"));
	deltaing_free(&d);
}

/* Hits without a frame are among those of every recording. */
static void a_hit_without_a_frame_among_others_changes_nothing(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(&d, "main;work", 30);
		deltaing_hits(&d, "", 1);
	}
	deltaing_compare(&d, NULL);
	assert_int_equal(d.result.policy.by, 1u << PD_BY_DSO | 1u << PD_BY_SYMBOL);
	assert_false(d.result.lacks_symbols);
	deltaing_free(&d);
}

static void symbols_that_wait_for_locks_are_symbols(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		tell(&d, "lock/wait", "dup_mmap", "", 43030000);
	}
	deltaing_compare(&d, NULL);
	assert_int_equal(d.result.policy.by, 1u << PD_BY_DSO | 1u << PD_BY_SYMBOL);
	deltaing_free(&d);
}

/* --by says what rows are, whatever there is. */
static void what_was_asked_for_is_done(void **state)
{
	struct deltaing d = lock_stat(&(const struct pd_delta_policy){.by = 1u << PD_BY_SYMBOL});

	(void)state;
	assert_int_equal(d.result.policy.by, 1u << PD_BY_SYMBOL);
	assert_false(d.result.lacks_symbols);
	deltaing_free(&d);
}

/* ---- perf lock contention: one function of a chain, or the chain */

static void wait_at(struct deltaing *d, const char *chain, uint32_t lock_class)
{
	struct pd_hits *h = pd_hits_of(d->g);

	d->event = "lock/wait";
	d->dso = "[kernel.kallsyms]";
	deltaing_chain(d, h, chain);
	pd_hits_lock(h, lock_class, PD_STR(""));
	pd_hits_end_row(h, 1000000, 100);
}

static uint32_t caveats_of(const struct deltaing *d, const char *lock)
{
	const struct pd_delta_row *row = deltaing_row(d, lock);

	assert_non_null(row);
	return row ? row->change[0].caveats : 0;
}

static void a_name_that_no_chain_proves_leaves_room_for_another(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		wait_at(&d, "perf_event_alloc", PD_LOCK_MUTEX);
		wait_at(&d, "copy_process", PD_LOCK_MUTEX);
		wait_at(&d, "kernel_wait4", PD_LOCK_READ);
		wait_at(&d, "kernel_clone", PD_LOCK_RWSEM_WRITE);
		wait_at(&d, "perf_event_alloc;perf_trace_init;__mutex_lock.constprop.0",
			PD_LOCK_MUTEX);
		/* helper_of_6_18 is in no table: what its caller takes is a guess */
		wait_at(&d, "rmqueue_bulk;helper_of_6_18;_raw_spin_lock", PD_LOCK_SPIN);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.by = 1u << PD_BY_LOCK});
	assert_true(caveats_of(&d, "event_mutex or perf_sched_mutex, or another mutex") &
		    PD_DELTA_AMBIGUOUS_LOCK);
	assert_true(caveats_of(&d, "oom_adj_mutex or another mutex") & PD_DELTA_AMBIGUOUS_LOCK);
	assert_true(caveats_of(&d, "zone->lock or another spinlock") & PD_DELTA_AMBIGUOUS_LOCK);
	assert_false(caveats_of(&d, "tasklist_lock") & PD_DELTA_AMBIGUOUS_LOCK);
	assert_false(caveats_of(&d, "rwsem:W at kernel_clone") & PD_DELTA_AMBIGUOUS_LOCK);
	assert_false(caveats_of(&d, "event_mutex") & PD_DELTA_AMBIGUOUS_LOCK);
	deltaing_free(&d);
}

/* ---- wrappers */

/* A class of locks, one in each run queue; who takes it is the function above the wrapper. */
static void time_in_a_wrapper_is_that_of_its_lock(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_row *row;

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(&d, "schedule;__schedule;raw_spin_rq_lock_nested", 40);
		deltaing_hits(&d,
			      "schedule;__schedule;raw_spin_rq_lock_nested;_raw_spin_lock;"
			      "native_queued_spin_lock_slowpath",
			      60);
		deltaing_hits(&d, "d_walk;hlist_bl_lock", 30);
		deltaing_hits(&d, "sync_dirty_buffer;__lock_buffer", 20);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){
				     .work = 1, .by = 1u << PD_BY_LOCK | 1u << PD_BY_CALLER});
	row = deltaing_row(&d, "rq->__lock");
	assert_non_null(row);
	assert_close(row->base.cost, 100, 0);
	assert_string_equal(pd_ctx_name(d.ctx, row->name[PD_BY_CALLER]).p, "__schedule");
	assert_true(row->change[0].caveats & PD_DELTA_LOCK_CLASS);
	assert_non_null(deltaing_row(&d, "bit-lock at d_walk"));
	assert_non_null(deltaing_row(&d, "bit-lock at __lock_buffer"));
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_time_waited_is_said_to_be_waiting),
		cmocka_unit_test(rows_of_locks_without_symbols_are_locks),
		cmocka_unit_test(rows_of_threads_without_symbols_are_comms),
		cmocka_unit_test(a_hit_without_a_frame_among_others_changes_nothing),
		cmocka_unit_test(symbols_that_wait_for_locks_are_symbols),
		cmocka_unit_test(what_was_asked_for_is_done),
		cmocka_unit_test(a_name_that_no_chain_proves_leaves_room_for_another),
		cmocka_unit_test(time_in_a_wrapper_is_that_of_its_lock),
	};

	return cmocka_run_group_tests_name("delta_locks", tests, NULL, NULL);
}
