/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/comparing.h"

#include "base/str.h"
#include "cli/cli.h"
#include "cli/gating.h"
#include "cli/progress.h"
#include "cli/status.h"
#include "cli/term.h"
#include "diff/method.h"

#include <math.h>
#include <stdio.h>

/* What --collapse=none invites, in the words of the rows at hand. */
static void tell_pooled(const struct settings *s, const struct pd_result *r)
{
	double least = HUGE_VAL, most = -HUGE_VAL;
	char range[64] = "more";
	bool pooled = false;

	for (size_t i = 0; i < r->n; i++) {
		pooled |= (r->comparison[i].caveats & PD_CAVEAT_ITERATIONS) != 0;
		if (isnan(r->comparison[i].alarms))
			continue;
		least = fmin(least, round(100 * r->comparison[i].alarms));
		most = fmax(most, round(100 * r->comparison[i].alarms));
	}
	if (!pooled)
		return;
	if (most > least)
		(void)snprintf(range, sizeof(range), "about %.0f%% to %.0f%%", least, most);
	else if (most == least)
		(void)snprintf(range, sizeof(range), "about %.0f%%", most);
	pd_ctx_diag(s->ctx, PD_WARNING, (struct pd_loc){NULL, 0, 0}, "iterations-pooled",
		    "--collapse=none counts iterations as runs: if nothing changed, and runs "
		    "differ as these do, a test that takes them for independent has p <= %g in "
		    "%s of such comparisons, not %.3g%%",
		    r->policy.alpha, range, 100 * r->policy.alpha);
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

/* Methods for pairs and for others are not exchanged for one another behind the user's back. */
static int check_pairs(const struct settings *s)
{
	const struct pd_method *m = s->policy.method ? pd_method_named(s->policy.method) : NULL;

	if (m && m->pairs && !s->grouping.paired)
		return command_trouble(s, "this --method is for pairs: if run k of each side was "
					  "made beside run k of the others, say so by --paired");
	if (m && !m->pairs && s->grouping.paired)
		return command_trouble(s, "this --method is not for pairs; with --paired there are "
					  "signed-rank, ancova-log and paired-t-log");
	if (s->policy.beside && s->grouping.paired)
		return command_trouble(s, "--ci is about two sides, not about pairs, whose own "
					  "interval is what --paired shows");
	if (s->grouping.quantile_kind && s->grouping.collapse != PD_COLLAPSE_QUANTILE)
		return command_trouble(s, "--quantile-type is about --collapse=pNN");
	if (s->zeros_given && !s->grouping.paired)
		return command_trouble(s, "--zeros is about pairs: it needs --paired");
	return 0;
}

/* Dunnett's correction belongs to one test, and that is not for pairs. */
static int check_adjust(const struct settings *s)
{
	const char *method = s->policy.method;

	if (s->policy.adjust != PD_ADJUST_DUNNETT)
		return 0;
	if (s->grouping.paired)
		return command_trouble(s, "--adjust=dunnett is not for pairs");
	if (method && strcmp(method, "pooled-log") != 0 && strcmp(method, "pooled") != 0)
		return command_trouble(s, "--adjust=dunnett corrects the t of --method=pooled-log, "
					  "which it stands for, and of no other");
	return 0;
}

static bool has_order(const struct pd_rows *rows, const struct pd_row *row)
{
	for (size_t side = 0; side < rows->n_sides; side++)
		if (row->series[side].n && !row->series[side].when)
			return false;
	return true;
}

/* A method that fits a drift cannot do so where nobody says when a run was made. */
static int check_order(const struct settings *s, const struct pd_rows *rows)
{
	const struct pd_method *m = s->policy.method ? pd_method_named(s->policy.method) : NULL;

	for (size_t i = 0; m && m->ordered && !s->policy.order && i < rows->n; i++)
		if (!rows->metrics[rows->row[i].metric].exact && !has_order(rows, &rows->row[i]))
			return command_trouble(s, "this --method needs to know when each run was "
						  "made, and the data do not say so of all; "
						  "--order declares it");
	return 0;
}

int comparing_report(struct settings *s, const struct pd_table *table, enum pd_report_kind kind,
		     const struct pd_report **ret)
{
	struct pd_rows *rows = pd_ctx_alloc(s->ctx, sizeof(*rows));
	const struct pd_result *result;
	int r;

	r = check_pairs(s);
	if (!r)
		r = check_adjust(s);
	if (r)
		return r;
	if (pd_pair(s->ctx, table, &s->grouping, rows) < 0)
		return EXIT_TROUBLE;
	r = check_sides(s, rows, kind);
	if (!r)
		r = check_gate(s, rows);
	if (!r)
		r = check_order(s, rows);
	if (r)
		return r;
	result = pd_compare(s->ctx, rows, &s->policy, s->read.n_workers);
	if (kind == PD_REPORT_COMPARISON) {
		gating_tell(s, result);
		tell_pooled(s, result);
	}
	*ret = pd_report(s->ctx, result, kind, s->sort);
	return 0;
}

/* ---- commands */

static const struct pd_style *style_of(const struct settings *s)
{
	return s->style ? s->style : pd_style_find("plain");
}

int comparing_ci(const struct settings *s, bool shown)
{
	if (!s->policy.beside)
		return 0;
	if (!shown)
		return command_trouble(s, "--ci is one more column of 'perfdelta compare', and "
					  "there is none here");
	if (style_of(s)->list)
		return command_trouble(s, "--ci: styles for lists have no column for it; plain, "
					  "markdown, csv and json have");
	return 0;
}

void comparing_write(const struct settings *s, const struct pd_report *report, struct pd_out *out)
{
	style_of(s)->write(report, &s->look, out);
}

static int check_style(const struct settings *s, const struct comparing_topic *topic)
{
	const char *name[MAX_LIST];
	const struct pd_style *style;
	size_t n = 0;

	if (topic->is_told_by(style_of(s)))
		return 0;
	for (size_t i = 0; (style = pd_style_at(i)) && n < MAX_LIST; i++)
		if (topic->is_told_by(style))
			name[n++] = style->name;
	return command_untold(s, topic->what, name, n);
}

/* Reads logs and compares them; a topic can be about one side. */
static int read_report(struct settings *s, const struct comparing_topic *topic,
		       const struct pd_report **ret)
{
	struct pd_table *table = pd_ctx_alloc(s->ctx, sizeof(*table));
	struct progress progress;

	progress_begin(&progress, s, &s->read);
	if (pd_read(s->ctx, s->operand, s->n_operands, &s->read, table) < 0)
		return EXIT_TROUBLE;
	return comparing_report(s, table,
				topic && table->n_sides < 2 ? PD_REPORT_SUMMARY
							    : PD_REPORT_COMPARISON,
				ret);
}

/* From operands to the end of the output: @topic, or the comparison if it is NULL. */
static int tell(struct settings *s, const struct comparing_topic *topic,
		const struct pd_report **ret)
{
	struct term_output output;
	int r = command_operands(s);

	if (!r)
		r = comparing_ci(s, !topic);
	if (!r && topic)
		r = check_style(s, topic);
	if (!r)
		r = read_report(s, topic, ret);
	if (r)
		return r;
	term_look(s);
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	if (topic)
		topic->write(s, style_of(s), *ret, &output.out);
	else
		comparing_write(s, *ret, &output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}

int comparing_tell(struct settings *s, const struct comparing_topic *topic)
{
	const struct pd_report *report;

	return tell(s, topic, &report);
}

int comparing_run(struct settings *s)
{
	const struct pd_report *report;
	int r = tell(s, NULL, &report);

	if (r)
		return r;
	if (gating_is_void(s, report))
		return EXIT_TROUBLE;
	return status_exit(s, gating_matched(s, report));
}
