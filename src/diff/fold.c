/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/fold.h"

#include "diff/inside.h"

#include "base/out.h"
#include "base/str.h"
#include "model/comm.h"
#include "model/dso.h"
#include "model/event.h"
#include "model/lock.h"
#include "model/subsystem.h"
#include "model/symbol.h"

struct pd_fold pd_fold_new(struct pd_ctx *ctx, const struct pd_profiles *profiles,
			   const struct pd_delta_policy *policy)
{
	struct pd_fold f = {.ctx = ctx, .profiles = profiles, .policy = policy};

	f.frame = pd_ctx_alloc(ctx, (profiles->n_frames + 1) * sizeof(*f.frame));
	return f;
}

/* The name that was written to @text, which is closed. */
static pd_id name_of(struct pd_fold *f, struct pd_out *text)
{
	pd_id name = pd_ctx_id(f->ctx, pd_out_kept(text));

	(void)pd_out_close(text);
	return name;
}

/* Addresses differ from run to run: what is left is the object they lie in. */
static void fold_unresolved(struct pd_fold *f, struct pd_fold_frame *ret, struct pd_str dso)
{
	bool bracketed = dso.n && dso.p[0] == '[';
	struct pd_out text;

	pd_out_init(&text, -1);
	if (dso.n)
		pd_out_printf(&text, bracketed ? "%.*s " : "[%.*s] ", PD_FMT(dso));
	pd_out_str(&text, pd_symbol_unresolved);
	ret->canonical = name_of(f, &text);
	ret->group = ret->raw = ret->canonical;
}

static void fold_symbol(struct pd_fold *f, struct pd_fold_frame *ret, struct pd_str raw,
			struct pd_str dso)
{
	struct pd_symbol_buf canonical_buf, group_buf;
	struct pd_symbol_name name = pd_symbol_canonical(raw, &canonical_buf);

	ret->canonical = pd_ctx_id(f->ctx, name.canonical);
	ret->group = pd_ctx_id(f->ctx, pd_symbol_group(name.canonical, dso, &group_buf));
}

const struct pd_fold_frame *pd_fold_frame(struct pd_fold *f, uint32_t frame)
{
	const struct pd_frame *in = &f->profiles->frame[frame];
	struct pd_fold_frame *ret = &f->frame[frame];
	struct pd_dso_buf dso_buf;
	struct pd_str raw;
	struct pd_dso dso;

	if (ret->known || !frame)
		return ret;
	raw = pd_ctx_name(f->ctx, in->symbol);
	dso = pd_dso_key(pd_ctx_name(f->ctx, in->dso), &dso_buf);
	*ret = (struct pd_fold_frame){.raw = in->symbol, .known = true};
	ret->dso = in->dso ? pd_ctx_id(f->ctx, dso.key) : 0;
	if (pd_symbol_is_unresolved(raw))
		fold_unresolved(f, ret, dso.key);
	else
		fold_symbol(f, ret, raw, dso.key);
	ret->idle = pd_symbol_is_idle(raw, PD_STR(""));
	ret->skid = pd_symbol_is_skid(raw);
	return ret;
}

pd_id pd_fold_symbol(struct pd_fold *f, uint32_t frame)
{
	const struct pd_fold_frame *folded = pd_fold_frame(f, frame);

	return f->policy->raw_names ? folded->raw : folded->group;
}

/* ---- locks */

static struct pd_str name_at(const struct pd_fold *f, uint32_t frame)
{
	return pd_ctx_name(f->ctx, f->profiles->frame[frame].symbol);
}

/*
 * The frame above primitives is the site. Where the source names one function it may be any
 * that led there; the frame above an unknown site takes the lock if that was inlined in it.
 */
static bool find_lock(struct pd_fold *f, const struct pd_place *place, struct pd_lock *ret)
{
	enum pd_lock_class lock_class = (enum pd_lock_class)place->lock;
	const struct pd_locks *told = f->policy->locks;

	if (place->site != place->leaf &&
	    pd_lock_find(told, lock_class, name_at(f, place->site), ret))
		return true;
	return pd_lock_find_below(
		told, lock_class,
		name_at(f, place->site == place->leaf ? place->site : place->above), ret);
}

