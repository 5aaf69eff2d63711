/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/work.h"

#include "base/str.h"
#include "model/event.h"

#include <math.h>
#include <stdlib.h>

#include <perfdelta/stat_profile.h>

enum { FEW_SYMBOLS = 3 }; /* so many can say what is typical */

struct working {
	struct pd_fold *fold;
	struct pd_costs *c;
	const struct pd_table *table;
	const struct pd_delta_policy *policy;
	struct pd_delta_section *section;
	struct pd_event_unit unit; /* of absolute weights */
};

static pd_id unit_id(const struct working *w, struct pd_str unit)
{
	return pd_ctx_id(w->c->ctx, unit);
}

static int usage(const struct working *w, const char *what)
{
	pd_ctx_diag(w->c->ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage", "--work-from=%s: %s",
		    w->policy->work_from, what);
	return PD_EUSAGE;
}

/* Beyond, costs and their squares would leave the range of a double. */
static bool is_work(double v)
{
	return v >= PD_DELTA_WORK_MIN && v <= PD_DELTA_WORK_MAX;
}

/* ---- work from a benchmark: "hackbench:time" */

/* The one key of the ledger that is meant; SIZE_MAX: none, or several. */
static size_t key_of(const struct working *w, const char **ret_why)
{
	struct pd_str metric = pd_str_of(w->policy->work_from), bench = pd_str_cut(&metric, ':');
	size_t found = SIZE_MAX;

	*ret_why = "no log of these sides has that benchmark and metric";
	for (size_t i = 0; i < w->table->n_keys; i++) {
		const struct pd_key *k = &w->table->keys[i];

		if (!pd_str_eq(pd_ctx_name(w->c->ctx, k->bench), bench) ||
		    !pd_str_eq(pd_ctx_name(w->c->ctx, w->table->metrics[k->metric].name), metric))
			continue;
		if (found != SIZE_MAX) {
			*ret_why = "several measurements are called so; leave one in the logs";
			return SIZE_MAX;
		}
		found = i;
	}
	return found;
}

/* The mean over the iterations of the @run-th run of side @name; NaN if there is none. */
static double value_of(const struct working *w, size_t key, pd_id name, uint32_t run)
{
	const struct pd_table *t = w->table;
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (t->key[i] != key || t->run[i] != run || t->sides[t->side[i]].name != name)
			continue;
		sum += t->value[i];
		n++;
	}
	return n ? sum / (double)n : nan("");
}

/* Shares are of the whole: idle left out of the total spent its part of the time as well. */
static double scale_of_time(const struct pd_costs *c, size_t run, double seconds)
{
	return seconds / (double)pd_costs_event(c, run)->weight;
}

/* Anything but time is how much was done. */
static double scale_by(const struct pd_costs *c, size_t run, double v, bool is_time)
{
	return is_time ? scale_of_time(c, run, v) : c->scale[run] / v;
}

static int work_from(struct working *w, const struct pd_profiles *all)
{
	const char *why;
	size_t key = w->table ? key_of(w, &why) : SIZE_MAX;
	bool is_time;

	if (key == SIZE_MAX)
		return usage(w, w->table ? why : "no benchmark log was read");
	is_time = pd_str_eq(pd_ctx_name(w->c->ctx,
					w->table->metrics[w->table->keys[key].metric].unit),
			    PD_STR("s"));
	for (size_t i = 0; i < w->c->n_runs; i++) {
		const struct pd_profile *p = w->c->run[i];
		double v = value_of(w, key, all->side[p->side].name, p->run);

		if (!is_work(v))
			return usage(w, "not every profile has a value of its run, from 1e-100 to "
					"1e100");
		w->c->scale[i] = scale_by(w->c, i, v, is_time);
	}
	w->section->work = PD_WORK_GIVEN;
	w->section->work_is_time = is_time;
	if (is_time)
		w->section->unit = unit_id(w, PD_STR("s"));
	return PD_OK;
}

/* ---- work that the sources say, or that the symbols tell */

static bool all_elapsed(const struct pd_costs *c)
{
	for (size_t i = 0; i < c->n_runs; i++)
		if (!is_work(c->run[i]->elapsed))
			return false;
	return c->n_runs > 0;
}

static void by_elapsed(struct working *w)
{
	for (size_t i = 0; i < w->c->n_runs; i++)
		w->c->scale[i] = scale_of_time(w->c, i, w->c->run[i]->elapsed);
	w->section->work = PD_WORK_ELAPSED;
	w->section->unit = unit_id(w, PD_STR("s"));
}

/* Of one unit of weight. */
static double scale_of_run(const struct working *w, size_t run)
{
	uint32_t parts = pd_costs_event(w->c, run)->parts;

	if (w->c->shares)
		return 1 / (double)PD_PROFILE_WHOLE;
	return parts ? w->unit.scale / parts : w->unit.scale;
}

static void by_run(struct working *w)
{
	for (size_t i = 0; i < w->c->n_runs; i++)
		w->c->scale[i] = scale_of_run(w, i);
	w->section->work = PD_WORK_RUN;
	w->section->unit = unit_id(w, w->c->shares ? PD_STR("share") : w->unit.unit);
}

static double log_scale(const struct pd_costs *c, size_t run, bool of_total)
{
	return log(of_total ? c->total[run] * c->scale[run] : 1 / c->scale[run]);
}

/* Head over base of a positive figure of each run, on logs. */
static struct pd_estimate ratio(const struct pd_costs *c, size_t side, double level, bool of_total)
{
	size_t m = pd_costs_n_runs(c, 0), n = pd_costs_n_runs(c, side);
	double *x = pd_ctx_alloc(c->ctx, (m + n + 1) * sizeof(*x)), *y = x + m;
	struct pd_estimate e = {.lo = nan(""), .hi = nan("")};
	struct pd_welch welch;
	double mean = 0;

