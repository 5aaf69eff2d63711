/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_stat_only.h - tables of perf stat --metric-only: a line of names, lines of numbers
 *
 *	      insn per cycle branch-misses of all branches
 *	                1.25                 4.2%
 *
 *	insn per cycle,branch-misses of all branches,
 *	1.25,4.2,
 *
 *	#           time       insn per cycle
 *	     1.001234567                 1.25
 */
#ifndef READ_PERF_STAT_ONLY_H
#define READ_PERF_STAT_ONLY_H

#include <perfdelta/base.h>

struct pd_perf_stat;

enum { PD_PERF_STAT_ONLY_LINE = 2048 };

struct pd_perf_stat_only {
	/* private */
	char names[PD_PERF_STAT_ONLY_LINE]; /* the line of names; empty: none was seen */
	char sep;                           /* 0: columns of text */
	bool used;                          /* numbers stood below it */
};

/* True if @line holds numbers only, behind a time or a place. @sep as in the struct. */
bool pd_perf_stat_only_is_numbers(struct pd_str line, char sep);

/* Keeps @line as names of what follows. False if it is too long, or cannot be names. */
bool pd_perf_stat_only_names(struct pd_perf_stat_only *o, struct pd_str line, char sep);

/* Adds the numbers of @line. False if they are not as many as there are names. */
bool pd_perf_stat_only_numbers(struct pd_perf_stat_only *o, struct pd_perf_stat *s,
			       struct pd_str line);

#endif
