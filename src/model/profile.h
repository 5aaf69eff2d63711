/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile.h - profiles while they are being summed
 *
 * A sum is one profile, its frames and names numbers of whoever sums. Weights
 * are integers and squares have 128 bits, so the order of adding changes no
 * bit: pieces of a file summed apart and added give what the whole file gives.
 */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include "base/intern.h"
#include "base/map64.h"

#include <perfdelta/profile.h>

__extension__ typedef unsigned __int128 pd_profile_squares;

/* Frames as numbers, from 1. Zero-initialized is ready to use. */
struct pd_profile_frames {
	struct pd_map64 ids;
	struct pd_frame *frame; /* [n]; frame[0] is no frame */
	size_t n, cap;
};

/* Makes frame[0], which is there even if no row of the source has a frame. */
void pd_profile_frames_begin(struct pd_profile_frames *f);
uint32_t pd_profile_frame(struct pd_profile_frames *f, pd_id symbol, pd_id dso);
void pd_profile_frames_free(struct pd_profile_frames *f);

/* Chains as numbers, from 1. Zero-initialized is ready to use. */
struct pd_profile_nodes {
	struct pd_map64 ids;
	struct pd_stack_node *node; /* [n]; node[0] is no node */
	size_t n, cap;
};

uint32_t pd_profile_node(struct pd_profile_nodes *n, uint32_t parent, uint32_t frame);
void pd_profile_nodes_free(struct pd_profile_nodes *n);

struct pd_profile_sum_cell {
	struct pd_place place;
	uint64_t weight, hits;
	pd_profile_squares squares;
};

/* What is known of an event beside its cells, and what has been added so far. */
struct pd_profile_sum_event {
	struct pd_profile_event e;
	struct pd_profile_event before; /* of blocks of rows before this one, to which it adds */
	bool has_whole, has_whole_hits,
		has_limit;         /* the source said so; else found from the rows */
	bool uncounted, unsquared; /* some row had no number of hits, no squares */
	bool tells_inclusive;      /* the source did: chains are not counted into them as well */
	uint64_t weight, hits;     /* of all rows */
	uint64_t least;            /* the smallest row; UINT64_MAX: none */
	uint64_t n_rows;
	uint64_t *inclusive; /* [cap] by frame */
	uint64_t *stamp;     /* [cap] the last chain that passed there */
	struct pd_profile_above {
		uint32_t caller;
		uint32_t edge; /* index + 1 */
	} * above;             /* [cap] by frame: its last caller */
	size_t cap;
};

enum { PD_PROFILE_RECENT = 1 << 13 };

/* One profile being summed. Zero-initialized is ready to use. */
struct pd_profile_sum {
	struct pd_intern place_ids; /* struct pd_place as names */
	uint32_t *recent_cell; /* [PD_PROFILE_RECENT] by place: index + 1 of the last one there */
	struct pd_profile_sum_cell *cell;
	size_t n_cells, cap_cells;
	struct pd_map64 *edge_ids; /* [n_events] caller and callee */
	struct pd_profile_edge *edge;
	uint64_t *edge_stamp;
	size_t n_edges, cap_edges, cap_stamps;
	struct pd_profile_sum_event *event;
	size_t n_events, cap_events, cap_edge_ids;
	uint64_t n_chains;
	struct pd_intern stack_ids; /* struct pd_profile_stack without weight as names */
	struct pd_profile_stack *stack;
	size_t n_stacks, cap_stacks;
	bool overflow; /* a sum went beyond 64 bits: what is in here is wrong */
	pd_id title;
	uint32_t run;
	pd_id setup[PD_N_SETUP];
	double elapsed;
};

struct pd_profile_sum_event *pd_profile_sum_event(struct pd_profile_sum *s, uint32_t event);
/* One row; @squares 0 and @hits PD_HITS_UNKNOWN where they are not known. */
void pd_profile_sum_row(struct pd_profile_sum *s, const struct pd_place *place, uint64_t weight,
			uint64_t hits, pd_profile_squares squares);
/* Frames from the leaf on: inclusive weights and edges, each once. */
void pd_profile_sum_chain(struct pd_profile_sum *s, uint32_t event, const uint32_t *frame, size_t n,
			  uint64_t weight);
void pd_profile_sum_inclusive(struct pd_profile_sum *s, uint32_t event, uint32_t frame,
			      uint64_t weight);
void pd_profile_sum_edge(struct pd_profile_sum *s, uint32_t event, uint32_t caller, uint32_t callee,
			 uint64_t weight);
/* A list of rows, and the whole that they are parts of. */
struct pd_profile_list {
	uint64_t whole, listed; /* weight of all, and of all rows on the list */
	uint64_t least;         /* of them; any if there is none */
	uint64_t n_rows;
	double rounding; /* the most by which a row is off */
	bool lacks_rows; /* some could not be read: what they weigh nobody knows */
};

/* The weight below which rows are not on the list; 0 if it is whole. */
double pd_profile_limit(const struct pd_profile_list *list);
/* One more weight of a whole chain. */
void pd_profile_sum_stack(struct pd_profile_sum *s, const struct pd_profile_stack *stack);
/*
 * Weights of shares that add up to more than PD_PROFILE_WHOLE as shares of their
 * sum, rounded down; the whole is what they add up to then.
 */
void pd_profile_sum_scale(struct pd_profile_sum *s, uint32_t event);
void pd_profile_sum_free(struct pd_profile_sum *s);

#endif
