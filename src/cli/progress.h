/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h - a sign of life on stderr while much is read */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/settings.h"

#include <time.h>

struct progress {
	bool shown;
	struct timespec start;
};

/*
 * From now on reading with @read shows, after a second and if stderr is a
 * terminal, how many files are done; the line is gone when all are. @p must live
 * as long as @read is used.
 */
void progress_begin(struct progress *p, const struct settings *s, struct pd_read_options *read);

#endif
