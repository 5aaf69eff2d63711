/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/calls.h"

#include "base/map64.h"
#include "base/vec.h"
#include "model/symbol.h"

#include <math.h>
#include <stdlib.h>

enum {
	MOST_CALLS = 8, /* symbols that are taken apart */
	MOST_PARTS = 5, /* of each, callers and callees */
};

/* Mean costs of the base and of one head by symbol, or by pair of symbols. */
struct sums {
	struct pd_map64 ids;
	struct sum {
		pd_id a, b;
		double base, head;
	} * sum;
	size_t n, cap;
};

static uint64_t edge_key(pd_id a, pd_id b)
{
	return (uint64_t)a << 32 | b;
}

static struct sum *sum_of(struct sums *s, pd_id a, pd_id b)
{
	uint32_t *id = pd_map64(&s->ids, edge_key(a, b));

	if (!*id) {
		s->sum = pd_vec_grow(s->sum, &s->cap, s->n + 1, sizeof(*s->sum));
		s->sum[s->n] = (struct sum){.a = a, .b = b};
		*id = (uint32_t)++s->n;
	}
	return &s->sum[*id - 1];
}

static void sums_free(struct sums *s)
{
	pd_map64_free(&s->ids);
	free(s->sum);
}

struct calls {
	struct pd_fold *fold;
	const struct pd_costs *c;
	size_t side;
	struct sums inclusive, self, edge;
	struct edge {
		pd_id caller, callee;
	} * release; /* [n_releases] edges to releases, where their cost is charged to callers */
	size_t n_releases, cap_releases;
};

static double share_of(const struct calls *q, size_t run, size_t *ret_side)
{
	*ret_side = run < q->c->first[1] ? 0 : q->side;
	return q->c->scale[run] / (double)pd_costs_n_runs(q->c, *ret_side);
}

static double *cost_on(struct sum *s, size_t side)
{
	return side ? &s->head : &s->base;
}

static void add(struct sum *s, size_t side, double cost)
{
	*cost_on(s, side) += cost;
}

/*
 * Clones of a symbol are frames of their own that call each other, "foo" its
 * "foo.part.0": what one of them called another for is in both. In recursion it
 * may be more than once; then the largest of them is the least that it can be.
 */
static void add_inclusive(struct calls *q, size_t run, size_t side, double scale)
{
	const struct pd_profile *p = q->c->run[run];
	struct sums all = {0}, most = {0};

	for (size_t i = 0; i < p->n_inclusive; i++) {
		pd_id symbol = pd_fold_symbol(q->fold, p->inclusive[i].frame);
		double weight = (double)p->inclusive[i].weight, *largest;

		if (p->inclusive[i].event != q->c->event)
			continue;
		add(sum_of(&all, symbol, 0), side, weight);
		largest = cost_on(sum_of(&most, symbol, 0), side);
		*largest = fmax(*largest, weight);
	}
	for (size_t i = 0; i < p->n_edges; i++) {
		const struct pd_profile_edge *e = &p->edge[i];
		pd_id symbol = pd_fold_symbol(q->fold, e->callee);

		if (e->event == q->c->event && e->caller != e->callee &&
		    symbol == pd_fold_symbol(q->fold, e->caller))
			add(sum_of(&all, symbol, 0), side, -(double)e->weight);
	}
	for (size_t i = 0; i < most.n; i++) {
		pd_id symbol = most.sum[i].a;
		double once = fmax(*cost_on(sum_of(&all, symbol, 0), side),
				   *cost_on(&most.sum[i], side));

		add(sum_of(&q->inclusive, symbol, 0), side, scale * once);
	}
	sums_free(&all);
	sums_free(&most);
}

static pd_id charged(struct calls *q, const struct pd_place *place)
{
	return pd_fold_symbol(q->fold, pd_fold_charged(q->fold, place));
}

