/* SPDX-License-Identifier: GPL-3.0-or-later */
/* translation.h - the numbers of one file's hits as those of a larger whole */
#ifndef READ_TRANSLATION_H
#define READ_TRANSLATION_H

#include "read/hitsum.h"

/* An event that the whole has no room for: its rows are left out. */
#define PD_TRANSLATION_NONE UINT32_MAX

struct pd_translation {
	const struct pd_hits *from;
	pd_id (*intern)(void *whole, struct pd_str name);
	void *whole;
	pd_id *name;     /* [names.n] id + 1; 0: not yet */
	uint32_t *frame; /* [frames.n] */
	uint32_t *node;  /* [nodes.n] */
	uint32_t *event; /* [n_events] set by who knows of events */
};

/* Names are given to @intern when they are asked for. */
struct pd_translation pd_translation_new(const struct pd_hits *from,
					 pd_id (*intern)(void *whole, struct pd_str name),
					 void *whole);
void pd_translation_free(struct pd_translation *t);

pd_id pd_translation_name(struct pd_translation *t, pd_id id);

/* Fills frame and node, in the order in which they appeared. */
void pd_translation_frames(struct pd_translation *t, struct pd_profile_frames *frames,
			   struct pd_profile_nodes *nodes);

/* Adds the cells, edges and stacks of @sum, which is one of t->from. */
void pd_translation_rows(struct pd_translation *t, const struct pd_profile_sum *sum,
			 struct pd_profile_sum *to);
/* Likewise the inclusive weights of an event. */
void pd_translation_inclusive(struct pd_translation *t, const struct pd_profile_sum *sum,
			      uint32_t event, struct pd_profile_sum *to);

#endif
