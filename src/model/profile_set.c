/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/profile_set.h"

#include "base/vec.h"

#include <perfdelta/ctx.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_SIDES = UINT16_MAX };

static uint32_t index_of(struct pd_intern *ids, pd_id name)
{
	/* The empty name is id 0 of the table, so real ones count from 1. */
	return pd_intern(ids, (struct pd_str){(const char *)&name, sizeof(name)}) - 1;
}

uint32_t pd_profile_set_event(struct pd_profile_set *set, pd_id name)
{
	uint32_t index = index_of(&set->event_ids, name);
	struct pd_profiles *p = &set->p;

	if (index == p->n_events) {
		p->event = pd_vec_grow(p->event, &set->cap_events, index + 1u, sizeof(*p->event));
		p->event[p->n_events++] = name;
	}
	return index;
}

int pd_profile_set_side(struct pd_profile_set *set, pd_id name, uint16_t *ret)
{
	uint32_t index = index_of(&set->side_ids, name);
	struct pd_profiles *p = &set->p;

	if (index >= MAX_SIDES)
		return PD_ELIMIT;
	if (index == p->n_sides) {
		p->side = pd_vec_grow(p->side, &set->cap_sides, index + 1u, sizeof(*p->side));
		p->side[p->n_sides++] = (struct pd_profile_side){.name = name};
	}
	*ret = (uint16_t)index;
	return PD_OK;
}

/* ---- a sum becomes a profile */

enum { N_MEMBERS = sizeof(struct pd_place) / sizeof(uint32_t) };

static int by_place(const void *a, const void *b)
{
	const struct pd_profile_cell *x = a, *y = b;
	uint32_t p[N_MEMBERS], q[N_MEMBERS];

	memcpy(p, &x->place, sizeof(p));
	memcpy(q, &y->place, sizeof(q));
	for (size_t i = 0; i < N_MEMBERS; i++)
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	return 0;
}

static int by_edge(const void *a, const void *b)
{
	const struct pd_profile_edge *x = a, *y = b;

	if (x->event != y->event)
		return x->event < y->event ? -1 : 1;
	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	return x->callee < y->callee ? -1 : x->callee > y->callee;
}

static void take_cells(struct pd_profile *p, const struct pd_profile_sum *s, struct pd_ctx *ctx)
{
	p->cell = pd_ctx_alloc(ctx, s->n_cells * sizeof(*p->cell));
	for (size_t i = 0; i < s->n_cells; i++)
		p->cell[i] = (struct pd_profile_cell){
			.place = s->cell[i].place,
			.weight = s->cell[i].weight,
			.hits = s->event[s->cell[i].place.event].uncounted ? 0 : s->cell[i].hits,
			.squares = s->event[s->cell[i].place.event].unsquared
					   ? 0
					   : (double)s->cell[i].squares};
	p->n_cells = s->n_cells;
	qsort(p->cell, p->n_cells, sizeof(*p->cell), by_place);
}

static void take_edges(struct pd_profile *p, const struct pd_profile_sum *s, struct pd_ctx *ctx)
{
	p->edge = pd_ctx_alloc(ctx, s->n_edges * sizeof(*p->edge));
	if (s->n_edges)
		memcpy(p->edge, s->edge, s->n_edges * sizeof(*p->edge));
	p->n_edges = s->n_edges;
	qsort(p->edge, p->n_edges, sizeof(*p->edge), by_edge);
}

