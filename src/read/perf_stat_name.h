/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat_name.h - what the numbers of perf stat are called */
#ifndef READ_PERF_STAT_NAME_H
#define READ_PERF_STAT_NAME_H

#include "read/perf_stat.h"

struct pd_perf_stat_name {
	char text[2 * PD_PERF_STAT_NAME];
	size_t n;
};

/* Adds @words with one blank before each. False: the name would have to be cut. */
bool pd_perf_stat_name_add(struct pd_perf_stat_name *name, struct pd_str words);

/*
 * What the derived metric of @row is called behind its event, its unit, and the
 * power of ten to multiply it by: "rate", "/s" and 3 for K/sec.
 */
struct pd_str pd_perf_stat_name_metric(const struct pd_perf_stat_row *row, struct pd_str *ret_unit,
				       int *ret_exponent);

#endif
