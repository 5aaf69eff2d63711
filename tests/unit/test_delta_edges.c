/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is not there: work that no log has, an event too many, idle time, hits that nobody counted. */
#include "deltaing.h"

#include <stdio.h>

#define PER_RUN (&(const struct pd_delta_policy){.work = 1})

static void a_work_that_no_log_has_is_an_error_for_locks_as_well(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.event = "lock/wait";
	deltaing_run(&d, "base");
	deltaing_hits(&d, "take", 100);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "take", 100);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work_from = "no:such"});
	assert_int_equal(d.status, PD_EUSAGE);
	deltaing_free(&d);
}

static void an_event_too_many_leaves_the_first_one_alone(void **state)
{
	struct deltaing d = deltaing_new();
	struct pd_hits *h = deltaing_run(&d, "base");
	char name[16];

	(void)state;
	for (unsigned int i = 0; i <= PD_PROFILE_MAX_EVENTS; i++) {
		uint32_t event;

		(void)snprintf(name, sizeof(name), "event%u", i);
		event = pd_hits_event(h, pd_str_of(name));
		pd_hits_whole(h, event, 1000 + i);
	}
	deltaing_compare(&d, PER_RUN);
	assert_int_equal(d.profiles.n_events, PD_PROFILE_MAX_EVENTS);
	assert_int_equal(d.profiles.profile[0].event[0].weight, 1000);
	deltaing_free(&d);
}

/* The second head recorded other events: what the base has is not gone there. */
static void an_event_that_one_head_lacks_is_not_known_there(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_change *change;

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "work", 100);
	deltaing_run(&d, "first");
	deltaing_hits(&d, "work", 150);
	deltaing_run(&d, "second");
	d.event = "instructions";
	deltaing_hits(&d, "work", 150);
	deltaing_compare(&d, PER_RUN);
	change = deltaing_row(&d, "work")->change;
	assert_close(change[0].cost, 50, 0);
	assert_true(isnan(change[1].cost));
	assert_true(isnan(change[1].head.cost));
	assert_false(change[1].is_gone);
	assert_true(isnan(d.result.section[0].total[2].cost));
	/* of the first head alone */
	assert_int_equal(d.result.count[PD_VERDICT_INCONCLUSIVE], 1);
	deltaing_free(&d);
}

/* ---- work */

/* 10 s, of which half were idle in the base and none in the head: work took 5 s and then 10. */
static void time_spent_idle_is_not_spent_by_the_rest(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		pd_hits_elapsed(deltaing_run(&d, side ? "head" : "base"), 10);
		deltaing_hits(&d, "intel_idle", side ? 0 : 500);
		deltaing_hits(&d, "vfs_write", side ? 1000 : 500);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.idle = PD_IDLE_DROP});
	assert_int_equal(d.result.section[0].work, PD_WORK_ELAPSED);
	assert_close(d.result.section[0].total[0].cost, 5, 1e-15);
	assert_close(deltaing_row(&d, "vfs_write")->base.cost, 5, 1e-15);
	assert_close(deltaing_row(&d, "vfs_write")->change[0].cost, 5, 1e-15);
	deltaing_free(&d);
}

/* Of 1000 hits the list shows 300 idle ones and 400 others: of the rest nobody knows. */
static void what_no_list_shows_is_not_called_idle(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		struct pd_hits *h = deltaing_run(&d, side ? "head" : "base");

		deltaing_hits(&d, "intel_idle", side ? 350 : 300);
		deltaing_hits(&d, "vfs_write", 400);
		pd_hits_whole(h, pd_hits_event(h, pd_str_of(d.event)), 1000);
		pd_hits_whole_hits(h, pd_hits_event(h, pd_str_of(d.event)), 1000, 0);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .idle = PD_IDLE_ONLY});
	assert_close(d.result.section[0].total[0].cost, 300, 0);
	assert_close(d.result.section[0].total[0].hits, 300, 0);
	assert_close(d.result.section[0].total[1].cost, 350, 0);
	assert_null(deltaing_kind(&d, PD_DELTA_ROW_UNLISTED));
	assert_close(deltaing_row(&d, "intel_idle")->base.share, 1, 0);
	deltaing_free(&d);
}

