/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/settings.h"

#include "base/number.h"
#include "base/str.h"
#include "base/work.h"
#include "cli/argument.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/setters.h"
#include "model/codes.h"
#include "model/metric.h"

#include <assert.h>

void settings_init(struct settings *s, struct pd_ctx *ctx)
{
	*s = (struct settings){.ctx = ctx,
			       .policy = pd_compare_policy(),
			       .fail_on = FAIL_ON_REGRESSION};
	s->grouping.match = s->match;
	s->grouping.better = s->better;
	s->grouping.min_effect = s->min_effect;
	s->grouping.exact = s->exact;
	s->grouping.ignore = s->ignore;
}

void settings_release(struct settings *s)
{
	pd_arena_free(&s->arena);
}

static const char *add_match(struct settings *s, const char *key, const char *glob)
{
	if (s->grouping.n_match == MAX_LIST)
		return "too many matches";
	s->match[s->grouping.n_match++] = (struct pd_match){key, glob};
	return NULL;
}

/* ---- one setter per option, in the order of the table; those of profiles have their own file */

SETTER(format)
{
	UNUSED(on);
	s->read.format = arg;
	return argument_is_registered(arg, pd_read_format_at)
		       ? NULL
		       : argument_unknown(s, arg, pd_read_format_at, "formats");
}

SETTER(column)
{
	uint64_t v;

	UNUSED(on);
	if (!argument_count(arg, 1000000, &v) || !v)
		return "expected a column number from 1";
	s->read.column = (uint32_t)v;
	return NULL;
}

SETTER(sides_by)
{
	UNUSED(on);
	s->read.sides_by = arg;
	return arg[0] ? NULL : "expected the name of a label";
}

SETTER(skip_unknown)
{
	UNUSED(arg);
	s->read.skip_unknown = on;
	return NULL;
}

SETTER(max_input)
{
	UNUSED(on);
	if (!argument_size(arg, &s->read.max_input) || !s->read.max_input)
		return "expected a size such as 512M or 16G";
	return NULL;
}

SETTER(jobs)
{
	uint64_t v;

	UNUSED(on);
	static_assert(PD_WORK_MAX == 256, "what the message says");
	if (!argument_count(arg, PD_WORK_MAX, &v) || !v)
		return "expected a number of threads from 1 to 256";
	s->read.n_workers = (unsigned int)v;
	return NULL;
}

SETTER(match)
{
	struct pd_match m;

	if (argument_pair(s, arg, &m))
		return add_match(s, m.key, m.glob);
	if (!command_takes(s, GROUP_TOP) || !*arg || *arg == '=')
		return "expected key=glob";
	s->bare_match = true;
	return set_rows_match(s, arg, on);
}

SETTER(metric)
{
	UNUSED(on);
	return add_match(s, "metric", arg);
}

SETTER(unit)
{
	UNUSED(on);
	return add_match(s, "unit", arg);
}

SETTER(by)
{
	UNUSED(on);
	s->grouping.by = s->by;
	return argument_list(s, arg, s->by, &s->grouping.n_by);
}

SETTER(ignore)
{
	UNUSED(on);
	return argument_list(s, arg, s->ignore, &s->grouping.n_ignore);
}

SETTER(better)
{
	struct pd_match m;
	enum pd_better better;

	UNUSED(on);
	if (!argument_pair(s, arg, &m))
		m = (struct pd_match){"*", arg};
	if (!pd_metric_parse_word(pd_str_of(m.glob), &better))
		return "expected lower, higher or none, or METRIC=lower|higher|none";
	if (s->grouping.n_better == MAX_LIST)
		return "too many of these";
	s->better[s->grouping.n_better++] = (struct pd_direction){m.key, better};
	return NULL;
}

SETTER(exact)
{
	UNUSED(on);
	if (s->grouping.n_exact == MAX_LIST)
		return "too many of these";
	s->exact[s->grouping.n_exact++] = arg;
	return NULL;
}

SETTER(drop_first)
{
	uint64_t v;

	UNUSED(on);
	if (!argument_count(arg, UINT32_MAX, &v))
		return "expected a count";
	s->grouping.drop_first = (uint32_t)v;
	return NULL;
}

