/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"
#include "cli/progress.h"
#include "cli/term.h"
#include "report/inventory.h"
#include "report/inventory_json.h"

#include <string.h>

enum { USUAL_TOP = 10 };

/* Profiles are told by two styles. */
static int check_style(const struct settings *s)
{
	if (!s->style_name || !strcmp(s->style_name, "plain") || !strcmp(s->style_name, "json"))
		return 0;
	return command_trouble(s, "--style: a summary of profiles is plain or json");
}

/* A summary tells profiles as they were read. */
static int check_options(const struct settings *s)
{
	if (s->grouping.n_by || s->grouping.n_match || s->of_logs)
		return command_trouble(s, "--by, --match and the other options of logs choose "
					  "nothing in profiles, and the operands hold no logs; "
					  "'perfdelta profile' compares by comm, lock ...");
	return 0;
}

static void write_profiles(const struct settings *s, const struct pd_profiles *profiles,
			   struct pd_out *out)
{
	struct pd_inventory v = pd_inventory(s->ctx, profiles);
	bool json = s->style_name && !strcmp(s->style_name, "json");

	v.n_top = s->top_given ? s->top : json ? 0 : USUAL_TOP;
	if (json)
		pd_inventory_json(&v, out);
	else
		pd_inventory_write(&v, &s->look, out);
}

static int summarise(struct settings *s, const struct pd_table *table,
		     const struct pd_profiles *profiles)
{
	const struct pd_report *report = NULL;
	struct term_output output;
	int r = profiles->n ? check_style(s) : 0;

	if (!r && profiles->n && !table->n)
		r = check_options(s);
	if (!r && table->n)
		r = comparing_report(s, table, PD_REPORT_SUMMARY, &report);
	if (r)
		return r;
	term_look(s);
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	if (report)
		comparing_write(s, report, &output.out);
	if (report && profiles->n)
		pd_out_char(&output.out, '\n');
	if (profiles->n)
		write_profiles(s, profiles, &output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}

int cmd_summary(struct settings *s)
{
	struct pd_profiles profiles;
	struct progress progress;
	struct pd_table table;
	int r = command_operands(s);

	if (r)
		return r;
	progress_begin(&progress, s, &s->read);
	if (pd_read_all(s->ctx, s->operand, s->n_operands, &s->read, &profiles, &table) < 0)
		return EXIT_TROUBLE;
	if (profiles.n && table.n && s->style && s->style->machine)
		return command_trouble(s, "--style: the operands hold logs and profiles, and one "
					  "document for programs tells of one kind; name the files "
					  "of one");
	return summarise(s, &table, &profiles);
}
