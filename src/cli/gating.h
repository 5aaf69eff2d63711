/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gating.h - which rows of a comparison the exit status counts */
#ifndef CLI_GATING_H
#define CLI_GATING_H

#include "cli/settings.h"

/* Notes and warnings about sides and rows that cannot count, and why. */
void gating_tell(const struct settings *s, const struct pd_result *r);

/* The exit status was asked for, and some side was compared in no row. */
bool gating_is_void(const struct settings *s, const struct pd_report *report);
/* Set of enum fail_on that the rows answer to, for status_exit(). */
unsigned int gating_matched(const struct settings *s, const struct pd_report *report);

#endif
