/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hits.h - what a reader of profiles may say about one file
 *
 * The counterpart of ingest.h for hits, with the same manners: names are copied
 * when they are new, nothing is allocated for what was seen before, and trouble
 * goes through pd_ingest_warn() and its kin.
 *
 *	struct pd_hits *h = pd_hits_of(out);
 *	uint32_t cycles = pd_hits_event(h, PD_STR("cycles"));
 *
 *	pd_hits_begin(h, cycles, comm);
 *	pd_hits_frame(h, PD_STR("copy_page"), PD_STR("[kernel.kallsyms]"));   the leaf first
 *	pd_hits_frame(h, PD_STR("wp_page_copy"), PD_STR("[kernel.kallsyms]"));
 *	pd_hits_end(h, period);
 *
 * A reader of tables says a row at a time, and of what it is a part:
 *
 *	pd_hits_whole(h, cycles, event_count);
 *	pd_hits_rounding(h, cycles, event_count * 0.00005);     22.01% is 22.005 to 22.015
 *	pd_hits_begin(h, cycles, comm);
 *	pd_hits_frame(h, symbol, dso);
 *	pd_hits_end_row(h, weight, hits);
 *
 * Shares without a whole are told as weights of PD_PROFILE_WHOLE and pd_hits_shares().
 */
#ifndef READ_HITS_H
#define READ_HITS_H

#include <perfdelta/profile.h>

struct pd_hits;
struct pd_ingest;

/* The hits of this file, made at the first call; freed with @g. */
struct pd_hits *pd_hits_of(struct pd_ingest *g);

/* A function where it is not the next frame of a chain. */
struct pd_hits_function {
	struct pd_str symbol, dso;
};

/* ---- context: which profile the following is about */

/*
 * Texts that hold several profiles: what follows belongs to the one titled so,
 * made if it is new; each is a side. Without a call there is one, of the operand.
 */
void pd_hits_side(struct pd_hits *h, struct pd_str title);
/* What follows is another run of the same side: a file of many runs. */
void pd_hits_next_run(struct pd_hits *h);
/* The n-th run of the current side, from 0: for columns of runs. */
void pd_hits_run(struct pd_hits *h, uint32_t n);

/* Seconds that the measured work of this profile took. */
void pd_hits_elapsed(struct pd_hits *h, double seconds);
void pd_hits_setup(struct pd_hits *h, enum pd_setup what, struct pd_str text);

/* ---- events of the current profile */

/*
 * The number of an event, the same in all profiles of this file; made if it is
 * new. Names are cleaned of blanks around them. Events that come when there are
 * PD_PROFILE_MAX_EVENTS already have been warned of, and all share a number of
 * which nothing is kept.
 */
uint32_t pd_hits_event(struct pd_hits *h, struct pd_str name);
/* All of the event, of which rows are parts; without a call it is the sum of what is said. */
void pd_hits_whole(struct pd_hits *h, uint32_t event, uint64_t weight);
/*
 * What follows is another block of rows of an event: what is said of its whole,
 * its rounding and its limit from here on adds to what was said. False, and
 * nothing happens, if nothing was said of the event yet.
 */
bool pd_hits_again(struct pd_hits *h, uint32_t event);
/* All hits of the event, where rows do not add up to them; there may be @more, 0 if it is exact. */
void pd_hits_whole_hits(struct pd_hits *h, uint32_t event, uint64_t hits, uint64_t more);
/* Those of rows are shares of a number that is known roughly. */
void pd_hits_rounded(struct pd_hits *h, uint32_t event);
/* The most by which one row is off, in weight. */
void pd_hits_rounding(struct pd_hits *h, uint32_t event, double weight);
/* Rows below this weight are not listed. Without a call it is found from what is missing. */
void pd_hits_limit(struct pd_hits *h, uint32_t event, double weight);
/* Weights are shares of PD_PROFILE_WHOLE. */
void pd_hits_shares(struct pd_hits *h, uint32_t event);
/* Weights are in @parts of one: counts have decimals. Then they are no numbers of hits. */
void pd_hits_parts(struct pd_hits *h, uint32_t event, uint32_t parts);
void pd_hits_lost(struct pd_hits *h, uint32_t event, uint64_t lost);
/* The numbers of hits that were told are none: weights of an unknown kind. */
void pd_hits_uncounted(struct pd_hits *h, uint32_t event);
/* How the source says that hits were asked for. */
void pd_hits_sampling(struct pd_hits *h, uint32_t event, enum pd_sampling sampling);
/* Rows hold what they called as well (the Children column): they do not add up to the whole. */
void pd_hits_are_inclusive(struct pd_hits *h, uint32_t event);

/* ---- one hit, or one row of many */

void pd_hits_begin(struct pd_hits *h, uint32_t event, struct pd_str comm);
/*
 * The next frame of the chain, leaf first. "[unknown]" and bare addresses are
 * names like others. Frames beyond PD_PROFILE_MAX_FRAMES are left out.
 */
void pd_hits_frame(struct pd_hits *h, struct pd_str symbol, struct pd_str dso);
/*
 * The same in two steps, for readers that remember what a line meant: the number
 * of a frame, good for this file, and saying it.
 */
uint32_t pd_hits_frame_number(struct pd_hits *h, struct pd_str symbol, struct pd_str dso);
void pd_hits_frame_again(struct pd_hits *h, uint32_t number);
/* Where the source knows what locks are: the class (enum pd_lock_class) and the lock's name. */
void pd_hits_lock(struct pd_hits *h, uint32_t lock_class, struct pd_str name);
/* The symbol of the address that was loaded or stored, and where it was found. */
void pd_hits_data(struct pd_hits *h, struct pd_str symbol, struct pd_str source);
/* One hit of this weight. */
void pd_hits_end(struct pd_hits *h, uint64_t weight);
/* @hits of this weight together, or PD_HITS_UNKNOWN. */
void pd_hits_end_row(struct pd_hits *h, uint64_t weight, uint64_t hits);

/*
 * Weight of all chains that pass through a frame, for sources that print just
 * that. Chains said by pd_hits_frame() are counted by themselves, but not in an
 * event of which this was said: such a source means these weights and edges.
 */
void pd_hits_inclusive(struct pd_hits *h, uint32_t event, struct pd_str symbol, struct pd_str dso,
		       uint64_t weight);
/* Likewise of those in which @callee stands directly below @caller. */
void pd_hits_edge(struct pd_hits *h, uint32_t event, struct pd_hits_function caller,
		  struct pd_hits_function callee, uint64_t weight);

/* ---- for read.c and tests */

/* Those of @g, or NULL if its reader spoke of none. */
struct pd_hits *pd_hits_said(const struct pd_ingest *g);
/* How many hits and rows were said; 0 of NULL. */
uint64_t pd_hits_count(const struct pd_hits *h);
void pd_hits_free(struct pd_hits *h); /* NULL is fine */

#endif
