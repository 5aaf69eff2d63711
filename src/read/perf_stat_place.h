/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat_place.h - what stands before a count: when and where it was taken */
#ifndef READ_PERF_STAT_PLACE_H
#define READ_PERF_STAT_PLACE_H

#include <perfdelta/base.h>

struct pd_perf_stat_row;

/* The i-th word that says what counts were summed over, which is a label: "cpu"; NULL past the end. */
const char *pd_perf_stat_place_kind(size_t i);

/* "0.100638782": seconds and nine decimals, in every locale. */
bool pd_perf_stat_place_time(struct pd_str s);

/*
 * Is @s the name of a part of the machine, "CPU0" or "S0-D0-C1"? Sets what kind
 * it is, its name, and whether the number of its processors is printed behind it.
 */
bool pd_perf_stat_place(struct pd_str s, struct pd_perf_stat_row *row, bool *ret_has_cpus);

/* Is @s "comm-1234"? The thread is called by its comm: its number is another in each run. */
bool pd_perf_stat_place_thread(struct pd_str s, struct pd_perf_stat_row *row);

#endif
