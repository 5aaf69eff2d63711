/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_events.h - the events of a recording, and which of them a record is about */
#ifndef READ_PERF_EVENTS_H
#define READ_PERF_EVENTS_H

#include "base/arena.h"
#include "base/map64.h"
#include "read/perf_attr.h"

enum {
	PD_PERF_EVENTS = 4096, /* attributes of one recording */
	PD_PERF_IDS = 1 << 22, /* ids of all of them: one for each processor and thread */
};

struct pd_perf_event {
	struct pd_perf_attr attr;
	struct pd_str name; /* empty: nobody told it */
	uint32_t number;    /* of pd_hits_event(), once it is used */
	bool is_used;
	uint64_t n_lost, n_lost_samples; /* by records of these kinds */
};

/* Zero-initialized is ready to use. */
struct pd_perf_events {
	struct pd_perf_event *event; /* [n] */
	size_t n, cap;
	struct pd_map64 ids; /* the event of an id, + 1 */
	struct pd_arena arena;
};

void pd_perf_events_free(struct pd_perf_events *e);

/* Adds one and its number; false if there are too many. */
bool pd_perf_events_add(struct pd_perf_events *e, const struct pd_perf_attr *attr,
			size_t *ret_number);
/* The event with this number has the ids in @b; those beyond the limit stay unknown. */
void pd_perf_events_ids(struct pd_perf_events *e, size_t number, struct pd_perf_bytes *b);
/* The event is called so; the first name stays. */
void pd_perf_events_name(struct pd_perf_events *e, size_t number, struct pd_str name);

/* The number of the event with this id + 1, or 0. */
uint32_t pd_perf_events_find(const struct pd_perf_events *e, uint64_t id);

/*
 * The event that a record is of, by its @body behind the header: a sample, or another
 * kind of record. NULL: of none that is known. Records of perf's own making have the
 * id 0, and are of the first.
 */
struct pd_perf_event *pd_perf_events_of_sample(struct pd_perf_events *e, struct pd_perf_bytes body);
struct pd_perf_event *pd_perf_events_of_other(struct pd_perf_events *e, struct pd_perf_bytes body);

/* Where in a sample of the event the time stands behind the header; false: nowhere. */
bool pd_perf_events_time_of_sample(const struct pd_perf_attr *a, size_t *ret_at);

/* What stands at the end of other records, whose owner and time it tells. */
struct pd_perf_trailer {
	uint32_t pid, tid;
	uint64_t time;
	bool has_tid, has_time;
};
struct pd_perf_trailer pd_perf_events_trailer(const struct pd_perf_attr *a,
					      struct pd_perf_bytes body);

#endif
