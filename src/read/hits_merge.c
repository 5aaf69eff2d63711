/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/hits_merge.h"

#include "base/str.h"
#include "read/hitsum.h"

#include <stdlib.h>

/* Numbers of the file as those of the set. */
struct translation {
	struct pd_ctx *ctx;
	const struct pd_hits *h;
	pd_id *name;     /* [names.n] id + 1; 0: not yet */
	uint32_t *frame; /* [frames.n] */
	uint32_t *event; /* [n_events] */
	uint32_t *node;  /* [nodes.n] */
};

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

static pd_id name_of(struct translation *t, pd_id id)
{
	if (!t->name[id])
		t->name[id] = pd_ctx_id(t->ctx, pd_intern_name(&t->h->names, id)) + 1;
	return t->name[id] - 1;
}

static struct translation translation_of(const struct pd_hits *h, struct pd_ctx *ctx,
					 struct pd_profile_set *set)
{
	struct translation t = {.ctx = ctx, .h = h};

	t.name = zeroed(h->names.n, sizeof(*t.name));
	t.frame = zeroed(h->frames.n, sizeof(*t.frame));
	t.event = zeroed(h->n_events, sizeof(*t.event));
	for (size_t i = 1; i < h->frames.n; i++)
		t.frame[i] = pd_profile_frame(&set->frames, name_of(&t, h->frames.frame[i].symbol),
					      name_of(&t, h->frames.frame[i].dso));
	t.node = zeroed(h->nodes.n, sizeof(*t.node));
	for (size_t i = 1; i < h->nodes.n; i++)
		t.node[i] = pd_profile_node(&set->nodes, t.node[h->nodes.node[i].parent],
					    t.frame[h->nodes.node[i].frame]);
	for (size_t i = 0; i < h->n_events; i++)
		t.event[i] = pd_profile_set_event(set, name_of(&t, h->event[i]));
	return t;
}

static void translation_free(struct translation *t)
{
	free(t->name);
	free(t->frame);
	free(t->event);
	free(t->node);
}

static struct pd_place place_of(struct translation *t, const struct pd_place *p)
{
	return (struct pd_place){.event = t->event[p->event],
				 .comm = name_of(t, p->comm),
				 .leaf = t->frame[p->leaf],
				 .caller = t->frame[p->caller],
				 .site = t->frame[p->site],
				 .above = t->frame[p->above],
				 .lock = p->lock,
				 .lock_name = name_of(t, p->lock_name),
				 .data = name_of(t, p->data),
				 .data_source = name_of(t, p->data_source)};
}

/* What the source said of the event beside its rows. */
static void translate_event(struct pd_profile_sum_event *to,
			    const struct pd_profile_sum_event *from)
{
	to->e = from->e;
	to->has_whole = from->has_whole;
	to->has_whole_hits = from->has_whole_hits;
	to->has_limit = from->has_limit;
	to->uncounted = from->uncounted;
	to->unsquared = from->unsquared;
	to->weight = from->weight;
	to->hits = from->hits;
	to->least = from->least;
	to->n_rows = from->n_rows;
}

static void translate_inclusive(struct translation *t, const struct pd_profile_sum *from,
				struct pd_profile_sum *to, uint32_t event)
{
	const struct pd_profile_sum_event *e = &from->event[event];

	for (size_t f = 0; f < e->cap; f++)
		if (e->inclusive[f])
			pd_profile_sum_inclusive(to, t->event[event], t->frame[f], e->inclusive[f]);
}

static struct pd_profile_sum translate(struct translation *t, const struct pd_profile_sum *from)
{
	struct pd_profile_sum to = {.elapsed = from->elapsed};

	for (size_t i = 0; i < PD_N_SETUP; i++)
		to.setup[i] = name_of(t, from->setup[i]);
	for (size_t i = 0; i < from->n_cells; i++) {
		const struct pd_profile_sum_cell *c = &from->cell[i];
		struct pd_place place = place_of(t, &c->place);

		pd_profile_sum_row(&to, &place, c->weight, c->hits, c->squares);
	}
	for (size_t i = 0; i < from->n_edges; i++) {
		const struct pd_profile_edge *e = &from->edge[i];

		pd_profile_sum_edge(&to, t->event[e->event], t->frame[e->caller],
				    t->frame[e->callee], e->weight);
	}
	for (size_t i = 0; i < from->n_stacks; i++) {
		const struct pd_profile_stack *s = &from->stack[i];
		struct pd_profile_stack stack = {t->event[s->event], name_of(t, s->comm),
						 t->node[s->node], s->weight};

		pd_profile_sum_stack(&to, &stack);
	}
	for (size_t i = 0; i < from->n_events; i++) {
		if (!from->event[i].e.present)
			continue;
		translate_inclusive(t, from, &to, (uint32_t)i);
		translate_event(pd_profile_sum_event(&to, t->event[i]), &from->event[i]);
	}
	return to;
}

/* A file with one title alone is called as its operand says. */
static bool gives_way(const struct pd_hits *h, const struct pd_merge_target *target)
{
	for (size_t i = 1; i < h->n_sums; i++)
		if (h->sum[i].title != h->sum[0].title)
			return false;
	return target->side_given;
}

static int check_sides(const struct pd_hits *h, struct pd_ctx *ctx,
		       const struct pd_merge_target *target)
{
	if (!target->side_given || gives_way(h, target))
		return PD_OK;
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){target->source.p, 0, 0}, "side-conflict",
		    "holds several titled profiles, yet it was given as '%.*s'; name the file "
		    "without a label",
		    PD_FMT(target->side));
	return PD_EUSAGE;
}

static bool is_empty(const struct pd_profile_sum *s)
{
	return !s->n_cells && !s->n_edges && !s->n_events;
}

int pd_hits_merge(struct pd_hits *h, struct pd_ctx *ctx, struct pd_profile_set *set,
		  const struct pd_merge_target *target)
{
	struct translation t;
	int r = check_sides(h, ctx, target);

	if (r < 0)
		return r;
	t = translation_of(h, ctx, set);
	for (size_t i = 0; i < h->n_sums; i++) {
		bool titled = h->sum[i].title && !gives_way(h, target);
		pd_id side = titled ? name_of(&t, h->sum[i].title) : pd_ctx_id(ctx, target->side);
		struct pd_profile_sum sum;

		if (is_empty(&h->sum[i]))
			continue;
		sum = translate(&t, &h->sum[i]);
		pd_profile_set_add(set, ctx, &sum, pd_profile_set_side(set, side),
				   pd_ctx_id(ctx, target->source));
		pd_profile_sum_free(&sum);
	}
	translation_free(&t);
	return PD_OK;
}
