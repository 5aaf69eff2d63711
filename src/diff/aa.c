/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/aa.h>

#include "base/work.h"
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

/* The runs of one row, all sides one after the other. */
struct pooled {
	double *value;
	double *change; /* [n_splits]: |log ratio|, or |difference|; NaN: none */
	uint32_t n;
};

/* The halves of a row in the split at hand, and what was said of those before. */
struct halves {
	double *half[2], *sorted[2];
	bool *first;
	size_t changed, regression;
	bool relative;
};

/* What one thread works with. */
struct worker {
	struct pd_table table; /* with two sides of the same name */
	struct pd_rows rows;
	struct halves *halves; /* [rows.n] */
	struct pd_scratch *scratch;
	size_t any_change, any_regression;
};

struct job {
	struct pd_ctx *ctx;
	const struct pd_result *result;
	struct pd_aa_result *aa;
	struct pooled *pooled; /* [rows->n] */
	struct worker *worker; /* [n_workers] */
	unsigned int n_workers;
	size_t most;
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
	p.change = numbers(j->ctx, j->aa->n_splits);
	for (size_t side = 0; side < n_sides; side++) {
		const struct pd_series *s = &row->series[side];

		if (s->n)
			memcpy(p.value + p.n, s->value, s->n * sizeof(*s->value));
		p.n += s->n;
	}
	return p;
}

static struct halves halves_of(struct job *j, size_t n)
{
	struct halves h = {.first = pd_ctx_alloc(j->ctx, n + 1)};

	for (size_t half = 0; half < 2; half++) {
		h.half[half] = numbers(j->ctx, n);
		h.sorted[half] = numbers(j->ctx, n);
	}
	return h;
}

/* The halves of split @i as the two sides of @row; too few runs: no sides. */
static void split_row(const struct job *j, struct worker *w, size_t i, size_t row)
{
	const struct pooled *p = &j->pooled[row];
	struct halves *h = &w->halves[row];
	size_t n[2] = {0, 0};

	if (p->n >= FEWEST_RUNS)
		pd_halves(p->n, i, j->most, j->result->policy.seed, w->scratch, h->first);
	for (size_t at = 0; p->n >= FEWEST_RUNS && at < p->n; at++) {
		size_t half = h->first[at] ? 0 : 1;

		h->half[half][n[half]++] = p->value[at];
	}
	for (size_t half = 0; half < 2; half++) {
		memcpy(h->sorted[half], h->half[half], n[half] * sizeof(double));
		qsort(h->sorted[half], n[half], sizeof(double), by_value);
		w->rows.row[row].series[half] =
			(struct pd_series){.value = h->half[half],
					   .sorted = h->sorted[half],
					   .n = (uint32_t)n[half],
					   .n_iterations = (uint32_t)n[half],
					   .n_runs = (uint32_t)n[half]};
	}
}

static bool is_change(enum pd_verdict v)
{
	return v == PD_VERDICT_REGRESSION || v == PD_VERDICT_IMPROVEMENT || v == PD_VERDICT_CHANGED;
}

static void count(const struct job *j, struct worker *w, size_t i, const struct pd_result *r)
{
	bool any_change = false, any_regression = false;

	for (size_t k = 0; k < r->n; k++) {
		const struct pd_comparison *c = &r->comparison[k];
		struct halves *h = &w->halves[c->row];
		bool change = is_change(c->verdict), bad = c->verdict == PD_VERDICT_REGRESSION;

		h->changed += change;
		h->regression += bad;
		h->relative = c->relative;
		any_change |= change && c->gated;
		any_regression |= bad && c->gated;
		j->pooled[c->row].change[i] = fabs(c->relative ? log1p(c->delta.point)
							       : c->delta.point);
	}
	w->any_change += any_change;
	w->any_regression += any_regression;
}

