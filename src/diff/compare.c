/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/compare.h>

#include "base/arena.h"
#include "base/work.h"
#include "diff/beside.h"
#include "diff/family.h"
#include "diff/measure.h"
#include "diff/method.h"
#include "diff/noise.h"
#include "diff/pool.h"
#include "diff/prior.h"
#include "diff/quality.h"
#include "diff/suite.h"
#include "diff/verdict.h"

#include <math.h>
#include <stdlib.h>

#include <perfdelta/stat.h>
#include <perfdelta/stat_design.h>

enum { ROWS_PER_ITEM = 64 };

/* The numbers come first, the judgement when the family is known. */
struct job {
	const struct pd_ctx *ctx;
	struct pd_result *result;
	struct pd_evidence *evidence; /* [result->n] */
	struct pd_scratch *scratch[PD_WORK_MAX];
};

struct pd_policy pd_compare_policy(void)
{
	return (struct pd_policy){.alpha = 0.05,
				  .level = 0.95,
				  .min_effect = 0.02,
				  .run_cost = 1,
				  .seed = UINT64_C(0x9E3779B97F4A7C15)};
}

bool pd_compare_method_at(size_t i, const char **ret_name, const char **ret_what)
{
	const struct pd_method *m = pd_method_at(i);

	if (!m)
		return false;
	*ret_name = m->name;
	*ret_what = m->what;
	return true;
}

double pd_compare_min_effect(const struct pd_result *result, uint16_t metric)
{
	const struct pd_metric *m = &result->rows->metrics[metric];

	return m->has_min_effect ? m->min_effect : result->policy.min_effect;
}

double pd_compare_min_effect_abs(const struct pd_result *result, uint16_t metric, double base)
{
	const struct pd_metric *m = &result->rows->metrics[metric];
	double own = m->has_min_effect_abs ? m->min_effect_abs : result->policy.min_effect_abs;

	if (m->absolute || !(base > 0))
		return own;
	return fmax(own, pd_compare_min_effect(result, metric) * base);
}

const struct pd_comparison *pd_compare_find(const struct pd_result *result, size_t row, size_t side)
{
	size_t lo = 0, hi = result->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct pd_comparison *c = &result->comparison[mid];

		if (c->row < row || (c->row == row && c->side < side))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == result->n || result->comparison[lo].row != row ||
	    result->comparison[lo].side != side)
		return NULL;
	return &result->comparison[lo];
}

const struct pd_geomean *pd_compare_geomean(const struct pd_result *result, size_t metric,
					    size_t side)
{
	return &result->geomean[metric * (result->rows->n_sides - 1) + side - 1];
}

uint32_t pd_compare_runs(const struct pd_series *series)
{
	return series->digest.n ? (uint32_t)series->digest.n : series->n;
}

/* The mean stands where the median would, and what needs values is not defined. */
static void describe_digest(const struct pd_digest *d, double level, struct pd_centre *centre)
{
	double none = nan("");

	centre->summary = (struct pd_summary){.n = d->n,
					      .min = none,
					      .max = none,
					      .median = none,
					      .mean = d->mean,
					      .var = d->sd * d->sd,
					      .sd = d->sd,
					      .sem = d->sd / sqrt((double)d->n),
					      .cv = d->mean != 0 ? d->sd / fabs(d->mean) : none,
					      .mad = none,
					      .geomean = none,
					      .harmean = none,
					      .lag1 = none};
	centre->median = pd_digest_ci(d, level);
}

static double best_of(const struct pd_levels *levels, double run_cost)
{
	if (!levels->n_groups)
		return nan("");
	return pd_levels_best(levels->sd_between, levels->sd_within, run_cost > 0 ? run_cost : 1);
}

