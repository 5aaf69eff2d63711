/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runs.h - runs that the source calls by a name, found again
 *
 * Names are ids in order of first appearance, so a name that is larger than all
 * that a slot has seen is new to it: the usual case costs no search. Otherwise
 * the slot's runs are walked, latest first; from LONG_CHAIN on a table finds them.
 */
#ifndef READ_RUNS_H
#define READ_RUNS_H

#include "base/intern.h"

struct pd_runs_item {
	pd_id name;
	uint32_t previous; /* of the same slot: index + 1, or 0 */
	uint32_t run, n_iterations;
};

/* What one slot remembers; zero-initialized is ready to use. */
struct pd_runs_slot {
	uint32_t last; /* index + 1 into item[], or 0 */
	uint32_t n;
	pd_id largest;
};

/* Zero-initialized is ready to use. */
struct pd_runs {
	struct pd_runs_item *item;
	size_t n, cap;
	struct pd_intern found; /* (slot, name) of long chains; id -> at[id] */
	uint32_t *at;
	size_t at_cap;
};

/*
 * The run called @name in slot number @slot; made if it is new: then
 * *ret_new is true and its `run` is for the caller to set. Borrowed until the
 * next call.
 */
struct pd_runs_item *pd_runs_get(struct pd_runs *r, struct pd_runs_slot *s, uint32_t slot,
				 pd_id name, bool *ret_new);
void pd_runs_free(struct pd_runs *r);

#endif
