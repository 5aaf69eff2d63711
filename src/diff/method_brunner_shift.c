/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/asked.h"

/* As brunner-munzel, on differences. */
static bool fits(const struct pd_question *q)
{
	return q->shift && pd_asked_brunner_fits(q);
}

const struct pd_method pd_method_brunner_shift = {
	.name = "brunner-munzel-shift",
	.what = "as brunner-munzel, on differences",
	.shift = true,
	.twin = &pd_method_brunner,
	.instead = &pd_method_mwu_shift,
	.needs = "10 runs a side, and sides that overlap",
	.fits = fits,
	.run = pd_asked_brunner,
};
