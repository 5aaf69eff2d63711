/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/aa.h>

#include "base/arena.h"
#include "diff/family.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <perfdelta/stat_many.h>

enum {
	FEWEST_RUNS = 4,      /* halves of two */
	MOST_JUDGED = 200000, /* rows times splits: what is remembered of each adds up */
	FEWEST_SPLITS = 20,
};

/* No builds are more alike than this: the layout of code moves with every change. */
static const double least_effect = 0.01;

/* The runs of one row, all sides one after the other, and the halves of the split at hand. */
struct pooled {
	double *value, *half[2], *sorted[2];
	double *change; /* [n_splits]: |log ratio|, or |difference|; NaN: none */
	uint32_t n;
	bool *first;
};

struct job {
	struct pd_ctx *ctx;
	const struct pd_result *result;
	struct pd_aa_result *aa;
	struct pooled *pooled; /* [rows->n] */
	struct pd_table table; /* with two sides of the same name */
	struct pd_rows rows;
	size_t most;
	struct pd_scratch *scratch;
};

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *numbers(struct pd_ctx *ctx, size_t n)
{
	return pd_ctx_alloc(ctx, (n + 1) * sizeof(double));
}

static struct pooled pool(struct job *j, const struct pd_row *row)
{
	size_t n_sides = j->result->rows->n_sides, n = 0;
	struct pooled p = {0};

	for (size_t side = 0; side < n_sides; side++)
		n += row->series[side].n;
	p.value = numbers(j->ctx, n);
	p.first = pd_ctx_alloc(j->ctx, n + 1);
	for (size_t half = 0; half < 2; half++) {
		p.half[half] = numbers(j->ctx, n);
		p.sorted[half] = numbers(j->ctx, n);
	}
	p.change = numbers(j->ctx, j->aa->n_splits);
	for (size_t side = 0; side < n_sides; side++) {
		const struct pd_series *s = &row->series[side];

		if (s->n)
			memcpy(p.value + p.n, s->value, s->n * sizeof(*s->value));
		p.n += s->n;
	}
	return p;
}

/* The halves of split @i as the two sides of @row; too few runs: no sides. */
static void split_row(struct job *j, size_t i, size_t row)
{
	struct pooled *p = &j->pooled[row];
	size_t n[2] = {0, 0};

	if (p->n >= FEWEST_RUNS)
		pd_halves(p->n, i, j->most, j->result->policy.seed, j->scratch, p->first);
	for (size_t at = 0; p->n >= FEWEST_RUNS && at < p->n; at++) {
		size_t half = p->first[at] ? 0 : 1;

		p->half[half][n[half]++] = p->value[at];
	}
	for (size_t half = 0; half < 2; half++) {
		memcpy(p->sorted[half], p->half[half], n[half] * sizeof(double));
		qsort(p->sorted[half], n[half], sizeof(double), by_value);
		j->rows.row[row].series[half] =
			(struct pd_series){.value = p->half[half],
					   .sorted = p->sorted[half],
					   .n = (uint32_t)n[half],
					   .n_iterations = (uint32_t)n[half],
					   .n_runs = (uint32_t)n[half]};
	}
}

static bool is_change(enum pd_verdict v)
{
	return v == PD_VERDICT_REGRESSION || v == PD_VERDICT_IMPROVEMENT || v == PD_VERDICT_CHANGED;
}

static void count(struct job *j, size_t i, const struct pd_result *r)
{
	bool any_change = false, any_regression = false;

	for (size_t k = 0; k < r->n; k++) {
		const struct pd_comparison *c = &r->comparison[k];
		struct pd_aa_row *row = &j->aa->row[c->row];
		bool change = is_change(c->verdict), bad = c->verdict == PD_VERDICT_REGRESSION;

		row->changed += change;
		row->regression += bad;
		row->relative = c->relative;
		any_change |= change && c->gated;
		any_regression |= bad && c->gated;
		j->pooled[c->row].change[i] = fabs(c->relative ? log1p(c->delta.point)
							       : c->delta.point);
	}
	j->aa->any_change += any_change;
	j->aa->any_regression += any_regression;
}

static void judge_split(struct job *j, size_t i)
{
	for (size_t row = 0; row < j->rows.n; row++) {
		j->pooled[row].change[i] = nan("");
		split_row(j, i, row);
	}
	count(j, i, pd_compare(j->ctx, &j->rows, &j->result->policy, 1));
}

/* What a straight line over the order of runs explains, less what it explains by chance. */
static double drift_of(const struct pd_series *s)
{
	double n = s->n, mx = (n - 1) / 2, my = 0, sxx = 0, sxy = 0, syy = 0, r2;
	bool logs = s->n && s->sorted[0] > 0;

	if (s->n < FEWEST_RUNS || s->sorted[0] == s->sorted[s->n - 1])
		return nan("");
	for (uint32_t i = 0; i < s->n; i++)
		my += (logs ? log(s->value[i]) : s->value[i]) / n;
	for (uint32_t i = 0; i < s->n; i++) {
		double x = i - mx, y = (logs ? log(s->value[i]) : s->value[i]) - my;

		sxx += x * x;
		sxy += x * y;
		syy += y * y;
	}
	r2 = sxy * sxy / (sxx * syy);
	return fmax(0, 1 - (1 - r2) * (n - 1) / (n - 2));
}

