/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_interval.h - other questions about two series: means, quantiles, resampling
 *
 * The rank test and its shift (stat.h) are about the typical run. What stands here is
 * about means, whose tail counts, and about statistics that have no formula for their
 * interval. As in stat.h: plain arrays of finite values, @x is the base.
 *
 * Whatever draws takes a @seed: the same seed gives the same result, whatever the
 * scratch was used for before.
 */
#ifndef PERFDELTA_STAT_INTERVAL_H
#define PERFDELTA_STAT_INTERVAL_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which centre of a series. */
enum pd_location { PD_LOCATION_MEAN, PD_LOCATION_MEDIAN };

/* What is resampled, and how. */
struct pd_resampling {
	enum pd_location of;
	bool difference; /* y - x, in the unit of the data; else y/x - 1 */
	double level;    /* of the interval, in (0, 1) */
	uint64_t seed;
};

/* A bootstrap interval with the two numbers that correct it. */
struct pd_bca {
	struct pd_estimate estimate;
	double bias;         /* z0: how far the estimate lies from the median of the resamples */
	double acceleration; /* a: how fast the standard error changes with the estimate */
	bool extreme;        /* an end is the most extreme resample: there would be more beyond */
	size_t n_resamples;
};

/* A permutation test of two means. */
struct pd_permutation {
	double p;                 /* two-sided, doubled smaller tail, in (0, 1] */
	double p_less, p_greater; /* that x comes out as small, as large as it did */
	double p_absdev;          /* that the means differ as much, to either side */
	bool exact;               /* all ways were counted, not drawn */
};

/* Runs that have iterations. */
struct pd_iterated {
	const double *v;     /* [start[n]] run by run, finite */
	const size_t *start; /* [n + 1], ascending from 0: where each run begins, and the end */
	size_t n;            /* runs, each of at least one iteration */
};

/**
 * pd_fieller - by what fraction the mean of the head differs from that of the base
 * @x: double[m], finite, any order
 * @y: double[n], finite, any order
 * @level: wanted confidence, 0 < level < 1
 * @ret: set on success only
 *
 * The ratio of two means with Fieller's interval: all ratios r for which a t test does
 * not tell the mean of y from r times that of x, with Satterthwaite's degrees of
 * freedom. It excludes 0 exactly when pd_welch() has p < 1 - level.
 *
 * Return: PD_OK: a fraction (0.02: the head is 2 % larger). lo is -infinity and hi
 * infinity if the mean of x itself cannot be told from 0, so that no ratio is excluded.
 * PD_EUNDEFINED when a side has one value, when neither side varies, and when the mean
 * of x is 0.
 * Source: Fieller (1954), JRSS B 16:175.
 */
PD_API int pd_fieller(const double *x, size_t m, const double *y, size_t n, double level,
		      struct pd_estimate *ret);

/**
 * pd_permutation - do the means differ by more than dealing out the runs anew would give?
 * @x: double[m], finite, any order
 * @y: double[n], finite, any order
 * @how: ratio or difference, and the seed; its level has no meaning here
 * @level: double[n_levels], wanted confidences, each in (0, 1)
 * @n_levels: how many intervals to return, at least 1
 * @ret: set on success only
 * @ret_change: struct pd_estimate[n_levels], all with the same point; likewise
 *
 * All C(m+n, m) ways to deal out the values if they are at most 2e5, else 9999 that are
 * drawn (fewer for long series: 2e8 moves, but at least 999), where p is (h+1)/(B+1).
 * Sums that differ by less than rounding are equal. The interval inverts the same test:
 * to exchange k values of a side for k of the other is without effect at one change,
 * the quotient (or difference) of their sums, and these changes, sorted, are counted
 * off from either end. So it excludes 0 exactly when p <= 1 - level, but for ties.
 * Cost: 10 v 10 about 4 ms, 30 v 30 about 3 ms.
 *
 * Return: PD_OK; PD_EUNDEFINED unless all values are positive or differences are asked
 * for; PD_ELIMIT above 1e6 values.
 * Source: Pitman (1937), JRSS Suppl. 4:119; the inversion: Garthwaite (1996), Biometrics
 * 52:1387; p: Phipson & Smyth (2010), SAGMB 9:39.
 */
