/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltaprose.h"

#include "report/deltanames.h"
#include "report/scale.h"
#include "report/words.h"

#include "base/str.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_NAMED = 5 };

static void count(struct pd_out *out, uint64_t n, const char *one, const char *many)
{
	pd_out_printf(out, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

static void put_name(struct pd_out *out, const struct pd_deltacells *c, pd_id id)
{
	pd_out_str(out, pd_ctx_name(c->result->ctx, id));
}

static void put_fixed(struct pd_out *out, double v, int decimals)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_scale_fixed(buf, v, decimals));
}

/* As the user wrote it: "0.05", "2". */
static void put_given(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print_digits(buf, v, 6));
}

static void put_rel(struct pd_out *out, double rel)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_scale_percent(buf, rel));
}

static void put_cost(struct pd_out *out, const struct pd_deltacells *c, double cost)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_deltacells_cost(c, buf, cost));
}

static void put_change(struct pd_out *out, const struct pd_deltacells *c, double cost)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_deltacells_change(c, buf, cost));
}

static void put_unit(struct pd_out *out, const struct pd_deltacells *c)
{
	if (c->shares)
		pd_out_char(out, '%');
	else if (c->unit[0])
		pd_out_printf(out, " %s", c->unit);
}

static bool has_interval(const struct pd_estimate *e)
{
	return !isnan(e->lo) && !isnan(e->hi);
}

static void put_end(struct pd_out *out, double rel)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_deltacells_end(buf, rel));
}

/* " (-1.79%..+4.22%)" */
static void put_interval_of(struct pd_out *out, const struct pd_estimate *change)
{
	if (!has_interval(change))
		return;
	pd_out_text(out, " (");
	put_end(out, change->lo);
	pd_out_text(out, "..");
	put_end(out, change->hi);
	pd_out_char(out, ')');
}

/*
 * ", -7.99%; typical runs -7.97% (-10.44%..-5.44%)": the change of the totals that were printed,
 * and where it looks another, that of @typical, from means of logarithms, whose interval it is.
 */
static void put_total_change(struct pd_out *out, double base, double head,
			     const struct pd_estimate *typical)
{
	char quotient[PD_NUMBER_MAX], point[PD_NUMBER_MAX];
	size_t n;

	if (!isfinite(typical->point) || !isfinite(head / base))
		return;
	n = pd_scale_percent(quotient, head / base - 1);
	pd_out_text(out, ", ");
	pd_out_bytes(out, quotient, n);
	if (pd_scale_percent(point, typical->point) != n || memcmp(point, quotient, n) != 0) {
		pd_out_text(out, "; typical runs ");
		put_rel(out, typical->point);
	}
	put_interval_of(out, typical);
}

void pd_deltaprose_sides(struct pd_out *out, const struct pd_delta_result *result)
{
	for (size_t side = 0; side < result->n_sides; side++) {
		pd_out_text(out, side == 0 ? "" : side == 1 ? " -> " : ", ");
		pd_deltanames_put_side(result, side, out);
		pd_out_text(out, ": ");
		count(out, result->profiles->side[side].n_runs, "profile", "profiles");
	}
}

void pd_deltaprose_title(struct pd_out *out, const struct pd_deltacells *c)
{
	pd_out_str(out, pd_deltanames_event(c));
	if (c->unit[0])
		pd_out_printf(out, " in %s", c->unit);
}

void pd_deltaprose_work(struct pd_out *out, const struct pd_deltacells *c)
{
	switch (c->section->work) {
	case PD_WORK_GIVEN:
		pd_out_text(out, c->section->work_is_time
					 ? "costs: shares times the time of the benchmark"
					 : "costs: per unit of the work given");
		return;
	case PD_WORK_ELAPSED:
		pd_out_text(out, "costs: shares of the time that the source prints");
		return;
	case PD_WORK_FACTOR:
		pd_out_text(out, "costs: relative to the typical symbol, as the work is not known "
				 "(--work, --work-from)");
		return;
	case PD_WORK_RUN:
		pd_out_text(out, c->shares ? "costs: shares of each profile"
					   : "costs: per run, whatever work it did");
		return;
	}
}

