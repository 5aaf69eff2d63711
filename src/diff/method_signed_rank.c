/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pairs.h"

#include <perfdelta/stat_paired.h>

/*
 * Ranks of what changed within pairs, and the Walsh averages with the interval from
 * inverting the same test. Spread is no matter: each pair is its own control.
 */
static bool fits(const struct pd_question *q)
{
	return q->paired && !q->shift && pd_signed_rank_reaches(q->x->n, q->reach);
}

const struct pd_method pd_method_signed_rank = {
	.name = "signed-rank",
	.what = "pairs: signed rank test, exact with ties and zeros; Hodges-Lehmann ratio with the test's own interval",
	.shift = false,
	.pairs = true,
	.twin = &pd_method_signed_rank_shift,
	.fits = fits,
	.run = pd_pairs_signed_rank,
};
