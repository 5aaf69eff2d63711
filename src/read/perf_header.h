/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_header.h - the block that `perf report --header` and `perf script --header` print first */
#ifndef READ_PERF_HEADER_H
#define READ_PERF_HEADER_H

#include "read/hits.h"

/*
 * Tells @h what the line "# key : value" says of the machine; false if it is no
 * line that perf prints in a header.
 */
bool pd_perf_header_line(struct pd_hits *h, struct pd_str line);

/* Whether a header starts with @line: "# captured on    : Mon Nov 30 14:21:20 2026". */
bool pd_perf_header_starts(struct pd_str line);

#endif
