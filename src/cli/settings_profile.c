/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/argument.h"
#include "cli/cli.h"
#include "cli/opt.h"
#include "cli/setters.h"
#include "cli/sharing.h"

#include <string.h>

/* ---- how hits become rows */

SETTER(rows_by)
{
	const char *list[MAX_LIST], *wrong;
	size_t n = 0;

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

	if (s->delta.match)
		return "only one of these; [ab]* and ?b* are patterns, too";
	/* "operator==" is a name, not a key */
	s->delta.match = by < 0 ? arg : equals + 1;
	s->delta.match_by = by < 0 ? 0 : 1u << by;
	return *s->delta.match ? NULL : "expected a pattern of names";
}

SETTER(event)
{
	s->delta.event = arg;
	return arg[0] ? NULL : "expected a pattern of events";
}

SETTER(work_from)
{
	const char *colon = strchr(arg, ':');

	s->delta.work_from = arg;
	return colon && colon != arg && colon[1] ? NULL : "expected BENCHMARK:METRIC";
}

SETTER(work)
{
	return argument_number(arg, PD_DELTA_WORK_MIN, PD_DELTA_WORK_MAX, &s->delta.work)
		       ? NULL
		       : "expected a number from 1e-100 to 1e100";
}

SETTER(idle)
{
	return argument_choice(s, arg, "keep drop only", &s->delta.idle);
}

SETTER(raw_names)
{
	s->delta.raw_names = on;
	return NULL;
}

SETTER(charge_callers)
{
	s->delta.charge_callers = on;
	return NULL;
}

SETTER(locks)
{
	s->locks = arg;
	return arg[0] ? NULL : "expected a file";
}

SETTER(subsystems)
{
	s->subsystems = arg;
	return arg[0] ? NULL : "expected a file";
}

/* ---- what counts as a change */

SETTER(min_share)
{
	return argument_threshold(arg, &s->delta.min_share);
}

SETTER(kappa0)
{
	return argument_fraction(arg, &s->delta.kappa0)
		       ? NULL
		       : "expected a number in (0, 1), such as 0.10";
}

/* ---- look */

/* Of what the command compares; whether it can say the rest is known when the files are. */
SETTER(style)
{
	bool logs = command_takes(s, GROUP_LOOK);

	s->style_name = arg;
	s->style = logs ? pd_style_find(arg) : NULL;
	s->delta_style = command_takes(s, GROUP_TOP) ? pd_deltastyle_find(arg) : NULL;
	if (s->style || s->delta_style)
		return NULL;
	return argument_name(s, arg, logs ? pd_report_style_at : pd_report_deltastyle_at, "styles");
}

SETTER(top)
{
	s->top_given = true;
	return argument_count(arg, 0, UINT32_MAX, &s->top) ? NULL
							   : "expected a number of rows, 0 for all";
}

SETTER(sort)
{
	return argument_choice(s, arg, "file name change", &s->sort);
}

SETTER(remark)
{
	s->look.remark = on;
	return NULL;
}

SETTER(pct_rounding)
{
	unsigned int i = s->look.round;
	const char *wrong = argument_choice(s, arg, "truncate round", &i);

	s->look.round = i == 1;
	return wrong;
}
