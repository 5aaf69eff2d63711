/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/gating.h"

#include "cli/nearest.h"
#include "cli/status.h"

#include "base/out.h"
#include "base/str.h"

/* What derives from another metric does not count twice, and --gate names all that counts. */
static bool is_looked_at(const struct settings *s, const struct pd_result *r,
			 const struct pd_comparison *c)
{
	if (r->rows->metrics[r->rows->row[c->row].metric].redundant && !c->gated)
		return false;
	return !s->policy.gate || c->gated;
}

/* How the units that count differ is unknown. */
#define SINGLES ((uint32_t)(PD_CAVEAT_SINGLE_RUN | PD_CAVEAT_SINGLE_BOOT))

/* Caveats with which a row does not count, unless somebody asked for it. */
static uint32_t set_aside_by(const struct settings *s)
{
	return (s->fail_on & FAIL_ON_SINGLE_RUN ? 0u : SINGLES) |
	       (s->drift_unguarded ? 0u : (unsigned int)PD_CAVEAT_DRIFT_POSSIBLE);
}

/* One value a side, which is no less a single run than many iterations are. */
static bool is_single_value(const struct pd_result *r, const struct pd_comparison *c)
{
	const struct pd_series *series = r->rows->row[c->row].series;

	return (c->caveats & PD_CAVEAT_N_TOO_SMALL) &&
	       (pd_compare_runs(&series[0]) == 1 || pd_compare_runs(&series[c->side]) == 1);
}

/* The row would matter, but for one of @caveats. What cannot be told needs no excuse. */
static bool is_set_aside(const struct settings *s, const struct pd_result *r,
			 const struct pd_comparison *c, uint32_t caveats)
{
	return (c->caveats & caveats) && c->verdict != PD_VERDICT_INCONCLUSIVE &&
	       is_looked_at(s, r, c) && (status_matched_by(c->verdict) & s->fail_on);
}

static void tell_set_aside(const struct settings *s, const struct pd_result *r, uint32_t caveat,
			   const char *code, const char *why, const char *remedy)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n && (set_aside_by(s) & caveat); i++)
		n += is_set_aside(s, r, &r->comparison[i], caveat);
	if (n && s->exit_code == WHEN_ALWAYS)
		pd_ctx_diag(s->ctx, PD_NOTE, (struct pd_loc){NULL, 0, 0}, code,
			    "%zu row%s %s %s not count for the exit status; %s counts %s", n,
			    n > 1 ? "s" : "", why, n > 1 ? "do" : "does", remedy,
			    n > 1 ? "them" : "it");
}

static void tell_all_set_aside(const struct settings *s, const struct pd_result *r)
{
	tell_set_aside(s, r, SINGLES, "single-run", "of one run or boot on a side",
		       "'single-run' in --fail-on");
	tell_set_aside(s, r, PD_CAVEAT_DRIFT_POSSIBLE, "drift-possible",
		       "that a steady drift could explain", "--drift-guard=off");
}

/* A check that no row can fail is told apart from one that all rows passed. */
static void tell_ungated(const struct settings *s, const struct pd_result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += r->comparison[i].gated;
	if (n || !r->n || s->exit_code != WHEN_ALWAYS || (s->fail_on & FAIL_ON_CHANGED) ||
	    !(s->fail_on & (FAIL_ON_REGRESSION | FAIL_ON_IMPROVEMENT)))
		return;
	pd_ctx_diag(s->ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "nothing-gated",
		    "no row can fail the check: nobody said which way is better; say so by "
		    "--better, or add 'changed' to --fail-on");
}

/* Which sides have a row in common with the base: [n_sides]. */
static const bool *find_compared(const struct settings *s, const struct pd_result *r)
{
	bool *compared = pd_ctx_alloc(s->ctx, r->rows->n_sides);

	for (size_t i = 0; i < r->n; i++)
		compared[r->comparison[i].side] = true;
	return compared;
}

/* A side that was compared in no row: whoever watches a build must not miss it. */
static bool all_compared(const struct settings *s, const struct pd_result *r)
{
	const bool *compared = find_compared(s, r);

	for (size_t side = 1; side < r->rows->n_sides; side++)
		if (!compared[side])
			return false;
	return true;
}

/* By which labels, if any, the side might be compared after all. */
static void advise_pooling(const struct settings *s, const struct pd_result *r, size_t side,
			   struct pd_out *out)
{
	struct pd_out labels;

	pd_out_init(&labels, -1);
	if (nearest_differing(s->ctx, r->rows, side, &labels)) {
		pd_out_text(out, "rows differ in labels alone, and --ignore=");
		pd_out_str(out, pd_out_kept(&labels));
		pd_out_text(out, " pools these");
	} else {
		pd_out_text(out, "--ignore pools values over labels that differ");
	}
	(void)pd_out_close(&labels);
}

static void tell_uncompared(const struct settings *s, const struct pd_result *r)
{
	const bool *compared = find_compared(s, r);
	struct pd_out advice;

	pd_out_init(&advice, -1);
	for (size_t side = 1; side < r->rows->n_sides; side++) {
		if (compared[side])
			continue;
		advice.n = 0;
		advise_pooling(s, r, side, &advice);
		pd_ctx_diag(s->ctx, s->exit_code == WHEN_ALWAYS ? PD_ERROR : PD_WARNING,
			    (struct pd_loc){NULL, 0, 0}, "nothing-in-common",
			    "side '%s' has no row in common with '%s'; %.*s",
			    pd_ctx_name(s->ctx, r->rows->table->sides[side].name).p,
			    pd_ctx_name(s->ctx, r->rows->table->sides[0].name).p,
			    PD_FMT(pd_out_kept(&advice)));
	}
	(void)pd_out_close(&advice);
}

bool gating_is_void(const struct settings *s, const struct pd_report *report)
{
	return s->exit_code == WHEN_ALWAYS && !all_compared(s, report->result);
}

unsigned int gating_matched(const struct settings *s, const struct pd_report *report)
{
	const struct pd_result *r = report->result;
	unsigned int matched = report->n_unpaired ? FAIL_ON_MISSING : 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct pd_comparison *c = &r->comparison[i];

		if (!is_looked_at(s, r, c) || is_set_aside(s, r, c, set_aside_by(s)))
			continue;
		matched |= status_matched_by(c->verdict);
		if (is_single_value(r, c))
			matched |= FAIL_ON_SINGLE_RUN;
	}
	return matched;
}

void gating_tell(const struct settings *s, const struct pd_result *r)
{
	tell_uncompared(s, r);
	tell_all_set_aside(s, r);
	tell_ungated(s, r);
}