/* What it means that everything costs more: only where work was not divided by. */
static void put_meaning(struct pd_out *out, const struct pd_deltacells *c,
			const struct pd_estimate *factor)
{
	if (!has_interval(factor))
		return;
	if (factor->lo <= 1 && factor->hi >= 1) {
		pd_out_text(out, ": may be 1; costs are divided by it (--work=1 if every run does "
				 "the same)");
		return;
	}
	pd_out_text(out, ": everything ");
	put_rel(out, factor->point - 1);
	switch (c->section->work) {
	case PD_WORK_GIVEN:
	case PD_WORK_ELAPSED:
		pd_out_text(out, " for the same work");
		return;
	case PD_WORK_FACTOR:
	case PD_WORK_RUN:
		pd_out_text(out,
			    ": the work changed, or all of the code did (--work=1 if every run "
			    "does the same)");
		return;
	}
}

/* "work factor 1.02 (0.93-1.12)" */
static void put_factor(struct pd_out *out, const struct pd_estimate *factor)
{
	pd_out_text(out, "work factor ");
	put_fixed(out, factor->point, 2);
	if (has_interval(factor)) {
		pd_out_text(out, " (");
		put_fixed(out, factor->lo, 2);
		pd_out_char(out, '-');
		put_fixed(out, factor->hi, 2);
		pd_out_char(out, ')');
	}
}

void pd_deltaprose_factor(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	const struct pd_estimate *factor = &c->section->factor[side - 1];

	if (!isfinite(factor->point))
		return;
	put_factor(out, factor);
	put_meaning(out, c, factor);
}

static void put_totals(struct pd_out *out, const struct pd_deltacells *c, double base, double head,
		       const struct pd_estimate *typical)
{
	put_cost(out, c, base);
	pd_out_text(out, " -> ");
	put_cost(out, c, head);
	put_unit(out, c);
	put_total_change(out, base, head, typical);
}

void pd_deltaprose_recorded(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	const struct pd_delta_section *s = c->section;

	if (!s->recorded)
		return;
	pd_out_text(out, "recorded ");
	put_totals(out, c, s->recorded[0], s->recorded[side], &s->recorded_change[side - 1]);
}

void pd_deltaprose_brief(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	const struct pd_estimate *factor = &c->section->factor[side - 1];

	pd_deltaprose_title(out, c);
	if (c->result->n_sides > 2)
		pd_out_printf(out, ", %.*s", PD_FMT(pd_deltanames_side(c->result, side)));
	pd_out_text(out, "; ");
	if (c->section->work == PD_WORK_FACTOR)
		pd_out_text(out, "costs: relative to the typical symbol");
	else
		pd_deltaprose_work(out, c);
	if (!isfinite(factor->point))
		return;
	pd_out_text(out, "; ");
	put_factor(out, factor);
}

void pd_deltaprose_total(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	const struct pd_delta_section *s = c->section;

	if (pd_deltacells_inclusive(c) || (c->shares && c->section->work == PD_WORK_RUN))
		return;
	pd_out_text(out, "total ");
	put_totals(out, c, s->total[0].cost, s->total[side].cost, &s->total_change[side - 1]);
}

/* " of head", where there are several and a table does not tell which one it is about. */
static void put_of_side(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	if (c->result->n_sides > 2)
		pd_out_printf(out, " of %.*s", PD_FMT(pd_deltanames_side(c->result, side)));
}

/* "symbol", "comm,symbol": what --by was. */
static void put_by(struct pd_out *out, const struct pd_delta_result *result)
{
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(result, names);

	for (size_t i = 0; i < n; i++)
		pd_out_printf(out, "%s%s", i ? "," : "", pd_deltanames_word(names[i]));
}

void pd_deltaprose_runs(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	const struct pd_delta_section *s = c->section;

	pd_out_printf(out, "%u v %u ", s->n_runs[0], s->n_runs[side]);
	pd_out_text(out, s->n_runs[0] == 1 && s->n_runs[side] == 1 ? "run" : "runs");
	if (isfinite(s->kappa[side - 1])) {
		pd_out_text(out, "; a typical row varies by ");
		put_fixed(out, 100 * s->kappa[side - 1], 1);
		pd_out_text(out, "% from run to run");
	}
	if (c->result->lacks_symbols) {
		pd_out_text(out, "; rows are by ");
		put_by(out, c->result);
		pd_out_text(out, ", as not all have a symbol");
	}
	if (c->result->comms_merged) {
		pd_out_text(out, "; comms are merged (--by=comm,");
		put_by(out, c->result);
		pd_out_text(out, " tells them apart)");
	}
}

