/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_hit.h - the hit that perf script is telling: its event, its frames, what it weighs */
#ifndef READ_SCRIPT_HIT_H
#define READ_SCRIPT_HIT_H

#include "read/script_frame.h"
#include "read/script_header.h"

enum {
	PD_SCRIPT_KEPT_MAX = 256,     /* bytes of a name that is kept while others are read */
	PD_SCRIPT_INLINED_MAX = 2048, /* of names waiting for the object they are inlined into */
};

struct pd_script_kept {
	char p[PD_SCRIPT_KEPT_MAX];
	size_t n;
};

/* Whether all of @s could be kept. */
bool pd_script_hit_keep(struct pd_script_kept *k, struct pd_str s);

static inline struct pd_str pd_script_hit_kept(const struct pd_script_kept *k)
{
	return (struct pd_str){k->p, k->n};
}

/* Zero-initialized is ready to use, but for hits. */
struct pd_script_hit {
	struct pd_hits *hits;
	bool open;        /* a hit is being told */
	bool provisional; /* its line held a symbol, which is the data's if a chain follows */
	bool empty;       /* no frame of the open hit has come yet */

	struct pd_script_kept event_name; /* as it was printed: the last one, whose number is event */
	uint32_t event;
	bool event_known;
	bool event_is_cut; /* its name is too long to be kept */
	bool has_period;   /* the last one had: else the event is "hits of" it */
	struct pd_script_kept comm;
	uint64_t weight;
	uint64_t lost; /* announced before the first hit */

	char inlined[PD_SCRIPT_INLINED_MAX]; /* names, each behind its length in two bytes */
	size_t n_inlined;
};

/* Ends the one before. */
void pd_script_hit_open(struct pd_script_hit *hit, const struct pd_script_header *h);
void pd_script_hit_close(struct pd_script_hit *hit);
/* It is not to be told: the text ends inside it. */
void pd_script_hit_drop(struct pd_script_hit *hit);

/* A frame, from the leaf on. Returns its number; 0 if it waits for what it is inlined into. */
uint32_t pd_script_hit_frame(struct pd_script_hit *hit, struct pd_script_frame f);

/* @n hits were lost: they are of the event of the last one, or of the first one that comes. */
void pd_script_hit_lost(struct pd_script_hit *hit, uint64_t n);

/* Tells what is left to tell. */
void pd_script_hit_finish(struct pd_script_hit *hit);

#endif
