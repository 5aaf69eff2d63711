/* SPDX-License-Identifier: GPL-3.0-or-later */
/* udist.h - null distribution of the Mann-Whitney U when no two values are equal */
#ifndef STAT_UDIST_H
#define STAT_UDIST_H

#include <perfdelta/stat.h>

/* The distribution is computed exactly while m times n is at most this. */
enum { PD_UDIST_MAX_PAIRS = 1000000 };

/*
 * P(U <= u) of @m against @n values, m, n >= 1, m n <= PD_UDIST_MAX_PAIRS.
 * Cost: O(min(m, n) m n) when (m, n) is new to @s, else O(1). Relative error
 * about 1e-14; values below 1e-308 come out as 0.
 * Source: Gaussian binomial coefficients; Mann & Whitney (1947), Ann. Math. Stat. 18:50.
 */
double pd_udist_less(size_t m, size_t n, size_t u, struct pd_scratch *s);

/* The largest k with 2 P(U <= k - 1) <= alpha, 0 when there is none; same limits and cost. */
size_t pd_udist_rank(size_t m, size_t n, double alpha, struct pd_scratch *s);

#endif
