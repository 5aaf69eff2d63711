/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profiling.h - what a format makes of a text that holds profiles
 *
 *	struct profiling p = profiling_text(&pd_format_folded, text);
 *	assert_string_equal(p.rows, ...);         one of the forms of profile_text.h
 *	profiling_close(&p);
 */
#ifndef PROFILING_H
#define PROFILING_H

#include "profile_text.h"
#include "reading.h"

#include "read/hits.h"
#include "read/hits_check.h"
#include "read/hits_merge.h"

static inline void profiling_print(struct profiling *p)
{
	p->said = reading_said(p->ctx);
	p->rows = profile_text_rows(p);
	p->cells = profile_text_cells(p);
	p->traits = profile_text_traits(p);
	p->inclusive = profile_text_inclusive(p);
	p->edges = profile_text_edges(p);
	p->data = profile_text_data(p);
	p->events = profile_text_events(p);
	p->places = profile_text_places(p);
	p->locks = profile_text_locks(p);
}

/* The file belongs to side "operand" where it does not name its own. */
static inline struct profiling profiling_of(const struct pd_format *format, const char *bytes,
					    size_t n)
{
	static const struct pd_read_options options = {0};
	const struct pd_merge_target target = {.source = PD_STR("file"), .side = PD_STR("operand")};
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_profile_set set = {0};
	struct profiling p = {.ctx = pd_ctx_new(NULL, NULL)};
	struct pd_input in;

	pd_input_open_memory(&in, "file", bytes, n);
	p.status = format->read(&in, g);
	if (!p.status)
		p.status = pd_input_status(&in);
	pd_input_close(&in);
	pd_hits_check(pd_hits_said(g));
	pd_merge_diags(g, p.ctx, "file", &(struct pd_merge_said){0});
	if (!p.status)
		p.status = pd_ingest_status(g);
	if (!p.status && pd_hits_said(g))
		p.status = pd_hits_merge(pd_hits_said(g), p.ctx, &set, &target);
	p.profiles = pd_profile_set_finish(&set, p.ctx);
	p.profiles.n_skipped = pd_ingest_skipped(g);
	profiling_print(&p);
	pd_ingest_free(g);
	return p;
}

static inline struct profiling profiling_text(const struct pd_format *format, const char *text)
{
	return profiling_of(format, text, strlen(text));
}

/* A file of the sample data, which is not part of the sources; false where it is absent. */
static inline bool profiling_file(const struct pd_format *format, const char *path,
				  struct profiling *ret)
{
	struct pd_input in;
	struct pd_str text;

	if (pd_input_open(&in, path, UINT64_C(1) << 30) < 0) {
		pd_input_close(&in);
		return false;
	}
	assert_true(pd_input_all(&in, &text));
	*ret = profiling_of(format, text.p, text.n);
	pd_input_close(&in);
	return true;
}

static inline void profiling_close(struct profiling *p)
{
	char *const texts[] = {p->said,  p->rows, p->cells,  p->traits, p->inclusive,
			       p->edges, p->data, p->events, p->places, p->locks};

	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++)
		free(texts[i]);
	pd_ctx_free(p->ctx);
}

/* In the form @form, @text gives this, and these things are said. */
#define assert_profiles(format, form, text, expected, expected_said) \
 do {                                                                \
  struct profiling profiling_ = profiling_text((format), (text));    \
                                                                     \
  assert_int_equal(profiling_.status, 0);                            \
  assert_string_equal(profiling_.form, (expected));                  \
  assert_string_equal(profiling_.said, (expected_said));             \
  profiling_close(&profiling_);                                      \
 } while (0)

/* The same of events and places. */
#define assert_places(format, text, expected_events, expected_places, expected_said) \
 do {                                                                                \
  struct profiling profiling_ = profiling_text((format), (text));                    \
                                                                                     \
  assert_int_equal(profiling_.status, 0);                                            \
  assert_string_equal(profiling_.events, (expected_events));                         \
  assert_string_equal(profiling_.places, (expected_places));                         \
  assert_string_equal(profiling_.said, (expected_said));                             \
  profiling_close(&profiling_);                                                      \
 } while (0)

#endif
