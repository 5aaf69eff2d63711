/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locks.h - locks that the user names: --locks FILE */
#ifndef MODEL_LOCKS_H
#define MODEL_LOCKS_H

#include "model/lock.h"

#include <perfdelta/ctx.h>

/*
 * Reads a table of locks, one in a line: class, site and lock, parted by
 * blanks; # starts a comment.
 *
 *	# class   site          lock
 *	mutex     my_dev_ioctl  my_dev->lock
 *	spinlock  my_dev_irq    my_irq_lock
 *
 * The class is a word of pd_lock_word(), the site a symbol without offset.
 * The lock is the rest of the line; with -> . or ( in its name it is one per
 * object (a leading -> just says so and is not printed), else one for all. The
 * last line of a pair counts.
 *
 * @file: for messages
 *
 * Return: 0 and the table, owned by @ctx; PD_EPARSE after one error with its
 * line (bad-word, missing-column), *ret untouched.
 */
int pd_locks_parse(struct pd_ctx *ctx, const char *file, struct pd_str text,
		   const struct pd_locks **ret);

/* The pair of exactly this spelling, or of a class that may be it; @told may be NULL. */
bool pd_locks_find(const struct pd_locks *told, enum pd_lock_class lock_class, struct pd_str site,
		   struct pd_lock *ret);

#endif
