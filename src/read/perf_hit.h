/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_hit.h - a sample of a recording becomes hits: one of its event, and what else it tells */
#ifndef READ_PERF_HIT_H
#define READ_PERF_HIT_H

#include "read/perf_recording.h"
#include "read/perf_sample.h"

/* Chains of programs that the kernel told later than the samples they belong to. */
struct pd_perf_deferred {
	struct pd_map64 at; /* index + 1, by pd_perf_hit_deferred_key() */
	struct pd_perf_bytes *chain;
	size_t n, cap;
};

/* What is known of a sample when it is told. */
struct pd_perf_hit {
	const struct pd_perf_sample *sample;
	struct pd_str comm;
	uint16_t misc; /* of the record */
	const struct pd_perf_deferred *deferred;
};

/* Looks up what the sample's addresses are, once for all hits that it tells. */
void pd_perf_hit_frames(struct pd_perf_recording *r, const struct pd_perf_hit *hit);

/* Says it as a hit of @event; after pd_perf_hit_frames(). */
void pd_perf_hit_say(struct pd_perf_recording *r, struct pd_perf_event *event,
		     const struct pd_perf_hit *hit, uint64_t weight);

/* The number of the event in hits. */
uint32_t pd_perf_hit_event(struct pd_perf_recording *r, struct pd_perf_event *event);

uint64_t pd_perf_hit_deferred_key(uint32_t tid, uint64_t cookie);
void pd_perf_hit_deferred_free(struct pd_perf_deferred *d);

#endif
