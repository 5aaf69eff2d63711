/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat_text.h - one line of the text of perf stat */
#ifndef READ_PERF_STAT_TEXT_H
#define READ_PERF_STAT_TEXT_H

#include <perfdelta/base.h>

struct pd_perf_stat_row;

/* Is @line a count, or a further metric of the one before? Fills @row. */
bool pd_perf_stat_text(struct pd_str line, struct pd_perf_stat_row *row);

#endif
