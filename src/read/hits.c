/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/hits.h"

#include "base/str.h"
#include "base/vec.h"
#include "model/dso.h"
#include "model/lock.h"
#include "model/symbol.h"
#include "read/hitsum.h"
#include "read/ingest.h"
#include "read/stage.h"

#include <stdlib.h>

struct pd_hits *pd_hits_of(struct pd_ingest *g)
{
	struct pd_hits *h = g->hits;

	if (h)
		return h;
	h = calloc(1, sizeof(*h));
	if (!h)
		pd_arena_out_of_memory();
	h->ingest = g;
	(void)pd_intern(&h->names, PD_STR(""));
	g->hits = h;
	return h;
}

struct pd_hits *pd_hits_said(const struct pd_ingest *g)
{
	return g->hits;
}

void pd_hits_free(struct pd_hits *h)
{
	if (!h)
		return;
	for (size_t i = 0; i < h->n_sums; i++)
		pd_profile_sum_free(&h->sum[i]);
	pd_intern_free(&h->names);
	pd_profile_frames_free(&h->frames);
	pd_profile_nodes_free(&h->nodes);
	free(h->kind);
	free(h->event);
	free(h->sum);
	free(h);
}

uint64_t pd_hits_count(const struct pd_hits *h)
{
	return h ? h->n_rows : 0;
}

/* The id of a name; that of no name once there are too many. */
static pd_id name_id(struct pd_hits *h, struct pd_str name)
{
	if (h->names.n <= PD_STAGE_MAX_NAMES)
		return pd_intern(&h->names, name);
	if (!h->ingest->full)
		pd_ingest_error(h->ingest, NULL, NULL, "limit",
				"more than %d different names in one file", PD_STAGE_MAX_NAMES);
	h->ingest->full = true;
	return 0;
}

/*
 * Names that people see may hold bytes that steer a terminal. A thread may be called " lead",
 * but perf script fills its column with blanks and who pastes it indents it: blanks around a
 * name tell nothing apart, in no format, so that all agree.
 */
static pd_id clean_id(struct pd_hits *h, struct pd_str name)
{
	return name_id(h, pd_normalise_name(pd_str_trim(name), &h->ingest->normal));
}

/* ---- context */

/* A file of runs has dozens; each one is looked for among the others. */
enum { MAX_PROFILES = 4096 };

static void select_sum(struct pd_hits *h, pd_id title, uint32_t run)
{
	for (h->at = 0; h->at < h->n_sums; h->at++)
		if (h->sum[h->at].title == title && h->sum[h->at].run == run)
			return;
	if (h->n_sums == MAX_PROFILES) {
		if (!h->ingest->full)
			pd_ingest_error(h->ingest, NULL, NULL, "limit",
					"more than %d profiles in one file", MAX_PROFILES);
		h->ingest->full = true;
		h->at = MAX_PROFILES - 1;
		return;
	}
	h->sum = pd_vec_grow(h->sum, &h->cap_sums, h->n_sums + 1, sizeof(*h->sum));
	h->sum[h->n_sums++] = (struct pd_profile_sum){.title = title, .run = run};
}

static struct pd_profile_sum *current(struct pd_hits *h)
{
	if (!h->n_sums)
		select_sum(h, 0, 0);
	return &h->sum[h->at];
}

void pd_hits_side(struct pd_hits *h, struct pd_str title)
{
	select_sum(h, clean_id(h, title), 0);
}

void pd_hits_next_run(struct pd_hits *h)
{
	struct pd_profile_sum *s = current(h);

	select_sum(h, s->title, s->run + 1);
}

void pd_hits_run(struct pd_hits *h, uint32_t n)
{
	select_sum(h, current(h)->title, n);
}

void pd_hits_elapsed(struct pd_hits *h, double seconds)
{
	current(h)->elapsed = seconds;
}

void pd_hits_setup(struct pd_hits *h, enum pd_setup what, struct pd_str text)
{
	current(h)->setup[what] = clean_id(h, text);
}

