/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_events.h"

#include "base/vec.h"

#include <stdlib.h>

void pd_perf_events_free(struct pd_perf_events *e)
{
	free(e->event);
	pd_map64_free(&e->ids);
	pd_arena_free(&e->arena);
	*e = (struct pd_perf_events){0};
}

bool pd_perf_events_add(struct pd_perf_events *e, const struct pd_perf_attr *attr,
			size_t *ret_number)
{
	if (e->n == PD_PERF_EVENTS)
		return false;
	e->event = pd_vec_grow(e->event, &e->cap, e->n + 1, sizeof(*e->event));
	e->event[e->n] = (struct pd_perf_event){.attr = *attr};
	*ret_number = e->n++;
	return true;
}

void pd_perf_events_ids(struct pd_perf_events *e, size_t number, struct pd_perf_bytes *b)
{
	while (b->n >= 8 && e->ids.n < PD_PERF_IDS)
		*pd_map64(&e->ids, pd_perf_bytes_u64(b)) = (uint32_t)number + 1;
}

void pd_perf_events_name(struct pd_perf_events *e, size_t number, struct pd_str name)
{
	if (!e->event[number].name.n && name.n)
		e->event[number].name = (struct pd_str){pd_arena_dup(&e->arena, name), name.n};
}

uint32_t pd_perf_events_find(const struct pd_perf_events *e, uint64_t id)
{
	return pd_map64_find(&e->ids, id);
}

/* ---- whose a record is */

static size_t n_fields(uint64_t fields, uint64_t of)
{
	return (size_t)__builtin_popcountll(fields & of);
}

/* The id stands first, or behind these. */
static bool id_in_sample(uint64_t fields, size_t *ret_at)
{
	*ret_at = fields & PD_PERF_IDENTIFIER
			  ? 0
			  : 8 * n_fields(fields,
					 PD_PERF_IP | PD_PERF_TID | PD_PERF_TIME | PD_PERF_ADDR);
	return fields & (PD_PERF_IDENTIFIER | PD_PERF_ID);
}

/* From the end on: the identifier, the processor, the stream, the id. */
static bool id_in_trailer(uint64_t fields, size_t *ret_before_end)
{
	*ret_before_end = fields & PD_PERF_IDENTIFIER
				  ? 8
				  : 8 + 8 * n_fields(fields, PD_PERF_CPU | PD_PERF_STREAM_ID);
	return fields & (PD_PERF_IDENTIFIER | PD_PERF_ID);
}

static struct pd_perf_event *of_id(struct pd_perf_events *e, uint64_t id)
{
	uint32_t found = id ? pd_perf_events_find(e, id) : 1;

	return found ? &e->event[found - 1] : NULL;
}

/* Events that are told apart by ids have them at the same place: the first says where. */
struct pd_perf_event *pd_perf_events_of_sample(struct pd_perf_events *e, struct pd_perf_bytes body)
{
	size_t at;

	if (e->n <= 1)
		return e->event;
	if (!id_in_sample(e->event->attr.fields, &at))
		return e->event;
	if (body.n < at + 8)
		return NULL;
	return of_id(e, pd_perf_bytes_u64_at(body.p + at, body.swap));
}

struct pd_perf_event *pd_perf_events_of_other(struct pd_perf_events *e, struct pd_perf_bytes body)
{
	size_t before_end;

	if (e->n <= 1 || !e->event->attr.others_have_id ||
	    !id_in_trailer(e->event->attr.fields, &before_end) || body.n < before_end)
		return e->event;
	return of_id(e, pd_perf_bytes_u64_at(body.p + body.n - before_end, body.swap));
}

bool pd_perf_events_time_of_sample(const struct pd_perf_attr *a, size_t *ret_at)
{
	*ret_at = 8 * n_fields(a->fields, PD_PERF_IDENTIFIER | PD_PERF_IP | PD_PERF_TID);
	return a->fields & PD_PERF_TIME;
}

/* TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER: each 8 bytes. */
struct pd_perf_trailer pd_perf_events_trailer(const struct pd_perf_attr *a,
					      struct pd_perf_bytes body)
{
	struct pd_perf_trailer ret = {0};
	size_t size = 8 * n_fields(a->fields, PD_PERF_TID | PD_PERF_TIME | PD_PERF_ID |
						      PD_PERF_STREAM_ID | PD_PERF_CPU |
						      PD_PERF_IDENTIFIER);

	if (!a->others_have_id || body.n < size)
		return ret;
	(void)pd_perf_bytes_take(&body, body.n - size);
	if (a->fields & PD_PERF_TID) {
		ret.pid = pd_perf_bytes_u32(&body);
		ret.tid = pd_perf_bytes_u32(&body);
		ret.has_tid = true;
	}
	if (a->fields & PD_PERF_TIME) {
		ret.time = pd_perf_bytes_u64(&body);
		ret.has_time = true;
	}
	return ret;
}
