/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/digests.h"
#include "diff/method.h"

/* Of a side only means and standard deviations are known: perf stat -r, tables, mails. */
static bool fits(const struct pd_question *q)
{
	return q->summarised && !q->shift;
}

const struct pd_method pd_method_summary = {
	.name = "summary",
	.what = "Welch's t-test on logarithms from means and standard deviations: where the values are not known",
	.shift = false,
	.twin = &pd_method_summary_shift,
	.sound_from = 7,
	.fits = fits,
	.run = pd_digests_run,
};
