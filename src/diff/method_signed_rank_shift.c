/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pairs.h"

#include <perfdelta/stat_paired.h>

/* As signed-rank, on differences: for values that are zero or negative, where no ratio exists. */
static bool fits(const struct pd_question *q)
{
	return q->paired && q->shift && pd_signed_rank_reaches(q->x->n, q->reach);
}

const struct pd_method pd_method_signed_rank_shift = {
	.name = "signed-rank-shift",
	.what = "as signed-rank, on differences: for zeros, negatives and --shift",
	.shift = true,
	.pairs = true,
	.twin = &pd_method_signed_rank,
	.fits = fits,
	.run = pd_pairs_signed_rank,
};
