/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noise.h - whether the runs of head vary more than those of base, beside where they lie */
#ifndef DIFF_NOISE_H
#define DIFF_NOISE_H

#include <perfdelta/compare.h>
#include <perfdelta/stat.h>

/*
 * Fills c->spread and sets the caveat SPREAD_CHANGED where p is at most 0.01 and
 * the spreads differ by more than a factor of 2. It is stricter than alpha since
 * nobody asked for it and no family corrects it. The permutations are drawn from
 * the user's seed and the names of the comparison alone, so that p does not depend
 * on what else is compared, nor on threads.
 */
void pd_noise(const struct pd_ctx *ctx, const struct pd_rows *rows, uint64_t seed,
	      struct pd_scratch *s, struct pd_comparison *c);

#endif
