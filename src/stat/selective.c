/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_many.h>

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

struct member {
	size_t family, at;
	double p;
};

/* Families together, the smallest p of each first. */
static int by_family(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	if (x->family != y->family)
		return x->family < y->family ? -1 : 1;
	return (x->p > y->p) - (x->p < y->p);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * least[s - 1] becomes the smallest alpha at which at least s families are selected,
 * from the smallest p of each, in ascending order.
 */
static void find_levels(double *least, size_t n_families)
{
	double running = HUGE_VAL;

	qsort(least, n_families, sizeof(*least), by_value);
	for (size_t s = n_families; s > 0; s--) {
		running = fmin(running, least[s - 1] * (double)n_families / (double)s);
		least[s - 1] = running;
	}
}

/*
 * The smallest alpha with p <= alpha S/R, S being how many are selected at alpha: the
 * least over s of the larger of level[s - 1], which rises, and p R/s, which falls.
 */
static double level_of(double p, const double *level, size_t n_families)
{
	double r = (double)n_families, best;
	size_t lo = 1, hi = n_families;

	while (lo < hi) {
		size_t s = lo + (hi - lo) / 2;

		if (level[s - 1] >= p * r / (double)s)
			hi = s;
		else
			lo = s + 1;
	}
	best = fmax(level[lo - 1], p * r / (double)lo);
	if (lo > 1)
		best = fmin(best, p * r / (double)(lo - 1));
	return fmin(best, 1);
}

void pd_selective_adjust(const double *p, const size_t *family, size_t n, double *ret_adjusted)
{
	struct pd_arena arena = {0};
	struct member *m = pd_arena_new(&arena, struct member, n);
	double *level = pd_arena_new(&arena, double, n);
	size_t n_members = 0, n_families = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(p[i]))
			ret_adjusted[i] = p[i];
		else
			m[n_members++] = (struct member){family[i], i, p[i]};
	}
	qsort(m, n_members, sizeof(*m), by_family);
	for (size_t i = 0; i < n_members; i++)
		if (!i || m[i].family != m[i - 1].family)
			level[n_families++] = m[i].p;
	find_levels(level, n_families);
	for (size_t i = 0; i < n_members; i++)
		ret_adjusted[m[i].at] = level_of(m[i].p, level, n_families);
	pd_arena_free(&arena);
}
