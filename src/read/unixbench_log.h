/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unixbench_log.h - the passes in a log of UnixBench */
#ifndef READ_UNIXBENCH_LOG_H
#define READ_UNIXBENCH_LOG_H

#include <perfdelta/base.h>

struct pd_ingest;
struct pd_input;

/* One copy as it was printed so far. */
struct pd_unixbench_copy {
	double count, base, time, elapsed;
	bool has_count, has_elapsed, failed;
};

/* The places to write to, then zeros. */
struct pd_unixbench_log {
	struct pd_input *in;
	struct pd_ingest *out;

	/* private */
	bool after_rule;    /* the line before was a row of '#' */
	bool in_test;       /* a test was named */
	bool in_pass;       /* of which copies are awaited */
	bool broken;        /* something of this pass was refused, which has been said */
	uint64_t n_wanted;  /* copies of each pass */
	uint64_t n_copies;  /* of this pass, so far */
	double count, time; /* their sums */
	double base;        /* of the first */
	char unit[32];
	struct pd_unixbench_copy copy;
};

/* True if @line is one of a log. */
bool pd_unixbench_log_line(struct pd_unixbench_log *log, struct pd_str line);
/* Call after the last line. */
void pd_unixbench_log_end(struct pd_unixbench_log *log);

#endif
