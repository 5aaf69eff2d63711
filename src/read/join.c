/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/join.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/hitsum.h"
#include "read/ingest.h"
#include "read/stage.h"

#include <stdlib.h>

/* ---- diagnostics */

static uint64_t *count_of(struct pd_stage_diags *d, const char *code)
{
	for (size_t i = 0; i < d->n_codes; i++)
		if (!strcmp(d->count[i].code, code))
			return &d->count[i].n;
	if (d->n_codes == PD_ARRAY_SIZE(d->count))
		return NULL;
	d->count[d->n_codes] = (struct pd_stage_code){code, 0};
	return &d->count[d->n_codes++].n;
}

/* How many of @code are kept, of which no more are than are shown. */
static size_t kept_of(const struct pd_stage_diags *d, const char *code)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		n += !strcmp(d->diag[i].diag.code, code);
	return n;
}

static void keep(struct pd_stage_diags *to, const struct pd_stage_diag *diag, int64_t shift)
{
	struct pd_stage_diag *kept;

	to->diag = pd_vec_grow(to->diag, &to->cap, to->n + 1, sizeof(*to->diag));
	kept = &to->diag[to->n++];
	*kept = *diag;
	kept->msg = strdup(diag->msg);
	if (!kept->msg)
		pd_arena_out_of_memory();
	kept->diag.msg = kept->msg;
	if (kept->diag.loc.line)
		kept->diag.loc.line = (uint64_t)((int64_t)kept->diag.loc.line + shift);
}

static void join_diags(struct pd_stage_diags *to, const struct pd_stage_diags *next,
		       uint64_t prologue, int64_t shift)
{
	for (size_t i = 0; i < next->n; i++) {
		const struct pd_diag *d = &next->diag[i].diag;

		if ((!d->loc.line || d->loc.line > prologue) &&
		    kept_of(to, d->code) < PD_STAGE_DIAGS_SHOWN)
			keep(to, &next->diag[i], shift);
	}
	for (size_t i = 0; i < next->n_codes; i++) {
		uint64_t *n = count_of(to, next->count[i].code);

		if (n)
			*n += next->count[i].n;
	}
	to->n_skipped += next->n_skipped;
}

/* ---- hits */

/* Numbers of @next as those of @to; the order in which they appeared is kept. */
struct translation {
	pd_id *name;
	uint32_t *frame, *node, *event;
};

