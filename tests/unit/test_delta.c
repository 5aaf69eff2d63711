/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "deltaing.h"

#define PER_RUN (&(const struct pd_delta_policy){.work = 1})

static double changes_of(const struct deltaing *d)
{
	double sum = 0;

	for (size_t i = 0; i < d->result.section[0].n; i++)
		sum += d->result.section[0].row[i].change[0].cost;
	return sum;
}

static size_t times_said(const struct deltaing *d, const char *code)
{
	size_t n, times = 0;
	const struct pd_diag *diag = pd_ctx_diags(d->ctx, &n);

	for (size_t i = 0; i < n; i++)
		times += !strcmp(diag[i].code, code);
	return times;
}

static bool is_said(const struct deltaing *d, const char *code)
{
	return times_said(d, code) > 0;
}

/* ---- the whole difference */

static void the_changes_of_all_rows_add_up_to_that_of_the_total(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_section *s;

	(void)state;
	for (uint64_t i = 0; i < 3; i++) {
		deltaing_run(&d, "base");
		deltaing_hits(&d, "main;a", 100 + i);
		deltaing_hits(&d, "main;b", 50 - i);
		deltaing_hits(&d, "main;seldom", 1);
		deltaing_run(&d, "head");
		deltaing_hits(&d, "main;a", 130 + i);
		deltaing_hits(&d, "main;b", 51 + i);
		deltaing_hits(&d, "main;new", 20);
	}
	deltaing_compare(&d, PER_RUN);
	s = &d.result.section[0];
	/* base (100+101+102 + 50+49+48 + 3)/3 = 151, head (131*3 + 52*3 + 60)/3 = 203 */
	assert_close(s->total[0].cost, 151, 1e-15);
	assert_close(s->total[1].cost, 203, 1e-15);
	assert_close(changes_of(&d), 52, 1e-14);
	/* One hit a run is too few to test: it stands in the sum of the rare. */
	assert_null(deltaing_row(&d, "seldom"));
	assert_close(deltaing_kind(&d, PD_DELTA_ROW_RARE)->change[0].cost, -1, 0);
	assert_true(deltaing_row(&d, "new")->change[0].is_new);
	assert_true(isnan(deltaing_row(&d, "new")->change[0].rel.point) ||
		    deltaing_row(&d, "new")->change[0].rel.point > 0);
	deltaing_free(&d);
}

/* ---- lists that are cut */

/* Shares of 30, 20 and 10 %, cut there: 40 % are not shown. */
static void cut_list(struct deltaing *d, const char *side, const char *first, double seconds)
{
	struct pd_hits *h = deltaing_run(d, side);

	pd_hits_elapsed(h, seconds);
	deltaing_share(d, first, 300000);
	deltaing_share(d, "b", 200000);
	deltaing_share(d, "c", 100000);
	pd_hits_shares(h, pd_hits_event(h, pd_str_of(d->event)));
}

static void what_a_cut_list_does_not_show_is_bounded_not_zero(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_change *gone, *rest;

	(void)state;
	cut_list(&d, "base", "a", 10);
	cut_list(&d, "head", "z", 8);
	deltaing_compare(&d, NULL);
	gone = &deltaing_row(&d, "a")->change[0];
	/* 30 % of 10 s; in the head anything up to 10 % of 8 s */
	assert_close(deltaing_row(&d, "a")->base.cost, 3, 1e-15);
	assert_close(gone->head.cost, 0, 0);
	assert_close(gone->head.hi, .8, 1e-12);
	assert_false(gone->is_gone);
	assert_true(gone->caveats & PD_DELTA_BOUNDED);
	assert_close(gone->cost_lo, -3, 1e-12);
	assert_close(gone->cost_hi, -2.2, 1e-12);
	/* 40 % of 8 s less 40 % of 10 s; z may hide 1 s in the base's, a .8 s in the head's */
	rest = &deltaing_kind(&d, PD_DELTA_ROW_UNLISTED)->change[0];
	assert_close(rest->cost, -.8, 1e-12);
	assert_close(rest->cost_lo, -1.6, 1e-12);
	assert_close(rest->cost_hi, .2, 1e-12);
	assert_close(changes_of(&d), -2, 1e-12);
	assert_int_equal(d.result.section[0].work, PD_WORK_ELAPSED);
	assert_string_equal(pd_ctx_name(d.ctx, d.result.section[0].unit).p, "s");
	deltaing_free(&d);
}

