/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inventory.h - what profiles hold, without comparing them: events, hits, the largest symbols */
#ifndef REPORT_INVENTORY_H
#define REPORT_INVENTORY_H

#include "report/style.h"

#include <perfdelta/delta.h>
#include <perfdelta/profile.h>

/* A symbol as it was read, summed over the runs of a side and all its comms. */
struct pd_inventory_symbol {
	uint32_t frame;
	uint64_t weight, hits;
};

/* One event of one side. */
struct pd_inventory_event {
	uint32_t n_runs;             /* that have it; 0: the side does not */
	uint64_t weight, hits, lost; /* of the whole, over all runs; UINT64_MAX: at least so much */
	uint64_t hits_more;          /* as in struct pd_profile_event */
	bool counted, shares, inclusive;    /* as in struct pd_profile_event, of all runs */
	uint32_t parts;                     /* of one, that weights are in; 0: they are in ones */
	struct pd_inventory_symbol *symbol; /* [n] the largest first */
	size_t n;
};

/* What styles of a summary of profiles tell. */
struct pd_inventory {
	const struct pd_ctx *ctx;
	const struct pd_profiles *profiles;
	struct pd_inventory_event *event; /* [n_sides * n_events] side by side */
	const char *version;
	const struct pd_diag *diag; /* [n_diags] */
	size_t n_diags;
	uint32_t n_top; /* symbols of each event that are told; 0: all */
	const struct pd_delta_result
		*rows; /* [n_sides] of one side each, told instead of symbols, or NULL */
};

/* Owned by @ctx; n_top is the caller's to set. */
struct pd_inventory pd_inventory(struct pd_ctx *ctx, const struct pd_profiles *profiles);

/* How many symbols of @e are told. */
size_t pd_inventory_shown(const struct pd_inventory *v, const struct pd_inventory_event *e);

/* For people. */
void pd_inventory_plain(const struct pd_inventory *v, const struct pd_look *look,
			struct pd_out *out);

#endif
