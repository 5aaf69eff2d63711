/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltacells.h"

#include "report/scale.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>
#include <stdio.h>

enum { MOST_DECIMALS = 9 };

/* A point is one part in ten thousand of the total either way: two roundings of a
 * printed "4.29%" and a little more. */
#define ROUNDING_SHARE 2.5e-4

/* Ends of intervals, and what could be seen: beyond the elevenfold the number says no more. */
#define LARGEST_TOLD 10

struct step {
	const char *unit;
	double up;
};

static const struct step of_seconds[] = {
	{"s",  1  },
        {"ms", 1e3},
        {"us", 1e6},
        {"ns", 1e9}
};
static const struct step of_numbers[] = {
	{"T", 1e-12},
        {"G", 1e-9 },
        {"M", 1e-6 },
        {"k", 1e-3 }
};

/* The largest unit in which @total is at least 1; the last one takes what is left. */
static const struct step *step_of(const struct step *step, size_t n, double total)
{
	for (size_t i = 0; i + 1 < n; i++)
		if (total * step[i].up >= 1)
			return &step[i];
	return &step[n - 1];
}

static double largest_total(const struct pd_delta_result *result,
			    const struct pd_delta_section *section)
{
	double most = 0;

	for (size_t side = 0; side < result->n_sides; side++)
		if (section->total[side].cost > most)
			most = section->total[side].cost;
	return most;
}

static void choose_unit(struct pd_deltacells *c, struct pd_str unit, double total)
{
	const struct step *step = NULL;

	c->up = 1;
	if (pd_str_eq(unit, PD_STR("share"))) {
		c->up = 100;
		c->shares = true;
		unit = PD_STR("%");
	} else if (pd_str_eq(unit, PD_STR("s"))) {
		step = step_of(of_seconds, PD_ARRAY_SIZE(of_seconds), total);
	} else if (pd_str_eq(unit, PD_STR("1"))) {
		unit = PD_STR("");
		if (total >= 1e5)
			step = step_of(of_numbers, PD_ARRAY_SIZE(of_numbers), total);
	}
	if (step) {
		c->up = step->up;
		unit = pd_str_of(step->unit);
	}
	(void)snprintf(c->unit, sizeof(c->unit), "%.*s", PD_FMT(unit));
}

/* As many as show a ten-thousandth of @shown. */
static int decimals_of(double shown)
{
	int decimals = 4;

	if (!(shown > 0) || !isfinite(shown))
		return 0;
	while (shown >= 10 && decimals > 0) {
		shown /= 10;
		decimals--;
	}
	while (shown < 1 && decimals < MOST_DECIMALS) {
		shown *= 10;
		decimals++;
	}
	return decimals;
}

struct pd_deltacells pd_deltacells_of(const struct pd_delta_result *result,
				      const struct pd_delta_section *section)
{
	struct pd_deltacells c = {.result = result, .section = section};
	double total = largest_total(result, section);

	choose_unit(&c, pd_ctx_name(result->ctx, section->unit), total);
	c.decimals = c.shares ? 2 : decimals_of(total * c.up);
	return c;
}

size_t pd_deltacells_cost(const struct pd_deltacells *c, char buf[PD_NUMBER_MAX], double cost)
{
	return pd_scale_fixed(buf, cost * c->up, c->decimals);
}

/* What rounds to zero has no sign. */
static size_t print_signed(char buf[PD_NUMBER_MAX], double v, int decimals)
{
	size_t n = pd_scale_fixed(buf, v, decimals);

	if (!isfinite(v) || buf[0] == '-' || strspn(buf, "0.") == n || n + 1 >= PD_NUMBER_MAX)
		return n;
	memmove(buf + 1, buf, n + 1);
	buf[0] = '+';
	return n + 1;
}

size_t pd_deltacells_change(const struct pd_deltacells *c, char buf[PD_NUMBER_MAX], double cost)
{
	return print_signed(buf, cost * c->up, c->decimals);
}

bool pd_deltacells_bounded(const struct pd_deltacells *c, const struct pd_delta_cost *cost,
			   size_t side)
{
	return cost->hi - cost->lo > ROUNDING_SHARE * c->section->total[side].cost;
}

