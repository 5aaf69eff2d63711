/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank.h - the midrank of a value among those of its series */
#ifndef STAT_RANK_H
#define STAT_RANK_H

#include <stddef.h>

/*
 * Twice the midrank of @v, one of the ascending @sorted, less twice the mean of all
 * midranks: an integer; over the series they sum to 0. Cost: O(log n).
 */
double pd_rank(double v, const double *sorted, size_t n);

#endif
