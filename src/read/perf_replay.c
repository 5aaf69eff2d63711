/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/intern.h"
#include "base/vec.h"
#include "read/hits.h"
#include "read/input.h"
#include "read/perf_hit.h"

#include <stdio.h>
#include <stdlib.h>

/* PERF_RECORD_MISC_* */
enum {
	MISC_MODE = 7,
	MISC_KERNEL = 1,
	MISC_DATA = 1 << 13,      /* of MMAP: no code */
	MISC_FORK_EXEC = 1 << 13, /* of FORK: its maps follow */
	MISC_BUILD_ID = 1 << 14,  /* of MMAP2: a build-id instead of device and inode */
	MISC_FILTERED = 1 << 15,  /* of LOST_SAMPLES: `perf record --filter` did not want them */
};

enum { FORGET_AFTER = 1 << 16 }; /* records, of 40 to 200 bytes */

enum { PROT_EXECUTE = 4, MAP_HUGE = 0x40000, KSYMBOL_GONE = 1 };

/* What the records before have said. */
struct replay {
	struct pd_perf_recording *r;
	struct pd_intern comms;
	struct pd_map64 comm;  /* id of its name, by thread */
	struct pd_map64 count; /* index + 1 of its last value, by id of a counter */
	uint64_t *value;
	size_t n_values, cap_values;
	struct pd_perf_deferred deferred;
};

/* ---- maps */

static uint32_t owner_of(const struct pd_perf_header *h, uint32_t pid)
{
	return (h->misc & MISC_MODE) == MISC_KERNEL ? PD_PERF_KERNEL : pid;
}

static struct pd_perf_mmap take_map(struct pd_perf_header *h)
{
	struct pd_perf_mmap map = {.pid = owner_of(h, pd_perf_bytes_u32(&h->body))};

	(void)pd_perf_bytes_u32(&h->body);
	map.start = pd_perf_bytes_u64(&h->body);
	map.length = pd_perf_bytes_u64(&h->body);
	map.offset = pd_perf_bytes_u64(&h->body);
	return map;
}

static void replay_mmap(struct replay *p, struct pd_perf_header h)
{
	struct pd_perf_mmap map = take_map(&h);

	map.is_exec = !(h.misc & MISC_DATA);
	map.path = pd_perf_bytes_rest(&h.body);
	if (!h.body.cut)
		pd_perf_maps_mmap(p->r->maps, &map);
}

/* Device, inode and its generation, which tells one that was used again. */
static void take_inode(struct pd_perf_bytes b, struct pd_perf_inode *ret)
{
	ret->dev_major = pd_perf_bytes_u32(&b);
	ret->dev_minor = pd_perf_bytes_u32(&b);
	ret->number = pd_perf_bytes_u64(&b);
}

/* Size, three bytes, 20 bytes of build-id in the place of device, inode and its generation. */
static void take_build_id(struct pd_perf_bytes b, struct pd_perf_build_id *ret)
{
	const uint8_t *bytes = pd_perf_bytes_take(&b, 4 + PD_PERF_BUILD_ID);

	if (!bytes || bytes[0] > PD_PERF_BUILD_ID)
		return;
	ret->n = bytes[0];
	memcpy(ret->byte, bytes + 4, PD_PERF_BUILD_ID);
}

static void replay_mmap2(struct replay *p, struct pd_perf_header h)
{
	struct pd_perf_mmap map = take_map(&h);
	struct pd_perf_bytes file = pd_perf_bytes_part(&h.body, 4 + PD_PERF_BUILD_ID);

	if (h.misc & MISC_BUILD_ID)
		take_build_id(file, &map.build_id);
	else
		take_inode(file, &map.inode);
	map.is_exec = pd_perf_bytes_u32(&h.body) & PROT_EXECUTE;
	map.is_huge = pd_perf_bytes_u32(&h.body) & MAP_HUGE;
	map.path = pd_perf_bytes_rest(&h.body);
	if (!h.body.cut)
		pd_perf_maps_mmap(p->r->maps, &map);
}

static void replay_ksymbol(struct replay *p, struct pd_perf_bytes b)
{
	uint64_t start = pd_perf_bytes_u64(&b);
	uint32_t length = pd_perf_bytes_u32(&b);
	bool gone;

	(void)pd_perf_bytes_u16(&b);
	gone = pd_perf_bytes_u16(&b) & KSYMBOL_GONE;
	if (!b.cut)
		pd_perf_maps_ksymbol(p->r->maps, start, length, pd_perf_bytes_rest(&b), gone);
}

/* ---- threads */

static void name_thread(struct replay *p, uint32_t tid, struct pd_str name)
{
	if (name.n)
		*pd_map64(&p->comm, tid) = pd_intern(&p->comms, name);
}

