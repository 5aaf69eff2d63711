/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/term.h"
#include "model/codes.h"
#include "report/deltanotes.h"
#include "report/findings.h"
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
	pd_out_text(out, "findings about one side (likewise):\n");
	print_rows(out, pd_findings_at);
	pd_out_text(out, "caveats of profiles (likewise):\n");
	print_rows(out, pd_deltanotes_at);
}

static void list_styles(struct pd_out *out)
{
	pd_out_text(out, "of benchmarks (compare, check, summary):\n");
	print_rows(out, pd_report_style_at);
	pd_out_text(out, "of profiles (profile, check):\n");
	print_rows(out, pd_report_deltastyle_at);
}

static const struct {
	const char *name, *what;
} lists[] = {
	{"formats", "what can be read"                                     },
	{"styles",  "how a report can look"                                },
	{"methods", "how two series can be compared"                       },
	{"codes",   "words in [brackets], in JSON and in --fail-on-warning"},
};

bool cmd_list_at(size_t i, const char **ret_name, const char **ret_what)
{
	if (i >= PD_ARRAY_SIZE(lists))
		return false;
	*ret_name = lists[i].name;
	*ret_what = lists[i].what;
	return true;
}

static int unknown(const char *what)
{
	const char *words[PD_ARRAY_SIZE(lists)], *near;

	for (size_t i = 0; i < PD_ARRAY_SIZE(lists); i++)
		words[i] = lists[i].name;
	near = opt_nearest(what, words, PD_ARRAY_SIZE(words));
	term_complain("list knows formats, styles, methods and codes, not '%s'%s%s%s", what,
		      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	(void)fputs("try 'perfdelta list --help'\n", stderr);
	return EXIT_TROUBLE;
}

static void print_list(struct pd_out *out, const char *what)
{
	if (!*what)
		print_rows(out, cmd_list_at);
	else if (!strcmp(what, "formats"))
		print_rows(out, pd_read_format_at);
	else if (!strcmp(what, "styles"))
		list_styles(out);
	else if (!strcmp(what, "methods"))
		print_rows(out, pd_compare_method_at);
	else
		list_codes(out);
}

int cmd_list(struct settings *s)
{
	const char *what = s->n_operands ? s->operand[0] : "";
	struct term_output output;
	size_t i = 0;

	while (i < PD_ARRAY_SIZE(lists) && strcmp(what, lists[i].name) != 0)
		i++;
	if (*what && i == PD_ARRAY_SIZE(lists))
		return unknown(what);
	if (s->n_operands > 1)
		return command_trouble(s, "one list at a time");
	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	print_list(&output.out, what);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}