/* "perf_sched_mutex or another mutex" */
static pd_id candidate(struct pd_fold *f, const struct pd_place *place, const struct pd_lock *lock)
{
	struct pd_str word = pd_lock_word((enum pd_lock_class)place->lock);
	struct pd_out text;

	pd_out_init(&text, -1);
	pd_out_printf(&text, "%.*s%s or another %.*s", PD_FMT(lock->name),
		      lock->n_locks > 1 ? "," : "", PD_FMT(word));
	return name_of(f, &text);
}

/* "rwlock:R at do_wait": no table knows it, yet a kernel engineer does. */
static pd_id nameless(struct pd_fold *f, const struct pd_place *place)
{
	struct pd_str word = pd_lock_word((enum pd_lock_class)place->lock);

	struct pd_str site;
	struct pd_out text;

	if (!place->site)
		return pd_ctx_id(f->ctx, word);
	site = pd_ctx_name(f->ctx, pd_fold_frame(f, place->site)->canonical);
	pd_out_init(&text, -1);
	pd_out_printf(&text, "%.*s at %.*s", PD_FMT(word), PD_FMT(site));
	return name_of(f, &text);
}

pd_id pd_fold_lock(struct pd_fold *f, const struct pd_place *place, uint32_t *ret_caveats)
{
	struct pd_lock lock;

	*ret_caveats = 0;
	if (!place->lock_name && !place->lock)
		return 0;
	if (pd_event_is_waiting(pd_ctx_name(f->ctx, f->profiles->event[place->event])))
		*ret_caveats = PD_DELTA_WAITING;
	if (place->lock_name) {
		lock = pd_lock_named(pd_ctx_name(f->ctx, place->lock_name));
		*ret_caveats |= lock.is_per_object ? PD_DELTA_LOCK_CLASS : 0;
		return place->lock_name;
	}
	if (!find_lock(f, place, &lock))
		return nameless(f, place);
	if (lock.trust <= PD_LOCK_AMBIGUOUS)
		*ret_caveats |= PD_DELTA_AMBIGUOUS_LOCK;
	if (lock.is_per_object)
		*ret_caveats |= PD_DELTA_LOCK_CLASS;
	return lock.trust == PD_LOCK_CANDIDATE ? candidate(f, place, &lock)
					       : pd_ctx_id(f->ctx, lock.name);
}

/* ---- chains */

enum { STACK_FRAMES = 5 };

uint32_t pd_fold_leaf(const struct pd_fold *f, uint32_t node)
{
	return node ? f->profiles->node[node].frame : 0;
}

pd_id pd_fold_stack(struct pd_fold *f, uint32_t node)
{
	struct pd_out text;

	if (!node)
		return pd_ctx_id(f->ctx, PD_STR("(no chain)"));
	pd_out_init(&text, -1);
	for (int i = 0; i < STACK_FRAMES && node; i++) {
		const struct pd_stack_node *n = &f->profiles->node[node];

		pd_out_text(&text, i ? "." : "");
		pd_out_str(&text, pd_ctx_name(f->ctx, pd_fold_frame(f, n->frame)->canonical));
		node = n->parent;
	}
	return name_of(f, &text);
}

/* ---- rows */

static bool is_by(const struct pd_fold *f, enum pd_by by)
{
	return f->policy->by & 1u << by;
}

/* Time in a release was spent before it, with interrupts off, in its caller. */
uint32_t pd_fold_charged(struct pd_fold *f, const struct pd_place *place)
{
	if (f->policy->charge_callers && place->site && pd_fold_frame(f, place->leaf)->skid)
		return place->site;
	return place->leaf;
}

static pd_id comm_of(struct pd_fold *f, const struct pd_place *place)
{
	return pd_ctx_id(f->ctx, pd_comm_fold(pd_ctx_name(f->ctx, place->comm)));
}

