/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/nesting.h"

#include "report/scale.h"

#include <math.h>
#include <string.h>

/* Smallest and largest of what was seen; nothing was if hi is not finite. */
struct range {
	double lo, hi;
};

/* Runs with iterations, or boots with runs. */
struct kind {
	const char *outer, *inner;
	struct range between, within, best;
};

static const struct range nothing = {HUGE_VAL, -HUGE_VAL};

static void see(struct range *g, double v)
{
	if (isnan(v))
		return;
	g->lo = fmin(g->lo, v);
	g->hi = fmax(g->hi, v);
}

double pd_nesting_share(const struct pd_centre *centre, double sd)
{
	return centre->summary.mean != 0 ? sd / fabs(centre->summary.mean) : nan("");
}

uint32_t pd_nesting_boots(const struct pd_report *r, size_t side)
{
	const struct pd_rows *rows = r->result->rows;
	uint32_t most = 0;

	for (size_t i = 0; i < rows->n; i++)
		if (rows->row[i].series[side].n_boots > most)
			most = rows->row[i].series[side].n_boots;
	return most;
}

uint32_t pd_nesting_runs(const struct pd_report *r, size_t side)
{
	const struct pd_rows *rows = r->result->rows;
	uint32_t most = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct pd_series *s = &rows->row[i].series[side];
		uint32_t n = s->digest.n ? pd_compare_runs(s) : s->n_runs;

		most = n > most ? n : most;
	}
	return most;
}

/* The fewest boots of any series that has values; 0 where somebody does not say. */
static uint32_t fewest_boots(const struct pd_report *r)
{
	const struct pd_rows *rows = r->result->rows;
	uint32_t least = UINT32_MAX;

	for (size_t i = 0; i < rows->n; i++)
		for (size_t side = 0; side < rows->n_sides; side++) {
			const struct pd_series *s = &rows->row[i].series[side];

			if (s->n && s->n_boots < least)
				least = s->n_boots;
		}
	return least;
}

const char *pd_nesting_unit(const struct pd_report *r)
{
	if (r->result->rows->paired)
		return "pairs";
	return fewest_boots(r) > 1 ? "boots" : "runs";
}

bool pd_nesting_is_assumed(const struct pd_report *r)
{
	return !fewest_boots(r);
}

static void put_share(struct pd_out *out, double share)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_scale_rough(buf, 100 * share));
	pd_out_char(out, '%');
}

static void put_range(struct pd_out *out, const struct range *g)
{
	char lo[PD_NUMBER_MAX], hi[PD_NUMBER_MAX];
	size_t n_lo = pd_scale_rough(lo, 100 * g->lo), n_hi = pd_scale_rough(hi, 100 * g->hi);

	put_share(out, g->lo);
	if (n_lo == n_hi && !memcmp(lo, hi, n_lo))
		return;
	pd_out_text(out, " to ");
	put_share(out, g->hi);
}

/* Where runs do not differ at all, any number of iterations will do. */
static void put_best(struct pd_out *out, const struct kind *k, double cost)
{
	char buf[PD_NUMBER_MAX];

	if (!isfinite(k->best.hi))
		return;
	pd_out_printf(out, "; time is spent best with %.0f", k->best.lo);
	if (k->best.hi > k->best.lo)
		pd_out_printf(out, " to %.0f", k->best.hi);
	pd_out_printf(out, " %s%s a %s, if starting one takes as long as ", k->inner,
		      k->best.hi > 1 ? "s" : "", k->outer);
	pd_out_bytes(out, buf, pd_number_print_digits(buf, cost, 6));
	pd_out_printf(out, " %s%s (--run-cost)", k->inner, cost == 1 ? "" : "s");
}

static bool put_kind(struct pd_out *out, const struct kind *k, const char *title, double cost)
{
	if (!isfinite(k->between.hi))
		return false;
	pd_out_printf(out, "%s differ with an sd of ", title);
	put_range(out, &k->between);
	pd_out_printf(out, ", %ss of one %s with ", k->inner, k->outer);
	put_range(out, &k->within);
	put_best(out, k, cost);
	pd_out_text(out, ". ");
	return true;
}

static void see_series(struct kind *k, const struct pd_series *s, const struct pd_centre *c)
{
	/* Where iterations count as runs there is no telling what a boot holds. */
	if (!s->levels.n_groups || (s->iterations && s->n_boots > 1))
		return;
	see(&k->between, pd_nesting_share(c, s->levels.sd_between));
	see(&k->within, pd_nesting_share(c, s->levels.sd_within));
	if (isfinite(c->best))
		see(&k->best, c->best);
}

bool pd_nesting_put(struct pd_out *out, const struct pd_report *r)
{
	const struct pd_rows *rows = r->result->rows;
	struct kind runs = {"run", "iteration", nothing, nothing, nothing};
	struct kind boots = {"boot", "run", nothing, nothing, nothing};
	bool told;

	for (size_t i = 0; i < rows->n; i++)
		for (size_t side = 0; side < rows->n_sides; side++) {
			const struct pd_series *s = &rows->row[i].series[side];

			see_series(s->n_boots > 1 ? &boots : &runs, s,
				   &r->result->centre[i * rows->n_sides + side]);
		}
	told = put_kind(out, &boots, "Boots", r->result->policy.run_cost);
	return put_kind(out, &runs, "Runs", r->result->policy.run_cost) || told;
}
