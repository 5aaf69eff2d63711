/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/map64.h"
#include "base/str.h"
#include "diff/account.h"
#include "diff/alike.h"
#include "diff/callers.h"
#include "diff/calls.h"
#include "diff/costs.h"
#include "diff/fold.h"
#include "diff/judge.h"
#include "diff/moved.h"
#include "diff/usual.h"
#include "diff/work.h"

#include <math.h>

#include <perfdelta/delta.h>
#include <perfdelta/stat.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_SHOWN = 5 }; /* of events that one side alone has so many are named */

static double or_default(double v, double otherwise)
{
	return v > 0 ? v : otherwise;
}

static struct pd_delta_policy filled(const struct pd_delta_policy *policy,
				     const struct pd_profiles *profiles)
{
	struct pd_delta_policy p = *policy;

	p.by = p.by ? p.by : pd_usual_by(profiles);
	p.alpha = or_default(p.alpha, .05);
	p.level = or_default(p.level, .95);
	p.min_effect = or_default(p.min_effect, .05);
	p.min_share = or_default(p.min_share, .001);
	p.kappa0 = or_default(p.kappa0, .10);
	return p;
}

static bool is_wanted(const struct pd_delta_result *r, pd_id event)
{
	return !r->policy.event ||
	       pd_str_glob(pd_str_of(r->policy.event), pd_ctx_name(r->ctx, event));
}

static void count(struct pd_delta_result *r, const struct pd_delta_section *s)
{
	for (size_t i = 0; i < s->n; i++)
		for (size_t head = 0; head + 1 < r->n_sides; head++) {
			const struct pd_delta_change *d = &s->row[i].change[head];

			if (s->row[i].kind == PD_DELTA_ROW && s->n_runs[head + 1])
				r->count[d->verdict]++;
			r->n_candidates += d->is_candidate;
		}
}

/* Two runs that agree in every row are one recording, dumped twice. */
static bool are_equal(const struct pd_costs *c, size_t a, size_t b)
{
	for (size_t row = 0; row < c->n_rows; row++)
		if (c->weight[pd_costs_at(c, row, a)] != c->weight[pd_costs_at(c, row, b)])
			return false;
	return c->total[a] == c->total[b];
}

static void check_recordings(const struct pd_costs *c)
{
	for (size_t a = 0; a < c->n_runs && c->n_rows > 2; a++)
		for (size_t b = a + 1; b < c->n_runs; b++) {
			if (c->run[a]->side != c->run[b]->side || !are_equal(c, a, b))
				continue;
			pd_ctx_diag(c->ctx, PD_WARNING,
				    (struct pd_loc){pd_ctx_name(c->ctx, c->run[b]->source).p, 0, 0},
				    "repeated-recording",
				    "says in every row what '%s' says: one recording counts as two "
				    "runs",
				    pd_ctx_name(c->ctx, c->run[a]->source).p);
			break;
		}
}

static bool is_told(const struct pd_ctx *ctx, const char *msg)
{
	size_t n;
	const struct pd_diag *d = pd_ctx_diags(ctx, &n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(d[i].msg, msg))
			return true;
	return false;
}

/* A letter compares the same profiles by symbol and by lock: their factor is told once. */
static void tell_work_changed(struct pd_ctx *ctx, const char *side, double factor)
{
	struct pd_diag d = {.severity = PD_WARNING, .code = "work-changed", .count = 1};
	char *msg;

	if (asprintf(
		    &msg,
		    "side '%s' costs %.2f times as much all over: it did other work, or all of its "
		    "code changed; rows are relative to that. If every run does the same work, say "
		    "--work=1",
		    side, factor) < 0)
		pd_arena_out_of_memory();
	d.msg = msg;
	if (!is_told(ctx, msg))
		pd_ctx_repeat(ctx, &d);
	free(msg);
}

/* A factor puts a change of everything out of sight: who gates on rows must hear of it. */
static void check_factor(const struct pd_costs *c, const struct pd_delta_policy *policy,
			 const struct pd_delta_section *s)
{
	for (size_t side = 1; side < c->n_sides && s->recorded; side++) {
		const struct pd_estimate *f = &s->factor[side - 1];

		if (!f->reached || (f->lo <= 1 && f->hi >= 1) ||
		    fabs(f->point - 1) < policy->min_effect)
			continue;
		tell_work_changed(c->ctx, pd_ctx_name(c->ctx, c->profiles->side[side].name).p,
				  f->point);
	}
}

