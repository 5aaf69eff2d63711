/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/translation.h"

#include <stdlib.h>

static uint32_t *numbers(size_t n)
{
	uint32_t *p = calloc(n + 1, sizeof(*p));

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

struct pd_translation pd_translation_new(const struct pd_hits *from,
					 pd_id (*intern)(void *whole, struct pd_str name),
					 void *whole)
{
	struct pd_translation t = {.from = from,
				   .intern = intern,
				   .whole = whole,
				   .name = numbers(from->names.n),
				   .frame = numbers(from->frames.n),
				   .node = numbers(from->nodes.n),
				   .event = numbers(from->n_events)};

	t.name[0] = 1; /* no name is none everywhere */
	return t;
}

void pd_translation_free(struct pd_translation *t)
{
	free(t->name);
	free(t->frame);
	free(t->node);
	free(t->event);
}

pd_id pd_translation_name(struct pd_translation *t, pd_id id)
{
	if (!t->name[id])
		t->name[id] = t->intern(t->whole, pd_intern_name(&t->from->names, id)) + 1;
	return t->name[id] - 1;
}

void pd_translation_frames(struct pd_translation *t, struct pd_profile_frames *frames,
			   struct pd_profile_nodes *nodes)
{
	for (size_t i = 1; i < t->from->frames.n; i++) {
		const struct pd_frame *f = &t->from->frames.frame[i];
		pd_id symbol = pd_translation_name(t, f->symbol);

		t->frame[i] = pd_profile_frame(frames, symbol, pd_translation_name(t, f->dso));
	}
	for (size_t i = 1; i < t->from->nodes.n; i++) {
		const struct pd_stack_node *n = &t->from->nodes.node[i];

		t->node[i] = pd_profile_node(nodes, t->node[n->parent], t->frame[n->frame]);
	}
}

static struct pd_place place_of(struct pd_translation *t, const struct pd_place *p)
{
	struct pd_place place = *p;

	place.event = t->event[p->event];
	place.comm = pd_translation_name(t, p->comm);
	place.leaf = t->frame[p->leaf];
	place.caller = t->frame[p->caller];
	place.site = t->frame[p->site];
	place.above = t->frame[p->above];
	place.lock_name = pd_translation_name(t, p->lock_name);
	place.data = pd_translation_name(t, p->data);
	place.data_source = pd_translation_name(t, p->data_source);
	return place;
}

void pd_translation_rows(struct pd_translation *t, const struct pd_profile_sum *sum,
			 struct pd_profile_sum *to)
{
	for (size_t i = 0; i < sum->n_cells; i++) {
		const struct pd_profile_sum_cell *c = &sum->cell[i];
		struct pd_place place = place_of(t, &c->place);

		if (place.event != PD_TRANSLATION_NONE)
			pd_profile_sum_row(to, &place, c->weight, c->hits, c->squares);
	}
	for (size_t i = 0; i < sum->n_edges; i++) {
		const struct pd_profile_edge *e = &sum->edge[i];

		if (t->event[e->event] != PD_TRANSLATION_NONE)
			pd_profile_sum_edge(to, t->event[e->event], t->frame[e->caller],
					    t->frame[e->callee], e->weight);
	}
	for (size_t i = 0; i < sum->n_stacks; i++) {
		const struct pd_profile_stack *s = &sum->stack[i];
		struct pd_profile_stack stack = {t->event[s->event],
						 pd_translation_name(t, s->comm), t->node[s->node],
						 s->weight};

		if (stack.event != PD_TRANSLATION_NONE)
			pd_profile_sum_stack(to, &stack);
	}
}

void pd_translation_inclusive(struct pd_translation *t, const struct pd_profile_sum *sum,
			      uint32_t event, struct pd_profile_sum *to)
{
	const struct pd_profile_sum_event *e = &sum->event[event];

	for (size_t f = 0; f < e->cap; f++)
		if (e->inclusive[f])
			pd_profile_sum_inclusive(to, t->event[event], t->frame[f], e->inclusive[f]);
}
