/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_share.h - percents that perf prints, and the weights they stand for
 *
 * A share is in units of PD_PROFILE_WHOLE: "22.01%" is 220100000. It is kept as
 * an integer, so that rows add up to what they were.
 */
#ifndef READ_PERF_SHARE_H
#define READ_PERF_SHARE_H

#include <perfdelta/profile.h>

/* The cell "22.01%" as a share of the whole; false if it is none, or above 100%. */
bool pd_perf_share_parse(struct pd_str cell, uint64_t *ret);

/* The most that rounding took from a share printed so: 50000 for "22.01%". */
double pd_perf_share_rounding(struct pd_str cell);

/* @whole * @n / @d, rounded to the nearest; @d > 0. At most UINT64_MAX. */
uint64_t pd_perf_share_part(uint64_t whole, uint64_t n, uint64_t d);

#endif
