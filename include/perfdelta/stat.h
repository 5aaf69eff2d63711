/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat.h - statistics on plain arrays
 *
 * Pure functions: no names, no files, no I/O. Every array is double[n] of
 * finite values (pd_describe_check() is the door); passing NaN is a bug in the
 * caller. @x is the base with @m values, @y the head with @n values; both have
 * at least one. A parameter called sorted is ascending, any other is in the
 * order measured. Results are in the unit of the data unless said otherwise.
 * docs/statistics.md says what the numbers mean.
 *
 * Every comparison of a probability with a level allows for rounding:
 * p <= alpha (1 + 1e-12).
 */
#ifndef PERFDELTA_STAT_H
#define PERFDELTA_STAT_H

#include <perfdelta/base.h>
#include <perfdelta/estimate.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Working memory of one thread. It keeps the null distribution of the last
 * (m, n), so a table of equal-sized comparisons computes it once. Results
 * never depend on what a scratch was used for before. Running out of memory
 * ends the process with a message; sizes are checked before they get here.
 */
struct pd_scratch;
PD_API struct pd_scratch *pd_scratch_new(void);
PD_API void pd_scratch_free(struct pd_scratch *s); /* NULL is fine */

/* ---- one series */

/**
 * pd_describe_check - say whether a series may be used at all
 * @v: double[n], any content
 * @n: number of values, may be 0
 * @ret_index: set to the index of the first NaN or infinity; may be NULL
 *
 * Return: PD_OK, PD_EEMPTY when n is 0, PD_ENONFINITE.
 */
PD_API int pd_describe_check(const double *v, size_t n, size_t *ret_index);

/**
 * pd_describe - one series in numbers
 * @v: double[n], finite, in measured order (only lag1 depends on the order)
 * @n: number of values, n >= 1
 *
 * Sums are compensated and taken over values scaled by a power of two, so
 * neither 1e308 nor 1e-300 overflows or vanishes; the variance is the
 * corrected two-pass one. Relative error about 4e-15 or better, also for
 * values near 1e9 that differ in the ninth digit. Cost: O(n) expected.
 *
 * Return: the summary. var, sd, sem, cv are NaN for one value, cv for a mean
 * of 0, lag1 for a constant series, geomean and harmean with a negative value
 * (both are 0 with a zero and no negative). var may be infinite or 0 where sd
 * is finite and right. -0.0 counts as 0.0.
 * Source: Neumaier (1974), ZAMM 54:39; Chan, Golub & LeVeque (1983), Am. Stat. 37:242.
 */
PD_API struct pd_summary pd_describe(const double *v, size_t n, struct pd_scratch *s);

/* The mean of pd_describe() alone; n >= 1. */
PD_API double pd_describe_mean(const double *v, size_t n);
/* Its coefficient of variation; n >= 1, NaN as there. */
PD_API double pd_describe_cv(const double *v, size_t n);

/**
 * pd_quantile - quantile of a series by linear interpolation
 * @sorted: double[n], ascending, finite
 * @n: number of values, n >= 1
 * @p: probability, 0 <= p <= 1
 * @type: 6, 7 (default of R, numpy and spreadsheets) or 8 (median-unbiased)
 *
 * Return: the value at rank (n+1)p, (n-1)p + 1 or (n+1/3)p + 1/3, counted
 * from 1 and held within 1 .. n. All types agree on the median.
 * Source: Hyndman & Fan (1996), Am. Stat. 50:361.
 */
PD_API double pd_quantile(const double *sorted, size_t n, double p, int type);

/**
 * pd_quantile_hd - Harrell-Davis quantile: a weighted mean of all order statistics
 * @sorted: double[n], ascending, finite
 * @n: number of values, n >= 1
 * @p: probability, 0 <= p <= 1
 *
 * Steadier than pd_quantile() for p of 0.9 and up, but one far value moves it.
 * Cost: n evaluations of the incomplete beta function.
 * Source: Harrell & Davis (1982), Biometrika 69:635.
 */
PD_API double pd_quantile_hd(const double *sorted, size_t n, double p);

/**
 * pd_mean_ci - mean with Student's interval
 * @v: double[n], finite, any order
 * @n: number of values, n >= 1
 * @level: wanted confidence, 0 < level < 1
 *
 * Return: the estimate; with one value lo and hi are NaN, level is 0 and
 * reached is false. Rare slow runs make its coverage poor (0.5 to 0.7 with 5 %
 * of them at n <= 10): the median is the default elsewhere.
 */
PD_API struct pd_estimate pd_mean_ci(const double *v, size_t n, double level);

