/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_titles.h - what the profiles of a text are called
 *
 * Where a text holds several profiles, each has its title before it: a line of
 * its own behind "# ", or prose that ends with a colon.
 */
#ifndef READ_PERF_TITLES_H
#define READ_PERF_TITLES_H

#include "base/intern.h"

enum { PD_PERF_TITLE_MAX = 200 }; /* bytes of a title */

/* Zero-initialized is ready to use. */
struct pd_perf_titles {
	bool uses_prose; /* lines of prose that end with a colon are titles, too */

	/* private */
	char text[PD_PERF_TITLE_MAX];
	size_t n; /* of the title that waits for its profile; 0: none does */
	bool is_heading;
	struct pd_intern seen;
	uint32_t *n_runs; /* [seen.n] profiles that were called so */
	size_t cap;
};

/* Takes a line between profiles; true if it is a title. */
bool pd_perf_titles_line(struct pd_perf_titles *t, struct pd_str line);

/*
 * The title of the profile that starts now and how many before it had the same;
 * false if it has none.
 */
bool pd_perf_titles_take(struct pd_perf_titles *t, struct pd_str *ret_title, uint32_t *ret_run);

void pd_perf_titles_free(struct pd_perf_titles *t);

#endif
