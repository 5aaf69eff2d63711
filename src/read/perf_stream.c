/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stream.h"

#include "read/ingest.h"

enum { UPDATE_NAME = 2 }; /* of the kinds of EVENT_UPDATE */

struct pd_perf_header pd_perf_stream_header(const uint8_t *p, bool swap)
{
	struct pd_perf_header h = {
		.type = pd_perf_bytes_u32_at(p, swap),
		.misc = pd_perf_bytes_u16_at(p + 4, swap),
		.size = pd_perf_bytes_u16_at(p + 6, swap),
	};

	if (h.size >= PD_PERF_HEADER)
		h.body = (struct pd_perf_bytes){p + PD_PERF_HEADER, h.size - PD_PERF_HEADER, swap,
						false};
	return h;
}

static void stop(struct pd_perf_stream *s, const uint8_t *at, const char *why)
{
	struct pd_ingest *out = s->recording->out;

	s->is_over = true;
	if (s->is_packed)
		pd_ingest_warn(out, NULL, NULL, "cut-recording",
			       "%s in what was unpacked; the records behind it are left out", why);
	else
		pd_ingest_warn(out, NULL, NULL, "cut-recording",
			       "%s at byte %llu; the records behind it are left out", why,
			       (unsigned long long)(at - s->start));
}

/* ---- the order of time */

/*
 * The time of a record. What perf itself made up has none: it is said at once, so it is
 * as late as what was said before.
 */
static uint64_t time_of(struct pd_perf_recording *r, const struct pd_perf_header *h)
{
	struct pd_perf_event *e;
	uint64_t time = 0;
	size_t at;

	if (h->type == PD_PERF_SAMPLE) {
		e = pd_perf_events_of_sample(&r->events, h->body);
		if (e && pd_perf_events_time_of_sample(&e->attr, &at) && h->body.n >= at + 8)
			time = pd_perf_bytes_u64_at(h->body.p + at, r->swap);
	} else {
		e = pd_perf_events_of_other(&r->events, h->body);
		if (e)
			time = pd_perf_events_trailer(&e->attr, h->body).time;
	}
	if (!time || time == UINT64_MAX)
		return r->last_time;
	r->last_time = time;
	return time;
}

static bool matters(uint32_t type)
{
	switch (type) {
	case PD_PERF_MMAP:
	case PD_PERF_LOST:
	case PD_PERF_COMM:
	case PD_PERF_FORK:
	case PD_PERF_SAMPLE:
	case PD_PERF_MMAP2:
	case PD_PERF_LOST_SAMPLES:
	case PD_PERF_KSYMBOL:
	case PD_PERF_CALLCHAIN_DEFERRED:
		return true;
	default:
		return false;
	}
}

/* ---- what perf itself says */

/* The attribute, then its ids. */
static void read_attr(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	struct pd_perf_attr attr;
	size_t number;

	if (!pd_perf_attr_take(&b, &attr) || !pd_perf_events_add(&r->events, &attr, &number)) {
		pd_ingest_warn(r->out, NULL, NULL, "bad-recording",
			       "the description of an event cannot be read; its hits are left out");
		return;
	}
	pd_perf_events_ids(&r->events, number, &b);
}

/* u64 what, u64 id, the name */
static void read_update(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	uint64_t what = pd_perf_bytes_u64(&b), id = pd_perf_bytes_u64(&b);
	uint32_t found = pd_perf_events_find(&r->events, id);

	if (what == UPDATE_NAME && found)
		pd_perf_events_name(&r->events, found - 1, pd_perf_bytes_rest(&b));
}

static void read_feature(struct pd_perf_recording *r, struct pd_perf_bytes b)
{
	uint64_t feature = pd_perf_bytes_u64(&b);

	if (feature <= UINT32_MAX)
		pd_perf_feature(r, (unsigned int)feature, b);
}

/* ---- compressed records */

static size_t read_all(struct pd_perf_stream *s, const uint8_t *p, size_t n);