static struct pd_str comm_of(const struct replay *p, uint32_t tid, char buf[16])
{
	uint32_t id = pd_map64_find(&p->comm, tid);

	if (id)
		return pd_intern_name(&p->comms, id);
	if (!tid)
		return PD_STR("swapper");
	return (struct pd_str){buf, (size_t)snprintf(buf, 16, ":%u", tid)};
}

static void replay_comm(struct replay *p, struct pd_perf_header h)
{
	uint32_t tid;

	(void)pd_perf_bytes_u32(&h.body);
	tid = pd_perf_bytes_u32(&h.body);
	if (!h.body.cut)
		name_thread(p, tid, pd_perf_bytes_rest(&h.body));
}

static void replay_fork(struct replay *p, struct pd_perf_header h)
{
	uint32_t pid = pd_perf_bytes_u32(&h.body), parent = pd_perf_bytes_u32(&h.body);
	uint32_t tid = pd_perf_bytes_u32(&h.body), parent_tid = pd_perf_bytes_u32(&h.body);
	char buf[16];

	if (h.body.cut)
		return;
	if (pd_map64_find(&p->comm, parent_tid))
		name_thread(p, tid, comm_of(p, parent_tid, buf));
	if (!(h.misc & MISC_FORK_EXEC))
		pd_perf_maps_fork(p->r->maps, pid, parent);
}

/* ---- samples */

static void replay_lost(struct replay *p, struct pd_perf_header h)
{
	struct pd_perf_event *e = pd_perf_events_of_other(&p->r->events, h.body);
	uint32_t found;

	if (h.type == PD_PERF_LOST) {
		found = pd_perf_events_find(&p->r->events, pd_perf_bytes_u64(&h.body));
		e = found ? &p->r->events.event[found - 1] : e;
	}
	if (!e || h.body.n < 8)
		return;
	if (h.type == PD_PERF_LOST_SAMPLES && h.misc & MISC_FILTERED)
		return;
	if (h.type == PD_PERF_LOST)
		e->n_lost += pd_perf_bytes_u64(&h.body);
	else
		e->n_lost_samples += pd_perf_bytes_u64(&h.body);
}

static bool tells_own_losses(const struct pd_perf_event *e)
{
	return e->attr.read_format & PD_PERF_READ_LOST && e->n_lost_samples;
}

/*
 * What a full buffer loses is told at once (LOST), by one event for all that share it,
 * and at the end of `perf record` once more by each event that counts its own losses
 * (LOST_SAMPLES). Of events that do not, LOST_SAMPLES are what the processor lost.
 */
static void say_lost(struct pd_perf_recording *r)
{
	bool is_told_again = false;

	for (size_t i = 0; i < r->events.n; i++)
		is_told_again |= tells_own_losses(&r->events.event[i]);
	for (size_t i = 0; i < r->events.n; i++) {
		struct pd_perf_event *e = &r->events.event[i];
		uint64_t n = e->n_lost_samples + (is_told_again ? 0 : e->n_lost);

		if (n)
			pd_hits_lost(r->hits, pd_perf_hit_event(r, e), n);
	}
}

/* Software event 9 counts nothing: perf asks for it where only maps and names are wanted. */
static bool is_dummy(const struct pd_perf_attr *a)
{
	return a->type == 1 && a->config == 9;
}

/* An event that was recorded and never happened is none that was not recorded. */
static void say_none(struct pd_perf_recording *r)
{
	for (size_t i = 0; i < r->events.n && i < PD_PROFILE_MAX_EVENTS; i++)
		if (!is_dummy(&r->events.event[i].attr))
			(void)pd_perf_hit_event(r, &r->events.event[i]);
}

/* By how much a counter grew since it was told last. */
static uint64_t growth(struct replay *p, struct pd_perf_count count)
{
	uint32_t *at = pd_map64(&p->count, count.id);
	uint64_t grown;

	if (!*at) {
		p->value = pd_vec_grow(p->value, &p->cap_values, p->n_values + 1,
				       sizeof(*p->value));
		p->value[p->n_values++] = 0;
		*at = (uint32_t)p->n_values;
	}
	grown = count.value - p->value[*at - 1];
	p->value[*at - 1] = count.value;
	return grown;
}

/*
 * A sample with READ stands for as much as its counters grew, each in the event that
 * it belongs to, as perf_evlist__deliver_sample() of perf has it.
 */
