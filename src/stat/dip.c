/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/stat_quality.h>

#include "stat/scratch.h"

#include <assert.h>
#include <math.h>

/*
 * Heights are counted in values: the empirical distribution rises by 1 at each
 * of them, and the dip is half of a distance over n.
 *
 * A unimodal distribution is convex up to its mode and concave beyond. On an
 * interval that holds the mode, the greatest convex minorant (through the feet of
 * the steps) and the least concave majorant (through their tops) are taken. The
 * place where they are farthest apart is the next interval; what the minorant left
 * of it and the majorant right of it miss of the steps, no unimodal distribution
 * can do better on.
 */
struct shape {
	const double *x;
	size_t n;
	uint32_t *before, *after;   /* [n] next knot to the left if the minorant ended here; ... */
	uint32_t *convex, *concave; /* knots on [low, high], both from the left */
	size_t n_convex, n_concave;
	size_t low, high;
};

static double gap(const struct shape *s, size_t a, size_t b)
{
	return s->x[b] - s->x[a];
}

/* Positive where the steps b to c rise faster than those from a to b. */
static double bend(const struct shape *s, size_t a, size_t b, size_t c)
{
	return gap(s, a, b) * (double)(c - b) - gap(s, b, c) * (double)(b - a);
}

static void find_neighbours(struct shape *s)
{
	size_t last = s->n - 1;

	s->before[0] = 0;
	for (size_t i = 1; i < s->n; i++) {
		size_t k = i - 1;

		while (k > 0 && bend(s, s->before[k], k, i) <= 0)
			k = s->before[k];
		s->before[i] = (uint32_t)k;
	}
	s->after[last] = (uint32_t)last;
	for (size_t i = last; i-- > 0;) {
		size_t k = i + 1;

		while (k < last && bend(s, i, k, s->after[k]) >= 0)
			k = s->after[k];
		s->after[i] = (uint32_t)k;
	}
}

static void find_knots(struct shape *s)
{
	size_t n = 1;

	for (size_t k = s->high; k > s->low; k = s->before[k])
		n++;
	s->n_convex = n;
	for (size_t k = s->high; n > 1; k = s->before[k])
		s->convex[--n] = (uint32_t)k;
	s->convex[0] = (uint32_t)s->low;
	for (size_t k = s->low; k < s->high; k = s->after[k])
		s->concave[n++ - 1] = (uint32_t)k;
	s->concave[n - 1] = (uint32_t)s->high;
	s->n_concave = n;
}

/* How far the chord from knot a to knot b has risen at value i; NaN on a chord without width. */
static double rise(const struct shape *s, size_t a, size_t b, size_t i)
{
	return gap(s, a, i) * ((double)(b - a) / gap(s, a, b));
}

/* Where the two bounds are farthest apart: between these knots. */
struct widest {
	double distance;
	size_t convex, concave; /* indices into the knots: the left end and the right one */
};

/* Knots of both are met from the left; a distance is largest at a knot. */
static struct widest find_widest(const struct shape *s)
{
	struct widest w = {0, 0, s->n_concave - 1};
	size_t g = 1, l = 1;

	if (s->n_convex == 2 && s->n_concave == 2) {
		w.distance = 1;
		return w;
	}
	do {
		bool top = s->convex[g] > s->concave[l];
		size_t foot = s->convex[g - 1], peak = s->concave[l - 1];
		double d = top ? (double)(s->concave[l] - foot + 1) -
					   rise(s, foot, s->convex[g], s->concave[l])
			       : rise(s, peak, s->concave[l], s->convex[g]) - (double)s->convex[g] +
					   (double)peak + 1;

		if (d >= w.distance)
			w = (struct widest){d, top ? g - 1 : g, l};
		if (top && l + 1 < s->n_concave)
			l++;
		else if (!top && g + 1 < s->n_convex)
			g++;
	} while (s->convex[g] != s->concave[l]);
	return w;
}

/* The most that a chord of the minorant misses below the tops of its steps ... */
static double missed_below(const struct shape *s, size_t a, size_t b)
{
	double most = 1;

	for (size_t i = a; gap(s, a, b) > 0 && i <= b; i++)
		most = fmax(most, (double)(i - a + 1) - rise(s, a, b, i));
	return most;
}

/* ... and a chord of the majorant above their feet. */
static double missed_above(const struct shape *s, size_t a, size_t b)
{
	double most = 1;

	for (size_t i = a; gap(s, a, b) > 0 && i <= b; i++)
		most = fmax(most, rise(s, a, b, i) - (double)(i - a) + 1);
	return most;
}

static double twice_n_dip(struct shape *s)
{
	double dip = 1;

	for (;;) {
		struct widest w;
		size_t low, high;

		find_knots(s);
		w = find_widest(s);
		if (w.distance < dip)
			return dip;
		for (size_t i = 0; i < w.convex; i++)
			dip = fmax(dip, missed_below(s, s->convex[i], s->convex[i + 1]));
		for (size_t i = w.concave; i + 1 < s->n_concave; i++)
			dip = fmax(dip, missed_above(s, s->concave[i], s->concave[i + 1]));
		low = s->convex[w.convex];
		high = s->concave[w.concave];
		if (low == s->low && high == s->high)
			return dip;
		s->low = low;
		s->high = high;
	}
}

/* The values, so scaled that the widest gap times n is no infinity: the dip knows no unit. */
static const double *within_range(const double *sorted, size_t n, struct pd_scratch *scratch)
{
	double *copy;

	if (fmax(fabs(sorted[0]), fabs(sorted[n - 1])) < 1e280)
		return sorted;
	copy = pd_scratch_array(scratch, PD_SCRATCH_VALUES, double, n);
	for (size_t i = 0; i < n; i++)
		copy[i] = sorted[i] * 0x1p-100;
	return copy;
}

double pd_dip(const double *sorted, size_t n, struct pd_scratch *scratch)
{
	uint32_t *table = pd_scratch_array(scratch, PD_SCRATCH_MODES, uint32_t, 4 * n);
	struct shape s = {.x = within_range(sorted, n, scratch),
			  .n = n,
			  .before = table,
			  .after = table + n,
			  .convex = table + 2 * n,
			  .concave = table + 3 * n,
			  .high = n - 1};

	assert(n > 0 && n < UINT32_MAX);

	if (sorted[0] == sorted[n - 1])
		return 0.5 / (double)n;
	find_neighbours(&s);
	return twice_n_dip(&s) / (2 * (double)n);
}
