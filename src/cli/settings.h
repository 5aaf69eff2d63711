/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h - everything that a command line can say, with its defaults */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "base/arena.h"
#include "report/deltastyle.h"
#include "report/style.h"

#include <perfdelta/perfdelta.h>

enum { MAX_LIST = 64 };

/* Words of --fail-on, as a set. */
enum fail_on {
	FAIL_ON_REGRESSION = 1u << 0,
	FAIL_ON_IMPROVEMENT = 1u << 1,
	FAIL_ON_CHANGED = 1u << 2,
	FAIL_ON_INCONCLUSIVE = 1u << 3,
	FAIL_ON_MISSING = 1u << 4,
	/* Verdicts on one run of a side count like others; where one run allows no verdict, that
	   is a match. */
	FAIL_ON_SINGLE_RUN = 1u << 5,
	FAIL_ON_SYMBOL_REGRESSION = 1u << 6,
};

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

struct settings {
	const struct command *command;
	struct pd_ctx *ctx;
	const char *const *operand;
	size_t n_operands;

	struct pd_read_options read;
	struct pd_grouping grouping;
	struct pd_match match[MAX_LIST];
	struct pd_direction better[MAX_LIST];
	struct pd_threshold min_effect[MAX_LIST], min_effect_abs[MAX_LIST];
	struct pd_scaling scale[MAX_LIST];
	const char *by[MAX_LIST], *ignore[MAX_LIST], *exact[MAX_LIST];
	struct pd_policy policy;

	struct pd_delta_policy delta;
	double symbol_effect;    /* --min-effect=symbol=SHARE; 0: not given */
	bool zeros_given;        /* --zeros, which pairs alone have */
	bool bare_match;         /* --match without a key, which profiles alone have */
	const char *of_logs;     /* an option that was given and is about logs alone, or NULL */
	const char *of_profiles; /* likewise */
	struct pd_arena arena;   /* of the tables; freed by settings_release() */
	const char *locks, *subsystems; /* files of the user's own tables; NULL: none */

	/* NULL: plain. Of a style that only one of the two has, the other is NULL. */
	const struct pd_style *style;
	const struct pd_deltastyle *delta_style;
	const char *style_name; /* as the user wrote it; NULL: not given */
	uint32_t top;           /* rows of a profile that are shown; 0: all */
	bool top_given;
	struct pd_look look;
	enum when color;
	bool width_given;
	enum pd_sort sort;
	const char *output; /* NULL: stdout */

	enum when exit_code;          /* auto: as the command does */
	unsigned int fail_on;         /* set of enum fail_on */
	unsigned int drift_unguarded; /* 1: what a drift could explain counts, too */
	bool fail_on_warning;
	const char *fail_on_code[MAX_LIST]; /* only these warnings; none named: any */
	size_t n_fail_on_codes;

	const char *to; /* convert: "json" or "csv" */
	bool help, version;
};

/* The defaults; strings and lists that options add are borrowed from argv. */
void settings_init(struct settings *s, struct pd_ctx *ctx);
/* Where perf keeps what ran: ~/.debug. */
void settings_symbols(struct settings *s);
void settings_release(struct settings *s);

#endif