/* A limit of the whole is none that a source told of. */
static bool is_known(double limit)
{
	return limit < 1;
}

void pd_deltaprose_limit(struct pd_out *out, double limit)
{
	if (!is_known(limit)) {
		pd_out_text(out, "below a limit that is not known");
		return;
	}
	pd_out_text(out, "below ");
	put_fixed(out, 100 * limit, 2);
	pd_out_char(out, '%');
}

void pd_deltaprose_limits(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	const double *limit = c->section->limit;
	const char *sep = "lists are cut: ";

	if (limit[0] > 0 && limit[side] > 0 && !is_known(limit[0]) && !is_known(limit[side])) {
		pd_out_text(out, "lists are cut; the limit is not known");
		return;
	}
	for (size_t i = 0; i <= side; i += side) {
		struct pd_str name = pd_deltanames_side(c->result, i);

		if (!(limit[i] > 0))
			continue;
		pd_out_printf(out, "%s%.*s ", sep, PD_FMT(name));
		pd_deltaprose_limit(out, limit[i]);
		sep = ", ";
	}
}

static const struct pd_delta_row *unlisted_of(const struct pd_deltacells *c)
{
	for (size_t i = 0; i < c->section->n; i++)
		if (c->section->row[i].kind == PD_DELTA_ROW_UNLISTED)
			return &c->section->row[i];
	return NULL;
}

static void put_whole_percent(struct pd_out *out, double share)
{
	put_fixed(out, 100 * share, 0);
}

void pd_deltaprose_unlisted(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	const struct pd_delta_row *row = unlisted_of(c);
	enum pd_work work = c->section->work;
	double total = pd_deltaprose_sum_of(c, side), base = c->section->total[0].cost;
	bool falls = total < 0;
	double end[2];

	if (!row || pd_deltacells_inclusive(c) ||
	    (work != PD_WORK_GIVEN && work != PD_WORK_ELAPSED) ||
	    !(fabs(total) >= c->result->policy.min_effect * base) || total == 0)
		return;
	end[falls] = row->change[side - 1].cost_lo / total;
	end[!falls] = row->change[side - 1].cost_hi / total;
	put_whole_percent(out, row->change[side - 1].cost / total);
	pd_out_printf(out, "%% of the %s", falls ? "saving" : "increase");
	put_of_side(out, c, side);
	pd_out_text(out, " lies in rows that no list shows if absent rows count as 0, ");
	put_whole_percent(out, end[0]);
	pd_out_text(out, " to ");
	put_whole_percent(out, end[1]);
	pd_out_text(out, "% otherwise");
}

double pd_deltaprose_sum_of(const struct pd_deltacells *c, size_t side)
{
	double sum = 0;

	for (size_t i = 0; i < c->section->n; i++)
		sum += c->section->row[i].change[side - 1].cost;
	return sum;
}

void pd_deltaprose_sum(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	if (pd_deltacells_inclusive(c)) {
		pd_out_text(out, "rows hold what they called as well: they do not add up");
		return;
	}
	pd_out_text(out, "the changes of ");
	count(out, c->section->n, "row", "rows");
	pd_out_text(out, " add up to that of the total");
	put_of_side(out, c, side);
	pd_out_text(out, ": ");
	put_change(out, c, pd_deltaprose_sum_of(c, side));
	put_unit(out, c);
}

