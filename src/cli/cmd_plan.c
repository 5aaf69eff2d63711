/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"

#include <perfdelta/plan.h>

static bool is_told_by(const struct pd_style *style)
{
	return style->write_plan != NULL;
}

static void write_plan(struct settings *s, const struct pd_style *style,
		       const struct pd_report *report, struct pd_out *out)
{
	style->write_plan(pd_planning(s->ctx, report->result), report, &s->look, out);
}

/* One side is its own base; with more, rows that a side lacks have nothing to plan. */
int cmd_plan(struct settings *s)
{
	static const struct comparing_topic plan = {"a plan is", is_told_by, write_plan};

	return comparing_tell(s, &plan);
}
