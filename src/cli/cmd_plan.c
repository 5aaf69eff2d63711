/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"
#include "cli/progress.h"
#include "cli/term.h"
#include "report/plans.h"
#include "report/plans_machine.h"

#include <string.h>

#include <perfdelta/plan.h>

static bool is_style(const struct settings *s, const char *name)
{
	return s->style_name && !strcmp(s->style_name, name);
}

static int check_style(const struct settings *s)
{
	if (!s->style_name || is_style(s, "plain") || is_style(s, "markdown") ||
	    is_style(s, "json") || is_style(s, "csv"))
		return 0;
	return command_trouble(s, "--style: a plan is plain, markdown, json or csv");
}

static void write_plan(struct settings *s, const struct pd_report *report, struct pd_out *out)
{
	const struct pd_plan_result *plan = pd_planning(s->ctx, report->result);

	if (is_style(s, "json"))
		pd_plans_machine_json(plan, report, out);
	else if (is_style(s, "csv"))
		pd_plans_machine_csv(plan, report, out);
	else
		pd_plans_write(plan, report, &s->look, is_style(s, "markdown"), out);
}

/* One side is its own base; with more, rows that a side lacks have nothing to plan. */
int cmd_plan(struct settings *s)
{
	const struct pd_report *report;
	struct term_output output;
	struct progress progress;
	struct pd_table table;
	int r = command_operands(s);

	if (!r)
		r = check_style(s);
	if (r)
		return r;
	progress_begin(&progress, s, &s->read);
	if (pd_read(s->ctx, s->operand, s->n_operands, &s->read, &table) < 0)
		return EXIT_TROUBLE;
	r = comparing_report(s, &table,
			     table.n_sides > 1 ? PD_REPORT_COMPARISON : PD_REPORT_SUMMARY, &report);
	if (r)
		return r;
	term_look(s);
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	write_plan(s, report, &output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
