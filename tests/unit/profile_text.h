/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile_text.h - what a format makes of a text that holds profiles, as text
 *
 * cells: one line per cell, "comm|symbol|dso|caller|weight|hits", in the order of
 * first appearance. A profile starts with "== side run", an event of it with
 * "-- name weight hits"; "-" where hits are not known. Below are traits (what is
 * known of whole events), inclusive weights, edges and data. said: as in reading.h.
 */
#ifndef PROFILE_TEXT_H
#define PROFILE_TEXT_H

#include "model/profile_set.h"
#include "read/hits.h"
#include "read/hits_check.h"
#include "read/hits_merge.h"
#include "reading.h"

struct profiling {
	int status;
	char *cells, *traits, *inclusive, *edges, *data, *said;
	struct pd_ctx *ctx;
	struct pd_profiles profiles;
};

static inline const char *profiling_name(const struct profiling *p, pd_id id)
{
	return pd_ctx_name(p->ctx, id).p;
}

static inline const char *profiling_symbol(const struct profiling *p, uint32_t frame)
{
	return profiling_name(p, p->profiles.frame[frame].symbol);
}

static inline void profiling_head(struct pd_out *out, const struct profiling *p,
				  const struct pd_profile *profile)
{
	pd_out_printf(out, "== %s %u\n", profiling_name(p, p->profiles.side[profile->side].name),
		      profile->run);
}

static inline void profiling_cells_of(struct pd_out *out, const struct profiling *p,
				      const struct pd_profile *profile, uint32_t event)
{
	const struct pd_profile_event *e = &profile->event[event];

	if (!e->present)
		return;
	pd_out_printf(out, "-- %s %llu ", profiling_name(p, p->profiles.event[event]),
		      (unsigned long long)e->weight);
	if (e->counted)
		pd_out_printf(out, "%llu\n", (unsigned long long)e->hits);
	else
		pd_out_text(out, "-\n");
	for (size_t i = 0; i < profile->n_cells; i++) {
		const struct pd_profile_cell *c = &profile->cell[i];

		if (c->place.event != event)
			continue;
		pd_out_printf(out, "%s|%s|%s|%s|%llu|", profiling_name(p, c->place.comm),
			      profiling_symbol(p, c->place.leaf),
			      profiling_name(p, p->profiles.frame[c->place.leaf].dso),
			      profiling_symbol(p, c->place.caller), (unsigned long long)c->weight);
		if (e->counted)
			pd_out_printf(out, "%llu\n", (unsigned long long)c->hits);
		else
			pd_out_text(out, "-\n");
	}
}

static inline char *profiling_finish(struct pd_out *out)
{
	pd_out_char(out, '\0');
	return out->buf;
}

static inline char *profiling_cells(const struct profiling *p)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++) {
		profiling_head(&out, p, &p->profiles.profile[i]);
		for (uint32_t e = 0; e < p->profiles.n_events; e++)
			profiling_cells_of(&out, p, &p->profiles.profile[i], e);
	}
	return profiling_finish(&out);
}

static inline void profiling_number(struct pd_out *out, const char *name, double v)
{
	char text[PD_NUMBER_MAX];

	if (v == 0)
		return;
	(void)pd_number_print_digits(text, v, 12);
	pd_out_printf(out, " %s=%s", name, text);
}

/* "== side run elapsed=11.486", then "name shares rounding=50000 limit=.. lost=1 chains inclusive". */
static inline char *profiling_traits(const struct profiling *p)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++) {
		const struct pd_profile *profile = &p->profiles.profile[i];

		pd_out_printf(&out, "== %s %u",
			      profiling_name(p, p->profiles.side[profile->side].name),
			      profile->run);
		profiling_number(&out, "elapsed", profile->elapsed);
		pd_out_char(&out, '\n');
		for (uint32_t n = 0; n < p->profiles.n_events; n++) {
			const struct pd_profile_event *e = &profile->event[n];

			if (!e->present)
				continue;
			pd_out_text(&out, profiling_name(p, p->profiles.event[n]));
			pd_out_text(&out, e->shares ? " shares" : "");
			profiling_number(&out, "rounding", e->rounding);
			profiling_number(&out, "limit", e->limit);
			profiling_number(&out, "lost", (double)e->lost);
			pd_out_text(&out, e->squared ? " squared" : "");
			pd_out_text(&out, e->has_chains ? " chains" : "");
			pd_out_text(&out, e->is_inclusive ? " inclusive" : "");
			pd_out_char(&out, '\n');
		}
	}
	return profiling_finish(&out);
}

/* "symbol weight" */
static inline char *profiling_inclusive(const struct profiling *p)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++)
		for (size_t j = 0; j < p->profiles.profile[i].n_inclusive; j++) {
			const struct pd_profile_inclusive *x = &p->profiles.profile[i].inclusive[j];

			pd_out_printf(&out, "%s %llu\n", profiling_symbol(p, x->frame),
				      (unsigned long long)x->weight);
		}
	return profiling_finish(&out);
}

/* "caller>callee weight" */
static inline char *profiling_edges(const struct profiling *p)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++)
		for (size_t j = 0; j < p->profiles.profile[i].n_edges; j++) {
			const struct pd_profile_edge *x = &p->profiles.profile[i].edge[j];

			pd_out_printf(&out, "%s>%s %llu\n", profiling_symbol(p, x->caller),
				      profiling_symbol(p, x->callee),
				      (unsigned long long)x->weight);
		}
	return profiling_finish(&out);
}

/* "symbol|data|source" of cells that have either */
static inline char *profiling_data(const struct profiling *p)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++)
		for (size_t j = 0; j < p->profiles.profile[i].n_cells; j++) {
			const struct pd_place *x = &p->profiles.profile[i].cell[j].place;

			if (x->data || x->data_source)
				pd_out_printf(&out, "%s|%s|%s\n", profiling_symbol(p, x->leaf),
					      profiling_name(p, x->data),
					      profiling_name(p, x->data_source));
		}
	return profiling_finish(&out);
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
	p.cells = profiling_cells(&p);
	p.traits = profiling_traits(&p);
	p.inclusive = profiling_inclusive(&p);
	p.edges = profiling_edges(&p);
	p.data = profiling_data(&p);
	p.said = reading_said(p.ctx);
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
	free(p->cells);
	free(p->traits);
	free(p->inclusive);
	free(p->edges);
	free(p->data);
	free(p->said);
	pd_ctx_free(p->ctx);
}

/* @text gives these cells and says these things. */
#define assert_profiles(format, text, expected_cells, expected_said) \
 do {                                                                \
  struct profiling profiling_ = profiling_text((format), (text));    \
                                                                     \
  assert_string_equal(profiling_.cells, (expected_cells));           \
  assert_string_equal(profiling_.said, (expected_said));             \
  profiling_close(&profiling_);                                      \
 } while (0)

#endif
