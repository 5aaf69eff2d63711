/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_unpack.h - the records in PERF_RECORD_COMPRESSED
 *
 * All payloads of a file together are one stream of zstd; a record may begin in one
 * payload and end in the next. What comes out stays in memory until the end, as records
 * have to be sorted.
 */
#ifndef READ_PERF_UNPACK_H
#define READ_PERF_UNPACK_H

#include "read/perf_bytes.h"

/* Zero-initialized is ready to use. */
struct pd_perf_unpack {
	void *stream; /* of zstd */
	struct pd_perf_unpack_chunk {
		uint8_t *p;
		size_t n; /* bytes in it */
	} * chunk;
	size_t n, cap;
	size_t taken; /* bytes of the last chunk that are whole records */
	uint64_t n_in, n_out;
};

enum pd_perf_unpacked {
	PD_PERF_UNPACKED,
	PD_PERF_UNPACK_BAD,  /* no zstd, or damaged: nothing that follows can be unpacked */
	PD_PERF_UNPACK_BOMB, /* more comes out than any recording has in it */
};

/*
 * Unpacks one payload. @take is given what came out, the start of a record first, and
 * tells how many bytes of it are whole records; it sees the others again, with more
 * behind them. Records stay where they are until pd_perf_unpack_free().
 */
enum pd_perf_unpacked pd_perf_unpack(struct pd_perf_unpack *u, struct pd_perf_bytes payload,
				     size_t (*take)(void *cookie, const uint8_t *p, size_t n),
				     void *cookie);

/* Bytes at the end that are no whole record. */
size_t pd_perf_unpack_left(const struct pd_perf_unpack *u);

void pd_perf_unpack_free(struct pd_perf_unpack *u);

#endif
