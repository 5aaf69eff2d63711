/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/advice.h"

#include "report/nesting.h"

#include <math.h>
#include <stdio.h>

enum { MOST_RUNS = 100 }; /* beyond them less noise is cheaper than more runs */

/* What stands in the way of a verdict, over the comparisons that count. */
struct obstacles {
	size_t one_process, one_boot; /* rows that rest on one of a side */
	size_t unordered;             /* the order of runs is unknown to the program */
	size_t one_first;             /* it is known, and one side came first */
	size_t open;                  /* inconclusive */
	size_t settled;               /* of these, rows that `runs` of a side would settle */
	double runs;
	bool least; /* of a row nobody knows more than that so many are needed */
};

static bool counts(const struct pd_result *r, const struct pd_comparison *c)
{
	return c->gated && !r->rows->metrics[r->rows->row[c->row].metric].redundant;
}

/* How many runs of a side would settle the row; NaN: nobody knows, or no number would. */
static double runs_for(const struct pd_result *r, const struct pd_comparison *c)
{
	const struct pd_series *series = r->rows->row[c->row].series;
	uint32_t have = series[0].n > series[c->side].n ? series[0].n : series[c->side].n;

	if (isnan(c->delta.lo))
		return c->rank_each;
	return c->runs_needed > have ? c->runs_needed : nan("");
}

static void look_at(const struct pd_result *r, const struct pd_comparison *c, struct obstacles *o)
{
	double runs = runs_for(r, c);

	o->one_process += (c->caveats & PD_CAVEAT_SINGLE_RUN) != 0;
	o->one_boot += (c->caveats & PD_CAVEAT_SINGLE_BOOT) != 0;
	if (c->caveats & PD_CAVEAT_BLOCKED && c->order == PD_ORDER_UNKNOWN)
		o->unordered++;
	else if (c->caveats & PD_CAVEAT_BLOCKED)
		o->one_first++;
	if (c->verdict != PD_VERDICT_INCONCLUSIVE)
		return;
	o->open++;
	if (runs <= MOST_RUNS) {
		o->settled++;
		o->runs = fmax(o->runs, runs);
		o->least |= isnan(c->delta.lo);
	}
}

static struct obstacles find_obstacles(const struct pd_result *r)
{
	struct obstacles o = {0};

	for (size_t i = 0; i < r->n; i++)
		if (counts(r, &r->comparison[i]))
			look_at(r, &r->comparison[i], &o);
	return o;
}

static const char *rows(size_t n)
{
	return n == 1 ? "row rests" : "rows rest";
}

/* Iterations of one process, runs of one boot: what differs between them was not seen. */
static bool advise_units(const struct obstacles *o, char *line)
{
	if (o->one_process)
		(void)snprintf(line, PD_ADVICE_ROOM,
			       "start several processes a side; %zu %s on one", o->one_process,
			       rows(o->one_process));
	else if (o->one_boot)
		(void)snprintf(line, PD_ADVICE_ROOM, "boot anew between runs; %zu %s on one boot",
			       o->one_boot, rows(o->one_boot));
	return o->one_process || o->one_boot;
}

static bool advise_turns(const struct obstacles *o, char *line)
{
	if (o->one_first)
		(void)snprintf(line, PD_ADVICE_ROOM, "run the sides in turns, base head base head");
	else if (o->unordered)
		(void)snprintf(line, PD_ADVICE_ROOM,
			       "run the sides in turns, and say --order=interleaved");
	return o->one_first || o->unordered;
}

static bool advise_runs(const struct pd_report *r, const struct obstacles *o, char *line)
{
	if (o->settled && o->least)
		(void)snprintf(
			line, PD_ADVICE_ROOM,
			"at least %.0f %s a side are needed to settle %zu of %zu inconclusive",
			o->runs, pd_nesting_unit(r), o->settled, o->open);
	else if (o->settled)
		(void)snprintf(line, PD_ADVICE_ROOM,
			       "about %.0f %s a side would settle %zu of %zu inconclusive", o->runs,
			       pd_nesting_unit(r), o->settled, o->open);
	else if (o->open)
		(void)snprintf(line, PD_ADVICE_ROOM,
			       "less noise would help %zu inconclusive more than any number of %s",
			       o->open, pd_nesting_unit(r));
	return o->open;
}

size_t pd_advice(const struct pd_report *r, const struct pd_look *look,
		 char ret[PD_ADVICE_MAX][PD_ADVICE_ROOM])
{
	struct obstacles o;
	size_t n = 0;

	if (r->kind != PD_REPORT_COMPARISON || look->brief || look->quiet)
		return 0;
	o = find_obstacles(r->result);
	n += advise_units(&o, ret[n]);
	n += advise_turns(&o, ret[n]);
	n += advise_runs(r, &o, ret[n]);
	return n;
}
