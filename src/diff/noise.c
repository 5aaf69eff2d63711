/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/noise.h"

#include "diff/seed.h"

#include <math.h>

#define WORTH_SAYING 0.01

void pd_noise(const struct pd_ctx *ctx, const struct pd_rows *rows, uint64_t seed,
	      struct pd_scratch *s, struct pd_comparison *c)
{
	const struct pd_series *x = &rows->row[c->row].series[0];
	const struct pd_series *y = &rows->row[c->row].series[c->side];

	if (x->digest.n || y->digest.n) {
		c->spread = (struct pd_spread){nan(""), nan("")};
		return;
	}
	c->spread = pd_spread(x->sorted, x->n, y->sorted, y->n,
			      pd_seed(ctx, rows, c->row, c->side, seed, "spread"), s);
	if (c->spread.p <= WORTH_SAYING)
		c->caveats |= PD_CAVEAT_SPREAD;
}
