/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/account.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <perfdelta/stat.h>

/* ---- sums over the runs of a side */

/* What a side did not record is not known to be 0. */
static double mean_of(const struct pd_costs *c, size_t side, double sum)
{
	return pd_costs_n_runs(c, side) ? sum / (double)pd_costs_n_runs(c, side) : nan("");
}

static double mean_total(const struct pd_costs *c, size_t side)
{
	double sum = 0;

	for (size_t run = c->first[side]; run < c->first[side + 1]; run++)
		sum += c->total[run] * c->scale[run];
	return mean_of(c, side, sum);
}

static double share_of(double cost, double total)
{
	return total == 0 ? 0 : cost / total;
}

/* What no row accounts for: weights are integers below 2^53 mostly, so it is 0 where all is listed. */
static double unlisted(const struct pd_costs *c, size_t run)
{
	double rest = c->total[run];

	for (size_t row = 0; row < c->n_rows; row++)
		rest -= c->weight[pd_costs_at(c, row, run)];
	return rest * c->scale[run];
}

/* A list that is whole hides nothing, and what its rounded rows have too much no other list lacks. */
static double below_limit(const struct pd_costs *c, size_t run)
{
	return pd_costs_event(c, run)->limit > 0 ? fmax(0, unlisted(c, run)) : 0;
}

static double rounded_off(const struct pd_costs *c, size_t run)
{
	return unlisted(c, run) - below_limit(c, run);
}

static double mean_over(const struct pd_costs *c, size_t side,
			double (*of)(const struct pd_costs *c, size_t run))
{
	double sum = 0;

	for (size_t run = c->first[side]; run < c->first[side + 1]; run++)
		sum += of(c, run);
	return mean_of(c, side, sum);
}

static bool is_listed_on(const struct pd_costs *c, size_t part, size_t side)
{
	for (size_t run = c->first[side]; run < c->first[side + 1]; run++)
		if (c->listed[part * c->n_runs + run])
			return true;
	return false;
}

/*
 * How much of what @side does not list may belong to parts that @one or @other
 * lists: mean over its runs.
 */
static double mean_hidden(const struct pd_costs *c, size_t side, size_t one, size_t other)
{
	double sum = 0;

	for (size_t part = 0; part < c->n_parts; part++) {
		if (!is_listed_on(c, part, one) && !is_listed_on(c, part, other))
			continue;
		for (size_t run = c->first[side]; run < c->first[side + 1]; run++)
			if (!c->listed[part * c->n_runs + run])
				sum += pd_costs_event(c, run)->limit * c->scale[run];
	}
	return mean_of(c, side, sum);
}

/* What all sides list, hidden on this one. */
static double mean_hidden_of_all(const struct pd_costs *c, size_t side)
{
	double sum = 0;

	for (size_t row = 0; row < c->n_rows; row++)
		for (size_t run = c->first[side]; run < c->first[side + 1]; run++)
			sum += pd_costs_hidden(c, row, run);
	return mean_of(c, side, sum);
}

/* What no row of @side accounts for, less what listed rows may hide in it. */
static struct pd_delta_cost rest_of(const struct pd_costs *c,
				    const struct pd_delta_section *section, size_t side)
{
	double rest = mean_over(c, side, below_limit), total = section->total[side].cost;

	return (struct pd_delta_cost){.cost = rest,
				      .lo = fmax(0, rest - mean_hidden_of_all(c, side)),
				      .hi = rest,
				      .share = total > 0 ? rest / total : 0,
				      .hits = nan(""),
				      .share_cv = nan("")};
}

/* No cost, but what makes rounded rows add up: below 0 where they have too much. */
static struct pd_delta_cost rounding_of(const struct pd_costs *c,
					const struct pd_delta_section *section, size_t side)
{
	double rest = mean_over(c, side, rounded_off), total = section->total[side].cost;

	return (struct pd_delta_cost){.cost = rest,
				      .lo = rest,
				      .hi = rest,
				      .share = total > 0 ? rest / total : 0,
				      .hits = nan(""),
				      .share_cv = nan("")};
}

