/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/profiling.h"

int cmd_profile(struct settings *s)
{
	return profiling_run(s);
}
