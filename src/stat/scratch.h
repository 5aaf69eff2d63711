/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scratch.h - working memory of the statistics, kept from call to call */
#ifndef STAT_SCRATCH_H
#define STAT_SCRATCH_H

#include <perfdelta/stat.h>

#include <gsl/gsl_rng.h>

/* Who may hold which buffer; a function takes only slots that its callers do not hold. */
enum pd_scratch_slot {
	PD_SCRATCH_NULL, /* udist.c: P(U <= u) of the last (m, n) */
	PD_SCRATCH_STEP, /* udist.c: the two steps of the recurrence; midrank.c: the table */
	PD_SCRATCH_SCORES,
	PD_SCRATCH_SUMS,
	PD_SCRATCH_ROWS,
	PD_SCRATCH_VALUES, /* a copy that a function may reorder */
	PD_SCRATCH_LOGS,
	PD_SCRATCH_RANKS,
	PD_SCRATCH_SIGNS,   /* vdist.c: P(V <= v) of the last n */
	PD_SCRATCH_PAIRS,   /* differences of pairs, held by whoever asks the statistics of pairs */
	PD_SCRATCH_ORDER,   /* order.c: which run came when */
	PD_SCRATCH_FALLS,   /* kendall.c: P(falls <= k) of the last n */
	PD_SCRATCH_MODES,   /* dip.c, edivisive.c, edpelt.c: their tables */
	PD_SCRATCH_THINNED, /* modes.c, step.c: what stands for a longer series */
	PD_SCRATCH_PLACES,  /* of runs among all, held by whoever asks for them */
	PD_SCRATCH_N_SLOTS
};

struct pd_scratch {
	struct {
		void *p;
		size_t size;
	} slot[PD_SCRATCH_N_SLOTS];
	gsl_rng *rng;          /* NULL until somebody draws; seeded anew by each who does */
	size_t falls_n;        /* whose law PD_SCRATCH_FALLS holds; 0: nobody's */
	size_t null_m, null_n; /* whose null distribution PD_SCRATCH_NULL holds; 0: nobody's */
	size_t null_pairs;     /* the same of PD_SCRATCH_SIGNS */
};

/*
 * Room for @n elements of @size bytes, undefined content, valid until the slot
 * is taken again. Never NULL: as in base/arena.h, running out of memory ends
 * the process.
 */
void *pd_scratch_take(struct pd_scratch *s, enum pd_scratch_slot slot, size_t n, size_t size)
	__attribute__((returns_nonnull));

/*
 * A Mersenne twister seeded with @seed, whose halves are folded: GSL's takes 32
 * bits. Borrowed until the next call.
 */
gsl_rng *pd_scratch_rng(struct pd_scratch *s, uint64_t seed) __attribute__((returns_nonnull));

#define pd_scratch_array(s, slot, type, n) ((type *)pd_scratch_take((s), (slot), (n), sizeof(type)))

#endif