/* old/prog and new/prog-2: what is gone from one object is new in another. */
static void check_objects(struct pd_ctx *ctx, const struct pd_delta_policy *policy,
			  const struct pd_delta_section *s)
{
	struct pd_map64 is_new = {0};
	size_t n = 0;

	if (!(policy->by & 1u << PD_BY_DSO) || !(policy->by & 1u << PD_BY_SYMBOL))
		return;
	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].kind == PD_DELTA_ROW && s->row[i].change[0].is_new)
			*pd_map64(&is_new, s->row[i].key[PD_BY_SYMBOL]) = 1;
	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].kind == PD_DELTA_ROW && s->row[i].change[0].is_gone)
			n += pd_map64_find(&is_new, s->row[i].key[PD_BY_SYMBOL]);
	pd_map64_free(&is_new);
	if (n)
		pd_ctx_diag(ctx, PD_NOTE, (struct pd_loc){NULL, 0, 0}, "other-object",
			    "%zu symbol%s gone from one object and new in another; --by=symbol "
			    "compares symbols whatever object they are in",
			    n, n > 1 ? "s are" : " is");
}

static int compare_event(struct pd_ctx *ctx, struct pd_fold *fold, const struct pd_table *table,
			 uint32_t event, struct pd_delta_section *s, struct pd_scratch *scratch)
{
	const struct pd_delta_policy *policy = fold->policy;
	struct pd_costs c;
	int r = pd_costs(fold, event, &c);

	if (!r)
		r = pd_work(fold, &c, table, policy, s, scratch);
	if (!r) {
		size_t n = c.n_rows * (c.n_sides - 1);
		struct pd_delta_change *change = pd_ctx_alloc(ctx, (n + 1) * sizeof(*change));

		for (size_t i = 0; i < n; i++)
			change[i] = pd_account_untested();
		pd_account_totals(&c, s);
		pd_judge_test(&c, policy, s, change, scratch);
		pd_account_changes(&c, policy, s, change);
		pd_judge_verdicts(&c, policy, s, change);
		pd_account_rows(&c, policy, s, change);
		if (c.n_sides > 1) {
			check_recordings(&c);
			check_factor(&c, policy, s);
			check_objects(ctx, policy, s);
			pd_moved(fold, &c, s);
			pd_calls(fold, &c, s);
		}
	}
	pd_costs_free(&c);
	return r;
}

/* What one side alone recorded cannot be compared: said, and left out. */
static bool is_one_sided(const struct pd_delta_result *r, uint32_t event, uint16_t *ret_side)
{
	bool base = false, head = r->n_sides < 2;

	for (size_t i = 0; i < r->profiles->n; i++)
		if (r->profiles->profile[i].event[event].present)
			*(r->profiles->profile[i].side ? &head : &base) = true;
	*ret_side = base;
	return !base || !head;
}

/* Recorded everywhere and never seen: there is nothing to show, unless it was asked for. */
static bool never_happened(const struct pd_delta_result *r, uint32_t event)
{
	for (size_t i = 0; i < r->profiles->n; i++) {
		const struct pd_profile_event *e = &r->profiles->profile[i].event[event];

		if (e->weight || e->hits || e->hits_more || e->lost)
			return false;
	}
	return !r->policy.event;
}

static void tell_one_sided(struct pd_ctx *ctx, const struct pd_delta_result *r, uint32_t event,
			   uint16_t missing)
{
	const char *other = r->n_sides > 2 && missing
				    ? "any other side"
				    : pd_ctx_name(ctx, r->profiles->side[missing].name).p;

	pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "one-sided-event",
		    "event '%s' was not recorded on %s%s; events are compared with equal modifiers "
		    "only",
		    pd_ctx_name(ctx, r->profiles->event[event]).p,
		    r->n_sides > 2 && missing ? "" : "side ", other);
}

/* Where there are several heads, one may lack what another has. */
static void tell_heads_without(struct pd_ctx *ctx, const struct pd_delta_result *r,
			       const struct pd_delta_section *s, size_t *n_told)
{
	for (size_t side = 1; side < r->n_sides; side++)
		if (!s->n_runs[side] && (*n_told)++ < EVENTS_SHOWN)
			pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "one-sided-event",
				    "event '%s' was not recorded on side %s; events are compared "
				    "with equal modifiers only",
				    pd_ctx_name(ctx, s->event).p,
				    pd_ctx_name(ctx, r->profiles->side[side].name).p);
}

