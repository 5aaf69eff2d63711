/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fold.h - which places are one row
 *
 * Names as read become names to compare by: clones of a function are one
 * symbol, spellings of the kernel one object, workers of a kind one comm.
 */
#ifndef DIFF_FOLD_H
#define DIFF_FOLD_H

#include "base/intern.h"

#include <perfdelta/delta.h>

/* A frame in the words that rows are told apart by; ids of the context. */
struct pd_fold_frame {
	pd_id raw;       /* the symbol as read, unresolved ones by their object */
	pd_id canonical; /* without what compilers add */
	pd_id group;     /* aliases as well: what rows are keyed by */
	pd_id dso;
	pd_id subsystem; /* 0 until a row asks for it */
	bool idle, skid, known;
};

/* What has been folded so far. */
struct pd_fold {
	struct pd_ctx *ctx;
	const struct pd_profiles *profiles;
	const struct pd_delta_policy *policy;
	struct pd_fold_frame *frame; /* [n_frames], filled when first asked for */
	const bool *inside; /* [n_frames] of the kernel, as chains tell; NULL until asked for */
};

/* The row that a place belongs to. */
struct pd_fold_row {
	pd_id name[PD_N_BY];  /* keys; of dimensions that are not asked for 0 */
	pd_id canonical, raw; /* of the frame that is charged */
	pd_id dso, comm;      /* keys, whether or not rows are told apart by them */
	uint32_t caveats;     /* of the lock: enum pd_delta_caveat */
	bool left_out;        /* idle, when that is not wanted, or of no lock */
};

struct pd_fold pd_fold_new(struct pd_ctx *ctx, const struct pd_profiles *profiles,
			   const struct pd_delta_policy *policy);
const struct pd_fold_frame *pd_fold_frame(struct pd_fold *f, uint32_t frame);
/* What tells the rows of symbols apart: the raw name if the policy wants that, else the group. */
pd_id pd_fold_symbol(struct pd_fold *f, uint32_t frame);
/* The frame whose cost a place is: its leaf, or who called a release if the policy wants that. */
uint32_t pd_fold_charged(struct pd_fold *f, const struct pd_place *place);
struct pd_fold_row pd_fold_row(struct pd_fold *f, const struct pd_place *place);
/* The frame at the leaf of a chain; node 0 is a hit of no frame. */
uint32_t pd_fold_leaf(const struct pd_fold *f, uint32_t node);
/* The frames at the leaf of a chain, as many as LKP's keys have: "leaf.caller.caller". */
pd_id pd_fold_stack(struct pd_fold *f, uint32_t node);
/* The name of the lock that a place waits for, 0 if none, with its caveats. */
pd_id pd_fold_lock(struct pd_fold *f, const struct pd_place *place, uint32_t *ret_caveats);

#endif
