/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/beside.h"

#include "base/arena.h"
#include "diff/seed.h"

#include <math.h>
#include <stdlib.h>

#include <perfdelta/stat_interval.h>

/* Below that a bootstrap does not know how values vary. */
enum { BOOTSTRAP_RUNS = 10, BCA_RUNS = 4 };

struct pair {
	const struct pd_series *x, *y;
	struct pd_resampling how;
	struct pd_scratch *scratch;
};

static const char *const purpose[] = {
	[PD_BESIDE_NONE] = "",
	[PD_BESIDE_RATIO_MEAN] = "",
	[PD_BESIDE_BCA] = "bca",
	[PD_BESIDE_BCA_MEDIAN] = "bca-median",
	[PD_BESIDE_HIERARCHICAL] = "hierarchical",
};

static int of_means(const struct pair *p, struct pd_estimate *ret)
{
	const struct pd_series *x = p->x, *y = p->y;
	struct pd_welch w;
	int r;

	if (!p->how.difference)
		return pd_fieller(x->value, x->n, y->value, y->n, p->how.level, ret);
	r = pd_welch(x->value, x->n, y->value, y->n, p->how.level, &w);
	if (r == PD_OK)
		*ret = (struct pd_estimate){w.diff, w.lo, w.hi, p->how.level, true};
	return r;
}

static int by_bca(const struct pair *p, struct pd_estimate *ret)
{
	const struct pd_series *x = p->x, *y = p->y;
	struct pd_bca b;
	int r = pd_bca_change(x->sorted, x->n, y->sorted, y->n, &p->how, p->scratch, &b);

	if (r == PD_OK)
		*ret = b.estimate;
	return r;
}

/* Runs without iterations have one each. */
static size_t *single_starts(uint32_t n)
{
	size_t *start = calloc((size_t)n + 1, sizeof(*start));

	if (!start)
		pd_arena_out_of_memory();
	for (size_t i = 0; i <= n; i++)
		start[i] = i;
	return start;
}

static int by_levels(const struct pair *p, struct pd_estimate *ret)
{
	const struct pd_series *x = p->x, *y = p->y;
	size_t *x_start = x->part ? NULL : single_starts(x->n);
	size_t *y_start = y->part ? NULL : single_starts(y->n);
	const struct pd_iterated base = {x->part ? x->part : x->value,
					 x->part ? x->part_start : x_start, x->n};
	const struct pd_iterated head = {y->part ? y->part : y->value,
					 y->part ? y->part_start : y_start, y->n};
	int r = pd_hierarchical(&base, &head, &p->how, p->scratch, ret);

	free(x_start);
	free(y_start);
	return r;
}

static int find(enum pd_beside_kind kind, const struct pair *p, struct pd_estimate *ret)
{
	switch (kind) {
	case PD_BESIDE_RATIO_MEAN:
		return of_means(p, ret);
	case PD_BESIDE_BCA:
	case PD_BESIDE_BCA_MEDIAN:
		return by_bca(p, ret);
	case PD_BESIDE_HIERARCHICAL:
		return by_levels(p, ret);
	case PD_BESIDE_NONE:
	case PD_N_BESIDES:
		break;
	}
	return PD_EUNDEFINED;
}

static uint32_t fewest(const struct pair *p)
{
	return p->x->n < p->y->n ? p->x->n : p->y->n;
}

static uint32_t runs_of(enum pd_beside_kind kind)
{
	switch (kind) {
	case PD_BESIDE_BCA:
	case PD_BESIDE_BCA_MEDIAN:
		return BCA_RUNS;
	case PD_BESIDE_HIERARCHICAL:
		return BOOTSTRAP_RUNS;
	case PD_BESIDE_RATIO_MEAN:
	case PD_BESIDE_NONE:
	case PD_N_BESIDES:
		break;
	}
	return 2;
}

