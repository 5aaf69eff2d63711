/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/profile.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>

/* ---- frames */

void pd_profile_frames_begin(struct pd_profile_frames *f)
{
	if (f->n)
		return;
	f->frame = pd_vec_grow(f->frame, &f->cap, 1, sizeof(*f->frame));
	f->frame[f->n++] = (struct pd_frame){0};
}

uint32_t pd_profile_frame(struct pd_profile_frames *f, pd_id symbol, pd_id dso)
{
	uint32_t *id;

	if (!symbol && !dso)
		return 0;
	id = pd_map64(&f->ids, (uint64_t)symbol << 32 | dso);
	if (!*id) {
		pd_profile_frames_begin(f);
		f->frame = pd_vec_grow(f->frame, &f->cap, f->n + 1, sizeof(*f->frame));
		f->frame[f->n] = (struct pd_frame){symbol, dso};
		*id = (uint32_t)f->n++;
	}
	return *id;
}

void pd_profile_frames_free(struct pd_profile_frames *f)
{
	pd_map64_free(&f->ids);
	free(f->frame);
	*f = (struct pd_profile_frames){0};
}

/* ---- chains */

uint32_t pd_profile_node(struct pd_profile_nodes *n, uint32_t parent, uint32_t frame)
{
	uint32_t *id = pd_map64(&n->ids, (uint64_t)parent << 32 | frame);

	if (!*id) {
		n->n += n->n == 0;
		n->node = pd_vec_grow(n->node, &n->cap, n->n + 1, sizeof(*n->node));
		n->node[0] = (struct pd_stack_node){0};
		n->node[n->n] = (struct pd_stack_node){parent, frame};
		*id = (uint32_t)n->n++;
	}
	return *id;
}

void pd_profile_nodes_free(struct pd_profile_nodes *n)
{
	pd_map64_free(&n->ids);
	free(n->node);
	*n = (struct pd_profile_nodes){0};
}

/* ---- one profile */

static void *zeroed_to(void *p, size_t *cap, size_t need, size_t size)
{
	size_t before = *cap;

	p = pd_vec_grow(p, cap, need, size);
	if (*cap > before)
		memset((char *)p + before * size, 0, (*cap - before) * size);
	return p;
}

struct pd_profile_sum_event *pd_profile_sum_event(struct pd_profile_sum *s, uint32_t event)
{
	s->event = zeroed_to(s->event, &s->cap_events, event + 1u, sizeof(*s->event));
	s->edge_ids = zeroed_to(s->edge_ids, &s->cap_edge_ids, event + 1u, sizeof(*s->edge_ids));
	for (; s->n_events <= event; s->n_events++)
		s->event[s->n_events].least = UINT64_MAX;
	s->event[event].e.present = true;
	return &s->event[event];
}

static void add(struct pd_profile_sum *s, uint64_t *sum, uint64_t weight)
{
	s->overflow |= __builtin_add_overflow(*sum, weight, sum);
}

static size_t new_or_known_cell(struct pd_profile_sum *s, const struct pd_place *place)
{
	struct pd_str bytes = {(const char *)place, sizeof(*place)};
	pd_id id = pd_intern(&s->place_ids, bytes);

	if (id > s->n_cells) {
		s->cell = pd_vec_grow(s->cell, &s->cap_cells, s->n_cells + 1, sizeof(*s->cell));
		s->cell[s->n_cells++] = (struct pd_profile_sum_cell){.place = *place};
	}
	return id - 1;
}

/* Places repeat themselves: most are found without the search of a large table. */
static uint32_t *recent_of(struct pd_profile_sum *s, const struct pd_place *p)
{
	uint64_t key = ((uint64_t)p->leaf << 32 | p->caller) * UINT64_C(0x9e3779b97f4a7c15);

	key ^= (p->comm + p->event) * UINT64_C(0xff51afd7ed558ccd);
	if (!s->recent_cell)
		s->recent_cell = calloc(PD_PROFILE_RECENT, sizeof(*s->recent_cell));
	if (!s->recent_cell)
		pd_arena_out_of_memory();
	return &s->recent_cell[key >> 51];
}

