/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contour.h - the Mann-Whitney null for large samples, one probability at a time */
#ifndef STAT_CONTOUR_H
#define STAT_CONTOUR_H

#include <stddef.h>

struct pd_scratch;

/*
 * P(U <= u) of @m against @n values without ties, u <= mn/2, min(m, n) >= 32;
 * relative error below 1e-12, 0 where the result is below the smallest double.
 * Cost: about 100 (m + n) complex multiplications; more in the far tail.
 *
 * The probability is the coefficient of q^u in G(q)/(1 - q), G being the
 * normalised Gaussian binomial, read off as Cauchy's integral over the circle
 * through the saddle point, where the trapezoidal rule converges exponentially.
 * Source: Daniels (1954), Ann. Math. Stat. 25:631, for the saddle point;
 * Trefethen & Weideman (2014), SIAM Rev. 56:385, for the rule.
 */
double pd_contour_less(size_t m, size_t n, size_t u, struct pd_scratch *s);

#endif