/**
 * pd_median_ci - median with an interval interpolated to the wanted level
 * @sorted: double[n], ascending, finite
 * @n: number of values, n >= 1
 * @level: wanted confidence, 0 < level < 1
 *
 * Interpolates between the order statistics of pd_median_ci_exact() and the
 * next narrower ones, which holds @level for most continuous shapes (coverage
 * 0.94 to 0.96 at 0.95).
 *
 * Return: the estimate with level = @level; where n is too small (n < 6 at
 * 0.95) the range of the values as pd_median_ci_exact() gives it.
 * Source: Hettmansperger & Sheather (1986), Stat. Probab. Lett. 4:75.
 */
PD_API struct pd_estimate pd_median_ci(const double *sorted, size_t n, double level);

/**
 * pd_median_ci_exact - median with a distribution-free interval
 * @sorted: double[n], ascending, finite
 * @n: number of values, n >= 1
 * @level: wanted confidence, 0 < level < 1
 *
 * The interval runs between two order statistics, the narrowest symmetric
 * pair whose binomial coverage reaches @level. Cost: O(n) up to 1000 values,
 * O(log n) evaluations of the binomial distribution beyond.
 *
 * Return: the estimate and the level it reaches, which is at least @level when
 * reached is true. Else lo and hi are the smallest and largest value and level
 * is what they cover, 1 - 2^(1-n): 0.9375 for 5 values, 0 for one.
 * Source: Conover (1999), Practical Nonparametric Statistics, sec. 3.2.
 */
PD_API struct pd_estimate pd_median_ci_exact(const double *sorted, size_t n, double level);

/**
 * pd_nested - how much runs differ beyond what their iterations explain
 * @v: double[n_runs * n_iterations], one run after the other, finite
 * @n_runs: number of runs
 * @n_iterations: iterations of every run
 * @level: confidence of the interval of the mean, 0 < level < 1
 * @ret: set on success only
 *
 * One-way analysis of variance of a balanced design.
 *
 * Return: PD_OK; PD_EUNDEFINED with fewer than 2 runs or iterations, or when
 * all values are equal.
 * Source: Kalibera & Jones (2013), Rigorous Benchmarking in Reasonable Time, ISMM.
 */
PD_API int pd_nested(const double *v, size_t n_runs, size_t n_iterations, double level,
		     struct pd_scratch *s, struct pd_nested *ret);

/* ---- two series: rank test and the shift that belongs to it */

/**
 * pd_ranktest - Mann-Whitney test: do values of one side tend to be larger?
 * @x_sorted: double[m], ascending, finite, m >= 1
 * @y_sorted: double[n], ascending, finite, n >= 1
 *
 * Exact without ties up to m n = 1e6, and with ties while the permutation
 * distribution of the midranks takes at most 1e8 cells of work (about 0.1 s;
 * roughly 130 against 130); beyond, normal with continuity, tie correction and
 * a kurtosis term. The two-sided p doubles the smaller tail, because a gate
 * asks about one direction and a tied null is not symmetric. Swapping the
 * sides, or any strictly increasing map of all values, leaves p the same to
 * the last bit.
 * Cost: 10 v 10 about 1 us, 100 v 100 0.2 ms (10 ms with ties), 1000 v 1000 2 ms.
 *
 * Return: the test; p is 1 when all values are equal, and never 0. p_absdev is
 * NaN beyond the exact range, and with ties between sides of unequal size
 * when its own tail would take more than 1e7 cells.
 * Source: Mann & Whitney (1947), Ann. Math. Stat. 18:50; Streitberg & Röhmel
 * (1986), Stat. Software Newsl. 12:10; Fix & Hodges (1955), Ann. Math. Stat. 26:301.
 */
PD_API struct pd_ranktest pd_ranktest(const double *x_sorted, size_t m, const double *y_sorted,
				      size_t n, struct pd_scratch *s);

/* The smallest two-sided p of m against n values without ties: 2/C(m+n, m), at most 1. */
PD_API double pd_ranktest_min_p(size_t m, size_t n);

/* Whether pd_ranktest_min_p() is at most alpha: 3 v 3 reaches 0.1, not 0.05. */
PD_API bool pd_ranktest_reaches(size_t m, size_t n, double alpha);

/* The smallest two-sided p that the pooled values can give, however split; ties raise it. */
PD_API double pd_ranktest_min_p_tied(const double *x_sorted, size_t m, const double *y_sorted,
				     size_t n);

/**
 * pd_shift_rank - which order statistics of all pairs bound the shift
 * @m: size of the base, m >= 1
 * @n: size of the head, n >= 1
 * @level: wanted confidence, 0 < level < 1
 *
 * Return: the largest k with 2 P(U <= k-1) <= 1 - level under the tie-free
 * null; the interval runs from the k-th smallest to the k-th largest of the
 * m n pairs. 0: no interval reaches @level. Exact up to m n = 1e6, normal beyond.
 */
