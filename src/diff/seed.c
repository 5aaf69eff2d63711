/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/seed.h"

#include "base/str.h"

/* 64-bit FNV-1a, goes on from @h; a 0 byte ends each name. */
static uint64_t hash(uint64_t h, struct pd_str s)
{
	const uint64_t prime = UINT64_C(0x100000001b3);

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * prime;
	return h * prime;
}

uint64_t pd_seed(const struct pd_ctx *ctx, const struct pd_rows *rows, size_t row, size_t side,
		 uint64_t seed, const char *purpose)
{
	const struct pd_row *r = &rows->row[row];
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	h = hash(h, pd_ctx_name(ctx, r->bench));
	h = hash(h, pd_ctx_name(ctx, r->labels));
	h = hash(h, pd_ctx_name(ctx, rows->metrics[r->metric].name));
	h = hash(h, pd_ctx_name(ctx, rows->table->sides[side].name));
	return seed ^ hash(h, pd_str_of(purpose));
}
