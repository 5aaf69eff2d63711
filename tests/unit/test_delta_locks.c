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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_time_waited_is_said_to_be_waiting),
		cmocka_unit_test(rows_of_locks_without_symbols_are_locks),
		cmocka_unit_test(rows_of_threads_without_symbols_are_comms),
		cmocka_unit_test(a_hit_without_a_frame_among_others_changes_nothing),
		cmocka_unit_test(symbols_that_wait_for_locks_are_symbols),
		cmocka_unit_test(what_was_asked_for_is_done),
	};

	return cmocka_run_group_tests_name("delta_locks", tests, NULL, NULL);
}
