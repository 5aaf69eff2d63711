/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/compare.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/work.h"
#include "diff/method.h"
#include "diff/noise.h"
#include "diff/suite.h"
#include "diff/verdict.h"

#include <math.h>
#include <stdlib.h>

#include <perfdelta/stat.h>

enum { ROWS_PER_ITEM = 64, MAX_WORKERS = 64, WELCH_IS_FINE_FROM = 7 };

/* One comparison on its way: the numbers first, the judgement when the family is known. */
struct draft {
	struct pd_comparison *c;
	struct pd_evidence evidence;
};

struct job {
	struct pd_ctx *ctx;
	const struct pd_rows *rows;
	const struct pd_policy *policy;
	struct pd_result *result;
	struct draft *draft; /* [result->n] */
	size_t family[2];    /* tested comparisons: not gated, gated */
	struct pd_scratch *scratch[MAX_WORKERS];
};

struct pd_policy pd_compare_policy(void)
{
	return (struct pd_policy){.alpha = 0.05,
				  .level = 0.95,
				  .min_effect = 0.02,
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

/* ---- which comparisons there are */

static bool is_gated(const struct job *j, const struct pd_metric *m)
{
	if (j->policy->gate)
		return pd_str_glob(pd_str_of(j->policy->gate), pd_ctx_name(j->ctx, m->name));
	return m->better != PD_BETTER_UNKNOWN && !m->redundant;
}

static const struct pd_series *series_of(const struct job *j, const struct pd_comparison *c,
					 size_t side)
{
	return &j->rows->row[c->row].series[side];
}

static bool is_constant(const struct pd_series *s)
{
	return s->sorted[0] == s->sorted[s->n - 1];
}

/* Both sides constant and equal, or constant and different. */
static bool both_constant(const struct pd_series *x, const struct pd_series *y)
{
	return is_constant(x) && is_constant(y);
}

static bool all_equal(const struct pd_series *x, const struct pd_series *y)
{
	return both_constant(x, y) && x->sorted[0] == y->sorted[0];
}

/* Does this comparison get a p? Constant sides get one only if ranks can reach alpha. */
static bool is_tested(const struct job *j, const struct pd_comparison *c)
{
	const struct pd_series *x = series_of(j, c, 0), *y = series_of(j, c, c->side);

	if (j->rows->metrics[j->rows->row[c->row].metric].exact || x->n < 2 || y->n < 2)
		return false;
	return !both_constant(x, y) || all_equal(x, y) ||
	       pd_ranktest_reaches(x->n, y->n, j->policy->alpha);
}

static void list_comparisons(struct job *j)
{
	const struct pd_rows *rows = j->rows;
	struct pd_result *r = j->result;
	size_t max = rows->n_sides > 1 ? rows->n * (rows->n_sides - 1) : 0;

	r->comparison = pd_ctx_alloc(j->ctx, (max + 1) * sizeof(*r->comparison));
	for (size_t i = 0; i < rows->n; i++) {
		const struct pd_row *row = &rows->row[i];

		for (size_t s = 1; s < rows->n_sides && row->series[0].n; s++) {
			struct pd_comparison *c = &r->comparison[r->n];

			if (!row->series[s].n)
				continue;
			*c = (struct pd_comparison){.row = (uint32_t)i, .side = (uint16_t)s};
			c->gated = is_gated(j, &rows->metrics[row->metric]);
			j->family[c->gated] += is_tested(j, c);
			r->n++;
		}
	}
	r->family = j->family[1];
	r->family_shown = j->family[0];
}

/* ---- the numbers of one comparison */

/* Differences were asked for, by name of a method or as such. */
static bool wants_shift(const struct pd_policy *policy)
{
	const struct pd_method *m = policy->method ? pd_method_named(policy->method) : NULL;

	return policy->shift || (m && m->shift);
}

static struct pd_question question_of(struct job *j, const struct pd_comparison *c,
				      unsigned int worker)
{
	const struct pd_series *x = series_of(j, c, 0), *y = series_of(j, c, c->side);
	size_t family = j->family[c->gated];

	return (struct pd_question){
		.x = x,
		.y = y,
		.policy = j->policy,
		.reach = j->policy->alpha / (double)(family ? family : 1),
		.exact = j->rows->metrics[j->rows->row[c->row].metric].exact,
		.shift = wants_shift(j->policy) || x->sorted[0] <= 0 || y->sorted[0] <= 0,
		.scratch = j->scratch[worker],
	};
}

static struct pd_finding no_finding(void)
{
	return (struct pd_finding){
		.delta = {nan(""), nan(""), nan(""), 0, false},
		.lo90 = nan(""),
		.hi90 = nan(""),
		.p = nan(""),
		.guard_lo90 = nan(""),
		.guard_hi90 = nan(""),
	};
}

/* What there is to say; the method's name is "none" where nothing was tested. */
static struct pd_finding find(const struct pd_question *q, const char **ret_method)
{
	const struct pd_method *m = pd_method_for(q);
	struct pd_finding f = no_finding();
	bool testable = q->x->n >= 2 && q->y->n >= 2;

	*ret_method = "none";
	if (!q->exact && testable && all_equal(q->x, q->y)) {
		f.delta = (struct pd_estimate){0, 0, 0, q->policy->level, true};
		f.lo90 = f.hi90 = 0;
		f.p = 1;
		f.caveats = PD_CAVEAT_ALL_EQUAL;
		return f;
	}
	/* what has no noise is compared by value, however few there are */
	if (!q->exact && !testable) {
		f.delta.point = pd_method_point(q);
		f.caveats = PD_CAVEAT_N_TOO_SMALL;
		return f;
	}
	*ret_method = m->name;
	if (m->run(q, &f) < 0) {
		*ret_method = "none";
		f = no_finding();
		f.delta.point = pd_method_point(q);
		f.caveats = PD_CAVEAT_ZERO_VARIANCE;
	}
	return f;
}

/* Half the change that rounding of the data can hide, in the unit of delta. */
static double grain_of(const struct pd_question *q, double base)
{
	double g = pd_grain(q->x->sorted, q->x->n, q->y->sorted, q->y->n, q->scratch);

	return q->shift ? g : g / fabs(base);
}

static void set_thresholds(const struct pd_question *q, double base, struct pd_evidence *e)
{
	double d = q->policy->min_effect, absolute = q->policy->min_effect_abs;

	if (q->shift) {
		if (base > 0 && d * base > absolute)
			absolute = d * base;
		e->threshold_up = absolute;
		e->threshold_down = -absolute;
	} else {
		e->threshold_up = d;
		e->threshold_down = -d / (1 + d);
	}
}

static uint32_t series_caveats(const struct job *j, const struct pd_comparison *c,
			       const struct pd_question *q)
{
	const struct pd_row *row = &j->rows->row[c->row];
	uint32_t caveats = 0;

	if (row->pooled)
		caveats |= PD_CAVEAT_MIXED;
	if (q->x->single_run || q->y->single_run)
		caveats |= PD_CAVEAT_SINGLE_RUN;
	if (q->x->iterations || q->y->iterations)
		caveats |= PD_CAVEAT_ITERATIONS;
	if (q->shift && !wants_shift(j->policy))
		caveats |= PD_CAVEAT_NONPOSITIVE;
	if (q->x->n >= 2 && q->y->n >= 2 && !q->exact && !all_equal(q->x, q->y) &&
	    !pd_ranktest_reaches(q->x->n, q->y->n, q->reach))
		caveats |= PD_CAVEAT_FEW_RUNS;
	return caveats;
}

/* How many runs would settle it, and what these would show: from the interval's width. */
static void plan(const struct job *j, struct draft *d, const struct pd_question *q)
{
	struct pd_comparison *c = d->c;
	size_t family = j->family[c->gated] ? j->family[c->gated] : 1;
	double half, effect;

	c->runs_needed = c->detectable = nan("");
	if (isnan(c->delta.lo) || c->caveats & (PD_CAVEAT_DETERMINISTIC | PD_CAVEAT_ALL_EQUAL))
		return;
	half = q->shift ? (c->delta.hi - c->delta.lo) / 2
			: (log1p(c->delta.hi) - log1p(c->delta.lo)) / 2;
	half = pd_plan_half_width(half, j->policy->level);
	effect = q->shift ? d->evidence.threshold_up : log1p(j->policy->min_effect);
	if (effect > 0)
		c->runs_needed = pd_plan_runs((q->x->n + q->y->n + 1) / 2, half, effect, family,
					      j->policy->alpha);
	if (!q->shift)
		c->detectable = pd_plan_detectable(half);
}

static void measure(struct job *j, struct draft *d, unsigned int worker)
{
	struct pd_comparison *c = d->c;
	struct pd_question q = question_of(j, c, worker);
	double base = pd_quantile(q.x->sorted, q.x->n, 0.5, 7);
	struct pd_finding f = find(&q, &c->method);
	struct pd_effect effect = pd_effect(q.x->sorted, q.x->n, q.y->sorted, q.y->n,
					    j->policy->level);

	c->relative = !q.shift;
	c->delta = f.delta;
	c->lo90 = f.lo90;
	c->hi90 = f.hi90;
	c->p_raw = f.p;
	c->cliffs_delta = effect.cliff;
	c->a12 = effect.a12;
	c->min_p = pd_ranktest_min_p(q.x->n, q.y->n);
	c->caveats = f.caveats | series_caveats(j, c, &q);
	pd_noise(j->ctx, j->rows, j->policy->seed, j->scratch[worker], c);

	d->evidence = (struct pd_evidence){
		.better = j->rows->metrics[j->rows->row[c->row].metric].better,
		.n_min = q.x->n < q.y->n ? q.x->n : q.y->n,
		.grain = grain_of(&q, base),
		.guarded = f.guarded,
		.guard_lo90 = f.guard_lo90,
		.guard_hi90 = f.guard_hi90,
	};
	set_thresholds(&q, base, &d->evidence);
	if (d->evidence.threshold_up > 0 && d->evidence.grain > d->evidence.threshold_up / 2)
		c->caveats |= PD_CAVEAT_RESOLUTION;
	plan(j, d, &q);
}

/* ---- many at once */

static void describe_row(struct job *j, size_t i, unsigned int worker)
{
	for (size_t s = 0; s < j->rows->n_sides; s++) {
		const struct pd_series *x = &j->rows->row[i].series[s];
		struct pd_centre *centre = &j->result->centre[i * j->rows->n_sides + s];

		if (!x->n)
			continue;
		centre->summary = pd_describe(x->value, x->n, j->scratch[worker]);
		centre->median = pd_median_ci(x->sorted, x->n, j->policy->level);
	}
}

static void describe_item(void *arg, size_t item, unsigned int worker)
{
	struct job *j = arg;
	size_t end = (item + 1) * ROWS_PER_ITEM;

	for (size_t i = item * ROWS_PER_ITEM; i < end && i < j->rows->n; i++)
		describe_row(j, i, worker);
}

static void measure_item(void *arg, size_t item, unsigned int worker)
{
	struct job *j = arg;
	size_t end = (item + 1) * ROWS_PER_ITEM;

	for (size_t i = item * ROWS_PER_ITEM; i < end && i < j->result->n; i++) {
		j->draft[i].c = &j->result->comparison[i];
		measure(j, &j->draft[i], worker);
	}
}

static size_t items(size_t n)
{
	return (n + ROWS_PER_ITEM - 1) / ROWS_PER_ITEM;
}

/* Gated comparisons are one family, all others another: who is only shown costs nobody power. */
static void adjust_family(struct job *j, bool gated)
{
	size_t n = 0, max = j->result->n + 1;
	double *p = calloc(max, sizeof(*p)), *adjusted = calloc(max, sizeof(*adjusted));

	if (!p || !adjusted)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < j->result->n; i++)
		if (j->result->comparison[i].gated == gated)
			p[n++] = j->result->comparison[i].p_raw;
	pd_multiple_adjust(j->policy->adjust, p, n, adjusted);
	n = 0;
	for (size_t i = 0; i < j->result->n; i++)
		if (j->result->comparison[i].gated == gated)
			j->result->comparison[i].p = adjusted[n++];
	free(p);
	free(adjusted);
}

static void judge_all(struct job *j)
{
	struct pd_result *r = j->result;

	for (size_t i = 0; i < r->n; i++) {
		struct pd_comparison *c = &r->comparison[i];
		const struct pd_evidence *e = &j->draft[i].evidence;
		bool called;

		pd_verdict(c, e, j->policy);
		called = c->verdict != PD_VERDICT_SAME && c->verdict != PD_VERDICT_INCONCLUSIVE;
		if (called && !strcmp(c->method, "welch-log") && e->n_min < WELCH_IS_FINE_FROM)
			c->caveats |= PD_CAVEAT_PARAMETRIC;
		if (!j->rows->metrics[j->rows->row[c->row].metric].redundant)
			r->count[c->verdict]++;
	}
}

const struct pd_result *pd_compare(struct pd_ctx *ctx, const struct pd_rows *rows,
				   const struct pd_policy *policy, unsigned int n_workers)
{
	struct pd_result *r = pd_ctx_alloc(ctx, sizeof(*r));
	struct job j = {.ctx = ctx, .rows = rows, .policy = policy, .result = r};

	if (!n_workers)
		n_workers = pd_work_processors();
	if (n_workers > MAX_WORKERS)
		n_workers = MAX_WORKERS;
	for (unsigned int i = 0; i < n_workers; i++)
		j.scratch[i] = pd_scratch_new();

	r->rows = rows;
	r->policy = *policy;
	r->centre = pd_ctx_alloc(ctx, (rows->n * rows->n_sides + 1) * sizeof(*r->centre));
	pd_work_run(n_workers, items(rows->n), describe_item, &j);
	list_comparisons(&j);
	j.draft = calloc(r->n + 1, sizeof(*j.draft));
	if (!j.draft)
		pd_arena_out_of_memory();
	pd_work_run(n_workers, items(r->n), measure_item, &j);
	adjust_family(&j, true);
	adjust_family(&j, false);
	judge_all(&j);
	pd_suite_geomeans(ctx, r);

	free(j.draft);
	for (unsigned int i = 0; i < n_workers; i++)
		pd_scratch_free(j.scratch[i]);
	return r;
}