static int no_section(struct pd_ctx *ctx, const struct pd_delta_result *r)
{
	if (r->policy.event)
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "no-match",
			    "--event: no event that two sides have is called '%s'",
			    r->policy.event);
	else
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "nothing-in-common",
			    "no event was recorded on the base and on another side");
	return PD_EUSAGE;
}

/* They have no verdict, stand in the sum of the rare, and pass any check. */
static void tell_rare(struct pd_ctx *ctx, const struct pd_delta_result *r, size_t n_rare, size_t n)
{
	char of[64] = "";

	if (n_rare < n)
		(void)snprintf(of, sizeof(of), " of %zu", n);
	pd_ctx_diag(ctx, PD_NOTE, (struct pd_loc){NULL, 0, 0}, "rare-match",
		    "--match: %zu%s row%s called '%s' %s fewer than 5 hits a run: %s not tested",
		    n_rare, of, n > 1 ? "s" : "", r->policy.match, n_rare > 1 ? "have" : "has",
		    n_rare > 1 ? "they were" : "it was");
}

/* A misspelt name would be a check that never fails. */
static int check_match(struct pd_ctx *ctx, const struct pd_delta_result *r)
{
	size_t n = 0, n_rare = 0;

	for (size_t i = 0; i < r->n_sections; i++) {
		n += r->section[i].n_matched;
		n_rare += r->section[i].n_rare;
	}
	if (n_rare)
		tell_rare(ctx, r, n_rare, n);
	if (n)
		return PD_OK;
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "no-match",
		    "--match: no row is called '%s'", r->policy.match);
	return PD_EUSAGE;
}

/* The rest of many events, of which the first were named. */
static void tell_more_one_sided(struct pd_ctx *ctx, size_t n)
{
	char msg[64];

	if (n <= EVENTS_SHOWN)
		return;
	(void)snprintf(msg, sizeof(msg), "%zu more of these", n - EVENTS_SHOWN);
	pd_ctx_repeat(ctx, &(struct pd_diag){.severity = PD_NOTE,
					     .code = "one-sided-event",
					     .msg = msg,
					     .count = n - EVENTS_SHOWN});
}

static int compare_events(struct pd_ctx *ctx, struct pd_fold *fold, const struct pd_table *table,
			  struct pd_delta_result *r)
{
	struct pd_scratch *scratch = pd_scratch_new();
	int status = PD_OK;
	size_t n_one_sided = 0;
	uint16_t missing;

	r->section = pd_ctx_alloc(ctx, (r->profiles->n_events + 1) * sizeof(*r->section));
	for (uint32_t i = 0; i < r->profiles->n_events; i++) {
		struct pd_delta_section *s = &r->section[r->n_sections];

		if (!is_wanted(r, r->profiles->event[i]) || never_happened(r, i))
			continue;
		if (is_one_sided(r, i, &missing)) {
			if (r->n_sides > 1 && n_one_sided++ < EVENTS_SHOWN)
				tell_one_sided(ctx, r, i, missing);
			continue;
		}
		s->event = r->profiles->event[i];
		status = compare_event(ctx, fold, table, i, s, scratch);
		if (status)
			break;
		count(r, s);
		tell_heads_without(ctx, r, s, &n_one_sided);
		pd_callers_check(fold, i);
		r->n_sections++;
	}
	pd_scratch_free(scratch);
	tell_more_one_sided(ctx, n_one_sided);
	return status;
}

int pd_delta(struct pd_ctx *ctx, const struct pd_profiles *profiles, const struct pd_table *table,
	     const struct pd_delta_policy *policy, struct pd_delta_result *ret)
{
	struct pd_delta_result r = {.ctx = ctx,
				    .profiles = profiles,
				    .policy = filled(policy, profiles),
				    .n_sides = profiles->n_sides};
	struct pd_fold fold = pd_fold_new(ctx, profiles, &r.policy);
	int status;

	r.lacks_symbols = !policy->by && r.policy.by != PD_USUAL_BY;
	r.comms_merged = !(r.policy.by & 1u << PD_BY_COMM);
	pd_alike_check(ctx, profiles);
	status = compare_events(ctx, &fold, table, &r);
	pd_callers_check_charged(&fold);
	if (!status && !r.n_sections)
		status = no_section(ctx, &r);
	if (!status && r.policy.match)
		status = check_match(ctx, &r);
	if (!status)
		*ret = r;
	return status;
}
