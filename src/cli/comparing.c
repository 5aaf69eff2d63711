/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/comparing.h"

#include "cli/cli.h"
#include "cli/term.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int trouble(const struct settings *s, const char *what)
{
	(void)fprintf(stderr, "perfdelta: %s\ntry 'perfdelta %s --help'\n", what, s->command->name);
	return EXIT_TROUBLE;
}

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
		break;
	case PD_N_VERDICTS:
		break;
	}
	return 0;
}

/* Metrics that derive from another count once, runs of one process only if asked for. */
static bool counts(const struct settings *s, const struct pd_result *r,
		   const struct pd_comparison *c)
{
	if (r->rows->metrics[r->rows->row[c->row].metric].redundant && !c->gated)
		return false;
	if (s->policy.gate && !c->gated)
		return false;
	return !(c->caveats & PD_CAVEAT_SINGLE_RUN) || (s->fail_on & FAIL_ON_SINGLE_RUN);
}

static bool warned(const struct settings *s, const struct pd_report *report)
{
	for (size_t i = 0; i < report->n_diags; i++)
		if (report->diag[i].severity == PD_WARNING &&
		    (!s->fail_on_code || !strcmp(s->fail_on_code, report->diag[i].code)))
			return true;
	return false;
}

static int exit_status(const struct settings *s, const struct pd_report *report)
{
	const struct pd_result *r = report->result;
	unsigned int matched = 0;

	if (!s->exit_code)
		return EXIT_NOTHING;
	if (s->fail_on_warning && warned(s, report))
		return EXIT_MATCHED;
	if (report->n_unpaired)
		matched |= FAIL_ON_MISSING;
	for (size_t i = 0; i < r->n; i++)
		if (counts(s, r, &r->comparison[i]))
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
		return trouble(s,
			       "no operand: name a file, a directory, or '-' for standard input");
	return trouble(s, "no operand: name the sides to compare; '-' is standard input");
}

/* A side that gave nothing, or nothing that was selected, cannot be compared. */
static int check_sides(const struct settings *s, const struct pd_rows *rows,
		       enum pd_report_kind kind)
{
	if (kind == PD_REPORT_COMPARISON && rows->n_sides < 2)
		return trouble(s,
			       "only one side: name a base and a head, such as base=DIR head=DIR");
	if (!rows->n)
		return trouble(s,
			       "no value is left to compare: check --match, --metric and --unit");
	for (size_t side = 0; side < rows->n_sides; side++) {
		bool any = false;

		for (size_t i = 0; i < rows->n && !any; i++)
			any = rows->row[i].series[side].n > 0;
		if (any)
			continue;
		(void)fprintf(stderr, "perfdelta: error: side '%s' has no values [no-values]\n",
			      pd_ctx_name(s->ctx, rows->table->sides[side].name).p);
		return EXIT_TROUBLE;
	}
	return 0;
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
	struct pd_table table;
	struct pd_rows rows;
	int r = check_operands(s);

	if (r)
		return r;
	if (pd_read(s->ctx, s->operand, s->n_operands, &s->read, &table) < 0)
		return EXIT_TROUBLE;
	if (pd_pair(s->ctx, &table, &s->grouping, &rows) < 0)
		return EXIT_TROUBLE;
	r = check_sides(s, &rows, kind);
	if (r)
		return r;
	result = pd_compare(s->ctx, &rows, &s->policy, s->read.n_workers);
	return print_report(s, pd_report(s->ctx, result, kind, s->sort));
}
