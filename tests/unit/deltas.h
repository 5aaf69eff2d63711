/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltas.h - results of comparing profiles, built by hand for the tests of styles
 *
 * deltas_mail(): single profiles of cut lists, with the numbers of a mail:
 * 11.486 and 7.847 s, rows listed from 1 % on. deltas_runs(): 5 v 5 profiles,
 * one of everything that a report can hold. No number in them was computed by
 * the program.
 */
#ifndef DELTAS_H
#define DELTAS_H

#include "base/out.h"
#include "base/str.h"
#include "report/deltastyle.h"

#include <perfdelta/delta.h>

#include <math.h>

enum { DELTAS_SIDES = 2, DELTAS_ROWS = 16 };

struct deltas {
	struct pd_ctx *ctx;
	struct pd_profiles profiles;
	struct pd_profile profile[16];
	double scale[16];
	struct pd_profile_event profile_event[16];
	struct pd_profile_side side[DELTAS_SIDES];
	pd_id event;
	struct pd_delta_section section;
	struct pd_delta_row row[DELTAS_ROWS];
	struct pd_delta_change change[DELTAS_ROWS];
	struct pd_delta_cost total[DELTAS_SIDES], below[DELTAS_SIDES];
	struct pd_estimate total_change, factor;
	uint32_t n_runs[DELTAS_SIDES];
	double limit[DELTAS_SIDES];
	pd_id raw[2], moved_name[2];
	double moved_cost[2];
	struct pd_delta_moved moved;
	struct pd_delta_part callee[2], caller[1];
	struct pd_delta_call call;
	struct pd_delta_result result;
	struct pd_deltareport report;
	enum pd_delta_method method[2];
	double kappa[2];
};

static inline pd_id deltas_id(struct deltas *d, const char *name)
{
	return pd_ctx_id(d->ctx, pd_str_of(name));
}

static inline struct pd_estimate deltas_estimate(double point, double lo, double hi)
{
	return (struct pd_estimate){point, lo, hi, isnan(lo) ? 0 : 0.95, !isnan(lo)};
}

static inline struct pd_delta_cost deltas_cost(double cost, double total, double hits)
{
	return (struct pd_delta_cost){.cost = cost,
				      .lo = cost,
				      .hi = cost,
				      .share = cost / total,
				      .hits = hits,
				      .n_runs = cost > 0,
				      .share_cv = nan("")};
}

/* A section with totals and @n_runs profiles a side; rows follow. */
static inline void deltas_init(struct deltas *d, const char *base, const char *head,
			       uint32_t n_runs)
{
	*d = (struct deltas){.ctx = pd_ctx_new(NULL, NULL)};
	d->side[0] = (struct pd_profile_side){deltas_id(d, base), n_runs};
	d->side[1] = (struct pd_profile_side){deltas_id(d, head), n_runs};
	d->n_runs[0] = d->n_runs[1] = n_runs;
	d->event = deltas_id(d, "cycles:P");
	for (uint32_t i = 0; i < 2 * n_runs; i++)
		d->scale[i] = 1;
	for (uint32_t i = 0; i < 2 * n_runs; i++)
		d->profile[i] = (struct pd_profile){.side = (uint16_t)(i / n_runs),
						    .run = i % n_runs,
						    .source = deltas_id(d, "a.txt"),
						    .event = &d->profile_event[i],
						    .n_events = 1};
	d->profiles = (struct pd_profiles){.profile = d->profile,
					   .n = 2 * (size_t)n_runs,
					   .side = d->side,
					   .n_sides = 2,
					   .event = &d->event,
					   .n_events = 1};
	d->section = (struct pd_delta_section){.event = d->event,
					       .unit = deltas_id(d, "s"),
					       .n_runs = d->n_runs,
					       .total = d->total,
					       .scale = d->scale,
					       .total_change = &d->total_change,
					       .below_limit = d->below,
					       .factor = &d->factor,
					       .kappa = d->kappa,
					       .method = d->method,
					       .limit = d->limit,
					       .row = d->row};
	d->factor = d->total_change = deltas_estimate(nan(""), nan(""), nan(""));
	d->result = (struct pd_delta_result){
		.ctx = d->ctx,
		.profiles = &d->profiles,
		.policy = {.by = 1u << PD_BY_DSO | 1u << PD_BY_SYMBOL,
			   .alpha = 0.05,
			   .level = 0.95,
			   .min_effect = 0.05,
			   .min_share = 0.001,
			   .kappa0 = 0.1},
		.n_sides = 2,
		.section = &d->section,
		.n_sections = 1,
		.comms_merged = true
        };
	d->report = (struct pd_deltareport){.result = &d->result, .version = "0.1.0"};
}

