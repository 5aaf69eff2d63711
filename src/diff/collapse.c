/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/collapse.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A value with the run it belongs to; runs of several pooled keys stay apart. */
struct item {
	uint32_t key, run, order;
	double value;
	double when; /* NaN: unknown */
};

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Runs in order of key and number, iterations in the order measured. */
static int by_run(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->run != y->run)
		return x->run < y->run ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/*
 * For positive values the median of the logs, so that times and rates are
 * mirror images: with an even count the two medians differ.
 */
static double median(double *v, size_t n)
{
	double a, b;

	qsort(v, n, sizeof(*v), by_value);
	a = v[(n - 1) / 2];
	b = v[n / 2];
	if (a == b)
		return a;
	return v[0] > 0 ? sqrt(a) * sqrt(b) : a / 2 + b / 2;
}

static double mean(const double *v, size_t n)
{
	double m = 0;

	for (size_t i = 0; i < n; i++)
		m += (v[i] - m) / (double)(i + 1);
	return m;
}

static double smallest(const double *v, size_t n)
{
	double least = v[0];

	for (size_t i = 1; i < n; i++)
		least = v[i] < least ? v[i] : least;
	return least;
}

static double collapse_run(double *v, size_t n, enum pd_collapse how)
{
	switch (how) {
	case PD_COLLAPSE_MEDIAN:
		return median(v, n);
	case PD_COLLAPSE_MEAN:
		return mean(v, n);
	case PD_COLLAPSE_MIN:
	case PD_COLLAPSE_NONE:
		break;
	}
	return smallest(v, n);
}

bool pd_collapse_is_single_run(const struct pd_table *t, const uint32_t *index, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (t->run[index[i]] != t->run[index[0]] || t->key[index[i]] != t->key[index[0]])
			return false;
	return n != 1;
}

static bool has_iterations(const struct pd_table *t, const uint32_t *index, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (t->iteration[index[i]])
			return true;
	return false;
}

static void finish(struct pd_ctx *ctx, struct pd_series *series, double *value, size_t n,
		   size_t n_iterations)
{
	double *sorted = pd_ctx_alloc(ctx, (n + 1) * sizeof(*sorted));

	if (n)
		memcpy(sorted, value, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_value);
	series->value = value;
	series->sorted = sorted;
	series->n = (uint32_t)n;
	series->n_iterations = (uint32_t)n_iterations;
}

/* The times of @n values, or NULL if one of them is unknown. */
static const double *all_known(const double *when, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (isnan(when[i]))
			return NULL;
	return when;
}

/* Every value is a run: what is dropped are runs. */
static void take_runs(struct pd_ctx *ctx, const struct pd_table *t, const uint32_t *index, size_t n,
		      uint32_t drop, struct pd_series *series)
{
	double *value = pd_ctx_alloc(ctx, (n + 1) * sizeof(*value));
	double *when = t->when ? pd_ctx_alloc(ctx, (n + 1) * sizeof(*when)) : NULL;
	size_t kept = 0;

	for (size_t i = drop; i < n; i++) {
		if (when)
			when[kept] = t->when[index[i]];
		value[kept++] = t->value[index[i]];
	}
	series->when = when ? all_known(when, kept) : NULL;
	finish(ctx, series, value, kept, kept);
}

/* Each run becomes one item that stands where its first iteration stood. */
static size_t collapse_items(struct item *item, size_t n, const struct pd_grouping *g,
			     double *scratch, size_t *ret_iterations)
{
	size_t n_runs = 0, used = 0;

	qsort(item, n, sizeof(*item), by_run);
	for (size_t i = 0, end; i < n; i = end) {
		size_t count = 0;

		for (end = i;
		     end < n && item[end].key == item[i].key && item[end].run == item[i].run; end++)
			if (end - i >= g->drop_first)
				scratch[count++] = item[end].value;
		used += count;
		if (!count)
			continue;
		item[n_runs] = item[i];
		item[n_runs++].value = collapse_run(scratch, count, g->collapse);
	}
	qsort(item, n_runs, sizeof(*item), by_order);
	*ret_iterations = used;
	return n_runs;
}

/* Iterations stand for themselves; what is dropped are the first of each run. */
static size_t keep_items(struct item *item, size_t n, uint32_t drop)
{
	size_t kept = 0, of_run = 0;

	qsort(item, n, sizeof(*item), by_run);
	for (size_t i = 0; i < n; i++) {
		bool same = i && item[i].key == item[i - 1].key && item[i].run == item[i - 1].run;

		of_run = same ? of_run + 1 : 0;
		if (of_run >= drop)
			item[kept++] = item[i];
	}
	qsort(item, kept, sizeof(*item), by_order);
	return kept;
}

static const double *times_of(struct pd_ctx *ctx, const struct item *item, size_t n)
{
	double *when = pd_ctx_alloc(ctx, (n + 1) * sizeof(*when));

	for (size_t i = 0; i < n; i++)
		when[i] = item[i].when;
	return all_known(when, n);
}

void pd_collapse(struct pd_ctx *ctx, const struct pd_table *t, const uint32_t *index, size_t n,
		 const struct pd_grouping *g, struct pd_series *series)
{
	bool keep = series->single_run || g->collapse == PD_COLLAPSE_NONE;
	struct item *item;
	double *value;
	size_t kept, n_iterations;

	if (!has_iterations(t, index, n)) {
		series->single_run = false;
		take_runs(ctx, t, index, n, g->drop_first, series);
		return;
	}
	series->iterations = keep && !series->single_run;
	item = calloc(n, sizeof(*item));
	value = pd_ctx_alloc(ctx, (n + 1) * sizeof(*value));
	if (!item)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < n; i++)
		item[i] = (struct item){t->key[index[i]], t->run[index[i]], (uint32_t)i,
					t->value[index[i]], t->when ? t->when[index[i]] : 0};
	if (keep) {
		kept = n_iterations = keep_items(item, n, g->drop_first);
	} else {
		kept = collapse_items(item, n, g, value, &n_iterations);
	}
	for (size_t i = 0; i < kept; i++)
		value[i] = item[i].value;
	if (t->when)
		series->when = times_of(ctx, item, kept);
	free(item);
	finish(ctx, series, value, kept, n_iterations);
}
