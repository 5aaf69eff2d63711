/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alike.h - whether recordings that are compared were made in the same way */
#ifndef DIFF_ALIKE_H
#define DIFF_ALIKE_H

#include <perfdelta/profile.h>

/*
 * Says where profiles of one side come from different kernels, where sides do, and where
 * an event was recorded at a fixed period here and at a frequency there: once each.
 * What a source does not say is not held against it.
 */
void pd_alike_check(struct pd_ctx *ctx, const struct pd_profiles *profiles);

#endif