void pd_deltaprose_open(struct pd_out *out, const struct pd_deltacells *c, size_t side)
{
	size_t n = 0;

	for (size_t i = 0; i < c->section->n; i++) {
		const struct pd_delta_row *row = &c->section->row[i];

		if (row->kind != PD_DELTA_ROW || !pd_deltacells_told(row, side) ||
		    !pd_deltacells_open(c, row, side) || n++ >= MOST_NAMED)
			continue;
		if (n == 1 && c->result->n_sides > 2)
			pd_out_printf(out, "%.*s, ", PD_FMT(pd_deltanames_side(c->result, side)));
		pd_out_text(out, n == 1 ? "if absent rows were 0" : ", ");
		if (n == 1 && c->unit[0])
			pd_out_printf(out, ", in %s", c->unit);
		pd_out_text(out, n == 1 ? ": " : "");
		pd_deltanames_label(c, row, out);
		pd_out_char(out, ' ');
		put_change(out, c, row->change[side - 1].cost);
	}
	if (n > MOST_NAMED)
		pd_out_printf(out, ", and %zu more", n - MOST_NAMED);
}

void pd_deltaprose_moved(struct pd_out *out, const struct pd_deltacells *c,
			 const struct pd_delta_moved *moved)
{
	pd_out_text(out, "moved code? ");
	for (uint32_t i = 0; i < moved->n; i++) {
		pd_out_text(out, i ? ", " : "");
		put_name(out, c, moved->name[i]);
		pd_out_char(out, ' ');
		put_change(out, c, moved->cost[i]);
	}
	pd_out_text(out, ": together ");
	put_change(out, c, moved->net);
	put_unit(out, c);
	if (moved->canonical) {
		pd_out_text(out, " (");
		put_name(out, c, moved->canonical);
		pd_out_char(out, ')');
	}
}

static void put_parts(struct pd_out *out, const struct pd_deltacells *c, const char *before,
		      const struct pd_delta_part *part, uint32_t n)
{
	for (uint32_t i = 0; i < n && i < MOST_NAMED; i++) {
		pd_out_text(out, i ? ", " : before);
		if (part[i].is_self)
			pd_out_text(out, "itself");
		else
			put_name(out, c, part[i].symbol);
		pd_out_char(out, ' ');
		put_change(out, c, part[i].head - part[i].base);
	}
	if (n > MOST_NAMED)
		pd_out_printf(out, ", %u more", n - MOST_NAMED);
}

void pd_deltaprose_call(struct pd_out *out, const struct pd_deltacells *c,
			const struct pd_delta_call *call)
{
	put_name(out, c, call->symbol);
	pd_out_text(out, " with all it calls: ");
	put_cost(out, c, call->base);
	pd_out_text(out, " -> ");
	put_cost(out, c, call->head);
	put_unit(out, c);
	pd_out_text(out, " (");
	put_change(out, c, call->head - call->base);
	pd_out_char(out, ')');
	put_parts(out, c, "; in ", call->callee, call->n_callees);
	put_parts(out, c, "; from ", call->caller, call->n_callers);
}

void pd_deltaprose_counts(struct pd_out *out, const struct pd_delta_result *result)
{
	const uint32_t *n = result->count;

	count(out, n[PD_VERDICT_REGRESSION], "regression, ", "regressions, ");
	count(out, n[PD_VERDICT_IMPROVEMENT], "improvement, ", "improvements, ");
	pd_out_printf(out, "%u same, %u inconclusive, %u changed", n[PD_VERDICT_SAME],
		      n[PD_VERDICT_INCONCLUSIVE], n[PD_VERDICT_CHANGED]);
	if (result->n_candidates) {
		pd_out_text(out, "; ");
		count(out, result->n_candidates, "candidate", "candidates");
	}
}

void pd_deltaprose_skipped(struct pd_out *out, const struct pd_delta_result *result)
{
	if (!result->profiles->n_skipped)
		return;
	pd_out_text(out, "left out: ");
	count(out, result->profiles->n_skipped, "line that could not be used",
	      "lines that could not be used");
}

void pd_deltaprose_rule(struct pd_out *out, const struct pd_delta_result *result)
{
	const struct pd_delta_policy *p = &result->policy;

	pd_out_text(out, "p <= ");
	put_given(out, p->alpha);
	if (p->adjust != PD_ADJUST_NONE)
		pd_out_printf(out, " (%s)", pd_words_adjust_name(p->adjust));
	pd_out_text(out, ", at least ");
	put_given(out, 100 * p->min_effect);
	pd_out_text(out, "% and ");
	put_given(out, 100 * p->min_share);
	pd_out_text(out, "% of the base total");
}
