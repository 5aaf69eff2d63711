/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * family.h - which comparisons there are, and which are corrected together
 *
 * Gated comparisons are one family, all others another: what is only shown costs
 * what counts no power.
 */
#ifndef DIFF_FAMILY_H
#define DIFF_FAMILY_H

#include <perfdelta/compare.h>

struct pd_scratch;

/*
 * Fills r->comparison, n, family and family_shown from r->rows and r->policy: one
 * for each row and head side where the base has values, too. Of a comparison row,
 * side and gated are set.
 */
void pd_family_list(struct pd_ctx *ctx, struct pd_result *r, struct pd_scratch *scratch);

/* Whether rows of @m count. */
bool pd_family_gates(const struct pd_ctx *ctx, const struct pd_policy *policy,
		     const struct pd_metric *m);

/* How many comparisons are corrected together with @c, at least 1; 1 where nothing is adjusted. */
size_t pd_family_size(const struct pd_result *r, const struct pd_comparison *c);

/* Sets p of all comparisons from p_raw, each in its family; for Dunnett see diff/pool.h. */
void pd_family_adjust(struct pd_result *r);

#endif
