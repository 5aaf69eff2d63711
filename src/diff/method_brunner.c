/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/asked.h"

/* Ranks, without assuming that the sides spread alike. */
static bool fits(const struct pd_question *q)
{
	return !q->shift && pd_asked_brunner_fits(q);
}

const struct pd_method pd_method_brunner = {
	.name = "brunner-munzel",
	.what = "Brunner and Munzel's test, for sides that spread differently; Hodges-Lehmann ratio",
	.shift = false,
	.twin = &pd_method_brunner_shift,
	.instead = &pd_method_mwu,
	.needs = "10 runs a side, and sides that overlap",
	.fits = fits,
	.run = pd_asked_brunner,
};
