/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile_text.h - profiles as text, in the forms that the tests of formats compare
 *
 * Each form shows what its formats tell and leaves out the rest: a text of
 * everything would be long where a format knows little. Hits that were not
 * counted are "-". What each returns is to be freed.
 */
#ifndef PROFILE_TEXT_H
#define PROFILE_TEXT_H

#include "testing.h"

#include "base/number.h"
#include "base/out.h"
#include "model/lock.h"
#include "model/profile_set.h"

struct profiling {
	int status;
	struct pd_ctx *ctx;
	struct pd_profiles profiles;
	char *said;                               /* as in reading.h */
	char *rows;                               /* profile_text_rows() */
	char *cells, *traits, *inclusive, *edges; /* likewise, and so on */
	char *data, *events, *places, *locks;
};

/* ---- parts of lines */

static inline const char *profile_text_name(const struct profiling *p, pd_id id)
{
	return pd_ctx_name(p->ctx, id).p;
}

static inline const char *profile_text_symbol(const struct profiling *p, uint32_t frame)
{
	return profile_text_name(p, p->profiles.frame[frame].symbol);
}

static inline const char *profile_text_dso(const struct profiling *p, uint32_t frame)
{
	return profile_text_name(p, p->profiles.frame[frame].dso);
}

static inline const char *profile_text_side(const struct profiling *p,
					    const struct pd_profile *profile)
{
	return profile_text_name(p, p->profiles.side[profile->side].name);
}

static inline const char *profile_text_event(const struct profiling *p, uint32_t event)
{
	return profile_text_name(p, p->profiles.event[event]);
}

/* "symbol@dso", or "symbol" where the source does not tell. */
static inline void profile_text_frame(struct pd_out *out, const struct profiling *p, uint32_t frame)
{
	pd_out_printf(out, "%s%s%s", profile_text_symbol(p, frame),
		      p->profiles.frame[frame].dso ? "@" : "", profile_text_dso(p, frame));
}

static inline void profile_text_hits(struct pd_out *out, uint64_t weight, char sep, uint64_t hits,
				     bool counted)
{
	pd_out_printf(out, "%llu%c", (unsigned long long)weight, sep);
	if (counted)
		pd_out_printf(out, "%llu", (unsigned long long)hits);
	else
		pd_out_char(out, '-');
}

/* What @write makes of each profile. */
static inline char *profile_text_of(const struct profiling *p,
				    void (*write)(struct pd_out *out, const struct profiling *p,
						  const struct pd_profile *profile))
{
	struct pd_out out;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < p->profiles.n; i++)
		write(&out, p, &p->profiles.profile[i]);
	pd_out_char(&out, '\0');
	return out.buf;
}

/* ---- rows: what is hit
 *
 *	side|event|weight/hits lost 3
 *	 comm|leaf@dso|caller@dso|weight/hits
 */

static inline void profile_text_row(struct pd_out *out, const struct profiling *p,
				    const struct pd_profile_cell *c, bool counted)
{
	const uint32_t frame[] = {c->place.leaf, c->place.caller};

	pd_out_printf(out, " %s|", profile_text_name(p, c->place.comm));
	for (size_t i = 0; i < 2; i++) {
		if (frame[i])
			profile_text_frame(out, p, frame[i]);
		pd_out_char(out, '|');
	}
	profile_text_hits(out, c->weight, '/', c->hits, counted);
	pd_out_char(out, '\n');
}

static inline void profile_text_rows_of(struct pd_out *out, const struct profiling *p,
					const struct pd_profile *profile)
{
	for (uint32_t n = 0; n < p->profiles.n_events; n++) {
		const struct pd_profile_event *e = &profile->event[n];

		if (!e->present)
			continue;
		pd_out_printf(out, "%s|%s|", profile_text_side(p, profile),
			      profile_text_event(p, n));
		profile_text_hits(out, e->weight, '/', e->hits, e->counted);
		if (e->parts)
			pd_out_printf(out, " in 1/%u", e->parts);
		if (e->lost)
			pd_out_printf(out, " lost %llu", (unsigned long long)e->lost);
		pd_out_char(out, '\n');
		for (size_t i = 0; i < profile->n_cells; i++)
			if (profile->cell[i].place.event == n)
				profile_text_row(out, p, &profile->cell[i], e->counted);
	}
}

static inline char *profile_text_rows(const struct profiling *p)
{
	return profile_text_of(p, profile_text_rows_of);
}

