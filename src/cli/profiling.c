/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/profiling.h"

#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/sharing.h"
#include "cli/status.h"
#include "cli/term.h"
#include "model/locks.h"
#include "model/subsystem.h"
#include "read/whole.h"

#include "base/str.h"

enum { USUAL_TOP = 20 };

/* ---- the user's own tables */

static int read_locks(struct settings *s)
{
	struct pd_str text;

	if (!s->locks || s->delta.locks)
		return 0;
	if (pd_whole(s->ctx, s->locks, &text) < 0)
		return -1;
	return pd_locks_parse(s->ctx, s->locks, text, &s->delta.locks);
}

static int read_subsystems(struct settings *s)
{
	struct pd_subsystem_rules *rules;
	struct pd_str text;
	size_t line = 0;
	int r;

	if (!s->subsystems || s->delta.subsystems)
		return 0;
	if (pd_whole(s->ctx, s->subsystems, &text) < 0)
		return -1;
	rules = pd_ctx_alloc(s->ctx, sizeof(*rules));
	r = pd_subsystem_rules_parse(text, &s->arena, rules, &line);
	if (r == PD_ELIMIT)
		pd_ctx_diag(s->ctx, PD_ERROR, (struct pd_loc){s->subsystems, line, 0}, "limit",
			    "more than %d subsystems", PD_SUBSYSTEM_MAX);
	else if (r < 0)
		pd_ctx_diag(s->ctx, PD_ERROR, (struct pd_loc){s->subsystems, line, 0},
			    "missing-column", "expected a pattern of symbols and a name");
	else
		s->delta.subsystems = rules;
	return r;
}

/* ---- what the exit status says */

/* One profile is a candidate at best, and what two say is indicative. */
enum { ENOUGH_PROFILES = 3 };

static bool is_weak(const struct pd_delta_section *section, size_t side)
{
	return section->n_runs[0] < ENOUGH_PROFILES || section->n_runs[side] < ENOUGH_PROFILES;
}

static unsigned int words_of(enum pd_verdict verdict, bool alone)
{
	unsigned int words = alone ? status_matched_by(verdict) : 0;

	if (verdict == PD_VERDICT_REGRESSION)
		words |= FAIL_ON_SYMBOL_REGRESSION;
	return words;
}

/* What a row would be if there were more profiles: of a candidate what it is one for. */
static enum pd_verdict wanted_verdict(const struct pd_delta_change *c)
{
	if (!c->is_candidate)
		return c->verdict;
	return c->cost > 0 ? PD_VERDICT_REGRESSION : PD_VERDICT_IMPROVEMENT;
}

struct matching {
	bool alone;
	unsigned int asked, matched; /* sets of enum fail_on */
	size_t n_weak;               /* rows that would count, but for having few profiles */
};

/*
 * Of few profiles only what cannot be told counts, unless single-run was asked for: then two
 * count as others do, and a single one, which can have no verdict, is a match by itself.
 */
static unsigned int words_of_weak(struct matching *m, const struct pd_delta_change *c, bool single)
{
	unsigned int words = words_of(c->verdict, m->alone);
	const unsigned int by_verdict = FAIL_ON_REGRESSION | FAIL_ON_IMPROVEMENT | FAIL_ON_CHANGED |
					FAIL_ON_SYMBOL_REGRESSION;

	if (!(m->asked & FAIL_ON_SINGLE_RUN)) {
		m->n_weak += (words_of(wanted_verdict(c), m->alone) & m->asked & by_verdict) != 0;
		return words & ~by_verdict;
	}
	if (single && (m->alone || (m->asked & FAIL_ON_SYMBOL_REGRESSION)))
		words |= FAIL_ON_SINGLE_RUN;
	return words;
}

static void match(struct matching *m, const struct pd_delta_section *section, size_t side)
{
	bool single = section->n_runs[0] == 1 || section->n_runs[side] == 1;

	for (size_t i = 0; i < section->n; i++) {
		const struct pd_delta_change *c = &section->row[i].change[side - 1];

		if (section->row[i].kind != PD_DELTA_ROW)
			continue;
		m->matched |= is_weak(section, side) ? words_of_weak(m, c, single)
						     : words_of(c->verdict, m->alone);
	}
}