static void say_counts(struct replay *p, const struct pd_perf_attr *attr, struct pd_perf_hit *hit)
{
	struct pd_perf_bytes read = hit->sample->read;

	for (uint64_t i = 0; i < hit->sample->n_counts && read.n; i++) {
		struct pd_perf_count count = pd_perf_sample_count(attr, &read);
		uint32_t found = pd_perf_events_find(&p->r->events, count.id);
		uint64_t grown = found ? growth(p, count) : 0;

		p->r->n_left_out += !found;
		if (grown)
			pd_perf_hit_say(p->r, &p->r->events.event[found - 1], hit, grown);
	}
}

/* Without a period it is the one that was asked for. */
static uint64_t weight_of(const struct pd_perf_attr *a, const struct pd_perf_sample *s)
{
	return s->has_period ? s->period : a->period;
}

static void replay_sample(struct replay *p, struct pd_perf_header h)
{
	struct pd_perf_event *e = pd_perf_events_of_sample(&p->r->events, h.body);
	struct pd_perf_sample sample;
	struct pd_perf_hit hit = {.sample = &sample, .misc = h.misc, .deferred = &p->deferred};
	char buf[16];

	if (!e || !pd_perf_sample_take(&e->attr, h.body, &sample)) {
		p->r->n_left_out++;
		return;
	}
	hit.comm = comm_of(p, sample.tid, buf);
	pd_perf_hit_frames(p->r, &hit);
	if (sample.n_counts && e->attr.read_format & PD_PERF_READ_ID)
		say_counts(p, &e->attr, &hit);
	else
		pd_perf_hit_say(p->r, e, &hit, weight_of(&e->attr, &sample));
}

/* ---- chains that came later: u64 cookie, u64 n, n addresses */

static void keep_deferred(struct replay *p, struct pd_perf_header h)
{
	struct pd_perf_event *e = pd_perf_events_of_other(&p->r->events, h.body);
	struct pd_perf_deferred *d = &p->deferred;
	uint64_t cookie, n;
	uint32_t tid, *at;

	if (!e)
		return;
	tid = pd_perf_events_trailer(&e->attr, h.body).tid;
	cookie = pd_perf_bytes_u64(&h.body);
	n = pd_perf_bytes_u64(&h.body);
	if (n > h.body.n / 8)
		return;
	d->chain = pd_vec_grow(d->chain, &d->cap, d->n + 1, sizeof(*d->chain));
	d->chain[d->n++] = pd_perf_bytes_part(&h.body, 8 * n);
	at = pd_map64(&d->at, pd_perf_hit_deferred_key(tid, cookie));
	*at = (uint32_t)d->n;
}

static void find_deferred(struct replay *p)
{
	const struct pd_perf_order *o = &p->r->order;

	for (size_t i = 0; p->r->has_deferred && i < o->n; i++) {
		struct pd_perf_header h = pd_perf_stream_header(o->moment[i].record, p->r->swap);

		if (h.type == PD_PERF_CALLCHAIN_DEFERRED)
			keep_deferred(p, h);
	}
}

/* ---- all records */

/*
 * The order of time is almost that of the file: records that were told are not looked at
 * again, and need not stay in memory. A few thousand at a time cost nothing to forget.
 */
static void forget(const struct pd_perf_recording *r)
{
	pd_input_forget(r->in);
	for (size_t i = 0; i < r->n_beside; i++)
		pd_input_forget(&r->beside[i]);
}

static void replay_one(struct replay *p, struct pd_perf_header h)
{
	switch (h.type) {
	case PD_PERF_SAMPLE:
		replay_sample(p, h);
		break;
	case PD_PERF_MMAP:
		replay_mmap(p, h);
		break;
	case PD_PERF_MMAP2:
		replay_mmap2(p, h);
		break;
	case PD_PERF_COMM:
		replay_comm(p, h);
		break;
	case PD_PERF_FORK:
		replay_fork(p, h);
		break;
	case PD_PERF_LOST:
	case PD_PERF_LOST_SAMPLES:
		replay_lost(p, h);
		break;
	case PD_PERF_KSYMBOL:
		replay_ksymbol(p, h.body);
		break;
	default:
		break;
	}
}

void pd_perf_replay(struct pd_perf_recording *r)
{
	struct replay p = {.r = r};

	(void)pd_intern(&p.comms, PD_STR(""));
	find_deferred(&p);
	for (size_t i = 0; i < r->order.n; i++) {
		if (i % FORGET_AFTER == 0)
			forget(r);
		replay_one(&p, pd_perf_stream_header(r->order.moment[i].record, r->swap));
	}
	say_lost(r);
	say_none(r);
	pd_intern_free(&p.comms);
	pd_map64_free(&p.comm);
	pd_map64_free(&p.count);
	free(p.value);
	pd_perf_hit_deferred_free(&p.deferred);
}
