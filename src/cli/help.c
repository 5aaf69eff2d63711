/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/help.h"

#include "base/str.h"
#include "cli/cli.h"
#include "cli/opt.h"

#include <stdio.h>

#include <gsl/gsl_version.h>

enum { HELP_COLUMN = 26, HELP_WIDTH = 80 };

static const struct {
	const char *command, *line, *what;
} examples[] = {
#define PD_EXAMPLE(command, line, what) {#command, line, what},
#include "cli/examples.def"
#undef PD_EXAMPLE
};

/* Words of @text from column HELP_COLUMN on, wrapped. */
static void print_wrapped(struct pd_out *out, const char *text, size_t column)
{
	struct pd_str rest = pd_str_of(text), word;

	if (column + 1 > HELP_COLUMN) {
		pd_out_char(out, '\n');
		column = 0;
	}
	pd_out_fill(out, ' ', HELP_COLUMN - column);
	column = HELP_COLUMN;
	while ((word = pd_str_word(&rest)).n) {
		if (column > HELP_COLUMN && column + word.n > HELP_WIDTH) {
			pd_out_char(out, '\n');
			pd_out_fill(out, ' ', HELP_COLUMN);
			column = HELP_COLUMN;
		}
		if (column > HELP_COLUMN)
			pd_out_char(out, ' ');
		pd_out_str(out, word);
		column += word.n + 1;
	}
	pd_out_char(out, '\n');
}

static void print_option(struct pd_out *out, const struct option_row *row)
{
	char left[64];
	const char *arg = row->arg ? row->arg : "";
	int n = snprintf(left, sizeof(left), "  %c%c%c --%s%s%s", row->letter ? '-' : ' ',
			 row->letter ? row->letter : ' ', row->letter ? ',' : ' ', row->name,
			 *arg && *arg != '[' ? "=" : "", arg);

	pd_out_text(out, left);
	print_wrapped(out, row->help, (size_t)n);
}

static const struct {
	unsigned int group;
	const char *title;
} groups[] = {
	{GROUP_TO,     "What to write"                   },
	{GROUP_READ,   "Reading"                         },
	{GROUP_SELECT, "Which values stand together"     },
	{GROUP_POLICY, "What counts as a change"         },
	{GROUP_FOLD,   "How hits of profiles become rows"},
	{GROUP_DELTA,  "What counts as a change of a row"},
	{GROUP_EXIT,   "Exit status"                     },
	{GROUP_LOOK,   "Look"			    },
	{GROUP_SHOW,   "Look"			    },
	{GROUP_TOP,    "Look"			    },
	{GROUP_OUTPUT, "Always"                          },
};

/* One option of two kinds, such as --by: what it means for profiles stands among theirs. */
static bool is_namesake(const struct command *c, const struct option_row *row)
{
	return (row->group & c->beside & GROUP_FOLD) != 0;
}

/* Options of several groups stand in the first that the command takes. */
static bool stands_in(const struct command *c, const struct option_row *row, size_t at)
{
	unsigned int common = row->group & (c->takes | c->beside);

	for (size_t i = 0; i < at; i++)
		if (common & groups[i].group)
			return false;
	return (common & groups[at].group) && (opt_takes(c, row) || is_namesake(c, row));
}

static bool is_shown(const struct command *c, const struct option_row *row, bool all)
{
	return all || (row->usual && (row->group & c->takes));
}

/* @title: of the group before; groups with the same title are one. Returns the last. */
static const char *print_group(struct pd_out *out, const struct command *c, size_t at, bool all,
			       const char *title)
{
	for (const struct option_row *row = settings_options; row->name; row++) {
		if (!stands_in(c, row, at) || !is_shown(c, row, all))
			continue;
		if (strcmp(title, groups[at].title) != 0)
			pd_out_printf(out, "%s%s:\n", all ? "\n" : "", groups[at].title);
		title = groups[at].title;
		print_option(out, row);
	}
	return title;
}

static void print_options(struct pd_out *out, const struct command *c, bool all)
{
	const char *title = "";

	if (!all)
		pd_out_char(out, '\n');
	for (size_t i = 0; i < PD_ARRAY_SIZE(groups); i++)
		title = print_group(out, c, i, all, title);
}

static bool has_rare_options(const struct command *c)
{
	for (size_t i = 0; settings_options[i].name; i++)
		if (opt_takes(c, &settings_options[i]) && !is_shown(c, &settings_options[i], false))
			return true;
	return false;
}

static void print_examples(struct pd_out *out, const struct command *c, bool all)
{
	bool any = false;

	for (size_t i = 0; i < PD_ARRAY_SIZE(examples) && (all || !any); i++) {
		if (strcmp(examples[i].command, c->name) != 0)
			continue;
		if (all)
			pd_out_printf(out, "%s  # %s\n  %s\n", any ? "" : "\nExamples:\n",
				      examples[i].what, examples[i].line);
		else
			pd_out_printf(out, "\nExample:\n  %s\n", examples[i].line);
		any = true;
	}
}

static void print_exit_status(struct pd_out *out, const struct command *c)
{
	if (c->takes & GROUP_EXIT)
		pd_out_text(
			out,
			"\nExit status: 2 trouble, else 0; with check or --exit-code also 1: something "
			"of\n--fail-on matched, 3: only 'inconclusive' matched\n");
	else
		pd_out_text(out, "\nExit status: 0, or 2 for trouble\n");
}

void help_command(struct pd_out *out, const struct command *c, bool all)
{
	pd_out_printf(out, "usage: perfdelta %s %s\n%s\n", c->name, c->synopsis, c->what);
	if (c->takes & GROUP_READ)
		pd_out_text(
			out,
			"\nA side is label=path[,path...], a directory, a file, or '-' (standard input).\n"
			"Its files are its runs; a file that holds several sides is enough alone.\n");
	print_options(out, c, all);
	print_examples(out, c, all);
	print_exit_status(out, c);
	if (!all && has_rare_options(c))
		pd_out_printf(out, "All options: perfdelta help %s%s\n", c->name,
			      c->beside & GROUP_FOLD ? " (for profiles: --work, --work-from ...)"
						     : "");
}

void help_overview(struct pd_out *out)
{
	const struct command *c;

	pd_out_text(out,
		    "usage: perfdelta COMMAND [options] [operands]\n\n"
		    "Compares repeated benchmark runs and says what changed, by how much, and\n"
		    "how sure that is.\n\nCommands:\n");
	for (size_t i = 0; (c = command_at(i)); i++)
		pd_out_printf(out, "  %-9s %s\n", c->name, c->what);
	pd_out_text(out, "\nExample:\n  perfdelta compare base=old-runs/ head=new-runs/\n\n"
			 "'perfdelta COMMAND --help' says more, 'perfdelta help COMMAND' all.\n");
}

void help_version(struct pd_out *out)
{
#ifdef __clang__
	static const char compiler[] = __VERSION__;
#else
	static const char compiler[] = "gcc " __VERSION__;
#endif

	pd_out_printf(out, "perfdelta %s\nGSL %s, built by %s\n", PERFDELTA_VERSION, GSL_VERSION,
		      compiler);
}
