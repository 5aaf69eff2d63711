/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/complete.h"
#include "cli/term.h"

int cmd_complete(struct settings *s)
{
	struct term_output output;

	if (!s->n_operands)
		return command_trouble(s, "no words: name those of the command line after '--'");
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	complete_line(&output.out, s->operand, s->n_operands);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
