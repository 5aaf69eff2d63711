/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logcost.h - what all tests of profiles share: log costs and the hits behind them */
#ifndef STAT_LOGCOST_H
#define STAT_LOGCOST_H

#include <perfdelta/stat_profile.h>

/* Whether every total, and every number of hits that is known, is > 0. */
bool pd_logcost_usable(const struct pd_cost_matrix *m);

/*
 * Log cost of a symbol in a run, with half a hit added; -HUGE_VAL for a cost of
 * 0 in a run whose hits are unknown.
 */
double pd_logcost(const struct pd_cost_matrix *m, size_t symbol, size_t run);

/*
 * Effective hits a run of a symbol over the @n runs from @first on: so many
 * hits of equal period would count as exactly. NaN where unknown.
 */
double pd_logcost_hits(const struct pd_cost_matrix *m, size_t symbol, size_t first, size_t n);

/* Relative variance of a cost that was counted in @hits; 0 where they are unknown (NaN). */
double pd_logcost_counting(double hits);

#endif
