/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which values stand together. */
#include "cli/argument.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/setters.h"

#include "base/str.h"
#include "model/metric.h"

static const char *add_match(struct settings *s, const char *key, const char *glob)
{
	if (s->grouping.n_match == MAX_LIST)
		return "too many matches";
	s->match[s->grouping.n_match++] = (struct pd_match){key, glob};
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
	return add_match(s, "metric", arg);
}

SETTER(unit)
{
	return add_match(s, "unit", arg);
}

SETTER(by)
{
	s->grouping.by = s->by;
	return argument_list(s, arg, s->by, &s->grouping.n_by);
}

SETTER(ignore)
{
	return argument_list(s, arg, s->ignore, &s->grouping.n_ignore);
}

SETTER(better)
{
	struct pd_match m;
	enum pd_better better;

	if (!argument_pair(s, arg, &m))
		m = (struct pd_match){"*", arg};
	if (!pd_metric_parse_word(pd_str_of(m.glob), &better))
		return "expected lower, higher or none, or METRIC=lower|higher|none";
	if (s->grouping.n_better == MAX_LIST)
		return "too many of these";
	s->better[s->grouping.n_better++] = (struct pd_direction){m.key, better};
	return NULL;
}

SETTER(scale)
{
	struct pd_match m;
	unsigned int how = 0;

	if (!argument_pair(s, arg, &m) || argument_choice(s, m.glob, "ratio absolute", &how))
		return "expected METRIC=absolute or METRIC=ratio";
	if (s->grouping.n_scale == MAX_LIST)
		return "too many of these";
	s->scale[s->grouping.n_scale++] = (struct pd_scaling){m.key, how == 1};
	return NULL;
}

SETTER(exact)
{
	if (s->grouping.n_exact == MAX_LIST)
		return "too many of these";
	s->exact[s->grouping.n_exact++] = arg;
	return NULL;
}

SETTER(drop_first)
{
	return argument_count(arg, 0, UINT32_MAX, &s->grouping.drop_first) ? NULL
									   : "expected a count";
}

SETTER(run_cost)
{
	return argument_number(arg, 1e-6, 1e6, &s->policy.run_cost)
		       ? NULL
		       : "expected a number from 1e-6 to 1e6";
}