static double *scales(const struct pd_costs *c)
{
	double *scale = pd_ctx_alloc(c->ctx, (c->profiles->n + 1) * sizeof(*scale));

	for (size_t i = 0; i <= c->profiles->n; i++)
		scale[i] = 0;
	for (size_t run = 0; run < c->n_runs; run++)
		scale[c->run[run] - c->profiles->profile] = c->scale[run];
	return scale;
}

void pd_account_totals(const struct pd_costs *c, struct pd_delta_section *section)
{
	size_t n = c->n_sides;

	section->scale = scales(c);
	section->n_runs = pd_ctx_alloc(c->ctx, n * sizeof(*section->n_runs));
	section->total = pd_ctx_alloc(c->ctx, n * sizeof(*section->total));
	section->below_limit = pd_ctx_alloc(c->ctx, n * sizeof(*section->below_limit));
	section->limit = pd_ctx_alloc(c->ctx, n * sizeof(*section->limit));
	for (size_t side = 0; side < n; side++) {
		double cost = mean_total(c, side);
		struct pd_delta_cost *t = &section->total[side];

		section->n_runs[side] = (uint32_t)pd_costs_n_runs(c, side);
		*t = (struct pd_delta_cost){cost, cost, cost, 1, 0, section->n_runs[side], nan("")};
		if (c->limited)
			section->below_limit[side] = rest_of(c, section, side);
		for (size_t run = c->first[side]; run < c->first[side + 1]; run++) {
			double limit = pd_costs_event(c, run)->limit / c->total[run];

			t->hits += c->total_hits[run];
			section->rounded_hits |= pd_costs_event(c, run)->hits_more > 0;
			section->limit[side] = fmax(section->limit[side], limit);
		}
		if (!c->counted || !t->n_runs)
			t->hits = nan("");
	}
}

/* ---- rows */

/* Of nothing nothing is a part. */
static double part_of_base(const struct pd_delta_section *section, double cost)
{
	return section->total[0].cost > 0 ? cost / section->total[0].cost : nan("");
}

/* Of the shares of a row over the runs of a side. */
static double cv_of_share(const struct pd_costs *c, size_t row, size_t side)
{
	size_t n = pd_costs_n_runs(c, side);
	double *share = pd_ctx_alloc(c->ctx, (n + 1) * sizeof(*share));

	for (size_t i = 0; i < n; i++) {
		size_t run = c->first[side] + i;

		share[i] = share_of(c->weight[pd_costs_at(c, row, run)], c->total[run]);
	}
	return n ? pd_describe_cv(share, n) : nan("");
}

struct pd_delta_cost pd_account_cost(const struct pd_costs *c,
				     const struct pd_delta_section *section, size_t row,
				     size_t side)
{
	double cost = 0, hidden = 0, total = section->total[side].cost;
	struct pd_delta_cost ret = {0};

	for (size_t run = c->first[side]; run < c->first[side + 1]; run++) {
		cost += pd_costs_cost(c, row, run);
		hidden += pd_costs_hidden(c, row, run);
		ret.hits += c->hits[pd_costs_at(c, row, run)];
		ret.n_runs += c->n_listed[pd_costs_at(c, row, run)] > 0;
	}
	ret.cost = ret.lo = mean_of(c, side, cost);
	ret.hi = ret.cost + mean_of(c, side, hidden);
	ret.share = share_of(ret.cost, total);
	ret.share_cv = cv_of_share(c, row, side);
	if (!c->counted || !pd_costs_n_runs(c, side))
		ret.hits = nan("");
	return ret;
}

static double mean_rounding(const struct pd_costs *c, size_t row, size_t side)
{
	double sum = 0;

	for (size_t run = c->first[side]; run < c->first[side + 1]; run++)
		sum += pd_costs_rounding(c, row, run);
	return mean_of(c, side, sum);
}

/* The interval of the means' difference over runs; a point where nothing can be said. */
static void over_runs(const struct pd_costs *c, size_t row, size_t side, double level,
		      struct pd_delta_change *d)
{
	size_t m = pd_costs_n_runs(c, 0), n = pd_costs_n_runs(c, side);
	double *x = pd_ctx_alloc(c->ctx, (m + n + 1) * sizeof(*x)), *y = x + m;
	struct pd_welch welch;

