/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/asked.h"

/* As permutation, on differences. */
static bool fits(const struct pd_question *q)
{
	return q->shift && pd_asked_permutation_fits(q);
}

const struct pd_method pd_method_permutation_shift = {
	.name = "permutation-shift",
	.what = "as permutation, on differences",
	.shift = true,
	.means = true,
	.twin = &pd_method_permutation,
	.instead = &pd_method_mwu_shift,
	.needs =
		"p as small as alpha divided by the number of comparisons: 9999 ways are drawn at most",
	.fits = fits,
	.run = pd_asked_permutation,
};
