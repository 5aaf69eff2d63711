/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/profile.h - where the time went: hits summed by place, one profile a run
 *
 * A hit is one interrupt of the sampling hardware; its weight is the period it
 * stands for. Reading sums hits into cells, so a profile is as large as the
 * program is varied, however long it ran. Names are kept as read: what counts
 * as one symbol is decided later.
 */
#ifndef PERFDELTA_PROFILE_H
#define PERFDELTA_PROFILE_H

#include <perfdelta/base.h>
#include <perfdelta/ctx.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PD_HITS_UNKNOWN UINT64_MAX

enum {
	PD_PROFILE_WHOLE = 1000000000, /* the weight of all, where a source prints shares only */
	PD_PROFILE_MAX_EVENTS = 256,   /* of one profile */
	PD_PROFILE_MAX_FRAMES = 1024,  /* of one call chain; deeper ones are cut at the root */
};

/* A function as a source names it. Frame 0 is no frame: symbol and dso are empty. */
struct pd_frame {
	pd_id symbol; /* without offset: "native_queued_spin_lock_slowpath" */
	pd_id dso;    /* "[kernel.kallsyms]", "/usr/lib/libc.so.6"; 0 if not told */
};

/* Everything that tells hits apart; 0 where the source does not say. */
struct pd_place {
	uint32_t event;    /* index into events[] */
	pd_id comm;        /* thread name */
	uint32_t leaf;     /* frame that was hit */
	uint32_t caller;   /* frame that called it, inlined ones included */
	uint32_t site;     /* of a lock primitive or a release: first frame that is neither */
	uint32_t above;    /* frame that called the site */
	uint32_t lock;     /* enum pd_lock_class of the primitives below the site */
	pd_id lock_name;   /* where the source names the lock itself */
	pd_id data;        /* symbol of the data address: "tasklist_lock+0x0" */
	pd_id data_source; /* where the data came from: "L3 hit" */
};

struct pd_profile_cell {
	struct pd_place place;
	uint64_t weight;
	uint64_t hits;  /* 0 where pd_profile_event.counted is false */
	double squares; /* sum of squared weights of the hits; 0 where not known */
};

/* Weight of all hits with @callee directly below @caller in their chain, once a hit. */
struct pd_profile_edge {
	uint32_t event, caller, callee;
	uint64_t weight;
};

/* Weight of all hits with @frame anywhere in their chain, once a hit. */
struct pd_profile_inclusive {
	uint32_t event, frame;
	uint64_t weight;
};

/* A chain as a path from the root: node 0 is no frame. */
struct pd_stack_node {
	uint32_t parent; /* towards the root; 0: this is the outermost frame */
	uint32_t frame;
};

/* Hits with the same chain; kept only if pd_read_options.stacks asks for them. */
struct pd_profile_stack {
	uint32_t event;
	pd_id comm;
	uint32_t node; /* of the leaf */
	uint64_t weight;
};

/* How hits of an event were asked for. */
enum pd_sampling {
	PD_SAMPLING_UNKNOWN,
	PD_SAMPLING_PERIOD,    /* each so many of the event */
	PD_SAMPLING_FREQUENCY, /* so many a second, with a period that follows */
};

/* One event of one profile. */
struct pd_profile_event {
	bool present;       /* this profile has it */
	uint64_t weight;    /* of the whole, listed or not */
	uint64_t hits;      /* 0 if not counted; the least it can be if hits_more */
	uint64_t hits_more; /* the source prints "1K": there may be so many more; 0: hits is exact */
	uint64_t lost;      /* hits that the recorder lost */
	bool counted;       /* hits are known, exactly or from shares of a known number */
	bool rounded_hits;  /* those of rows are shares of such a number: the least they can be */
	bool squared;       /* squares are known: weights of single hits were seen */
	bool shares;        /* weights are shares of PD_PROFILE_WHOLE, not periods */
	double rounding;    /* each row may be off by so much weight */
	double limit;       /* a row that is not listed weighs less than this; 0: all are listed */
	enum pd_sampling sampling;
	bool has_chains;   /* edges and inclusive weights mean something */
	bool is_inclusive; /* rows hold what they called as well: their sum means nothing */
	uint32_t parts;    /* 10^6: weights are in millionths, as counts had decimals; 0: in ones.
			      The same in all profiles that pd_read_profiles() gives */
};

/* What a source says of the machine and the recording; pd_id each, 0 if it does not. */
enum pd_setup {
	PD_SETUP_HOST,
	PD_SETUP_KERNEL,
	PD_SETUP_ARCH,
	PD_SETUP_CPU,
	PD_SETUP_CPUS,
	PD_SETUP_MEMORY,
	PD_SETUP_COMMAND,
	PD_SETUP_PERF,
	PD_SETUP_CAPTURED,
	PD_N_SETUP,
};

/* One run of one side. */
struct pd_profile {
	uint16_t side; /* index into sides[] */
	uint32_t run;  /* ordinal within the side, from 0 */
	pd_id source;  /* the file */
	pd_id setup[PD_N_SETUP];
	double elapsed; /* seconds the measured work took, as the source says; 0: it does not */

	struct pd_profile_event *event; /* [n_events] as those of the set */
	size_t n_events;
	struct pd_profile_cell *cell; /* by place, in the order of pd_place */
	size_t n_cells;
	struct pd_profile_edge *edge; /* by event, caller, callee */
	size_t n_edges;
	struct pd_profile_inclusive *inclusive; /* by event, frame */
	size_t n_inclusive;
	struct pd_profile_stack *stack; /* by event, comm, node */
	size_t n_stacks;
};

struct pd_profile_side {
	pd_id name;
	uint32_t n_runs;
};

/* All profiles of a command, in the order read. */
struct pd_profiles {
	struct pd_profile *profile; /* [n] */
	size_t n;
	struct pd_profile_side *side; /* [n_sides]; 0 is the base */
	size_t n_sides;
	pd_id *event; /* [n_events] names: "cycles", "ibs_op/dc_miss_lat" */
	size_t n_events;
	struct pd_frame *frame; /* [n_frames] */
	size_t n_frames;
	struct pd_stack_node *node; /* [n_nodes], a parent before its children */
	size_t n_nodes;
	uint64_t n_skipped; /* lines that were left out, each also a diagnostic */
};

#ifdef __cplusplus
}
#endif
#endif