static void add_run(struct calls *q, size_t run)
{
	const struct pd_profile *p = q->c->run[run];
	size_t side;
	double scale = share_of(q, run, &side);

	add_inclusive(q, run, side, scale);
	for (size_t i = 0; i < p->n_edges; i++)
		if (p->edge[i].event == q->c->event)
			add(sum_of(&q->edge, pd_fold_symbol(q->fold, p->edge[i].caller),
				   pd_fold_symbol(q->fold, p->edge[i].callee)),
			    side, scale * (double)p->edge[i].weight);
	for (size_t i = 0; i < p->n_cells; i++)
		if (p->cell[i].place.event == q->c->event)
			add(sum_of(&q->self, charged(q, &p->cell[i].place), 0), side,
			    scale * (double)p->cell[i].weight);
}

/* ---- releases that are charged to their callers */

static bool has_edge(const struct calls *q, pd_id from, pd_id to)
{
	return pd_map64_find(&q->edge.ids, edge_key(from, to)) != 0;
}

static void find_releases(struct calls *q)
{
	for (size_t i = 0; i < q->edge.n; i++) {
		const struct sum *e = &q->edge.sum[i];

		if (!pd_symbol_is_skid(pd_ctx_name(q->c->ctx, e->b)))
			continue;
		q->release = pd_vec_grow(q->release, &q->cap_releases, q->n_releases + 1,
					 sizeof(*q->release));
		q->release[q->n_releases++] = (struct edge){e->a, e->b};
	}
}

/*
 *	work;_raw_spin_unlock_irqrestore;__raw_callee_save_pvm_irq_enable;pvm_irq_enable
 *
 * Of a hit the leaf, its caller and the site are known, "pvm_irq_enable" and so on, and
 * "work". What work called to get there is the release that calls one of these.
 */
static pd_id called_release(const struct calls *q, pd_id site, pd_id caller, pd_id leaf)
{
	if (caller == site)
		return leaf;
	if (has_edge(q, site, caller))
		return caller;
	for (size_t i = 0; i < q->n_releases; i++)
		if (q->release[i].caller == site && has_edge(q, q->release[i].callee, caller))
			return q->release[i].callee;
	return leaf;
}

/* What a caller is charged with as its own it has not called, too. */
static void uncharge(struct calls *q, size_t side, double cost, const struct pd_place *place)
{
	pd_id site = pd_fold_symbol(q->fold, place->site);
	pd_id called = called_release(q, site, pd_fold_symbol(q->fold, place->caller),
				      pd_fold_symbol(q->fold, place->leaf));
	double *edge;

	if (!has_edge(q, site, called))
		return;
	edge = cost_on(sum_of(&q->edge, site, called), side);
	*edge = *edge - cost > 1e-12 * *edge ? *edge - cost : 0;
}

static void uncharge_run(struct calls *q, size_t run)
{
	const struct pd_profile *p = q->c->run[run];
	size_t side;
	double scale = share_of(q, run, &side);

	for (size_t i = 0; i < p->n_cells; i++) {
		const struct pd_place *place = &p->cell[i].place;

		if (place->event == q->c->event && pd_fold_charged(q->fold, place) != place->leaf)
			uncharge(q, side, scale * (double)p->cell[i].weight, place);
	}
}

/* ---- parts */

static int by_change(const void *a, const void *b)
{
	const struct pd_delta_part *x = a, *y = b;
	double dx = fabs(x->head - x->base), dy = fabs(y->head - y->base);

	if (dx != dy)
		return dx > dy ? -1 : 1;
	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

/* The edges of @symbol in one direction, and its own cost among its callees. */
static const struct pd_delta_part *parts_of(struct calls *q, pd_id symbol, bool callees,
					    uint32_t *ret_n)
{
	struct pd_delta_part *part = pd_ctx_alloc(q->c->ctx, (q->edge.n + 1) * sizeof(*part));
	uint32_t n = 0;

	for (size_t i = 0; i < q->edge.n; i++) {
		const struct sum *e = &q->edge.sum[i];
		pd_id near = callees ? e->a : e->b, far = callees ? e->b : e->a;

		if (near == symbol && far != symbol && (e->base > 0 || e->head > 0))
			part[n++] = (struct pd_delta_part){far, false, e->base, e->head};
	}
	if (callees) {
		const struct sum *self = sum_of(&q->self, symbol, 0);

		part[n++] = (struct pd_delta_part){symbol, true, self->base, self->head};
	}
	qsort(part, n, sizeof(*part), by_change);
	*ret_n = n < MOST_PARTS ? n : MOST_PARTS;
	return part;
}

static bool is_sure(const struct pd_delta_change *d)
{
	return d->verdict == PD_VERDICT_REGRESSION || d->verdict == PD_VERDICT_IMPROVEMENT ||
	       d->is_candidate;
}

struct chosen {
	pd_id symbol[MOST_CALLS];
	size_t n;
};

static void choose(struct chosen *s, pd_id symbol)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->symbol[i] == symbol)
			return;
	if (s->n < MOST_CALLS && symbol)
		s->symbol[s->n++] = symbol;
}