	for (size_t i = 0; i < m; i++)
		x[i] = pd_costs_cost(c, row, i);
	for (size_t i = 0; i < n; i++)
		y[i] = pd_costs_cost(c, row, c->first[side] + i);
	d->cost_lo = d->cost_hi = d->cost;
	if (m && n && pd_welch(x, m, y, n, level, &welch) == PD_OK) {
		d->cost_lo = welch.lo;
		d->cost_hi = welch.hi;
	}
}

static void account_change(const struct pd_costs *c, const struct pd_delta_policy *policy,
			   const struct pd_delta_section *section, size_t row, size_t side,
			   struct pd_delta_change *d)
{
	struct pd_delta_cost base = pd_account_cost(c, section, row, 0);
	double rounding = mean_rounding(c, row, 0) + mean_rounding(c, row, side);

	d->head = pd_account_cost(c, section, row, side);
	d->cost = d->head.cost - base.cost;
	d->of_total = part_of_base(section, d->cost);
	over_runs(c, row, side, policy->level, d);
	d->cost_lo -= base.hi - base.cost + rounding;
	d->cost_hi += d->head.hi - d->head.cost + rounding;
	d->is_new = base.hi <= 0 && d->head.cost > 0;
	d->is_gone = d->head.hi <= 0 && base.cost > 0;
	if (d->is_new || d->is_gone) /* a ratio to half a hit says nothing */
		d->rel.lo = d->rel.hi = nan("");
	if (d->is_new)
		d->rel.point = d->detectable = nan("");
	if (isfinite(d->cost) && (base.hi > base.cost || d->head.hi > d->head.cost))
		d->caveats |= PD_DELTA_BOUNDED;
}

void pd_account_changes(const struct pd_costs *c, const struct pd_delta_policy *policy,
			const struct pd_delta_section *section, struct pd_delta_change *change)
{
	for (size_t row = 0; row < c->n_rows; row++)
		for (size_t side = 1; side < c->n_sides; side++)
			account_change(c, policy, section, row, side,
				       &change[row * (c->n_sides - 1) + side - 1]);
}

/* ---- what is told */

static int by_id(const void *a, const void *b)
{
	pd_id x = *(const pd_id *)a, y = *(const pd_id *)b;

	return (x > y) - (x < y);
}

enum name { RAW, CANONICAL, COMM };

static pd_id name_of(const struct pd_costs_raw *raw, enum name which)
{
	switch (which) {
	case RAW:
		return raw->raw;
	case CANONICAL:
		return raw->canonical;
	case COMM:
		break;
	}
	return raw->comm;
}

/* The different names of one kind that stand in @row, in the order in which they were met. */
static pd_id *names_of(const struct pd_costs *c, size_t row, enum name which, uint32_t *ret_n)
{
	const struct pd_costs_raw *raw = c->raw + c->raw_first[row];
	size_t n = c->raw_first[row + 1] - c->raw_first[row];
	pd_id *id = pd_ctx_alloc(c->ctx, n * sizeof(*id));

	for (size_t i = 0; i < n; i++)
		id[i] = name_of(&raw[i], which);
	qsort(id, n, sizeof(*id), by_id);
	*ret_n = 0;
	for (size_t i = 0; i < n; i++)
		if (!i || id[i] != id[i - 1])
			id[(*ret_n)++] = id[i];
	return id;
}

/* "__GI___libc_write": which of its aliases the C library shows depends on its debug symbols. */
static bool is_alias(struct pd_str name)
{
	return pd_str_starts(name, PD_STR("__GI_")) || pd_str_starts(name, PD_STR("__libc_"));
}

/* The one name of all that stands in a row; of several the key. */
static pd_id shown_name(const struct pd_costs *c, size_t row, pd_id key)
{
	uint32_t n;
	const pd_id *id = names_of(c, row, CANONICAL, &n);

	return n == 1 && !is_alias(pd_ctx_name(c->ctx, id[0])) ? id[0] : key;
}

