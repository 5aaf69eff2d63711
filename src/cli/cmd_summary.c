/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"
#include "cli/profiling.h"
#include "cli/progress.h"
#include "cli/sharing.h"
#include "cli/term.h"
#include "diff/usual.h"
#include "report/inventory.h"

enum { USUAL_TOP = 10 };

static const struct pd_deltastyle *style_of(const struct settings *s)
{
	return s->style_name ? s->delta_style : pd_deltastyle_find("plain");
}

static int check_style(const struct settings *s)
{
	const struct pd_deltastyle *style = style_of(s);
	const char *name[MAX_LIST];
	size_t n = 0;

	if (style && style->write_inventory)
		return 0;
	for (size_t i = 0; (style = pd_deltastyle_at(i)) && n < MAX_LIST; i++)
		if (style->write_inventory)
			name[n++] = style->name;
	return command_untold(s, "a summary of profiles is", name, n);
}

/* The profiles of @side alone, as the base. */
static const struct pd_profiles *profiles_of(const struct settings *s,
					     const struct pd_profiles *all, size_t side)
{
	struct pd_profiles *one = pd_ctx_alloc(s->ctx, sizeof(*one));
	struct pd_profile *profile = pd_ctx_alloc(s->ctx, (all->n + 1) * sizeof(*profile));

	*one = *all;
	one->side = &all->side[side];
	one->n_sides = 1;
	one->profile = profile;
	one->n = 0;
	for (size_t i = 0; i < all->n; i++)
		if (all->profile[i].side == side) {
			profile[one->n] = all->profile[i];
			profile[one->n++].side = 0;
		}
	return one;
}

/*
 * What the user chose as rows, or the locks or comms of tables without symbols; else symbols as they
 * were read: *ret stays NULL.
 */
static int choose_rows(struct settings *s, const struct pd_profiles *profiles,
		       const struct pd_delta_result **ret)
{
	struct pd_delta_result *rows;

	if (!s->delta.by && !s->delta.match && !s->delta.event &&
	    (style_of(s)->machine || pd_usual_by(profiles) == PD_USUAL_BY))
		return 0;
	if (style_of(s)->machine)
		return command_trouble(s, "--by and --match choose no rows of profiles in JSON: it "
					  "has the symbols as they were read");
	s->delta.work = 1;
	rows = pd_ctx_alloc(s->ctx, profiles->n_sides * sizeof(*rows));
	for (size_t side = 0; side < profiles->n_sides; side++)
		if (pd_delta(s->ctx, profiles_of(s, profiles, side), NULL, &s->delta, &rows[side]) <
		    0)
			return EXIT_TROUBLE;
	*ret = rows;
	return 0;
}

static void write_profiles(const struct settings *s, const struct pd_profiles *profiles,
			   const struct pd_delta_result *rows, struct pd_out *out)
{
	struct pd_inventory v = pd_inventory(s->ctx, profiles);
	const struct pd_deltastyle *style = style_of(s);

	v.rows = rows;
	v.n_top = s->top_given ? s->top : style->machine ? 0 : USUAL_TOP;
	style->write_inventory(&v, &s->look, out);
}

static int summarise(struct settings *s, const struct pd_table *table,
		     const struct pd_profiles *profiles)
{
	const struct pd_delta_result *rows = NULL;
	const struct pd_report *report = NULL;
	struct term_output output;
	int r = profiles->n ? check_style(s) : 0;

	if (!r)
		r = sharing_settle(s, table, profiles);
	if (!r && profiles->n)
		r = choose_rows(s, profiles, &rows);
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
		write_profiles(s, profiles, rows, &output.out);
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
	profiling_reads(s);
	progress_begin(&progress, s, &s->read);
	if (pd_read_all(s->ctx, s->operand, s->n_operands, &s->read, &profiles, &table) < 0)
		return EXIT_TROUBLE;
	if (profiles.n && table.n && s->style && s->style->machine)
		return command_trouble(s, "--style: the operands hold logs and profiles, and one "
					  "document for programs tells of one kind; name the files "
					  "of one");
	return summarise(s, &table, &profiles);
}
