/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placement.h - how many values of the other side lie below each value */
#ifndef STAT_PLACEMENT_H
#define STAT_PLACEMENT_H

#include <stddef.h>
#include <stdint.h>

/* A walk over ascending @values against ascending @others; start with zeroes and the arrays. */
struct pd_placement {
	const double *values, *others;
	size_t n, n_others;
	size_t at;          /* index of the current value, from 1 */
	size_t below, upto; /* others < value, others <= value */
};

/* Step to the next value; 0 at the end. */
static inline int pd_placement_next(struct pd_placement *p)
{
	double v;

	if (p->at == p->n)
		return 0;
	v = p->values[p->at++];
	while (p->below < p->n_others && p->others[p->below] < v)
		p->below++;
	while (p->upto < p->n_others && p->others[p->upto] <= v)
		p->upto++;
	return 1;
}

#endif