PD_API int pd_permutation(const double *x, size_t m, const double *y, size_t n,
			  const struct pd_resampling *how, const double *level, size_t n_levels,
			  struct pd_scratch *s, struct pd_permutation *ret,
			  struct pd_estimate *ret_change);

/* The smallest two-sided p that pd_permutation() can give; ties raise it. 1 above 1e6 values. */
PD_API double pd_permutation_min_p(size_t m, size_t n);

/**
 * pd_bca - one series: its mean or median with a bootstrap interval
 * @sorted: double[n], ascending, finite
 * @n: number of values
 * @how: mean or median, level, seed; difference has no meaning here
 * @ret: set on success only
 *
 * 9999 resamples (fewer for long series, as pd_permutation() has it), bias-corrected
 * and accelerated: ties of a resample with the estimate count one half, the acceleration
 * is that of leaving out one value, ranks are interpolated on the scale of normal
 * quantiles. The median of a resample is drawn as an order statistic of uniform numbers,
 * which is the same law at a cost that does not depend on n.
 * It covers less than @level promises: see docs/statistics.md before trusting it below
 * 30 values. Cost: n = 30 about 2 ms.
 *
 * Return: PD_OK; PD_EUNDEFINED with 3 values or fewer, or where leaving out a value
 * changes nothing although resamples differ; PD_ELIMIT above 1e6 values. When all
 * resamples are equal the interval is the point.
 * Source: Efron (1987), JASA 82:171; interpolation: Davison & Hinkley (1997), Bootstrap
 * Methods and their Application, eq. 5.8.
 */
PD_API int pd_bca(const double *sorted, size_t n, const struct pd_resampling *how,
		  struct pd_scratch *s, struct pd_bca *ret);

/**
 * pd_bca_change - two series: the change of their means or medians
 * @x_sorted: double[m], ascending, finite; positive unless how->difference
 * @y_sorted: double[n], ascending, finite
 * @how: mean or median, ratio or difference, level, seed
 *
 * As pd_bca() of y/x - 1 or y - x, each side resampled on its own; the acceleration is
 * that of leaving out one value on either side.
 *
 * Return: as pd_bca(), 3 values or fewer on a side included.
 */
PD_API int pd_bca_change(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			 const struct pd_resampling *how, struct pd_scratch *s, struct pd_bca *ret);

/**
 * pd_hierarchical - the change of means of runs that have iterations
 * @x: base; positive unless how->difference
 * @y: head; likewise
 * @how: ratio or difference, level, seed; always of means
 * @ret: set on success only
 *
 * Runs are resampled, and in each of them its iterations; a side's value is the mean of
 * the means of its runs. The interval runs between percentiles of 9999 of these (fewer
 * for many iterations, as above).
 *
 * Return: PD_OK; PD_EUNDEFINED with fewer than 10 runs on a side, of which no bootstrap
 * learns how runs vary; PD_ELIMIT above 1e6 values.
 * Source: Kalibera & Jones (2013), Rigorous Benchmarking in Reasonable Time, ISMM;
 * Davison & Hinkley (1997), sec. 3.8.
 */
PD_API int pd_hierarchical(const struct pd_iterated *x, const struct pd_iterated *y,
			   const struct pd_resampling *how, struct pd_scratch *s,
			   struct pd_estimate *ret);

/**
 * pd_brunner_shift - the changes that the test of Brunner and Munzel does not reject
 * @x_sorted: double[m], ascending, finite; positive unless @difference
 * @y_sorted: double[n], ascending, finite; likewise
 * @difference: y - x; else y/x - 1
 * @level: wanted confidence, 0 < level < 1
 * @ret: set on success only
 *
 * The point is that of pd_shift_ratio() or pd_shift_difference(); from there the
 * interval goes to either side up to where pd_brunner() has p <= 1 - level, and never
 * past 0 if it has that for no change. Complete separation counts as rejected.
 *
 * Return: PD_OK; PD_EUNDEFINED as pd_brunner() for the series as they are.
 */
PD_API int pd_brunner_shift(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			    bool difference, double level, struct pd_scratch *s,
			    struct pd_estimate *ret);

/* The number of values from which a quantile has an interval: log(alpha/2)/log(q), 368 for .99. */
PD_API double pd_quantile_least(double p, double alpha);

/* Whether n values say anything about the quantile: n min(p, 1 - p) >= 5. */
PD_API bool pd_quantile_is_held(size_t n, double p);

#ifdef __cplusplus
}
#endif
#endif
