/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boots.h - which values were measured in one boot of the machine
 *
 * Runs of one boot share what it has by chance. The label `boot` is no parameter
 * but a level above the run, unless the user names it: in --by it tells rows apart, in
 * --ignore it means nothing.
 */
#ifndef DIFF_BOOTS_H
#define DIFF_BOOTS_H

#include <perfdelta/compare.h>

/* Is the label @name a level, and so none that tells rows apart? */
bool pd_boots_is_level(const struct pd_grouping *g, struct pd_str name);

/* The boot of each key of @t, 0: not said; NULL if none has one. Owned by @ctx. */
const pd_id *pd_boots(struct pd_ctx *ctx, const struct pd_table *t, const struct pd_grouping *g);

#endif
