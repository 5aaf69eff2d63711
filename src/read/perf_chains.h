/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_chains.h - a row of a perf report as the chains of its call graph
 *
 * What the printed chains do not explain, because they are below the limit or
 * cut, is told as the row without callers, so the sum is that of the row.
 */
#ifndef READ_PERF_CHAINS_H
#define READ_PERF_CHAINS_H

#include "read/hits.h"
#include "read/perf_graph.h"
#include "read/perf_row.h"

/* Tells @row with the chains that @g collected, and forgets them. */
void pd_perf_chains_say(struct pd_perf_graph *g, struct pd_hits *h, const struct pd_perf_row *row);

#endif
