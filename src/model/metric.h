/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * metric.h - units: what a printed one means in base units; and which way is better
 */
#ifndef MODEL_METRIC_H
#define MODEL_METRIC_H

#include <perfdelta/table.h>

struct pd_unit {
	char base[64];         /* "s", "B/s", "s/op"; the printed unit when it is unknown */
	int shift;             /* decimal exponent from the printed to the base unit: ms is -3 */
	double factor;         /* what is left and is no power of ten: 1024, 60; else 1 */
	enum pd_better better; /* what the unit alone says */
};

/*
 * Takes a printed unit apart at its first '/': "usecs/op" is s/op with shift
 * -6, "MB/sec" is B/s with shift 6, "KiB/s" has factor 1024. Rates per second
 * are better high; times, and anything per operation, low; else nobody knows.
 * An unknown unit stands for itself.
 */
struct pd_unit pd_metric_unit(struct pd_str printed);

/* "lower", "higher" or "none": stable, in options, CSV and JSON. */
struct pd_str pd_metric_word(enum pd_better better);

/* The direction that such a word says; false, and *ret untouched, if it is none of them. */
bool pd_metric_parse_word(struct pd_str word, enum pd_better *ret);

/*
 * The quantile that a metric's name says it is, in (0, 1), 0 if none: of "p99", "latency-p99.9"
 * and "99.0th" what they say, of "p999" and longer nines .999 ...
 */
double pd_metric_quantile(struct pd_str name);

#endif
