/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/term.h"

int cmd_help(struct settings *s)
{
	const struct command *c = s->n_operands ? command_find(s->operand[0]) : NULL;
	struct term_output output;

	if (s->n_operands && !c)
		return command_unknown(s->operand[0]);
	if (s->n_operands > 1)
		return command_trouble(s, "one command at a time");
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	if (c)
		help_command(&output.out, c, true);
	else
		help_overview(&output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
