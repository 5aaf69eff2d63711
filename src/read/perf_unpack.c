/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_unpack.h"

#include "base/arena.h"
#include "base/vec.h"

#include <stdlib.h>
#include <zstd.h>

enum {
	CHUNK = 1 << 20,
	ROOM = 1 << 17,  /* a chunk with less room than this is full; records have 64 KiB */
	MAX_RATIO = 256, /* recordings shrink to a tenth, those of an idle machine to a fiftieth */
	FREE_BYTES = 1 << 24, /* that nobody counts */
};

/* A chunk more, which begins with the @n bytes at @tail. */
static struct pd_perf_unpack_chunk *add_chunk(struct pd_perf_unpack *u, const uint8_t *tail,
					      size_t n)
{
	uint8_t *p = malloc(CHUNK);

	if (!p)
		pd_arena_out_of_memory();
	if (n)
		memcpy(p, tail, n);
	u->chunk = pd_vec_grow(u->chunk, &u->cap, u->n + 1, sizeof(*u->chunk));
	u->chunk[u->n] = (struct pd_perf_unpack_chunk){.p = p, .n = n};
	u->taken = 0;
	return &u->chunk[u->n++];
}

/* The last chunk, with room in it; what was not taken yet moves along. */
static struct pd_perf_unpack_chunk *chunk_with_room(struct pd_perf_unpack *u)
{
	struct pd_perf_unpack_chunk *last;
	const uint8_t *tail;
	size_t left = pd_perf_unpack_left(u);

	if (!u->n)
		return add_chunk(u, NULL, 0);
	last = &u->chunk[u->n - 1];
	if (CHUNK - last->n >= ROOM)
		return last;
	tail = last->p + u->taken;
	last->n = u->taken;
	return add_chunk(u, tail, left);
}

size_t pd_perf_unpack_left(const struct pd_perf_unpack *u)
{
	return u->n ? u->chunk[u->n - 1].n - u->taken : 0;
}

static bool open_stream(struct pd_perf_unpack *u)
{
	if (!u->stream)
		u->stream = ZSTD_createDStream();
	if (!u->stream)
		pd_arena_out_of_memory();
	return u->stream;
}

enum pd_perf_unpacked pd_perf_unpack(struct pd_perf_unpack *u, struct pd_perf_bytes payload,
				     size_t (*take)(void *cookie, const uint8_t *p, size_t n),
				     void *cookie)
{
	ZSTD_inBuffer in = {payload.p, payload.n, 0};
	bool is_full = open_stream(u);

	u->n_in += payload.n;
	while (in.pos < in.size || is_full) {
		struct pd_perf_unpack_chunk *c = chunk_with_room(u);
		ZSTD_outBuffer out = {c->p, CHUNK, c->n};

		if (ZSTD_isError(ZSTD_decompressStream(u->stream, &out, &in)))
			return PD_PERF_UNPACK_BAD;
		is_full = out.pos == out.size;
		u->n_out += out.pos - c->n;
		c->n = out.pos;
		if (u->n_out > FREE_BYTES + MAX_RATIO * u->n_in)
			return PD_PERF_UNPACK_BOMB;
		u->taken += take(cookie, c->p + u->taken, c->n - u->taken);
	}
	return PD_PERF_UNPACKED;
}

void pd_perf_unpack_free(struct pd_perf_unpack *u)
{
	for (size_t i = 0; i < u->n; i++)
		free(u->chunk[i].p);
	free(u->chunk);
	(void)ZSTD_freeDStream(u->stream);
	*u = (struct pd_perf_unpack){0};
}