/* The 95 % quantile of what is there, ascending and without NaN. */
static double quantile(double *v, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(v[i]))
			v[kept++] = v[i];
	if (!kept)
		return nan("");
	qsort(v, kept, sizeof(*v), by_value);
	return pd_quantile(v, kept, 0.95, 7);
}

/* Splits of few runs a half differ by more than sides of all: by the root of the numbers. */
static void finish_row(struct job *j, struct pd_aa_row *a)
{
	const struct pd_row *row = &j->result->rows->row[a->row];
	double splits = (double)j->aa->n_splits, floor, side;

	a->drift = drift_of(&row->series[0]);
	if (!a->n_base) {
		a->changed = a->regression = a->floor = a->floor_side = nan("");
		return;
	}
	a->changed /= splits;
	a->regression /= splits;
	floor = quantile(j->pooled[a->row].change, j->aa->n_splits);
	side = floor * sqrt(2.0 / row->series[0].n / (1.0 / a->n_base + 1.0 / a->n_head));
	if (!row->series[0].n)
		side = nan("");
	a->floor = a->relative ? expm1(floor) : floor;
	a->floor_side = a->relative ? expm1(side) : side;
}

/* To half percents below 5 %, whole ones below 20 %, fives above. */
static double round_up(double v)
{
	double step = v < 0.05 ? 0.005 : v < 0.2 ? 0.01 : 0.05;

	return ceil(v / step * (1 - 1e-12)) * step;
}

static void recommend(struct pd_aa_result *aa)
{
	for (size_t i = 0; i < aa->n; i++) {
		uint16_t metric = aa->result->rows->row[aa->row[i].row].metric;
		double *ret = &aa->min_effect[metric];

		if (aa->row[i].relative && !isnan(aa->row[i].floor_side))
			*ret = fmax(*ret, fmax(round_up(aa->row[i].floor_side), least_effect));
	}
	for (size_t m = 0; m < aa->result->rows->n_metrics; m++)
		if (aa->min_effect[m] == 0)
			aa->min_effect[m] = nan("");
}

/* As many as differ in the row of most runs, and as can be remembered of all rows. */
static size_t splits_of(const struct pd_result *r, uint32_t splits, size_t *ret_most)
{
	size_t rows = r->rows->n ? r->rows->n : 1, room = MOST_JUDGED / rows, largest = 0;

	*ret_most = splits;
	if (room < FEWEST_SPLITS)
		room = FEWEST_SPLITS;
	if (*ret_most > room)
		*ret_most = room;
	for (size_t i = 0; i < r->rows->n; i++) {
		size_t n = 0;

		for (size_t side = 0; side < r->rows->n_sides; side++)
			n += r->rows->row[i].series[side].n;
		largest = n > largest ? n : largest;
	}
	return largest < FEWEST_RUNS ? 0 : pd_halves_count(largest, *ret_most);
}

static void prepare(struct job *j)
{
	const struct pd_rows *rows = j->result->rows;
	struct pd_side *sides = pd_ctx_alloc(j->ctx, 2 * sizeof(*sides));

	sides[0] = sides[1] = rows->table->sides[0];
	j->table = *rows->table;
	j->table.sides = sides;
	j->table.n_sides = 2;
	j->rows = *rows;
	j->rows.table = &j->table;
	j->rows.n_sides = 2;
	j->rows.paired = false;
	j->rows.row = pd_ctx_alloc(j->ctx, (rows->n + 1) * sizeof(*j->rows.row));
	j->pooled = pd_ctx_alloc(j->ctx, (rows->n + 1) * sizeof(*j->pooled));
	for (size_t i = 0; i < rows->n; i++) {
		struct pd_aa_row *a = &j->aa->row[i];

		j->pooled[i] = pool(j, &rows->row[i]);
		j->rows.row[i] = rows->row[i];
		j->rows.row[i].pooled = 0;
		j->rows.row[i].series = pd_ctx_alloc(j->ctx, 2 * sizeof(struct pd_series));
		*a = (struct pd_aa_row){.row = (uint32_t)i, .n = j->pooled[i].n};
		a->gated = pd_family_gates(j->ctx, &j->result->policy,
					   &rows->metrics[rows->row[i].metric]);
		if (a->n >= FEWEST_RUNS) {
			a->n_base = a->n / 2;
			a->n_head = a->n - a->n_base;
			a->n_splits = pd_halves_count(a->n, j->most);
		}
	}
}

const struct pd_aa_result *pd_aa(struct pd_ctx *ctx, const struct pd_result *result,
				 uint32_t splits)
{
	struct pd_aa_result *aa = pd_ctx_alloc(ctx, sizeof(*aa));
	struct job j = {.ctx = ctx, .result = result, .aa = aa, .scratch = pd_scratch_new()};

	aa->result = result;
	aa->n = result->rows->n;
	aa->n_splits = splits_of(result, splits, &j.most);
	aa->row = pd_ctx_alloc(ctx, (aa->n + 1) * sizeof(*aa->row));
	aa->min_effect = numbers(ctx, result->rows->n_metrics);
	prepare(&j);
	for (size_t i = 0; i < aa->n_splits; i++)
		judge_split(&j, i);
	aa->any_change = aa->n_splits ? aa->any_change / (double)aa->n_splits : nan("");
	aa->any_regression = aa->n_splits ? aa->any_regression / (double)aa->n_splits : nan("");
	for (size_t i = 0; i < aa->n; i++)
		finish_row(&j, &aa->row[i]);
	recommend(aa);
	pd_scratch_free(j.scratch);
	return aa;
}