static struct pd_delta_row tell_row(const struct pd_costs *c, const struct pd_delta_policy *policy,
				    const struct pd_delta_section *section, size_t i,
				    const struct pd_delta_change *change)
{
	const struct pd_costs_row *from = &c->row[i];
	size_t n = c->n_sides - 1;
	struct pd_delta_row row = {.kind = PD_DELTA_ROW};

	memcpy(row.name, from->key.name, sizeof(row.name));
	memcpy(row.key, from->key.name, sizeof(row.key));
	if (policy->by & 1u << PD_BY_SYMBOL && !policy->raw_names)
		row.name[PD_BY_SYMBOL] = shown_name(c, i, row.name[PD_BY_SYMBOL]);
	row.raw = names_of(c, i, RAW, &row.n_raw);
	row.comm = names_of(c, i, COMM, &row.n_comms);
	row.base = pd_account_cost(c, section, i, 0);
	row.change = pd_ctx_alloc(c->ctx, (n + 1) * sizeof(*row.change));
	memcpy(row.change, change + i * n, n * sizeof(*row.change));
	for (size_t head = 0; head < n; head++)
		if (row.n_raw > 1 && policy->by & 1u << PD_BY_SYMBOL)
			row.change[head].caveats |= PD_DELTA_RAW_NAMES;
	return row;
}

static bool is_rare(const struct pd_costs *c, const struct pd_delta_change *change, size_t row)
{
	for (size_t head = 0; head < c->n_sides - 1; head++)
		if (!(change[row * (c->n_sides - 1) + head].caveats & PD_DELTA_RARE))
			return false;
	return c->counted && c->n_sides > 1;
}

static void add_cost(struct pd_delta_cost *to, const struct pd_delta_cost *d)
{
	to->cost += d->cost;
	to->lo += d->lo;
	to->hi += d->hi;
	to->share += d->share;
	to->hits += d->hits;
	to->share_cv = nan("");
	to->n_runs = d->n_runs > to->n_runs ? d->n_runs : to->n_runs;
}

/* A sum of rows: its change is theirs, and its bounds are theirs at worst. */
static void add_row(const struct pd_costs *c, struct pd_delta_row *sum,
		    const struct pd_delta_row *row)
{
	sum->n_raw++;
	add_cost(&sum->base, &row->base);
	for (size_t head = 0; head < c->n_sides - 1; head++) {
		struct pd_delta_change *to = &sum->change[head];

		add_cost(&to->head, &row->change[head].head);
		to->cost += row->change[head].cost;
		to->cost_lo += row->change[head].cost_lo;
		to->cost_hi += row->change[head].cost_hi;
		to->of_total += row->change[head].of_total;
	}
}

struct pd_delta_change pd_account_untested(void)
{
	const struct pd_estimate none = {nan(""), nan(""), nan(""), 0, false};

	return (struct pd_delta_change){.rel = none,
					.share = none,
					.rel90_lo = nan(""),
					.rel90_hi = nan(""),
					.p = nan(""),
					.p_adjusted = nan(""),
					.detectable = nan(""),
					.verdict = PD_VERDICT_INCONCLUSIVE};
}

static struct pd_delta_row empty_row(const struct pd_costs *c, enum pd_delta_kind kind)
{
	struct pd_delta_row row = {.kind = kind};

	row.change = pd_ctx_alloc(c->ctx, c->n_sides * sizeof(*row.change));
	for (size_t head = 0; head < c->n_sides - 1; head++)
		row.change[head] = pd_account_untested();
	return row;
}

static void finish_ratio(struct pd_delta_row *row, size_t n_heads)
{
	for (size_t head = 0; head < n_heads; head++)
		if (row->base.cost > 0)
			row->change[head].rel.point = row->change[head].head.cost / row->base.cost -
						      1;
}

/* What is on no list: the rest of the whole, less what listed parts may hide in it. */
static struct pd_delta_row unlisted_row(const struct pd_costs *c,
					const struct pd_delta_section *section)
{
	struct pd_delta_row row = empty_row(c, PD_DELTA_ROW_UNLISTED);

	row.base = rest_of(c, section, 0);
	for (size_t side = 1; side < c->n_sides; side++) {
		struct pd_delta_change *d = &row.change[side - 1];

		d->head = rest_of(c, section, side);
		d->cost = d->head.cost - row.base.cost;
		d->cost_lo = d->cost - fmin(d->head.cost, mean_hidden(c, side, 0, side));
		d->cost_hi = d->cost + fmin(row.base.cost, mean_hidden(c, 0, 0, side));
		d->of_total = part_of_base(section, d->cost);
		d->caveats = isfinite(d->cost) ? PD_DELTA_BOUNDED : 0;
	}
	finish_ratio(&row, c->n_sides - 1);
	return row;
}

