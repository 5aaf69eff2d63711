/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/asked.h"

/* Of means, so that rare slow runs count; the ratio of means is what it estimates. */
static bool fits(const struct pd_question *q)
{
	return !q->shift && pd_asked_permutation_fits(q);
}

const struct pd_method pd_method_permutation = {
	.name = "permutation",
	.what = "permutation test of means, exact while there are 2e5 ways; ratio of means",
	.shift = false,
	.means = true,
	.twin = &pd_method_permutation_shift,
	.instead = &pd_method_mwu,
	.needs =
		"p as small as alpha divided by the number of comparisons: 9999 ways are drawn at most",
	.fits = fits,
	.run = pd_asked_permutation,
};
