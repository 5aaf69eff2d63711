/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/scratch.h"

#include "base/arena.h"

#include <stdlib.h>

struct pd_scratch *pd_scratch_new(void)
{
	struct pd_scratch *s = calloc(1, sizeof(*s));

	if (!s)
		pd_arena_out_of_memory();
	return s;
}

void pd_scratch_free(struct pd_scratch *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < PD_SCRATCH_N_SLOTS; i++)
		free(s->slot[i].p);
	if (s->rng)
		gsl_rng_free(s->rng);
	free(s);
}

gsl_rng *pd_scratch_rng(struct pd_scratch *s, uint64_t seed)
{
	if (!s->rng)
		s->rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (!s->rng)
		pd_arena_out_of_memory();
	gsl_rng_set(s->rng, (seed >> 32 ^ seed) & UINT32_MAX);
	return s->rng;
}

void *pd_scratch_take(struct pd_scratch *s, enum pd_scratch_slot slot, size_t n, size_t size)
{
	size_t need;

	if (__builtin_mul_overflow(n ? n : 1, size, &need))
		pd_arena_out_of_memory();
	if (s->slot[slot].size < need) {
		/* the content is not wanted, so no realloc */
		free(s->slot[slot].p);
		s->slot[slot].p = malloc(need);
		s->slot[slot].size = need;
		if (!s->slot[slot].p)
			pd_arena_out_of_memory();
	}
	return s->slot[slot].p;
}