/* A caller through which most of the change came is worth a look, too. */
static void choose_callers(struct calls *q, struct chosen *s, pd_id symbol, double change)
{
	uint32_t n;
	const struct pd_delta_part *caller = parts_of(q, symbol, false, &n);

	for (uint32_t i = 0; i < n; i++)
		if (fabs(caller[i].head - caller[i].base) > fabs(change) / 2)
			choose(s, caller[i].symbol);
}

static struct chosen chosen_of(struct calls *q, const struct pd_delta_section *section)
{
	struct chosen s = {.n = 0};

	for (size_t i = 0; i < section->n && s.n < MOST_CALLS / 2; i++)
		if (is_sure(&section->row[i].change[q->side - 1]))
			choose(&s, section->row[i].key[PD_BY_SYMBOL]);
	for (size_t i = 0, n = s.n; i < n; i++) {
		const struct sum *sum = sum_of(&q->inclusive, s.symbol[i], 0);

		choose_callers(q, &s, s.symbol[i], sum->head - sum->base);
	}
	return s;
}

static void split(struct calls *q, struct pd_delta_section *section, struct pd_delta_call *call)
{
	struct chosen chosen = chosen_of(q, section);

	for (size_t i = 0; i < chosen.n; i++) {
		const struct sum *sum = sum_of(&q->inclusive, chosen.symbol[i], 0);
		struct pd_delta_call *to = &call[section->n_calls++];

		*to = (struct pd_delta_call){.symbol = chosen.symbol[i],
					     .side = (uint16_t)q->side,
					     .base = sum->base,
					     .head = sum->head};
		to->callee = parts_of(q, to->symbol, true, &to->n_callees);
		to->caller = parts_of(q, to->symbol, false, &to->n_callers);
	}
}

static bool has_chains(const struct pd_costs *c)
{
	for (size_t run = 0; run < c->n_runs; run++)
		if (!pd_costs_event(c, run)->has_chains || !c->run[run]->n_edges)
			return false;
	return c->n_runs > 0;
}

static bool is_of_pair(const struct calls *q, size_t run)
{
	const size_t *first = q->c->first;

	return run < first[1] || (run >= first[q->side] && run < first[q->side + 1]);
}

static void add_runs(struct calls *q)
{
	for (size_t run = 0; run < q->c->n_runs; run++)
		if (is_of_pair(q, run))
			add_run(q, run);
	if (!q->fold->policy->charge_callers)
		return;
	find_releases(q);
	for (size_t run = 0; run < q->c->n_runs; run++)
		if (is_of_pair(q, run))
			uncharge_run(q, run);
}

void pd_calls(struct pd_fold *fold, const struct pd_costs *c, struct pd_delta_section *section)
{
	struct pd_delta_call *call;

	if (!has_chains(c) || !(fold->policy->by & 1u << PD_BY_SYMBOL))
		return;
	call = pd_ctx_alloc(c->ctx, c->n_sides * MOST_CALLS * sizeof(*call));
	for (size_t side = 1; side < c->n_sides; side++) {
		struct calls q = {.fold = fold, .c = c, .side = side};

		add_runs(&q);
		split(&q, section, call);
		free(q.release);
		sums_free(&q.inclusive);
		sums_free(&q.self);
		sums_free(&q.edge);
	}
	section->call = call;
}
