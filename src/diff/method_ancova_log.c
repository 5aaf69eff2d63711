/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/pairs.h"

/* The change and a steady drift fitted side by side: where the place of every run is known. */
static bool fits(const struct pd_question *q)
{
	return !q->shift && pd_pairs_have_places(q);
}

const struct pd_method pd_method_ancova_log = {
	.name = "ancova-log",
	.what = "pairs: least squares for change and drift on logarithms, for pairs too few for the signed rank test but known in their order",
	.shift = false,
	.pairs = true,
	.ordered = true,
	.twin = &pd_method_ancova,
	.sound_from = 7,
	.fits = fits,
	.run = pd_pairs_fit,
};
