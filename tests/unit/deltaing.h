/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * deltaing.h - profiles told hit by hit, and what comparing them gives
 *
 *	struct deltaing d = deltaing_new();
 *	deltaing_run(&d, "base");
 *	deltaing_hits(&d, "main;work", 10);       ten hits of weight 1, the root first
 *	deltaing_compare(&d, NULL);
 *	deltaing_row(&d, "work")->change[0].cost ...
 */
#ifndef DELTAING_H
#define DELTAING_H

#include "testing.h"

#include "base/str.h"
#include "read/hits.h"
#include "read/hits_merge.h"
#include "read/ingest.h"

#include <perfdelta/perfdelta.h>

struct deltaing {
	struct pd_ctx *ctx;
	struct pd_profile_set set;
	struct pd_profiles profiles;
	struct pd_delta_result result;
	int status;

	struct pd_ingest *g; /* of the run that is being told */
	const char *side, *event, *comm, *dso;
};

static inline struct deltaing deltaing_new(void)
{
	return (struct deltaing){
		.ctx = pd_ctx_new(NULL, NULL), .event = "cycles", .comm = "prog", .dso = "prog"};
}

static inline void deltaing_end_run(struct deltaing *d)
{
	struct pd_merge_target target = {.source = PD_STR("file"), .side_given = true};

	if (!d->g)
		return;
	target.side = pd_str_of(d->side);
	assert_int_equal(pd_hits_merge(pd_hits_of(d->g), d->ctx, &d->set, &target), PD_OK);
	pd_ingest_free(d->g);
	d->g = NULL;
}

static inline struct pd_hits *deltaing_run(struct deltaing *d, const char *side)
{
	static const struct pd_read_options options = {.stacks = true};

	deltaing_end_run(d);
	d->g = pd_ingest_new(&options);
	d->side = side;
	return pd_hits_of(d->g);
}

static inline void deltaing_chain(struct deltaing *d, struct pd_hits *h, const char *stack)
{
	struct pd_str rest = pd_str_of(stack);

	pd_hits_begin(h, pd_hits_event(h, pd_str_of(d->event)), pd_str_of(d->comm));
	while (rest.n) {
		size_t at = rest.n;

		while (at && rest.p[at - 1] != ';')
			at--;
		pd_hits_frame(h, pd_str_skip(rest, at), pd_str_of(d->dso));
		rest.n = at ? at - 1 : 0;
	}
}

/* @n hits of weight 1 each. */
static inline void deltaing_hits(struct deltaing *d, const char *stack, uint64_t n)
{
	struct pd_hits *h = pd_hits_of(d->g);

	deltaing_chain(d, h, stack);
	pd_hits_end_row(h, n, n);
}

/* A row of a list: @ppm millionths of the whole, of unknown hits. */
static inline void deltaing_share(struct deltaing *d, const char *symbol, uint64_t ppm)
{
	struct pd_hits *h = pd_hits_of(d->g);

	deltaing_chain(d, h, symbol);
	pd_hits_end_row(h, ppm * (PD_PROFILE_WHOLE / 1000000), PD_HITS_UNKNOWN);
}

static inline void deltaing_compare(struct deltaing *d, const struct pd_delta_policy *policy)
{
	static const struct pd_delta_policy defaults = {0};

	deltaing_end_run(d);
	d->profiles = pd_profile_set_finish(&d->set, d->ctx);
	d->status = pd_delta(d->ctx, &d->profiles, NULL, policy ? policy : &defaults, &d->result);
}

static inline const struct pd_delta_row *deltaing_row(const struct deltaing *d, const char *name)
{
	const struct pd_delta_section *s = &d->result.section[0];

	for (size_t i = 0; i < s->n; i++)
		for (size_t by = 0; by < PD_N_BY; by++)
			if (by != PD_BY_DSO &&
			    !strcmp(pd_ctx_name(d->ctx, s->row[i].name[by]).p, name))
				return &s->row[i];
	return NULL;
}

static inline const struct pd_delta_row *deltaing_kind(const struct deltaing *d,
						       enum pd_delta_kind kind)
{
	const struct pd_delta_section *s = &d->result.section[0];

	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].kind == kind)
			return &s->row[i];
	return NULL;
}

static inline void deltaing_free(struct deltaing *d)
{
	pd_ctx_free(d->ctx);
}

#endif
