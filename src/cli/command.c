/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/str.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/term.h"

#include <stdio.h>

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

int command_unknown(const char *name)
{
	const char *word[PD_ARRAY_SIZE(commands)], *near;

	for (size_t i = 0; i < PD_ARRAY_SIZE(commands); i++)
		word[i] = commands[i].name;
	near = opt_nearest(name, word, PD_ARRAY_SIZE(word));
	term_complain("no command is called '%s'%s%s%s", name, near ? "; did you mean '" : "",
		      near ? near : "", near ? "'?" : "");
	(void)fputs("try 'perfdelta --help'\n", stderr);
	return EXIT_TROUBLE;
}

int command_trouble(const struct settings *s, const char *what)
{
	term_complain("%s", what);
	(void)fprintf(stderr, "try 'perfdelta %s --help'\n", s->command->name);
	return EXIT_TROUBLE;
}
