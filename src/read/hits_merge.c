/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/hits_merge.h"

#include "base/str.h"
#include "read/translation.h"

static pd_id intern(void *ctx, struct pd_str name)
{
	return pd_ctx_id(ctx, name);
}

static struct pd_translation translation_of(const struct pd_hits *h, struct pd_ctx *ctx,
					    struct pd_profile_set *set)
{
	struct pd_translation t = pd_translation_new(h, intern, ctx);

	pd_translation_frames(&t, &set->frames, &set->nodes);
	for (size_t i = 0; i < h->n_events; i++)
		t.event[i] = pd_profile_set_event(set, pd_translation_name(&t, h->event[i]));
	return t;
}

/* What the source said of the event beside its rows. */
static void translate_event(struct pd_profile_sum_event *to,
			    const struct pd_profile_sum_event *from)
{
	to->e = from->e;
	to->has_whole = from->has_whole;
	to->has_whole_hits = from->has_whole_hits;
	to->has_limit = from->has_limit;
	to->uncounted = from->uncounted;
	to->unsquared = from->unsquared;
	to->weight = from->weight;
	to->hits = from->hits;
	to->least = from->least;
	to->n_rows = from->n_rows;
}

static struct pd_profile_sum translate(struct pd_translation *t, const struct pd_profile_sum *from)
{
	struct pd_profile_sum to = {.elapsed = from->elapsed};

	for (size_t i = 0; i < PD_N_SETUP; i++)
		to.setup[i] = pd_translation_name(t, from->setup[i]);
	pd_translation_rows(t, from, &to);
	for (uint32_t i = 0; i < from->n_events; i++) {
		if (!from->event[i].e.present)
			continue;
		pd_translation_inclusive(t, from, i, &to);
		translate_event(pd_profile_sum_event(&to, t->event[i]), &from->event[i]);
	}
	return to;
}

/* A file with one title alone is called as its operand says. */
static bool gives_way(const struct pd_hits *h, const struct pd_merge_target *target)
{
	for (size_t i = 1; i < h->n_sums; i++)
		if (h->sum[i].title != h->sum[0].title)
			return false;
	return target->side_given;
}

static int check_sides(const struct pd_hits *h, struct pd_ctx *ctx,
		       const struct pd_merge_target *target)
{
	if (!target->side_given || gives_way(h, target))
		return PD_OK;
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){target->source.p, 0, 0}, "side-conflict",
		    "holds several titled profiles, yet it was given as '%.*s'; name the file "
		    "without a label",
		    PD_FMT(target->side));
	return PD_EUSAGE;
}

int pd_hits_merge_side(struct pd_ctx *ctx, struct pd_profile_set *set, pd_id side,
		       struct pd_str source, uint16_t *ret)
{
	int r = pd_profile_set_side(set, side, ret);

	if (r < 0)
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){source.p, 0, 0}, "limit",
			    "more than %d sides up to this file", UINT16_MAX);
	return r;
}

static bool is_empty(const struct pd_profile_sum *s)
{
	return !s->n_cells && !s->n_edges && !s->n_events;
}

int pd_hits_merge(struct pd_hits *h, struct pd_ctx *ctx, struct pd_profile_set *set,
		  const struct pd_merge_target *target)
{
	struct pd_translation t;
	int r = check_sides(h, ctx, target);

	if (r < 0)
		return r;
	t = translation_of(h, ctx, set);
	for (size_t i = 0; i < h->n_sums; i++) {
		bool titled = h->sum[i].title && !gives_way(h, target);
		pd_id side = titled ? pd_translation_name(&t, h->sum[i].title)
				    : pd_ctx_id(ctx, target->side);
		struct pd_profile_sum sum;
		uint16_t number;

		if (is_empty(&h->sum[i]))
			continue;
		r = pd_hits_merge_side(ctx, set, side, target->source, &number);
		if (r < 0)
			break;
		sum = translate(&t, &h->sum[i]);
		pd_profile_set_add(set, ctx, &sum, number, pd_ctx_id(ctx, target->source));
		pd_profile_sum_free(&sum);
	}
	pd_translation_free(&t);
	return r;
}
