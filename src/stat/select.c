/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/select.h"

#include <stdlib.h>

enum { FEW = 16 };

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void insertion_sort(double *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double x = v[i];
		size_t j = i;

		for (; j > 0 && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
}

void pd_select_sort(double *v, size_t n)
{
	if (n <= 2 * (size_t)FEW)
		insertion_sort(v, n);
	else
		qsort(v, n, sizeof(*v), compare);
}

/* The middle one of the first, the middle and the last value. */
static double pivot_of(const double *v, size_t lo, size_t hi)
{
	double a = v[lo], b = v[lo + (hi - lo) / 2], c = v[hi];
	double least = a < b ? a : b, most = a < b ? b : a;

	return c < least ? least : c > most ? most : c;
}

/*
 * Values below @p to the front of v[lo .. hi]; returns where the others start.
 * No branch depends on a value: half of all guesses would be wrong.
 */
static size_t move_below(double *v, size_t lo, size_t hi, double p)
{
	size_t end = lo;

	for (size_t i = lo; i <= hi; i++) {
		double x = v[i];

		v[i] = v[end];
		v[end] = x;
		end += x < p;
	}
	return end;
}

/* The same for values equal to @p, where none is below it. */
static size_t move_equal(double *v, size_t lo, size_t hi, double p)
{
	size_t end = lo;

	for (size_t i = lo; i <= hi; i++) {
		double x = v[i];

		v[i] = v[end];
		v[end] = x;
		end += x <= p;
	}
	return end;
}

/* Put rank k of v[lo .. hi] in place. Values equal to a pivot are settled together. */
static void select_one(double *v, size_t lo, size_t hi, size_t k)
{
	unsigned int rounds = 64;

	while (hi - lo > FEW && rounds--) {
		double p = pivot_of(v, lo, hi);
		size_t at = move_below(v, lo, hi, p);

		if (k < at) {
			hi = at - 1;
			continue;
		}
		lo = move_equal(v, at, hi, p);
		if (k < lo)
			return;
	}
	if (hi - lo > FEW)
		qsort(v + lo, hi - lo + 1, sizeof(*v), compare);
	else
		insertion_sort(v + lo, hi - lo + 1);
}

/* The middle rank first: it halves the range of all others. Recurses log2(n_ranks) deep. */
static void select_between(double *v, size_t lo, size_t hi, const size_t *rank, size_t n_ranks)
{
	size_t mid = n_ranks / 2, first = mid, after = mid + 1;

	if (!n_ranks || lo >= hi)
		return;
	select_one(v, lo, hi, rank[mid]);
	while (first > 0 && rank[first - 1] == rank[mid])
		first--;
	while (after < n_ranks && rank[after] == rank[mid])
		after++;
	if (first > 0)
		select_between(v, lo, rank[mid] - 1, rank, first);
	if (after < n_ranks)
		select_between(v, rank[mid] + 1, hi, rank + after, n_ranks - after);
}

void pd_select_ranks(double *v, size_t n, const size_t *rank, size_t n_ranks)
{
	select_between(v, 0, n - 1, rank, n_ranks);
}

double pd_select_median(double *v, size_t n)
{
	const size_t rank[] = {(n - 1) / 2, n / 2};

	pd_select_ranks(v, n, rank, 2);
	return pd_select_middle(v[rank[0]], v[rank[1]]);
}