static struct pd_delta_row rounding_row(const struct pd_costs *c,
					const struct pd_delta_section *section)
{
	struct pd_delta_row row = empty_row(c, PD_DELTA_ROW_ROUNDING);

	row.base = rounding_of(c, section, 0);
	for (size_t side = 1; side < c->n_sides; side++) {
		struct pd_delta_change *d = &row.change[side - 1];

		d->head = rounding_of(c, section, side);
		d->cost = d->cost_lo = d->cost_hi = d->head.cost - row.base.cost;
		d->of_total = part_of_base(section, d->cost);
	}
	return row;
}

static bool any_side(const struct pd_costs *c, const struct pd_delta_section *section,
		     double (*of)(const struct pd_costs *c, size_t run))
{
	for (size_t side = 0; side < c->n_sides && !c->inclusive; side++)
		if (fabs(mean_over(c, side, of)) > 1e-9 * section->total[side].cost)
			return true;
	return false;
}

static double largest(const struct pd_delta_row *row, size_t n_heads)
{
	double change = 0;

	for (size_t i = 0; i < n_heads; i++)
		change = fmax(change, fabs(row->change[i].cost));
	return change;
}

/* @arg: the number of heads. */
static int by_change(const void *a, const void *b, void *arg)
{
	const struct pd_delta_row *x = a, *y = b;
	const size_t *n_heads = arg;
	double dx = largest(x, *n_heads), dy = largest(y, *n_heads);

	if (dx != dy)
		return dx > dy ? -1 : 1;
	if (x->base.cost != y->base.cost)
		return x->base.cost > y->base.cost ? -1 : 1;
	return memcmp(x->name, y->name, sizeof(x->name));
}

/* A row is called by any of the names it is shown with. */
static bool is_matched(const struct pd_costs *c, const struct pd_delta_policy *policy,
		       const struct pd_delta_row *row)
{
	for (size_t by = 0; by < PD_N_BY && policy->match; by++)
		if (row->name[by] && (!policy->match_by || policy->match_by >> by & 1) &&
		    pd_str_glob(pd_str_of(policy->match), pd_ctx_name(c->ctx, row->name[by])))
			return true;
	return !policy->match;
}

static void tell_sum(const struct pd_costs *c, struct pd_delta_section *section,
		     struct pd_delta_row *sum)
{
	if (!sum->n_raw)
		return;
	finish_ratio(sum, c->n_sides - 1);
	section->row[section->n++] = *sum;
}

void pd_account_rows(const struct pd_costs *c, const struct pd_delta_policy *policy,
		     struct pd_delta_section *section, const struct pd_delta_change *change)
{
	struct pd_delta_row rare = empty_row(c, PD_DELTA_ROW_RARE);
	struct pd_delta_row others = empty_row(c, PD_DELTA_ROW_OTHERS);
	size_t n_rare = 0, n_heads = c->n_sides - 1;

	section->row = pd_ctx_alloc(c->ctx, (c->n_rows + 4) * sizeof(*section->row));
	for (size_t i = 0; i < c->n_rows; i++)
		n_rare += is_rare(c, change, i);
	for (size_t i = 0; i < c->n_rows; i++) {
		struct pd_delta_row row = tell_row(c, policy, section, i, change);
		bool matched = is_matched(c, policy, &row);

		section->n_matched += matched;
		section->n_rare += matched && is_rare(c, change, i);
		if (!matched)
			add_row(c, &others, &row);
		else if (is_rare(c, change, i) && n_rare < c->n_rows)
			add_row(c, &rare, &row);
		else
			section->row[section->n++] = row;
	}
	qsort_r(section->row, section->n, sizeof(*section->row), by_change, &n_heads);
	tell_sum(c, section, &others);
	tell_sum(c, section, &rare);
	if (any_side(c, section, below_limit))
		section->row[section->n++] = unlisted_row(c, section);
	if (any_side(c, section, rounded_off))
		section->row[section->n++] = rounding_row(c, section);
}
