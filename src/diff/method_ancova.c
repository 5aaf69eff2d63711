/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pairs.h"

/* As ancova-log, on differences. */
static bool fits(const struct pd_question *q)
{
	return q->shift && pd_pairs_have_places(q);
}

const struct pd_method pd_method_ancova = {
	.name = "ancova",
	.what = "as ancova-log, on differences",
	.shift = true,
	.pairs = true,
	.ordered = true,
	.twin = &pd_method_ancova_log,
	.fits = fits,
	.run = pd_pairs_fit,
};
