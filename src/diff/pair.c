/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/compare.h>

#include "base/str.h"
#include "diff/boots.h"
#include "diff/collapse.h"
#include "diff/digests.h"
#include "diff/mixed.h"
#include "diff/pairs.h"
#include "diff/project.h"

#include <stdlib.h>

enum { MAX_CELLS = 10000000 };

/* The ledger's rows sorted into cells of (row, side), each in the order measured. */
struct cells {
	size_t n;          /* rows * sides */
	size_t *start;     /* [n + 1] */
	uint32_t *index;   /* [start[n]] into the table */
	const pd_id *boot; /* as of pd_boots() */
};

static struct cells sort_into_cells(struct pd_ctx *ctx, const struct pd_table *t,
				    const struct pd_projection *p)
{
	struct cells c = {.n = p->n * t->n_sides};
	size_t *next;

	c.start = pd_ctx_alloc(ctx, (c.n + 2) * sizeof(*c.start));
	next = c.start + 1;
	for (size_t i = 0; i < t->n; i++)
		if (p->row[t->key[i]] != PD_PROJECT_NOWHERE)
			next[p->row[t->key[i]] * t->n_sides + t->side[i] + 1]++;
	for (size_t i = 0; i < c.n; i++)
		next[i + 1] += next[i];
	c.index = pd_ctx_alloc(ctx, (next[c.n] + 1) * sizeof(*c.index));
	/* next[i] moves from the start of cell i to its end, the start of i + 1. */
	for (size_t i = 0; i < t->n; i++) {
		uint32_t row = p->row[t->key[i]];

		if (row != PD_PROJECT_NOWHERE)
			c.index[next[row * t->n_sides + t->side[i]]++] = (uint32_t)i;
	}
	return c;
}

static void apply_metric_options(const struct pd_ctx *ctx, const struct pd_grouping *g,
				 struct pd_metric *m)
{
	struct pd_str name = pd_ctx_name(ctx, m->name);

	for (size_t i = 0; i < g->n_better; i++)
		if (pd_str_glob(pd_str_of(g->better[i].metric), name))
			m->better = g->better[i].better;
	for (size_t i = 0; i < g->n_min_effect; i++)
		if (pd_str_glob(pd_str_of(g->min_effect[i].metric), name)) {
			m->has_min_effect = true;
			m->min_effect = g->min_effect[i].min_effect;
		}
	for (size_t i = 0; i < g->n_min_effect_abs; i++)
		if (pd_str_glob(pd_str_of(g->min_effect_abs[i].metric), name)) {
			m->has_min_effect_abs = true;
			m->min_effect_abs = g->min_effect_abs[i].min_effect;
		}
	for (size_t i = 0; i < g->n_scale; i++)
		if (pd_str_glob(pd_str_of(g->scale[i].metric), name))
			m->absolute = g->scale[i].absolute;
	for (size_t i = 0; i < g->n_exact; i++)
		m->exact |= pd_str_glob(pd_str_of(g->exact[i]), name);
}

/* A misspelt metric would silently keep its direction, or its noise. */
static void check_named(struct pd_ctx *ctx, const struct pd_rows *rows, const char *option,
			const char *glob)
{
	for (size_t m = 0; m < rows->n_metrics; m++)
		if (pd_str_glob(pd_str_of(glob), pd_ctx_name(ctx, rows->metrics[m].name)))
			return;
	pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "no-match",
		    "%s: no metric is called '%s'", option, glob);
}

static void take_metrics(struct pd_ctx *ctx, const struct pd_grouping *g, struct pd_rows *rows)
{
	const struct pd_table *t = rows->table;

	rows->n_metrics = t->n_metrics;
	rows->metrics = pd_ctx_alloc(ctx, (t->n_metrics + 1) * sizeof(*rows->metrics));
	for (size_t i = 0; i < t->n_metrics; i++) {
		rows->metrics[i] = t->metrics[i];
		apply_metric_options(ctx, g, &rows->metrics[i]);
	}
	for (size_t i = 0; i < g->n_better; i++)
		check_named(ctx, rows, "--better", g->better[i].metric);
	for (size_t i = 0; i < g->n_min_effect; i++)
		check_named(ctx, rows, "--min-effect", g->min_effect[i].metric);
	for (size_t i = 0; i < g->n_min_effect_abs; i++)
		check_named(ctx, rows, "--min-effect-abs", g->min_effect_abs[i].metric);
	for (size_t i = 0; i < g->n_scale; i++)
		check_named(ctx, rows, "--scale", g->scale[i].metric);
	for (size_t i = 0; i < g->n_exact; i++)
		check_named(ctx, rows, "--exact", g->exact[i]);
}

