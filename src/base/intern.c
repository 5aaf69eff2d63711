/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/intern.h"

#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>

/* Eight bytes at a time: ids do not depend on it, so it may differ between machines. */
static uint64_t table_hash(struct pd_str s)
{
	const uint64_t k = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t h = s.n * k, word;

	for (; s.n >= sizeof(word); s = pd_str_skip(s, sizeof(word))) {
		memcpy(&word, s.p, sizeof(word));
		h = (h ^ word) * k;
		h ^= h >> 32;
	}
	word = 0;
	if (s.n)
		memcpy(&word, s.p, s.n);
	h = (h ^ word) * k;
	return h ^ h >> 29;
}

/* The upper half of a hash chooses the slot and is kept there: most misses touch nothing else. */
static void place(uint64_t *slots, size_t n_slots, uint64_t slot)
{
	size_t at = (slot >> 32) & (n_slots - 1);

	while (slots[at])
		at = (at + 1) & (n_slots - 1);
	slots[at] = slot;
}

static void rehash(struct pd_intern *t)
{
	size_t n_slots = t->n_slots ? t->n_slots * 2 : 64;
	uint64_t *slots = calloc(n_slots, sizeof(*slots));

	if (!slots)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < t->n_slots; i++)
		if (t->slot[i])
			place(slots, n_slots, t->slot[i]);
	free(t->slot);
	t->slot = slots;
	t->n_slots = n_slots;
}

static pd_id add(struct pd_intern *t, struct pd_str s, uint64_t hash)
{
	pd_id id = (pd_id)t->n;

	if ((t->n + 1) * 2 > t->n_slots)
		rehash(t);
	t->name = pd_vec_grow(t->name, &t->cap, t->n + 1, sizeof(*t->name));
	t->name[id] = (struct pd_str){pd_arena_dup(&t->arena, s), s.n};
	t->n++;
	place(t->slot, t->n_slots, hash << 32 | (id + 1));
	return id;
}

pd_id pd_intern(struct pd_intern *t, struct pd_str s)
{
	uint64_t hash = table_hash(s) >> 32;
	size_t mask, at;

	if (!t->n)
		(void)add(t, PD_STR(""), table_hash(PD_STR("")) >> 32);
	mask = t->n_slots - 1;
	for (at = hash & mask; t->slot[at]; at = (at + 1) & mask) {
		pd_id id = (pd_id)t->slot[at] - 1;

		if (t->slot[at] >> 32 == hash && pd_str_eq(t->name[id], s))
			return id;
	}
	return add(t, s, hash);
}

static pd_id learn(struct pd_intern *t, struct pd_intern_guess *g, struct pd_str s)
{
	pd_id id = pd_intern(t, s);

	g->next = pd_vec_grow(g->next, &g->cap, t->n, sizeof(*g->next));
	while (g->n < t->n)
		g->next[g->n++] = 0;
	return id;
}

pd_id pd_intern_guess(struct pd_intern *t, struct pd_intern_guess *g, struct pd_str s)
{
	pd_id before = g->last, id;

	if (pd_str_eq(s, pd_intern_name(t, before)))
		return before;
	id = before < g->n ? g->next[before] : 0;
	if (!pd_str_eq(s, pd_intern_name(t, id)))
		id = learn(t, g, s);
	if (before < g->n)
		g->next[before] = id;
	return g->last = id;
}

void pd_intern_guess_free(struct pd_intern_guess *g)
{
	free(g->next);
	*g = (struct pd_intern_guess){0};
}

struct pd_str pd_intern_name(const struct pd_intern *t, pd_id id)
{
	return t->n ? t->name[id] : PD_STR("");
}

void pd_intern_free(struct pd_intern *t)
{
	pd_arena_free(&t->arena);
	free(t->name);
	free(t->slot);
	*t = (struct pd_intern){0};
}