PD_API size_t pd_shift_rank(size_t m, size_t n, double level, struct pd_scratch *s);

/**
 * pd_shift_ratio - by what fraction the head differs from the base
 * @x_sorted: double[m], ascending, positive, m >= 1
 * @y_sorted: double[n], ascending, positive, n >= 1
 * @level: double[n_levels], wanted confidences, each in (0, 1)
 * @n_levels: how many intervals to return, at least 1
 * @ret: struct pd_estimate[n_levels], all with the same point
 *
 * Hodges-Lehmann on logs: the point is the median of the m n ratios y/x, less
 * one (the geometric mean of the middle two when m n is even); the interval
 * inverts pd_ranktest(), so without ties it excludes 0 exactly when p <= 1 -
 * level. Pairs enter as (y - x)/x, which keeps small changes of large values.
 * Cost: O(m n) to 4096 pairs, about O((m + n) log(m n)) beyond; n = 10 about
 * 1 us, 1000 about 7 ms.
 *
 * Return: fractions, -1 and up (0.02: the head is 2 % larger). Without an
 * interval lo and hi are NaN, level is 0 and reached is false.
 * Source: Hodges & Lehmann (1963), Ann. Math. Stat. 34:598; Bauer (1972), JASA 67:687.
 */
PD_API void pd_shift_ratio(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			   const double *level, size_t n_levels, struct pd_scratch *s,
			   struct pd_estimate *ret);

/* The same for the differences y - x, in the unit of the data; values of any sign. */
PD_API void pd_shift_difference(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
				const double *level, size_t n_levels, struct pd_scratch *s,
				struct pd_estimate *ret);

/* ---- two series: means */

/**
 * pd_welch - difference of the means, unequal variances
 * @x: double[m], finite, any order
 * @y: double[n], finite, any order
 * @level: confidence of the interval, 0 < level < 1
 * @ret: set on success only
 *
 * A common pivot is subtracted before averaging: an offset of 1e9 costs no
 * digits. Degrees of freedom after Satterthwaite.
 *
 * Return: PD_OK; PD_EUNDEFINED when a side has one value, or when neither side
 * varies (there is no test then, not a p of 0).
 * Source: Welch (1947), Biometrika 34:28.
 */
PD_API int pd_welch(const double *x, size_t m, const double *y, size_t n, double level,
		    struct pd_welch *ret);

/* The same on natural logs: diff, lo, hi are log ratios. Also PD_EUNDEFINED unless all are > 0. */
PD_API int pd_welch_log(const double *x, size_t m, const double *y, size_t n, double level,
			struct pd_welch *ret);

/**
 * pd_welch_tost - is the difference provably small?
 * @w: from pd_welch() or pd_welch_log()
 * @margin: in the unit of w->diff, > 0
 *
 * Return: p of the two one-sided tests that diff lies within +-@margin; it is
 * at most alpha exactly when the interval at level 1 - 2 alpha lies inside.
 * Source: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15:657.
 */
PD_API double pd_welch_tost(const struct pd_welch *w, double margin);

/**
 * pd_brunner - does one side tend to larger values, allowing for unequal spread?
 * @x_sorted: double[m], ascending, finite
 * @y_sorted: double[n], ascending, finite
 * @ret: set on success only
 *
 * Reliable from 10 values a side; smaller ones reject too often.
 *
 * Return: PD_OK; PD_EUNDEFINED when a side has one value or the sides are
 * completely separated (no placement varies, so there is no variance).
 * Source: Brunner & Munzel (2000), Biom. J. 42:17.
 */
PD_API int pd_brunner(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		      struct pd_brunner *ret);

/**
 * pd_effect - how much the two sides overlap, and how far apart their means are
 * @x_sorted: double[m], ascending, finite
 * @y_sorted: double[n], ascending, finite
 * @level: confidence of the interval of Cliff's delta, 0 < level < 1
 *
 * Positive when the head is larger. Cost: O(m + n).
 *
 * Return: the sizes. The interval and variance of cliff are NaN when a side
 * has one value; with complete separation the interval is bounded by the
 * smaller side alone. cohen_d and hedges_* are NaN when the pooled variance
 * is 0 or undefined; with two values in all hedges_* are NaN.
 * Source: Vargha & Delaney (2000), J. Educ. Behav. Stat. 25:101; Feng & Cliff
 * (2004), J. Mod. Appl. Stat. Methods 3:322; Hedges (1981), J. Educ. Stat. 6:107.
 */
PD_API struct pd_effect pd_effect(const double *x_sorted, size_t m, const double *y_sorted,
				  size_t n, double level);

