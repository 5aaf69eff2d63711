/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hitsum.h - the hits of one file before they are merged; private to hits.c and who merges them */
#ifndef READ_HITSUM_H
#define READ_HITSUM_H

#include "model/profile.h"
#include "read/hits.h"

struct pd_hits {
	struct pd_ingest *ingest;
	struct pd_intern names;          /* as read: symbols, objects, comms, events, titles */
	struct pd_profile_frames frames; /* ids of names */
	struct pd_profile_nodes nodes;   /* ids of frames, where stacks are wanted */
	struct pd_hits_kind {
		uint8_t lock_class; /* enum pd_lock_class, of primitives */
		uint8_t wrapper;    /* likewise, of wrappers */
		bool skid, known;
	} * kind; /* [frames.n] */
	size_t n_kinds, cap_kinds;
	pd_id *event; /* [n_events] */
	size_t n_events, cap_events;
	struct pd_profile_sum_event too_many; /* what is said of events beyond the limit */
	struct pd_profile_sum *sum;           /* [n_sums]; the current one is sum[at] */
	size_t n_sums, cap_sums, at;
	uint64_t n_rows;

	struct pd_hits_comm {
		char name[16];
		size_t n; /* 0: none */
		pd_id id;
	} comm[64]; /* the last ones, as they were said */

	/* the hit that is being told */
	struct pd_place place;
	pd_id last_dso;
	struct pd_str last_dso_name;
	uint32_t frame[PD_PROFILE_MAX_FRAMES];
	size_t n_frames;
	bool has_lock;
};

#endif
