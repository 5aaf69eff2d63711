/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * intern.h - each different string once, as a small number
 *
 * Ids count from 0 in order of first appearance; 0 is the empty string. Not
 * for two threads at once.
 */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"

/* Zero-initialized is ready to use. */
struct pd_intern {
	struct pd_arena arena;
	struct pd_str *name; /* [n] NUL-terminated */
	uint64_t *slot; /* [n_slots] upper half of a hash, then id + 1; 0 when free; a power of two */
	size_t n, cap, n_slots;
};

pd_id pd_intern(struct pd_intern *t, struct pd_str s);
/* What was interned last, and what came after each name the last time. Zero-initialized is ready. */
struct pd_intern_guess {
	pd_id last;
	pd_id *next; /* [n] */
	size_t n, cap;
};

/*
 * pd_intern() for text that repeats itself: the same again, or the same as last
 * time after this. Guessing so spares the search of a table that is larger than
 * the cache.
 */
pd_id pd_intern_guess(struct pd_intern *t, struct pd_intern_guess *g, struct pd_str s);
void pd_intern_guess_free(struct pd_intern_guess *g);

/* Borrowed until the table is freed; @id came from pd_intern() on @t, or is 0. */
struct pd_str pd_intern_name(const struct pd_intern *t, pd_id id);
void pd_intern_free(struct pd_intern *t);

#endif
