/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/comparing.h"

#include "base/str.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/term.h"

#include <unistd.h>

/* ---- what the exit status says */

static unsigned int matched_by(const struct pd_comparison *c)
{
	switch (c->verdict) {
	case PD_VERDICT_REGRESSION:
		return FAIL_ON_REGRESSION;
	case PD_VERDICT_IMPROVEMENT:
		return FAIL_ON_IMPROVEMENT;
	case PD_VERDICT_CHANGED:
		return FAIL_ON_CHANGED;
	case PD_VERDICT_INCONCLUSIVE:
		return FAIL_ON_INCONCLUSIVE;
	case PD_VERDICT_SAME:
	case PD_N_VERDICTS:
		break;
	}
	return 0;
}

/* What derives from another metric does not count twice, and --gate names all that counts. */
static bool is_looked_at(const struct settings *s, const struct pd_result *r,
			 const struct pd_comparison *c)
{
	if (r->rows->metrics[r->rows->row[c->row].metric].redundant && !c->gated)
		return false;
	return !s->policy.gate || c->gated;
}

/* The row would matter, but for being the iterations of one run. */
static bool is_set_aside(const struct settings *s, const struct pd_result *r,
			 const struct pd_comparison *c)
{
	return (c->caveats & PD_CAVEAT_SINGLE_RUN) && !(s->fail_on & FAIL_ON_SINGLE_RUN) &&
	       is_looked_at(s, r, c) && (matched_by(c) & s->fail_on);
}

static void tell_set_aside(const struct settings *s, const struct pd_result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += is_set_aside(s, r, &r->comparison[i]);
	if (n && s->exit_code == WHEN_ALWAYS)
		pd_ctx_diag(s->ctx, PD_NOTE, (struct pd_loc){NULL, 0, 0}, "single-run",
			    "%zu row%s of one run on a side %s not count for the exit status; "
			    "'single-run' in --fail-on counts %s",
			    n, n > 1 ? "s" : "", n > 1 ? "do" : "does", n > 1 ? "them" : "it");
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

static void tell_uncompared(const struct settings *s, const struct pd_result *r)
{
	const bool *compared = find_compared(s, r);

	for (size_t side = 1; side < r->rows->n_sides; side++)
		if (!compared[side])
			pd_ctx_diag(s->ctx, s->exit_code == WHEN_ALWAYS ? PD_ERROR : PD_WARNING,
				    (struct pd_loc){NULL, 0, 0}, "nothing-in-common",
				    "side '%s' has no row in common with '%s'; --ignore pools "
				    "values over labels that differ",
				    pd_ctx_name(s->ctx, r->rows->table->sides[side].name).p,
				    pd_ctx_name(s->ctx, r->rows->table->sides[0].name).p);
}

static bool is_named(const struct settings *s, const char *code)
{
	for (size_t i = 0; i < s->n_fail_on_codes; i++)
		if (!strcmp(s->fail_on_code[i], code))
			return true;
	return !s->n_fail_on_codes;
}

static bool warned(const struct settings *s, const struct pd_report *report)
{
	for (size_t i = 0; i < report->n_diags; i++)
		if (report->diag[i].severity == PD_WARNING && is_named(s, report->diag[i].code))
			return true;
	return false;
}

static int exit_status(const struct settings *s, const struct pd_report *report)
{
	const struct pd_result *r = report->result;
	unsigned int matched = 0;

	if (s->exit_code != WHEN_ALWAYS)
		return EXIT_NOTHING;
	if (report->kind == PD_REPORT_COMPARISON && !all_compared(s, r))
		return EXIT_TROUBLE;
	if (s->fail_on_warning && warned(s, report))
		return EXIT_MATCHED;
	if (report->n_unpaired)
		matched |= FAIL_ON_MISSING;
	for (size_t i = 0; i < r->n; i++)
		if (is_looked_at(s, r, &r->comparison[i]) && !is_set_aside(s, r, &r->comparison[i]))
			matched |= matched_by(&r->comparison[i]);
	matched &= s->fail_on;
	if (matched == FAIL_ON_INCONCLUSIVE)
		return EXIT_INCONCLUSIVE;
	return matched ? EXIT_MATCHED : EXIT_NOTHING;
}

/* ---- reading and comparing */

static int check_operands(struct settings *s)
{
	if (s->n_operands)
		return 0;
	if (isatty(STDIN_FILENO))
		return command_trouble(
			s, "no operand: name a file, a directory, or '-' for standard input");
	return command_trouble(s, "no operand: name the sides to compare; '-' is standard input");
}

static bool has_side(const struct pd_rows *rows, size_t side)
{
	for (size_t i = 0; i < rows->n; i++)
		if (rows->row[i].series[side].n)
			return true;
	return false;
}

/* A side that gave nothing, or nothing that was selected, cannot be compared. */
static int check_sides(const struct settings *s, const struct pd_rows *rows,
		       enum pd_report_kind kind)
{
	if (kind == PD_REPORT_COMPARISON && rows->n_sides < 2)
		return command_trouble(
			s, "only one side: name a base and a head, such as base=DIR head=DIR, or "
			   "a label that tells the sides of one file apart: --sides-by=LABEL");
	for (size_t side = 0; side < rows->n_sides; side++) {
		if (has_side(rows, side) || (kind == PD_REPORT_SUMMARY && rows->n))
			continue;
		pd_ctx_diag(s->ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "no-values",
			    "side '%s' has no values%s",
			    pd_ctx_name(s->ctx, rows->table->sides[side].name).p,
			    rows->n_filtered || rows->n_dropped
				    ? " left after --match, --metric, --unit and --drop-first"
				    : "");
		return EXIT_TROUBLE;
	}
	return 0;
}

/* A pattern that no metric matches would let everything pass. */
static int check_gate(const struct settings *s, const struct pd_rows *rows)
{
	if (!s->policy.gate)
		return 0;
	for (size_t i = 0; i < rows->n_metrics; i++)
		if (pd_str_glob(pd_str_of(s->policy.gate),
				pd_ctx_name(s->ctx, rows->metrics[i].name)))
			return 0;
	pd_ctx_diag(s->ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "no-match",
		    "--gate: no metric is called '%s'", s->policy.gate);
	return EXIT_TROUBLE;
}

static int print_report(struct settings *s, const struct pd_report *report)
{
	struct term_output output;

	term_look(s);
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	(s->style ? s->style : pd_style_find("plain"))->write(report, &s->look, &output.out);
	if (term_close(&output) < 0)
		return EXIT_TROUBLE;
	return exit_status(s, report);
}

int comparing_run(struct settings *s, enum pd_report_kind kind)
{
	const struct pd_result *result;
	struct progress progress;
	struct pd_table table;
	struct pd_rows rows;
	int r = check_operands(s);

	if (r)
		return r;
	progress_begin(&progress, s, &s->read);
	r = pd_read(s->ctx, s->operand, s->n_operands, &s->read, &table);
	if (r < 0 || pd_pair(s->ctx, &table, &s->grouping, &rows) < 0)
		return EXIT_TROUBLE;
	r = check_sides(s, &rows, kind);
	if (!r)
		r = check_gate(s, &rows);
	if (r)
		return r;
	result = pd_compare(s->ctx, &rows, &s->policy, s->read.n_workers);
	if (kind == PD_REPORT_COMPARISON) {
		tell_uncompared(s, result);
		tell_set_aside(s, result);
		tell_ungated(s, result);
	}
	return print_report(s, pd_report(s->ctx, result, kind, s->sort));
}