static bool is_left_out(struct pd_fold *f, const struct pd_fold_frame *frame, pd_id comm)
{
	bool idle = frame->idle || pd_symbol_is_idle(PD_STR(""), pd_ctx_name(f->ctx, comm));

	return f->policy->idle != PD_IDLE_KEEP && idle == (f->policy->idle == PD_IDLE_DROP);
}

/* Primitives and wrappers have no callers of interest: beside a lock stands who takes it. */
static uint32_t caller_of(struct pd_fold *f, const struct pd_place *place)
{
	bool locked = place->lock || place->lock_name;

	if (!is_by(f, PD_BY_LOCK) || !locked || !place->site)
		return place->caller;
	if (place->above && pd_lock_wrapper(name_at(f, place->site)))
		return place->above;
	return place->site;
}

static void name_lock(struct pd_fold *f, const struct pd_place *place, struct pd_fold_row *ret)
{
	ret->name[PD_BY_LOCK] = pd_fold_lock(f, place, &ret->caveats);
	if (!ret->name[PD_BY_LOCK])
		ret->name[PD_BY_LOCK] = pd_ctx_id(f->ctx, PD_STR("(no lock)"));
}

/* Of a hit on no data, or on such that nothing says what it is or where it came from. */
static pd_id or_not_told(struct pd_fold *f, pd_id name)
{
	return name ? name : pd_ctx_id(f->ctx, PD_STR("(not told)"));
}

static bool is_inside(struct pd_fold *f, uint32_t frame)
{
	if (!f->inside)
		f->inside = pd_inside(f->ctx, f->profiles);
	return f->inside[frame];
}

/* Looked up when it is asked for: a table of patterns costs more than all else of a frame. */
static pd_id subsystem_of(struct pd_fold *f, uint32_t frame)
{
	struct pd_fold_frame *known = &f->frame[frame];
	struct pd_dso_buf buf;
	struct pd_dso dso;

	if (known->subsystem)
		return known->subsystem;
	dso = pd_dso_key(pd_ctx_name(f->ctx, f->profiles->frame[frame].dso), &buf);
	if (dso.kind == PD_DSO_UNKNOWN && is_inside(f, frame))
		dso = (struct pd_dso){PD_STR("[kernel]"), PD_DSO_KERNEL};
	known->subsystem = pd_ctx_id(f->ctx,
				     pd_subsystem_of(f->policy->subsystems,
						     pd_ctx_name(f->ctx, known->canonical), dso));
	return known->subsystem;
}

struct pd_fold_row pd_fold_row(struct pd_fold *f, const struct pd_place *place)
{
	uint32_t at = pd_fold_charged(f, place);
	const struct pd_fold_frame *frame = pd_fold_frame(f, at);
	struct pd_fold_row ret = {.canonical = frame->canonical,
				  .raw = frame->raw,
				  .dso = frame->dso,
				  .comm = comm_of(f, place)};

	ret.left_out = is_left_out(f, frame, ret.comm);
	if (is_by(f, PD_BY_COMM))
		ret.name[PD_BY_COMM] = ret.comm;
	if (is_by(f, PD_BY_DSO))
		ret.name[PD_BY_DSO] = frame->dso;
	if (is_by(f, PD_BY_SYMBOL))
		ret.name[PD_BY_SYMBOL] = pd_fold_symbol(f, at);
	if (is_by(f, PD_BY_SUBSYSTEM))
		ret.name[PD_BY_SUBSYSTEM] = subsystem_of(f, pd_fold_charged(f, place));
	if (is_by(f, PD_BY_CALLER))
		ret.name[PD_BY_CALLER] = pd_fold_frame(f, caller_of(f, place))->group;
	if (is_by(f, PD_BY_DATA))
		ret.name[PD_BY_DATA] = or_not_told(f, place->data);
	if (is_by(f, PD_BY_DATA_SOURCE))
		ret.name[PD_BY_DATA_SOURCE] = or_not_told(f, place->data_source);
	if (is_by(f, PD_BY_EVENT))
		ret.name[PD_BY_EVENT] = f->profiles->event[place->event];
	if (is_by(f, PD_BY_LOCK))
		name_lock(f, place, &ret);
	return ret;
}
