/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing profiles: what was asked for, and what of it is there. */
#include "deltaing.h"

#include "model/lock.h"

/* ---- locks */

static void the_caller_beside_a_lock_is_who_takes_it(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_row *row;

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(
			&d, "_do_fork;copy_process;_raw_write_lock_irq;queued_write_lock_slowpath",
			1000);
		deltaing_hits(&d, "do_x;vfs_write", 5000);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){
				     .work = 1, .by = 1u << PD_BY_LOCK | 1u << PD_BY_CALLER});
	row = deltaing_row(&d, "tasklist_lock");
	assert_string_equal(pd_ctx_name(d.ctx, row->name[PD_BY_CALLER]).p, "copy_process");
	row = deltaing_row(&d, "(no lock)");
	assert_string_equal(pd_ctx_name(d.ctx, row->name[PD_BY_CALLER]).p, "do_x");
	deltaing_free(&d);
}

/* ---- waiting, as perf lock contention tells it */

struct waiting {
	const char *caller;
	uint32_t lock_class;
	uint64_t ns;
};

static void waits(struct deltaing *d, const char *side, const struct waiting *w, size_t n)
{
	struct pd_hits *h = deltaing_run(d, side);

	d->event = "lock/wait";
	for (size_t i = 0; i < n; i++) {
		deltaing_chain(d, h, w[i].caller);
		pd_hits_lock(h, w[i].lock_class, PD_STR(""));
		pd_hits_end_row(h, w[i].ns, 10);
	}
}

static bool warned_of_generations(const struct deltaing *d)
{
	size_t n, found = 0;
	const struct pd_diag *diag = pd_ctx_diags(d->ctx, &n);

	for (size_t i = 0; i < n; i++)
		found += !strcmp(diag[i].code, "perf-generation");
	return found == 1;
}

/* The rows of one recording as perf 6.1 and perf 6.12 print them: the caller, and its caller. */
static const struct waiting perf_6_1[] = {
	{"copy_process",        PD_LOCK_RWSEM_WRITE, 43030000},
	{"perf_try_init_event", PD_LOCK_MUTEX,       2680000 },
	{"kernel_wait4",        PD_LOCK_READ,        691130  },
};
static const struct waiting perf_6_12[] = {
	{"kernel_clone",     PD_LOCK_RWSEM_WRITE, 43030000},
	{"perf_event_alloc", PD_LOCK_MUTEX,       2680000 },
	{"__do_sys_wait4",   PD_LOCK_READ,        691130  },
};

static void two_versions_of_perf_are_warned_of_whatever_rows_are(void **state)
{
	static const unsigned int by[] = {0, 1u << PD_BY_LOCK, 1u << PD_BY_COMM, 1u << PD_BY_EVENT};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(by); i++) {
		const struct pd_delta_policy policy = {.work = 1, .by = by[i]};
		struct deltaing d = deltaing_new();

		waits(&d, "base", perf_6_12, PD_ARRAY_SIZE(perf_6_12));
		waits(&d, "head", perf_6_1, PD_ARRAY_SIZE(perf_6_1));
		deltaing_compare(&d, &policy);
		assert_true(warned_of_generations(&d));
		deltaing_free(&d);
	}
}

/* Of 46.4 ms, 43.03 are waited in a caller that both have. */
static void sides_with_most_of_the_waiting_in_common_are_of_one_perf(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	waits(&d, "base", perf_6_1, PD_ARRAY_SIZE(perf_6_1));
	waits(&d, "head", perf_6_1, 1);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .by = 1u << PD_BY_LOCK});
	assert_false(warned_of_generations(&d));
	deltaing_free(&d);
}

/* ---- what is asked for and is not there */

static void one_run(struct deltaing *d, const char *side)
{
	deltaing_run(d, side);
	deltaing_hits(d, "main;work", 100);
	deltaing_hits(d, "main;other", 100);
}

