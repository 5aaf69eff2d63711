/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/plan.h>

#include "diff/digests.h"
#include "diff/family.h"
#include "diff/method.h"

#include <math.h>

#include <perfdelta/stat_many.h>
#include <perfdelta/stat_power.h>

enum { TOO_MANY = 100 };

/* The rank test needs so much more of an effect than Student's t where noise is normal: sqrt(pi/3). */
static const double of_ranks = 1.0233267079464885;

static const double z_975 = 1.959963984540054; /* of the normal law */

static double median_of(const struct pd_series *s)
{
	return s->digest.n ? s->digest.mean : pd_quantile(s->sorted, s->n, 0.5, 7);
}

/* As the verdict has it: the absolute threshold, or the share of the base if that is more. */
static double effect_of(const struct pd_result *r, const struct pd_row *row, bool relative)
{
	double share = pd_compare_min_effect(r, row->metric), base = median_of(&row->series[0]);

	if (relative)
		return share;
	return pd_compare_min_effect_abs(r, row->metric, base);
}

/* Where a side is known by its deviation alone. */
static double noise_of_digests(const struct pd_series *x, const struct pd_series *y, bool relative)
{
	struct pd_digest a = pd_digests_of(x, relative), b = {1, 0, 0};
	double df;

	if (y)
		b = pd_digests_of(y, relative);
	df = (double)(a.n - 1) + (double)(b.n - 1);
	return df > 0 ? hypot(a.sd * sqrt((double)(a.n - 1) / df),
			      b.sd * sqrt((double)(b.n - 1) / df))
		      : nan("");
}

static double noise_of(const struct pd_series *x, const struct pd_series *y, bool relative)
{
	struct pd_pooled pool = {0};

	if (x->digest.n || (y && y->digest.n))
		return noise_of_digests(x, y, relative);
	pd_pooled_add(&pool, x->value, x->n, relative);
	if (y)
		pd_pooled_add(&pool, y->value, y->n, relative);
	return pool.df > 0 ? sqrt(pool.squares / pool.df) * pool.unit : nan("");
}

static void take_exact(struct pd_plan_row *p)
{
	p->basis = PD_PLAN_EXACT;
	p->detectable = p->effect;
	p->runs_change = p->runs_same = 1;
}

/* On the scale of logs, or of values. */
static double distance_of(const struct pd_plan_row *p)
{
	return p->relative ? log1p(p->effect) : p->effect;
}

static void by_noise(const struct pd_plan_result *plan, struct pd_plan_row *p)
{
	double alpha = plan->result->policy.alpha, n = p->n, distance = distance_of(p), found;
	double ranks = pd_ranktest_reaches(p->n, p->n, alpha / (double)plan->family) ? of_ranks : 1;
	double half = z_975 * p->noise * sqrt(2 / n);

	p->basis = PD_PLAN_NOISE;
	found = pd_power_effect(n, 0.8, alpha) * ranks * p->noise;
	p->detectable = p->relative ? expm1(found) : found;
	if (!(distance > 0))
		return;
	p->runs_change = fmax(ceil(pd_power_runs(distance / of_ranks / p->noise, 0.8, alpha)),
			      plan->fewest);
	p->runs_same = pd_plan_runs_same(p->n, half, distance);
}

static void by_interval(const struct pd_plan_result *plan, const struct pd_comparison *c,
			struct pd_plan_row *p)
{
	const struct pd_policy *policy = &plan->result->policy;
	double half = p->relative ? (log1p(c->delta.hi) - log1p(c->delta.lo)) / 2
				  : (c->delta.hi - c->delta.lo) / 2;
	double distance = distance_of(p);

	if (isnan(half))
		return;
	half = pd_plan_half_width(half, policy->level);
	p->basis = PD_PLAN_INTERVAL;
	p->detectable = p->relative ? pd_plan_detectable(half) : log1p(pd_plan_detectable(half));
	if (!(distance > 0))
		return;
	p->runs_change = pd_plan_runs(p->n, half, distance, plan->family, policy->alpha);
	p->runs_same = pd_plan_runs_same(p->n, half, distance);
}

