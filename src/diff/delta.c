/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/str.h"
#include "diff/account.h"
#include "diff/calls.h"
#include "diff/costs.h"
#include "diff/fold.h"
#include "diff/judge.h"
#include "diff/moved.h"
#include "diff/work.h"

#include <perfdelta/delta.h>
#include <perfdelta/stat.h>

static double or_default(double v, double otherwise)
{
	return v > 0 ? v : otherwise;
}

static struct pd_delta_policy filled(const struct pd_delta_policy *policy)
{
	struct pd_delta_policy p = *policy;

	p.by = p.by ? p.by : 1u << PD_BY_DSO | 1u << PD_BY_SYMBOL;
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

			if (s->row[i].kind == PD_DELTA_ROW)
				r->count[d->verdict]++;
			r->n_candidates += d->is_candidate;
		}
}

static int compare_event(struct pd_ctx *ctx, struct pd_fold *fold, const struct pd_table *table,
			 uint32_t event, struct pd_delta_section *s, struct pd_scratch *scratch)
{
	const struct pd_delta_policy *policy = fold->policy;
	struct pd_costs c = pd_costs(fold, event);
	struct pd_delta_change *change;
	int r = pd_work(&c, table, policy, s, scratch);

	if (!r) {
		size_t n = c.n_rows * (c.n_sides - 1);

		change = pd_ctx_alloc(ctx, (n + 1) * sizeof(*change));
		for (size_t i = 0; i < n; i++)
			change[i] = pd_account_untested();
		pd_account_totals(&c, s);
		pd_judge_test(&c, policy, s, change, scratch);
		pd_account_changes(&c, policy, s, change);
		pd_judge_verdicts(&c, policy, s, change);
		pd_account_rows(&c, policy, s, change);
		if (c.n_sides > 1) {
			pd_moved(fold, &c, s);
			pd_calls(fold, &c, s);
		}
	}
	pd_costs_free(&c);
	return r;
}

static int compare_events(struct pd_ctx *ctx, struct pd_fold *fold, const struct pd_table *table,
			  struct pd_delta_result *r)
{
	struct pd_scratch *scratch = pd_scratch_new();
	int status = PD_OK;

	r->section = pd_ctx_alloc(ctx, (r->profiles->n_events + 1) * sizeof(*r->section));
	for (uint32_t i = 0; i < r->profiles->n_events && !status; i++) {
		struct pd_delta_section *s = &r->section[r->n_sections];

		if (!is_wanted(r, r->profiles->event[i]))
			continue;
		s->event = r->profiles->event[i];
		status = compare_event(ctx, fold, table, i, s, scratch);
		count(r, s);
		r->n_sections++;
	}
	pd_scratch_free(scratch);
	return status;
}

int pd_delta(struct pd_ctx *ctx, const struct pd_profiles *profiles, const struct pd_table *table,
	     const struct pd_delta_policy *policy, struct pd_delta_result *ret)
{
	struct pd_delta_result r = {.ctx = ctx,
				    .profiles = profiles,
				    .policy = filled(policy),
				    .n_sides = profiles->n_sides};
	struct pd_fold fold = pd_fold_new(ctx, profiles, &r.policy);
	int status;

	r.comms_merged = !(r.policy.by & 1u << PD_BY_COMM);
	status = compare_events(ctx, &fold, table, &r);
	if (!status && !r.n_sections) {
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "no-match",
			    "--event: no event is called '%s'", r.policy.event);
		status = PD_EUSAGE;
	}
	if (!status)
		*ret = r;
	return status;
}