static void match_all(struct matching *m, const struct pd_delta_result *result)
{
	for (size_t e = 0; e < result->n_sections; e++)
		for (size_t side = 1; side < result->n_sides; side++)
			match(m, &result->section[e], side);
}

unsigned int profiling_matched(const struct settings *s, const struct pd_delta_result *result,
			       bool alone)
{
	struct matching m = {.alone = alone, .asked = s->fail_on};

	match_all(&m, result);
	return m.matched;
}

void profiling_tell(const struct settings *s, const struct pd_delta_result *result, bool alone)
{
	struct matching m = {.alone = alone, .asked = s->fail_on};

	if (s->exit_code != WHEN_ALWAYS)
		return;
	match_all(&m, result);
	if (!alone && !(s->fail_on & FAIL_ON_SYMBOL_REGRESSION)) {
		if (m.matched)
			pd_ctx_diag(s->ctx, PD_NOTE, (struct pd_loc){NULL, 0, 0}, "symbols-ungated",
				    "symbols that cost more do not count for the exit status; "
				    "'symbol-regression' in --fail-on counts them");
		return;
	}
	if (m.n_weak)
		pd_ctx_diag(s->ctx, PD_NOTE, (struct pd_loc){NULL, 0, 0}, "few-profiles",
			    "%zu row%s of fewer than %d profiles on a side %s not count for the "
			    "exit status; 'single-run' in --fail-on counts %s",
			    m.n_weak, m.n_weak > 1 ? "s" : "", ENOUGH_PROFILES,
			    m.n_weak > 1 ? "do" : "does", m.n_weak > 1 ? "them" : "it");
}

/* ---- comparing and telling */

static bool is_style(const struct settings *s, const char *name)
{
	return s->delta_style && !strcmp(s->delta_style->name, name);
}

void profiling_reads(struct settings *s)
{
	bool lkp;

	sharing_reads(s);
	lkp = is_style(s, "lkp") && !s->delta.by;
	s->read.stacks = lkp || is_style(s, "folded") || (s->delta.by & (1u << PD_BY_STACK));
}

/*
 *	perf-profile.calltrace.cycles-pp.intel_idle.cpuidle_enter_state.cpuidle_enter
 *
 * A row of the test robot's call traces is a chain of frames, so in its style rows are stacks
 * unless the user says otherwise. Its other tables have one frame a row.
 */
static void choose_rows(struct settings *s, const struct pd_profiles *profiles)
{
	static const char *const kinds[] = {"calltrace.", "children.", "self."};
	size_t n[PD_ARRAY_SIZE(kinds)] = {0}, n_robot = 0;

	if (!is_style(s, "lkp") || s->delta.by)
		return;
	for (size_t e = 0; e < profiles->n_events; e++)
		for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++)
			if (pd_str_starts(pd_ctx_name(s->ctx, profiles->event[e]),
					  pd_str_of(kinds[i]))) {
				n[i]++;
				n_robot++;
			}
	if (n[0] && n_robot == profiles->n_events)
		s->delta.by = 1u << PD_BY_STACK;
}

/* Whether @base, the first of one kind, is a later side of the other kind. */
static bool is_later(pd_id base, const pd_id *side, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (side[i] == base)
			return true;
	return false;
}

/* A base without profiles, or without logs, would silently make way for the next side. */
static bool same_base(const struct settings *s, const struct pd_profiles *profiles,
		      const struct pd_table *table)
{
	pd_id *profiled = pd_ctx_alloc(s->ctx, (profiles->n_sides + 1) * sizeof(*profiled));
	pd_id *logged = pd_ctx_alloc(s->ctx, (table->n_sides + 1) * sizeof(*logged));

	for (size_t i = 0; i < profiles->n_sides; i++)
		profiled[i] = profiles->side[i].name;
	for (size_t i = 0; i < table->n_sides; i++)
		logged[i] = table->sides[i].name;
	return !is_later(profiled[0], logged, table->n_sides) &&
	       !is_later(logged[0], profiled, profiles->n_sides);
}

static bool is_among(pd_id name, const struct pd_profiles *profiles)
{
	for (size_t i = 0; i < profiles->n_sides; i++)
		if (profiles->side[i].name == name)
			return true;
	return false;
}