static struct pd_profile_sum_cell *cell_of(struct pd_profile_sum *s, const struct pd_place *place)
{
	uint32_t *recent = recent_of(s, place);

	if (!*recent || memcmp(&s->cell[*recent - 1].place, place, sizeof(*place)) != 0)
		*recent = (uint32_t)new_or_known_cell(s, place) + 1;
	return &s->cell[*recent - 1];
}

void pd_profile_sum_row(struct pd_profile_sum *s, const struct pd_place *place, uint64_t weight,
			uint64_t hits, pd_profile_squares squares)
{
	struct pd_profile_sum_event *e = pd_profile_sum_event(s, place->event);
	struct pd_profile_sum_cell *c = cell_of(s, place);

	add(s, &e->weight, weight);
	c->weight += weight; /* at most e->weight */
	e->n_rows++;
	if (weight < e->least)
		e->least = weight;
	if (hits == PD_HITS_UNKNOWN) {
		e->uncounted = true;
	} else {
		add(s, &e->hits, hits);
		c->hits += hits;
	}
	e->unsquared |= !squares && weight;
	c->squares += squares;
}

/* Weight beyond 64 bits is told by the row that brought it, not by its chain. */
static uint64_t *inclusive_of(struct pd_profile_sum_event *e, uint32_t frame)
{
	size_t cap[] = {e->cap, e->cap};

	e->inclusive = zeroed_to(e->inclusive, &cap[0], frame + 1u, sizeof(*e->inclusive));
	e->above = zeroed_to(e->above, &cap[1], frame + 1u, sizeof(*e->above));
	e->stamp = zeroed_to(e->stamp, &e->cap, frame + 1u, sizeof(*e->stamp));
	return &e->inclusive[frame];
}

void pd_profile_sum_inclusive(struct pd_profile_sum *s, uint32_t event, uint32_t frame,
			      uint64_t weight)
{
	struct pd_profile_sum_event *e = pd_profile_sum_event(s, event);

	add(s, inclusive_of(e, frame), weight);
	e->e.has_chains = true;
}

static size_t edge_of(struct pd_profile_sum *s, uint32_t event, uint32_t caller, uint32_t callee)
{
	uint32_t *id = pd_map64(&s->edge_ids[event], (uint64_t)caller << 32 | callee);

	if (!*id) {
		s->edge = pd_vec_grow(s->edge, &s->cap_edges, s->n_edges + 1, sizeof(*s->edge));
		s->edge_stamp = zeroed_to(s->edge_stamp, &s->cap_stamps, s->n_edges + 1,
					  sizeof(*s->edge_stamp));
		s->edge[s->n_edges] = (struct pd_profile_edge){event, caller, callee, 0};
		*id = (uint32_t)++s->n_edges;
	}
	return *id - 1;
}

void pd_profile_sum_edge(struct pd_profile_sum *s, uint32_t event, uint32_t caller, uint32_t callee,
			 uint64_t weight)
{
	size_t edge;

	(void)pd_profile_sum_event(s, event);
	edge = edge_of(s, event, caller, callee); /* may move the edges */
	add(s, &s->edge[edge].weight, weight);
}

/* A function mostly has the caller that it had the last time. Both are below e->cap. */
static size_t edge_to(struct pd_profile_sum *s, uint32_t event, uint32_t caller, uint32_t callee)
{
	struct pd_profile_above *above = &s->event[event].above[callee];

	if (!above->edge || above->caller != caller)
		*above = (struct pd_profile_above){caller,
						   (uint32_t)edge_of(s, event, caller, callee) + 1};
	return above->edge - 1;
}