static void judge_split(void *arg, size_t i, unsigned int worker)
{
	struct job *j = arg;
	struct worker *w = &j->worker[worker];
	struct pd_ctx *ctx = pd_ctx_branch(j->ctx);

	for (size_t row = 0; row < w->rows.n; row++) {
		j->pooled[row].change[i] = nan("");
		split_row(j, w, i, row);
	}
	count(j, w, i, pd_compare(ctx, &w->rows, &j->result->policy, 1));
	pd_ctx_free(ctx);
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

static void prepare_rows(struct job *j)
{
	const struct pd_rows *rows = j->result->rows;

	j->pooled = pd_ctx_alloc(j->ctx, (rows->n + 1) * sizeof(*j->pooled));
	for (size_t i = 0; i < rows->n; i++) {
		struct pd_aa_row *a = &j->aa->row[i];

		j->pooled[i] = pool(j, &rows->row[i]);
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

static void prepare_worker(struct job *j, struct worker *w)
{
	const struct pd_rows *rows = j->result->rows;
	struct pd_side *sides = pd_ctx_alloc(j->ctx, 2 * sizeof(*sides));

	sides[0] = sides[1] = rows->table->sides[0];
	w->table = *rows->table;
	w->table.sides = sides;
	w->table.n_sides = 2;
	w->rows = *rows;
	w->rows.table = &w->table;
	w->rows.n_sides = 2;
	w->rows.paired = false;
	w->rows.row = pd_ctx_alloc(j->ctx, (rows->n + 1) * sizeof(*w->rows.row));
	w->halves = pd_ctx_alloc(j->ctx, (rows->n + 1) * sizeof(*w->halves));
	w->scratch = pd_scratch_new();
	for (size_t i = 0; i < rows->n; i++) {
		w->halves[i] = halves_of(j, j->pooled[i].n);
		w->rows.row[i] = rows->row[i];
		w->rows.row[i].pooled = 0;
		w->rows.row[i].series = pd_ctx_alloc(j->ctx, 2 * sizeof(struct pd_series));
	}
}

static void prepare(struct job *j, unsigned int n_workers)
{
	if (!n_workers)
		n_workers = pd_work_processors();
	if (n_workers > PD_WORK_MAX)
		n_workers = PD_WORK_MAX;
	if (n_workers > j->aa->n_splits)
		n_workers = (unsigned int)j->aa->n_splits;
	j->n_workers = n_workers;
	j->worker = pd_ctx_alloc(j->ctx, (n_workers + 1) * sizeof(*j->worker));
	for (unsigned int i = 0; i < n_workers; i++)
		prepare_worker(j, &j->worker[i]);
}

static void add_up(struct job *j)
{
	double splits = (double)j->aa->n_splits;

	for (unsigned int i = 0; i < j->n_workers; i++) {
		const struct worker *w = &j->worker[i];

		for (size_t row = 0; row < j->aa->n; row++) {
			j->aa->row[row].changed += (double)w->halves[row].changed;
			j->aa->row[row].regression += (double)w->halves[row].regression;
			j->aa->row[row].relative |= w->halves[row].relative;
		}
		j->aa->any_change += (double)w->any_change;
		j->aa->any_regression += (double)w->any_regression;
		pd_scratch_free(w->scratch);
	}
	j->aa->any_change = splits > 0 ? j->aa->any_change / splits : nan("");
	j->aa->any_regression = splits > 0 ? j->aa->any_regression / splits : nan("");
}

const struct pd_aa_result *pd_aa(struct pd_ctx *ctx, const struct pd_result *result,
				 uint32_t splits, unsigned int n_workers)
{
	struct pd_aa_result *aa = pd_ctx_alloc(ctx, sizeof(*aa));
	struct job j = {.ctx = ctx, .result = result, .aa = aa};

	aa->result = result;
	aa->n = result->rows->n;
	aa->n_splits = splits_of(result, splits, &j.most);
	aa->row = pd_ctx_alloc(ctx, (aa->n + 1) * sizeof(*aa->row));
	aa->min_effect = numbers(ctx, result->rows->n_metrics);
	prepare_rows(&j);
	prepare(&j, n_workers);
	pd_work_run(j.n_workers, aa->n_splits, judge_split, &j);
	add_up(&j);
	for (size_t i = 0; i < aa->n; i++)
		finish_row(&j, &aa->row[i]);
	recommend(aa);
	return aa;
}