/* ---- cells: lists of symbols
 *
 *	== side run
 *	-- event weight hits
 *	comm|symbol|dso|caller|weight|hits
 */

static inline void profile_text_cells_in(struct pd_out *out, const struct profiling *p,
					 const struct pd_profile *profile, uint32_t event)
{
	const struct pd_profile_event *e = &profile->event[event];

	pd_out_printf(out, "-- %s ", profile_text_event(p, event));
	profile_text_hits(out, e->weight, ' ', e->hits, e->counted);
	pd_out_char(out, '\n');
	for (size_t i = 0; i < profile->n_cells; i++) {
		const struct pd_profile_cell *c = &profile->cell[i];

		if (c->place.event != event)
			continue;
		pd_out_printf(out, "%s|%s|%s|%s|", profile_text_name(p, c->place.comm),
			      profile_text_symbol(p, c->place.leaf),
			      profile_text_dso(p, c->place.leaf),
			      profile_text_symbol(p, c->place.caller));
		profile_text_hits(out, c->weight, '|', c->hits, e->counted);
		pd_out_char(out, '\n');
	}
}

static inline void profile_text_cells_of(struct pd_out *out, const struct profiling *p,
					 const struct pd_profile *profile)
{
	pd_out_printf(out, "== %s %u\n", profile_text_side(p, profile), profile->run);
	for (uint32_t e = 0; e < p->profiles.n_events; e++)
		if (profile->event[e].present)
			profile_text_cells_in(out, p, profile, e);
}

static inline char *profile_text_cells(const struct profiling *p)
{
	return profile_text_of(p, profile_text_cells_of);
}

/* ---- traits: what is known of whole events
 *
 *	== side run elapsed=11.486
 *	name shares rounding=50000 limit=1 lost=1 more=999 rounded-hits squared chains inclusive
 */

static inline void profile_text_trait(struct pd_out *out, const char *name, double v)
{
	char text[PD_NUMBER_MAX];

	if (v == 0)
		return;
	(void)pd_number_print_digits(text, v, 12);
	pd_out_printf(out, " %s=%s", name, text);
}

static inline void profile_text_traits_of(struct pd_out *out, const struct profiling *p,
					  const struct pd_profile *profile)
{
	pd_out_printf(out, "== %s %u", profile_text_side(p, profile), profile->run);
	profile_text_trait(out, "elapsed", profile->elapsed);
	pd_out_char(out, '\n');
	for (uint32_t n = 0; n < p->profiles.n_events; n++) {
		const struct pd_profile_event *e = &profile->event[n];

		if (!e->present)
			continue;
		pd_out_text(out, profile_text_event(p, n));
		pd_out_text(out, e->shares ? " shares" : "");
		profile_text_trait(out, "rounding", e->rounding);
		profile_text_trait(out, "limit", e->limit);
		profile_text_trait(out, "lost", (double)e->lost);
		profile_text_trait(out, "more", (double)e->hits_more);
		pd_out_text(out, e->rounded_hits ? " rounded-hits" : "");
		pd_out_text(out, e->squared ? " squared" : "");
		pd_out_text(out, e->has_chains ? " chains" : "");
		pd_out_text(out, e->is_inclusive ? " inclusive" : "");
		pd_out_char(out, '\n');
	}
}

static inline char *profile_text_traits(const struct profiling *p)
{
	return profile_text_of(p, profile_text_traits_of);
}

/* ---- inclusive: "symbol weight" */

static inline void profile_text_inclusive_of(struct pd_out *out, const struct profiling *p,
					     const struct pd_profile *profile)
{
	for (size_t i = 0; i < profile->n_inclusive; i++)
		pd_out_printf(out, "%s %llu\n", profile_text_symbol(p, profile->inclusive[i].frame),
			      (unsigned long long)profile->inclusive[i].weight);
}

static inline char *profile_text_inclusive(const struct profiling *p)
{
	return profile_text_of(p, profile_text_inclusive_of);
}

/* ---- edges: "caller>callee weight" */

static inline void profile_text_edges_of(struct pd_out *out, const struct profiling *p,
					 const struct pd_profile *profile)
{
	for (size_t i = 0; i < profile->n_edges; i++) {
		const struct pd_profile_edge *e = &profile->edge[i];

		pd_out_printf(out, "%s>%s %llu\n", profile_text_symbol(p, e->caller),
			      profile_text_symbol(p, e->callee), (unsigned long long)e->weight);
	}
}

static inline char *profile_text_edges(const struct profiling *p)
{
	return profile_text_of(p, profile_text_edges_of);
}

