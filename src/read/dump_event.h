/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dump_event.h - what the hits of a raw dump are hits of
 *
 * A record names no event, but perhaps a number that the header explains:
 *
 *	# event : name = cpu-clock:u, , id = { 62165, 62166 }, type = 1, ..., sample_type = IP|TID|ID, ...
 */
#ifndef READ_DUMP_EVENT_H
#define READ_DUMP_EVENT_H

#include "base/map64.h"

#include <perfdelta/base.h>

enum { PD_DUMP_EVENTS = 256, PD_DUMP_IDS = 1 << 16 };

/* Zero-initialized is ready to use. */
struct pd_dump_events {
	char *name[PD_DUMP_EVENTS]; /* [n] */
	size_t n;
	struct pd_map64 ids; /* index + 1 of the event that an id is of */
	size_t id_at;        /* where records of hits hold their id; 0: nobody said so */
};

/* Takes a line of the header; false if it is none that names an event. */
bool pd_dump_event_line(struct pd_dump_events *e, struct pd_str line);

/* The event with this id; that of all if there is one alone; else empty. 0 is no id. */
struct pd_str pd_dump_event_name(const struct pd_dump_events *e, uint64_t id);

void pd_dump_event_free(struct pd_dump_events *e);

/* The id in the @n bytes of a record of a hit; 0 if none is known to be in there. */
uint64_t pd_dump_event_id(const struct pd_dump_events *e, const uint8_t *raw, size_t n);

#endif
