/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/event.h"

#include "base/str.h"

/* "cpu-clock:pppH", "task-clock:u", "lock/wait" */
struct pd_event_unit pd_event_unit(struct pd_str name)
{
	static const struct pd_str clocks[] = {
		{"cpu-clock",          9 },
                {"task-clock",         10},
                {"cpu_clock",          9 },
		{"lock/wait",          9 },
                {"lock/wait-by-owner", 18},
                {"lock/hold",          9 }
        };
	struct pd_str base = pd_str_cut(&name, ':');

	for (size_t i = 0; i < PD_ARRAY_SIZE(clocks); i++)
		if (pd_str_eq(base, clocks[i]))
			return (struct pd_event_unit){PD_STR("s"), 1e-9};
	return (struct pd_event_unit){PD_STR("1"), 1};
}

bool pd_event_is_waiting(struct pd_str name)
{
	return !pd_str_eq(name, PD_STR("lock/hold")) && !pd_str_eq(name, PD_STR("lock/holder")) &&
	       !pd_str_eq(name, PD_STR("lock/contended"));
}
