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

/* ---- one side split into two */

/* How many splits of @n runs into n/2 and the rest are tried: all if they are at most @most. */
PD_API size_t pd_halves_count(size_t n, size_t most);

/**
 * pd_halves - one way to split runs into two halves
 * @n: runs, >= 2
 * @i: which split
 * @most: as in pd_halves_count(): all ways in lexical order, or that many at random
 * @seed: of random splits; the same seed and @i, the same split
 * @ret_first: bool[n], n/2 of them true
 */
PD_API void pd_halves(size_t n, size_t i, size_t most, uint64_t seed, struct pd_scratch *s,
		      bool *ret_first);

/* ---- one base, many heads */

/*
 * The squares about their means of several series, each about its own; zero is
 * ready to use. The common variance is squares/df unit^2.
 */
struct pd_pooled {
	double unit;    /* a power of two that keeps the sum in range; 1 for logs */
	double squares; /* in squared units */
	double df;      /* runs less series */
};

/* Takes in the series double[n] @v, n >= 1, or its logs (all > 0); all of one kind. */
PD_API void pd_pooled_add(struct pd_pooled *p, const double *v, size_t n, bool of_logs);

/* Base @x, double[m], and head @y, double[n], in any order, at least one value each. */
struct pd_pooled_pair {
	const double *x, *y;
	size_t m, n;
	bool of_logs; /* as in pd_pooled_add() */
};

/**
 * pd_pooled_test - difference of two means by the variance that many sides share
 * @p: of all sides, these two among them
 * @pair: borrowed
 * @level: confidence of the interval, 0 < level < 1
 * @ret: set on success only
 *
 * Student's t, that of an analysis of variance: it takes all sides for equally
 * noisy.
 *
 * Return: PD_OK; PD_EUNDEFINED when no side varies.
 */
PD_API int pd_pooled_test(const struct pd_pooled *p, const struct pd_pooled_pair *pair,
			  double level, struct pd_welch *ret);

/**
 * pd_dunnett_adjust - p of many heads against one base, as if each were the only one
 * @t: double[k] of pd_pooled_test(), any sign; NaN is not in the family
 * @n: size_t[k], runs of each head, >= 1
 * @k: heads
 * @n_base: runs of the base, >= 1
 * @df: of the common variance, > 0
 * @ret_p: double[k], NaN where t is; may be @t
 *
 * The chance that the largest of the k |t| is at least this large if no side
 * differs: single step, two-sided. All heads share one base, so their t are
 * correlated, which Bonferroni's k p does not know; with equal numbers of runs the
 * critical t is 2.44 instead of 2.50 for 4 heads, 2.65 instead of 2.73 for 8.
 * Cost: about 0.5 ms a head when all have equally many runs.
 *
 * Return: p with about 10 digits, between that of one head and Sidak's.
 * Source: Dunnett (1955), JASA 50:1096; given the mean of the base and the
 * estimated standard deviation the heads are independent.
 */
PD_API void pd_dunnett_adjust(const double *t, const size_t *n, size_t k, size_t n_base, double df,
			      double *ret_p);

/**
 * pd_selective_adjust - p of several families, each corrected in itself already
 * @p: double[n], 0 .. 1, such as of pd_dunnett_adjust(); NaN is in no family
 * @family: size_t[n], which family each belongs to: any numbers
 * @n: may be 0
 * @ret_adjusted: double[n], at most 1; NaN where p is; may be @p
 *
 * A family is selected if its smallest p is small enough by Benjamini and
 * Hochberg's rule among the smallest of all families; of R families of which S
 * are selected, whatever has p <= alpha S/R is found. With one family p stays,
 * with families of one it is that of pd_multiple_adjust(). If nothing differs,
 * the chance of any false alarm is alpha; else the error rate within the
 * families that were selected, on average.
 *
 * Cost: O(n log n).
 * Source: Benjamini & Bogomolov (2014), JRSS B 76:297.
 */
PD_API void pd_selective_adjust(const double *p, const size_t *family, size_t n,
				double *ret_adjusted);

#ifdef __cplusplus
}
#endif
#endif
