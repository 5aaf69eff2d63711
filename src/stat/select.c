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

static void swap(double *a, double *b)
{
	double t = *a;

	*a = *b;
	*b = t;
}

/* Median of the first, middle and last value; the outer two become sentinels. */
static double pivot(double *v, size_t lo, size_t hi)
{
	size_t mid = lo + (hi - lo) / 2;

	if (v[mid] < v[lo])
		swap(&v[mid], &v[lo]);
	if (v[hi] < v[lo])
		swap(&v[hi], &v[lo]);
	if (v[hi] < v[mid])
		swap(&v[hi], &v[mid]);
	return v[mid];
}

/* Put rank k of v[lo .. hi] in place. Equal values stop both scans, so ties split evenly. */
static void select_one(double *v, size_t lo, size_t hi, size_t k)
{
	unsigned int rounds = 64;

	while (hi - lo > FEW && rounds--) {
		double p = pivot(v, lo, hi);
		size_t i = lo, j = hi;

		while (i <= j) {
			while (v[i] < p)
				i++;
			while (p < v[j])
				j--;
			if (i <= j)
				swap(&v[i++], &v[j--]);
		}
		if (k <= j)
			hi = j;
		else if (k >= i)
			lo = i;
		else
			return;
	}
	if (hi - lo > FEW)
		qsort(v + lo, hi - lo + 1, sizeof(*v), compare);
	else
		insertion_sort(v + lo, hi - lo + 1);
}

void pd_select_ranks(double *v, size_t n, const size_t *rank, size_t n_ranks)
{
	size_t lo = 0;

	for (size_t i = 0; i < n_ranks; i++) {
		if (i > 0 && rank[i] == rank[i - 1])
			continue;
		select_one(v, lo, n - 1, rank[i]);
		lo = rank[i] + 1;
	}
}

double pd_select_median(double *v, size_t n)
{
	const size_t rank[] = {(n - 1) / 2, n / 2};

	pd_select_ranks(v, n, rank, 2);
	return pd_select_middle(v[rank[0]], v[rank[1]]);
}
