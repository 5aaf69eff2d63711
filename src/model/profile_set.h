/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_set.h - all profiles of a command while files are being merged */
#ifndef MODEL_PROFILE_SET_H
#define MODEL_PROFILE_SET_H

#include "model/profile.h"

/* Zero-initialized is ready to use. */
struct pd_profile_set {
	struct pd_profiles p;
	size_t cap, cap_sides, cap_events;
	struct pd_intern side_ids, event_ids; /* ids of the context as names */
	struct pd_profile_frames frames;
	struct pd_profile_nodes nodes;
};

uint32_t pd_profile_set_event(struct pd_profile_set *set, pd_id name);
/* The number of a side, made if it is new. PD_ELIMIT where 16 bits do not hold it, and nothing is made. */
int pd_profile_set_side(struct pd_profile_set *set, pd_id name, uint16_t *ret);

/*
 * Adds a profile whose numbers are those of @set already, owned by @ctx; its run
 * is the next of @side.
 */
void pd_profile_set_add(struct pd_profile_set *set, struct pd_ctx *ctx, struct pd_profile_sum *sum,
			uint16_t side, pd_id source);

/* The finished set, owned by @ctx; @set is empty afterwards. */
struct pd_profiles pd_profile_set_finish(struct pd_profile_set *set, struct pd_ctx *ctx);

#endif
