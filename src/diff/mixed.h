/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mixed.h - in which labels the values of one row differ, so that it can be said */
#ifndef DIFF_MIXED_H
#define DIFF_MIXED_H

#include <perfdelta/compare.h>

/*
 * The labels in which the keys of these ledger rows differ, with their values,
 * as an interned text: "loops (400, 412)". @index: [n] into the table. 0, the
 * empty text, if all keys are the same. Boots that are a level are meant to differ.
 */
pd_id pd_mixed(struct pd_ctx *ctx, const struct pd_table *t, const struct pd_grouping *g,
	       const uint32_t *index, size_t n);

#endif
