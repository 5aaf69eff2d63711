/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_recording.h - one perf.data while it is read
 *
 * Its parts, in the order of their work:
 *
 *	perf_layout.c   bytes of a file, a pipe or a directory; attributes, features, records
 *	perf_stream.c   records one after the other; unpacks them; sorts out what perf itself says
 *	perf_feature.c  what the header says of the machine, the events and the build-ids
 *	perf_replay.c   records of the kernel in the order of time: maps, threads, samples
 *	perf_hit.c      a sample becomes hits
 */
#ifndef READ_PERF_RECORDING_H
#define READ_PERF_RECORDING_H

#include "read/ibs.h"
#include "read/perf_events.h"
#include "read/perf_names.h"
#include "read/perf_order.h"
#include "read/perf_unpack.h"

#include <perfdelta/profile.h>

struct pd_hits;
struct pd_ingest;
struct pd_input;

/* PERF_RECORD_*: what the kernel says, and from 64 on perf itself. */
enum pd_perf_record {
	PD_PERF_MMAP = 1,
	PD_PERF_LOST = 2,
	PD_PERF_COMM = 3,
	PD_PERF_FORK = 7,
	PD_PERF_SAMPLE = 9,
	PD_PERF_MMAP2 = 10,
	PD_PERF_LOST_SAMPLES = 13,
	PD_PERF_KSYMBOL = 17,
	PD_PERF_CALLCHAIN_DEFERRED = 22,
	PD_PERF_HEADER_ATTR = 64,
	PD_PERF_TRACING_DATA = 66,
	PD_PERF_BUILD_ID_TABLE = 67,
	PD_PERF_AUXTRACE = 71,
	PD_PERF_EVENT_UPDATE = 78,
	PD_PERF_FEATURE = 80,
	PD_PERF_COMPRESSED = 81,
	PD_PERF_COMPRESSED2 = 83,
};

/* A record apart: `u32 type, u16 misc, u16 size`, and what follows. */
struct pd_perf_header {
	uint32_t type;
	uint16_t misc, size;
	struct pd_perf_bytes body;
};

enum { PD_PERF_HEADER = 8 }; /* bytes of a header */

struct pd_perf_recording {
	struct pd_ingest *out;
	struct pd_hits *hits;
	bool swap; /* written by a machine of the other byte order */

	struct pd_perf_events events;
	struct pd_perf_maps *maps;
	struct pd_perf_names *names;
	struct pd_ibs_cpu cpu;
	uint32_t ibs_op, ibs_fetch; /* the numbers of these PMUs; 0: not told */
	bool is_directory;          /* more records stand in files beside it */

	struct pd_perf_order order;
	const struct pd_input *in, *beside; /* where the records stand: a file, and ... */
	size_t n_beside;                    /* ... [n_beside] of its directory */
	uint64_t last_time;                 /* of the record before */
	uint64_t n_left_out;                /* samples that are cut, or of no known event */
	bool has_deferred;                  /* chains of programs come later than their samples */

	uint32_t frame[PD_PROFILE_MAX_FRAMES]; /* [n_frames] of the sample that is told */
	size_t n_frames;
};

/* The record at @p, which is all there; its header is known to be sane. */
struct pd_perf_header pd_perf_stream_header(const uint8_t *p, bool swap);

/* ---- perf_feature.c */

/* What feature number @feature (HEADER_* of perf) says; unknown ones say nothing. */
void pd_perf_feature(struct pd_perf_recording *r, unsigned int feature, struct pd_perf_bytes b);
/* A record of the table of build-ids, which has the same layout in files and pipes. */
void pd_perf_feature_build_id(struct pd_perf_recording *r, struct pd_perf_header h);

/* ---- perf_replay.c */

/* All records of @r->order, in the order of time. */
void pd_perf_replay(struct pd_perf_recording *r);

#endif