/* ---- work */

/* All costs half as large again: the work changed, no symbol did. */
static void more_of_everything_is_said_by_the_factor_not_by_rows(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_section *s;

	(void)state;
	for (uint64_t i = 0; i < 4; i++) {
		deltaing_run(&d, "base");
		deltaing_hits(&d, "a", 1000 + i);
		deltaing_hits(&d, "b", 400 + i);
		deltaing_hits(&d, "c", 200 - i);
		deltaing_run(&d, "head");
		deltaing_hits(&d, "a", 1500 + i);
		deltaing_hits(&d, "b", 600 - i);
		deltaing_hits(&d, "c", 300 + i);
	}
	deltaing_compare(&d, NULL);
	s = &d.result.section[0];
	assert_int_equal(s->work, PD_WORK_FACTOR);
	assert_close(s->factor[0].point, 1.5, .01);
	assert_true(s->factor[0].lo > 1.48 && s->factor[0].hi < 1.52);
	assert_true(is_said(&d, "work-changed"));
	for (size_t i = 0; i < s->n; i++)
		assert_true(fabs(s->row[i].change[0].rel.point) < .02);
	/* the same profiles by lock, as in a letter: it is the same factor */
	assert_int_equal(pd_delta(d.ctx, &d.profiles, NULL,
				  &(struct pd_delta_policy){.by = 1u << PD_BY_LOCK}, &d.result),
			 PD_OK);
	assert_int_equal(times_said(&d, "work-changed"), 1);
	deltaing_free(&d);
}

/* One symbol of four doubles: by thread there is one row, whose factor would hide it. */
static void how_much_was_done_does_not_depend_on_how_it_is_looked_at(void **state)
{
	static const unsigned int by[] = {1u << PD_BY_SYMBOL, 1u << PD_BY_COMM, 1u << PD_BY_LOCK};

	(void)state;
	for (size_t k = 0; k < PD_ARRAY_SIZE(by); k++) {
		struct deltaing d = deltaing_new();

		for (uint64_t i = 0; i < 3; i++) {
			deltaing_run(&d, "base");
			deltaing_hits(&d, "a", 1000);
			deltaing_hits(&d, "b", 1000 + i);
			deltaing_hits(&d, "c", 1000 - i);
			deltaing_hits(&d, "d", 1000);
			deltaing_run(&d, "head");
			deltaing_hits(&d, "a", 2000);
			deltaing_hits(&d, "b", 1000 - i);
			deltaing_hits(&d, "c", 1000 + i);
			deltaing_hits(&d, "d", 1000);
		}
		deltaing_compare(&d, &(const struct pd_delta_policy){.by = by[k]});
		assert_close(d.result.section[0].factor[0].point, 1, .01);
		/* 4000 -> 5000 */
		assert_close(d.result.section[0].total_change[0].point, .25, .02);
		assert_close(d.result.section[0].recorded[1], 5000, 1e-12);
		deltaing_free(&d);
	}
}

static void two_symbols_say_nothing_of_the_typical_one(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "a", 1000);
	deltaing_hits(&d, "b", 100);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "a", 500);
	deltaing_hits(&d, "b", 100);
	deltaing_compare(&d, NULL);
	assert_int_equal(d.result.section[0].work, PD_WORK_RUN);
	assert_close(deltaing_row(&d, "b")->change[0].cost, 0, 0);
	assert_null(d.result.section[0].recorded);
	deltaing_free(&d);
}

static void one_recording_told_twice_is_warned_of(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (uint64_t i = 0; i < 3; i++) {
		deltaing_run(&d, "base");
		deltaing_hits(&d, "a", 1000 + i);
		deltaing_hits(&d, "b", 500);
		deltaing_hits(&d, "c", 200 + i / 2);
		deltaing_run(&d, "head");
		deltaing_hits(&d, "a", 1100);
		deltaing_hits(&d, "b", 510);
		deltaing_hits(&d, "c", 220);
	}
	deltaing_compare(&d, PER_RUN);
	assert_true(is_said(&d, "repeated-recording"));
	deltaing_free(&d);
}