/* A side of logs alone would be missing, and if it was the base another would be. */
static int check_profiled(const struct settings *s, const struct pd_profiles *profiles,
			  const struct pd_table *table)
{
	for (size_t i = 0; i < table->n_sides; i++)
		if (!is_among(table->sides[i].name, profiles)) {
			pd_ctx_diag(s->ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "no-values",
				    "side '%s' has no profile",
				    pd_ctx_name(s->ctx, table->sides[i].name).p);
			return EXIT_TROUBLE;
		}
	return 0;
}

static int check_two(const struct settings *s, const struct pd_profiles *profiles)
{
	if (profiles->n_sides >= 2)
		return 0;
	return command_trouble(s,
			       "only one side has profiles: name a base and a head, such as "
			       "base=DIR head=DIR, or a text in which every profile has a title");
}

int profiling_sides(const struct settings *s, const struct pd_profiles *profiles,
		    const struct pd_table *table)
{
	int r = check_two(s, profiles);

	if (!r && table->n && !same_base(s, profiles, table))
		return command_trouble(s, "the base has logs and no profiles, or the other way "
					  "round: it must have what its heads have");
	return r;
}

int profiling_delta(struct settings *s, const struct pd_profiles *profiles,
		    const struct pd_table *table, struct pd_delta_result *ret)
{
	int r = s->delta.work_from ? profiling_sides(s, profiles, table) : check_two(s, profiles);

	if (r)
		return r;
	choose_rows(s, profiles);
	if (read_locks(s) < 0 || read_subsystems(s) < 0)
		return EXIT_TROUBLE;
	return pd_delta(s->ctx, profiles, table, &s->delta, ret) < 0 ? EXIT_TROUBLE : 0;
}

static bool is_flagged(const struct pd_delta_change *c)
{
	return c->is_candidate || c->verdict == PD_VERDICT_REGRESSION ||
	       c->verdict == PD_VERDICT_IMPROVEMENT || c->verdict == PD_VERDICT_CHANGED;
}

/* Rows up to the last that is flagged on some head. */
static uint32_t flagged_top(const struct pd_delta_result *r, const struct pd_delta_section *section)
{
	size_t n = 0;

	for (size_t i = 0; i < section->n; i++)
		for (size_t side = 1; side < r->n_sides; side++)
			if (section->row[i].kind == PD_DELTA_ROW &&
			    is_flagged(&section->row[i].change[side - 1]))
				n = i + 1;
	return (uint32_t)n;
}

uint32_t profiling_top(const struct settings *s, const struct pd_delta_result *result)
{
	uint32_t top = USUAL_TOP;

	if (s->top_given)
		return s->top;
	for (size_t e = 0; e < result->n_sections; e++) {
		uint32_t flagged = flagged_top(result, &result->section[e]);

		top = flagged > top ? flagged : top;
	}
	return top;
}

void profiling_write(const struct settings *s, const struct pd_delta_result *result,
		     struct pd_out *out)
{
	const struct pd_deltastyle *style = s->delta_style;
	struct pd_deltareport report = {.result = result, .version = PERFDELTA_VERSION};

	if (!style)
		style = pd_deltastyle_find("plain");
	report.diag = pd_ctx_diags(s->ctx, &report.n_diags);
	report.n_top = style->machine && !s->top_given ? 0 : profiling_top(s, result);
	style->write(&report, &s->look, out);
}

int profiling_run(struct settings *s)
{
	struct pd_delta_result result;
	struct pd_profiles profiles;
	struct term_output output;
	struct progress progress;
	struct pd_table table;
	int r = command_operands(s);

	if (r)
		return r;
	profiling_reads(s);
	progress_begin(&progress, s, &s->read);
	if (pd_read_profiles(s->ctx, s->operand, s->n_operands, &s->read, &profiles, &table) < 0)
		return EXIT_TROUBLE;
	r = sharing_settle(s, NULL, &profiles);
	if (!r)
		r = check_profiled(s, &profiles, &table);
	if (!r)
		r = profiling_delta(s, &profiles, &table, &result);
	if (r)
		return r;
	profiling_tell(s, &result, true);
	term_look(s);
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	profiling_write(s, &result, &output.out);
	if (term_close(&output) < 0)
		return EXIT_TROUBLE;
	return status_exit(s, profiling_matched(s, &result, true));
}
