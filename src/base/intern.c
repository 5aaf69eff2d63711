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

static void place(struct pd_intern *t, uint64_t hash, uint32_t id)
{
	size_t at = hash & (t->n_slots - 1);

	while (t->slot[at])
		at = (at + 1) & (t->n_slots - 1);
	t->slot[at] = id + 1;
}

static void rehash(struct pd_intern *t)
{
	t->n_slots = t->n_slots ? t->n_slots * 2 : 64;
	free(t->slot);
	t->slot = calloc(t->n_slots, sizeof(*t->slot));
	if (!t->slot)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < t->n; i++)
		place(t, t->hash[i], (uint32_t)i);
}

static pd_id add(struct pd_intern *t, struct pd_str s, uint64_t hash)
{
	pd_id id = (pd_id)t->n;

	t->name = pd_vec_grow(t->name, &t->cap, t->n + 1, sizeof(*t->name));
	t->hash = pd_vec_grow(t->hash, &t->hash_cap, t->n + 1, sizeof(*t->hash));
	t->name[id] = (struct pd_str){pd_arena_dup(&t->arena, s), s.n};
	t->hash[id] = hash;
	t->n++;
	if (t->n * 2 > t->n_slots)
		rehash(t);
	else
		place(t, hash, id);
	return id;
}

pd_id pd_intern(struct pd_intern *t, struct pd_str s)
{
	uint64_t hash = table_hash(s);

	if (!t->n)
		(void)add(t, PD_STR(""), table_hash(PD_STR("")));
	for (size_t at = hash & (t->n_slots - 1); t->slot[at]; at = (at + 1) & (t->n_slots - 1)) {
		pd_id id = t->slot[at] - 1;

		if (t->hash[id] == hash && pd_str_eq(t->name[id], s))
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
	free(t->hash);
	free(t->slot);
	*t = (struct pd_intern){0};
}
