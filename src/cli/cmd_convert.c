/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/term.h"
#include "report/ledger.h"

#include <string.h>

int cmd_convert(struct settings *s)
{
	struct term_output output;
	struct progress progress;
	struct pd_table table;

	if (!s->to)
		return command_trouble(s, "convert wants to know what to write: --to=json|csv");
	if (!s->n_operands)
		return command_trouble(s,
				       "no operand: name what to convert; '-' is standard input");
	progress_begin(&progress, s, &s->read);
	if (pd_read(s->ctx, s->operand, s->n_operands, &s->read, &table) < 0)
		return EXIT_TROUBLE;
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	if (!strcmp(s->to, "json"))
		pd_ledger_json(s->ctx, &table, &output.out);
	else
		pd_ledger_csv(s->ctx, &table, &output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
