/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/settings.h"

#include "base/work.h"
#include "cli/argument.h"
#include "cli/opt.h"
#include "cli/setters.h"

#include <assert.h>
#include <string.h>

void settings_init(struct settings *s, struct pd_ctx *ctx)
{
	*s = (struct settings){.ctx = ctx,
			       .policy = pd_compare_policy(),
			       .fail_on = FAIL_ON_REGRESSION};
	s->grouping.match = s->match;
	s->grouping.better = s->better;
	s->grouping.min_effect = s->min_effect;
	s->grouping.min_effect_abs = s->min_effect_abs;
	s->grouping.scale = s->scale;
	s->grouping.exact = s->exact;
	s->grouping.ignore = s->ignore;
	settings_symbols(s);
}

void settings_release(struct settings *s)
{
	pd_arena_free(&s->arena);
}

/* ---- reading and writing; what else options set is in settings_*.c */

SETTER(to)
{
	unsigned int i;

	s->to = arg;
	return argument_choice(s, arg, "json csv", &i);
}

SETTER(format)
{
	s->read.format = arg;
	return argument_name(s, arg, pd_read_format_at, "formats");
}

SETTER(column)
{
	return argument_count(arg, 1, 1000000, &s->read.column) ? NULL
								: "expected a column number from 1";
}

SETTER(runs)
{
	return argument_count(arg, 2, 1000000, &s->read.runs) ? NULL
							      : "expected a number of runs from 2";
}

SETTER(sides_by)
{
	s->read.sides_by = arg;
	return arg[0] ? NULL : "expected the name of a label";
}

SETTER(skip_unknown)
{
	s->read.skip_unknown = on;
	return NULL;
}

SETTER(max_input)
{
	if (!argument_size(arg, &s->read.max_input) || !s->read.max_input)
		return "expected a size such as 512M or 16G";
	return NULL;
}

SETTER(jobs)
{
	static_assert(PD_WORK_MAX == 256, "what the message says");
	return argument_count(arg, 1, PD_WORK_MAX, &s->read.n_workers)
		       ? NULL
		       : "expected a number of threads from 1 to 256";
}

SETTER(output)
{
	s->output = strcmp(arg, "-") ? arg : NULL;
	return NULL;
}

SETTER(width)
{
	s->width_given = s->look.shorten = true;
	return argument_count(arg, 0, 100000, &s->look.width)
		       ? NULL
		       : "expected a number of columns, 0 for no limit";
}

SETTER(color)
{
	return argument_choice(s, arg, "auto always never", &s->color);
}

SETTER(ascii)
{
	s->look.ascii = on;
	return NULL;
}

SETTER(quiet)
{
	s->look.quiet = on;
	return NULL;
}

SETTER(help)
{
	s->help = on;
	return NULL;
}

SETTER(version)
{
	s->version = on;
	return NULL;
}

const struct option_row settings_options[] = {
#define USUAL true
#define RARE  false
#define PD_OPTION(letter, name, arg, group, setter, usual, help) \
 {letter, name, arg, GROUP_##group, usual, help, set_##setter},
#include "cli/options.def"
#undef PD_OPTION
	{.name = NULL},
};
