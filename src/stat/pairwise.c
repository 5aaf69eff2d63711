/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/pairwise.h"

#include "stat/scratch.h"
#include "stat/select.h"

#include <string.h>

enum { BUILD_MAX = 4096, GATHER_MAX = 256 };

/*
 * Rounding keeps a row ascending in j, since a difference and its quotient by
 * one number are monotone in y. A column need not descend to the last bit:
 * nothing below relies on it.
 */
static inline double value(const struct pd_pairwise *p, double x, double y)
{
	switch (p->kind) {
	case PD_PAIRWISE_RELATIVE:
		return (y - x) / x;
	case PD_PAIRWISE_AVERAGE:
		return pd_select_middle(y, -x);
	case PD_PAIRWISE_DIFFERENCE:
		break;
	}
	return y - x;
}

/* Where row i starts: an average of two values is counted once. */
static inline size_t first_of(const struct pd_pairwise *p, size_t i)
{
	return p->kind == PD_PAIRWISE_AVERAGE ? p->n - 1 - i : 0;
}

static size_t count_all(const struct pd_pairwise *p)
{
	return p->kind == PD_PAIRWISE_AVERAGE ? p->n * (p->n + 1) / 2 : p->m * p->n;
}

static void relative_row(double *restrict out, double x, const double *restrict y, size_t n)
{
	for (size_t j = 0; j < n; j++)
		out[j] = (y[j] - x) / x;
}

static void difference_row(double *restrict out, double x, const double *restrict y, size_t n)
{
	for (size_t j = 0; j < n; j++)
		out[j] = y[j] - x;
}

static void average_row(double *restrict out, double x, const double *restrict y, size_t n)
{
	for (size_t j = 0; j < n; j++)
		out[j] = pd_select_middle(y[j], -x);
}

static void build(const struct pd_pairwise *p, double *out)
{
	for (size_t i = 0; i < p->m; i++) {
		size_t first = first_of(p, i), n = p->n - first;

		switch (p->kind) {
		case PD_PAIRWISE_RELATIVE:
			relative_row(out, p->x[i], p->y, n);
			break;
		case PD_PAIRWISE_DIFFERENCE:
			difference_row(out, p->x[i], p->y, n);
			break;
		case PD_PAIRWISE_AVERAGE:
			average_row(out, p->x[i], p->y + first, n);
			break;
		}
		out += n;
	}
}

static void select_built(const struct pd_pairwise *p, const size_t *rank, size_t n_ranks,
			 struct pd_scratch *s, double *ret)
{
	double *all = pd_scratch_array(s, PD_SCRATCH_VALUES, double, count_all(p));
	size_t *sorted = pd_scratch_array(s, PD_SCRATCH_RANKS, size_t, n_ranks);

	for (size_t i = 0; i < n_ranks; i++) {
		size_t j = i;

		for (; j > 0 && sorted[j - 1] > rank[i]; j--)
			sorted[j] = sorted[j - 1];
		sorted[j] = rank[i];
	}
	build(p, all);
	pd_select_ranks(all, count_all(p), sorted, n_ranks);
	for (size_t i = 0; i < n_ranks; i++)
		ret[i] = all[rank[i]];
}

/* Row i still has the candidates lo .. hi - 1; below and upto are set by count(). */
struct row {
	size_t lo, hi;
	size_t below, upto;
};

/* The first column of [lo, hi) whose value is not below (or, strictly, above) the pivot. */
static size_t boundary(const struct pd_pairwise *p, const struct row *row, double x, double pivot,
		       bool above, size_t start)
{
	size_t j = start < row->lo ? row->lo : start > row->hi ? row->hi : start;

	while (j < row->hi) {
		double d = value(p, x, p->y[j]);

		if (d > pivot || (!above && d == pivot))
			break;
		j++;
	}
	while (j > row->lo) {
		double d = value(p, x, p->y[j - 1]);

		if (d < pivot || (above && d == pivot))
			break;
		j--;
	}
	return j;
}

/* As x grows the boundary moves right, so each row starts where the one before ended. */
static void count(const struct pd_pairwise *p, struct row *rows, double pivot, size_t *ret_below,
		  size_t *ret_upto)
{
	size_t below = 0, upto = 0, at_below = 0, at_upto = 0;

	for (size_t i = 0; i < p->m; i++) {
		struct row *row = &rows[i];

		row->below = at_below = boundary(p, row, p->x[i], pivot, false, at_below);
		row->upto = at_upto = boundary(p, row, p->x[i], pivot, true, at_upto);
		below += row->below - row->lo;
		upto += row->upto - row->lo;
	}
	*ret_below = below;
	*ret_upto = upto;
}

static double candidate(const struct pd_pairwise *p, const struct row *rows, size_t index)
{
	size_t i = 0;

	while (index >= rows[i].hi - rows[i].lo) {
		index -= rows[i].hi - rows[i].lo;
		i++;
	}
	return value(p, p->x[i], p->y[rows[i].lo + index]);
}

/*
 * The middle one of three candidates drawn with a fixed congruential sequence
 * (Knuth's MMIX constants): which pivot is drawn changes the time, never the result.
 */
static double draw_pivot(const struct pd_pairwise *p, const struct row *rows, size_t left,
			 uint64_t *state)
{
	double v[3];

	for (size_t i = 0; i < 3; i++) {
		*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		v[i] = candidate(p, rows, (size_t)((*state >> 16) % left));
	}
	pd_select_sort(v, 3);
	return v[1];
}

static double select_gathered(const struct pd_pairwise *p, const struct row *rows, size_t left,
			      size_t rank, struct pd_scratch *s)
{
	double *v = pd_scratch_array(s, PD_SCRATCH_VALUES, double, left);
	size_t n = 0;

	for (size_t i = 0; i < p->m; i++) {
		for (size_t j = rows[i].lo; j < rows[i].hi; j++)
			v[n++] = value(p, p->x[i], p->y[j]);
	}
	pd_select_ranks(v, n, &rank, 1);
	return v[rank];
}

static double select_implicit(const struct pd_pairwise *p, size_t rank, struct pd_scratch *s)
{
	struct row *rows = pd_scratch_array(s, PD_SCRATCH_ROWS, struct row, p->m);
	size_t left = count_all(p);
	uint64_t state = 1;

	for (size_t i = 0; i < p->m; i++)
		rows[i] = (struct row){.lo = first_of(p, i), .hi = p->n};
	while (left > p->m + p->n + GATHER_MAX) {
		double pivot = draw_pivot(p, rows, left, &state);
		size_t below, upto;

		count(p, rows, pivot, &below, &upto);
		if (below <= rank && rank < upto)
			return pivot;
		for (size_t i = 0; i < p->m; i++) {
			if (rank < below)
				rows[i].hi = rows[i].below;
			else
				rows[i].lo = rows[i].upto;
		}
		if (rank < below) {
			left = below;
		} else {
			left -= upto;
			rank -= upto;
		}
	}
	return select_gathered(p, rows, left, rank, s);
}

void pd_pairwise_select(const struct pd_pairwise *p, const size_t *rank, size_t n_ranks,
			struct pd_scratch *s, double *ret)
{
	if (p->m <= BUILD_MAX && p->n <= BUILD_MAX && count_all(p) <= BUILD_MAX) {
		select_built(p, rank, n_ranks, s, ret);
		return;
	}
	for (size_t i = 0; i < n_ranks; i++)
		ret[i] = select_implicit(p, rank[i], s);
}
