/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moments.h - difference of two means and the variances behind it */
#ifndef STAT_MOMENTS_H
#define STAT_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* From where values are seen, so that an offset costs no digits. */
struct pd_moments_pivot {
	double at, scale; /* a power of two; 1 for logs */
	bool of_logs;
};

/* In the middle of the data; for logs all values are positive. */
struct pd_moments_pivot pd_moments_pivot(const double *x, size_t m, const double *y, size_t n,
					 bool of_logs);

/* (v - pivot) times the scale, or log(v / pivot) */
double pd_moments_from(const struct pd_moments_pivot *p, double v);

struct pd_moments {
	double unit;         /* a power of two that keeps squares in range; 1 for logs */
	double diff;         /* mean of y minus mean of x, in units */
	double var_x, var_y; /* in squared units, divisor n - 1; 0 when a side has one value */
};

/*
 * Of the values as they are, or of their logs (all values positive). A common
 * pivot in the middle of the data is taken off first, so that series around
 * 1e9 lose nothing of a difference of 1.
 */
struct pd_moments pd_moments_pair(const double *x, size_t m, const double *y, size_t n,
				  bool of_logs);

#endif
