/* SPDX-License-Identifier: GPL-3.0-or-later */
/* argument.h - what stands behind the '=' of an option, in the shapes that several options take */
#ifndef CLI_ARGUMENT_H
#define CLI_ARGUMENT_H

#include "cli/settings.h"

typedef bool argument_registry_fn(size_t i, const char **ret_name, const char **ret_what);

/*
 * Whatever returns a message gives NULL if all is well; otherwise *ret is
 * untouched and the message, which may live in the context, says what was
 * expected.
 */

/*
 * The index of @arg among @words, "auto always never". An enum without negative
 * constants is an unsigned int to gcc and clang, so @ret can point at one.
 */
const char *argument_choice(struct settings *s, const char *arg, const char *words,
			    unsigned int *ret);
bool argument_count(const char *arg, uint32_t min, uint32_t max, uint32_t *ret);
/* A finite number from @min to @max. */
bool argument_number(const char *arg, double min, double max, double *ret);
/* A number strictly between 0 and 1. */
bool argument_fraction(const char *arg, double *ret);
/* "2%" and "0.02" are the same; "2" would be either. */
const char *argument_share(const char *arg, double *ret);
/* The same where 0 would mean the default: it becomes the smallest number above. */
const char *argument_threshold(const char *arg, double *ret);
/* "512", "64K", "16M", "2G": bytes, in powers of 1024. */
bool argument_size(const char *arg, uint64_t *ret);

/* Whether `perfdelta list @list`, which is @at, has this name; the message says which is near. */
const char *argument_name(struct settings *s, const char *arg, argument_registry_fn *at,
			  const char *list);
/* Splits "key=glob"; false without '='. */
bool argument_pair(struct settings *s, const char *arg, struct pd_match *ret);
/* Splits "a,b,c" into @list of MAX_LIST. */
const char *argument_list(struct settings *s, const char *arg, const char **list, size_t *n);

#endif
