/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pairs.h"

/* Student's t on the differences of pairs, with too few of them for ranks. */
static bool fits(const struct pd_question *q)
{
	return q->paired && q->shift;
}

const struct pd_method pd_method_paired_t = {
	.name = "paired-t",
	.what = "pairs: Student's t-test on differences, for pairs too few for the signed rank test",
	.shift = true,
	.pairs = true,
	.twin = &pd_method_paired_t_log,
	.fits = fits,
	.run = pd_pairs_t,
};
