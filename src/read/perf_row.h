/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_row.h - one row of a perf report, as its columns say it */
#ifndef READ_PERF_ROW_H
#define READ_PERF_ROW_H

#include <perfdelta/profile.h>

struct pd_perf_row {
	uint32_t event;
	struct pd_str comm, symbol, dso;
	struct pd_str data, source; /* of memory accesses */
	uint64_t weight;            /* of the symbol itself */
	uint64_t hits;              /* or PD_HITS_UNKNOWN */
	bool counted;               /* hits were printed, not made from a share */
	uint64_t whole;             /* of the event */
	bool has_children;          /* there is a column of Children: */
	uint64_t inclusive;         /* the weight with what was called */
};

#endif
