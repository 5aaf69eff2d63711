/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pool.h"

/* Student's t on the values by the variance of all sides of the row. */
static bool fits(const struct pd_question *q)
{
	return q->pool && q->shift;
}

const struct pd_method pd_method_pooled = {
	.name = "pooled",
	.what = "t-test on the values with one variance for all sides: the same for differences",
	.shift = true,
	.twin = &pd_method_pooled_log,
	.instead = &pd_method_welch,
	.sound_from = 7,
	.fits = fits,
	.run = pd_pool_t,
};
