/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/str.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/opt.h"
#include "cli/term.h"

#include <stdio.h>

#include <gsl/gsl_errno.h>

static const struct command commands[] = {
#define PD_COMMAND(name, takes, synopsis, what) {#name, takes, synopsis, what, cmd_##name},
#include "cli/commands.def"
#undef PD_COMMAND
};

const struct command *command_at(size_t i)
{
	return i < PD_ARRAY_SIZE(commands) ? &commands[i] : NULL;
}

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	const char *word[PD_ARRAY_SIZE(commands)], *near;

	for (size_t i = 0; i < PD_ARRAY_SIZE(commands); i++)
		word[i] = commands[i].name;
	near = opt_nearest(name, word, PD_ARRAY_SIZE(word));
	(void)fprintf(stderr, "perfdelta: no command is called '%s'", name);
	if (near)
		(void)fprintf(stderr, "; did you mean '%s'?", near);
	(void)fputs("\ntry 'perfdelta --help'\n", stderr);
	return EXIT_TROUBLE;
}

/* Prints one of the texts that need no input. */
static int print_text(struct settings *s)
{
	struct term_output output;

	if (term_open(&output, s) < 0)
		return EXIT_TROUBLE;
	if (s->version)
		help_version(&output.out);
	else if (s->command)
		help_command(&output.out, s->command);
	else
		help_overview(&output.out);
	return term_close(&output) < 0 ? EXIT_TROUBLE : EXIT_NOTHING;
}

static int run(struct settings *s, int argc, char **argv)
{
	if (argc < 2) {
		(void)fputs("perfdelta: no command\ntry 'perfdelta --help'\n", stderr);
		return EXIT_TROUBLE;
	}
	s->help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h");
	s->version = !strcmp(argv[1], "--version") || !strcmp(argv[1], "-V");
	if (s->help || s->version)
		return print_text(s);
	s->command = command_find(argv[1]);
	if (!s->command)
		return unknown_command(argv[1]);
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
	settings_init(&s, ctx);
	status = run(&s, argc, argv);
	pd_ctx_free(ctx);
	return status;
}
