/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * placing.h - the hits that a format makes of a text, as text
 *
 * One line per event that a profile has: side.run, event, "whole WEIGHT/HITS" ("-"
 * for hits that were not counted), "shares", "inclusive", "rounding R", "limit L",
 * "lost N". Then one line per cell: side.run, event, comm, symbol, object, caller,
 * data, source, WEIGHT/HITS.
 */
#ifndef PLACING_H
#define PLACING_H

#include "reading.h"

#include "read/hits.h"
#include "read/hits_check.h"
#include "read/hits_merge.h"

struct placing {
	int status;
	char *events, *cells, *said;
	struct pd_ctx *ctx;
	struct pd_profiles profiles;
};

static inline const char *placing_name(const struct placing *p, pd_id id)
{
	return pd_ctx_name(p->ctx, id).p;
}

static inline void placing_where(struct pd_out *out, const struct placing *p,
				 const struct pd_profile *profile, uint32_t event)
{
	pd_out_printf(out, "%s.%u|%s|", placing_name(p, p->profiles.side[profile->side].name),
		      profile->run, placing_name(p, p->profiles.event[event]));
}

static inline void placing_hits(struct pd_out *out, uint64_t weight, uint64_t hits, bool counted)
{
	pd_out_printf(out, "%llu/", (unsigned long long)weight);
	if (counted)
		pd_out_printf(out, "%llu", (unsigned long long)hits);
	else
		pd_out_char(out, '-');
}

static inline void placing_event(struct pd_out *out, const struct placing *p,
				 const struct pd_profile *profile, uint32_t i)
{
	const struct pd_profile_event *e = &profile->event[i];

	if (!e->present)
		return;
	placing_where(out, p, profile, i);
	pd_out_printf(out, "whole ");
	placing_hits(out, e->weight, e->hits, e->counted);
	pd_out_printf(out, "%s%s", e->shares ? " shares" : "", e->is_inclusive ? " inclusive" : "");
	if (e->rounding > 0)
		pd_out_printf(out, " rounding %g", e->rounding);
	if (e->limit > 0)
		pd_out_printf(out, " limit %g", e->limit);
	if (e->lost)
		pd_out_printf(out, " lost %llu", (unsigned long long)e->lost);
	pd_out_char(out, '\n');
}

static inline void placing_cell(struct pd_out *out, const struct placing *p,
				const struct pd_profile *profile, const struct pd_profile_cell *c)
{
	const struct pd_frame *leaf = &p->profiles.frame[c->place.leaf];
	const struct pd_frame *caller = &p->profiles.frame[c->place.caller];

	placing_where(out, p, profile, c->place.event);
	pd_out_printf(out, "%s|%s|%s|%s|%s|%s|", placing_name(p, c->place.comm),
		      placing_name(p, leaf->symbol), placing_name(p, leaf->dso),
		      placing_name(p, caller->symbol), placing_name(p, c->place.data),
		      placing_name(p, c->place.data_source));
	placing_hits(out, c->weight, c->hits, profile->event[c->place.event].counted);
	pd_out_char(out, '\n');
}

static inline void placing_print(struct placing *p)
{
	struct pd_out events, cells;

	pd_out_init(&events, -1);
	pd_out_init(&cells, -1);
	for (size_t i = 0; i < p->profiles.n; i++) {
		const struct pd_profile *profile = &p->profiles.profile[i];

		for (uint32_t e = 0; e < p->profiles.n_events; e++)
			placing_event(&events, p, profile, e);
		for (size_t c = 0; c < profile->n_cells; c++)
			placing_cell(&cells, p, profile, &profile->cell[c]);
	}
	pd_out_char(&events, '\0');
	pd_out_char(&cells, '\0');
	p->events = events.buf;
	p->cells = cells.buf;
}

static inline struct placing placing_of(const struct pd_format *format, const char *bytes, size_t n)
{
	static const struct pd_read_options options = {0};
	const struct pd_merge_target target = {.source = PD_STR("file"), .side = PD_STR("operand")};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct placing p = {.ctx = pd_ctx_new(NULL, NULL)};
	struct pd_profile_set set = {0};
	struct pd_hits *hits;
	struct pd_input in;

	pd_input_open_memory(&in, "file", bytes, n);
	p.status = format->read(&in, g);
	pd_input_close(&in);
	pd_hits_check(pd_hits_said(g));
	pd_merge_diags(g, p.ctx, "file", &(struct pd_merge_said){0});
	if (!p.status)
		p.status = pd_ingest_status(g);
	hits = pd_hits_said(g);
	if (!p.status && hits)
		p.status = pd_hits_merge(hits, p.ctx, &set, &target);
	p.profiles = pd_profile_set_finish(&set, p.ctx);
	placing_print(&p);
	p.said = reading_said(p.ctx);
	pd_ingest_free(g);
	return p;
}

static inline struct placing placing_text(const struct pd_format *format, const char *text)
{
	return placing_of(format, text, strlen(text));
}

static inline void placing_close(struct placing *p)
{
	free(p->events);
	free(p->cells);
	free(p->said);
	pd_ctx_free(p->ctx);
}

/* @text has these events and cells, and this is said. */
#define assert_places(format, text, expected_events, expected_cells, expected_said) \
 do {                                                                               \
  struct placing placing_ = placing_text((format), (text));                         \
                                                                                    \
  assert_string_equal(placing_.events, (expected_events));                          \
  assert_string_equal(placing_.cells, (expected_cells));                            \
  assert_string_equal(placing_.said, (expected_said));                              \
  placing_close(&placing_);                                                         \
 } while (0)

#endif
