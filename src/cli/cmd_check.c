/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"

int cmd_check(struct settings *s)
{
	if (s->exit_code == WHEN_AUTO)
		s->exit_code = WHEN_ALWAYS;
	s->look.brief = true;
	return comparing_run(s, PD_REPORT_COMPARISON);
}