static size_t take_unpacked(void *cookie, const uint8_t *p, size_t n)
{
	struct pd_perf_stream *s = cookie;
	size_t taken = s->is_over ? n : read_all(s, p, n);

	return s->is_over ? n : taken;
}

/* The newer one says how many bytes of it are not padding. */
static struct pd_perf_bytes payload_of(const struct pd_perf_header *h)
{
	struct pd_perf_bytes b = h->body;

	if (h->type == PD_PERF_COMPRESSED2)
		b = pd_perf_bytes_part(&b, pd_perf_bytes_u64(&b));
	return b;
}

static void read_compressed(struct pd_perf_stream *s, const struct pd_perf_header *h,
			    const uint8_t *at)
{
	struct pd_perf_bytes payload = payload_of(h);
	enum pd_perf_unpacked r;

	if (s->is_packed || payload.cut) {
		stop(s, at, "a compressed record is damaged");
		return;
	}
	s->is_packed = true;
	r = pd_perf_unpack(&s->unpack, payload, take_unpacked, s);
	s->is_packed = false;
	if (r == PD_PERF_UNPACK_BAD)
		stop(s, at, "a compressed record cannot be unpacked");
	else if (r == PD_PERF_UNPACK_BOMB)
		stop(s, at, "a compressed record holds more than a recording can");
}

/* ---- all records */

/* Bytes that follow a record and are no records: of AUX areas, of tracing. */
static uint64_t bytes_behind(const struct pd_perf_header *h)
{
	struct pd_perf_bytes b = h->body;

	if (h->type == PD_PERF_AUXTRACE)
		return pd_perf_bytes_u64(&b);
	if (h->type == PD_PERF_TRACING_DATA)
		return ((uint64_t)pd_perf_bytes_u32(&b) + 7) & ~UINT64_C(7);
	return 0;
}

static void read_one(struct pd_perf_stream *s, const struct pd_perf_header *h, const uint8_t *at)
{
	struct pd_perf_recording *r = s->recording;

	switch (h->type) {
	case PD_PERF_HEADER_ATTR:
		read_attr(r, h->body);
		break;
	case PD_PERF_BUILD_ID_TABLE:
		pd_perf_feature_build_id(r, *h);
		break;
	case PD_PERF_EVENT_UPDATE:
		read_update(r, h->body);
		break;
	case PD_PERF_FEATURE:
		read_feature(r, h->body);
		break;
	case PD_PERF_COMPRESSED:
	case PD_PERF_COMPRESSED2:
		read_compressed(s, h, at);
		break;
	default:
		if (!matters(h->type))
			break;
		r->has_deferred |= h->type == PD_PERF_CALLCHAIN_DEFERRED;
		pd_perf_order_add(&r->order, time_of(r, h), at);
	}
}

/* Whole records from @p on; returns how many bytes they have. */
static size_t read_all(struct pd_perf_stream *s, const uint8_t *p, size_t n)
{
	size_t at = 0;

	while (!s->is_over && n - at >= PD_PERF_HEADER) {
		struct pd_perf_header h = pd_perf_stream_header(p + at, s->recording->swap);
		uint64_t behind;

		if (h.size < PD_PERF_HEADER) {
			stop(s, p + at, "no record begins");
			break;
		}
		if (h.size > n - at)
			break;
		behind = bytes_behind(&h);
		read_one(s, &h, p + at);
		at += h.size;
		if (behind > n - at) {
			stop(s, p + at, "data that follow a record are cut");
			break;
		}
		at += behind;
	}
	return at;
}

void pd_perf_stream_read(struct pd_perf_stream *s, const uint8_t *p, size_t n)
{
	size_t taken = n ? read_all(s, p, n) : 0;

	if (!s->is_over && taken < n)
		stop(s, p + taken, "a record is cut");
	else if (!s->is_over && pd_perf_unpack_left(&s->unpack))
		stop(s, p + n, "compressed records end inside of one");
}
