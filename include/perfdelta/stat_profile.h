/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_profile.h - statistics of many counted parts of many runs
 *
 * For profiles: the cost of each symbol in each run, and the hits it was seen
 * by. Pure functions on plain arrays as in stat.h. Two errors are told apart:
 * counting (a cost seen by n hits has a relative variance of 1/n) and what
 * differs from run to run (kappa, the same relative size for all symbols until
 * the data say otherwise).
 */
#ifndef PERFDELTA_STAT_PROFILE_H
#define PERFDELTA_STAT_PROFILE_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The costs of @n_symbols symbols in @n_base + @n_head runs. A matrix is
 * double[n_symbols * runs], one row per symbol, the runs of the base first.
 * Costs are absolute and per unit of work (not shares): the sum of the periods
 * of a symbol's hits over the work of the run, in any unit that is the same for
 * all runs. Squares are the sum of the squared periods of these hits in the
 * squared unit of cost, (period/work)^2; they are needed where periods differ
 * (recorded by frequency), else periods are taken as equal. What is not known
 * is NaN, or NULL for the whole array. Everything is borrowed.
 */
struct pd_cost_matrix {
	const double *cost;       /* matrix, >= 0, finite; 0 where a symbol was not seen */
	const double *hits;       /* matrix, >= 0: how many hits make up each cost; may be NULL */
	const double *squares;    /* matrix, >= 0; may be NULL */
	const double *total;      /* double[runs], > 0: cost of the run with all its symbols */
	const double *total_hits; /* double[runs], > 0: hits of the run; may be NULL */
	size_t n_symbols, n_base, n_head;
};

/* ---- replicated profiles: is a symbol's cost another one? */

enum pd_moderated_choice {
	PD_MODERATED_BY_NUMBER, /* Welch below 20 symbols worth testing, else moderated */
	PD_MODERATED_ALWAYS,    /* moderated from 2 symbols on */
	PD_MODERATED_NEVER      /* Welch */
};

/* Zero everywhere is what the program does. */
struct pd_moderated_how {
	enum pd_moderated_choice choice;
	bool uncapped;   /* let df exceed what all tested symbols hold together, df * n_tested */
	double level;    /* of the intervals, 0: 0.95 */
	double alpha;    /* which p counts as found for detectable, 0: 0.05 */
	size_t family;   /* comparisons that alpha is shared by, for detectable; 0: all tested */
	double min_hits; /* effective hits a run that make a test worth while, 0: 5 */
};

/**
 * pd_moderated - is the cost of each symbol another one on the head?
 * @m: costs, n_base >= 2 and n_head >= 2
 * @how: borrowed; NULL is all zero
 * @ret: figures of all symbols together, set on success only
 * @rows: struct pd_moderated_row[n_symbols], set on success only
 *
 * Works on y = log(c + T/(2N)) - log(1 + 1/N): half a hit is added to cost c of
 * a run with total T and N hits, so that a symbol never seen has a place. Of a
 * symbol with n effective hits a run a variance kappa^2 + 1/(n + 1/2) is
 * expected; kappa^2 is the median excess over counting of symbols with 20 hits
 * and more. The observed variance is moved towards the expected one as far as
 * the symbols agree with it (pd_ebayes()), which is what makes three runs
 * enough. Effective hits are (sum c)^2/(R sum q), with q the sum of squared
 * periods and R the number of runs; the mean of the hits where q is unknown.
 * Where hits are unknown too there is no counting error, and only costs > 0
 * are tested.
 *
 * p is not adjusted for the number of symbols: pd_multiple_adjust(). With two
 * runs a side, or with three when some symbols vary more than others, results
 * are indicative (false discoveries up to .2 instead of .05). Scaling all costs
 * of all runs changes nothing but the last bits.
 *
 * detectable: an increase that, with the standard error seen here, would have
 * had p <= alpha/family with probability 0.8. With family 0 this is what
 * Benjamini-Hochberg finds of a change that is the only one. Normal
 * approximation of the noncentral t: the probability is 0.78 to 0.82.
 *
 * Cost: O(n_symbols * runs); 5000 symbols in 10 + 10 runs about 10 ms,
 * 50 ms by Welch.
 *
 * Return: PD_OK, with n_tested = 0 when nothing could be tested; PD_EUNDEFINED
 * with less than two runs on a side, or when a total is not > 0.
 * Source: Smyth (2004), Stat. Appl. Genet. Mol. Biol. 3:3, with the counting
 * part of the variance known; Johnson & Welch (1940), Biometrika 31:362.
 */
PD_API int pd_moderated(const struct pd_cost_matrix *m, const struct pd_moderated_how *how,
			struct pd_scratch *s, struct pd_moderated *ret,
			struct pd_moderated_row *rows);

/**
 * pd_ebayes - many variances, each drawn towards what all say
 * @s2: double[n], variances >= 0, all with @df degrees of freedom
 * @n: at least 2
 * @df: > 0, finite
 * @ret: the prior, set on success only
 * @ret_post: double[n], (df_prior var_prior + df s2)/(df_prior + df), var_prior for
 *            an infinite df_prior; may be NULL, may be @s2; set on success only
 *
 * Moments of log s2 under a scaled F law. Values below 1e-5 of the median (of
 * the mean, when the median is 0) enter the fit as that.
 *
 * Return: PD_OK; PD_EUNDEFINED for less than two values or when all are 0.
 * Source: Smyth (2004), sec. 6.2.
 */