/* Recursion passes a frame again and again: a stamp counts it once. */
void pd_profile_sum_chain(struct pd_profile_sum *s, uint32_t event, const uint32_t *frame, size_t n,
			  uint64_t weight)
{
	struct pd_profile_sum_event *e = pd_profile_sum_event(s, event);
	uint64_t chain = ++s->n_chains;

	e->e.has_chains |= n > 1;
	for (size_t i = 0; i < n; i++) {
		if (frame[i] >= e->cap)
			(void)inclusive_of(e, frame[i]);
		if (e->stamp[frame[i]] != chain)
			e->inclusive[frame[i]] += weight;
		e->stamp[frame[i]] = chain;
	}
	for (size_t i = 1; i < n; i++) {
		size_t edge = edge_to(s, event, frame[i], frame[i - 1]);

		if (s->edge_stamp[edge] != chain)
			s->edge[edge].weight += weight;
		s->edge_stamp[edge] = chain;
	}
}

void pd_profile_sum_stack(struct pd_profile_sum *s, const struct pd_profile_stack *stack)
{
	uint32_t key[] = {stack->event, stack->comm, stack->node};
	pd_id id = pd_intern(&s->stack_ids, (struct pd_str){(const char *)key, sizeof(key)});

	if (id > s->n_stacks) {
		s->stack = pd_vec_grow(s->stack, &s->cap_stacks, id, sizeof(*s->stack));
		s->stack[s->n_stacks++] = *stack;
		return;
	}
	s->stack[id - 1].weight += stack->weight;
}

/*
 * Rows that are rounded add up to the whole within n times the rounding. If more is
 * missing, the list was cut, and a row that is not on it weighs no more than the least
 * that is, which was rounded too, nor more than what is missing.
 */
double pd_profile_limit(const struct pd_profile_list *list)
{
	double slop = (double)list->n_rows * list->rounding;
	double missing = (double)list->whole - (double)list->listed;
	double least = (double)list->least + list->rounding;

	if (missing <= slop)
		return 0;
	return list->lacks_rows || !list->n_rows || least > missing + slop ? missing + slop : least;
}

/* @weight of @sum as one of PD_PROFILE_WHOLE. */
static uint64_t share_of(uint64_t weight, uint64_t sum)
{
	__extension__ unsigned __int128 product = (unsigned __int128)weight * PD_PROFILE_WHOLE;

	return (uint64_t)(product / sum);
}

static void scale_event(struct pd_profile_sum_event *e, uint64_t sum)
{
	double ratio = (double)PD_PROFILE_WHOLE / (double)sum;

	e->e.rounding *= ratio;
	e->e.limit *= ratio;
	e->least = e->n_rows ? share_of(e->least, sum) : e->least;
	for (size_t f = 0; f < e->cap; f++)
		e->inclusive[f] = share_of(e->inclusive[f], sum);
}

void pd_profile_sum_scale(struct pd_profile_sum *s, uint32_t event)
{
	struct pd_profile_sum_event *e = pd_profile_sum_event(s, event);
	uint64_t sum = e->weight;
	double ratio = (double)PD_PROFILE_WHOLE / (double)sum;

	scale_event(e, sum);
	e->weight = 0;
	for (size_t i = 0; i < s->n_cells; i++) {
		struct pd_profile_sum_cell *c = &s->cell[i];

		if (c->place.event != event)
			continue;
		c->weight = share_of(c->weight, sum);
		c->squares = (pd_profile_squares)((double)c->squares * ratio * ratio);
		e->weight += c->weight;
	}
	for (size_t i = 0; i < s->n_edges; i++)
		if (s->edge[i].event == event)
			s->edge[i].weight = share_of(s->edge[i].weight, sum);
	for (size_t i = 0; i < s->n_stacks; i++)
		if (s->stack[i].event == event)
			s->stack[i].weight = share_of(s->stack[i].weight, sum);
	e->e.weight = e->weight;
}

void pd_profile_sum_free(struct pd_profile_sum *s)
{
	for (size_t i = 0; i < s->n_events; i++) {
		free(s->event[i].inclusive);
		free(s->event[i].stamp);
		free(s->event[i].above);
		pd_map64_free(&s->edge_ids[i]);
	}
	pd_intern_free(&s->place_ids);
	free(s->recent_cell);
	pd_intern_free(&s->stack_ids);
	free(s->stack);
	free(s->cell);
	free(s->edge_ids);
	free(s->edge);
	free(s->edge_stamp);
	free(s->event);
	*s = (struct pd_profile_sum){0};
}
