/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/collapse.h"

#include "base/arena.h"
#include "diff/digests.h"
#include "diff/iterations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <perfdelta/stat.h>
#include <perfdelta/stat_design.h>

/* A value with the run it belongs to; runs of several pooled keys stay apart. */
struct item {
	uint32_t key, run, order;
	pd_id boot;
	double value;
	double when; /* NaN: unknown */
};

/* Values of some groups, one after the other. */
struct groups {
	double *value;   /* [n_values] */
	uint32_t *count; /* [n] */
	size_t n, n_values;
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

static int by_boot(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->boot != y->boot)
		return x->boot < y->boot ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static bool same_run(const struct item *a, const struct item *b)
{
	return a->key == b->key && a->run == b->run;
}

static bool same_boot(const struct item *a, const struct item *b)
{
	return a->boot == b->boot;
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

static double smallest(const double *v, size_t n)
{
	double least = v[0];

	for (size_t i = 1; i < n; i++)
		least = v[i] < least ? v[i] : least;
	return least;
}

static double quantile(double *v, size_t n, const struct pd_grouping *g)
{
	static const int type[] = {[PD_QUANTILE_7] = 7, [PD_QUANTILE_6] = 6, [PD_QUANTILE_8] = 8};

	qsort(v, n, sizeof(*v), by_value);
	if (g->quantile_kind == PD_QUANTILE_HD)
		return pd_quantile_hd(v, n, g->quantile);
	return pd_quantile(v, n, g->quantile, type[g->quantile_kind]);
}

static double collapse_run(double *v, size_t n, enum pd_collapse how, const struct pd_grouping *g)
{
	switch (how) {
	case PD_COLLAPSE_QUANTILE:
		return quantile(v, n, g);
	case PD_COLLAPSE_MEDIAN:
		return median(v, n);
	case PD_COLLAPSE_MEAN:
		return pd_describe_mean(v, n);
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
	return n != 1 || pd_digests_is_single_run(t, index, n);
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
	series->n_runs = series->n_runs ? series->n_runs : (uint32_t)n;
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

/*
 * The items that are left of each group without its first @drop, one group after
 * the other, and their values as groups. @item: sorted by group. Returns how many.
 */
static size_t gather(struct item *item, size_t n,
		     bool (*same)(const struct item *a, const struct item *b), uint32_t drop,
		     struct groups *groups)
{
	size_t kept = 0;

	groups->n = groups->n_values = 0;
	for (size_t i = 0, end; i < n; i = end) {
		size_t before = kept;

		for (end = i; end < n && same(&item[i], &item[end]); end++)
			if (end - i >= drop)
				item[kept++] = item[end];
		if (kept > before)
			groups->count[groups->n++] = (uint32_t)(kept - before);
	}
	for (size_t i = 0; i < kept; i++)
		groups->value[groups->n_values++] = item[i].value;
	return kept;
}

/* Each group becomes one item that stands where its first one stood. */
static size_t collapse_groups(struct item *item, const struct groups *groups, enum pd_collapse how,
			      const struct pd_grouping *g)
{
	double *value = groups->value;
	size_t at = 0;

	for (size_t i = 0; i < groups->n; at += groups->count[i++]) {
		item[i] = item[at];
		item[i].value = collapse_run(value + at, groups->count[i], how, g);
	}
	return groups->n;
}

/* Levels that say nothing new leave what is known of those below. */
static void see_levels(const struct groups *groups, struct pd_series *series)
{
	struct pd_levels levels;

	if (pd_levels(groups->value, groups->count, groups->n, &levels) == PD_OK)
		series->levels = levels;
}

/* A copy of what is about to become one value each. */
static void keep_parts(struct pd_ctx *ctx, const struct groups *groups, struct pd_series *series)
{
	double *part = pd_ctx_alloc(ctx, (groups->n_values + 1) * sizeof(*part));
	size_t *start = pd_ctx_alloc(ctx, (groups->n + 1) * sizeof(*start));

	memcpy(part, groups->value, groups->n_values * sizeof(*part));
	for (size_t i = 0; i < groups->n; i++)
		start[i + 1] = start[i] + groups->count[i];
	series->part = part;
	series->part_start = start;
}

static uint32_t least_of(const struct groups *groups)
{
	uint32_t least = UINT32_MAX;

	for (size_t i = 0; i < groups->n; i++)
		least = groups->count[i] < least ? groups->count[i] : least;
	return groups->n ? least : 0;
}

/* Values are iterations: each run becomes one of them, or they stay and count as runs. */
static size_t settle_iterations(struct pd_ctx *ctx, struct item *item, size_t n,
				const struct pd_grouping *g, struct groups *groups,
				struct pd_series *series)
{
	qsort(item, n, sizeof(*item), by_run);
	n = gather(item, n, same_run, g->drop_first, groups);
	series->n_iterations = (uint32_t)n;
	series->n_runs = (uint32_t)groups->n;
	series->n_warmup = groups->n ? pd_iterations_warmup(groups->value, groups->count, groups->n)
				     : 0;
	series->iterations = g->collapse == PD_COLLAPSE_NONE && !series->single_run;
	if (!series->single_run) {
		/* of a percentile nobody knows how much runs add to what iterations explain */
		if (g->collapse != PD_COLLAPSE_QUANTILE)
			see_levels(groups, series);
		if (!series->iterations) {
			series->n_least = least_of(groups);
			if (g->keep_parts)
				keep_parts(ctx, groups, series);
			n = collapse_groups(item, groups, g->collapse, g);
		}
	}
	qsort(item, n, sizeof(*item), by_order);
	return n;
}

/*
 * Values are runs: those of each boot become one, if there are several boots; where runs are
 * a quantile of their iterations, by the median of these.
 */
static size_t settle_boots(struct pd_ctx *ctx, struct item *item, size_t n,
			   const struct pd_grouping *g, struct groups *groups,
			   struct pd_series *series)
{
	/* the first runs of each boot, unless iterations were dropped already */
	uint32_t drop = series->n_runs ? 0 : g->drop_first;
	enum pd_collapse how = g->collapse == PD_COLLAPSE_QUANTILE ? PD_COLLAPSE_MEDIAN
								   : g->collapse;

	qsort(item, n, sizeof(*item), by_boot);
	n = gather(item, n, same_boot, drop, groups);
	series->n_boots = (uint32_t)groups->n;
	if (!series->n_runs)
		series->n_runs = series->n_iterations = (uint32_t)n;
	if (groups->n > 1) {
		see_levels(groups, series);
		series->iterations |= g->collapse == PD_COLLAPSE_NONE && n > groups->n;
		if (how != PD_COLLAPSE_NONE && g->keep_parts)
			keep_parts(ctx, groups, series);
		if (how != PD_COLLAPSE_NONE)
			n = collapse_groups(item, groups, how, g);
	}
	qsort(item, n, sizeof(*item), by_order);
	return n;
}

/* Is the boot of every value known? */
static bool knows_boots(const struct pd_collapse_cell *c)
{
	for (size_t i = 0; c->boot && i < c->n; i++)
		if (!c->boot[c->table->key[c->index[i]]])
			return false;
	return c->boot && c->n;
}

static const double *times_of(struct pd_ctx *ctx, const struct item *item, size_t n)
{
	double *when = pd_ctx_alloc(ctx, (n + 1) * sizeof(*when));

	for (size_t i = 0; i < n; i++)
		when[i] = item[i].when;
	return all_known(when, n);
}

static void *some(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

void pd_collapse(struct pd_ctx *ctx, const struct pd_collapse_cell *cell,
		 const struct pd_grouping *g, struct pd_series *series)
{
	const struct pd_table *t = cell->table;
	const uint32_t *index = cell->index;
	size_t n = cell->n;
	bool iterated = has_iterations(t, index, n), booted = knows_boots(cell);
	struct groups groups;
	struct item *item;

	series->single_run = series->single_run &&
			     (iterated || pd_digests_is_single_run(t, index, n));
	if (!iterated && !booted) {
		take_runs(ctx, t, index, n, g->drop_first, series);
		if (t->n_aggregates && series->n && !g->paired)
			pd_digests(t, index + g->drop_first, series);
		return;
	}
	item = some(n, sizeof(*item));
	groups = (struct groups){pd_ctx_alloc(ctx, (n + 1) * sizeof(double)),
				 some(n, sizeof(*groups.count)), 0, 0};
	for (size_t i = 0; i < n; i++)
		item[i] =
			(struct item){t->key[index[i]],   t->run[index[i]],
				      (uint32_t)i,        booted ? cell->boot[t->key[index[i]]] : 0,
				      t->value[index[i]], t->when ? t->when[index[i]] : 0};
	series->n_iterations = (uint32_t)n;
	if (iterated)
		n = settle_iterations(ctx, item, n, g, &groups, series);
	if (booted)
		n = settle_boots(ctx, item, n, g, &groups, series);
	for (size_t i = 0; i < n; i++)
		groups.value[i] = item[i].value;
	if (t->when)
		series->when = times_of(ctx, item, n);
	free(item);
	free(groups.count);
	finish(ctx, series, groups.value, n, series->n_iterations);
	if (t->n_aggregates && series->n && !g->paired && !iterated && series->n_boots == 1)
		pd_digests(t, index + g->drop_first, series);
}
