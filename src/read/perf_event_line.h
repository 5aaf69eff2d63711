/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_event_line.h - the line that says which events follow, and how many hits they had */
#ifndef READ_PERF_EVENT_LINE_H
#define READ_PERF_EVENT_LINE_H

#include <perfdelta/base.h>

enum { PD_PERF_GROUP_MAX = 16 }; /* events of one group */

struct pd_perf_event_line {
	uint64_t n_hits; /* the least it can be: "1K" is 1000 to 1999 */
	uint64_t n_more; /* what was cut off at most: 999; 0: nothing was */
	struct pd_str name[PD_PERF_GROUP_MAX];
	size_t n;
	struct pd_str rest; /* what follows in the line */
};

/* "# Samples: 1K of event 'cpu-clock'"; slices point into @line. */
bool pd_perf_event_line(struct pd_str line, struct pd_perf_event_line *ret);

#endif
