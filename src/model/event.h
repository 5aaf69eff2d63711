/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event.h - what the weight of an event means */
#ifndef MODEL_EVENT_H
#define MODEL_EVENT_H

#include <perfdelta/base.h>

struct pd_event_unit {
	struct pd_str unit; /* base unit: "s", "1" */
	double scale;       /* of one unit of weight, in the base unit */
};

/*
 * The unit of weights of the event called @name, with or without modifiers:
 * periods of clocks, waits for locks and holding them are nanoseconds, of anything else counts.
 */
struct pd_event_unit pd_event_unit(struct pd_str name);

/*
 * False of what lock_stat says beside the time that locks were waited for: the time they were
 * held, and how often which site waited or held.
 */
bool pd_event_is_waiting(struct pd_str name);

#endif
