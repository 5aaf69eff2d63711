/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ledger.h"

#include "base/arena.h"

#include <stdlib.h>

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

static size_t series_of(const struct pd_table *t, size_t row)
{
	return t->key[row] * t->n_sides + t->side[row];
}

static bool stands_before(const struct pd_table *t, size_t a, size_t b)
{
	return t->run[a] != t->run[b] ? t->run[a] < t->run[b] : t->iteration[a] < t->iteration[b];
}

static int compare_rows(const void *a, const void *b, void *table)
{
	const struct pd_table *t = table;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return stands_before(t, x, y) ? -1 : stands_before(t, y, x);
}

/* Rows come in order as a rule; runs that were measured in turns do not. */
static void sort_series(const struct pd_table *t, size_t *row, size_t n)
{
	struct pd_table copy = *t;

	for (size_t i = 1; i < n; i++) {
		if (!stands_before(t, row[i], row[i - 1]))
			continue;
		qsort_r(row, n, sizeof(*row), compare_rows, &copy);
		return;
	}
}

struct pd_ledger_series pd_ledger_by_series(const struct pd_table *t)
{
	size_t n_series = t->n_keys * t->n_sides;
	struct pd_ledger_series s = {zeroed(t->n, sizeof(*s.row)),
				     zeroed(n_series + 2, sizeof(*s.start))};
	size_t *end = s.start + 1;

	/* Counting sort: end[i] is where series i starts, and grows to where it ends. */
	for (size_t i = 0; i < t->n; i++)
		end[series_of(t, i) + 1]++;
	for (size_t i = 0; i < n_series; i++)
		end[i + 1] += end[i];
	for (size_t i = 0; i < t->n; i++)
		s.row[end[series_of(t, i)]++] = i;
	for (size_t i = 0; i < n_series; i++)
		sort_series(t, s.row + s.start[i], s.start[i + 1] - s.start[i]);
	return s;
}