static struct pd_plan_row empty_row(const struct pd_result *r, size_t row, size_t side)
{
	return (struct pd_plan_row){.row = (uint32_t)row,
				    .side = (uint16_t)side,
				    .n = pd_compare_runs(&r->rows->row[row].series[side]),
				    .noise = nan(""),
				    .detectable = nan(""),
				    .runs_change = nan(""),
				    .runs_same = nan("")};
}

static void finish(struct pd_plan_row *p)
{
	p->reduce_noise = p->runs_change > TOO_MANY;
}

static void plan_series(struct pd_plan_result *plan, size_t row, bool gated)
{
	const struct pd_result *r = plan->result;
	const struct pd_row *of = &r->rows->row[row];
	const struct pd_series *x = &of->series[0];
	struct pd_plan_row *p = &plan->row[plan->n++];

	*p = empty_row(r, row, 0);
	p->gated = gated;
	p->relative = !r->policy.shift && !r->rows->metrics[of->metric].absolute &&
		      x->sorted[0] > 0;
	p->effect = effect_of(r, of, p->relative);
	p->noise = noise_of(x, NULL, p->relative);
	if (r->rows->metrics[of->metric].exact || p->noise == 0)
		take_exact(p);
	else if (p->noise > 0)
		by_noise(plan, p);
	finish(p);
}

static void plan_comparison(struct pd_plan_result *plan, const struct pd_comparison *c)
{
	const struct pd_result *r = plan->result;
	const struct pd_row *of = &r->rows->row[c->row];
	const struct pd_series *x = &of->series[0], *y = &of->series[c->side];
	struct pd_plan_row *p = &plan->row[plan->n++];

	*p = empty_row(r, c->row, c->side);
	p->n = (pd_compare_runs(x) + pd_compare_runs(y) + 1) / 2;
	p->gated = c->gated;
	p->relative = c->relative;
	p->effect = effect_of(r, of, p->relative);
	p->noise = noise_of(x, y, p->relative);
	if (c->caveats & (PD_CAVEAT_DETERMINISTIC | PD_CAVEAT_ALL_EQUAL) || p->noise == 0)
		take_exact(p);
	else
		by_interval(plan, c, p);
	finish(p);
}

/* Of one side: how many comparisons with one head there will be. */
static size_t count_gated(const struct pd_ctx *ctx, const struct pd_result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->rows->n; i++)
		n += r->rows->row[i].series[0].n &&
		     pd_family_gates(ctx, &r->policy, &r->rows->metrics[r->rows->row[i].metric]);
	return n;
}

const struct pd_plan_result *pd_planning(struct pd_ctx *ctx, const struct pd_result *r)
{
	struct pd_plan_result *plan = pd_ctx_alloc(ctx, sizeof(*plan));
	bool alone = r->rows->n_sides < 2;
	size_t most = alone ? r->rows->n : r->n;

	plan->result = r;
	plan->family = alone ? count_gated(ctx, r) : r->family;
	if (!plan->family || r->policy.adjust == PD_ADJUST_NONE)
		plan->family = 1;
	plan->fewest = pd_plan_runs(1, 0, 1, plan->family, r->policy.alpha);
	plan->row = pd_ctx_alloc(ctx, (most + 1) * sizeof(*plan->row));
	for (size_t i = 0; alone && i < r->rows->n; i++)
		if (r->rows->row[i].series[0].n)
			plan_series(plan, i,
				    pd_family_gates(ctx, &r->policy,
						    &r->rows->metrics[r->rows->row[i].metric]));
	for (size_t i = 0; !alone && i < r->n; i++)
		plan_comparison(plan, &r->comparison[i]);
	return plan;
}