/* ---- two series: what could mislead */

/**
 * pd_spread_differs - must the rank test be held back by a second one?
 * @x_sorted: double[m], ascending, finite
 * @y_sorted: double[n], ascending, finite
 *
 * With unequal spread or sizes the rank test rejects too often.
 *
 * Return: true when the MADs of the logs (of the values, if any is <= 0)
 * differ by more than a factor of 2, one being 0 included, or when one side
 * has more than 1.2 times as many values.
 */
PD_API bool pd_spread_differs(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
			      struct pd_scratch *s);

/**
 * pd_spread - do the runs of one side vary more than those of the other?
 * @x_sorted: double[m], ascending, finite
 * @y_sorted: double[n], ascending, finite
 * @seed: of the permutations; the same seed, the same p
 *
 * The ratio of the MADs of the logs (of the values, if any is <= 0). Its p comes
 * from exchanging distances, each taken from the median of its own side, between
 * the sides: at most 399 times (199 for the longest series), and until 4
 * exchanges were as extreme.
 *
 * Return: p is NaN when the ratio is within a factor of 2, which is no finding,
 * and when a side has one value.
 * Source: sequential Monte Carlo p after Besag & Clifford (1991), Biometrika 78:301;
 * (h + 1)/(B + 1) after Phipson & Smyth (2010), SAGMB 9:39.
 */
PD_API struct pd_spread pd_spread(const double *x_sorted, size_t m, const double *y_sorted,
				  size_t n, uint64_t seed, struct pd_scratch *s);

/**
 * pd_grain - the step in which the values were recorded
 * @x_sorted: double[m], ascending, finite
 * @y_sorted: double[n], ascending, finite; n may be 0
 *
 * Return: the smallest gap between different pooled values if all gaps are
 * multiples of it (to 1e-9 and the rounding of the values) and at least 20 %
 * of the values have an equal; else 0.
 */
PD_API double pd_grain(const double *x_sorted, size_t m, const double *y_sorted, size_t n,
		       struct pd_scratch *s);

/* ---- many comparisons */

/**
 * pd_multiple_adjust - p values of a family, each as if it were the only one
 * @how: which error is held; PD_ADJUST_DUNNETT is BH here, as of rows with one head each
 * @p: double[n], 0 .. 1, any order; NaN is not in the family
 * @n: may be 0
 * @ret_adjusted: double[n], same order, at most 1; NaN where p is; may be @p
 *
 * Cost: O(n log n); 5000 values 0.5 ms.
 * Source: Benjamini & Hochberg (1995), JRSS B 57:289; Holm (1979), Scand. J.
 * Stat. 6:65; Benjamini & Yekutieli (2001), Ann. Stat. 29:1165; Hochberg (1988),
 * Biometrika 75:800.
 */
PD_API void pd_multiple_adjust(enum pd_adjust how, const double *p, size_t n, double *ret_adjusted);

/* ---- planning */

/*
 * The rule behind all three: the half width of a 95 % interval shrinks with
 * the root of the number of runs, and an effect of 1.43 half widths, 1 +
 * z(.8)/z(.975), is found with probability 0.8. It needs no assumption about
 * the shape of the data.
 */

/*
 * The half width at level 0.95 of an interval that has @half_width at @level, in
 * (0, 1), by the normal law: what the rest of this section is asked with.
 */
PD_API double pd_plan_half_width(double half_width, double level);

/**
 * pd_plan_runs - runs per side that would find an effect
 * @n: runs per side that gave @half_width
 * @half_width: of the interval of the log ratio, (hi - lo)/2, at 0.95, >= 0
 * @effect: log ratio to be found, > 0
 * @family: number of comparisons judged together, >= 1
 * @alpha: level of the family, in (0, 1)
 *
 * Return: a whole number, at least 4 and at least the n from which the rank
 * test reaches alpha/family (1: 4, 2-6: 5, 7-23: 6, 24-85: 7 at 0.05). NaN
 * when the half width is negative, NaN or infinite, or the effect not > 0.
 */
PD_API double pd_plan_runs(size_t n, double half_width, double effect, size_t family, double alpha);

/*
 * Runs per side after which "same" is found with probability 0.8 if nothing
 * changed: the interval at 0.9 must fit into +-@margin (log ratio), which
 * takes 1.49 half widths, (z(.95) + z(.9))/z(.975). At least 4; NaN as above.
 */
PD_API double pd_plan_runs_same(size_t n, double half_width, double margin);

/*
 * The other way round: the smallest relative change (0.02: 2 %) that would be
 * found with probability 0.8 with as many runs as now. NaN for a NaN half width.
 */
PD_API double pd_plan_detectable(double half_width);

#ifdef __cplusplus
}
#endif
#endif
