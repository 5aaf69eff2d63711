/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bca.h - from resampled statistics to ends of an interval */
#ifndef STAT_BCA_H
#define STAT_BCA_H

#include <perfdelta/stat_interval.h>

/*
 * The value below which a share @p of resampled statistics lies: rank (n + 1) p, between
 * ranks on the scale of normal quantiles. @v, double[n], is reordered. Sets *extreme if
 * the rank lies beyond the first or the last one, which then stands for it.
 * Source: Davison & Hinkley (1997), eq. 5.8.
 */
double pd_bca_at(double *v, size_t n, double p, bool *extreme);

/*
 * z0 of @v, double[n], whose estimate was @point: values equal to it but for rounding
 * count one half. All below or above it count as if half of one was not.
 */
double pd_bca_bias(const double *v, size_t n, double point);

/* The statistic without one value, for each of a side, and what these are held against. */
struct pd_bca_left_out {
	const double *v;
	size_t n;
	double centre; /* their mean; the boot package of R takes the statistic of all */
};

/* a of one side or of two. NaN where leaving out a value never makes a difference. */
double pd_bca_acceleration(const struct pd_bca_left_out *side, size_t n_sides);

/* Sets the ends, level and extreme of @ret from its point, bias and acceleration. */
void pd_bca_ends(double *v, size_t n, double level, struct pd_bca *ret);

#endif
