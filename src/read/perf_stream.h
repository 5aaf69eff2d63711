/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stream.h - the records of one file of a recording, one after the other */
#ifndef READ_PERF_STREAM_H
#define READ_PERF_STREAM_H

#include "read/perf_recording.h"

struct pd_perf_stream {
	struct pd_perf_recording *recording;
	const uint8_t *start;         /* of the file: places in it are told in bytes from here */
	struct pd_perf_unpack unpack; /* of this file; what was unpacked is needed until the end */
	bool is_packed;               /* the records are those of a compressed one */
	bool is_over;                 /* something stands there that cannot be a record */
	uint64_t n_unknown;           /* samples whose event is not known */
};

/*
 * Takes the @n bytes at @p: adds the records of the kernel to the order of time, and
 * does at once what perf itself says of events, machine and build-ids. Stops with a
 * warning at what cannot be a record, or is cut.
 */
void pd_perf_stream_read(struct pd_perf_stream *s, const uint8_t *p, size_t n);

#endif
