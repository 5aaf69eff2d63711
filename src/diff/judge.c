/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/judge.h"

#include "diff/sampling.h"

#include <math.h>
#include <stdlib.h>

#include <perfdelta/stat_profile.h>

enum {
	FEW_RUNS = 3, /* results of so many on a side are indicative */
	FEW_HITS = 5, /* fewer a run are not tested */
};

/* The base and one head as the statistics take them; owned by the context. */
struct pair {
	struct pd_cost_matrix m;
	size_t head;
	double *cost, *hits, *squares, *total, *total_hits;
};

static size_t run_of(const struct pd_costs *c, const struct pair *p, size_t i)
{
	return i < p->m.n_base ? i : c->first[p->head] + i - p->m.n_base;
}

/* The mean cost of a row over the runs of a side, and what may hide beside it. */
static double mean_of(const struct pd_costs *c, size_t row, size_t side, double *ret_hidden)
{
	size_t n = pd_costs_n_runs(c, side);
	double sum = 0;

	*ret_hidden = 0;
	for (size_t run = c->first[side]; run < c->first[side + 1]; run++) {
		sum += pd_costs_cost(c, row, run);
		*ret_hidden += pd_costs_hidden(c, row, run) / (double)n;
	}
	return sum / (double)n;
}

/*
 * How much of what is hidden to add so that both sides are as alike as can be:
 * a share of 0 .. 1 for the base and the head.
 */
static void favour_no_change(const struct pd_costs *c, size_t row, size_t head, double ret[2])
{
	double hidden_x, hidden_y;
	double x = mean_of(c, row, 0, &hidden_x), y = mean_of(c, row, head, &hidden_y);
	double gap = fabs(x - y), room = x < y ? hidden_x : hidden_y;
	double share = room > 0 ? fmin(1, gap / room) : 0;

	ret[0] = x < y ? share : 0;
	ret[1] = x < y ? 0 : share;
}

static void fill_row(const struct pd_costs *c, struct pair *p, size_t row)
{
	size_t n = p->m.n_base + p->m.n_head;
	double favour[2] = {0, 0};

	if (c->limited)
		favour_no_change(c, row, p->head, favour);
	for (size_t i = 0; i < n; i++) {
		size_t run = run_of(c, p, i), at = pd_costs_at(c, row, run), to = row * n + i;
		double hidden = favour[i >= p->m.n_base] * pd_costs_hidden(c, row, run);

		p->cost[to] = pd_costs_cost(c, row, run) + hidden;
		p->hits[to] = c->hits[at] +
			      hidden / c->scale[run] / c->total[run] * c->total_hits[run];
		p->squares[to] = c->squares[at] * c->scale[run] * c->scale[run];
	}
}

static struct pair pair_of(const struct pd_costs *c, size_t head)
{
	struct pair p = {
		.head = head,
		.m = {.n_symbols = c->n_rows,
		      .n_base = pd_costs_n_runs(c, 0),
		      .n_head = pd_costs_n_runs(c, head)}
        };
	size_t n = p.m.n_base + p.m.n_head, size = (c->n_rows * n + 1) * sizeof(double);

	p.m.cost = p.cost = pd_ctx_alloc(c->ctx, size);
	p.hits = pd_ctx_alloc(c->ctx, size);
	p.squares = pd_ctx_alloc(c->ctx, size);
	p.m.total = p.total = pd_ctx_alloc(c->ctx, (n + 1) * sizeof(double));
	p.m.total_hits = p.total_hits = pd_ctx_alloc(c->ctx, (n + 1) * sizeof(double));
	for (size_t row = 0; row < c->n_rows; row++)
		fill_row(c, &p, row);
	for (size_t i = 0; i < n; i++) {
		size_t run = run_of(c, &p, i);

		p.total[i] = c->total[run] * c->scale[run];
		p.total_hits[i] = c->total_hits[run];
	}
	p.m.hits = c->counted ? p.hits : NULL;
	p.m.total_hits = c->counted ? p.total_hits : NULL;
	p.m.squares = c->counted && c->squared ? p.squares : NULL;
	return p;
}

static struct pd_delta_change *change_of(const struct pd_costs *c, struct pd_delta_change *change,
					 size_t row, size_t head)
{
	return &change[row * (c->n_sides - 1) + head - 1];
}

/* ---- several runs on both sides */

/*
 * Logs have no place for a cost of 0 without hits: then the ratio of the means is all
 * that is known. Not to be tested for lack of hits is one thing, for not varying another.
 */
