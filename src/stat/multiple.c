/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat.h>

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

struct ranked {
	double p;
	size_t at;
};

static int by_p(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->p > y->p) - (x->p < y->p);
}

/* 1 + 1/2 + ... + 1/n, small terms first. */
static double harmonic(size_t n)
{
	double sum = 0;

	for (size_t i = n; i > 0; i--)
		sum += 1 / (double)i;
	return sum;
}

/* What the p of ascending rank i (from 1) out of @family is multiplied by. */
static double factor(enum pd_adjust how, size_t i, size_t family)
{
	double n = (double)family, rank = (double)i;

	switch (how) {
	case PD_ADJUST_BH:
	case PD_ADJUST_BY:
	case PD_ADJUST_DUNNETT:
		return n / rank;
	case PD_ADJUST_HOLM:
	case PD_ADJUST_HOCHBERG:
		return n + 1 - rank;
	case PD_ADJUST_BONFERRONI:
		return n;
	case PD_ADJUST_NONE:
		break;
	}
	return 1;
}

/* An adjusted p never falls below that of a smaller p. */
static void step_down(const struct ranked *r, const double *scaled, size_t family, double *ret)
{
	double running = 0;

	for (size_t i = 0; i < family; i++) {
		running = fmax(running, scaled[i]);
		ret[r[i].at] = fmin(running, 1);
	}
}

/* An adjusted p never rises above that of a larger p. */
static void step_up(const struct ranked *r, const double *scaled, size_t family, double *ret)
{
	double running = 1;

	for (size_t i = family; i > 0; i--) {
		running = fmin(running, scaled[i - 1]);
		ret[r[i - 1].at] = running;
	}
}

void pd_multiple_adjust(enum pd_adjust how, const double *p, size_t n, double *ret_adjusted)
{
	struct pd_arena arena = {0};
	struct ranked *r = pd_arena_new(&arena, struct ranked, n);
	double *scaled = pd_arena_new(&arena, double, n);
	size_t family = 0;
	double penalty;

	for (size_t i = 0; i < n; i++) {
		if (isnan(p[i]))
			ret_adjusted[i] = p[i];
		else
			r[family++] = (struct ranked){p[i], i};
	}
	qsort(r, family, sizeof(*r), by_p);
	penalty = how == PD_ADJUST_BY ? harmonic(family) : 1;
	for (size_t i = 0; i < family; i++)
		scaled[i] = r[i].p * factor(how, i + 1, family) * penalty;
	if (how == PD_ADJUST_HOLM)
		step_down(r, scaled, family, ret_adjusted);
	else
		step_up(r, scaled, family, ret_adjusted);
	pd_arena_free(&arena);
}
