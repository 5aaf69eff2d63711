/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pairs.h - runs that were declared to be pairs
 *
 * The k-th run of the base and the k-th run of a head were made side by side. Only
 * the user can know that, so it is never guessed.
 */
#ifndef DIFF_PAIRS_H
#define DIFF_PAIRS_H

#include "diff/method.h"

/*
 * A head with other counts than the base, where both have any and the metric is
 * not exact: PD_EUSAGE, with the first such row reported; else 0.
 */
int pd_pairs_check(struct pd_ctx *ctx, const struct pd_rows *rows);

/*
 * What changed in each pair, double[n]: the log of the ratio, or the difference where
 * the question is about those. Borrowed from q->scratch until the next call.
 */
const double *pd_pairs_changes(const struct pd_question *q);

/* Whether all pairs of a question with at least one changed alike, or not at all. */
bool pd_pairs_alike(const struct pd_question *q);
bool pd_pairs_unchanged(const struct pd_question *q);

/* The pseudomedian alone, as pd_finding.delta.point has it. */
double pd_pairs_point(const struct pd_question *q);

/* Is it known when each run of both sides was made? Then a drift can be fitted beside the change. */
bool pd_pairs_have_places(const struct pd_question *q);

/* What the methods of both scales share; as pd_method.run. */
int pd_pairs_fit(const struct pd_question *q, struct pd_finding *ret);
int pd_pairs_signed_rank(const struct pd_question *q, struct pd_finding *ret);
int pd_pairs_t(const struct pd_question *q, struct pd_finding *ret);

#endif
