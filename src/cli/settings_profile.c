/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/argument.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/setters.h"
#include "cli/sharing.h"

#include "base/number.h"
#include "base/str.h"

#include <string.h>

/* ---- how hits become rows */

SETTER(rows_by)
{
	const char *list[MAX_LIST], *wrong;
	size_t n = 0;

	UNUSED(on);
	s->delta.by = 0;
	wrong = argument_list(s, arg, list, &n);
	for (size_t i = 0; i < n && !wrong; i++) {
		int w = sharing_dimension(list[i]);

		if (w < 0)
			wrong = "expected some of comm, dso, symbol, subsystem, lock, caller, stack, "
				"data, data-source and event";
		else
			s->delta.by |= 1u << (unsigned int)w;
	}
	return wrong;
}

SETTER(rows_match)
{
	const char *equals = strchr(arg, '=');
	int by = equals ? sharing_dimension_of(arg, (size_t)(equals - arg)) : -1;

	UNUSED(on);
	if (s->delta.match)
		return "only one of these; [ab]* and ?b* are patterns, too";
	/* "operator==" is a name, not a key */
	s->delta.match = by < 0 ? arg : equals + 1;
	s->delta.match_by = by < 0 ? 0 : 1u << by;
	return *s->delta.match ? NULL : "expected a pattern of names";
}

SETTER(event)
{
	UNUSED(on);
	s->delta.event = arg;
	return arg[0] ? NULL : "expected a pattern of events";
}

SETTER(work_from)
{
	const char *colon = strchr(arg, ':');

	UNUSED(on);
	s->delta.work_from = arg;
	return colon && colon != arg && colon[1] ? NULL : "expected BENCHMARK:METRIC";
}

/* A number above 0 that is finite. */
static bool is_positive(const char *arg, double *ret)
{
	double v;

	if (pd_number_parse(pd_str_of(arg), 0, &v) != PD_NUMBER_OK || v <= 0)
		return false;
	*ret = v;
	return true;
}

SETTER(work)
{
	UNUSED(on);
	return is_positive(arg, &s->delta.work) && s->delta.work >= PD_DELTA_WORK_MIN &&
			       s->delta.work <= PD_DELTA_WORK_MAX
		       ? NULL
		       : "expected a number from 1e-100 to 1e100";
}

SETTER(idle)
{
	static const char *const words[] = {
		[PD_IDLE_KEEP] = "keep", [PD_IDLE_DROP] = "drop", [PD_IDLE_ONLY] = "only"};
	int i = argument_word(arg, words, PD_ARRAY_SIZE(words));

	UNUSED(on);
	if (i < 0)
		return "expected keep, drop or only";
	s->delta.idle = (enum pd_idle)i;
	return NULL;
}

SETTER(raw_names)
{
	UNUSED(arg);
	s->delta.raw_names = on;
	return NULL;
}

SETTER(charge_callers)
{
	UNUSED(arg);
	s->delta.charge_callers = on;
	return NULL;
}

SETTER(locks)
{
	UNUSED(on);
	s->locks = arg;
	return arg[0] ? NULL : "expected a file";
}

SETTER(subsystems)
{
	UNUSED(on);
	s->subsystems = arg;
	return arg[0] ? NULL : "expected a file";
}

/* ---- what counts as a change */

SETTER(min_share)
{
	UNUSED(on);
	return argument_threshold(arg, &s->delta.min_share);
}

SETTER(kappa0)
{
	UNUSED(on);
	return is_positive(arg, &s->delta.kappa0) && s->delta.kappa0 < 1
		       ? NULL
		       : "expected a number in (0, 1), such as 0.10";
}

/* ---- look */

/* Of what the command compares; whether it can say the rest is known when the files are. */
SETTER(style)
{
	bool logs = command_takes(s, GROUP_LOOK);

	UNUSED(on);
	s->style_name = arg;
	s->style = logs ? pd_style_find(arg) : NULL;
	s->delta_style = command_takes(s, GROUP_TOP) ? pd_deltastyle_find(arg) : NULL;
	if (s->style || s->delta_style)
		return NULL;
	return argument_unknown(s, arg, logs ? pd_report_style_at : pd_report_deltastyle_at,
				"styles");
}

SETTER(top)
{
	uint64_t v;

	UNUSED(on);
	if (!argument_count(arg, UINT32_MAX, &v))
		return "expected a number of rows, 0 for all";
	s->top = (uint32_t)v;
	s->top_given = true;
	return NULL;
}