static void symbols_of_a_renamed_program_are_pointed_out(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "old";
	deltaing_run(&d, "base");
	deltaing_hits(&d, "work", 1000);
	d.dso = "new";
	deltaing_run(&d, "head");
	deltaing_hits(&d, "work", 1000);
	deltaing_compare(&d, PER_RUN);
	assert_true(is_said(&d, "other-object"));
	deltaing_free(&d);
}

static void a_number_of_operations_divides_the_cost(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "a", 1000);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "a", 1500);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 250});
	assert_close(deltaing_row(&d, "a")->base.cost, 4, 0);
	assert_close(deltaing_row(&d, "a")->change[0].head.cost, 6, 0);
	deltaing_free(&d);
}

static void clocks_are_told_in_seconds(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.event = "cpu-clock:pppH";
	deltaing_run(&d, "base");
	deltaing_hits(&d, "a", 2000000000);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "a", 1000000000);
	deltaing_compare(&d, PER_RUN);
	assert_close(deltaing_row(&d, "a")->base.cost, 2, 1e-15);
	assert_string_equal(pd_ctx_name(d.ctx, d.result.section[0].unit).p, "s");
	deltaing_free(&d);
}

/* ---- verdicts */

static void one_profile_a_side_gives_candidates_and_no_verdict(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_change *a, *b;

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "a", 4000);
	deltaing_hits(&d, "b", 6000);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "a", 12000);
	deltaing_hits(&d, "b", 6100);
	deltaing_compare(&d, PER_RUN);
	a = &deltaing_row(&d, "a")->change[0];
	b = &deltaing_row(&d, "b")->change[0];
	/* z = log 3 / sqrt(1/4000 + 1/12000 + 2 * .01) = 7.7; log(6100/6000) is lost in .14 */
	assert_true(a->is_candidate);
	assert_int_equal(a->verdict, PD_VERDICT_INCONCLUSIVE);
	assert_false(b->is_candidate);
	assert_int_equal(d.result.n_candidates, 1);
	deltaing_free(&d);
}

static void told_runs(struct deltaing *d, const char *side, const uint64_t *a, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		deltaing_run(d, side);
		deltaing_hits(d, "a", a[i]);
		deltaing_hits(d, "b", 10000 + 10 * i);
	}
}

static void a_symbol_that_costs_more_in_every_run_is_a_regression(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	told_runs(&d, "base", (const uint64_t[]){5000, 5050, 4950, 5020}, 4);
	told_runs(&d, "head", (const uint64_t[]){6000, 6060, 5940, 6010}, 4);
	deltaing_compare(&d, PER_RUN);
	assert_int_equal(deltaing_row(&d, "a")->change[0].verdict, PD_VERDICT_REGRESSION);
	assert_int_equal(deltaing_row(&d, "b")->change[0].verdict, PD_VERDICT_SAME);
	/* 24010/20020 - 1 = .1993 of means; geometric means agree to 1e-4 */
	assert_close(deltaing_row(&d, "a")->change[0].rel.point, .1993, 2e-3);
	deltaing_free(&d);
}

static void two_runs_a_side_are_indicative(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	told_runs(&d, "base", (const uint64_t[]){5000, 5050}, 2);
	told_runs(&d, "head", (const uint64_t[]){6000, 6060}, 2);
	deltaing_compare(&d, PER_RUN);
	assert_true(deltaing_row(&d, "a")->change[0].caveats & PD_DELTA_INDICATIVE);
	deltaing_free(&d);
}

/* ---- names */

