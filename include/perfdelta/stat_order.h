/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_order.h - was it the change, or the hour?
 *
 * A machine that warms up makes later runs slower. If all runs of the base came
 * before all runs of the head, no test of the two samples can tell that from a
 * change: with a drift of 3 % in all, 10 + 10 equal runs are called different
 * four times in five. Where the place of every run in time is known, the drift
 * can be fitted beside the change. As in stat.h: plain arrays of finite values.
 */
#ifndef PERFDELTA_STAT_ORDER_H
#define PERFDELTA_STAT_ORDER_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * pd_order_rank - the places of the runs of two sides among all of them
 * @x_when: double[m], finite, when each run of the base was made, any unit
 * @m: number of runs, m >= 1
 * @y_when: double[n], the same of the head, in the same unit
 * @n: number of runs, n >= 1
 * @ret_x: double[m], places 1 .. m + n of the base
 * @ret_y: double[n], places of the head
 *
 * Runs of one side at the same moment came in the order in which they stand:
 * iterations of a process share its date. Runs of both sides at one moment share
 * the mean of their places. Cost: O(m + n) for arrays that ascend, else
 * O((m + n) log(m + n)).
 *
 * Return: how many runs share their moment with a run of the other side. If that
 * is most of them, the places say little about which side came first.
 */
PD_API size_t pd_order_rank(const double *x_when, size_t m, const double *y_when, size_t n,
			    struct pd_scratch *s, double *ret_x, double *ret_y);

/**
 * pd_order_turns - the places of runs that were made in turns
 * @mirrored: A B B A A B B A instead of A B A B A B A B
 *
 * As pd_order_rank(): run i of the base and run i of the head are round i. Where
 * one side has more runs, the rest of them came last.
 */
PD_API void pd_order_turns(size_t m, size_t n, bool mirrored, double *ret_x, double *ret_y);

/* Whether one side lies wholly before the other, but for one place that they may share. */
PD_API bool pd_order_is_blocked(const double *x_place, size_t m, const double *y_place, size_t n);

/**
 * pd_order_fit - difference of two sides beside a steady drift
 * @x: double[m], finite, base
 * @x_place: double[m], the place of each, from pd_order_rank() or pd_order_turns()
 * @y: double[n], finite, head
 * @y_place: double[n]
 * @level: confidence of the interval, 0 < level < 1
 * @ret: set on success only
 *
 * Least squares for value = a + diff (head) + slope place, with one variance and
 * m + n - 3 degrees of freedom. The slope is the pooled one within the sides, so
 * for blocked sides the fit extrapolates and its interval is about twice as wide
 * as that of means alone; for sides in turns it is as narrow. Cost: O(m + n).
 *
 * Return: PD_OK; PD_EUNDEFINED with fewer than 4 runs, when no side has two
 * different places, or when nothing is left to chance beside the line (there is
 * no test then, not a p of 0).
 * Source: analysis of covariance, Cochran (1957), Biometrics 13:261.
 */
PD_API int pd_order_fit(const double *x, const double *x_place, size_t m, const double *y,
			const double *y_place, size_t n, double level, struct pd_order_fit *ret);

/* The same on natural logs: log ratios. Also PD_EUNDEFINED unless all values are > 0. */
PD_API int pd_order_fit_log(const double *x, const double *x_place, size_t m, const double *y,
			    const double *y_place, size_t n, double level,
			    struct pd_order_fit *ret);

#ifdef __cplusplus
}
#endif
#endif