/* ---- events */

uint32_t pd_hits_event(struct pd_hits *h, struct pd_str name)
{
	pd_id id = clean_id(h, name);
	uint32_t i = 0;

	while (i < h->n_events && h->event[i] != id)
		i++;
	if (i == PD_PROFILE_MAX_EVENTS) {
		pd_ingest_warn(h->ingest, NULL, NULL, "limit",
			       "more than %d events; '%.*s' and later ones are left out",
			       PD_PROFILE_MAX_EVENTS, PD_FMT(pd_intern_name(&h->names, id)));
		return PD_PROFILE_MAX_EVENTS;
	}
	if (i == h->n_events) {
		h->event = pd_vec_grow(h->event, &h->cap_events, i + 1u, sizeof(*h->event));
		h->event[h->n_events++] = id;
	}
	return i;
}

static struct pd_profile_sum_event *event_of(struct pd_hits *h, uint32_t event)
{
	if (event >= PD_PROFILE_MAX_EVENTS)
		return &h->too_many;
	return pd_profile_sum_event(current(h), event);
}

bool pd_hits_again(struct pd_hits *h, uint32_t event)
{
	struct pd_profile_sum_event *e = event_of(h, event);

	if (!e->n_rows && !e->has_whole && !e->has_whole_hits)
		return false;
	e->before = e->e;
	return true;
}

