/* SPDX-License-Identifier: GPL-3.0-or-later */
/* argument.h - what stands behind the '=' of an option, in the shapes that several options take */
#ifndef CLI_ARGUMENT_H
#define CLI_ARGUMENT_H

#include "cli/settings.h"

typedef bool argument_registry_fn(size_t i, const char **ret_name, const char **ret_what);

/* The index of @arg in @word, or -1. */
int argument_word(const char *arg, const char *const *word, size_t n);
bool argument_count(const char *arg, uint64_t max, uint64_t *ret);
/* A number strictly between 0 and 1. */
bool argument_fraction(const char *arg, double *ret);
/* "2%" and "0.02" are the same; "2" would be either. NULL, or what is wrong. */
const char *argument_share(const char *arg, double *ret);
/* The same where 0 would mean the default: it becomes the smallest number above. */
const char *argument_threshold(const char *arg, double *ret);
/* "512", "64K", "16M", "2G": bytes, in powers of 1024. */
bool argument_size(const char *arg, uint64_t *ret);

/* What is wrong with a name that no row of a registry has: which one is near. */
const char *argument_unknown(struct settings *s, const char *arg, argument_registry_fn *at,
			     const char *list);
bool argument_is_registered(const char *arg, argument_registry_fn *at);

/* Splits "key=glob"; false without '='. */
bool argument_pair(struct settings *s, const char *arg, struct pd_match *ret);
/* Splits "a,b,c" into @list of MAX_LIST; NULL, or what is wrong. */
const char *argument_list(struct settings *s, const char *arg, const char **list, size_t *n);

#endif
