/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_order.h - records in the order of time
 *
 * Each processor fills a buffer of its own, and perf writes a part of one buffer after
 * the other: what is first in the file was not first in time, but each part is in order.
 */
#ifndef READ_PERF_ORDER_H
#define READ_PERF_ORDER_H

#include <stddef.h>
#include <stdint.h>

struct pd_perf_moment {
	uint64_t time;
	const uint8_t *record; /* its header */
};

/* Zero-initialized is ready to use. */
struct pd_perf_order {
	struct pd_perf_moment *moment; /* [n] */
	size_t n, cap;
};

/* Adds the next record of the file. */
void pd_perf_order_add(struct pd_perf_order *o, uint64_t time, const uint8_t *record);

/*
 * Puts all in order; those of the same time stay in the order of the file. A natural
 * merge sort that moves only what overlaps: parts that follow each other cost O(n).
 */
void pd_perf_order_sort(struct pd_perf_order *o);

void pd_perf_order_free(struct pd_perf_order *o);

#endif
