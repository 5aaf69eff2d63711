/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/join.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/ingest.h"
#include "read/stage.h"
#include "read/translation.h"

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

static void check_names(struct pd_hits *h)
{
	if (h->names.n <= (size_t)PD_STAGE_MAX_NAMES + 1 || h->ingest->full)
		return;
	pd_ingest_error(h->ingest, NULL, NULL, "limit", "more than %d different names in one file",
			PD_STAGE_MAX_NAMES);
	h->ingest->full = true;
}

static pd_id intern(void *to, struct pd_str name)
{
	return pd_intern(&((struct pd_hits *)to)->names, name);
}

/* All names, so that the order in which they appeared is kept. */
static struct pd_translation translation_of(struct pd_hits *to, const struct pd_hits *next)
{
	struct pd_translation t = pd_translation_new(next, intern, to);

	for (pd_id i = 1; i < next->names.n; i++)
		(void)pd_translation_name(&t, i);
	check_names(to);
	pd_translation_frames(&t, &to->frames, &to->nodes);
	for (size_t i = 0; i < next->n_events; i++) {
		uint32_t event = pd_hits_event(to, pd_intern_name(&next->names, next->event[i]));

		t.event[i] = event < PD_PROFILE_MAX_EVENTS ? event : PD_TRANSLATION_NONE;
	}
	return t;
}

/* What the source said of the event beside its rows, and what rows do not tell. */
static void join_event(struct pd_profile_sum_event *to, const struct pd_profile_sum_event *before,
		       const struct pd_profile_sum_event *next)
{
	to->e = next->has_whole || next->e.shares ? next->e : before->e;
	to->e.present = true;
	to->e.parts = next->e.parts ? next->e.parts : before->e.parts;
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

static void join_sum(struct pd_translation *t, struct pd_profile_sum *to,
		     const struct pd_profile_sum *next)
{
	struct pd_profile_sum_event *before = calloc(PD_PROFILE_MAX_EVENTS, sizeof(*before));

	if (!before)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < PD_N_SETUP; i++)
		if (next->setup[i])
			to->setup[i] = pd_translation_name(t, next->setup[i]);
	if (next->elapsed > 0)
		to->elapsed = next->elapsed;
	for (size_t i = 0; i < next->n_events; i++)
		if (next->event[i].e.present && t->event[i] != PD_TRANSLATION_NONE)
			before[i] = *pd_profile_sum_event(to, t->event[i]);
	pd_translation_rows(t, next, to);
	for (uint32_t i = 0; i < next->n_events; i++) {
		if (!next->event[i].e.present || t->event[i] == PD_TRANSLATION_NONE)
			continue;
		pd_translation_inclusive(t, next, i, to);
		join_event(pd_profile_sum_event(to, t->event[i]), &before[i], &next->event[i]);
	}
	to->overflow |= next->overflow;
	free(before);
}

void pd_join_hits(struct pd_hits *to, const struct pd_hits *next)
{
	struct pd_translation t = translation_of(to, next);

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
	pd_translation_free(&t);
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
