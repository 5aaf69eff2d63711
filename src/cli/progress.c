/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

static void show(void *cookie, size_t n_read, size_t n_files)
{
	struct progress *p = cookie;
	struct timespec now;

	if (n_read == n_files) {
		if (p->shown)
			(void)fputs("\r\033[K", stderr);
		return;
	}
	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	if (now.tv_sec - p->start.tv_sec < (now.tv_nsec < p->start.tv_nsec ? 2 : 1))
		return;
	(void)fprintf(stderr, "\rread %zu of %zu files", n_read, n_files);
	p->shown = true;
}

void progress_begin(struct progress *p, const struct settings *s, struct pd_read_options *read)
{
	*p = (struct progress){.shown = false};
	if (s->look.quiet || !isatty(STDERR_FILENO))
		return;
	(void)clock_gettime(CLOCK_MONOTONIC, &p->start);
	read->progress = show;
	read->cookie = p;
}
