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
	GROUP_FOLD = 1u << 7,   /* of profiles: how hits become rows */
	GROUP_DELTA = 1u << 8,  /* of profiles: what counts as a change */
	GROUP_SHOW = 1u << 9,   /* of profiles: how the report looks */
	GROUP_TOP = 1u << 10,   /* of profiles: how many rows */

	/* options that logs and profiles share */
	GROUP_JUDGE = GROUP_POLICY | GROUP_DELTA,
	GROUP_STYLE = GROUP_LOOK | GROUP_SHOW,

	TAKES_OUTPUT = GROUP_OUTPUT,
	TAKES_COMPARING = GROUP_READ | GROUP_SELECT | GROUP_POLICY | GROUP_LOOK | GROUP_OUTPUT,
	TAKES_PROFILING = GROUP_READ | GROUP_FOLD | GROUP_DELTA | GROUP_SHOW | GROUP_TOP |
			  GROUP_OUTPUT,
	TAKES_EXIT = GROUP_EXIT,
	TAKES_SUMMARY = GROUP_READ | GROUP_SELECT | GROUP_LOOK | GROUP_OUTPUT,
	TAKES_CONVERT = GROUP_READ | GROUP_TO | GROUP_OUTPUT,
	TAKES_REPORT = GROUP_READ | GROUP_SELECT | GROUP_POLICY | GROUP_OUTPUT,

	BESIDE_NOTHING = 0,
	BESIDE_LOGS = GROUP_FOLD | GROUP_DELTA | GROUP_TOP,
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

/* The rows of options.def, ended by one without a name. */
extern const struct option_row settings_options[];

/* Of rows with the same name the first that the command has a group of. */
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
