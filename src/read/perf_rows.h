/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_rows.h - lines below the columns of a perf report, as cells */
#ifndef READ_PERF_ROWS_H
#define READ_PERF_ROWS_H

#include "read/perf_cells.h"
#include "read/perf_columns.h"

enum { PD_PERF_KEPT_MAX = 1 << 14 }; /* bytes of a line that is kept beyond the next */

/* Text kept beyond the next line; free p when done. Zero-initialized is ready. */
struct pd_perf_kept {
	char *p;
	size_t n, cap;
};

void pd_perf_rows_keep(struct pd_perf_kept *k, struct pd_str s);
/* Adds @s behind two blanks; false, and nothing happens, if it would be too long. */
bool pd_perf_rows_append(struct pd_perf_kept *k, struct pd_str s);
struct pd_str pd_perf_rows_kept(const struct pd_perf_kept *k);

/* Zero-initialized is ready to use; then columns say what stands where. */
struct pd_perf_rows {
	struct pd_perf_columns columns;
	struct pd_perf_kept comm, dso; /* of all rows: of a filter, or of the tree above */
	size_t tree_margin;            /* where percents of its top level end; 0: not seen */
};

enum pd_perf_line {
	PD_PERF_NO_ROW,
	PD_PERF_ROW,
	PD_PERF_UPPER_ROW, /* of a tree: what is below tells it again */
	PD_PERF_CUT_ROW,   /* it ends where its symbol should stand */
	PD_PERF_BAD_ROW,   /* its share is no percent */
	PD_PERF_BAD_COUNT, /* another of its numbers is none */
};

/* Takes @line apart; cells point into it. Of a bad row, the share is the cell that is wrong. */
enum pd_perf_line pd_perf_rows_take(struct pd_perf_rows *r, struct pd_str line,
				    struct pd_perf_cells *ret);

#endif
