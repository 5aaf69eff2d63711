/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status.h - what the exit status says, by --fail-on */
#ifndef CLI_STATUS_H
#define CLI_STATUS_H

#include "cli/settings.h"

/* The words of --fail-on that a row of this verdict answers to: set of enum fail_on. */
unsigned int status_matched_by(enum pd_verdict verdict);

/*
 * The status of a command that has printed its report. @matched: set of enum
 * fail_on, of all rows that count, asked for or not.
 */
int status_exit(const struct settings *s, unsigned int matched);

#endif
