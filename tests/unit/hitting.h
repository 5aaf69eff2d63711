/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hitting.h - the hits that a format makes of a text, as text
 *
 * One line per event of each profile: side, event, weight/hits ("-" if hits are
 * not counted) and lost hits if there are any. Then, indented, one per thread,
 * leaf and caller in order of appearance: comm, leaf@object, caller@object, weight/hits.
 * What was said is as in reading.h.
 */
#ifndef HITTING_H
#define HITTING_H

#include "reading.h"

#include "read/hits.h"
#include "read/hits_check.h"
#include "read/hits_merge.h"

struct hitting {
	int status;
	char *rows, *said;
	struct pd_ctx *ctx;
	struct pd_profiles profiles;
};

static inline void hitting_frame(struct pd_out *out, const struct hitting *p, uint32_t frame)
{
	const struct pd_frame *f = &p->profiles.frame[frame];

	if (frame)
		pd_out_printf(out, "%s%s%s", pd_ctx_name(p->ctx, f->symbol).p, f->dso ? "@" : "",
			      pd_ctx_name(p->ctx, f->dso).p);
	pd_out_char(out, '|');
}

static inline void hitting_weight(struct pd_out *out, uint64_t weight, uint64_t hits, bool counted)
{
	pd_out_printf(out, "%llu/", (unsigned long long)weight);
	if (counted)
		pd_out_printf(out, "%llu", (unsigned long long)hits);
	else
		pd_out_char(out, '-');
}

static inline void hitting_cell(struct pd_out *out, const struct hitting *p,
				const struct pd_profile_cell *c, bool counted)
{
	pd_out_printf(out, " %s|", pd_ctx_name(p->ctx, c->place.comm).p);
	hitting_frame(out, p, c->place.leaf);
	hitting_frame(out, p, c->place.caller);
	hitting_weight(out, c->weight, c->hits, counted);
	pd_out_char(out, '\n');
}

static inline void hitting_event(struct pd_out *out, const struct hitting *p,
				 const struct pd_profile *profile, uint32_t event)
{
	const struct pd_profile_event *e = &profile->event[event];

	pd_out_printf(out, "%s|%s|", pd_ctx_name(p->ctx, p->profiles.side[profile->side].name).p,
		      pd_ctx_name(p->ctx, p->profiles.event[event]).p);
	hitting_weight(out, e->weight, e->hits, e->counted);
	if (e->lost)
		pd_out_printf(out, " lost %llu", (unsigned long long)e->lost);
	pd_out_char(out, '\n');
	for (size_t i = 0; i < profile->n_cells; i++)
		if (profile->cell[i].place.event == event)
			hitting_cell(out, p, &profile->cell[i], e->counted);
}

static inline char *hitting_rows(const struct hitting *p)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++)
		for (uint32_t e = 0; e < p->profiles.n_events; e++)
			if (p->profiles.profile[i].event[e].present)
				hitting_event(&out, p, &p->profiles.profile[i], e);
	pd_out_char(&out, '\0');
	return out.buf;
}

static inline struct hitting hitting_of(const struct pd_format *format, const char *bytes, size_t n)
{
	static const struct pd_read_options options = {0};
	const struct pd_merge_target target = {.source = PD_STR("file"), .side = PD_STR("operand")};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct hitting p = {.ctx = pd_ctx_new(NULL, NULL)};
	struct pd_profile_set set = {0};
	struct pd_input in;

	pd_input_open_memory(&in, "file", bytes, n);
	p.status = format->read(&in, g);
	pd_input_close(&in);
	pd_hits_check(pd_hits_said(g));
	pd_merge_diags(g, p.ctx, "file", &(struct pd_merge_said){0});
	if (!p.status)
		p.status = pd_ingest_status(g);
	if (!p.status && pd_hits_said(g))
		p.status = pd_hits_merge(pd_hits_said(g), p.ctx, &set, &target);
	p.profiles = pd_profile_set_finish(&set, p.ctx);
	p.rows = hitting_rows(&p);
	p.said = reading_said(p.ctx);
	pd_ingest_free(g);
	return p;
}

static inline struct hitting hitting_text(const struct pd_format *format, const char *text)
{
	return hitting_of(format, text, strlen(text));
}

static inline void hitting_close(struct hitting *p)
{
	free(p->rows);
	free(p->said);
	pd_ctx_free(p->ctx);
}

/* @text gives these rows and says these things. */
#define assert_hits(format, text, expected_rows, expected_said) \
 do {                                                           \
  struct hitting hitting_ = hitting_text((format), (text));     \
                                                                \
  assert_string_equal(hitting_.rows, (expected_rows));          \
  assert_string_equal(hitting_.said, (expected_said));          \
  hitting_close(&hitting_);                                     \
 } while (0)

#endif