/* ---- data: "symbol|data|source" of cells that have either */

static inline void profile_text_data_of(struct pd_out *out, const struct profiling *p,
					const struct pd_profile *profile)
{
	for (size_t i = 0; i < profile->n_cells; i++) {
		const struct pd_place *at = &profile->cell[i].place;

		if (at->data || at->data_source)
			pd_out_printf(out, "%s|%s|%s\n", profile_text_symbol(p, at->leaf),
				      profile_text_name(p, at->data),
				      profile_text_name(p, at->data_source));
	}
}

static inline char *profile_text_data(const struct profiling *p)
{
	return profile_text_of(p, profile_text_data_of);
}

/* ---- events: "side.run|event|whole weight/hits shares inclusive rounding R limit L lost N" */

static inline void profile_text_where(struct pd_out *out, const struct profiling *p,
				      const struct pd_profile *profile, uint32_t event)
{
	pd_out_printf(out, "%s.%u|%s|", profile_text_side(p, profile), profile->run,
		      profile_text_event(p, event));
}

static inline void profile_text_events_of(struct pd_out *out, const struct profiling *p,
					  const struct pd_profile *profile)
{
	for (uint32_t n = 0; n < p->profiles.n_events; n++) {
		const struct pd_profile_event *e = &profile->event[n];

		if (!e->present)
			continue;
		profile_text_where(out, p, profile, n);
		pd_out_text(out, "whole ");
		profile_text_hits(out, e->weight, '/', e->hits, e->counted);
		pd_out_text(out, e->shares ? " shares" : "");
		pd_out_text(out, e->is_inclusive ? " inclusive" : "");
		if (e->rounding > 0)
			pd_out_printf(out, " rounding %g", e->rounding);
		if (e->limit > 0)
			pd_out_printf(out, " limit %g", e->limit);
		if (e->lost)
			pd_out_printf(out, " lost %llu", (unsigned long long)e->lost);
		pd_out_char(out, '\n');
	}
}

static inline char *profile_text_events(const struct profiling *p)
{
	return profile_text_of(p, profile_text_events_of);
}

/* ---- places: "side.run|event|comm|symbol|dso|caller|data|source|weight/hits" */

static inline void profile_text_places_of(struct pd_out *out, const struct profiling *p,
					  const struct pd_profile *profile)
{
	for (size_t i = 0; i < profile->n_cells; i++) {
		const struct pd_profile_cell *c = &profile->cell[i];
		const struct pd_place *at = &c->place;

		profile_text_where(out, p, profile, at->event);
		pd_out_printf(out, "%s|%s|%s|%s|%s|%s|", profile_text_name(p, at->comm),
			      profile_text_symbol(p, at->leaf), profile_text_dso(p, at->leaf),
			      profile_text_symbol(p, at->caller), profile_text_name(p, at->data),
			      profile_text_name(p, at->data_source));
		profile_text_hits(out, c->weight, '/', c->hits, profile->event[at->event].counted);
		pd_out_char(out, '\n');
	}
}

static inline char *profile_text_places(const struct profiling *p)
{
	return profile_text_of(p, profile_text_places_of);
}

/* ---- locks: "run|event|comm|leaf<caller|site<above|class of lock|lock|weight|hits" */

static inline void profile_text_pair(struct pd_out *out, const struct profiling *p, uint32_t frame,
				     uint32_t above)
{
	profile_text_frame(out, p, frame);
	if (above) {
		pd_out_char(out, '<');
		profile_text_frame(out, p, above);
	}
	pd_out_char(out, '|');
}

static inline void profile_text_locks_of(struct pd_out *out, const struct profiling *p,
					 const struct pd_profile *profile)
{
	for (size_t i = 0; i < profile->n_cells; i++) {
		const struct pd_profile_cell *c = &profile->cell[i];
		const struct pd_place *at = &c->place;

		pd_out_printf(out, "%u|%s|%s|", profile->run, profile_text_event(p, at->event),
			      profile_text_name(p, at->comm));
		profile_text_pair(out, p, at->leaf, at->caller);
		profile_text_pair(out, p, at->site, at->above);
		pd_out_printf(out, "%s|%s|", pd_lock_word((enum pd_lock_class)at->lock).p,
			      profile_text_name(p, at->lock_name));
		profile_text_hits(out, c->weight, '|', c->hits, true);
		pd_out_char(out, '\n');
	}
}

static inline char *profile_text_locks(const struct profiling *p)
{
	return profile_text_of(p, profile_text_locks_of);
}

#endif