static void clones_are_one_row_and_moved_code_is_a_hint(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_section *s;

	(void)state;
	for (uint64_t i = 0; i < 3; i++) {
		deltaing_run(&d, "base");
		deltaing_hits(&d, "main;key_compare", 1000 + i);
		deltaing_hits(&d, "main;rest", 3000);
		deltaing_run(&d, "head");
		deltaing_hits(&d, "main;key_compare", 600);
		deltaing_hits(&d, "main;key_compare.part.0", 400 + i);
		deltaing_hits(&d, "main;rest", 3000);
	}
	deltaing_compare(&d, PER_RUN);
	s = &d.result.section[0];
	assert_close(deltaing_row(&d, "key_compare")->change[0].cost, 0, 0);
	assert_int_equal(deltaing_row(&d, "key_compare")->n_raw, 2);
	assert_int_equal(s->n_moved, 1);
	assert_string_equal(pd_ctx_name(d.ctx, s->moved[0].name[0]).p, "key_compare");
	assert_close(s->moved[0].cost[0], -401, 1e-12);
	assert_close(s->moved[0].cost[1], 401, 1e-12);
	deltaing_free(&d);
}

static void raw_names_stay_apart_when_asked(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "f", 100);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "f.isra.0", 100);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .raw_names = true});
	assert_non_null(deltaing_row(&d, "f"));
	assert_non_null(deltaing_row(&d, "f.isra.0"));
	deltaing_free(&d);
}

/* The four lock rows of source mail 003, as chains. */
static void chains_of_lock_primitives_name_the_lock(void **state)
{
	static const char *const chain[] = {
		"do_group_exit;do_exit;_raw_write_lock_irq;queued_write_lock_slowpath",
		"wait_consider_task;release_task;_raw_write_lock_irq;queued_write_lock_slowpath",
		"sys_wait4;do_wait;_raw_read_lock;queued_read_lock_slowpath",
		"_do_fork;copy_process;_raw_write_lock_irq;queued_write_lock_slowpath",
	};
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		for (size_t i = 0; i < 4; i++)
			deltaing_hits(&d, chain[i], 1000 + (side ? 250 * i : 0));
		deltaing_hits(&d, "vfs_write", 5000);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .by = 1u << PD_BY_LOCK});
	/* 250 + 500 + 750 more hits */
	assert_close(deltaing_row(&d, "tasklist_lock")->base.cost, 4000, 0);
	assert_close(deltaing_row(&d, "tasklist_lock")->change[0].cost, 1500, 0);
	assert_true(deltaing_row(&d, "tasklist_lock")->change[0].caveats & PD_DELTA_WAITING);
	assert_close(deltaing_row(&d, "(no lock)")->base.cost, 5000, 0);
	deltaing_free(&d);
}

static void a_release_is_charged_to_its_caller_on_request(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "[kernel.kallsyms]";
	deltaing_run(&d, "base");
	deltaing_hits(&d, "do_x;try_to_wake_up;_raw_spin_unlock_irqrestore;pvm_irq_enable", 70);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "do_x;try_to_wake_up", 70);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .charge_callers = true});
	assert_close(deltaing_row(&d, "try_to_wake_up")->change[0].cost, 0, 0);
	assert_null(deltaing_row(&d, "pvm_irq_enable"));
	deltaing_free(&d);
}

static void idle_is_left_out_of_rows_and_total_on_request(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(&d, "do_idle;intel_idle", side ? 100 : 900);
		deltaing_hits(&d, "vfs_write", 100);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .idle = PD_IDLE_DROP});
	assert_null(deltaing_row(&d, "intel_idle"));
	assert_close(d.result.section[0].total[0].cost, 100, 0);
	assert_close(deltaing_row(&d, "vfs_write")->base.share, 1, 0);
	deltaing_free(&d);
}

static void addresses_are_one_row_of_their_object(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "/opt/app/server";
	deltaing_run(&d, "base");
	deltaing_hits(&d, "0x0000557d3c160999", 60);
	deltaing_hits(&d, "0x0000557d3c160abc", 40);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "0x000055aaaaaaa999", 100);
	deltaing_compare(&d, PER_RUN);
	assert_close(deltaing_row(&d, "[server] unresolved")->base.cost, 100, 0);
	assert_close(deltaing_row(&d, "[server] unresolved")->change[0].cost, 0, 0);
	deltaing_free(&d);
}

/* ---- calls */