static bool take_test(struct pd_delta_change *to, const struct pd_estimate *rel, bool tested,
		      double hits)
{
	if (isfinite(rel->point))
		to->rel = *rel;
	if (!tested && hits < FEW_HITS)
		to->caveats |= PD_DELTA_RARE;
	return tested;
}

static void take_moderated(struct pd_delta_change *to, const struct pd_moderated_row *row,
			   const struct pd_moderated_row *narrow)
{
	if (!take_test(to, &row->rel, row->tested, row->hits))
		return;
	to->p = row->p;
	to->detectable = row->detectable;
	to->rel90_lo = narrow->rel.lo;
	to->rel90_hi = narrow->rel.hi;
}

static bool test_replicated(const struct pd_costs *c, const struct pd_delta_policy *policy,
			    const struct pair *p, struct pd_delta_section *section,
			    struct pd_delta_change *change, struct pd_scratch *scratch)
{
	struct pd_moderated_how how = {.level = policy->level,
				       .alpha = policy->alpha,
				       .min_hits = FEW_HITS};
	struct pd_moderated_how narrow_how = {.level = 1 - 2 * policy->alpha, .min_hits = FEW_HITS};
	struct pd_moderated all;
	size_t size = (c->n_rows + 1) * sizeof(struct pd_moderated_row);
	struct pd_moderated_row *row = pd_ctx_alloc(c->ctx, size);
	struct pd_moderated_row *narrow = pd_ctx_alloc(c->ctx, size);

	if (pd_moderated(&p->m, &how, scratch, &all, row) < 0 ||
	    pd_moderated(&p->m, &narrow_how, scratch, &all, narrow) < 0)
		return false;
	section->method[p->head - 1] = all.method == PD_MODERATED ? PD_DELTA_MODERATED
								  : PD_DELTA_WELCH;
	section->kappa[p->head - 1] = sqrt(all.kappa2);
	for (size_t i = 0; i < c->n_rows; i++)
		take_moderated(change_of(c, change, i, p->head), &row[i], &narrow[i]);
	return true;
}

/* ---- one run on a side */

static void take_unreplicated(struct pd_delta_change *to, const struct pd_unreplicated_row *row)
{
	to->caveats |= PD_DELTA_UNREPLICATED_SIDE;
	if (!take_test(to, &row->rel, row->tested, (row->hits_base + row->hits_head) / 2))
		return;
	to->p = row->p;
	to->detectable = row->detectable;
}

static bool test_unreplicated(const struct pd_costs *c, const struct pd_delta_policy *policy,
			      const struct pair *p, struct pd_delta_section *section,
			      struct pd_delta_change *change)
{
	struct pd_unreplicated_how how = {.kappa = policy->kappa0,
					  .level = policy->level,
					  .alpha = policy->alpha,
					  .min_hits = FEW_HITS};
	struct pd_unreplicated_row *row = pd_ctx_alloc(c->ctx, (c->n_rows + 1) * sizeof(*row));

	if (pd_unreplicated(&p->m, &how, row) < 0)
		return false;
	section->method[p->head - 1] = c->counted ? PD_DELTA_UNREPLICATED : PD_DELTA_NONE;
	for (size_t i = 0; i < c->n_rows; i++) {
		struct pd_delta_change *to = change_of(c, change, i, p->head);

		take_unreplicated(to, &row[i]);
		to->share = pd_sampling_share(c, i, p->head, &row[i].share, policy->level);
	}
	return true;
}

/* What is known without any test. */
static void take_ratio(const struct pair *p, size_t row, struct pd_delta_change *to)
{
	size_t n = p->m.n_base + p->m.n_head;
	double x = 0, y = 0;

	for (size_t i = 0; i < n; i++)
		*(i < p->m.n_base ? &x : &y) += p->cost[row * n + i];
	x /= (double)p->m.n_base;
	y /= (double)p->m.n_head;
	to->rel = (struct pd_estimate){x > 0 ? y / x - 1 : nan(""), nan(""), nan(""), 0, false};
}

static uint32_t caveats_of(const struct pd_costs *c, const struct pair *p)
{
	uint32_t set = 0;
	bool single = p->m.n_base < 2 || p->m.n_head < 2;

	if (single)
		set |= PD_DELTA_UNREPLICATED_SIDE;
	else if (p->m.n_base <= FEW_RUNS || p->m.n_head <= FEW_RUNS)
		set |= PD_DELTA_INDICATIVE;
	if (!c->counted)
		set |= PD_DELTA_UNCOUNTED;
	else if (!c->squared && !c->equal_periods)
		set |= PD_DELTA_EQUAL_PERIODS;
	if (c->counted && c->rounded_hits)
		set |= PD_DELTA_APPROXIMATE_HITS;
	return set;
}