/* Shares of @a % and the rest in b, each off by at most .005 %. */
static void list_of(struct deltaing *d, const char *side, uint64_t a_ppm, uint64_t b_ppm)
{
	struct pd_hits *h = deltaing_run(d, side);
	uint32_t event = pd_hits_event(h, pd_str_of(d->event));

	pd_hits_shares(h, event);
	pd_hits_rounding(h, event, 50000);
	pd_hits_elapsed(h, 10);
	deltaing_share(d, "a", a_ppm);
	deltaing_share(d, "b", b_ppm);
}

static double sum_of(const struct deltaing *d, bool head)
{
	double sum = 0;

	for (size_t i = 0; i < d->result.section[0].n; i++) {
		const struct pd_delta_row *row = &d->result.section[0].row[i];

		sum += head ? row->change[0].head.cost : row->base.cost;
	}
	return sum;
}

/*
 * Of 10 s the base lists 60 + 30 %; the head 60 + 40.01 %, as rounding allows: 1 s is below
 * the base's limit and nothing below the head's, where rows hold 1 ms too much.
 */
static void nothing_below_a_limit_costs_less_than_nothing(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_row *below, *rounding;

	(void)state;
	list_of(&d, "base", 600000, 300000);
	list_of(&d, "head", 600000, 400100);
	deltaing_compare(&d, NULL);
	below = deltaing_kind(&d, PD_DELTA_ROW_UNLISTED);
	rounding = deltaing_kind(&d, PD_DELTA_ROW_ROUNDING);
	assert_close(below->base.cost, 1, 1e-9);
	assert_close(below->change[0].head.cost, 0, 0);
	assert_close(below->change[0].head.lo, 0, 0);
	assert_close(below->change[0].cost, -1, 1e-9);
	assert_close(below->change[0].cost_lo, -1, 1e-9);
	assert_close(below->change[0].cost_hi, -1, 1e-9);
	assert_close(d.result.section[0].below_limit[1].cost, 0, 0);
	assert_close(rounding->base.cost, 0, 0);
	assert_close(rounding->change[0].head.cost, -.001, 1e-9);
	assert_close(sum_of(&d, false), 10, 1e-12);
	assert_close(sum_of(&d, true), 10, 1e-12);
	deltaing_free(&d);
}

/*
 * The base lists 90 %, the head all of it: in the 1 s that the base does not show may be all of
 * c, d and e, which the head lists, but no more than there is. So the change is -1 s to 0.
 */
static void no_more_hides_below_a_limit_than_there_is(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_change *below;

	(void)state;
	list_of(&d, "base", 600000, 300000);
	list_of(&d, "head", 600000, 100000);
	deltaing_share(&d, "c", 100000);
	deltaing_share(&d, "d", 100000);
	deltaing_share(&d, "e", 100000);
	deltaing_compare(&d, NULL);
	below = &deltaing_kind(&d, PD_DELTA_ROW_UNLISTED)->change[0];
	assert_close(below->cost_lo, -1, 1e-9);
	assert_close_at(below->cost_hi + 1, 1, 1e-9, "the upper bound", __FILE__, __LINE__);
	deltaing_free(&d);
}

/* One run lists 90 % and one 100.01 %: the second takes nothing from what the first hides. */
static void runs_whose_lists_are_whole_take_nothing_from_others(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	for (int side = 0; side < 2; side++) {
		list_of(&d, side ? "head" : "base", 600000, 300000);
		list_of(&d, side ? "head" : "base", 600000, 400100);
	}
	deltaing_compare(&d, NULL);
	assert_close(deltaing_kind(&d, PD_DELTA_ROW_UNLISTED)->base.cost, .5, 1e-9);
	assert_close(deltaing_kind(&d, PD_DELTA_ROW_ROUNDING)->base.cost, -.0005, 1e-9);
	assert_close(sum_of(&d, false), 10, 1e-12);
	deltaing_free(&d);
}

