/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/noise.h"

#include "base/str.h"

#define WORTH_SAYING 0.01

/* 64-bit FNV-1a, goes on from @h; a 0 byte ends each name. */
static uint64_t hash(uint64_t h, struct pd_str s)
{
	const uint64_t prime = UINT64_C(0x100000001b3);

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * prime;
	return h * prime;
}

static uint64_t seed_of(const struct pd_ctx *ctx, const struct pd_rows *rows,
			const struct pd_comparison *c, uint64_t seed)
{
	const struct pd_row *row = &rows->row[c->row];
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	h = hash(h, pd_ctx_name(ctx, row->bench));
	h = hash(h, pd_ctx_name(ctx, row->labels));
	h = hash(h, pd_ctx_name(ctx, rows->metrics[row->metric].name));
	h = hash(h, pd_ctx_name(ctx, rows->table->sides[c->side].name));
	return seed ^ hash(h, PD_STR("spread"));
}

void pd_noise(const struct pd_ctx *ctx, const struct pd_rows *rows, uint64_t seed,
	      struct pd_scratch *s, struct pd_comparison *c)
{
	const struct pd_series *x = &rows->row[c->row].series[0];
	const struct pd_series *y = &rows->row[c->row].series[c->side];

	c->spread = pd_spread(x->sorted, x->n, y->sorted, y->n, seed_of(ctx, rows, c, seed), s);
	if (c->spread.p <= WORTH_SAYING)
		c->caveats |= PD_CAVEAT_SPREAD;
}
