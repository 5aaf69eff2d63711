/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/table.h - the ledger: one row per number that was measured
 */
#ifndef PERFDELTA_TABLE_H
#define PERFDELTA_TABLE_H

#include <perfdelta/base.h>
#include <perfdelta/ctx.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which way a metric improves. */
enum pd_better { PD_BETTER_UNKNOWN, PD_LOWER, PD_HIGHER };

/* What a number means. Keys refer to metrics by index. */
struct pd_metric {
	pd_id name; /* "time", "throughput" */
	pd_id unit; /* base unit after scaling: "s", "B/s", "1" */
	enum pd_better better;
	bool exact;              /* no noise expected: code size, allocation count */
	bool has_min_effect;     /* a threshold of its own, instead of the policy's */
	double min_effect;       /* relative, as pd_policy.min_effect */
	bool absolute;           /* counts in points: differences mean something, ratios do not */
	bool has_min_effect_abs; /* a threshold of its own for differences */
	double min_effect_abs;   /* in unit */
	double quantile; /* of events inside a run that its name says it is, "p99"; 0: none */
	bool redundant;  /* derived from another printed number: shown, never gated */
};

/* One parameter of a measurement: groups=4. */
struct pd_label {
	struct pd_str key, val;
};

/*
 * What was measured: every parameter that the log prints. Values of different
 * keys are never pooled unless the user names the labels to ignore.
 */
struct pd_key {
	pd_id bench;
	pd_id labels; /* a canonical set, taken apart by pd_labels_of() */
	uint16_t metric;
};

struct pd_side {
	pd_id name;    /* "base", "head", or what the user called it */
	pd_id *source; /* [n_sources] files in the order read */
	uint32_t n_sources;
	uint32_t n_runs; /* the largest run number of any key, plus one */
};

/* What the values were that an aggregate was made of. */
enum pd_aggregate_of {
	PD_AGGREGATE_RUNS,       /* each of its own process or boot: the value is their mean */
	PD_AGGREGATE_ITERATIONS, /* inside one run: the value is their mean */
	PD_AGGREGATE_INSIDE,     /* events inside one run: the value is a quantile of them */
};

/* What is told of a row whose value stands for others, which are not known. */
struct pd_aggregate {
	size_t row; /* in the ledger */
	enum pd_aggregate_of of;
	uint64_t n;    /* how many; 0: not known */
	double spread; /* their standard deviation, in the metric's base unit; NaN: not known */
	double level;  /* 0; else spread is half the width of the mean's interval at this level */
};

/*
 * Columns of equal length; row i is {key[i], side[i], ...}. Rows stand in the
 * order they were read: the order measured within a run matters.
 */
struct pd_table {
	size_t n;
	uint32_t *key;       /* index into keys[] */
	uint16_t *side;      /* index into sides[]; 0 is the base */
	uint32_t *run;       /* ordinal within key and side, from 0: one process, boot, fork */
	uint32_t *iteration; /* ordinal within the run, from 0 */
	double *value;       /* finite, in the metric's base unit */
	/*
	 * When row i was measured: seconds since 1970, or any number that grows with
	 * time on all sides alike; NaN: unknown. NULL if no source told of any row.
	 */
	double *when;

	struct pd_aggregate *aggregate; /* [n_aggregates] by row; other rows stand for themselves */
	size_t n_aggregates;

	struct pd_key *keys;
	size_t n_keys;
	struct pd_metric *metrics;
	size_t n_metrics;
	struct pd_side *sides;
	size_t n_sides;

	uint64_t n_skipped; /* rows or lines that were left out, each also a diagnostic */
};

enum { PD_LABELS_MAX = 64 }; /* labels of one key; readers refuse more */

/**
 * pd_labels_of - take a canonical label set apart
 * @ctx: of the ledger
 * @labels: of a key or a row; 0 is the empty set
 * @ret: pd_label[max], filled in ascending order of keys, borrowed from @ctx
 * @max: room in @ret; may be 0, to count
 *
 * Return: how many labels there are, which may be more than @max.
 */
PD_API size_t pd_labels_of(const struct pd_ctx *ctx, pd_id labels, struct pd_label *ret,
			   size_t max);

/* What is told of @row, or NULL if its value stands for itself. Cost: O(log n_aggregates). */
PD_API const struct pd_aggregate *pd_aggregate_of(const struct pd_table *table, size_t row);

#ifdef __cplusplus
}
#endif
#endif
