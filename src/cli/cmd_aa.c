/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"
#include "cli/progress.h"
#include "cli/term.h"
#include "report/floors.h"

#include <string.h>

#include <perfdelta/aa.h>

enum { SPLITS = 1000 };

static bool is_style(const struct settings *s, const char *name)
{
	return s->style_name && !strcmp(s->style_name, name);
}

static int check_settings(const struct settings *s)
{
	if (s->grouping.paired)
		return command_trouble(s, "--paired: runs of one build that are split have no "
					  "partners");
	if (!s->style_name || is_style(s, "plain") || is_style(s, "markdown") ||
	    is_style(s, "json") || is_style(s, "csv"))
		return 0;
	return command_trouble(s, "--style: splits of one build are told by plain, markdown, json "
				  "or csv");
}

static void write_floors(struct settings *s, const struct pd_report *report, struct pd_out *out)
{
	const struct pd_aa_result *aa = pd_aa(s->ctx, report->result, SPLITS);

	if (is_style(s, "json"))
		pd_floors_json(aa, report, out);
	else if (is_style(s, "csv"))
		pd_floors_csv(aa, report, out);
	else
		pd_floors_write(aa, report, &s->look, is_style(s, "markdown"), out);
}

int cmd_aa(struct settings *s)
{
	const struct pd_report *report;
	struct term_output output;
	struct progress progress;
	struct pd_table table;
	int r = command_operands(s);

	if (!r)
		r = check_settings(s);
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
	write_floors(s, report, &output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
