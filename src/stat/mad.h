/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mad.h - the median absolute deviation of values in order */
#ifndef STAT_MAD_H
#define STAT_MAD_H

#include <stddef.h>

/* What makes a MAD the standard deviation of normal values: 1/z(.75). */
#define PD_MAD_TO_SD 1.482602218505602

/* Of @sorted, ascending, n >= 1; about @centre, which lies among them. Cost: O(log n). */
double pd_mad(const double *sorted, size_t n, double centre);

/* The median of @sorted. */
double pd_mad_centre(const double *sorted, size_t n);

#endif