static void a_changed_symbol_is_split_into_what_it_calls(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_section *s;
	const struct pd_delta_call *work = NULL;

	(void)state;
	for (uint64_t i = 0; i < 3; i++) {
		deltaing_run(&d, "base");
		deltaing_hits(&d, "main;work", 1000 + i);
		deltaing_hits(&d, "main;work;leaf", 500);
		deltaing_run(&d, "head");
		deltaing_hits(&d, "main;work", 2000 + i);
		deltaing_hits(&d, "main;work;leaf", 520);
	}
	deltaing_compare(&d, PER_RUN);
	s = &d.result.section[0];
	for (size_t i = 0; i < s->n_calls; i++)
		if (!strcmp(pd_ctx_name(d.ctx, s->call[i].symbol).p, "work"))
			work = &s->call[i];
	if (!work) {
		fail_msg("work is not taken apart");
		return;
	}
	/* inclusive 1501 -> 2521; its own 1001 -> 2001, through leaf 500 -> 520 */
	assert_close(work->base, 1501, 1e-12);
	assert_close(work->head, 2521, 1e-12);
	assert_true(work->callee[0].is_self);
	assert_close(work->callee[0].head - work->callee[0].base, 1000, 1e-12);
	assert_close(work->callee[1].head - work->callee[1].base, 20, 1e-12);
	assert_string_equal(pd_ctx_name(d.ctx, work->caller[0].symbol).p, "main");
	deltaing_free(&d);
}

static void chains_can_be_rows(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "f;e;d;c;b;a", 30);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "f;e;d;c;b;a", 10);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .by = 1u << PD_BY_STACK});
	assert_close(deltaing_row(&d, "a.b.c.d.e")->change[0].cost, -20, 0);
	deltaing_free(&d);
}

/* Of two heads the second one's changes are larger: c there by 40, b by 20, a in the first by 10. */
static void rows_go_by_the_largest_change_on_any_head(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_section *s;

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "a", 100);
	deltaing_hits(&d, "b", 100);
	deltaing_hits(&d, "c", 100);
	deltaing_run(&d, "first");
	deltaing_hits(&d, "a", 110);
	deltaing_hits(&d, "b", 101);
	deltaing_hits(&d, "c", 100);
	deltaing_run(&d, "second");
	deltaing_hits(&d, "a", 100);
	deltaing_hits(&d, "b", 120);
	deltaing_hits(&d, "c", 60);
	deltaing_compare(&d, PER_RUN);
	s = &d.result.section[0];
	assert_ptr_equal(&s->row[0], deltaing_row(&d, "c"));
	assert_ptr_equal(&s->row[1], deltaing_row(&d, "b"));
	assert_ptr_equal(&s->row[2], deltaing_row(&d, "a"));
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_changes_of_all_rows_add_up_to_that_of_the_total),
		cmocka_unit_test(what_a_cut_list_does_not_show_is_bounded_not_zero),
		cmocka_unit_test(more_of_everything_is_said_by_the_factor_not_by_rows),
		cmocka_unit_test(how_much_was_done_does_not_depend_on_how_it_is_looked_at),
		cmocka_unit_test(two_symbols_say_nothing_of_the_typical_one),
		cmocka_unit_test(one_recording_told_twice_is_warned_of),
		cmocka_unit_test(symbols_of_a_renamed_program_are_pointed_out),
		cmocka_unit_test(a_number_of_operations_divides_the_cost),
		cmocka_unit_test(clocks_are_told_in_seconds),
		cmocka_unit_test(one_profile_a_side_gives_candidates_and_no_verdict),
		cmocka_unit_test(a_symbol_that_costs_more_in_every_run_is_a_regression),
		cmocka_unit_test(two_runs_a_side_are_indicative),
		cmocka_unit_test(clones_are_one_row_and_moved_code_is_a_hint),
		cmocka_unit_test(raw_names_stay_apart_when_asked),
		cmocka_unit_test(chains_of_lock_primitives_name_the_lock),
		cmocka_unit_test(a_release_is_charged_to_its_caller_on_request),
		cmocka_unit_test(idle_is_left_out_of_rows_and_total_on_request),
		cmocka_unit_test(addresses_are_one_row_of_their_object),
		cmocka_unit_test(a_changed_symbol_is_split_into_what_it_calls),
		cmocka_unit_test(chains_can_be_rows),
		cmocka_unit_test(rows_go_by_the_largest_change_on_any_head),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