/* Sums beyond 64 bits are an error once there are rows of as much. */
static uint64_t sum_of(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

void pd_hits_whole(struct pd_hits *h, uint32_t event, uint64_t weight)
{
	struct pd_profile_sum_event *e = event_of(h, event);

	e->e.weight = sum_of(e->before.weight, weight);
	e->has_whole = true;
}

void pd_hits_whole_hits(struct pd_hits *h, uint32_t event, uint64_t hits, uint64_t more)
{
	struct pd_profile_sum_event *e = event_of(h, event);

	e->e.hits = sum_of(e->before.hits, hits);
	e->e.hits_more = sum_of(e->before.hits_more, more);
	e->has_whole_hits = true;
}

void pd_hits_rounded(struct pd_hits *h, uint32_t event)
{
	event_of(h, event)->e.rounded_hits = true;
}

void pd_hits_rounding(struct pd_hits *h, uint32_t event, double weight)
{
	struct pd_profile_sum_event *e = event_of(h, event);

	e->e.rounding = e->before.rounding + weight;
}

void pd_hits_limit(struct pd_hits *h, uint32_t event, double weight)
{
	struct pd_profile_sum_event *e = event_of(h, event);

	e->e.limit = e->before.limit + weight;
	e->has_limit = true;
}

void pd_hits_shares(struct pd_hits *h, uint32_t event)
{
	struct pd_profile_sum_event *e = event_of(h, event);

	/* Two blocks of shares are more than a whole, as their rows will tell. */
	e->e.shares = e->has_whole = true;
	e->e.weight = PD_PROFILE_WHOLE;
}

void pd_hits_parts(struct pd_hits *h, uint32_t event, uint32_t parts)
{
	event_of(h, event)->e.parts = parts;
	pd_hits_uncounted(h, event);
}

void pd_hits_lost(struct pd_hits *h, uint32_t event, uint64_t lost)
{
	event_of(h, event)->e.lost += lost;
}

void pd_hits_uncounted(struct pd_hits *h, uint32_t event)
{
	event_of(h, event)->uncounted = true;
}

void pd_hits_sampling(struct pd_hits *h, uint32_t event, enum pd_sampling sampling)
{
	event_of(h, event)->e.sampling = sampling;
}

void pd_hits_are_inclusive(struct pd_hits *h, uint32_t event)
{
	event_of(h, event)->e.is_inclusive = true;
}

/* ---- hits */

/* Threads are few, and their names short. */
static pd_id comm_id(struct pd_hits *h, struct pd_str comm)
{
	struct pd_hits_comm *c;
	size_t hash = comm.n;

	if (!comm.n || comm.n >= sizeof(c->name))
		return clean_id(h, comm);
	for (size_t i = 0; i < comm.n; i++)
		hash = hash * 31 + (unsigned char)comm.p[i];
	c = &h->comm[hash % PD_ARRAY_SIZE(h->comm)];
	if (c->n != comm.n || memcmp(c->name, comm.p, comm.n) != 0) {
		c->id = clean_id(h, comm);
		c->n = comm.n;
		memcpy(c->name, comm.p, comm.n);
	}
	return c->id;
}

void pd_hits_begin(struct pd_hits *h, uint32_t event, struct pd_str comm)
{
	h->place = (struct pd_place){.event = event, .comm = comm_id(h, comm)};
	h->n_frames = 0;
	h->has_lock = false;
}

/* Neighbours in a chain are mostly of one object. */
static pd_id dso_id(struct pd_hits *h, struct pd_str dso)
{
	if (!pd_str_eq(dso, h->last_dso_name)) {
		h->last_dso = clean_id(h, dso);
		h->last_dso_name = pd_intern_name(&h->names, h->last_dso);
	}
	return h->last_dso;
}

static uint32_t frame_id(struct pd_hits *h, struct pd_str symbol, struct pd_str dso)
{
	return pd_profile_frame(&h->frames, clean_id(h, symbol), dso_id(h, dso));
}

uint32_t pd_hits_frame_number(struct pd_hits *h, struct pd_str symbol, struct pd_str dso)
{
	return frame_id(h, symbol, dso);
}

void pd_hits_frame_again(struct pd_hits *h, uint32_t number)
{
	if (number && h->n_frames < PD_PROFILE_MAX_FRAMES)
		h->frame[h->n_frames++] = number;
}

void pd_hits_frame(struct pd_hits *h, struct pd_str symbol, struct pd_str dso)
{
	if (h->n_frames < PD_PROFILE_MAX_FRAMES)
		pd_hits_frame_again(h, frame_id(h, symbol, dso));
}

void pd_hits_lock(struct pd_hits *h, uint32_t lock_class, struct pd_str name)
{
	h->place.lock = lock_class;
	h->place.lock_name = clean_id(h, name);
	h->has_lock = true;
}

void pd_hits_data(struct pd_hits *h, struct pd_str symbol, struct pd_str source)
{
	h->place.data = clean_id(h, symbol);
	h->place.data_source = clean_id(h, source);
}

/* A program may have a mutex_lock of its own; sources without objects are believed. */
static bool may_be_kernel(struct pd_str dso)
{
	struct pd_dso_buf buf;
	enum pd_dso_kind kind = pd_dso_key(dso, &buf).kind;

	return kind != PD_DSO_FILE && kind != PD_DSO_JIT;
}

/* What a frame is to whoever walks up a chain; looked at once. */
static const struct pd_hits_kind *kind_of(struct pd_hits *h, uint32_t frame)
{
	struct pd_hits_kind *kind;

	if (frame >= h->n_kinds) {
		h->kind = pd_vec_grow(h->kind, &h->cap_kinds, frame + 1u, sizeof(*h->kind));
		memset(h->kind + h->n_kinds, 0, (h->cap_kinds - h->n_kinds) * sizeof(*h->kind));
		h->n_kinds = h->cap_kinds;
	}
	kind = &h->kind[frame];
	if (!kind->known) {
		struct pd_str symbol = pd_intern_name(&h->names, h->frames.frame[frame].symbol);
		struct pd_str dso = pd_intern_name(&h->names, h->frames.frame[frame].dso);

		if (may_be_kernel(dso)) {
			kind->lock_class = (uint8_t)pd_lock_primitive(symbol);
			kind->wrapper = (uint8_t)pd_lock_wrapper(symbol);
		}
		kind->skid = pd_symbol_is_skid(symbol);
		kind->known = true;
	}
	return kind;
}

static uint32_t frame_at(const struct pd_hits *h, size_t i)
{
	return i < h->n_frames ? h->frame[i] : 0;
}

/* The class of lock of a wrapper at the leaf, which is its own site. */
static uint8_t wrapper_at_leaf(struct pd_hits *h)
{
	return h->n_frames ? kind_of(h, h->frame[0])->wrapper : (uint8_t)PD_LOCK_NONE;
}

/* The first frame above the primitives of a lock, or above a release. */
static void find_site(struct pd_hits *h)
{
	struct pd_lock_peel peel = {.lock_class = (enum pd_lock_class)wrapper_at_leaf(h)};
	size_t n = 0;

	while (!h->has_lock && n < h->n_frames && kind_of(h, h->frame[n])->skid)
		n++;
	while (!n && peel.n < h->n_frames &&
	       pd_lock_peel_step(&peel, kind_of(h, h->frame[peel.n])->lock_class))
		;
	if (!n && !peel.lock_class && !h->has_lock)
		return;
	if (!h->has_lock)
		h->place.lock = peel.lock_class;
	h->place.site = frame_at(h, n ? n : peel.n);
	h->place.above = frame_at(h, (n ? n : peel.n) + 1);
}

/* From the root on, so that stacks share what they have in common. */
static void sum_stack(struct pd_hits *h, uint64_t weight)
{
	struct pd_profile_stack stack = {.event = h->place.event,
					 .comm = h->place.comm,
					 .weight = weight};

	for (size_t i = h->n_frames; i--;)
		stack.node = pd_profile_node(&h->nodes, stack.node, h->frame[i]);
	pd_profile_sum_stack(current(h), &stack);
}

static void check_overflow(struct pd_hits *h)
{
	if (current(h)->overflow && !h->ingest->status)
		pd_ingest_error(h->ingest, NULL, NULL, "limit",
				"the weights of one event add up to more than 64 bits hold");
}

static void finish(struct pd_hits *h, uint64_t weight, uint64_t hits, pd_profile_squares squares)
{
	struct pd_profile_sum *s = current(h);

	h->n_rows++;
	if (h->place.event >= PD_PROFILE_MAX_EVENTS)
		return;
	h->place.leaf = frame_at(h, 0);
	h->place.caller = frame_at(h, 1);
	find_site(h);
	if (h->ingest->options->stacks)
		sum_stack(h, weight);
	pd_profile_sum_row(s, &h->place, weight, hits, squares);
	if (!pd_profile_sum_event(s, h->place.event)->tells_inclusive)
		pd_profile_sum_chain(s, h->place.event, h->frame, h->n_frames, weight);
	check_overflow(h);
}

void pd_hits_end(struct pd_hits *h, uint64_t weight)
{
	finish(h, weight, 1, (pd_profile_squares)weight * weight);
}

void pd_hits_end_row(struct pd_hits *h, uint64_t weight, uint64_t hits)
{
	finish(h, weight, hits, hits == 1 ? (pd_profile_squares)weight * weight : 0);
}

void pd_hits_inclusive(struct pd_hits *h, uint32_t event, struct pd_str symbol, struct pd_str dso,
		       uint64_t weight)
{
	uint32_t frame = frame_id(h, symbol, dso);
	struct pd_profile_sum_event *e;

	if (event >= PD_PROFILE_MAX_EVENTS || !frame)
		return;
	e = event_of(h, event);
	if (!e->tells_inclusive && e->cap)
		memset(e->inclusive, 0, e->cap * sizeof(*e->inclusive));
	e->tells_inclusive = true;
	pd_profile_sum_inclusive(current(h), event, frame, weight);
	check_overflow(h);
}

void pd_hits_edge(struct pd_hits *h, uint32_t event, struct pd_hits_function caller,
		  struct pd_hits_function callee, uint64_t weight)
{
	uint32_t from = frame_id(h, caller.symbol, caller.dso),
		 to = frame_id(h, callee.symbol, callee.dso);

	if (event >= PD_PROFILE_MAX_EVENTS || !from || !to)
		return;
	pd_profile_sum_edge(current(h), event, from, to, weight);
	check_overflow(h);
}