static void test_head(const struct pd_costs *c, const struct pd_delta_policy *policy, size_t head,
		      struct pd_delta_section *section, struct pd_delta_change *change,
		      struct pd_scratch *scratch)
{
	struct pair p = pair_of(c, head);
	bool tested = false;

	for (size_t i = 0; i < c->n_rows; i++) {
		struct pd_delta_change *to = change_of(c, change, i, head);

		to->caveats = c->row[i].key.caveats | caveats_of(c, &p);
		if (p.m.n_base && p.m.n_head)
			take_ratio(&p, i, to);
	}
	if (!p.m.n_base || !p.m.n_head)
		return;
	if (p.m.n_base > 1 && p.m.n_head > 1)
		tested = test_replicated(c, policy, &p, section, change, scratch);
	else
		tested = test_unreplicated(c, policy, &p, section, change);
	if (!tested)
		section->method[head - 1] = PD_DELTA_NONE;
}

void pd_judge_test(const struct pd_costs *c, const struct pd_delta_policy *policy,
		   struct pd_delta_section *section, struct pd_delta_change *change,
		   struct pd_scratch *scratch)
{
	section->method = pd_ctx_alloc(c->ctx, c->n_sides * sizeof(*section->method));
	section->kappa = pd_ctx_alloc(c->ctx, c->n_sides * sizeof(*section->kappa));
	for (size_t i = 0; i < c->n_sides; i++) {
		section->method[i] = PD_DELTA_NONE;
		section->kappa[i] = nan("");
	}
	for (size_t head = 1; head < c->n_sides; head++)
		test_head(c, policy, head, section, change, scratch);
}

/* ---- verdicts */

static bool beyond(const struct pd_delta_change *d, const struct pd_delta_policy *policy)
{
	/* Where the base is 0 the ratio is infinite. */
	return isnan(d->rel.point) || fabs(d->rel.point) >= policy->min_effect * (1 - 1e-12);
}

static bool matters(const struct pd_delta_change *d, const struct pd_delta_policy *policy)
{
	return fabs(d->of_total) >= policy->min_share * (1 - 1e-12);
}

static enum pd_verdict worse_or_better(const struct pd_delta_change *d)
{
	return d->cost > 0 ? PD_VERDICT_REGRESSION : PD_VERDICT_IMPROVEMENT;
}

/* One odd run can turn the difference of means against that of the typical runs. */
static bool agree(const struct pd_delta_change *d)
{
	return isnan(d->rel.point) || (d->rel.point > 0) == (d->cost > 0);
}

/* Not significant is not the same; an interval within the threshold is. */
static bool is_same(const struct pd_delta_change *d, const struct pd_delta_policy *policy,
		    double total)
{
	bool ratio = d->rel90_lo >= -policy->min_effect && d->rel90_hi <= policy->min_effect;
	bool cost = d->cost_lo >= -policy->min_share * total &&
		    d->cost_hi <= policy->min_share * total;

	return ratio || cost;
}

static void judge(struct pd_delta_change *d, const struct pd_delta_policy *policy, double total)
{
	bool significant = d->p_adjusted <= policy->alpha * (1 + 1e-12);

	d->verdict = PD_VERDICT_INCONCLUSIVE;
	if (significant && !beyond(d, policy))
		d->caveats |= PD_DELTA_BELOW_THRESHOLD;
	if (significant && !matters(d, policy))
		d->caveats |= PD_DELTA_SMALL_SHARE;
	if (d->caveats & PD_DELTA_UNREPLICATED_SIDE) {
		d->is_candidate = significant && beyond(d, policy) && matters(d, policy);
		return;
	}
	if (isnan(d->p_adjusted))
		return;
	if (significant && beyond(d, policy) && matters(d, policy) && agree(d))
		d->verdict = worse_or_better(d);
	else if ((significant && agree(d)) || is_same(d, policy, total))
		d->verdict = PD_VERDICT_SAME;
}

void pd_judge_verdicts(const struct pd_costs *c, const struct pd_delta_policy *policy,
		       struct pd_delta_section *section, struct pd_delta_change *change)
{
	size_t n = c->n_rows * (c->n_sides - 1);
	double *p = pd_ctx_alloc(c->ctx, (n + 1) * sizeof(*p));

	for (size_t i = 0; i < n; i++) {
		p[i] = change[i].p;
		section->n_tested += isnan(p[i]) ? 0 : 1;
	}
	pd_multiple_adjust(policy->adjust, p, n, p);
	for (size_t i = 0; i < n; i++) {
		change[i].p_adjusted = p[i];
		judge(&change[i], policy, section->total[0].cost);
	}
}
