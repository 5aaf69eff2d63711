/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ledger.h"

#include "base/arena.h"

#include <stdlib.h>

static size_t *zeroed(size_t n)
{
	size_t *p = calloc(n + 1, sizeof(*p));

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

typedef size_t bucket_fn(const struct pd_table *t, size_t row);

static size_t side_of(const struct pd_table *t, size_t row)
{
	return t->side[row];
}

static size_t key_of(const struct pd_table *t, size_t row)
{
	return t->key[row];
}

/* @row (NULL: as they were read) by bucket; rows of one bucket stay in their order. */
static size_t *sorted(const struct pd_table *t, const size_t *row, bucket_fn *bucket,
		      size_t n_buckets)
{
	size_t *ret = zeroed(t->n), *end = zeroed(n_buckets + 1);

	/* end[b] is where bucket b starts, and grows to where it ends. */
	for (size_t i = 0; i < t->n; i++)
		end[bucket(t, i) + 1]++;
	for (size_t b = 0; b < n_buckets; b++)
		end[b + 1] += end[b];
	for (size_t i = 0; i < t->n; i++) {
		size_t r = row ? row[i] : i;

		ret[end[bucket(t, r)]++] = r;
	}
	free(end);
	return ret;
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

size_t *pd_ledger_by_side(const struct pd_table *t)
{
	return sorted(t, NULL, side_of, t->n_sides);
}

size_t pd_ledger_series_end(const struct pd_table *t, const size_t *row, size_t start)
{
	size_t end = start + 1;

	while (end < t->n && t->key[row[end]] == t->key[row[start]] &&
	       t->side[row[end]] == t->side[row[start]])
		end++;
	return end;
}

size_t *pd_ledger_by_series(const struct pd_table *t)
{
	size_t *by_side = pd_ledger_by_side(t), *row = sorted(t, by_side, key_of, t->n_keys);

	free(by_side);
	for (size_t i = 0, end; i < t->n; i = end) {
		end = pd_ledger_series_end(t, row, i);
		sort_series(t, row + i, end - i);
	}
	return row;
}
