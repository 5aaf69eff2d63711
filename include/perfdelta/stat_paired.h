/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_paired.h - statistics on pairs of runs
 *
 * Run i of the base and run i of the head were made side by side, so that what
 * drifts over the hours meets both alike. Of a pair only what changed within it
 * counts: first pd_differences() or pd_differences_log(), then a test on those.
 * As in stat.h: plain arrays of finite values, p <= alpha (1 + 1e-12).
 */
#ifndef PERFDELTA_STAT_PAIRED_H
#define PERFDELTA_STAT_PAIRED_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * pd_differences - what changed in each pair
 * @x: double[n], finite, base
 * @y: double[n], finite, head
 * @n: number of pairs, n >= 1
 * @ret: double[n], y - x, in the same order
 *
 * What was written as 0.3 - 0.2 and 0.2 - 0.1 differs in the last bit, which ranks
 * would take for a fact. So magnitudes that differ by less than the rounding of the
 * values behind them are made equal, and those below it 0. A difference too large
 * for a double becomes the largest one. Cost: O(n log n).
 */
PD_API void pd_differences(const double *x, const double *y, size_t n, struct pd_scratch *s,
			   double *ret);

/* The same for log(y/x), of values that are all positive. */
PD_API void pd_differences_log(const double *x, const double *y, size_t n, struct pd_scratch *s,
			       double *ret);

/**
 * pd_signed_rank - Wilcoxon's signed rank test: do pairs change in one direction?
 * @d: double[n], from pd_differences(); equal magnitudes are tied, 0 is no change
 * @n: number of pairs, n >= 1
 * @zeros: what becomes of pairs without a change
 *
 * The null law lets every difference that is not 0 have either sign. It is exact, with
 * ties and zeros, while at most 200 pairs changed (beside tens of thousands that did
 * not, Pratt's p may be larger than it need be); beyond, normal with
 * continuity, tie correction and a kurtosis term. The law is symmetric: doubling
 * the smaller tail is the same as counting deviations to both sides.
 * Changing the sign of all of @d leaves p the same to the last bit.
 * Cost: n = 10 about 1 us, 200 about 0.5 ms (2 ms with ties).
 *
 * Return: the test; p is 1 when nothing changed, and never 0.
 * Source: Wilcoxon (1945), Biometrics Bull. 1:80; Pratt (1959), JASA 54:655; kurtosis
 * as Fix & Hodges (1955), Ann. Math. Stat. 26:301, have it for two samples.
 */
PD_API struct pd_signed_rank pd_signed_rank(const double *d, size_t n, enum pd_zeros zeros,
					    struct pd_scratch *s);

/* The smallest two-sided p of @n pairs: 2^(1-n), all of them changed in one direction. */
PD_API double pd_signed_rank_min_p(size_t n);

/* Whether pd_signed_rank_min_p() is at most alpha: 5 pairs reach 0.0625, 6 reach 0.03125. */
PD_API bool pd_signed_rank_reaches(size_t n, double alpha);

/**
 * pd_walsh_rank - which of all averages bound the change
 * @n: number of pairs, n >= 1
 * @level: wanted confidence, 0 < level < 1
 *
 * Return: the largest k with 2 P(V <= k-1) <= 1 - level under the null without ties
 * and zeros; the interval runs from the k-th smallest to the k-th largest of the
 * n(n+1)/2 averages. 0: no interval reaches @level. Exact up to n = 200, normal beyond.
 */
PD_API size_t pd_walsh_rank(size_t n, double level, struct pd_scratch *s);

/**
 * pd_walsh - by how much pairs changed
 * @d: double[n], from pd_differences(), any order
 * @n: number of pairs, n >= 1
 * @level: double[n_levels], wanted confidences, each in (0, 1)
 * @n_levels: how many intervals to return, at least 1
 * @ret: struct pd_estimate[n_levels], all with the same point
 *
 * The point is the pseudomedian, the median of the averages of all pairs of
 * differences, each with itself included; the interval inverts pd_signed_rank(),
 * so without ties and zeros it excludes 0 exactly when p <= 1 - level.
 * Cost: O(n^2) to n = 90, about O(n log n) beyond.
 *
 * Return: in the unit of @d. Without an interval (n < 6 at 0.95) lo and hi are
 * NaN, level is 0 and reached is false.
 * Source: Hodges & Lehmann (1963), Ann. Math. Stat. 34:598; Tukey's remark on Walsh
 * (1949), Ann. Math. Stat. 20:64; Bauer (1972), JASA 67:687.
 */
PD_API void pd_walsh(const double *d, size_t n, const double *level, size_t n_levels,
		     struct pd_scratch *s, struct pd_estimate *ret);

/**
 * pd_paired - Student's t on the differences of pairs
 * @d: double[n], from pd_differences(), any order
 * @level: confidence of the interval, 0 < level < 1
 * @ret: set on success only; diff is the mean of @d, df is n - 1
 *
 * Return: PD_OK; PD_EUNDEFINED with one pair, or when all pairs changed alike
 * (there is no test then, not a p of 0).
 * Source: Student (1908), Biometrika 6:1.
 */
PD_API int pd_paired(const double *d, size_t n, double level, struct pd_welch *ret);

/**
 * pd_plan_pairs - pairs that would find an effect
 * @n: pairs that gave @half_width
 *
 * As pd_plan_runs(), with at least as many pairs as pd_signed_rank() needs to
 * reach alpha/family (1: 6, 2-3: 7, 4-6: 8 at 0.05).
 */
PD_API double pd_plan_pairs(size_t n, double half_width, double effect, size_t family,
			    double alpha);

#ifdef __cplusplus
}
#endif
#endif
