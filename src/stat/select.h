/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select.h - order statistics without sorting everything */
#ifndef STAT_SELECT_H
#define STAT_SELECT_H

#include <stddef.h>

/* Ascending order, in place. */
void pd_select_sort(double *v, size_t n);

/*
 * Reorder @v so that v[rank[i]] is what sorting would put there; @rank is
 * ascending, 0 .. n - 1, repeats allowed. Cost: O(n) per rank, never worse
 * than sorting.
 * Source: Hoare (1961), CACM 4:321; sorting as the way out after Musser (1997).
 */
void pd_select_ranks(double *v, size_t n, const size_t *rank, size_t n_ranks);

/* Median of @v, which is reordered; n >= 1. */
double pd_select_median(double *v, size_t n);

/* (a + b)/2 that does not overflow. */
static inline double pd_select_middle(double a, double b)
{
	double sum = a + b;

	return sum - sum == 0 ? sum / 2 : a / 2 + b / 2;
}

/* The point a part (0 .. 1) of the way from a to b; a itself when they are equal. */
static inline double pd_select_between(double a, double b, double part)
{
	double gap = b - a;

	return gap - gap == 0 ? a + part * gap : (1 - part) * a + part * b;
}

#endif
