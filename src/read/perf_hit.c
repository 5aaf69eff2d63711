/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_hit.h"

#include "read/hit_words.h"
#include "read/hits.h"
#include "read/ibs_words.h"

#include <stdlib.h>

enum { MISC_MODE = 7 };

uint64_t pd_perf_hit_deferred_key(uint32_t tid, uint64_t cookie)
{
	return cookie ^ (uint64_t)tid << 40;
}

void pd_perf_hit_deferred_free(struct pd_perf_deferred *d)
{
	pd_map64_free(&d->at);
	free(d->chain);
	*d = (struct pd_perf_deferred){0};
}

/* ---- frames */

static enum pd_perf_mode mode_of_record(uint16_t misc)
{
	static const enum pd_perf_mode modes[MISC_MODE + 1] = {
		PD_PERF_MODE_UNKNOWN,    PD_PERF_MODE_KERNEL,       PD_PERF_MODE_USER,
		PD_PERF_MODE_HYPERVISOR, PD_PERF_MODE_GUEST_KERNEL, PD_PERF_MODE_GUEST_USER,
	};

	return modes[misc & MISC_MODE];
}

static enum pd_perf_mode mode_of_context(uint64_t context)
{
	switch (context) {
	case PD_PERF_CONTEXT_HV:
		return PD_PERF_MODE_HYPERVISOR;
	case PD_PERF_CONTEXT_KERNEL:
		return PD_PERF_MODE_KERNEL;
	case PD_PERF_CONTEXT_USER:
		return PD_PERF_MODE_USER;
	case PD_PERF_CONTEXT_GUEST:
	case PD_PERF_CONTEXT_GUEST_KERNEL:
		return PD_PERF_MODE_GUEST_KERNEL;
	case PD_PERF_CONTEXT_GUEST_USER:
		return PD_PERF_MODE_GUEST_USER;
	default:
		return PD_PERF_MODE_UNKNOWN;
	}
}

static void add_frame(struct pd_perf_recording *r, const struct pd_perf_hit *hit,
		      enum pd_perf_mode mode, uint64_t address, bool is_caller)
{
	if (r->n_frames < PD_PROFILE_MAX_FRAMES)
		r->frame[r->n_frames++] = pd_perf_names_frame(r->names, hit->sample->pid, mode,
							      address, is_caller);
}

/* What the kernel told later, in place of a cookie. */
static struct pd_perf_bytes deferred_chain(const struct pd_perf_hit *hit, uint64_t cookie)
{
	uint64_t key = pd_perf_hit_deferred_key(hit->sample->tid, cookie);
	uint32_t at = pd_map64_find(&hit->deferred->at, key);

	return at ? hit->deferred->chain[at - 1] : (struct pd_perf_bytes){0};
}

/* Contexts say of what kind the addresses behind them are, the first of which is no caller's. */
static void add_chain(struct pd_perf_recording *r, const struct pd_perf_hit *hit)
{
	struct pd_perf_bytes chain = hit->sample->chain;
	enum pd_perf_mode mode = mode_of_record(hit->misc);
	bool is_caller = false, may_defer = true;

	while (chain.n && r->n_frames < PD_PROFILE_MAX_FRAMES) {
		uint64_t address = pd_perf_bytes_u64(&chain);

		if (address == PD_PERF_CONTEXT_USER_DEFERRED && may_defer) {
			chain = deferred_chain(hit, pd_perf_bytes_u64(&chain));
			may_defer = false;
		} else if (address >= PD_PERF_CONTEXT_MAX) {
			mode = mode_of_context(address);
			is_caller = false;
		} else {
			add_frame(r, hit, mode, address, is_caller);
			is_caller = true;
		}
	}
}

void pd_perf_hit_frames(struct pd_perf_recording *r, const struct pd_perf_hit *hit)
{
	r->n_frames = 0;
	add_chain(r, hit);
	if (!r->n_frames)
		add_frame(r, hit, mode_of_record(hit->misc), hit->sample->ip, false);
}

/* ---- hits */

