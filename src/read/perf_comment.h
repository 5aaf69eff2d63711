/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_comment.h - lines of a perf report behind "#": what is said above the rows */
#ifndef READ_PERF_COMMENT_H
#define READ_PERF_COMMENT_H

#include "read/perf_reader.h"

void pd_perf_comment(struct pd_perf_reader *r, struct pd_str line);

/* The line that names the events of the rows below, which the viewer of perf prints without "#". */
bool pd_perf_comment_event(struct pd_perf_reader *r, struct pd_str line);

#endif
