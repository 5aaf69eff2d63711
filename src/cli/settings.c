/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/settings.h"

#include "base/number.h"
#include "base/str.h"
#include "base/work.h"
#include "cli/opt.h"
#include "model/codes.h"
#include "model/metric.h"

#include <assert.h>
#include <stdio.h>

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

/* ---- arguments */

/* The index of @arg in @word, or -1. */
static int word_index(const char *arg, const char *const *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(arg, word[i]))
			return (int)i;
	return -1;
}

static bool parse_count(const char *arg, uint64_t max, uint64_t *ret)
{
	return pd_number_parse_u64(pd_str_of(arg), ret) && *ret <= max;
}

/* A number strictly between 0 and 1. */
static bool parse_fraction(const char *arg, double *ret)
{
	double v;

	if (pd_number_parse(pd_str_of(arg), 0, &v) != PD_NUMBER_OK || v <= 0 || v >= 1)
		return false;
	*ret = v;
	return true;
}

/* "2%" and "0.02" are the same; "2" would be either. NULL, or what is wrong. */
static const char *parse_share(const char *arg, double *ret)
{
	struct pd_str s = pd_str_of(arg);
	bool percent = s.n && s.p[s.n - 1] == '%';
	double v;

	s.n -= percent;
	if (pd_number_parse(s, percent ? -2 : 0, &v) != PD_NUMBER_OK || v < 0)
		return "expected a share, such as 2% or 0.02";
	if (!percent && v >= 1)
		return "a share of 1 or more is ambiguous: write 2% or 0.02";
	*ret = v;
	return NULL;
}

/* "512", "64K", "16M", "2G": bytes, in powers of 1024. */
static bool parse_size(const char *arg, uint64_t *ret)
{
	static const char units[] = "KMGT";
	struct pd_str s = pd_str_of(arg);
	const char *unit = s.n ? strchr(units, s.p[s.n - 1]) : NULL;
	unsigned int shift = unit && *unit ? 10 * (unsigned int)(unit - units + 1) : 0;
	uint64_t v;

	s.n -= shift != 0;
	if (!pd_number_parse_u64(s, &v) || v > UINT64_MAX >> shift)
		return false;
	*ret = v << shift;
	return true;
}

typedef bool registry_fn(size_t i, const char **ret_name, const char **ret_what);

/* What is wrong with a name that no row of a registry has: which one is near. */
static const char *unknown_name(struct settings *s, const char *arg, registry_fn *at,
				const char *list)
{
	enum { ROOM = 160 };
	const char *word[MAX_LIST], *what, *near;
	char *text = pd_ctx_alloc(s->ctx, ROOM);
	size_t n = 0;

	while (n < MAX_LIST && at(n, &word[n], &what))
		n++;
	near = opt_nearest(arg, word, n);
	if (near)
		(void)snprintf(text, ROOM, "expected a name of 'perfdelta list %s', such as '%s'",
			       list, near);
	else
		(void)snprintf(text, ROOM, "expected a name of 'perfdelta list %s'", list);
	return text;
}

static bool is_registered(const char *arg, registry_fn *at)
{
	const char *name, *what;

	for (size_t i = 0; at(i, &name, &what); i++)
		if (!strcmp(name, arg))
			return true;
	return false;
}

/* A copy that may be taken apart; lives as long as the context. */
static char *copy_of(struct settings *s, const char *arg)
{
	size_t n = strlen(arg) + 1;

	return memcpy(pd_ctx_alloc(s->ctx, n), arg, n);
}

/* Splits "key=glob"; false without '='. */
static bool split_pair(struct settings *s, const char *arg, struct pd_match *ret)
{
	char *copy = copy_of(s, arg), *eq = strchr(copy, '=');

	if (!eq || eq == copy)
		return false;
	*eq = '\0';
	*ret = (struct pd_match){copy, eq + 1};
	return true;
}

/* Splits "a,b,c" into @list. */
static const char *split_list(struct settings *s, const char *arg, const char **list, size_t *n)
{
	char *rest = copy_of(s, arg), *word;

	while ((word = strsep(&rest, ","))) {
		if (!*word)
			return "expected names separated by commas";
		if (*n == MAX_LIST)
			return "too many names";
		list[(*n)++] = word;
	}
	return NULL;
}

static const char *add_match(struct settings *s, const char *key, const char *glob)
{
	if (s->grouping.n_match == MAX_LIST)
		return "too many matches";
	s->match[s->grouping.n_match++] = (struct pd_match){key, glob};
	return NULL;
}

/* ---- one setter per option, in the order of the table */

#define SETTER(name) static const char *set_##name(struct settings *s, const char *arg, bool on)
#define UNUSED(x)    (void)(x)

SETTER(format)
{
	UNUSED(on);
	s->read.format = arg;
	return is_registered(arg, pd_read_format_at)
		       ? NULL
		       : unknown_name(s, arg, pd_read_format_at, "formats");
}

