/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profiling.h - what a format makes of a profile, as text
 *
 * One line per cell, in the order of cells:
 *
 *	run|event|comm|leaf<caller|site<above|class of lock|lock|weight|hits
 *
 * A frame is symbol@dso, without "@dso" where the source does not tell. What was
 * said is as in reading.h.
 */
#ifndef PROFILING_H
#define PROFILING_H

#include "reading.h"

#include "model/lock.h"
#include "read/hits.h"
#include "read/hits_check.h"
#include "read/hits_merge.h"

struct profiling {
	int status;
	char *cells, *said;
	struct pd_ctx *ctx;
	struct pd_profiles profiles;
};

static inline void profiling_frame(struct pd_out *out, const struct profiling *p, uint32_t frame)
{
	const struct pd_frame *f = &p->profiles.frame[frame];

	pd_out_printf(out, "%s%s%s", pd_ctx_name(p->ctx, f->symbol).p, f->dso ? "@" : "",
		      pd_ctx_name(p->ctx, f->dso).p);
}

static inline void profiling_pair(struct pd_out *out, const struct profiling *p, uint32_t frame,
				  uint32_t above)
{
	profiling_frame(out, p, frame);
	if (above) {
		pd_out_char(out, '<');
		profiling_frame(out, p, above);
	}
	pd_out_char(out, '|');
}

static inline void profiling_cell(struct pd_out *out, const struct profiling *p,
				  const struct pd_profile *profile,
				  const struct pd_profile_cell *cell)
{
	const struct pd_place *at = &cell->place;

	pd_out_printf(out, "%u|%s|%s|", profile->run,
		      pd_ctx_name(p->ctx, p->profiles.event[at->event]).p,
		      pd_ctx_name(p->ctx, at->comm).p);
	profiling_pair(out, p, at->leaf, at->caller);
	profiling_pair(out, p, at->site, at->above);
	pd_out_printf(out, "%s|%s|%llu|%llu\n", pd_lock_word((enum pd_lock_class)at->lock).p,
		      pd_ctx_name(p->ctx, at->lock_name).p, (unsigned long long)cell->weight,
		      (unsigned long long)cell->hits);
}

static inline char *profiling_cells(const struct profiling *p)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++)
		for (size_t j = 0; j < p->profiles.profile[i].n_cells; j++)
			profiling_cell(&out, p, &p->profiles.profile[i],
				       &p->profiles.profile[i].cell[j]);
	pd_out_char(&out, '\0');
	return out.buf;
}

static inline struct profiling profiling_of(const struct pd_format *format, const char *bytes,
					    size_t n)
{
	static const struct pd_read_options options = {0};
	const struct pd_merge_target target = {.source = PD_STR("file"),
					       .side = PD_STR("operand"),
					       .side_given = false};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct profiling p = {.ctx = pd_ctx_new(NULL, NULL)};
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
	p.cells = profiling_cells(&p);
	p.said = reading_said(p.ctx);
	pd_ingest_free(g);
	return p;
}

static inline void profiling_close(struct profiling *p)
{
	free(p->cells);
	free(p->said);
	pd_ctx_free(p->ctx);
}

/* @text gives these cells and says these things. */
#define assert_profiles(format, text, expected_cells, expected_said)          \
 do {                                                                         \
  struct profiling profiling_ = profiling_of((format), (text), strlen(text)); \
                                                                              \
  assert_int_equal(profiling_.status, 0);                                     \
  assert_string_equal(profiling_.cells, (expected_cells));                    \
  assert_string_equal(profiling_.said, (expected_said));                      \
  profiling_close(&profiling_);                                               \
 } while (0)

#endif