uint32_t pd_perf_hit_event(struct pd_perf_recording *r, struct pd_perf_event *event)
{
	char name[PD_PERF_ATTR_NAME];
	struct pd_str text = event->name;

	if (event->is_used)
		return event->number;
	if (!text.n)
		text = (struct pd_str){name, pd_perf_attr_name(&event->attr, name)};
	event->number = pd_hits_event(r->hits, text);
	event->is_used = true;
	pd_hits_sampling(r->hits, event->number,
			 event->attr.is_frequency ? PD_SAMPLING_FREQUENCY : PD_SAMPLING_PERIOD);
	if (!event->name.n)
		pd_perf_events_name(&r->events, (size_t)(event - r->events.event), text);
	return event->number;
}

/* What is told of the data: the same for all hits of a sample. */
struct data {
	struct pd_str symbol;
	const char *source;
};

static void say(struct pd_perf_recording *r, uint32_t event, const struct pd_perf_hit *hit,
		uint64_t weight, struct data data)
{
	pd_hits_begin(r->hits, event, hit->comm);
	for (size_t i = 0; i < r->n_frames; i++)
		pd_hits_frame_again(r->hits, r->frame[i]);
	if (data.symbol.n || *data.source)
		pd_hits_data(r->hits, data.symbol, pd_str_of(data.source));
	pd_hits_end(r->hits, weight);
}

static enum pd_ibs_kind kind_of(const struct pd_perf_recording *r, const struct pd_perf_event *e)
{
	if (!(e->attr.fields & PD_PERF_RAW))
		return PD_IBS_NONE;
	if (r->ibs_op ? e->attr.type == r->ibs_op : pd_str_starts(e->name, PD_STR("ibs_op/")))
		return PD_IBS_OP;
	if (r->ibs_fetch ? e->attr.type == r->ibs_fetch
			 : pd_str_starts(e->name, PD_STR("ibs_fetch/")))
		return PD_IBS_FETCH;
	return PD_IBS_NONE;
}

static void say_facts(struct pd_perf_recording *r, const struct pd_perf_hit *hit,
		      const struct pd_ibs_words *words, struct pd_str symbol)
{
	struct pd_ibs_told told;

	pd_ibs_words_tell(words, &r->cpu, &told);
	for (size_t i = 0; i < told.n; i++) {
		bool of_data = pd_ibs_words_is_of_data(&told.fact[i]);
		struct data data = {of_data ? symbol : PD_STR(""), of_data ? told.source : ""};
		uint32_t event = pd_hits_event(r->hits, pd_str_of(told.fact[i].event));

		say(r, event, hit, told.fact[i].weight, data);
	}
}

/* Other addresses than those of loads and stores are told by hits of page faults and the like. */
static struct pd_str data_symbol(struct pd_perf_recording *r, const struct pd_perf_event *e,
				 const struct pd_perf_sample *s, enum pd_ibs_kind kind)
{
	bool is_access = kind == PD_IBS_OP || e->attr.fields & PD_PERF_DATA_SRC;

	if (!is_access || !s->address)
		return PD_STR("");
	return pd_perf_names_data(r->names, s->pid, s->address).symbol;
}

void pd_perf_hit_say(struct pd_perf_recording *r, struct pd_perf_event *event,
		     const struct pd_perf_hit *hit, uint64_t weight)
{
	const struct pd_perf_sample *s = hit->sample;
	uint32_t number = pd_perf_hit_event(r, event);
	enum pd_ibs_kind kind = kind_of(r, event);
	char source[PD_DATA_SRC_MAX], name[PD_HIT_WORDS_WEIGHT];
	struct data data = {data_symbol(r, event, s, kind), source};

	pd_hit_words_source(s->data_source, source);
	say(r, number, hit, weight, data);
	if (kind != PD_IBS_NONE) {
		struct pd_ibs_words words = pd_ibs_words_take(s->raw, kind, &r->cpu);

		say_facts(r, hit, &words, data.symbol);
	} else if (s->weight) {
		say(r, pd_hits_event(r->hits, pd_hit_words_weight(event->name, name)), hit,
		    s->weight, data);
	}
}
