/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prior.h - which rows have variances to share, and what they are
 *
 * A row shares if it has 4 sides and more, equally many runs on each, all of
 * them positive, and the rank test cannot decide it. Rows of one number of
 * runs share together if they have 20 series and more: fewer do not know how
 * alike their variances are. What is gated shares only with what is gated, so
 * that what is only shown changes no verdict that counts. Pairs do not share.
 */
#ifndef DIFF_PRIOR_H
#define DIFF_PRIOR_H

#include <perfdelta/compare.h>

struct pd_scratch;

/* Sets r->prior from rows, policy and the families that pd_family_list() found. */
void pd_prior_fill(struct pd_ctx *ctx, struct pd_result *r, struct pd_scratch *scratch);

/* What @row shares; NULL if nothing, or not known yet. */
const struct pd_many_prior *pd_prior_of(const struct pd_result *r, size_t row);

/* Warns of rows that share nothing although --method=moderated-log asks for it. */
void pd_prior_tell(struct pd_ctx *ctx, const struct pd_result *r);

#endif
