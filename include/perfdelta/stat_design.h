/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_design.h - statistics of how values were gathered
 *
 * Levels: values in groups, such as iterations in runs or runs in boots.
 * Digests: a mean, a standard deviation and a count, told instead of values.
 * The rules of perfdelta/stat.h hold here, too.
 */
#ifndef PERFDELTA_STAT_DESIGN_H
#define PERFDELTA_STAT_DESIGN_H

#include <perfdelta/base.h>
#include <perfdelta/estimate.h>
#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * pd_levels - how much groups differ beyond what their own values explain
 * @v: double[sum of count], one group after the other, finite
 * @count: uint32_t[n_groups], values of each group, 1 or more
 * @n_groups: number of groups
 * @ret: set on success only
 *
 * Analysis of variance by moments, for groups of equal or unequal sizes: with n
 * values in a groups, within = MSW, between = (MSB - MSW) / n0, never below 0,
 * where n0 = (n - sum n_i^2 / n) / (a - 1) is the common size, or a little less
 * than the mean of unequal ones. Equal sizes give what pd_nested() gives.
 * Cost: O(n).
 *
 * Return: PD_OK; PD_EUNDEFINED with fewer than 2 groups, one value in each, or
 * when all values are equal.
 * Source: Searle, Casella & McCulloch (1992), Variance Components, sec. 3.6.
 */
PD_API int pd_levels(const double *v, const uint32_t *count, size_t n_groups,
		     struct pd_levels *ret);

/**
 * pd_levels_best - values of a group that make the most of a given time
 * @sd_between, @sd_within: as of pd_levels(), 0 or more, not both 0
 * @cost: of a new group, in values: what starting a run takes, in iterations; > 0
 *
 * Return: ceil(sqrt(cost) sd_within / sd_between), at least 1; infinite where
 * groups do not differ.
 * Source: Kalibera & Jones (2013), Rigorous Benchmarking in Reasonable Time,
 * ISMM, sec. 6.
 */
PD_API double pd_levels_best(double sd_between, double sd_within, double cost);

/**
 * pd_levels_alarms - false alarms of a test that takes grouped values for independent
 * @x, @y: levels of the two sides, with variation on at least one
 * @alpha: nominal level, 0 < alpha < 1
 *
 * The difference of the two means varies more than the flat values say, by the
 * inflations of the sides; this is how often it then exceeds the normal
 * quantile of @alpha. With k groups on a side an estimate from few of them is
 * rough: for 5 groups of 10, 80 % of the estimates lie within a tenth of the
 * truth.
 *
 * Return: a probability, at least @alpha.
 * Source: Kish (1965), Survey Sampling, sec. 5.4: the design effect.
 */
PD_API double pd_levels_alarms(const struct pd_levels *x, const struct pd_levels *y, double alpha);

/* ---- digests */

/**
 * pd_digest_of - the digest of values, or of their logs
 * @v: double[n], finite, positive if @of_logs
 * @n: number of values, n >= 1
 */
PD_API struct pd_digest pd_digest_of(const double *v, size_t n, bool of_logs);

/**
 * pd_digest_join - the digest of several series together
 * @part: [n_parts] of each; a single value has n 1 and sd 0
 *
 * Exact but for rounding: what pd_digest_of() says of all their values.
 * Source: Chan, Golub & LeVeque (1983), Am. Stat. 37:242.
 */
PD_API struct pd_digest pd_digest_join(const struct pd_digest *part, size_t n_parts);

/**
 * pd_digest_logs - the digest of the logs of what has digest @d
 * @d: mean > 0
 *
 * Exact for log-normal values, and right to the second order in the coefficient
 * of variation for others: variance log(1 + cv^2), mean log(mean) less half of it.
 * Source: Aitchison & Brown (1957), The Lognormal Distribution, sec. 2.3.
 */
PD_API struct pd_digest pd_digest_logs(const struct pd_digest *d);

/**
 * pd_digest_sd - standard deviation of values whose mean has Student's interval
 * @half: half the width of the interval, >= 0
 * @level: of the interval, 0 < level < 1
 * @n: number of values; NaN with fewer than 2
 */
PD_API double pd_digest_sd(double half, double level, size_t n);

/* The mean with Student's interval, as pd_mean_ci() has it of values. */
PD_API struct pd_estimate pd_digest_ci(const struct pd_digest *d, double level);

/**
 * pd_digest_welch - Welch's t test of two digests
 * @x, @y: base and head
 * @level: of the interval, 0 < level < 1
 * @ret: set on success only
 *
 * What pd_welch() says of the values.
 *
 * Return: PD_OK; PD_EUNDEFINED if a side has fewer than 2 values, nothing varies, or a mean
 * or deviation is beyond what a double holds.
 * Source: Welch (1947), Biometrika 34:28.
 */
PD_API int pd_digest_welch(const struct pd_digest *x, const struct pd_digest *y, double level,
			   struct pd_welch *ret);

/* P(Y > X) of normal values with these digests; of constant ones 0, 1/2 or 1. */
PD_API double pd_digest_a12(const struct pd_digest *x, const struct pd_digest *y);

#ifdef __cplusplus
}
#endif
#endif
