/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_cells.h - the cells of a row, by what they mean */
#ifndef READ_PERF_CELLS_H
#define READ_PERF_CELLS_H

#include <perfdelta/base.h>

/* What one row says, by column; cells are empty where there is no column. */
struct pd_perf_cells {
	struct pd_str share;    /* overhead, or self beside children; one word for each event */
	struct pd_str children; /* share with what was called */
	struct pd_str latency, hits, period;
	struct pd_str weight, local_weight, latency_of_all, latency_of_each;
	struct pd_str comm, dso, symbol;
	struct pd_str data, source, snoop, tlb, locked, blocked;
};

#endif
