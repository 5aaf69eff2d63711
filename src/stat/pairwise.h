/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairwise.h - order statistics of all m n differences or relative changes, or of averages */
#ifndef STAT_PAIRWISE_H
#define STAT_PAIRWISE_H

#include <perfdelta/stat.h>

enum pd_pairwise_kind { PD_PAIRWISE_DIFFERENCE, PD_PAIRWISE_RELATIVE, PD_PAIRWISE_AVERAGE };

/*
 * y[j] - x[i], or (y[j] - x[i]) / x[i] with every x positive; both sides ascending. Or the
 * average (y[j] + y[k])/2 of each two of the n values of y, and of each with itself: x is
 * then -y in ascending order, m = n, and there are n(n+1)/2 of them.
 */
struct pd_pairwise {
	enum pd_pairwise_kind kind;
	const double *x, *y;
	size_t m, n;
};

/*
 * The values at @rank (each 0 .. mn - 1, in any order) of all pairs in
 * ascending order; @ret is double[n_ranks].
 * Cost: O(mn) up to 4096 pairs; beyond, the matrix is never built: about
 * O((m + n) log(mn)) time per rank and O(m) memory.
 * Source: Johnson & Mizoguchi (1978), SIAM J. Comput. 7:147; Monahan (1984), ACM TOMS 10:265.
 */
void pd_pairwise_select(const struct pd_pairwise *p, const size_t *rank, size_t n_ranks,
			struct pd_scratch *s, double *ret);

#endif
