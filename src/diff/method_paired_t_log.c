/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pairs.h"

/* Student's t on the log ratios of pairs: when there are too few of them for ranks. */
static bool fits(const struct pd_question *q)
{
	return q->paired && !q->shift;
}

const struct pd_method pd_method_paired_t_log = {
	.name = "paired-t-log",
	.what = "pairs: Student's t-test on the logarithms of their ratios, for pairs too few for the signed rank test",
	.shift = false,
	.pairs = true,
	.twin = &pd_method_paired_t,
	.sound_from = 7,
	.fits = fits,
	.run = pd_pairs_t,
};
