/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_design.h - statistics of how values were gathered
 *
 * Levels: values in groups, such as iterations in runs or runs in boots.
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

#ifdef __cplusplus
}
#endif
#endif