PD_API int pd_ebayes(const double *s2, size_t n, double df, struct pd_scratch *s,
		     struct pd_ebayes *ret, double *ret_post);

/* ---- one profile on a side: candidates */

/* Zero everywhere is what the program does. */
struct pd_unreplicated_how {
	double kappa;    /* assumed sd of log cost from run to run, 0: 0.10 */
	bool no_kappa;   /* assume none: counting error only, which calls noise a change */
	double level;    /* of the intervals, 0: 0.95 */
	double alpha;    /* which p counts as found for detectable, 0: 0.05 */
	size_t family;   /* comparisons that alpha is shared by, for detectable; 0: all tested */
	double min_hits; /* effective hits a run, mean of the sides, to be tested, 0: 5 */
};

/**
 * pd_unreplicated - what changed between profiles that were not repeated
 * @m: costs, n_base >= 1 and n_head >= 1
 * @how: borrowed; NULL is all zero
 * @ret: struct pd_unreplicated_row[n_symbols], set on success only
 *
 * The log costs of pd_moderated(), but how much runs differ cannot be seen: it
 * is assumed. Where both sides have one run the variance of their difference is
 * 2 kappa^2 + 1/(n1 + 1/2) + 1/(n2 + 1/2); of several runs the mean is taken.
 * Of 300 symbols (after Benjamini-Hochberg) with the assumed 0.10, at least one
 * is false in under 1 % of comparisons at a true kappa of 0.05, in 3 % at 0.10;
 * but in 6 % and 74 % where symbols are unlike (kappa e^(z/2), z normal).
 * So rows are candidates, no findings. Twice the cost is found, half as much
 * again mostly not.
 *
 * Return: PD_OK; PD_EUNDEFINED when a side has no run or a total is not > 0.
 */
PD_API int pd_unreplicated(const struct pd_cost_matrix *m, const struct pd_unreplicated_how *how,
			   struct pd_unreplicated_row *ret);

/**
 * pd_newcombe - difference of two shares with their counting error
 * @k1: hits of the part in the base, 0 <= k1 <= n1; effective ones need not be whole
 * @n1: hits in all of the base, > 0
 * @k2: hits of the part in the head, 0 <= k2 <= n2
 * @n2: hits in all of the head, > 0
 * @level: confidence, 0 < level < 1
 *
 * Return: k2/n2 - k1/n1 with the interval that squares and adds the distances
 * to the ends of both Wilson intervals; within -1 .. 1.
 * Source: Newcombe (1998), Stat. Med. 17:873, method 10.
 */
PD_API struct pd_estimate pd_newcombe(double k1, double n1, double k2, double n2, double level);

/* The share k/n with Wilson's interval, within 0 .. 1; 0 <= k <= n, n > 0. */
PD_API struct pd_estimate pd_newcombe_wilson(double k, double n, double level);

/* ---- all symbols at once */

/**
 * pd_sizefactor - how much each run did, as its typical symbol tells
 * @m: costs, or shares where totals are unknown; only cost and hits are used
 * @min_hits: mean hits a run from which a symbol is asked; 0: 20
 * @level: confidence of the interval, 0 < level < 1
 * @ret_factors: double[runs], > 0, geometric mean about 1, set on success only
 * @ret: set on success only
 *
 * Factor of a run: what the middle fifth of the symbols says of their cost over
 * their geometric mean in all runs, each weighted by what it knows: a symbol of n
 * hits a run by 1/(0.10^2 + 1/n). The plain median of ratios follows whichever
 * small symbol stands in the middle, and makes that one vary by nothing. Costs
 * divided by it are relative to the typical symbol: a
 * share that only fell because another symbol grew is put right, and when all
 * symbols grow alike the factor says it, not the rows. Only symbols seen in
 * every run are asked; where hits are unknown, all of these. The interval is
 * Welch's on log factors: it holds the variation of runs.
 *
 * Cost: O(n_symbols * runs).
 *
 * Return: PD_OK; PD_EUNDEFINED when a side has no run or no symbol can be asked.
 * Source: Anders & Huber (2010), Genome Biol. 11:R106, for the ratios; Robinson &
 * Oshlack (2010), Genome Biol. 11:R25, for trimming and weights.
 */
PD_API int pd_sizefactor(const struct pd_cost_matrix *m, double min_hits, double level,
			 struct pd_scratch *s, double *ret_factors, struct pd_sizefactor *ret);

/**
 * pd_quasibinomial - is a symbol's share of the hits another one on the head?
 * @m: hits and total_hits, all known; costs are not looked at
 * @symbol: row of the matrix
 * @ret: set on success only
 *
 * For comparison: it tests shares, which change when another symbol does, and
 * knows nothing of the other symbols' variances. pd_moderated() finds more.
 *
 * Return: PD_OK; PD_EUNDEFINED with less than three runs in all or none on a side,
 * when a side has no hit of the symbol or no other, or when nothing varies.
 * Source: McCullagh & Nelder (1989), Generalized Linear Models, sec. 4.5.
 */
PD_API int pd_quasibinomial(const struct pd_cost_matrix *m, size_t symbol,
			    struct pd_quasibinomial *ret);

#ifdef __cplusplus
}
#endif
#endif
