/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/argument.h"
#include "cli/setters.h"

SETTER(paired)
{
	s->grouping.paired = on;
	return NULL;
}

SETTER(zeros)
{
	s->zeros_given = true;
	return argument_choice(s, arg, "pratt wilcoxon", &s->policy.zeros);
}
