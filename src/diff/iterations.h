/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iterations.h - what the iterations of runs say before they become one value */
#ifndef DIFF_ITERATIONS_H
#define DIFF_ITERATIONS_H

#include <stddef.h>
#include <stdint.h>

/*
 * How many first iterations are unlike all others in runs on the whole: each
 * iteration is compared with its run's median, and the medians over all runs are
 * looked at as one series (pd_warmup()). 0 if a run has fewer than 10.
 * @v: the iterations of one run after the other, in the order measured
 * @count: uint32_t[n_runs], each at least 1; n_runs >= 1
 */
uint32_t pd_iterations_warmup(const double *v, const uint32_t *count, size_t n_runs);

#endif
