/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/str.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/term.h"

#include <stdio.h>
#include <unistd.h>

static const struct command commands[] = {
#define PD_COMMAND(name, takes, beside, synopsis, what) \
 {#name, takes, beside, synopsis, what, cmd_##name},
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

bool command_takes(const struct settings *s, unsigned int groups)
{
	return ((s->command->takes | s->command->beside) & groups) != 0;
}

int command_trouble(const struct settings *s, const char *what)
{
	term_complain("%s", what);
	(void)fprintf(stderr, "try 'perfdelta %s --help'\n", s->command->name);
	return EXIT_TROUBLE;
}

int command_untold(const struct settings *s, const char *what, const char *const *name, size_t n)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	pd_out_printf(&text, "--style: %s told by ", what);
	for (size_t i = 0; i < n; i++)
		pd_out_printf(&text, "%s%s", !i ? "" : i + 1 < n ? ", " : " or ", name[i]);
	pd_out_char(&text, '\0');
	(void)command_trouble(s, text.buf);
	(void)pd_out_close(&text);
	return EXIT_TROUBLE;
}

int command_operands(const struct settings *s)
{
	if (s->n_operands)
		return 0;
	if (isatty(STDIN_FILENO))
		return command_trouble(
			s, "no operand: name a file, a directory, or '-' for standard input");
	return command_trouble(s, "no operand: name the sides to compare; '-' is standard input");
}

int command_style(const struct settings *s, bool logs, bool profiles)
{
	if (!s->style_name)
		return 0;
	if (logs && !s->style)
		return command_trouble(s, "--style: benchmark logs have no such style, and the "
					  "operands hold some");
	if (profiles && !s->delta_style)
		return command_trouble(s, "--style: profiles have no such style, and the operands "
					  "hold some");
	if (logs && profiles && (s->style->machine || s->delta_style->machine))
		return command_trouble(s, "--style: the operands hold logs and profiles, and one "
					  "document for programs tells of one kind; name the files "
					  "of one");
	return 0;
}