/* What callees cost is in their callers, too: of such rows none can be taken out of the whole. */
static void the_whole_of_inclusive_rows_stays_whole(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		struct pd_hits *h = deltaing_run(&d, side ? "head" : "base");
		uint32_t event = pd_hits_event(h, pd_str_of(d.event));

		pd_hits_are_inclusive(h, event);
		pd_hits_whole(h, event, 1000);
		deltaing_hits(&d, "intel_idle", 600);
		deltaing_hits(&d, "acpi_idle_enter", 600);
		deltaing_hits(&d, "vfs_write", 400);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .idle = PD_IDLE_DROP});
	assert_null(deltaing_row(&d, "intel_idle"));
	assert_close(d.result.section[0].total[0].cost, 1000, 0);
	assert_close(deltaing_row(&d, "vfs_write")->base.share, .4, 1e-15);
	deltaing_free(&d);
}

/* ---- hits */

static void hits_that_nobody_counted_are_not_few(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_delta_change *stays, *goes;

	(void)state;
	deltaing_run(&d, "base");
	deltaing_share(&d, "stays", 600000);
	deltaing_share(&d, "goes", 400000);
	deltaing_run(&d, "head");
	deltaing_share(&d, "stays", 1000000);
	deltaing_compare(&d, PER_RUN);
	stays = &deltaing_row(&d, "stays")->change[0];
	goes = &deltaing_row(&d, "goes")->change[0];
	assert_true(stays->caveats & PD_DELTA_UNCOUNTED);
	assert_false(stays->caveats & PD_DELTA_RARE);
	/* 1/.6 - 1, and nothing of what there was */
	assert_close(stays->rel.point, 2. / 3, 1e-12);
	assert_close(goes->rel.point, -1, 0);
	deltaing_free(&d);
}

/* ---- clones in one chain */

static const struct pd_delta_call *call_of(const struct deltaing *d, const char *name)
{
	const struct pd_delta_section *s = &d->result.section[0];

	for (size_t i = 0; i < s->n_calls; i++)
		if (!strcmp(pd_ctx_name(d->ctx, s->call[i].symbol).p, name))
			return &s->call[i];
	return NULL;
}

static struct deltaing with_clones(const struct pd_delta_policy *policy)
{
	struct deltaing d = deltaing_new();

	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(&d, "main;foo", 100);
		deltaing_hits(&d, "main;foo;foo.part.0", side ? 4000 : 1000);
	}
	deltaing_compare(&d, policy);
	return d;
}

/* 100 + 1000 hits have foo in their chain, though 1000 pass two frames of it. */
static void a_symbol_and_its_clone_in_one_chain_cost_once(void **state)
{
	struct deltaing d = with_clones(PER_RUN);
	const struct pd_delta_call *foo = call_of(&d, "foo");

	(void)state;
	assert_non_null(foo);
	assert_close(foo->base, 1100, 0);
	assert_close(foo->head, 4100, 0);
	deltaing_free(&d);
}

static void clones_that_stay_apart_have_calls_of_their_own(void **state)
{
	struct deltaing d =
		with_clones(&(const struct pd_delta_policy){.work = 1, .raw_names = true});
	const struct pd_delta_call *clone = call_of(&d, "foo.part.0");

	(void)state;
	assert_non_null(clone);
	assert_close(clone->base, 1000, 0);
	assert_close(clone->head, 4000, 0);
	assert_int_equal(clone->n_callers, 1);
	assert_string_equal(pd_ctx_name(d.ctx, clone->caller[0].symbol).p, "foo");
	deltaing_free(&d);
}

