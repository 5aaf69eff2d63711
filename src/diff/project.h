/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * project.h - which keys of the ledger stand in one row
 *
 * A key keeps its benchmark and metric; its labels are reduced to those that
 * tell rows apart (benchstat's projections).
 */
#ifndef DIFF_PROJECT_H
#define DIFF_PROJECT_H

#include <perfdelta/compare.h>

#define PD_PROJECT_NOWHERE UINT32_MAX

struct pd_projection {
	uint32_t *row;      /* [table->n_keys] the row of each key, or PD_PROJECT_NOWHERE */
	struct pd_key *key; /* [n] what each row is called: projected labels */
	size_t n;
};

/*
 * Rows stand in the order in which their first key was met. Return: 0, or
 * PD_EUSAGE with an error reported: match, by or ignore name a key that no
 * value has.
 */
int pd_project(struct pd_ctx *ctx, const struct pd_table *table, const struct pd_grouping *g,
	       struct pd_projection *ret) PD_MUST_USE;

#endif
