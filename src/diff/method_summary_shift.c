/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/digests.h"
#include "diff/method.h"

/* Means and standard deviations where no ratio exists: this is Welch's test itself. */
static bool fits(const struct pd_question *q)
{
	return q->summarised && q->shift;
}

const struct pd_method pd_method_summary_shift = {
	.name = "summary-shift",
	.what = "the same for differences",
	.shift = true,
	.twin = &pd_method_summary,
	.sound_from = 7,
	.fits = fits,
	.run = pd_digests_run,
};