static uint32_t *numbers(size_t n)
{
	uint32_t *p = calloc(n + 1, sizeof(*p));

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

static void check_names(struct pd_hits *h)
{
	if (h->names.n <= (size_t)PD_STAGE_MAX_NAMES + 1 || h->ingest->full)
		return;
	pd_ingest_error(h->ingest, NULL, NULL, "limit", "more than %d different names in one file",
			PD_STAGE_MAX_NAMES);
	h->ingest->full = true;
}

static struct translation translation_of(struct pd_hits *to, const struct pd_hits *next)
{
	struct translation t = {.name = numbers(next->names.n),
				.frame = numbers(next->frames.n),
				.node = numbers(next->nodes.n),
				.event = numbers(next->n_events)};

	for (pd_id i = 1; i < next->names.n; i++)
		t.name[i] = pd_intern(&to->names, pd_intern_name(&next->names, i));
	check_names(to);
	for (size_t i = 1; i < next->frames.n; i++)
		t.frame[i] = pd_profile_frame(&to->frames, t.name[next->frames.frame[i].symbol],
					      t.name[next->frames.frame[i].dso]);
	for (size_t i = 1; i < next->nodes.n; i++)
		t.node[i] = pd_profile_node(&to->nodes, t.node[next->nodes.node[i].parent],
					    t.frame[next->nodes.node[i].frame]);
	for (size_t i = 0; i < next->n_events; i++)
		t.event[i] = pd_hits_event(to, pd_intern_name(&next->names, next->event[i]));
	return t;
}

static void translation_free(struct translation *t)
{
	free(t->name);
	free(t->frame);
	free(t->node);
	free(t->event);
}

static struct pd_place place_of(const struct translation *t, const struct pd_place *p)
{
	struct pd_place place = *p;

	place.event = t->event[p->event];
	place.comm = t->name[p->comm];
	place.leaf = t->frame[p->leaf];
	place.caller = t->frame[p->caller];
	place.site = t->frame[p->site];
	place.above = t->frame[p->above];
	place.lock_name = t->name[p->lock_name];
	place.data = t->name[p->data];
	place.data_source = t->name[p->data_source];
	return place;
}

/* What the source said of the event beside its rows, and what rows do not tell. */
static void join_event(struct pd_profile_sum_event *to, const struct pd_profile_sum_event *before,
		       const struct pd_profile_sum_event *next)
{
	to->e = next->has_whole || next->e.shares ? next->e : before->e;
	to->e.present = true;
	to->e.lost = before->e.lost + next->e.lost;
	to->e.has_chains = before->e.has_chains || next->e.has_chains;
	to->e.is_inclusive = before->e.is_inclusive || next->e.is_inclusive;
	to->e.rounding = before->e.rounding > next->e.rounding ? before->e.rounding
							       : next->e.rounding;
	to->has_whole = before->has_whole || next->has_whole;
	to->has_whole_hits = before->has_whole_hits || next->has_whole_hits;
	to->has_limit = before->has_limit || next->has_limit;
	to->uncounted = before->uncounted || next->uncounted;
	to->unsquared = before->unsquared || next->unsquared;
	to->tells_inclusive = before->tells_inclusive || next->tells_inclusive;
	to->least = before->least < next->least ? before->least : next->least;
	to->n_rows = before->n_rows + next->n_rows;
}

static void join_rows(struct translation *t, struct pd_profile_sum *to,
		      const struct pd_profile_sum *next)
{
	for (size_t i = 0; i < next->n_cells; i++) {
		const struct pd_profile_sum_cell *c = &next->cell[i];
		struct pd_place place = place_of(t, &c->place);

		if (place.event < PD_PROFILE_MAX_EVENTS)
			pd_profile_sum_row(to, &place, c->weight, c->hits, c->squares);
	}
	for (size_t i = 0; i < next->n_edges; i++) {
		const struct pd_profile_edge *e = &next->edge[i];

		if (t->event[e->event] < PD_PROFILE_MAX_EVENTS)
			pd_profile_sum_edge(to, t->event[e->event], t->frame[e->caller],
					    t->frame[e->callee], e->weight);
	}
	for (size_t i = 0; i < next->n_stacks; i++) {
		const struct pd_profile_stack *s = &next->stack[i];
		struct pd_profile_stack stack = {t->event[s->event], t->name[s->comm],
						 t->node[s->node], s->weight};

		if (stack.event < PD_PROFILE_MAX_EVENTS)
			pd_profile_sum_stack(to, &stack);
	}
}

static void join_inclusive(struct translation *t, struct pd_profile_sum *to, uint32_t event,
			   const struct pd_profile_sum_event *next)
{
	for (size_t f = 0; f < next->cap; f++)
		if (next->inclusive[f])
			pd_profile_sum_inclusive(to, event, t->frame[f], next->inclusive[f]);
}

static void join_sum(struct translation *t, struct pd_profile_sum *to,
		     const struct pd_profile_sum *next)
{
	struct pd_profile_sum_event *before = calloc(PD_PROFILE_MAX_EVENTS, sizeof(*before));

	if (!before)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < PD_N_SETUP; i++)
		if (next->setup[i])
			to->setup[i] = t->name[next->setup[i]];
	if (next->elapsed > 0)
		to->elapsed = next->elapsed;
	for (size_t i = 0; i < next->n_events; i++)
		if (next->event[i].e.present && t->event[i] < PD_PROFILE_MAX_EVENTS)
			before[i] = *pd_profile_sum_event(to, t->event[i]);
	join_rows(t, to, next);
	for (size_t i = 0; i < next->n_events; i++) {
		if (!next->event[i].e.present || t->event[i] >= PD_PROFILE_MAX_EVENTS)
			continue;
		join_inclusive(t, to, t->event[i], &next->event[i]);
		join_event(pd_profile_sum_event(to, t->event[i]), &before[i], &next->event[i]);
	}
	to->overflow |= next->overflow;
	free(before);
}

void pd_join_hits(struct pd_hits *to, const struct pd_hits *next)
{
	struct translation t = translation_of(to, next);

	for (size_t i = 0; i < next->n_sums; i++) {
		const struct pd_profile_sum *s = &next->sum[i];

		pd_hits_side(to, pd_intern_name(&next->names, s->title));
		pd_hits_run(to, s->run);
		join_sum(&t, &to->sum[to->at], s);
		if (to->sum[to->at].overflow && !to->ingest->status)
			pd_ingest_error(to->ingest, NULL, NULL, "limit",
					"the weights of one event add up to more than 64 bits hold");
	}
	to->n_rows += next->n_rows;
	translation_free(&t);
}

void pd_join(struct pd_ingest *to, const struct pd_ingest *next, uint64_t prologue, int64_t shift)
{
	join_diags(&to->diags, &next->diags, prologue, shift);
	if (!to->status)
		to->status = next->status;
	to->full |= next->full;
	if (next->hits)
		pd_join_hits(pd_hits_of(to), next->hits);
}
