/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * job.h - files on their way: each read by any thread, a big one in pieces that are joined again
 *
 * Jobs know nothing of each other: what is read does not depend on how many
 * threads there are, nor on which of them is first.
 */
#ifndef READ_JOB_H
#define READ_JOB_H

#include "read/format.h"
#include "read/source.h"

#include <stdatomic.h>

/* One file, or a piece of one. */
struct pd_job {
	const char *path;
	const struct pd_format *format; /* NULL: by content */

	/* what came of it; the ingest is there whatever happened, and the caller's */
	struct pd_ingest *ingest;
	uint64_t lines, n_junk;
	int status;
	int saved_errno;
	bool unknown, empty;
	const char *why; /* a hint for a file that nobody can read */

	/* of a big file */
	const struct pd_split *split; /* NULL: the whole file */
	struct pd_split *own_split;   /* the same, of the first piece */
	struct pd_job *rest;          /* the other pieces, with the first */
	size_t piece;
};

struct pd_jobs {
	struct pd_job *job; /* [n] of all files */
	size_t n, start;    /* the first one that is not read yet */
	struct pd_job **todo;
	size_t n_todo, cap_todo;
	atomic_size_t n_read;
	const struct pd_read_options *options;
	struct pd_symbol_files *symbols;
	const struct pd_format *format; /* NULL: by content */
};

/* As many as are worth it for files of these sizes; 0 or 1: the caller's own. */
unsigned int pd_job_workers(const struct pd_sources *sources, const struct pd_read_options *o);

/* Reads the next @n files from jobs->start on. */
void pd_job_read(struct pd_jobs *jobs, const struct pd_sources *sources, size_t n,
		 unsigned int n_workers);

void pd_job_free(struct pd_jobs *jobs);

/* The file as it is named to people. */
const char *pd_job_name(const struct pd_job *job);

#endif
