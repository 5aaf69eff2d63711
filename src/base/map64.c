/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/map64.h"

#include "base/arena.h"

#include <stdlib.h>

static size_t hash_of(uint64_t key)
{
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(key ^ key >> 32);
}

static struct pd_map64_slot *slot_of(const struct pd_map64 *m, uint64_t key)
{
	size_t at = hash_of(key) & (m->n_slots - 1);

	while (m->slot[at].value && m->slot[at].key != key)
		at = (at + 1) & (m->n_slots - 1);
	return &m->slot[at];
}

static void grow(struct pd_map64 *m)
{
	struct pd_map64 larger = {.n = m->n, .n_slots = m->n_slots ? m->n_slots * 2 : 64};

	larger.slot = calloc(larger.n_slots, sizeof(*larger.slot));
	if (!larger.slot)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < m->n_slots; i++)
		if (m->slot[i].value)
			*slot_of(&larger, m->slot[i].key) = m->slot[i];
	free(m->slot);
	*m = larger;
}

uint32_t *pd_map64(struct pd_map64 *m, uint64_t key)
{
	struct pd_map64_slot *slot;

	if ((m->n + 1) * 2 > m->n_slots)
		grow(m);
	slot = slot_of(m, key);
	if (!slot->value) {
		slot->key = key;
		m->n++;
	}
	return &slot->value;
}

uint32_t pd_map64_find(const struct pd_map64 *m, uint64_t key)
{
	return m->n ? slot_of(m, key)->value : 0;
}

void pd_map64_free(struct pd_map64 *m)
{
	free(m->slot);
	*m = (struct pd_map64){0};
}