	for (size_t i = 0; i < m; i++)
		mean -= (x[i] = log_scale(c, i, of_total)) / (double)m;
	for (size_t i = 0; i < n; i++)
		mean += (y[i] = log_scale(c, c->first[side] + i, of_total)) / (double)n;
	e.point = m && n ? exp(mean) : nan("");
	if (m && n && pd_welch(x, m, y, n, level, &welch) == PD_OK) {
		e.lo = exp(welch.lo);
		e.hi = exp(welch.hi);
		e.level = level;
		e.reached = true;
	}
	return e;
}

static struct pd_estimate minus_one(struct pd_estimate e)
{
	e.point -= 1;
	e.lo -= 1;
	e.hi -= 1;
	return e;
}

/* The totals as they are before any factor, which may hide what a reader wants to know. */
static void tell_recorded(const struct working *w)
{
	struct pd_delta_section *s = w->section;
	struct pd_costs *c = w->c;

	s->recorded = pd_ctx_alloc(c->ctx, c->n_sides * sizeof(*s->recorded));
	s->recorded_change = pd_ctx_alloc(c->ctx, c->n_sides * sizeof(*s->recorded_change));
	for (size_t side = 0; side < c->n_sides; side++) {
		size_t n = pd_costs_n_runs(c, side);

		for (size_t run = c->first[side]; run < c->first[side + 1]; run++)
			s->recorded[side] += c->total[run] * c->scale[run] / (double)n;
		if (side)
			s->recorded_change[side - 1] =
				minus_one(ratio(c, side, w->policy->level, true));
	}
}

/* The factors of all runs by their symbols; PD_EUNDEFINED if there are too few to ask. */
static int find_factors(const struct working *w, struct pd_scratch *scratch, double *ret)
{
	struct pd_delta_policy by_symbol = *w->policy;
	struct pd_fold fold = *w->fold;
	struct pd_sizefactor all = {.n_symbols = 0};
	struct pd_costs c;
	int r;

	by_symbol.by = 1u << PD_BY_SYMBOL;
	by_symbol.raw_names = false;
	fold.policy = &by_symbol;
	r = pd_costs(&fold, w->c->event, &c);
	if (!r)
		r = pd_sizefactor(&(struct pd_cost_matrix){.cost = c.weight,
							   .hits = c.counted ? c.hits : NULL,
							   .total = c.total,
							   .n_symbols = c.n_rows,
							   .n_base = pd_costs_n_runs(&c, 0),
							   .n_head = c.n_runs -
								     pd_costs_n_runs(&c, 0)},
				  0, w->policy->level, scratch, ret, &all);
	pd_costs_free(&c);
	return !r && all.n_symbols < FEW_SYMBOLS ? PD_EUNDEFINED : r;
}

/* Each head by itself against the base would give the base as many scales. */
static int by_factor(struct working *w, struct pd_scratch *scratch)
{
	struct pd_costs *c = w->c;
	size_t n_base = pd_costs_n_runs(c, 0);
	double *factor = pd_ctx_alloc(c->ctx, (c->n_runs + 1) * sizeof(*factor));
	double base = 0;
	int r = find_factors(w, scratch, factor);

	if (r)
		return r == PD_EUNDEFINED ? PD_OK : r;
	if (!c->shares)
		tell_recorded(w);
	for (size_t i = 0; i < n_base; i++)
		base += log(factor[i]) / (double)n_base;
	for (size_t i = 0; i < c->n_runs; i++)
		c->scale[i] *= exp(base) / factor[i];
	w->section->work = PD_WORK_FACTOR;
	return PD_OK;
}

static void tell_ratios(const struct working *w)
{
	struct pd_costs *c = w->c;
	struct pd_delta_section *s = w->section;
	const struct pd_estimate none = {nan(""), nan(""), nan(""), 0, false};

	s->factor = pd_ctx_alloc(c->ctx, c->n_sides * sizeof(*s->factor));
	s->total_change = pd_ctx_alloc(c->ctx, c->n_sides * sizeof(*s->total_change));
	for (size_t side = 1; side < c->n_sides; side++) {
		s->factor[side - 1] = s->work == PD_WORK_FACTOR
					      ? ratio(c, side, w->policy->level, false)
					      : none;
		s->total_change[side - 1] = minus_one(ratio(c, side, w->policy->level, true));
	}
}

int pd_work(struct pd_fold *fold, struct pd_costs *c, const struct pd_table *table,
	    const struct pd_delta_policy *policy, struct pd_delta_section *section,
	    struct pd_scratch *scratch)
{
	struct working w = {fold,   c,       table,
			    policy, section, pd_event_unit(pd_ctx_name(c->ctx, section->event))};

	int r = PD_OK;

	by_run(&w);
	if (!policy->work_from && policy->work > 0 && !is_work(policy->work)) {
		pd_ctx_diag(c->ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
			    "--work: expected a number from 1e-100 to 1e100");
		return PD_EUSAGE;
	}
	if (policy->work_from) {
		r = work_from(&w, c->profiles);
	} else if (policy->work > 0) {
		for (size_t i = 0; i < c->n_runs; i++)
			c->scale[i] /= policy->work;
		section->work = PD_WORK_GIVEN;
	} else if (all_elapsed(c)) {
		by_elapsed(&w);
	} else if (!c->inclusive) {
		r = by_factor(&w, scratch);
	}
	if (!r)
		tell_ratios(&w);
	return r;
}
