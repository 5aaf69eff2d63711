/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * account.h - the whole difference, accounted for
 *
 * The cost of a side is the sum of its rows, of the rare ones, and of what a cut
 * list does not show; so are their changes. Bounds say how far a cut list and
 * rounding leave each open.
 */
#ifndef DIFF_ACCOUNT_H
#define DIFF_ACCOUNT_H

#include "diff/costs.h"

/* A change of which nothing is known. */
struct pd_delta_change pd_account_untested(void);

/* Totals of @section by side, and what is below the limit. */
void pd_account_totals(const struct pd_costs *c, struct pd_delta_section *section);

/* The cost of @row on @side. */
struct pd_delta_cost pd_account_cost(const struct pd_costs *c,
				     const struct pd_delta_section *section, size_t row,
				     size_t side);

/* Head, cost and its bounds of all changes; [row * (n_sides - 1) + head - 1]. */
void pd_account_changes(const struct pd_costs *c, const struct pd_delta_policy *policy,
			const struct pd_delta_section *section, struct pd_delta_change *change);

/*
 * The rows of @section from all rows of @c: the largest change first, the rare
 * ones as one, and what is not listed.
 */
void pd_account_rows(const struct pd_costs *c, const struct pd_delta_policy *policy,
		     struct pd_delta_section *section, const struct pd_delta_change *change);

#endif
