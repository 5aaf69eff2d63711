/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_history.h - where a series changes
 *
 * A change point is the index of the first value after a change: 3 says that
 * v[3] is the first of another kind. Pure functions on plain arrays as in
 * stat.h; @v is double[n], finite, in the order measured. Values are taken as
 * independent: series whose values hang together change too often.
 */
#ifndef PERFDELTA_STAT_HISTORY_H
#define PERFDELTA_STAT_HISTORY_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A series cut in two. */
struct pd_split {
	size_t at; /* values left of the cut; 0: too few values to cut, and nothing below exists */
	double q;  /* energy between both parts, in the unit of the values */
	double p;  /* how often a shuffled series has a cut as good; never 0 */
};

/* Zero everywhere is what the program does. */
struct pd_edivisive_how {
	size_t min_size;           /* values in a part, 0: 3 */
	unsigned int permutations; /* at most, 0: 199 */
	bool published;            /* see pd_edivisive() */
	double p_max;              /* a larger p is not looked at closely; 0: 0.05 */
	uint64_t seed;             /* of the permutations; the same seed, the same p */
};

/**
 * pd_edivisive_energy - the energy between both parts for every place of a cut
 * @n: number of values, at least 2 @min_size
 * @min_size: values in a part, at least 2
 * @ret_q: double[n - 2 min_size + 1]; [i] cuts after min_size + i values
 *
 * q = k l/(k + l) (2 E|X - Y| - E|X - X'| - E|Y - Y'|) for parts of k and l values, means
 * over all pairs of different values; large where the parts differ, around 0
 * where they don't. Cost: O(n^2).
 *
 * Source: Székely & Rizzo (2005), J. Classif. 22:151; Matteson & James (2014),
 * JASA 109:334, eq. 5 to 7.
 */
PD_API void pd_edivisive_energy(const double *v, size_t n, size_t min_size, struct pd_scratch *s,
				double *ret_q);

/**
 * pd_edivisive_split - the best place for one cut, and whether it is more than chance
 * @how: borrowed; NULL is all zero
 *
 * Shuffles the series until the permutations are used up or p is surely above
 * p_max: a series without a change costs few of them. p = (h + 1)/(B + 1), where h of B
 * shuffled series had a cut as good.
 * Cost: O(n^2) for each permutation.
 *
 * Source: Matteson & James (2014); Phipson & Smyth (2010), SAGMB 9:39.
 */
PD_API struct pd_split pd_edivisive_split(const double *v, size_t n,
					  const struct pd_edivisive_how *how, struct pd_scratch *s);

/**
 * pd_edivisive - all change points: the series is cut, and each part again
 * @how: borrowed; NULL is all zero
 * @ret_at: size_t[n], ascending
 *
 * Stops where p of the best cut of a part is above p_max. As published, what follows a
 * cut may end before its part does, which finds better places where a series goes up
 * and down again; and the best cut of all parts stands against the best of all parts
 * when each is shuffled, so that many parts give no more false points than one. That
 * costs O(n^2) for each permutation however short the parts are.
 *
 * Return: how many.
 */
PD_API size_t pd_edivisive(const double *v, size_t n, const struct pd_edivisive_how *how,
			   struct pd_scratch *s, size_t *ret_at);

/* Zero everywhere is what the program does. */
struct pd_edpelt_how {
	size_t min_size;    /* values between two points, 0: 3 */
	size_t n_quantiles; /* at which distributions are compared, 0: 4 log n, rounded up */
	double penalty;     /* that a further point must win, 0: 3 log n */
};

/**
 * pd_edpelt - all change points at once, by empirical distributions
 * @how: borrowed; NULL is all zero
 * @ret_at: size_t[n], ascending
 *
 * Minimises over all sets of points the sum of what each part's empirical
 * distribution leaves unexplained plus the penalty for each point. Finds many
 * alternating changes, but without a test: every second to third series of pure
 * noise gets a point. Cost: O(n^2 n_quantiles), less with many points; memory O(n n_quantiles).
 *
 * Return: how many.
 * Source: Haynes, Fearnhead & Eckley (2017), Stat. Comput. 27:1293; the search after
 * Killick, Fearnhead & Eckley (2012), JASA 107:1590.
 */
PD_API size_t pd_edpelt(const double *v, size_t n, const struct pd_edpelt_how *how,
			struct pd_scratch *s, size_t *ret_at);

#ifdef __cplusplus
}
#endif
#endif
