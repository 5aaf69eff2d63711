/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/help.h"

#include "base/str.h"
#include "cli/cli.h"
#include "cli/opt.h"

#include <gsl/gsl_version.h>

static const struct {
	const char *command, *line, *what;
} examples[] = {
#define PD_EXAMPLE(command, line, what) {#command, line, what},
#include "cli/examples.def"
#undef PD_EXAMPLE
};

static void print_exit_status(struct pd_out *out, const struct command *c)
{
	if (c->takes & GROUP_EXIT)
		pd_out_text(
			out,
			"\nExit status:\n"
			"  0  nothing of --fail-on matched (always, unless --exit-code or check)\n"
			"  1  something of --fail-on matched\n"
			"  2  trouble: usage, unreadable input, nothing parsed, write error\n"
			"  3  only 'inconclusive' matched\n");
	else
		pd_out_text(out, "\nExit status: 0, or 2 for trouble\n");
}

void help_command(struct pd_out *out, const struct command *c)
{
	bool any = false;

	pd_out_printf(out, "usage: perfdelta %s %s\n\n%s\n", c->name, c->synopsis, c->what);
	if (c->takes & GROUP_READ)
		pd_out_text(
			out,
			"\nA side is label=path[,path...], a directory (every file in it), a file, or\n"
			"'-' for standard input. Files of one side are its runs.\n");
	opt_print_help(c, out);
	for (size_t i = 0; i < PD_ARRAY_SIZE(examples); i++) {
		if (strcmp(examples[i].command, c->name) != 0)
			continue;
		pd_out_printf(out, "%s  # %s\n  %s\n", any ? "" : "\nExamples:\n", examples[i].what,
			      examples[i].line);
		any = true;
	}
	print_exit_status(out, c);
}

void help_overview(struct pd_out *out)
{
	const struct command *c;

	pd_out_text(out,
		    "usage: perfdelta COMMAND [options] [operands]\n\n"
		    "Compares repeated benchmark runs and says what changed, by how much, and how\n"
		    "sure that is.\n\nCommands:\n");
	for (size_t i = 0; (c = command_at(i)); i++)
		pd_out_printf(out, "  %-9s %s\n", c->name, c->what);
	pd_out_text(out, "\nExample:\n  perfdelta compare base=old-runs/ head=new-runs/\n\n"
			 "'perfdelta COMMAND --help' says more.\n");
}

void help_version(struct pd_out *out)
{
	pd_out_printf(out, "perfdelta %s\nGSL %s, %s\n", PERFDELTA_VERSION, GSL_VERSION,
		      __VERSION__);
}