/* Names live as long as everything: of a chain there is its name, not one for each frame. */
static void a_chain_has_one_name(void **state)
{
	struct deltaing d = deltaing_new();
	pd_id last;

	(void)state;
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(&d, "root;f;e;d;c;b;a", 100);
		deltaing_hits(&d, "lone", 100);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .by = 1u << PD_BY_STACK});
	assert_non_null(deltaing_row(&d, "a.b.c.d.e"));
	assert_non_null(deltaing_row(&d, "lone"));
	last = pd_ctx_id(d.ctx, PD_STR("a name that is new"));
	assert_true(pd_ctx_id(d.ctx, PD_STR("a.b")) > last);
	assert_true(pd_ctx_id(d.ctx, PD_STR("a.b.c.d")) > last);
	deltaing_free(&d);
}

/* 3000 profiles of six rows each, no two alike: 18000 rows in 3000 profiles are 5.4e7 cells. */
static void more_cells_than_memory_can_hold_are_an_error(void **state)
{
	struct deltaing d = deltaing_new();
	const struct pd_diag *diag;
	char name[32];
	size_t n;

	(void)state;
	for (int run = 0; run < 3000; run++) {
		deltaing_run(&d, run % 2 ? "head" : "base");
		for (int i = 0; i < 6; i++) {
			(void)snprintf(name, sizeof(name), "f%d_%d", run, i);
			deltaing_hits(&d, name, 10);
		}
	}
	deltaing_compare(&d, PER_RUN);
	assert_int_equal(d.status, PD_ELIMIT);
	diag = pd_ctx_diags(d.ctx, &n);
	assert_int_equal(n, 1);
	assert_string_equal(diag[0].code, "limit");
	deltaing_free(&d);
}

/* ---- skid that is charged to callers */

static const struct pd_delta_part *callee_of(const struct deltaing *d,
					     const struct pd_delta_call *call, const char *name)
{
	for (uint32_t i = 0; i < call->n_callees; i++)
		if (call->callee[i].is_self
			    ? !name
			    : name && !strcmp(pd_ctx_name(d->ctx, call->callee[i].symbol).p, name))
			return &call->callee[i];
	return NULL;
}

static struct deltaing with_releases(const struct pd_delta_policy *policy)
{
	struct deltaing d = deltaing_new();

	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(&d, "main;work", 1000);
		deltaing_hits(&d,
			      "main;work;_raw_spin_unlock_irqrestore;"
			      "__raw_callee_save_pvm_irq_enable;pvm_irq_enable",
			      side ? 4500 : 500);
		deltaing_hits(&d, "main;work;finish_task_switch", side ? 80 : 40);
		deltaing_hits(&d, "main;work;finish_task_switch;mmdrop", 9000);
	}
	deltaing_compare(&d, policy);
	return d;
}

/* As a row work costs 1000 + 500 + 40 and then 1000 + 4500 + 80; mmdrop is not its own. */
static void what_rows_are_charged_with_their_calls_are(void **state)
{
	struct deltaing d =
		with_releases(&(const struct pd_delta_policy){.work = 1, .charge_callers = true});
	const struct pd_delta_call *work = call_of(&d, "work");
	const struct pd_delta_part *self, *other;

	(void)state;
	assert_non_null(work);
	assert_close(deltaing_row(&d, "work")->base.cost, 1540, 0);
	self = callee_of(&d, work, NULL);
	assert_close(self->base, 1540, 0);
	assert_close(self->head, 5580, 0);
	other = callee_of(&d, work, "finish_task_switch");
	assert_close(other->base, 9000, 0);
	assert_close(other->head, 9000, 0);
	/* all of the release is charged: nothing of it is left to be called */
	assert_null(callee_of(&d, work, "_raw_spin_unlock_irqrestore"));
	assert_close(work->head, self->head + other->head, 0);
	deltaing_free(&d);
}

static void without_charging_a_release_is_called(void **state)
{
	struct deltaing d = with_releases(PER_RUN);
	const struct pd_delta_call *work = call_of(&d, "work");

	(void)state;
	assert_non_null(work);
	assert_close(callee_of(&d, work, NULL)->head, 1000, 0);
	assert_close(callee_of(&d, work, "_raw_spin_unlock_irqrestore")->head, 4500, 0);
	assert_close(callee_of(&d, work, "finish_task_switch")->head, 9080, 0);
	deltaing_free(&d);
}

