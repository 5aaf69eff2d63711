/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltaprose.h - the sentences around tables of profiles, the same in every style
 *
 * Each writes one line without its end, or nothing where there is nothing to say. Those
 * that stand below tables name the head that they are about where there are several.
 */
#ifndef REPORT_DELTAPROSE_H
#define REPORT_DELTAPROSE_H

#include "report/deltacells.h"

/* "base: 5 profiles, head: 5 profiles" */
void pd_deltaprose_sides(struct pd_out *out, const struct pd_delta_result *result);

/* "cycles in s": what a section is about; then "cost per unit of work: ...". */
void pd_deltaprose_title(struct pd_out *out, const struct pd_deltacells *c);
void pd_deltaprose_work(struct pd_out *out, const struct pd_deltacells *c);

/* "work factor 1.50 (1.45-1.55): everything +50.00%: the work changed, not the code" */
void pd_deltaprose_factor(struct pd_out *out, const struct pd_deltacells *c, size_t side);
/* "recorded 0.507 -> 1.006 s, +98% (..)": the totals before costs were divided by the factor. */
void pd_deltaprose_recorded(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/* All of it in short: "cycles in s; costs: per run, whatever work it did; work factor 1.02 (0.93-1.12)" */
void pd_deltaprose_brief(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/*
 * "total 11.486 -> 7.847 s, -31.68% (-33.01%..-30.35%)"; where means of runs and means of
 * logarithms differ: "total 1.3678 -> 1.2585 s, -7.99%; typical runs -7.97% (-10.44%..-5.44%)"
 */
void pd_deltaprose_total(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/* "5 v 5 runs; typical rows vary by 2.1% from run to run; comms are merged (...)" */
void pd_deltaprose_runs(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/* "below 1.00%", or that nobody said below what; @limit > 0 */
void pd_deltaprose_limit(struct pd_out *out, double limit);
/* "lists are cut: base below 1.00%, head below 1.01%" */
void pd_deltaprose_limits(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/*
 * "83% of the saving lies in rows that no list shows if absent rows count as 0, 48 to 102%
 * otherwise": only where the change of the total is known, and large enough to be one.
 */
void pd_deltaprose_unlisted(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/* The sum of the changes of all rows of @c, in base units. */
double pd_deltaprose_sum_of(const struct pd_deltacells *c, size_t side);

/* "the changes of all 24 rows add up to that of the total, -3.639 s" */
void pd_deltaprose_sum(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/* "if absent rows were 0, in s: native_queued_spin_lock_slowpath +1.155 ..." */
void pd_deltaprose_open(struct pd_out *out, const struct pd_deltacells *c, size_t side);

/* "moved code? mix.part.0 -1.90, mix.isra.0 +1.88: together -0.02 s (all are mix)" */
void pd_deltaprose_moved(struct pd_out *out, const struct pd_deltacells *c,
			 const struct pd_delta_moved *moved);

/* "do_wait 1.20 -> 1.85 s (+0.65) through callees: ...; from callers: ..." */
void pd_deltaprose_call(struct pd_out *out, const struct pd_deltacells *c,
			const struct pd_delta_call *call);

/* "2 regressions, 1 improvement, 30 same, 4 inconclusive, 0 changed; 2 candidates" */
void pd_deltaprose_counts(struct pd_out *out, const struct pd_delta_result *result);

/* "left out: 3 lines that could not be used" */
void pd_deltaprose_skipped(struct pd_out *out, const struct pd_delta_result *result);

/* By which rule a row is flagged: "a change: p <= 0.05 (Benjamini-Hochberg), ...". */
void pd_deltaprose_rule(struct pd_out *out, const struct pd_delta_result *result);

#endif
