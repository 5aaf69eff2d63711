/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"

int cmd_check(struct settings *s)
{
	s->exit_code = true;
	s->look.brief = true;
	return comparing_run(s, PD_REPORT_COMPARISON);
}