SETTER(column)
{
	uint64_t v;

	UNUSED(on);
	if (!parse_count(arg, 1000000, &v) || !v)
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
	if (!parse_size(arg, &s->read.max_input) || !s->read.max_input)
		return "expected a size such as 512M or 16G";
	return NULL;
}

SETTER(jobs)
{
	uint64_t v;

	UNUSED(on);
	static_assert(PD_WORK_MAX == 256, "what the message says");
	if (!parse_count(arg, PD_WORK_MAX, &v) || !v)
		return "expected a number of threads from 1 to 256";
	s->read.n_workers = (unsigned int)v;
	return NULL;
}

SETTER(match)
{
	struct pd_match m;

	UNUSED(on);
	if (!split_pair(s, arg, &m))
		return "expected key=glob";
	return add_match(s, m.key, m.glob);
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
	return split_list(s, arg, s->by, &s->grouping.n_by);
}

SETTER(ignore)
{
	UNUSED(on);
	return split_list(s, arg, s->ignore, &s->grouping.n_ignore);
}

SETTER(better)
{
	struct pd_match m;
	enum pd_better better;

	UNUSED(on);
	if (!split_pair(s, arg, &m))
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
	if (!parse_count(arg, UINT32_MAX, &v))
		return "expected a count";
	s->grouping.drop_first = (uint32_t)v;
	return NULL;
}

SETTER(collapse)
{
	static const char *const words[] = {"median", "mean", "min", "none"};
	int i = word_index(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected median, mean, min or none";
	s->grouping.collapse = (enum pd_collapse)i;
	return NULL;
}

SETTER(alpha)
{
	UNUSED(on);
	return parse_fraction(arg, &s->policy.alpha) && s->policy.alpha < 0.5
		       ? NULL
		       : "expected a number in (0, 0.5), such as 0.05";
}

SETTER(level)
{
	UNUSED(on);
	return parse_fraction(arg, &s->policy.level) ? NULL
						     : "expected a number in (0, 1), such as 0.95";
}

SETTER(min_effect)
{
	struct pd_match own;

	UNUSED(on);
	if (split_pair(s, arg, &own)) {
		if (s->grouping.n_min_effect == MAX_LIST)
			return "too many of these";
		s->min_effect[s->grouping.n_min_effect].metric = own.key;
		return parse_share(own.glob, &s->min_effect[s->grouping.n_min_effect++].min_effect);
	}
	return parse_share(arg, &s->policy.min_effect);
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
	int i = word_index(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected bh, holm, by or none";
	s->policy.adjust = (enum pd_adjust)i;
	return NULL;
}

SETTER(rule)
{
	static const char *const words[] = {"point", "strict"};
	int i = word_index(arg, words, PD_ARRAY_SIZE(words));

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
	return !s->policy.method || is_registered(arg, pd_compare_method_at)
		       ? NULL
		       : unknown_name(s, arg, pd_compare_method_at, "methods");
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
	static const char *const words[] = {"regression",   "improvement", "changed",
					    "inconclusive", "missing",     "single-run"};
	const char *list[MAX_LIST], *wrong;
	size_t n = 0;

	UNUSED(on);
	s->fail_on = 0;
	s->exit_code = WHEN_ALWAYS;
	if (!strcmp(arg, "none"))
		return NULL;
	wrong = split_list(s, arg, list, &n);
	for (size_t i = 0; i < n && !wrong; i++) {
		int w = word_index(list[i], words, PD_ARRAY_SIZE(words));

		if (w < 0)
			wrong = "expected regression, improvement, changed, inconclusive, missing, "
				"single-run or none";
		else
			s->fail_on |= 1u << (unsigned int)w;
	}
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
		wrong = split_list(s, arg, s->fail_on_code, &s->n_fail_on_codes);
	/* a misspelt code would be a check that never fails */
	for (size_t i = 0; i < s->n_fail_on_codes && !wrong; i++)
		if (!is_registered(s->fail_on_code[i], pd_codes_at))
			wrong = unknown_name(s, s->fail_on_code[i], pd_codes_at, "codes");
	return wrong;
}

SETTER(style)
{
	UNUSED(on);
	s->style = pd_style_find(arg);
	return s->style ? NULL : unknown_name(s, arg, pd_report_style_at, "styles");
}

SETTER(sort)
{
	static const char *const words[] = {"file", "name", "change"};
	int i = word_index(arg, words, PD_ARRAY_SIZE(words));

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
	int i = word_index(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected truncate or round";
	s->look.round = i == 1;
	return NULL;
}

SETTER(to)
{
	static const char *const words[] = {"json", "csv"};
	int i = word_index(arg, words, PD_ARRAY_SIZE(words));

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
	if (!parse_count(arg, 100000, &v))
		return "expected a number of columns, 0 for no limit";
	s->look.width = (unsigned int)v;
	s->width_given = true;
	return NULL;
}

SETTER(color)
{
	static const char *const words[] = {"auto", "always", "never"};
	int i = word_index(arg, words, PD_ARRAY_SIZE(words));

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