static int check_exact(struct pd_ctx *ctx, const struct pd_rows *rows, const struct pd_row *row)
{
	for (size_t s = 0; s < rows->n_sides; s++) {
		const struct pd_series *x = &row->series[s];

		if (!x->n || (x->sorted[0] == x->sorted[x->n - 1] && !(x->digest.sd > 0)))
			continue;
		pd_ctx_diag(
			ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "not-deterministic",
			"metric '%s' of '%s' is declared exact, yet side '%s' has different values",
			pd_ctx_name(ctx, rows->metrics[row->metric].name).p,
			pd_ctx_name(ctx, row->bench).p,
			pd_ctx_name(ctx, rows->table->sides[s].name).p);
		return PD_EUSAGE;
	}
	return PD_OK;
}

/*
 * Cells without values cost memory too: a hostile file has as many sides as rows.
 * There is a geometric mean of each metric, even if no row of it was selected.
 */
static int check_size(struct pd_ctx *ctx, const struct pd_table *t, const struct pd_projection *p)
{
	size_t most = p->n > t->n_metrics ? p->n : t->n_metrics;

	if (!t->n_sides || most <= MAX_CELLS / t->n_sides)
		return PD_OK;
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "limit",
		    "%zu rows or metrics on %zu sides are more than %d cells", most, t->n_sides,
		    MAX_CELLS);
	return PD_ELIMIT;
}

static void fill_row(struct pd_ctx *ctx, const struct pd_table *t, const struct pd_grouping *g,
		     const struct cells *c, size_t i, struct pd_rows *rows)
{
	const size_t *start = c->start + i * t->n_sides; /* [n_sides + 1] */
	struct pd_row *row = &rows->row[i];
	/* A percentile was asked for, and of one run there is but one. */
	bool single = g->collapse != PD_COLLAPSE_QUANTILE;

	row->series = pd_ctx_alloc(ctx, t->n_sides * sizeof(*row->series));
	row->pooled = pd_mixed(ctx, t, g, c->index + start[0], start[t->n_sides] - start[0]);
	/* With one run on every side, its iterations are all there is to compare. */
	for (size_t s = 0; s < t->n_sides; s++)
		single &= pd_collapse_is_single_run(t, c->index + start[s],
						    start[s + 1] - start[s]);
	for (size_t s = 0; s < t->n_sides; s++) {
		struct pd_series *series = &row->series[s];
		const uint32_t *index = c->index + start[s];
		size_t n = start[s + 1] - start[s];

		/* A side can only be mixed if the row is. */
		series->mixed = row->pooled && pd_mixed(ctx, t, g, index, n);
		series->single_run = single;
		pd_collapse(ctx, &(struct pd_collapse_cell){t, index, n, c->boot}, g, series);
		series->n_inside = pd_digests_inside(t, index, n);
		rows->n_dropped += n - series->n_iterations;
	}
}

/* A percentile of nothing would go unnoticed: values that are runs stay as they are. */
static void take_quantile(struct pd_ctx *ctx, const struct pd_grouping *g, struct pd_rows *rows)
{
	rows->quantile = g->quantile;
	for (size_t i = 0; i < rows->n; i++)
		for (size_t s = 0; s < rows->n_sides; s++)
			if (rows->row[i].series[s].n_least)
				return;
	pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "no-iterations",
		    "--collapse: no run has iterations, so there is nothing to take a percentile "
		    "of; in CSV a column 'run' says which values are of one run");
}

int pd_pair(struct pd_ctx *ctx, const struct pd_table *table, const struct pd_grouping *grouping,
	    struct pd_rows *ret)
{
	struct pd_rows rows = {.table = table,
			       .n_sides = table->n_sides,
			       .paired = grouping->paired};
	struct pd_projection p;
	struct cells c;
	int r = pd_project(ctx, table, grouping, &p);

	if (r < 0)
		return r;
	r = check_size(ctx, table, &p);
	if (r < 0)
		return r;
	take_metrics(ctx, grouping, &rows);
	c = sort_into_cells(ctx, table, &p);
	c.boot = pd_boots(ctx, table, grouping);
	rows.n = p.n;
	rows.n_filtered = table->n - c.start[c.n];
	rows.row = pd_ctx_alloc(ctx, (p.n + 1) * sizeof(*rows.row));
	for (size_t i = 0; i < p.n; i++) {
		rows.row[i] = (struct pd_row){.bench = p.key[i].bench,
					      .labels = p.key[i].labels,
					      .metric = p.key[i].metric};
		fill_row(ctx, table, grouping, &c, i, &rows);
		if (rows.metrics[p.key[i].metric].exact)
			r = check_exact(ctx, &rows, &rows.row[i]);
		if (r < 0)
			return r;
	}
	if (grouping->collapse == PD_COLLAPSE_QUANTILE)
		take_quantile(ctx, grouping, &rows);
	r = grouping->paired ? pd_pairs_check(ctx, &rows) : PD_OK;
	if (r < 0)
		return r;
	*ret = rows;
	return PD_OK;
}
