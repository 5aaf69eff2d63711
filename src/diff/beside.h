/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beside.h - a second interval, of means or of other resampling, beside the one that decides */
#ifndef DIFF_BESIDE_H
#define DIFF_BESIDE_H

#include <perfdelta/compare.h>
#include <perfdelta/stat.h>

/*
 * Fills c->beside as the policy asks. Where nothing was asked the ratio of means is
 * looked at all the same: if it lies further from the change than the interval's half
 * width and the threshold, the caveat TAIL is set, and the ratio stands beside. Sets
 * BOOTSTRAP where resampling is of fewer than 10 runs. @c has been measured; r->centre
 * is there. What is drawn depends on the seed and names alone.
 */
void pd_beside(const struct pd_ctx *ctx, const struct pd_result *r, struct pd_scratch *s,
	       struct pd_comparison *c);

#endif
