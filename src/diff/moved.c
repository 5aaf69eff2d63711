/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/moved.h"

#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NET_SHARE    0.1  /* of the smaller of the two changes */
#define INSIDE_SHARE 0.25 /* likewise, of the clones of one function */
#define WORTH_SHARE  0.01 /* of the base total that must have moved */

struct hints {
	struct pd_ctx *ctx;
	struct pd_delta_moved *hint;
	size_t n, cap;
};

static bool is_opposite(double a, double b)
{
	return (a < 0) != (b < 0) && fabs(a + b) < NET_SHARE * fmin(fabs(a), fabs(b));
}

/* Room for what one hint names, filled before it becomes one. */
struct members {
	pd_id *name;
	double *cost;
	uint32_t n;
};

static struct members members_of(const struct hints *h, uint32_t most)
{
	return (struct members){.name = pd_ctx_alloc(h->ctx, most * sizeof(pd_id)),
				.cost = pd_ctx_alloc(h->ctx, most * sizeof(double))};
}

static void add_member(struct members *m, pd_id name, double cost)
{
	m->name[m->n] = name;
	m->cost[m->n++] = cost;
}

static void add_hint(struct hints *h, pd_id canonical, size_t side, const struct members *m)
{
	double net = 0;

	for (uint32_t i = 0; i < m->n; i++)
		net += m->cost[i];
	h->hint = pd_vec_grow(h->hint, &h->cap, h->n + 1, sizeof(*h->hint));
	h->hint[h->n++] = (struct pd_delta_moved){.canonical = canonical,
						  .name = m->name,
						  .cost = m->cost,
						  .n = m->n,
						  .side = (uint16_t)side,
						  .net = net};
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

/*
 * What fell and what rose within one row; the row itself is what is left of it. One
 * function has noise of its own on both halves: a quarter may be left.
 */
static void hint_inside(struct pd_costs *c, struct hints *h, struct pd_delta_row *row, size_t side,
			double worth)
{
	double *change = pd_ctx_alloc(c->ctx, row->n_raw * sizeof(*change));
	struct members m = members_of(h, row->n_raw);
	double down = 0, up = 0;

	raw_changes(c, row, side, change);
	for (uint32_t k = 0; k < row->n_raw; k++)
		*(change[k] < 0 ? &down : &up) += change[k];
	if (fmin(-down, up) < worth || fabs(down + up) > INSIDE_SHARE * fmin(-down, up))
		return;
	for (uint32_t k = 0; k < row->n_raw; k++)
		if (change[k] < 0)
			add_member(&m, row->raw[k], change[k]);
	for (uint32_t k = 0; k < row->n_raw; k++)
		if (change[k] >= 0)
			add_member(&m, row->raw[k], change[k]);
	add_hint(h, row->name[PD_BY_SYMBOL], side, &m);
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
	struct members m = members_of(h, 2);

	if (x->key[PD_BY_SYMBOL] == y->key[PD_BY_SYMBOL] ||
	    !are_neighbours(
		    &(struct neighbours){fold, c, x->key[PD_BY_SYMBOL], y->key[PD_BY_SYMBOL]}))
		return;
	add_member(&m, down->name[PD_BY_SYMBOL], down->change[side - 1].cost);
	add_member(&m, up->name[PD_BY_SYMBOL], up->change[side - 1].cost);
	add_hint(h, 0, side, &m);
	down->change[side - 1].caveats |= PD_DELTA_MOVED;
	up->change[side - 1].caveats |= PD_DELTA_MOVED;
}

/* Noise moves rows against each other all the time: both must be sure. */
static bool is_sure(const struct pd_delta_row *row, size_t side)
{
	const struct pd_delta_change *d = &row->change[side - 1];

	if (d->is_new || d->is_gone)
		return !(d->caveats & PD_DELTA_RARE);
	return d->verdict == PD_VERDICT_REGRESSION || d->verdict == PD_VERDICT_IMPROVEMENT ||
	       d->is_candidate;
}

static void hint_pairs(struct pd_fold *fold, const struct pd_costs *c, struct hints *h,
		       struct pd_delta_section *s, size_t side, double worth)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct pd_delta_change *x = &s->row[i].change[side - 1];

		/* Rows are in order of their changes, of the first head at least. */
		if (s->row[i].kind != PD_DELTA_ROW || fabs(x->cost) < worth ||
		    !is_sure(&s->row[i], side))
			continue;
		for (size_t j = i + 1; j < s->n; j++) {
			const struct pd_delta_change *y = &s->row[j].change[side - 1];

			if (s->row[j].kind == PD_DELTA_ROW && fabs(y->cost) >= worth &&
			    is_opposite(x->cost, y->cost) && is_sure(&s->row[j], side))
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
