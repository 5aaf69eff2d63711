/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alpha.h - the one comparison of a probability with a level */
#ifndef STAT_ALPHA_H
#define STAT_ALPHA_H

#include <stdbool.h>

/*
 * p <= alpha, forgiving the rounding of either: 2P equals alpha exactly at 3
 * against 3 values and alpha 0.1, and 1 - 0.9 is not 0.1.
 */
static inline bool pd_alpha_reached(double p, double alpha)
{
	return p <= alpha * (1 + 1e-12);
}

#endif