const struct pd_delta_cost *pd_deltacells_of_side(const struct pd_delta_row *row, size_t side)
{
	return side ? &row->change[side - 1].head : &row->base;
}

bool pd_deltacells_open(const struct pd_deltacells *c, const struct pd_delta_row *row, size_t side)
{
	return (row->change[side - 1].caveats & PD_DELTA_BOUNDED) &&
	       (pd_deltacells_bounded(c, &row->base, 0) ||
		pd_deltacells_bounded(c, &row->change[side - 1].head, side));
}

static bool is_absent(const struct pd_delta_cost *cost)
{
	return !cost->n_runs && !(cost->cost > 0) && !(cost->hi > 0);
}

void pd_deltacells_put_cost(const struct pd_deltacells *c, const struct pd_delta_row *row,
			    size_t side, struct pd_out *out)
{
	const struct pd_delta_cost *cost = pd_deltacells_of_side(row, side);
	char buf[PD_NUMBER_MAX];

	if (is_absent(cost) && row->kind == PD_DELTA_ROW)
		return;
	if (!pd_deltacells_bounded(c, cost, side)) {
		pd_out_bytes(out, buf, pd_deltacells_cost(c, buf, cost->cost));
		return;
	}
	if (cost->lo > 0)
		pd_out_bytes(out, buf, pd_deltacells_cost(c, buf, cost->lo));
	else
		pd_out_char(out, '0');
	pd_out_char(out, '-');
	pd_out_bytes(out, buf, pd_deltacells_cost(c, buf, cost->hi));
}

static void put_percent(struct pd_out *out, double share)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_scale_fixed(buf, 100 * share, 2));
}

void pd_deltacells_put_share(const struct pd_deltacells *c, const struct pd_delta_row *row,
			     size_t side, struct pd_out *out)
{
	const struct pd_delta_cost *cost = pd_deltacells_of_side(row, side);
	double total = c->section->total[side].cost;

	if (is_absent(cost) && row->kind == PD_DELTA_ROW)
		return;
	if (!pd_deltacells_bounded(c, cost, side)) {
		put_percent(out, cost->share);
	} else {
		if (cost->lo > 0)
			put_percent(out, cost->lo / total);
		else
			pd_out_char(out, '0');
		pd_out_char(out, '-');
		put_percent(out, cost->hi / total);
	}
	pd_out_char(out, '%');
}

void pd_deltacells_put_change(const struct pd_deltacells *c, const struct pd_delta_row *row,
			      size_t side, struct pd_out *out)
{
	const struct pd_delta_change *change = &row->change[side - 1];
	char buf[PD_NUMBER_MAX];

	if (!pd_deltacells_open(c, row, side)) {
		pd_out_bytes(out, buf, pd_deltacells_change(c, buf, change->cost));
		return;
	}
	pd_out_bytes(out, buf, pd_deltacells_change(c, buf, change->cost_lo));
	pd_out_text(out, "..");
	pd_out_bytes(out, buf, pd_deltacells_change(c, buf, change->cost_hi));
}

static void put_signed_percent(struct pd_out *out, double rel, int decimals)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, print_signed(buf, 100 * rel, decimals));
	if (isfinite(rel))
		pd_out_char(out, '%');
}

void pd_deltacells_put_of_total(const struct pd_deltacells *c, const struct pd_delta_row *row,
				size_t side, struct pd_out *out)
{
	const struct pd_delta_change *change = &row->change[side - 1];
	double total = c->section->total[0].cost;

	if (!(total > 0) || !isfinite(change->of_total))
		return;
	if (!pd_deltacells_open(c, row, side)) {
		put_signed_percent(out, change->of_total, 2);
		return;
	}
	put_signed_percent(out, change->cost_lo / total, 2);
	pd_out_text(out, "..");
	put_signed_percent(out, change->cost_hi / total, 2);
}

struct pd_estimate pd_deltacells_relative(const struct pd_delta_cost *base,
					  const struct pd_delta_cost *head)
{
	struct pd_estimate rel = {nan(""), nan(""), nan(""), 0, false};

	if (!(base->hi > 0) || (!(base->lo > 0) && !(head->lo > 0)))
		return rel;
	rel.lo = head->lo / base->hi - 1;
	rel.hi = base->lo > 0 ? head->hi / base->lo - 1 : HUGE_VAL;
	return rel;
}

