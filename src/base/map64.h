/* SPDX-License-Identifier: GPL-3.0-or-later */
/* map64.h - a number for each 64-bit key */
#ifndef BASE_MAP64_H
#define BASE_MAP64_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialized is ready to use. Not for two threads at once. */
struct pd_map64 {
	struct pd_map64_slot {
		uint64_t key;
		uint32_t value; /* 0: the slot is free */
	} * slot;
	size_t n, n_slots; /* keys, and a power of two above twice as many */
};

/* The value of @key, 0 if it is new: the caller gives it another one before the next call. */
uint32_t *pd_map64(struct pd_map64 *m, uint64_t key);
/* The value of @key, or 0. */
uint32_t pd_map64_find(const struct pd_map64 *m, uint64_t key);
void pd_map64_free(struct pd_map64 *m);

#endif
