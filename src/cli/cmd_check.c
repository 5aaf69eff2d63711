/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"
#include "cli/gating.h"
#include "cli/profiling.h"
#include "cli/progress.h"
#include "cli/sharing.h"
#include "cli/status.h"
#include "cli/term.h"

/* What the operands hold: logs, profiles, or both. */
struct checking {
	struct pd_table table;
	struct pd_profiles profiles;
	const struct pd_report *report; /* NULL: no logs */
	struct pd_delta_result result;
};

static int compare(struct settings *s, struct checking *c)
{
	int r = 0;

	if (c->table.n)
		r = comparing_report(s, &c->table, PD_REPORT_COMPARISON, &c->report);
	if (!r && c->profiles.n)
		r = profiling_delta(s, &c->profiles, &c->table, &c->result);
	if (!r && c->profiles.n)
		profiling_tell(s, &c->result, !c->table.n);
	return r;
}

static void write(const struct settings *s, const struct checking *c, struct pd_out *out)
{
	if (c->report)
		comparing_write(s, c->report, out);
	if (c->report && c->profiles.n)
		pd_out_char(out, '\n');
	if (c->profiles.n)
		profiling_write(s, &c->result, out);
}

static unsigned int matched(const struct settings *s, const struct checking *c)
{
	unsigned int words = c->report ? gating_matched(s, c->report) : 0;

	return c->profiles.n ? words | profiling_matched(s, &c->result, !c->report) : words;
}

static int check(struct settings *s, struct checking *c)
{
	struct term_output output;
	int r = command_style(s, c->table.n, c->profiles.n);

	if (!r && c->table.n)
		r = comparing_ci(s, true);
	if (!r)
		r = sharing_settle(s, &c->table, &c->profiles);
	if (!r && c->profiles.n)
		r = profiling_sides(s, &c->profiles, &c->table);
	if (!r)
		r = compare(s, c);
	if (r)
		return r;
	term_look(s);
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	write(s, c, &output.out);
	if (term_close(&output) < 0 || (c->report && gating_is_void(s, c->report)))
		return EXIT_TROUBLE;
	return status_exit(s, matched(s, c));
}

int cmd_check(struct settings *s)
{
	struct checking c = {0};
	struct progress progress;
	int r = command_operands(s);

	if (r)
		return r;
	if (s->exit_code == WHEN_AUTO)
		s->exit_code = WHEN_ALWAYS;
	s->look.brief = true;
	profiling_reads(s);
	progress_begin(&progress, s, &s->read);
	if (pd_read_all(s->ctx, s->operand, s->n_operands, &s->read, &c.profiles, &c.table) < 0)
		return EXIT_TROUBLE;
	return check(s, &c);
}
