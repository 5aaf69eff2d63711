/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/measure.h"

#include "diff/depend.h"
#include "diff/digests.h"
#include "diff/family.h"
#include "diff/method.h"
#include "diff/pairs.h"
#include "diff/pool.h"
#include "diff/prior.h"
#include "diff/seed.h"
#include "diff/sequence.h"

#include <math.h>

#include <perfdelta/stat_design.h>
#include <perfdelta/stat_interval.h>
#include <perfdelta/stat_paired.h>

static bool is_constant(const struct pd_series *s)
{
	if (s->digest.n)
		return !(s->digest.sd > 0);
	return s->sorted[0] == s->sorted[s->n - 1];
}

/* Both sides constant, equal or not. */
static bool both_constant(const struct pd_series *x, const struct pd_series *y)
{
	return is_constant(x) && is_constant(y);
}

static bool all_equal(const struct pd_series *x, const struct pd_series *y)
{
	return both_constant(x, y) && x->sorted[0] == y->sorted[0];
}

/* Differences were asked for, by name of a method or as such. */
static bool wants_shift(const struct pd_policy *policy)
{
	const struct pd_method *m = policy->method ? pd_method_named(policy->method) : NULL;

	return policy->shift || (m && m->shift);
}

static struct pd_question question_of(const struct pd_result *r, const struct pd_comparison *c,
				      struct pd_scratch *scratch)
{
	const struct pd_row *row = &r->rows->row[c->row];
	const struct pd_series *x = &row->series[0], *y = &row->series[c->side];
	bool shift = wants_shift(&r->policy) || r->rows->metrics[row->metric].absolute ||
		     x->sorted[0] <= 0 || y->sorted[0] <= 0;
	bool exact = r->rows->metrics[row->metric].exact;

	return (struct pd_question){
		.x = x,
		.y = y,
		.n_x = pd_compare_runs(x),
		.n_y = pd_compare_runs(y),
		.policy = &r->policy,
		.min_effect = pd_compare_min_effect(r, row->metric),
		.reach = r->policy.alpha / (double)pd_family_size(r, c),
		.exact = exact,
		.absolute = r->rows->metrics[row->metric].absolute,
		.quantile = r->rows->metrics[row->metric].quantile,
		.summarised = !exact && (x->digest.n || y->digest.n),
		.shift = shift,
		.paired = r->rows->paired && !exact,
		.prior = pd_prior_of(r, c->row),
		.pool = pd_pool_of(r, c->row, shift),
		.scratch = scratch,
	};
}

/* Nothing varies, neither within the sides nor, of pairs, from one to the next. */
static bool has_no_noise(const struct pd_question *q)
{
	return q->paired ? pd_pairs_alike(q) : both_constant(q->x, q->y);
}

static bool nothing_differs(const struct pd_question *q)
{
	return q->paired ? pd_pairs_unchanged(q) : all_equal(q->x, q->y);
}

/* Can the rank test of such sides, or of so many pairs, give a p of at most @alpha? */
static bool ranks_reach(const struct pd_question *q, double alpha)
{
	if (q->summarised)
		return false;
	return q->paired ? pd_signed_rank_reaches(q->x->n, alpha)
			 : pd_ranktest_reaches(q->x->n, q->y->n, alpha);
}

bool pd_measure_is_tested(const struct pd_result *r, const struct pd_comparison *c,
			  struct pd_scratch *scratch)
{
	const struct pd_question q = question_of(r, c, scratch);

	if (q.exact || q.n_x < 2 || q.n_y < 2)
		return false;
	return !has_no_noise(&q) || nothing_differs(&q) || pd_pairs_have_places(&q) ||
	       ranks_reach(&q, r->policy.alpha);
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

/* What there is to say, and which method says it: NULL where nothing was tested. */
static struct pd_finding find(const struct pd_question *q, const struct pd_method **ret_method)
{
	const struct pd_method *m = pd_method_for(q);
	struct pd_finding f = no_finding();
	bool testable = q->n_x >= 2 && q->n_y >= 2;

	*ret_method = NULL;
	if (!q->exact && testable && nothing_differs(q)) {
		f.delta = (struct pd_estimate){0, 0, 0, q->policy->level, true};
		f.lo90 = f.hi90 = 0;
		f.p = 1;
		f.caveats = PD_CAVEAT_ALL_EQUAL;
		return f;
	}
	/* What has no noise is compared by value, however few there are. */
	if (!q->exact && !testable) {
		f.delta.point = pd_method_point(q);
		f.caveats = PD_CAVEAT_N_TOO_SMALL;
		return f;
	}
	if (m->run(q, &f) < 0) {
		f = no_finding();
		f.delta.point = pd_method_point(q);
		f.caveats = PD_CAVEAT_ZERO_VARIANCE;
		return f;
	}
	*ret_method = m;
	return f;
}

/*
 * Runs that depend on each other make the sides differ by chance more than p thinks,
 * unless the sides took turns: then what lasts lasts on both.
 */
static void allow_for_dependence(const struct pd_result *r, const struct pd_question *q,
				 struct pd_comparison *c, struct pd_finding *f)
{
	const struct pd_centre *row = &r->centre[c->row * r->rows->n_sides];
	const struct pd_qualities *x = &row[0].quality, *y = &row[c->side].quality;