static inline void deltas_totals(struct deltas *d, double base, double head)
{
	d->total[0] = deltas_cost(base, base, nan(""));
	d->total[1] = deltas_cost(head, head, nan(""));
	d->total_change.point = head / base - 1;
}

/* An untested row; what else there is to say is set in what comes back. */
static inline struct pd_delta_change *deltas_row(struct deltas *d, enum pd_delta_kind kind,
						 const char *symbol, const char *dso, double base,
						 double head)
{
	struct pd_delta_row *row = &d->row[d->section.n];
	struct pd_delta_change *change = &d->change[d->section.n++];

	*row = (struct pd_delta_row){.kind = kind, .change = change};
	row->name[PD_BY_SYMBOL] = deltas_id(d, symbol);
	row->name[PD_BY_DSO] = deltas_id(d, dso);
	row->base = deltas_cost(base, d->total[0].cost, nan(""));
	*change = (struct pd_delta_change){.head = deltas_cost(head, d->total[1].cost, nan("")),
					   .cost = head - base,
					   .cost_lo = head - base,
					   .cost_hi = head - base,
					   .of_total = (head - base) / d->total[0].cost,
					   .rel90_lo = nan(""),
					   .rel90_hi = nan(""),
					   .p = nan(""),
					   .p_adjusted = nan(""),
					   .detectable = nan(""),
					   .verdict = PD_VERDICT_INCONCLUSIVE};
	change->rel = deltas_estimate(base > 0 ? head / base - 1 : nan(""), nan(""), nan(""));
	change->share = deltas_estimate(nan(""), nan(""), nan(""));
	return change;
}

static inline void deltas_test(struct pd_delta_change *change, double lo, double hi, double p,
			       double p_adjusted, double detectable, enum pd_verdict verdict)
{
	change->rel.lo = lo;
	change->rel.hi = hi;
	change->rel.level = 0.95;
	change->p = p;
	change->p_adjusted = p_adjusted;
	change->detectable = detectable;
	change->verdict = verdict;
}

/*
 * Shares times time: the lock 4.29 % of 11.486 s is 0.4927, with the swapper's up to 1 %
 * more 0.6076, then 21 % of 7.847 s, 1.6479; __switch_to_asm 7.49 % is 0.8603, then up to
 * 1 % of two comms, 0.1569; osq_lock 1.49 % is 0.1711, then 2.61 %, 0.2048. The rest:
 * 11.486 - 1.5241 = 9.9619, 7.847 - 1.8527 = 5.9943.
 */
static inline void deltas_mail(struct deltas *d)
{
	struct pd_delta_change *c;

	deltas_init(d, "Base (v6.4-rc1)", "reverted", 1);
	deltas_totals(d, 11.486, 7.847);
	d->section.work = PD_WORK_ELAPSED;
	d->method[0] = d->method[1] = PD_DELTA_NONE;
	d->kappa[0] = d->kappa[1] = nan("");
	d->limit[0] = d->limit[1] = 0.01;
	c = deltas_row(d, PD_DELTA_ROW, "native_queued_spin_lock_slowpath", "[kernel.vmlinux]",
		       0.0429 * 11.486, 0.21 * 7.847);
	d->row[0].base.hi = 0.0529 * 11.486;
	c->cost_lo = 0.21 * 7.847 - 0.0529 * 11.486;
	c->caveats = PD_DELTA_BOUNDED | PD_DELTA_UNCOUNTED;
	c = deltas_row(d, PD_DELTA_ROW, "__switch_to_asm", "[kernel.vmlinux]", 0.0749 * 11.486, 0);
	c->head.hi = 0.02 * 7.847;
	c->cost_hi = 0.02 * 7.847 - 0.0749 * 11.486;
	c->caveats = PD_DELTA_BOUNDED | PD_DELTA_UNCOUNTED;
	c = deltas_row(d, PD_DELTA_ROW, "osq_lock", "[kernel.vmlinux]", 0.0149 * 11.486,
		       0.0261 * 7.847);
	c->caveats = PD_DELTA_UNCOUNTED;
	(void)deltas_row(d, PD_DELTA_ROW_UNLISTED, "", "", (1 - 0.1327) * 11.486,
			 (1 - 0.2361) * 7.847);
	d->below[0] = d->row[3].base;
	d->below[1] = d->change[3].head;
	d->result.count[PD_VERDICT_INCONCLUSIVE] = 3;
}

