/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"
#include "cli/profiling.h"
#include "cli/progress.h"
#include "cli/sharing.h"
#include "cli/term.h"
#include "report/letter.h"

#include "base/str.h"

/* All that the letter is made of; it borrows from here. */
struct reporting {
	struct pd_table table;
	struct pd_profiles profiles;
	struct pd_delta_result symbols, locks;
	struct pd_letter letter;
};

/* Whether anything was waited for: all the rest is one row of its own. */
static bool has_locks(const struct settings *s, const struct pd_delta_result *r)
{
	for (size_t e = 0; e < r->n_sections; e++)
		for (size_t i = 0; i < r->section[e].n; i++) {
			const struct pd_delta_row *row = &r->section[e].row[i];

			if (row->kind == PD_DELTA_ROW &&
			    !pd_str_eq(pd_ctx_name(s->ctx, row->name[PD_BY_LOCK]),
				       PD_STR("(no lock)")))
				return true;
		}
	return false;
}

/* The same profiles by lock, in the same units of work. */
static int compare_locks(struct settings *s, struct reporting *r)
{
	int status;

	if (r->symbols.policy.by & 1u << PD_BY_LOCK)
		return 0; /* told already */
	s->delta.by = 1u << PD_BY_LOCK;
	s->delta.match = NULL;
	s->delta.match_by = 0;
	status = profiling_delta(s, &r->profiles, &r->table, &r->locks);
	if (!status && has_locks(s, &r->locks))
		r->letter.locks = &r->locks;
	return status;
}

static int compare_profiles(struct settings *s, struct reporting *r)
{
	int status = profiling_delta(s, &r->profiles, &r->table, &r->symbols);

	if (status)
		return status;
	r->letter.profiles = &r->profiles;
	r->letter.symbols = &r->symbols;
	r->letter.n_top = profiling_top(s, &r->symbols);
	return compare_locks(s, r);
}

/* Sides go by their place: those of logs and of profiles must be the same. */
static bool same_sides(const struct reporting *r)
{
	if (r->table.n_sides != r->profiles.n_sides)
		return false;
	for (size_t side = 0; side < r->table.n_sides; side++)
		if (r->table.sides[side].name != r->profiles.side[side].name)
			return false;
	return true;
}

static int compare(struct settings *s, struct reporting *r)
{
	int status = 0;

	if (r->table.n && r->profiles.n && !same_sides(r))
		return command_trouble(s, "every side must have logs, and every side profiles, or "
					  "none of them");
	if (r->table.n)
		status = comparing_report(s, &r->table, PD_REPORT_COMPARISON,
					  &r->letter.benchmarks);
	if (!status && r->profiles.n)
		status = compare_profiles(s, r);
	return status;
}

int cmd_report(struct settings *s)
{
	struct reporting r = {
		.letter = {.ctx = s->ctx, .version = PERFDELTA_VERSION}
        };
	struct term_output output;
	struct progress progress;
	int status = command_operands(s);

	if (!status)
		status = comparing_ci(s, false);
	if (status)
		return status;
	profiling_reads(s);
	progress_begin(&progress, s, &s->read);
	if (pd_read_all(s->ctx, s->operand, s->n_operands, &s->read, &r.profiles, &r.table) < 0)
		return EXIT_TROUBLE;
	status = sharing_settle(s, &r.table, &r.profiles);
	if (!status)
		status = compare(s, &r);
	if (status)
		return status;
	if (!s->width_given)
		s->look.width = PD_LETTER_WIDTH;
	s->look.shorten = s->look.width > 0;
	s->look.ascii = true; /* git send-email asks for an encoding otherwise */
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	pd_letter_write(&r.letter, &s->look, &output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
