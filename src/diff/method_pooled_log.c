/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pool.h"

/* Student's t on logs by the variance of all sides of the row: the analysis of variance. */
static bool fits(const struct pd_question *q)
{
	return q->pool && !q->shift;
}

const struct pd_method pd_method_pooled_log = {
	.name = "pooled-log",
	.what = "t-test on logarithms with one variance for all sides: what --adjust=dunnett corrects",
	.shift = false,
	.twin = &pd_method_pooled,
	.instead = &pd_method_welch_log,
	.sound_from = 7,
	.fits = fits,
	.run = pd_pool_t,
};
