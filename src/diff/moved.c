/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/moved.h"

#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NET_SHARE   0.1  /* of the smaller of the two changes */
#define WORTH_SHARE 0.01 /* of the base total that must have moved */

struct hints {
	struct pd_ctx *ctx;
	struct pd_delta_moved *hint;
	size_t n, cap;
};

static bool is_opposite(double a, double b)
{
	return (a < 0) != (b < 0) && fabs(a + b) < NET_SHARE * fmin(fabs(a), fabs(b));
}

static struct pd_delta_moved *add_hint(struct hints *h, pd_id canonical, size_t side, uint32_t n)
{
	struct pd_delta_moved *hint;

	h->hint = pd_vec_grow(h->hint, &h->cap, h->n + 1, sizeof(*h->hint));
	hint = &h->hint[h->n++];
	*hint = (struct pd_delta_moved){.canonical = canonical, .side = (uint16_t)side, .n = n};
	hint->name = pd_ctx_alloc(h->ctx, n * sizeof(*hint->name));
	hint->cost = pd_ctx_alloc(h->ctx, n * sizeof(*hint->cost));
	return hint;
}

static void set_member(struct pd_delta_moved *hint, uint32_t i, pd_id name, double cost)
{
	((pd_id *)(uintptr_t)hint->name)[i] = name;
	((double *)(uintptr_t)hint->cost)[i] = cost;
	hint->net += cost;
}

/* ---- raw names inside one row */

/* The change of each raw name of @row, in cost. */
static void raw_changes(struct pd_costs *c, const struct pd_delta_row *row, size_t side,
			double *ret)
{
	size_t index = pd_costs_row(c, row->key);

	memset(ret, 0, row->n_raw * sizeof(*ret));
	for (size_t i = c->raw_first[index]; i < c->raw_first[index + 1]; i++) {
		const struct pd_costs_raw *raw = &c->raw[i];
		bool is_base = raw->run < c->first[1];
		double n = (double)pd_costs_n_runs(c, is_base ? 0 : side);

		if (!is_base && (raw->run < c->first[side] || raw->run >= c->first[side + 1]))
			continue;
		for (uint32_t k = 0; k < row->n_raw; k++)
			if (row->raw[k] == raw->raw)
				ret[k] += (is_base ? -1 : 1) * raw->weight * c->scale[raw->run] / n;
	}
}

/* What fell and what rose within one row; the row itself is what is left of it. */
static void hint_inside(struct pd_costs *c, struct hints *h, struct pd_delta_row *row, size_t side,
			double worth)
{
	double *change = pd_ctx_alloc(c->ctx, row->n_raw * sizeof(*change));
	double down = 0, up = 0;
	struct pd_delta_moved *hint;
	uint32_t n = 0;

	raw_changes(c, row, side, change);
	for (uint32_t k = 0; k < row->n_raw; k++)
		*(change[k] < 0 ? &down : &up) += change[k];
	if (fmin(-down, up) < worth)
		return;
	hint = add_hint(h, row->name[PD_BY_SYMBOL], side, row->n_raw);
	for (uint32_t k = 0; k < row->n_raw; k++)
		if (change[k] < 0)
			set_member(hint, n++, row->raw[k], change[k]);
	for (uint32_t k = 0; k < row->n_raw; k++)
		if (change[k] >= 0)
			set_member(hint, n++, row->raw[k], change[k]);
	row->change[side - 1].caveats |= PD_DELTA_MOVED;
}

/* ---- neighbours in the call graph */

struct neighbours {
	struct pd_fold *fold;
	const struct pd_costs *c;
	pd_id a, b;
};

/* One calls the other in some run, or a third calls both. */
static bool are_neighbours(const struct neighbours *q)
{
	for (size_t run = 0; run < q->c->n_runs; run++) {
		const struct pd_profile *p = q->c->run[run];
		uint32_t caller = 0;
		bool has_a = false, has_b = false;

		for (size_t i = 0; i < p->n_edges; i++) {
			pd_id from = pd_fold_symbol(q->fold, p->edge[i].caller);
			pd_id to = pd_fold_symbol(q->fold, p->edge[i].callee);

			if (p->edge[i].event != q->c->event)
				continue;
			if ((from == q->a && to == q->b) || (from == q->b && to == q->a))
				return true;
			if (p->edge[i].caller != caller)
				has_a = has_b = false;
			caller = p->edge[i].caller;
			has_a |= to == q->a;
			has_b |= to == q->b;
			if (has_a && has_b)
				return true;
		}
	}
	return false;
}

static void hint_between(struct pd_fold *fold, const struct pd_costs *c, struct hints *h,
			 struct pd_delta_row *x, struct pd_delta_row *y, size_t side)
{
	struct pd_delta_row *down = x->change[side - 1].cost < 0 ? x : y;
	struct pd_delta_row *up = down == x ? y : x;
	struct pd_delta_moved *hint;

	if (!are_neighbours(
		    &(struct neighbours){fold, c, x->key[PD_BY_SYMBOL], y->key[PD_BY_SYMBOL]}))
		return;
	hint = add_hint(h, 0, side, 2);
	set_member(hint, 0, down->name[PD_BY_SYMBOL], down->change[side - 1].cost);
	set_member(hint, 1, up->name[PD_BY_SYMBOL], up->change[side - 1].cost);
	down->change[side - 1].caveats |= PD_DELTA_MOVED;
	up->change[side - 1].caveats |= PD_DELTA_MOVED;
}

/* Noise moves rows against each other all the time: both must be sure. */
static bool is_sure(const struct pd_delta_change *d)
{
	return d->verdict == PD_VERDICT_REGRESSION || d->verdict == PD_VERDICT_IMPROVEMENT ||
	       d->is_candidate || ((d->is_new || d->is_gone) && d->head.hits != 0);
}

static void hint_pairs(struct pd_fold *fold, const struct pd_costs *c, struct hints *h,
		       struct pd_delta_section *s, size_t side, double worth)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct pd_delta_change *x = &s->row[i].change[side - 1];

		/* Rows are in order of their changes, of the first head at least. */
		if (s->row[i].kind != PD_DELTA_ROW || fabs(x->cost) < worth || !is_sure(x))
			continue;
		for (size_t j = i + 1; j < s->n; j++) {
			const struct pd_delta_change *y = &s->row[j].change[side - 1];

			if (s->row[j].kind == PD_DELTA_ROW && fabs(y->cost) >= worth &&
			    is_opposite(x->cost, y->cost) && is_sure(y))
				hint_between(fold, c, h, &s->row[i], &s->row[j], side);
		}
	}
}

void pd_moved(struct pd_fold *fold, struct pd_costs *c, struct pd_delta_section *section)
{
	struct hints h = {.ctx = c->ctx};
	double worth = WORTH_SHARE * section->total[0].cost;

	if (!(fold->policy->by & 1u << PD_BY_SYMBOL))
		return;
	for (size_t side = 1; side < c->n_sides; side++) {
		for (size_t i = 0; i < section->n; i++)
			if (section->row[i].kind == PD_DELTA_ROW && section->row[i].n_raw > 1)
				hint_inside(c, &h, &section->row[i], side, worth);
		hint_pairs(fold, c, &h, section, side, worth);
	}
	section->moved = h.hint;
	section->n_moved = h.n;
	pd_ctx_own(c->ctx, h.hint);
}
