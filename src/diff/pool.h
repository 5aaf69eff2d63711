/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pool.h - one base and many heads of a row, judged by one variance
 *
 * For the methods pooled-log and pooled, and for Dunnett's correction, which
 * is theirs. Pairs of sides with zeros or negatives are compared on their
 * values, by the variance of all values; the others on logs, by that of all
 * sides that have logs.
 */
#ifndef DIFF_POOL_H
#define DIFF_POOL_H

#include "diff/method.h"

#include <perfdelta/stat_many.h>

struct pd_pool {
	struct pd_pooled logs, values;
};

/* Sets r->pool where a method or a correction asks for it. */
void pd_pool_fill(struct pd_ctx *ctx, struct pd_result *r);

/* What @row has on the scale of differences or ratios; NULL where nobody asked. */
const struct pd_pooled *pd_pool_of(const struct pd_result *r, size_t row, bool shift);

/* How both methods test. */
int pd_pool_t(const struct pd_question *q, struct pd_finding *ret);

/*
 * Sets p of all comparisons from p_raw by Dunnett within a row, and by Benjamini and
 * Bogomolov over rows; gated ones are a family of their own.
 */
void pd_pool_adjust(struct pd_result *r, unsigned int n_workers);

#endif
