/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_order.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

void pd_perf_order_add(struct pd_perf_order *o, uint64_t time, const uint8_t *record)
{
	o->moment = pd_vec_grow(o->moment, &o->cap, o->n + 1, sizeof(*o->moment));
	o->moment[o->n++] = (struct pd_perf_moment){time, record};
}

void pd_perf_order_free(struct pd_perf_order *o)
{
	free(o->moment);
	*o = (struct pd_perf_order){0};
}

/* The first of @m[0..n] that is later than @time. */
static size_t first_later(const struct pd_perf_moment *m, size_t n, uint64_t time)
{
	size_t low = 0;

	while (low < n) {
		size_t middle = low + (n - low) / 2;

		if (m[middle].time <= time)
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

/* The first of @m[0..n] that is not earlier than @time. */
static size_t first_not_earlier(const struct pd_perf_moment *m, size_t n, uint64_t time)
{
	return time ? first_later(m, n, time - 1) : 0;
}

/* Room for what is moved out of the way while two parts are merged. */
struct room {
	struct pd_perf_moment *moment;
	size_t cap;
};

/* Merges m[0..middle] and m[middle..n], of which only what overlaps is moved. */
static void merge(struct pd_perf_moment *m, size_t middle, size_t n, struct room *room)
{
	size_t start = first_later(m, middle, m[middle].time);
	size_t left = middle - start, i = 0, j = middle, at = start;

	if (!left)
		return;
	n = middle + first_not_earlier(m + middle, n - middle, m[middle - 1].time);
	room->moment = pd_vec_grow(room->moment, &room->cap, left, sizeof(*m));
	memcpy(room->moment, m + start, left * sizeof(*m));
	while (i < left && j < n)
		m[at++] = m[j].time < room->moment[i].time ? m[j++] : room->moment[i++];
	memcpy(m + at, room->moment + i, (left - i) * sizeof(*m));
}

/* The bounds of what is in order already: [0] is 0, [n] the end. */
static size_t *find_parts(const struct pd_perf_order *o, size_t *ret_n)
{
	size_t *bound = NULL, cap = 0, n = 0;

	for (size_t i = 0; i < o->n; i++) {
		if (i && o->moment[i - 1].time <= o->moment[i].time)
			continue;
		bound = pd_vec_grow(bound, &cap, n + 2, sizeof(*bound));
		bound[n++] = i;
	}
	if (bound)
		bound[n] = o->n;
	*ret_n = n;
	return bound;
}

/* Neighbours become one part; half as many are left. */
static size_t merge_all(struct pd_perf_order *o, size_t *bound, size_t n, struct room *room)
{
	size_t left = 0;

	for (size_t i = 0; i < n; i += 2) {
		if (i + 1 < n)
			merge(o->moment + bound[i], bound[i + 1] - bound[i],
			      bound[i + 2] - bound[i], room);
		bound[left++] = bound[i];
	}
	bound[left] = o->n;
	return left;
}

void pd_perf_order_sort(struct pd_perf_order *o)
{
	size_t n, *bound = find_parts(o, &n);
	struct room room = {0};

	while (n > 1)
		n = merge_all(o, bound, n, &room);
	free(room.moment);
	free(bound);
}
