/* SPDX-License-Identifier: GPL-3.0-or-later */
/* midrank.h - exact distribution of a rank sum when values are tied */
#ifndef STAT_MIDRANK_H
#define STAT_MIDRANK_H

#include <perfdelta/stat.h>

struct pd_midrank {
	double less, greater; /* P(W <= w), P(W >= w) */
	double absdev;        /* P(|W - E| >= |w - E|); NaN when it would cost too much */
};

/*
 * The sum w of the scores of one sample, against all samples of its size.
 * @score: int64_t[total], doubled midranks of the pooled values, ascending
 * @k: size of the smaller sample, 1 <= k <= total / 2
 * @w: sum of that sample's scores; of two equal-sized samples the smaller sum,
 *     so that swapping the sides changes no bit
 *
 * False, and no result, when more than 1e8 table cells (about 0.1 s) would
 * have to be worked on.
 * Source: Streitberg & Röhmel (1986), Statistical Software Newsletter 12:10.
 */
bool pd_midrank_exact(const int64_t *score, size_t total, size_t k, int64_t w, struct pd_scratch *s,
		      struct pd_midrank *ret);

/* The greatest that divides both, of which one may be 0: the grid of scores. */
int64_t pd_midrank_divisor(int64_t a, int64_t b);

#endif
