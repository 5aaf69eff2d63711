/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profiling.h - profiles: what profile, check and report have in common */
#ifndef CLI_PROFILING_H
#define CLI_PROFILING_H

#include "cli/settings.h"

/* Before reading: whole call chains are kept if rows or the style need them. */
void profiling_reads(struct settings *s);

/* 0, or EXIT_TROUBLE if the base and a head of profiles cannot be told, or that of logs is another. */
int profiling_sides(const struct settings *s, const struct pd_profiles *profiles,
		    const struct pd_table *table);

/*
 * Compares profiles, with the user's own tables of locks and subsystems. @table:
 * logs of the same runs. 0 and *ret; else the exit status.
 */
int profiling_delta(struct settings *s, const struct pd_profiles *profiles,
		    const struct pd_table *table, struct pd_delta_result *ret);

/* In the style asked for. */
void profiling_write(const struct settings *s, const struct pd_delta_result *result,
		     struct pd_out *out);

/*
 * Set of enum fail_on that rows of @result answer to, for status_exit(). @alone:
 * there are no benchmarks, so all words are about symbols. Verdicts on fewer than three
 * profiles of a side answer to none, unless single-run was asked for: then they count like
 * others, and rows of a single profile, which have no verdict, answer to that word itself.
 */
unsigned int profiling_matched(const struct settings *s, const struct pd_delta_result *result,
			       bool alone);
/* Says, if the exit status was asked for, which rows do not count for it. */
void profiling_tell(const struct settings *s, const struct pd_delta_result *result, bool alone);

/* How many rows to show: those asked for; else 20, and the last that was flagged. */
uint32_t profiling_top(const struct settings *s, const struct pd_delta_result *result);

/* All of `perfdelta profile`: reads, compares, prints; the exit status. */
int profiling_run(struct settings *s);

#endif