static enum pd_beside_lack lack_of(int status, enum pd_beside_kind kind, const struct pair *p,
				   const struct pd_estimate *e)
{
	if (status == PD_OK)
		return isinf(e->lo) && isinf(e->hi) ? PD_LACK_UNBOUNDED : PD_LACK_NOTHING;
	if (status == PD_ELIMIT)
		return PD_LACK_TOO_MANY;
	return fewest(p) < runs_of(kind) ? PD_LACK_RUNS : PD_LACK_NOISE;
}

static struct pair pair_of(const struct pd_result *r, const struct pd_comparison *c,
			   struct pd_scratch *s)
{
	const struct pd_row *row = &r->rows->row[c->row];

	return (struct pair){
		.x = &row->series[0],
		.y = &row->series[c->side],
		.how = {.difference = !c->relative, .level = r->policy.level},
		.scratch = s
        };
}

static bool is_constant(const struct pd_series *s)
{
	return s->sorted[0] == s->sorted[s->n - 1];
}

static void fill(const struct pd_ctx *ctx, const struct pd_result *r, enum pd_beside_kind kind,
		 struct pd_scratch *s, struct pd_comparison *c)
{
	struct pair p = pair_of(r, c, s);
	struct pd_beside *b = &c->beside;
	int status;

	b->kind = kind;
	b->change = (struct pd_estimate){nan(""), nan(""), nan(""), 0, false};
	if (c->caveats & PD_CAVEAT_ALL_EQUAL) {
		b->change = c->delta;
		return;
	}
	if (is_constant(p.x) && is_constant(p.y)) {
		b->lack = fewest(&p) < runs_of(kind) ? PD_LACK_RUNS : PD_LACK_NOISE;
		return;
	}
	p.how.of = kind == PD_BESIDE_BCA_MEDIAN ? PD_LOCATION_MEDIAN : PD_LOCATION_MEAN;
	p.how.seed = pd_seed(ctx, r->rows, c->row, c->side, r->policy.seed, purpose[kind]);
	status = find(kind, &p, &b->change);
	b->lack = lack_of(status, kind, &p, &b->change);
	if (status == PD_OK && kind != PD_BESIDE_RATIO_MEAN && fewest(&p) < BOOTSTRAP_RUNS)
		c->caveats |= PD_CAVEAT_BOOTSTRAP;
}

/* ---- has the mean moved otherwise than the typical run? */

static double threshold(const struct pd_result *r, const struct pd_comparison *c)
{
	double share = pd_compare_min_effect(r, r->rows->row[c->row].metric), base;

	if (c->relative)
		return share;
	base = r->centre[c->row * r->rows->n_sides].median.point;
	return pd_compare_min_effect_abs(r, r->rows->row[c->row].metric, base);
}

static bool mean_went_elsewhere(const struct pd_result *r, const struct pd_comparison *c)
{
	const struct pd_centre *row = &r->centre[c->row * r->rows->n_sides];
	double x = row[0].summary.mean, y = row[c->side].summary.mean;
	double half = (c->delta.hi - c->delta.lo) / 2;
	double moved = c->relative ? (y - x) / x : y - x;

	/* false for NaN: where there is no interval nothing is known of either */
	return fabs(moved - c->delta.point) > half &&
	       fabs(moved - c->delta.point) > threshold(r, c);
}

/* ---- */

/* What is not tested has no noise to resample, and pairs are not two sides. */
static bool is_about_two_sides(const struct pd_result *r, const struct pd_comparison *c)
{
	return !r->rows->paired && !(c->caveats & PD_CAVEAT_DETERMINISTIC);
}

void pd_beside(const struct pd_ctx *ctx, const struct pd_result *r, struct pd_scratch *s,
	       struct pd_comparison *c)
{
	enum pd_beside_kind kind = r->policy.beside;

	if (!is_about_two_sides(r, c))
		return;
	if (mean_went_elsewhere(r, c)) {
		c->caveats |= PD_CAVEAT_TAIL;
		if (kind == PD_BESIDE_NONE)
			kind = PD_BESIDE_RATIO_MEAN;
	}
	if (kind != PD_BESIDE_NONE)
		fill(ctx, r, kind, s, c);
}
