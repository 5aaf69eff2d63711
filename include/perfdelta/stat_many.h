/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_many.h - statistics of many comparisons at once
 *
 * One base and many heads, many rows, few runs of each: what none of the
 * series can say alone, all of them together can. Pure functions on plain
 * arrays as in stat.h.
 */
#ifndef PERFDELTA_STAT_MANY_H
#define PERFDELTA_STAT_MANY_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- variances that sides and rows share */

/* The variance of the logs of @v, divisor n - 1; double[n], all > 0, n >= 2. */
PD_API double pd_many_variance(const double *v, size_t n);

/**
 * pd_many_share - what the sides of a table say about each other's variances
 * @s2: variances of logs, >= 0, row after row, all with @df degrees of freedom
 * @n_sides: size_t[n_rows], variances of each row, at least 2
 * @n_rows: at least 1
 * @df: of each variance, runs less 1, > 0
 * @ret: struct pd_many_prior[n_rows], set on success only
 *
 * A kernel does not change how noisy a benchmark is by much: each variance is
 * compared with the mean over the sides of its row. How far these quotients
 * differ beyond chance, over all rows, says how many degrees of freedom the
 * mean is worth to each side (pd_ebayes()), at most those of the other sides.
 * A row that does not vary at all gets df_prior 0: nothing to share.
 *
 * Return: PD_OK; PD_EUNDEFINED when no row varies.
 * Source: Smyth (2004), Stat. Appl. Genet. Mol. Biol. 3:3, sec. 6.2, with a
 * prior variance for each row.
 */
PD_API int pd_many_share(const double *s2, const size_t *n_sides, size_t n_rows, double df,
			 struct pd_scratch *s, struct pd_many_prior *ret);

/**
 * pd_many_test - difference of the mean logs, each variance moved towards its row's
 * @x: double[n], > 0, finite, any order
 * @y: double[n], likewise: as many as of the base
 * @n: runs of a side, n >= 2
 * @prior: of the row, df_prior > 0
 * @level: confidence of the interval, 0 < level < 1
 *
 * The variance of a side becomes (df_prior var + (n - 1) s2)/(df_prior + n - 1);
 * df are df_prior + 2 (n - 1), at most those of all sides of the row together.
 * With 11 sides of 3 runs that is up to 22 degrees of freedom instead of 2 to 4.
 *
 * Return: the test; diff, lo and hi are log ratios. p is never 0.
 */
PD_API struct pd_welch pd_many_test(const double *x, const double *y, size_t n,
				    const struct pd_many_prior *prior, double level);

#ifdef __cplusplus
}
#endif
#endif
