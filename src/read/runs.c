/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/runs.h"

#include "base/vec.h"

#include <stdlib.h>

enum { LONG_CHAIN = 64 };

struct __attribute__((packed)) packed_run {
	uint32_t slot;
	pd_id name;
};

static void put(struct pd_runs *r, uint32_t slot, pd_id name, uint32_t at)
{
	struct packed_run packed = {slot, name};
	pd_id id = pd_intern(&r->found, (struct pd_str){(const char *)&packed, sizeof(packed)});

	r->at = pd_vec_grow(r->at, &r->at_cap, (size_t)id + 1, sizeof(*r->at));
	r->at[id] = at;
}

/* The index + 1 of a run in a long chain, or 0. */
static uint32_t find(struct pd_runs *r, uint32_t slot, pd_id name)
{
	struct packed_run packed = {slot, name};
	size_t before = r->found.n;
	pd_id id = pd_intern(&r->found, (struct pd_str){(const char *)&packed, sizeof(packed)});

	if (id < before)
		return r->at[id];
	r->at = pd_vec_grow(r->at, &r->at_cap, (size_t)id + 1, sizeof(*r->at));
	r->at[id] = 0;
	return 0;
}

static uint32_t walk(const struct pd_runs *r, const struct pd_runs_slot *s, pd_id name)
{
	uint32_t i = s->last;

	while (i && r->item[i - 1].name != name)
		i = r->item[i - 1].previous;
	return i;
}

static uint32_t search(struct pd_runs *r, const struct pd_runs_slot *s, uint32_t slot, pd_id name)
{
	if (!s->n || name > s->largest)
		return 0;
	if (r->item[s->last - 1].name == name)
		return s->last;
	return s->n < LONG_CHAIN ? walk(r, s, name) : find(r, slot, name);
}

static void add(struct pd_runs *r, struct pd_runs_slot *s, uint32_t slot, pd_id name)
{
	r->item = pd_vec_grow(r->item, &r->cap, r->n + 1, sizeof(*r->item));
	r->item[r->n] = (struct pd_runs_item){.name = name, .previous = s->last};
	s->last = (uint32_t)++r->n;
	s->n++;
	if (name > s->largest)
		s->largest = name;
	if (s->n > LONG_CHAIN)
		put(r, slot, name, s->last);
	else if (s->n == LONG_CHAIN)
		for (uint32_t i = s->last; i; i = r->item[i - 1].previous)
			put(r, slot, r->item[i - 1].name, i);
}

struct pd_runs_item *pd_runs_get(struct pd_runs *r, struct pd_runs_slot *s, uint32_t slot,
				 pd_id name, bool *ret_new)
{
	uint32_t i = search(r, s, slot, name);

	*ret_new = !i;
	if (!i) {
		add(r, s, slot, name);
		i = s->last;
	}
	return &r->item[i - 1];
}

void pd_runs_free(struct pd_runs *r)
{
	pd_intern_free(&r->found);
	free(r->item);
	free(r->at);
	*r = (struct pd_runs){0};
}