static int status_with(const struct pd_delta_policy *policy)
{
	struct deltaing d = deltaing_new();
	int status;

	one_run(&d, "base");
	one_run(&d, "head");
	deltaing_compare(&d, policy);
	status = d.status;
	deltaing_free(&d);
	return status;
}

static void a_name_that_no_row_has_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(status_with(&(const struct pd_delta_policy){.match = "wor?"}), PD_OK);
	assert_int_equal(status_with(&(const struct pd_delta_policy){.match = "nosuch"}),
			 PD_EUSAGE);
}

/* Object and symbol tell rows apart; all is in the object "prog". */
static void a_match_can_be_of_one_dimension(void **state)
{
	(void)state;
	assert_int_equal(status_with(&(const struct pd_delta_policy){.match = "prog",
								     .match_by = 1u << PD_BY_DSO}),
			 PD_OK);
	assert_int_equal(status_with(&(const struct pd_delta_policy){
				 .match = "prog", .match_by = 1u << PD_BY_SYMBOL}),
			 PD_EUSAGE);
}

static void work_whose_costs_would_be_no_numbers_is_refused(void **state)
{
	(void)state;
	assert_int_equal(status_with(&(const struct pd_delta_policy){.work = 1e-100}), PD_OK);
	assert_int_equal(status_with(&(const struct pd_delta_policy){.work = 1e100}), PD_OK);
	assert_int_equal(status_with(&(const struct pd_delta_policy){.work = 1e-310}), PD_EUSAGE);
	assert_int_equal(status_with(&(const struct pd_delta_policy){.work = 1e308}), PD_EUSAGE);
}

/* ---- rows that were asked for */

static const struct pd_diag *said(const struct deltaing *d, const char *code)
{
	size_t n;
	const struct pd_diag *diag = pd_ctx_diags(d->ctx, &n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(diag[i].code, code))
			return &diag[i];
	return NULL;
}

static struct deltaing matched(const char *glob)
{
	struct deltaing d = deltaing_new();

	for (int run = 0; run < 6; run++) {
		deltaing_run(&d, run % 2 ? "head" : "base");
		deltaing_hits(&d, "work", 1000 + (uint64_t)run);
		deltaing_hits(&d, "wait", 500);
		deltaing_hits(&d, "wander", run % 2 ? 4 : 1);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .match = glob});
	return d;
}

/* Fourfold, yet of 2.5 hits a run on average: no verdict, and that is told. */
static void a_row_that_was_asked_for_and_has_too_few_hits_is_told(void **state)
{
	struct deltaing d = matched("wander");

	(void)state;
	assert_int_equal(d.status, PD_OK);
	assert_non_null(said(&d, "rare-match"));
	assert_int_equal(said(&d, "rare-match")->severity, PD_NOTE);
	assert_string_equal(said(&d, "rare-match")->msg,
			    "--match: 1 row called 'wander' has fewer than 5 hits a run: it was "
			    "not tested");
	deltaing_free(&d);
	d = matched("wa*");
	assert_string_equal(said(&d, "rare-match")->msg,
			    "--match: 1 of 2 rows called 'wa*' has fewer than 5 hits a run: it was "
			    "not tested");
	deltaing_free(&d);
}

static void rows_that_were_tested_need_no_remark(void **state)
{
	struct deltaing d = matched("wait");

	(void)state;
	assert_null(said(&d, "rare-match"));
	deltaing_free(&d);
	d = matched(NULL);
	assert_null(said(&d, "rare-match"));
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_caller_beside_a_lock_is_who_takes_it),
		cmocka_unit_test(two_versions_of_perf_are_warned_of_whatever_rows_are),
		cmocka_unit_test(sides_with_most_of_the_waiting_in_common_are_of_one_perf),
		cmocka_unit_test(a_name_that_no_row_has_is_an_error),
		cmocka_unit_test(a_match_can_be_of_one_dimension),
		cmocka_unit_test(work_whose_costs_would_be_no_numbers_is_refused),
		cmocka_unit_test(a_row_that_was_asked_for_and_has_too_few_hits_is_told),
		cmocka_unit_test(rows_that_were_tested_need_no_remark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