/* Costs in seconds whose sums are 10 and 12. */
static inline void deltas_runs(struct deltas *d)
{
	struct pd_delta_change *c;

	deltas_init(d, "base", "head", 5);
	deltas_totals(d, 10, 12);
	d->total_change = deltas_estimate(0.2, 0.15, 0.25);
	d->factor = deltas_estimate(1.5, 1.45, 1.55);
	d->section.work = PD_WORK_FACTOR;
	d->method[0] = PD_DELTA_MODERATED;
	d->kappa[0] = 0.021;
	d->section.n_tested = 4;
	c = deltas_row(d, PD_DELTA_ROW, "key_compare", "ordermatch", 4, 6);
	d->row[0].base.hits = 4000;
	d->row[0].base.n_runs = c->head.n_runs = 5;
	c->head.hits = 6000;
	c->cost_lo = 1.5;
	c->cost_hi = 2.5;
	deltas_test(c, 0.375, 0.625, 1e-5, 4e-5, 0.052, PD_VERDICT_REGRESSION);
	c->rel90_lo = 0.4;
	c->rel90_hi = 0.6;
	c->caveats = PD_DELTA_RAW_NAMES | PD_DELTA_EQUAL_PERIODS;
	d->raw[0] = deltas_id(d, "key_compare");
	d->raw[1] = deltas_id(d, "key_compare.isra.0");
	d->row[0].raw = d->raw;
	d->row[0].n_raw = 2;
	c = deltas_row(d, PD_DELTA_ROW, "checksum", "ordermatch", 3, 2.4);
	deltas_test(c, -0.25, -0.15, 0.001, 0.002, 0.048, PD_VERDICT_IMPROVEMENT);
	c = deltas_row(d, PD_DELTA_ROW, "fresh", "ordermatch", 0, 0.5);
	c->is_new = true;
	c->caveats = PD_DELTA_MOVED;
	c = deltas_row(d, PD_DELTA_ROW, "stale", "ordermatch", 0.5, 0);
	c->is_gone = true;
	c->caveats = PD_DELTA_MOVED;
	c = deltas_row(d, PD_DELTA_ROW, "read", "libc.so.6", 2, 2.5);
	deltas_test(c, -0.05, 0.6, 0.09, 0.09, 0.4, PD_VERDICT_INCONCLUSIVE);
	c = deltas_row(d, PD_DELTA_ROW, "write", "libc.so.6", 0.4, 0.4);
	deltas_test(c, -0.04, 0.04, 0.9, 0.9, 0.045, PD_VERDICT_SAME);
	c = deltas_row(d, PD_DELTA_ROW_RARE, "", "", 0.1, 0.2);
	c->caveats = PD_DELTA_RARE;
	d->row[6].n_raw = 12;
	d->moved_name[0] = deltas_id(d, "stale");
	d->moved_name[1] = deltas_id(d, "fresh");
	d->moved_cost[0] = -0.5;
	d->moved_cost[1] = 0.5;
	d->moved = (struct pd_delta_moved){.canonical = deltas_id(d, "mix"),
					   .name = d->moved_name,
					   .cost = d->moved_cost,
					   .n = 2,
					   .side = 1};
	d->section.moved = &d->moved;
	d->section.n_moved = 1;
	d->callee[0] = (struct pd_delta_part){deltas_id(d, "key_compare"), false, 4, 6};
	d->callee[1] = (struct pd_delta_part){deltas_id(d, "sort"), true, 1, 0.9};
	d->caller[0] = (struct pd_delta_part){deltas_id(d, "main"), false, 5, 6.9};
	d->call = (struct pd_delta_call){.symbol = deltas_id(d, "sort"),
					 .side = 1,
					 .base = 5,
					 .head = 6.9,
					 .callee = d->callee,
					 .n_callees = 2,
					 .caller = d->caller,
					 .n_callers = 1};
	d->section.call = &d->call;
	d->section.n_calls = 1;
	d->result.count[PD_VERDICT_REGRESSION] = 1;
	d->result.count[PD_VERDICT_IMPROVEMENT] = 1;
	d->result.count[PD_VERDICT_SAME] = 1;
	d->result.count[PD_VERDICT_INCONCLUSIVE] = 3;
}

/* All that the style called @name writes; to be closed. */
static inline struct pd_out deltas_write(const struct deltas *d, const char *name,
					 const struct pd_look *look)
{
	static const struct pd_look plain = {0};
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_deltastyle_find(name)->write(&d->report, look ? look : &plain, &out);
	pd_out_char(&out, '\0');
	out.n--;
	return out;
}

#endif
