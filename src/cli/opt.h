/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * opt.h - one table of options that gives parsing, --help and suggestions
 */
#ifndef CLI_OPT_H
#define CLI_OPT_H

#include "cli/settings.h"

enum option_group {
	GROUP_READ = 1u << 0,   /* how files are read */
	GROUP_SELECT = 1u << 1, /* which values stand together */
	GROUP_POLICY = 1u << 2, /* what counts as a change */
	GROUP_LOOK = 1u << 3,   /* how the report looks */
	GROUP_EXIT = 1u << 4,   /* what the exit status says */
	GROUP_TO = 1u << 5,     /* convert's own */
	GROUP_OUTPUT = 1u << 6, /* every command */

	TAKES_OUTPUT = GROUP_OUTPUT,
	TAKES_COMPARING = GROUP_READ | GROUP_SELECT | GROUP_POLICY | GROUP_LOOK | GROUP_OUTPUT,
	TAKES_EXIT = GROUP_EXIT,
	TAKES_SUMMARY = GROUP_READ | GROUP_SELECT | GROUP_LOOK | GROUP_OUTPUT,
	TAKES_CONVERT = GROUP_READ | GROUP_TO | GROUP_OUTPUT,
};

struct option_row {
	char letter; /* 0: none */
	const char *name;
	const char *arg; /* NULL: a switch, which also has --no-NAME; "[...]": may be left out */
	unsigned int group;
	bool usual; /* --help shows it; the others stand in `perfdelta help COMMAND` */
	const char *help;
	/* NULL, or what is wrong with @arg. @on: false after --no-NAME. */
	const char *(*set)(struct settings *s, const char *arg, bool on);
};

/* The rows of settings.c, ended by one without a name. */
extern const struct option_row settings_options[];

bool opt_takes(const struct command *command, const struct option_row *row);

/*
 * Parses argv[1..] for the options that s->command takes, operands may stand
 * between them. Ends early at --help and --version. 0, or -1 with two lines on
 * stderr.
 */
int opt_parse(struct settings *s, int argc, char **argv);

/* Of @n words the one closest to @typed, or NULL if none is close. */
const char *opt_nearest(const char *typed, const char *const *word, size_t n);

#endif
