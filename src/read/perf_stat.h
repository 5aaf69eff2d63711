/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_stat.h - rows of perf stat, whichever way they were printed, as values
 *
 * Text, CSV and JSON say the same things about a count: the readers of one line
 * (perf_stat_text.h, perf_stat_csv.h, perf_stat_json.h) make a row of it, and
 * what a row means is decided here once.
 */
#ifndef READ_PERF_STAT_H
#define READ_PERF_STAT_H

#include "base/number.h"

#include <perfdelta/base.h>

struct pd_ingest;
struct pd_input;

/* One count. Texts point into the line; what the line does not say is empty. */
struct pd_perf_stat_row {
	struct pd_str time; /* -I: where the interval ends, in seconds */
	struct pd_str place_kind,
		place;        /* "cpu" and "0", "core" and "S0-D0-C1", "thread" and "sh" */
	struct pd_str n_cpus; /* of the place */
	struct pd_str value;  /* a literal, or "<not counted>" */
	struct pd_str unit, event, cgroup;
	struct pd_str spread;  /* -r: relative standard error of the mean, a literal in percent */
	struct pd_str running; /* percent of the time that the event was on a counter, as printed */
	struct pd_str metric, metric_unit; /* derived: a literal, and what is behind it */
	bool metric_is_percent;            /* a % stood behind the number */
	bool metric_cut;                   /* perf cut the digits behind the decimal comma */
	bool is_text;                      /* the elapsed time is printed as well */

	/* of the literals that had to be rewritten */
	char value_buf[PD_NUMBER_MAX], spread_buf[PD_NUMBER_MAX], metric_buf[PD_NUMBER_MAX];
};

enum { PD_PERF_STAT_NAME = 512 }; /* bytes of an event, and of a metric made of it */

struct pd_perf_stat {
	struct pd_input *in;
	struct pd_ingest *out;

	/* private */
	char event[PD_PERF_STAT_NAME]; /* of the last row: further metrics are of it */
	char time[24];                 /* of the interval that rows belong to; empty: of none */
	uint64_t n_runs; /* of the block, whose counts are means over them; 0: it does not say */
	uint64_t part;   /* a block, or an interval of one */
	struct pd_perf_stat_seen {
		uint64_t part;
		uint32_t n;
	} * seen; /* [key]: how often in which part */
	size_t n_seen, cap_seen;
	uint64_t n_values, n_absent, n_multiplexed, n_means, n_unknown, n_intervals, n_cut;
};

void pd_perf_stat_release(struct pd_perf_stat *s);

/* What follows was printed by another perf stat: a new run, without labels. */
void pd_perf_stat_block(struct pd_perf_stat *s);

/*
 * What the counts of the block are of: "'sleep 1' (5 runs):", "process id '123':",
 * or what else stands behind "Performance counter stats for".
 */
void pd_perf_stat_target(struct pd_perf_stat *s, struct pd_str text);

/* One row; one without an event is a further metric of the last event. */
void pd_perf_stat_add(struct pd_perf_stat *s, const struct pd_perf_stat_row *row);

/* "0.698064335 seconds time elapsed" is the metric `time`; @spread as in a row. */
void pd_perf_stat_seconds(struct pd_perf_stat *s, const char *metric, struct pd_str literal,
			  struct pd_str spread);

/* A line of --table: the elapsed time of one run of several. */
void pd_perf_stat_single(struct pd_perf_stat *s, struct pd_str literal);

/* What there is to say about the file as a whole. */
void pd_perf_stat_tell(struct pd_perf_stat *s);

/* Does the event count nanoseconds, whether or not perf prints a unit? */
bool pd_perf_stat_is_clock(struct pd_str event);

/* Does @s look like what perf prints for a count that it does not have? */
bool pd_perf_stat_is_absent(struct pd_str s);

#endif
