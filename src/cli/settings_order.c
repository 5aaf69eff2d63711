/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which runs were made, and what depends on it. */
#include "cli/argument.h"
#include "cli/setters.h"

SETTER(order)
{
	unsigned int order;
	const char *wrong = argument_choice(s, arg, "interleaved abba blocked", &order);

	if (!wrong)
		s->policy.order = (enum pd_order)(order + PD_ORDER_INTERLEAVED);
	return wrong;
}

SETTER(require_interleaved)
{
	s->policy.require_interleaved = on;
	return NULL;
}

SETTER(drift_guard)
{
	return argument_choice(s, arg, "on off", &s->drift_unguarded);
}