SETTER(collapse)
{
	static const char *const words[] = {"median", "mean", "min", "none"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected median, mean, min or none";
	s->grouping.collapse = (enum pd_collapse)i;
	return NULL;
}

SETTER(alpha)
{
	UNUSED(on);
	if (!argument_fraction(arg, &s->policy.alpha) || s->policy.alpha >= 0.5)
		return "expected a number in (0, 0.5), such as 0.05";
	s->delta.alpha = s->policy.alpha;
	return NULL;
}

SETTER(level)
{
	UNUSED(on);
	if (!argument_fraction(arg, &s->policy.level))
		return "expected a number in (0, 1), such as 0.95";
	s->delta.level = s->policy.level;
	return NULL;
}

SETTER(min_effect)
{
	struct pd_match own;
	const char *wrong;

	UNUSED(on);
	if (command_takes(s, GROUP_DELTA) && !strncmp(arg, "symbol=", strlen("symbol=")))
		return argument_threshold(arg + strlen("symbol="), &s->symbol_effect);
	if ((s->command->takes & GROUP_SELECT) && argument_pair(s, arg, &own)) {
		if (s->grouping.n_min_effect == MAX_LIST)
			return "too many of these";
		s->min_effect[s->grouping.n_min_effect].metric = own.key;
		return argument_share(own.glob,
				      &s->min_effect[s->grouping.n_min_effect++].min_effect);
	}
	wrong = argument_share(arg, &s->policy.min_effect);
	(void)argument_threshold(arg, &s->delta.min_effect);
	return wrong;
}

SETTER(min_effect_abs)
{
	double v;

	UNUSED(on);
	if (pd_number_parse(pd_str_of(arg), 0, &v) != PD_NUMBER_OK || v < 0)
		return "expected a number in the metric's unit, 0 or more";
	s->policy.min_effect_abs = v;
	return NULL;
}

SETTER(adjust)
{
	static const char *const words[] = {"bh", "holm", "by", "none"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected bh, holm, by or none";
	s->policy.adjust = s->delta.adjust = (enum pd_adjust)i;
	return NULL;
}

SETTER(rule)
{
	static const char *const words[] = {"point", "strict"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected point or strict";
	s->policy.rule = (enum pd_rule)i;
	return NULL;
}

SETTER(method)
{
	UNUSED(on);
	s->policy.method = strcmp(arg, "auto") ? arg : NULL;
	if (!strcmp(arg, "exact"))
		return "a metric without noise is named by --exact=METRIC";
	return !s->policy.method || argument_is_registered(arg, pd_compare_method_at)
		       ? NULL
		       : argument_unknown(s, arg, pd_compare_method_at, "methods");
}

SETTER(shift)
{
	UNUSED(arg);
	s->policy.shift = on;
	return NULL;
}

SETTER(gate)
{
	UNUSED(on);
	s->policy.gate = arg;
	return NULL;
}

SETTER(seed)
{
	UNUSED(on);
	return pd_number_parse_u64(pd_str_of(arg), &s->policy.seed) ? NULL
								    : "expected a 64-bit count";
}

SETTER(exit_code)
{
	UNUSED(arg);
	s->exit_code = on ? WHEN_ALWAYS : WHEN_NEVER;
	return NULL;
}

SETTER(fail_on)
{
	static const char *const words[] = {"regression",       "improvement", "changed",
					    "inconclusive",     "missing",     "single-run",
					    "symbol-regression"};
	const char *list[MAX_LIST], *wrong;
	size_t n = 0;

	UNUSED(on);
	s->fail_on = 0;
	s->exit_code = WHEN_ALWAYS;
	if (!strcmp(arg, "none"))
		return NULL;
	wrong = argument_list(s, arg, list, &n);
	for (size_t i = 0; i < n && !wrong; i++) {
		int w = argument_word(list[i], words, PD_ARRAY_SIZE(words));

		if (w < 0)
			wrong = "expected regression, improvement, changed, inconclusive, missing, "
				"single-run, symbol-regression or none";
		else
			s->fail_on |= 1u << (unsigned int)w;
	}
	/* it would never be found */
	if (!wrong && (s->fail_on & FAIL_ON_SYMBOL_REGRESSION) && !command_takes(s, GROUP_DELTA))
		wrong = "'perfdelta check' and 'perfdelta profile' compare symbols, this does not";
	/* It says which rows count, not what is to be looked for in them. */
	if (s->fail_on == FAIL_ON_SINGLE_RUN)
		s->fail_on |= FAIL_ON_REGRESSION;
	return wrong;
}

SETTER(fail_on_warning)
{
	const char *wrong = NULL;

	UNUSED(on);
	s->fail_on_warning = true;
	s->n_fail_on_codes = 0;
	s->exit_code = WHEN_ALWAYS;
	if (arg)
		wrong = argument_list(s, arg, s->fail_on_code, &s->n_fail_on_codes);
	/* a misspelt code would be a check that never fails */
	for (size_t i = 0; i < s->n_fail_on_codes && !wrong; i++)
		if (!argument_is_registered(s->fail_on_code[i], pd_codes_at))
			wrong = argument_unknown(s, s->fail_on_code[i], pd_codes_at, "codes");
	return wrong;
}

SETTER(sort)
{
	static const char *const words[] = {"file", "name", "change"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected file, name or change";
	s->sort = (enum pd_sort)i;
	return NULL;
}

SETTER(remark)
{
	UNUSED(arg);
	s->look.remark = on;
	return NULL;
}

SETTER(pct_rounding)
{
	static const char *const words[] = {"truncate", "round"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected truncate or round";
	s->look.round = i == 1;
	return NULL;
}

SETTER(to)
{
	static const char *const words[] = {"json", "csv"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected json or csv";
	s->to = words[i];
	return NULL;
}

SETTER(output)
{
	UNUSED(on);
	s->output = strcmp(arg, "-") ? arg : NULL;
	return NULL;
}

SETTER(width)
{
	uint64_t v;

	UNUSED(on);
	if (!argument_count(arg, 100000, &v))
		return "expected a number of columns, 0 for no limit";
	s->look.width = (unsigned int)v;
	s->width_given = s->look.shorten = true;
	return NULL;
}

SETTER(color)
{
	static const char *const words[] = {"auto", "always", "never"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected auto, always or never";
	s->color = (enum when)i;
	return NULL;
}

SETTER(ascii)
{
	UNUSED(arg);
	s->look.ascii = on;
	return NULL;
}

SETTER(quiet)
{
	UNUSED(arg);
	s->look.quiet = on;
	return NULL;
}

SETTER(help)
{
	UNUSED(arg);
	s->help = on;
	return NULL;
}

SETTER(version)
{
	UNUSED(arg);
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
