/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * data_src.h - where a load found its data, as `perf mem report` words it
 *
 * The word that a hit with PERF_SAMPLE_DATA_SRC carries, union perf_mem_data_src
 * of <linux/perf_event.h>: "L3 hit", "Remote Cache (1 hop) hit", "N/A".
 */
#ifndef READ_DATA_SRC_H
#define READ_DATA_SRC_H

#include <stddef.h>
#include <stdint.h>

enum { PD_DATA_SRC_MAX = 256 }; /* bytes that any source fits in, with its NUL */

/* Returns the length of what stands in @buf, which ends with a NUL. */
size_t pd_data_src_print(char buf[PD_DATA_SRC_MAX], uint64_t word);

#endif
