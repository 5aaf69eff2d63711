/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * script_header.h - the line of perf script that says whose hit it is
 *
 *	sh 14234 [003] 916.208838:     250000 cpu-clock:u:
 *	      ordermatch 18242 U      1329.236079: cpu-clock:      55f5ac5e8234 hash_insert (/bin/om)
 *	env    1001001
 *
 * Fields are there or not as perf was asked (-F), and nothing says which. A
 * thread may be called "x 7/8 1.5: y": what is sure stands on the right, so the
 * line is read from there.
 */
#ifndef READ_SCRIPT_HEADER_H
#define READ_SCRIPT_HEADER_H

#include <perfdelta/base.h>

enum pd_script_kind {
	PD_SCRIPT_NONE,   /* no such line */
	PD_SCRIPT_SURE,   /* a hit */
	PD_SCRIPT_MAYBE,  /* a hit if a frame follows: a few words that could be anything */
	PD_SCRIPT_RECORD, /* no hit: PERF_RECORD_MMAP2 ..., in rest */
};

struct pd_script_header {
	enum pd_script_kind kind;
	struct pd_str comm, event; /* empty where not printed */
	struct pd_str rest;        /* what follows the event */
	uint64_t period;
	bool has_period;
	struct pd_str odd_period; /* a number that no period can be; else empty */
};

/* What perf says before the hits; a thread may be called "#1". @line is not empty. */
bool pd_script_header_is_comment(struct pd_str line);

/* Strings point into @line. */
struct pd_script_header pd_script_header(struct pd_str line);

#endif
