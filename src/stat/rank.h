/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank.h - the midrank of a value among those of its series */
#ifndef STAT_RANK_H
#define STAT_RANK_H

#include <stddef.h>
#include <stdint.h>

/*
 * Twice the midrank of @v, one of the ascending @sorted, less twice the mean of all
 * midranks: an integer; over the series they sum to 0. Cost: O(log n).
 */
double pd_rank(double v, const double *sorted, size_t n);

/* The same of each of @v[n] into @ret[n]: between -n and n. */
void pd_rank_all(const double *v, const double *sorted, size_t n, int32_t *ret);

#endif
