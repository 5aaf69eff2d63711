/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vdist.h - null distribution of the signed rank statistic V */
#ifndef STAT_VDIST_H
#define STAT_VDIST_H

#include <perfdelta/stat_paired.h>

/* The distribution is computed exactly for at most so many differences. */
enum { PD_VDIST_MAX = 200 };

/*
 * P(V <= v) of @n differences without ties and zeros, 1 <= n <= PD_VDIST_MAX.
 * Cost: O(n^3) when n is new to @s, else O(1). Relative error about 1e-14.
 */
double pd_vdist_less(size_t n, size_t v, struct pd_scratch *s);

/* The largest k with 2 P(V <= k - 1) <= alpha, 0 when there is none; same limits and cost. */
size_t pd_vdist_rank(size_t n, double alpha, struct pd_scratch *s);

/*
 * P(sum of a random subset <= depth), each of @score being in it or not with equal
 * chances, and P(sum = depth) in @ret_at.
 * @score: int64_t[n], positive, ascending, 1 <= n <= PD_VDIST_MAX
 * @depth: 0 .. half of the sum of all scores
 * Cost: O(n depth) time, O(depth) memory.
 * Source: the count of subsets by their sum; Streitberg & Röhmel (1986), Statistical
 * Software Newsletter 12:10, for tied scores.
 */
double pd_vdist_subsets(const int64_t *score, size_t n, int64_t depth, struct pd_scratch *s,
			double *ret_at);

#endif