static int by_stack(const void *a, const void *b)
{
	const struct pd_profile_stack *x = a, *y = b;

	if (x->event != y->event)
		return x->event < y->event ? -1 : 1;
	if (x->comm != y->comm)
		return x->comm < y->comm ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static void take_stacks(struct pd_profile *p, const struct pd_profile_sum *s, struct pd_ctx *ctx)
{
	p->stack = pd_ctx_alloc(ctx, s->n_stacks * sizeof(*p->stack));
	if (s->n_stacks)
		memcpy(p->stack, s->stack, s->n_stacks * sizeof(*p->stack));
	p->n_stacks = s->n_stacks;
	qsort(p->stack, p->n_stacks, sizeof(*p->stack), by_stack);
}

static void take_inclusive(struct pd_profile *p, const struct pd_profile_sum *s, struct pd_ctx *ctx)
{
	size_t n = 0;

	for (size_t e = 0; e < s->n_events; e++)
		for (size_t f = 0; f < s->event[e].cap; f++)
			n += s->event[e].inclusive[f] > 0;
	p->inclusive = pd_ctx_alloc(ctx, n * sizeof(*p->inclusive));
	for (size_t e = 0; e < s->n_events; e++)
		for (size_t f = 0; f < s->event[e].cap; f++)
			if (s->event[e].inclusive[f])
				p->inclusive[p->n_inclusive++] = (struct pd_profile_inclusive){
					(uint32_t)e, (uint32_t)f, s->event[e].inclusive[f]};
}

/* What the source said, else what follows from the rows. */
static double limit_of(const struct pd_profile_sum_event *e)
{
	if (e->has_limit || !e->has_whole || e->e.is_inclusive)
		return e->e.limit;
	return pd_profile_limit(&(const struct pd_profile_list){.whole = e->e.weight,
								.listed = e->weight,
								.least = e->least,
								.n_rows = e->n_rows,
								.rounding = e->e.rounding});
}

static struct pd_profile_event event_of(const struct pd_profile_sum_event *e)
{
	struct pd_profile_event result = e->e;

	if (!e->has_whole)
		result.weight = e->weight;
	if (!e->has_whole_hits)
		result.hits = e->uncounted ? 0 : e->hits;
	result.counted = !e->uncounted;
	result.squared = !e->unsquared && e->n_rows;
	result.limit = limit_of(e);
	return result;
}

/* Of whole-file order within a side: runs count as they come. */
void pd_profile_set_add(struct pd_profile_set *set, struct pd_ctx *ctx, struct pd_profile_sum *sum,
			uint16_t side, pd_id source)
{
	struct pd_profiles *all = &set->p;
	struct pd_profile *p;

	all->profile = pd_vec_grow(all->profile, &set->cap, all->n + 1, sizeof(*all->profile));
	p = &all->profile[all->n++];
	*p = (struct pd_profile){.side = side,
				 .run = all->side[side].n_runs++,
				 .source = source,
				 .elapsed = sum->elapsed};
	memcpy(p->setup, sum->setup, sizeof(p->setup));
	p->event = pd_ctx_alloc(ctx, sum->n_events * sizeof(*p->event));
	for (size_t i = 0; i < sum->n_events; i++)
		p->event[i] = sum->event[i].e.present ? event_of(&sum->event[i])
						      : (struct pd_profile_event){0};
	p->n_events = sum->n_events;
	take_cells(p, sum, ctx);
	take_edges(p, sum, ctx);
	take_inclusive(p, sum, ctx);
	take_stacks(p, sum, ctx);
}

/* Every profile knows every event, of which some it does not have. */
static void widen(struct pd_profiles *all, struct pd_ctx *ctx)
{
	for (size_t i = 0; i < all->n; i++) {
		struct pd_profile *p = &all->profile[i];
		struct pd_profile_event *event = pd_ctx_alloc(ctx, all->n_events * sizeof(*event));

		if (p->n_events)
			memcpy(event, p->event, p->n_events * sizeof(*event));
		p->event = event;
		p->n_events = all->n_events;
	}
}

struct pd_profiles pd_profile_set_finish(struct pd_profile_set *set, struct pd_ctx *ctx)
{
	struct pd_profiles all = set->p;

	widen(&all, ctx);
	pd_profile_frames_begin(&set->frames);
	all.n_frames = set->frames.n;
	all.frame = set->frames.frame;
	all.n_nodes = set->nodes.n;
	all.node = set->nodes.node;
	pd_ctx_own(ctx, all.frame);
	pd_ctx_own(ctx, all.node);
	pd_ctx_own(ctx, all.profile);
	pd_ctx_own(ctx, all.side);
	pd_ctx_own(ctx, all.event);
	pd_map64_free(&set->frames.ids);
	pd_map64_free(&set->nodes.ids);
	pd_intern_free(&set->side_ids);
	pd_intern_free(&set->event_ids);
	*set = (struct pd_profile_set){0};
	return all;
}
