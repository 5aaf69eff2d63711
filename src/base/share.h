/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * share.h - things that are made once, by whoever asks first, and kept for all threads
 *
 * Who asks for what is being made waits for it. So a thing must depend on its key
 * alone, and its making may ask for others only if those never ask for it.
 */
#ifndef BASE_SHARE_H
#define BASE_SHARE_H

#include <perfdelta/base.h>

struct pd_share;

/* Makes what is called @key, which ends with a NUL; NULL is kept as well. */
typedef void *pd_share_make(void *arg, struct pd_str key);
/* Gives a thing back, which is not NULL. */
typedef void pd_share_release(void *thing);

struct pd_share *pd_share_new(pd_share_release *release);
void pd_share_free(struct pd_share *s); /* with all things; NULL is fine */

/* The thing called @key, any bytes; valid until pd_share_free(). Safe from any thread. */
void *pd_share_get(struct pd_share *s, struct pd_str key, pd_share_make *make, void *arg);

#endif
