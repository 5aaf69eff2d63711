/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/str.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/opt.h"
#include "cli/term.h"

#include <stdio.h>

#include <gsl/gsl_errno.h>

/* Prints one of the texts that need no input. */
static int print_text(struct settings *s)
{
	struct term_output output;

	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	if (s->version)
		help_version(&output.out);
	else if (s->command)
		help_command(&output.out, s->command, false);
	else
		help_overview(&output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}

static int no_command(const char *option)
{
	if (option)
		term_complain("'%s' stands before the command", option);
	else
		term_complain("no command");
	(void)fputs("try 'perfdelta --help'\n", stderr);
	return EXIT_TROUBLE;
}

static int run(struct settings *s, int argc, char **argv)
{
	const char *first = argc > 1 ? argv[1] : "-";

	s->help = !strcmp(first, "--help") || !strcmp(first, "-h");
	s->version = !strcmp(first, "--version") || !strcmp(first, "-V");
	if (s->help && argc > 2)
		s->command = command_find(argv[2]);
	if (s->help || s->version)
		return print_text(s);
	if (first[0] == '-')
		return no_command(argc > 1 ? first : NULL);
	s->command = command_find(first);
	if (!s->command)
		return command_unknown(first);
	if (opt_parse(s, argc - 1, argv + 1) < 0)
		return EXIT_TROUBLE;
	return s->help || s->version ? print_text(s) : s->command->run(s);
}

int main(int argc, char **argv)
{
	struct settings s;
	struct pd_ctx *ctx = pd_ctx_new(term_diag, &s);
	int status;

	(void)gsl_set_error_handler_off(); /* GSL's default handler calls abort() */
	term_guard();
	settings_init(&s, ctx);
	status = run(&s, argc, argv);
	settings_release(&s);
	pd_ctx_free(ctx);
	return status;
}
