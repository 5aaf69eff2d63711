/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"

#include <perfdelta/aa.h>

enum { SPLITS = 1000 };

static bool is_told_by(const struct pd_style *style)
{
	return style->write_floors != NULL;
}

static void write_floors(struct settings *s, const struct pd_style *style,
			 const struct pd_report *report, struct pd_out *out)
{
	style->write_floors(pd_aa(s->ctx, report->result, SPLITS, s->read.n_workers), report,
			    &s->look, out);
}

int cmd_aa(struct settings *s)
{
	static const struct comparing_topic aa = {"splits of one build are", is_told_by,
						  write_floors};

	if (s->grouping.paired)
		return command_trouble(s, "--paired: runs of one build that are split have no "
					  "partners");
	return comparing_tell(s, &aa);
}