	enum pd_order order;

	c->worth[0] = c->worth[1] = nan("");
	if (isnan(f->p) || q->paired || q->exact || (f->caveats & PD_CAVEAT_ALL_EQUAL) ||
	    !pd_depend_is_found(x, y))
		return;
	order = pd_sequence_of(q);
	if (order != PD_ORDER_INTERLEAVED)
		pd_depend(q, x, y, order == PD_ORDER_BLOCKED, f, c->worth);
}

/* Half the change that rounding of the data can hide, in the unit of delta. */
static double grain_of(const struct pd_question *q, double base)
{
	double g;

	/* Means have more digits than what they were made of. */
	if (q->summarised)
		return 0;
	g = pd_grain(q->x->sorted, q->x->n, q->y->sorted, q->y->n, q->scratch);

	return q->shift ? g : g / fabs(base);
}

static void set_thresholds(const struct pd_result *r, uint16_t metric, const struct pd_question *q,
			   double base, struct pd_evidence *e)
{
	double d = q->min_effect;

	if (q->shift) {
		e->threshold_up = pd_compare_min_effect_abs(r, metric, base);
		e->threshold_down = -e->threshold_up;
	} else {
		e->threshold_up = d;
		e->threshold_down = -d / (1 + d);
	}
}

/* Its runs have too few iterations for the quantile that they became. */
static bool is_loose(const struct pd_series *s, double quantile)
{
	return s->n_least && !pd_quantile_is_held(s->n_least, quantile);
}

/* Its values are quantiles of too few events inside a run. */
static bool is_thin(const struct pd_series *s, double quantile)
{
	return quantile > 0 && s->n_inside && !pd_quantile_is_held((size_t)s->n_inside, quantile);
}

static uint32_t series_caveats(const struct pd_row *row, const struct pd_question *q,
			       double quantile)
{
	uint32_t caveats = 0;

	if (row->pooled)
		caveats |= PD_CAVEAT_MIXED;
	if (q->x->single_run || q->y->single_run)
		caveats |= PD_CAVEAT_SINGLE_RUN;
	if (q->x->iterations || q->y->iterations)
		caveats |= PD_CAVEAT_ITERATIONS;
	if ((q->x->n_boots == 1 || q->y->n_boots == 1) && !(caveats & PD_CAVEAT_SINGLE_RUN))
		caveats |= PD_CAVEAT_SINGLE_BOOT;
	if (q->shift && !q->absolute && !wants_shift(q->policy))
		caveats |= PD_CAVEAT_NONPOSITIVE;
	if ((quantile > 0 && (is_loose(q->x, quantile) || is_loose(q->y, quantile))) ||
	    is_thin(q->x, q->quantile) || is_thin(q->y, q->quantile))
		caveats |= PD_CAVEAT_SMALL_TAIL;
	if (q->summarised || (q->x->aggregated && q->x->n < 2) || (q->y->aggregated && q->y->n < 2))
		caveats |= PD_CAVEAT_SUMMARY;
	if (q->x->n >= 2 && q->y->n >= 2 && !q->exact && !q->summarised && !nothing_differs(q) &&
	    !ranks_reach(q, q->reach))
		caveats |= PD_CAVEAT_FEW_RUNS;
	return caveats;
}

/* Nobody is advised to run more often than this. */
enum { MOST_RUNS = 1000 };

/* The fewest runs beside @fewer others with which the rank test reaches @reach; 0: too many. */
static uint32_t runs_beside(uint32_t fewer, double reach)
{
	uint32_t lo = fewer, hi = MOST_RUNS;

	while (lo < hi) {
		uint32_t middle = lo + (hi - lo) / 2;

		if (pd_ranktest_reaches(fewer, middle, reach))
			hi = middle;
		else
			lo = middle + 1;
	}
	return lo < MOST_RUNS ? lo : 0;
}

/* What the rank test would need to find anything, for whoever has too few runs for it. */
static void advise(const struct pd_question *q, struct pd_comparison *c)
{
	uint32_t fewer = q->n_x < q->n_y ? q->n_x : q->n_y, each = 2;

	while (each < MOST_RUNS && !(q->paired ? pd_signed_rank_reaches(each, q->reach)
					       : pd_ranktest_reaches(each, each, q->reach)))
		each++;
	c->rank_each = each;
	c->min_p = q->paired ? pd_signed_rank_min_p(q->x->n) : pd_ranktest_min_p(q->n_x, q->n_y);
	/* With one value there is no spread, however many are beside it. */
	if (fewer >= 2 && fewer < each && !q->paired)
		c->rank_beside = runs_beside(fewer, q->reach);
}

/* How many runs would settle it, and what these would show: from the interval's width. */
static void plan(const struct pd_question *q, size_t family, double threshold,
		 struct pd_comparison *c)
{
	const struct pd_policy *policy = q->policy;
	double half, effect;

