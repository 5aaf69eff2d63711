/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sharing.h - options whose words can be about logs or about profiles: which are about which */
#ifndef CLI_SHARING_H
#define CLI_SHARING_H

#include "cli/settings.h"

/* The enum pd_by that is called so, or -1. */
int sharing_dimension(const char *word);
/* The same of the first @n bytes. */
int sharing_dimension_of(const char *word, size_t n);

/* Before reading: what --by says of profiles, as far as it is known. */
void sharing_reads(struct settings *s);

/*
 * After reading: gives --by, --match and --min-effect to what they are about.
 * 0, or EXIT_TROUBLE if a word means nothing here, or an option is about what
 * the operands do not hold: it would silently change nothing.
 */
int sharing_settle(struct settings *s, const struct pd_table *table,
		   const struct pd_profiles *profiles);

#endif