static void put_open_relative(const struct pd_delta_cost *base, const struct pd_delta_cost *head,
			      struct pd_out *out)
{
	struct pd_estimate rel = pd_deltacells_relative(base, head);

	if (isnan(rel.lo)) {
		pd_out_char(out, '-');
		return;
	}
	if (!isfinite(rel.hi))
		pd_out_char(out, '>');
	put_signed_percent(out, rel.lo, 0);
	if (!isfinite(rel.hi))
		return;
	pd_out_text(out, "..");
	put_signed_percent(out, rel.hi, 0);
}

void pd_deltacells_put_relative(const struct pd_deltacells *c, const struct pd_delta_row *row,
				size_t side, struct pd_out *out)
{
	const struct pd_delta_change *change = &row->change[side - 1];

	if (change->is_new)
		pd_out_text(out, "new");
	else if (change->is_gone)
		pd_out_text(out, "gone");
	else if (pd_deltacells_open(c, row, side))
		put_open_relative(&row->base, &change->head, out);
	else
		put_signed_percent(out, change->rel.point, 2);
}

size_t pd_deltacells_end(char buf[PD_NUMBER_MAX], double rel)
{
	if (rel > LARGEST_TOLD)
		return (size_t)snprintf(buf, PD_NUMBER_MAX, ">+1000%%");
	return pd_scale_percent(buf, rel);
}

size_t pd_deltacells_detectable(char buf[PD_NUMBER_MAX], double rel)
{
	size_t n;

	if (isnan(rel))
		return 0;
	if (rel > LARGEST_TOLD)
		return (size_t)snprintf(buf, PD_NUMBER_MAX, ">1000%%");
	n = pd_scale_rough(buf, 100 * rel);
	buf[n++] = '%';
	buf[n] = '\0';
	return n;
}

bool pd_deltacells_told(const struct pd_delta_row *row, size_t side)
{
	const struct pd_delta_cost *head = &row->change[side - 1].head;

	return row->kind != PD_DELTA_ROW || row->base.n_runs || head->n_runs ||
	       row->base.cost > 0 || head->cost > 0;
}

bool pd_deltacells_flagged(const struct pd_delta_change *change)
{
	return change->is_candidate || change->verdict == PD_VERDICT_REGRESSION ||
	       change->verdict == PD_VERDICT_IMPROVEMENT || change->verdict == PD_VERDICT_CHANGED;
}

bool pd_deltacells_any_flagged(const struct pd_deltacells *c)
{
	for (size_t i = 0; i < c->section->n; i++)
		for (size_t side = 1; side < c->result->n_sides; side++)
			if (c->section->row[i].kind == PD_DELTA_ROW &&
			    pd_deltacells_flagged(&c->section->row[i].change[side - 1]))
				return true;
	return false;
}

const char *pd_deltacells_verdict(const struct pd_delta_row *row,
				  const struct pd_delta_change *change)
{
	if (row->kind != PD_DELTA_ROW)
		return "";
	return change->is_candidate ? "candidate" : pd_words_verdict(change->verdict);
}

bool pd_deltacells_inclusive(const struct pd_deltacells *c)
{
	const struct pd_profiles *all = c->result->profiles;

	for (size_t e = 0; e < all->n_events; e++) {
		if (all->event[e] != c->section->event)
			continue;
		for (size_t i = 0; i < all->n; i++)
			if (e < all->profile[i].n_events && all->profile[i].event[e].is_inclusive)
				return true;
	}
	return false;
}

bool pd_deltacells_shown(const struct pd_deltacells *c, size_t i, uint32_t n_top, size_t side)
{
	const struct pd_delta_row *row = c->section->row;
	uint32_t before = 0;

	if (side && !pd_deltacells_told(&row[i], side))
		return false;
	if (!n_top || row[i].kind != PD_DELTA_ROW)
		return true;
	for (size_t k = 0; k < i && before < n_top; k++)
		before += !side || pd_deltacells_told(&row[k], side);
	return before < n_top;
}
