/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * collapse.h - the values of one cell become one value per run, or per boot
 *
 * Iterations of one process are not independent: pooling them gives 11 to 73 %
 * false alarms, so a run counts once; and so does a boot, where it is known.
 */
#ifndef DIFF_COLLAPSE_H
#define DIFF_COLLAPSE_H

#include <perfdelta/compare.h>

/* One run that holds at least two iterations; true for an empty cell as well. */
bool pd_collapse_is_single_run(const struct pd_table *t, const uint32_t *index, size_t n);

/* A cell: @n ledger rows in the order measured; @boot as of pd_boots(). */
struct pd_collapse_cell {
	const struct pd_table *table;
	const uint32_t *index;
	size_t n;
	const pd_id *boot;
};

/*
 * The series of one cell. A caller that sets series->single_run wants the iterations of
 * the only run kept; it stays set if there are any. Fills value, sorted, when, n,
 * n_iterations, n_boots, iterations and levels.
 */
void pd_collapse(struct pd_ctx *ctx, const struct pd_collapse_cell *cell,
		 const struct pd_grouping *g, struct pd_series *series);

#endif