static void describe_row(const struct job *j, size_t i, struct pd_scratch *scratch)
{
	const struct pd_result *r = j->result;

	for (size_t s = 0; s < r->rows->n_sides; s++) {
		const struct pd_series *x = &r->rows->row[i].series[s];
		struct pd_centre *centre = &r->centre[i * r->rows->n_sides + s];

		if (!x->n)
			continue;
		centre->best = best_of(&x->levels, r->policy.run_cost);
		if (x->digest.n) {
			describe_digest(&x->digest, r->policy.level, centre);
			pd_quality(j->ctx, r, i, s, scratch, centre);
			continue;
		}
		centre->summary = pd_describe(x->value, x->n, scratch);
		centre->median = pd_median_ci(x->sorted, x->n, r->policy.level);
		pd_quality(j->ctx, r, i, s, scratch, centre);
	}
}

static void describe_item(void *arg, size_t item, unsigned int worker)
{
	const struct job *j = arg;
	size_t end = (item + 1) * ROWS_PER_ITEM;

	for (size_t i = item * ROWS_PER_ITEM; i < end && i < j->result->rows->n; i++)
		describe_row(j, i, j->scratch[worker]);
}

static void measure_item(void *arg, size_t item, unsigned int worker)
{
	struct job *j = arg;
	const struct pd_result *r = j->result;
	size_t end = (item + 1) * ROWS_PER_ITEM;

	for (size_t i = item * ROWS_PER_ITEM; i < end && i < r->n; i++) {
		pd_measure(j->ctx, r, &r->comparison[i], j->scratch[worker], &j->evidence[i]);
		pd_beside(j->ctx, r, j->scratch[worker], &r->comparison[i]);
		pd_noise(j->ctx, r->rows, r->policy.seed, j->scratch[worker], &r->comparison[i]);
	}
}

static size_t items(size_t n)
{
	return (n + ROWS_PER_ITEM - 1) / ROWS_PER_ITEM;
}

static void judge_all(struct job *j)
{
	struct pd_result *r = j->result;

	for (size_t i = 0; i < r->n; i++) {
		struct pd_comparison *c = &r->comparison[i];

		pd_verdict(c, &j->evidence[i], &r->policy);
		if (!r->rows->metrics[r->rows->row[c->row].metric].redundant)
			r->count[c->verdict]++;
	}
}

static unsigned int clamp_workers(unsigned int n)
{
	if (!n)
		n = pd_work_processors();
	return n < PD_WORK_MAX ? n : PD_WORK_MAX;
}

const struct pd_result *pd_compare(struct pd_ctx *ctx, const struct pd_rows *rows,
				   const struct pd_policy *policy, unsigned int n_workers)
{
	struct pd_result *r = pd_ctx_alloc(ctx, sizeof(*r));
	struct job j = {.ctx = ctx, .result = r};

	n_workers = clamp_workers(n_workers);
	for (unsigned int i = 0; i < n_workers; i++)
		j.scratch[i] = pd_scratch_new();

	r->rows = rows;
	r->policy = *policy;
	r->centre = pd_ctx_alloc(ctx, (rows->n * rows->n_sides + 1) * sizeof(*r->centre));
	pd_work_run(n_workers, items(rows->n), describe_item, &j);
	pd_family_list(ctx, r, j.scratch[0]);
	pd_prior_fill(ctx, r, j.scratch[0]);
	pd_pool_fill(ctx, r);
	j.evidence = calloc(r->n + 1, sizeof(*j.evidence));
	if (!j.evidence)
		pd_arena_out_of_memory();
	pd_work_run(n_workers, items(r->n), measure_item, &j);
	if (r->pool && policy->adjust == PD_ADJUST_DUNNETT)
		pd_pool_adjust(r, n_workers);
	else
		pd_family_adjust(r);
	judge_all(&j);
	pd_prior_tell(ctx, r);
	pd_suite_geomeans(ctx, r);

	free(j.evidence);
	for (unsigned int i = 0; i < n_workers; i++)
		pd_scratch_free(j.scratch[i]);
	return r;
}
