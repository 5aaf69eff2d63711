/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_stat_json.h - one line of perf stat -j
 *
 * Each line is an object of its own, and in many locales none that a JSON parser
 * would take: 100,00 is one number there. Objects are flat, so they are taken
 * apart here, without a tree.
 */
#ifndef READ_PERF_STAT_JSON_H
#define READ_PERF_STAT_JSON_H

#include <perfdelta/base.h>

struct pd_perf_stat_row;

struct pd_perf_stat_member {
	struct pd_str key, value; /* without quotes */
};

/*
 * The next member of an object whose brace is gone, *s moved past it. False at
 * the closing brace, which is taken, or at what is no member: then *s is not empty.
 */
bool pd_perf_stat_json_member(struct pd_str *s, struct pd_perf_stat_member *ret);

/*
 * Is @line an object of perf stat? Fills @row with the members that have a
 * meaning. One without event and metric-unit holds metrics by their names
 * (--metric-only): what pd_perf_stat_json_is_metric() says so of.
 */
bool pd_perf_stat_json(struct pd_str line, struct pd_perf_stat_row *row);

bool pd_perf_stat_json_is_metric(const struct pd_perf_stat_member *m);

#endif
