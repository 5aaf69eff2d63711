/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * digests.h - sides of which only means and standard deviations are known
 *
 * From DIGESTS_ENOUGH on, means are values like any others: each is of runs that share
 * what their series had by chance, and the rank test needs no more. Fewer are taken
 * apart into what they were made of.
 */
#ifndef DIFF_DIGESTS_H
#define DIFF_DIGESTS_H

#include "diff/method.h"

/* 4 against 4 is where the rank test can first reach 0.05. */
enum { DIGESTS_ENOUGH = 4 };

/* The only value of this cell stands for iterations of a run, whose spread is known. */
bool pd_digests_is_single_run(const struct pd_table *t, const uint32_t *index, size_t n);

/* The fewest events of which a value of these rows is told to be a quantile; 0: none is. */
uint64_t pd_digests_inside(const struct pd_table *t, const uint32_t *index, size_t n);

/* Sets series->aggregated and digest; @index: the ledger rows behind series->value, one each. */
void pd_digests(const struct pd_table *t, const uint32_t *index, struct pd_series *series);

/* What is known of a series as a digest, of logs or as it is. */
struct pd_digest pd_digests_of(const struct pd_series *series, bool of_logs);

/* What both methods share; as pd_method.run. */
int pd_digests_run(const struct pd_question *q, struct pd_finding *ret);

#endif