static size_t n_notes_of(const struct deltaing *d, const char *code)
{
	size_t n, n_found = 0;
	const struct pd_diag *diag = pd_ctx_diags(d->ctx, &n);

	for (size_t i = 0; i < n; i++)
		n_found += !strcmp(diag[i].code, code);
	return n_found;
}

/* A list without chains names releases, and nobody who called them. */
static void releases_whose_callers_nobody_knows_are_said_to_stay(void **state)
{
	struct deltaing d = deltaing_new(), charged;

	(void)state;
	d.dso = "[kernel.kallsyms]";
	for (int side = 0; side < 2; side++) {
		deltaing_run(&d, side ? "head" : "base");
		deltaing_hits(&d, "pvm_irq_enable", 500);
		deltaing_hits(&d, "vfs_read", 500);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1, .charge_callers = true});
	assert_int_equal(n_notes_of(&d, "no-callers"), 1);
	assert_non_null(deltaing_row(&d, "pvm_irq_enable"));
	deltaing_free(&d);
	charged = with_releases(&(const struct pd_delta_policy){.work = 1, .charge_callers = true});
	assert_int_equal(n_notes_of(&charged, "no-callers"), 0);
	deltaing_free(&charged);
	charged = with_releases(PER_RUN);
	assert_int_equal(n_notes_of(&charged, "no-callers"), 0);
	deltaing_free(&charged);
}

/* Seven events that the head lacks: five are named. */
static void many_events_of_one_side_are_counted(void **state)
{
	struct deltaing d = deltaing_new();
	size_t n, n_warnings = 0;
	const struct pd_diag *diag;
	char name[16];

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "f", 1);
	for (int i = 0; i < 7; i++) {
		(void)snprintf(name, sizeof(name), "event%d", i);
		d.event = name;
		deltaing_hits(&d, "f", 1);
	}
	d.event = "cycles";
	deltaing_run(&d, "head");
	deltaing_hits(&d, "f", 1);
	deltaing_compare(&d, NULL);
	diag = pd_ctx_diags(d.ctx, &n);
	for (size_t i = 0; i < n; i++)
		n_warnings += diag[i].severity == PD_WARNING;
	assert_int_equal(n_warnings, 5);
	assert_int_equal(n, 6);
	assert_int_equal(diag[5].count, 2);
	assert_string_equal(diag[5].msg, "2 more of these");
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_work_that_no_log_has_is_an_error_for_locks_as_well),
		cmocka_unit_test(an_event_too_many_leaves_the_first_one_alone),
		cmocka_unit_test(an_event_that_one_head_lacks_is_not_known_there),
		cmocka_unit_test(time_spent_idle_is_not_spent_by_the_rest),
		cmocka_unit_test(what_no_list_shows_is_not_called_idle),
		cmocka_unit_test(nothing_below_a_limit_costs_less_than_nothing),
		cmocka_unit_test(no_more_hides_below_a_limit_than_there_is),
		cmocka_unit_test(runs_whose_lists_are_whole_take_nothing_from_others),
		cmocka_unit_test(the_whole_of_inclusive_rows_stays_whole),
		cmocka_unit_test(hits_that_nobody_counted_are_not_few),
		cmocka_unit_test(a_symbol_and_its_clone_in_one_chain_cost_once),
		cmocka_unit_test(clones_that_stay_apart_have_calls_of_their_own),
		cmocka_unit_test(a_chain_has_one_name),
		cmocka_unit_test(more_cells_than_memory_can_hold_are_an_error),
		cmocka_unit_test(what_rows_are_charged_with_their_calls_are),
		cmocka_unit_test(releases_whose_callers_nobody_knows_are_said_to_stay),
		cmocka_unit_test(without_charging_a_release_is_called),
		cmocka_unit_test(many_events_of_one_side_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
