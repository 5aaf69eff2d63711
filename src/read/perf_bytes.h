/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_bytes.h - numbers one after the other, in the byte order of whoever wrote them
 *
 *	struct pd_perf_bytes b = {.p = record, .n = size, .swap = other_endian};
 *	uint32_t pid = pd_perf_bytes_u32(&b), tid = pd_perf_bytes_u32(&b);
 *
 * What is asked for beyond the end is 0, and makes the rest empty and b.cut true:
 * so a whole record is read without a look at each number, and judged at its end.
 */
#ifndef READ_PERF_BYTES_H
#define READ_PERF_BYTES_H

#include "base/str.h"

struct pd_perf_bytes {
	const uint8_t *p;
	size_t n;
	bool swap; /* written by a machine of the other byte order */
	bool cut;  /* something was asked for that is not there */
};

/* Takes @n bytes; NULL if there are not so many. */
static inline const uint8_t *pd_perf_bytes_take(struct pd_perf_bytes *b, uint64_t n)
{
	const uint8_t *p = b->p;

	if (n > b->n) {
		b->n = 0;
		b->cut = true;
		return NULL;
	}
	b->p += n;
	b->n -= (size_t)n;
	return p;
}

static inline uint64_t pd_perf_bytes_u64_at(const uint8_t *p, bool swap)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap64(v) : v;
}

static inline uint32_t pd_perf_bytes_u32_at(const uint8_t *p, bool swap)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap32(v) : v;
}

static inline uint16_t pd_perf_bytes_u16_at(const uint8_t *p, bool swap)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap16(v) : v;
}

static inline uint64_t pd_perf_bytes_u64(struct pd_perf_bytes *b)
{
	const uint8_t *p = pd_perf_bytes_take(b, 8);

	return p ? pd_perf_bytes_u64_at(p, b->swap) : 0;
}

static inline uint32_t pd_perf_bytes_u32(struct pd_perf_bytes *b)
{
	const uint8_t *p = pd_perf_bytes_take(b, 4);

	return p ? pd_perf_bytes_u32_at(p, b->swap) : 0;
}

static inline uint16_t pd_perf_bytes_u16(struct pd_perf_bytes *b)
{
	const uint8_t *p = pd_perf_bytes_take(b, 2);

	return p ? pd_perf_bytes_u16_at(p, b->swap) : 0;
}

/* The next @n bytes as a view of their own; empty, with b->cut, if there are not so many. */
static inline struct pd_perf_bytes pd_perf_bytes_part(struct pd_perf_bytes *b, uint64_t n)
{
	const uint8_t *p = pd_perf_bytes_take(b, n);

	return (struct pd_perf_bytes){p, p ? (size_t)n : 0, b->swap, !p};
}

/* A text in a field of @n bytes, up to its NUL. */
static inline struct pd_str pd_perf_bytes_text(struct pd_perf_bytes *b, uint64_t n)
{
	const char *p = (const char *)pd_perf_bytes_take(b, n);

	return p ? (struct pd_str){p, strnlen(p, (size_t)n)} : PD_STR("");
}

/* All that is left as a text, up to its NUL. */
static inline struct pd_str pd_perf_bytes_rest(struct pd_perf_bytes *b)
{
	return pd_perf_bytes_text(b, b->n);
}

/* A string of the header: u32 length, text, NULs up to the length. */
static inline struct pd_str pd_perf_bytes_string(struct pd_perf_bytes *b)
{
	return pd_perf_bytes_text(b, pd_perf_bytes_u32(b));
}

#endif
