/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/term.h"
#include "model/codes.h"
#include "report/notes.h"

#include "base/str.h"

#include <stdio.h>

typedef bool row_fn(size_t i, const char **ret_name, const char **ret_what);

static void print_rows(struct pd_out *out, row_fn *row)
{
	const char *name, *what;

	for (size_t i = 0; row(i, &name, &what); i++)
		pd_out_printf(out, "%-20s %s\n", name, what);
}

static void list_codes(struct pd_out *out)
{
	pd_out_text(out, "diagnostics (on stderr and in JSON):\n");
	print_rows(out, pd_codes_at);
	pd_out_text(out, "caveats (below the tables and in JSON):\n");
	print_rows(out, pd_notes_at);
}

static int unknown(const char *what)
{
	static const char *const words[] = {"formats", "styles", "methods", "codes"};
	const char *near = opt_nearest(what, words, PD_ARRAY_SIZE(words));

	(void)fprintf(stderr, "perfdelta: list knows formats, styles, methods and codes, not '%s'",
		      what);
	if (near)
		(void)fprintf(stderr, "; did you mean '%s'?", near);
	(void)fputs("\ntry 'perfdelta list --help'\n", stderr);
	return EXIT_TROUBLE;
}

int cmd_list(struct settings *s)
{
	const char *what = s->n_operands ? s->operand[0] : "";
	struct term_output output;

	if (s->n_operands != 1 || (strcmp(what, "formats") != 0 && strcmp(what, "styles") != 0 &&
				   strcmp(what, "methods") != 0 && strcmp(what, "codes") != 0))
		return unknown(what);
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	if (!strcmp(what, "formats"))
		print_rows(&output.out, pd_read_format_at);
	else if (!strcmp(what, "styles"))
		print_rows(&output.out, pd_report_style_at);
	else if (!strcmp(what, "methods"))
		print_rows(&output.out, pd_compare_method_at);
	else
		list_codes(&output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
