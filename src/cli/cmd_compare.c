/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/comparing.h"

int cmd_compare(struct settings *s)
{
	return comparing_run(s);
}
