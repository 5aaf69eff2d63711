/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat_csv.h - one line of perf stat -x SEP */
#ifndef READ_PERF_STAT_CSV_H
#define READ_PERF_STAT_CSV_H

#include <perfdelta/base.h>

struct pd_perf_stat_row;

/*
 * Is @line a count, or a further metric of the one before? Fills @row. *sep is
 * the separator, or 0 if it is to be found out; it is set on success.
 */
bool pd_perf_stat_csv(struct pd_str line, char *sep, struct pd_perf_stat_row *row);

#endif