	c->runs_needed = c->detectable = nan("");
	if (isnan(c->delta.lo) || c->caveats & (PD_CAVEAT_DETERMINISTIC | PD_CAVEAT_ALL_EQUAL))
		return;
	half = q->shift ? (c->delta.hi - c->delta.lo) / 2
			: (log1p(c->delta.hi) - log1p(c->delta.lo)) / 2;
	half = pd_plan_half_width(half, policy->level);
	effect = q->shift ? threshold : log1p(q->min_effect);
	if (effect > 0 && q->paired)
		c->runs_needed = pd_plan_pairs(q->x->n, half, effect, family, policy->alpha);
	else if (effect > 0)
		c->runs_needed = pd_plan_runs((q->n_x + q->n_y + 1) / 2, half, effect, family,
					      policy->alpha);
	if (!q->shift)
		c->detectable = pd_plan_detectable(half);
}

/* What counting iterations as runs costs. */
static double alarms(const struct pd_question *q)
{
	const struct pd_levels *x = &q->x->levels, *y = &q->y->levels;

	if (!q->x->iterations || !q->y->iterations || !x->n_groups || !y->n_groups)
		return nan("");
	return pd_levels_alarms(x, y, q->policy->alpha);
}

/* Another method was asked for by name; its twin on the other scale is no other. */
static bool is_replaced(const struct pd_question *q, const struct pd_method *used)
{
	const struct pd_method *named = q->policy->method ? pd_method_named(q->policy->method)
							  : NULL;

	return named && used && used != &pd_method_exact && used != named && used != named->twin &&
	       named->pairs == q->paired;
}

static double a12_of(const struct pd_question *q)
{
	struct pd_digest x, y;

	if (!q->summarised)
		return pd_effect(q->x->sorted, q->x->n, q->y->sorted, q->y->n, q->policy->level).a12;
	x = pd_digests_of(q->x, false);
	y = pd_digests_of(q->y, false);
	return pd_digest_a12(&x, &y);
}

static struct pd_evidence evidence_of(const struct pd_result *r, uint16_t metric,
				      const struct pd_question *q, const struct pd_finding *f,
				      const struct pd_method *m)
{
	double base = q->x->digest.n ? q->x->digest.mean
				     : pd_quantile(q->x->sorted, q->x->n, 0.5, 7);
	struct pd_evidence e = {
		.better = r->rows->metrics[metric].better,
		.n_min = q->n_x < q->n_y ? q->n_x : q->n_y,
		.grain = grain_of(q, base),
		.guarded = f->guarded,
		.guard_lo90 = f->guard_lo90,
		.guard_hi90 = f->guard_hi90,
	};

	e.shaky = m && e.n_min < m->sound_from;
	set_thresholds(r, metric, q, base, &e);
	return e;
}

/* The drift is fitted only where there may be something to explain: p grows in the family. */
static void look_at_order(const struct pd_question *q, struct pd_comparison *c,
			  struct pd_evidence *e)
{
	c->order = pd_sequence_of(q);
	if (c->order != PD_ORDER_INTERLEAVED)
		c->caveats |= PD_CAVEAT_BLOCKED;
	if (c->order != PD_ORDER_UNKNOWN && c->p_raw <= q->policy->alpha * (1 + 1e-12))
		e->may_be_drift = pd_sequence_may_be_drift(q, c->delta.point);
}

void pd_measure(const struct pd_ctx *ctx, const struct pd_result *r, struct pd_comparison *c,
		struct pd_scratch *scratch, struct pd_evidence *ret_evidence)
{
	const struct pd_row *row = &r->rows->row[c->row];
	struct pd_question q = question_of(r, c, scratch);
	const struct pd_method *method;
	struct pd_finding f;
	struct pd_evidence e;

	q.seed = pd_seed(ctx, r->rows, c->row, c->side, r->policy.seed, "method");
	f = find(&q, &method);
	allow_for_dependence(r, &q, c, &f);
	e = evidence_of(r, row->metric, &q, &f, method);
	c->method = method ? method->name : "none";
	c->relative = !q.shift;
	c->delta = f.delta;
	c->lo90 = f.lo90;
	c->hi90 = f.hi90;
	c->p_raw = f.p;
	c->a12 = a12_of(&q);
	c->cliffs_delta = 2 * c->a12 - 1;
	advise(&q, c);
	c->caveats = f.caveats | series_caveats(row, &q, r->rows->quantile);
	if (is_replaced(&q, method))
		c->caveats |= PD_CAVEAT_METHOD;
	if (e.threshold_up > 0 && e.grain > e.threshold_up / 2)
		c->caveats |= PD_CAVEAT_RESOLUTION;
	c->alarms = alarms(&q);
	plan(&q, pd_family_size(r, c), e.threshold_up, c);
	if (method && !q.exact)
		look_at_order(&q, c, &e);
	*ret_evidence = e;
}
