/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * columns.h - what each column of a CSV file means, by its header
 *
 * Long form, with a `value` column: one number per row. Wide form, without:
 * each column of numbers is a side. Names with a meaning are benchmark, metric,
 * unit, better, exact, redundant, absolute, side, run, iteration and value, and in the long
 * form time and order; `label:NAME`
 * is the label NAME whatever NAME is; any other column is a label (long) or, from
 * the first column of numbers on, a side (wide).
 */
#ifndef READ_COLUMNS_H
#define READ_COLUMNS_H

#include "base/arena.h"

#include <perfdelta/base.h>

struct pd_ingest;
struct pd_record;

enum pd_column {
	PD_COLUMN_BENCHMARK,
	PD_COLUMN_METRIC,
	PD_COLUMN_UNIT,
	PD_COLUMN_BETTER,
	PD_COLUMN_EXACT,
	PD_COLUMN_REDUNDANT,
	PD_COLUMN_ABSOLUTE,
	PD_COLUMN_SIDE,
	PD_COLUMN_RUN,
	PD_COLUMN_TIME,  /* of the long form: when the value was measured, */
	PD_COLUMN_ORDER, /* or its place among all values */
	PD_COLUMN_ITERATION,
	PD_COLUMN_VALUE, /* in the wide form several */
	PD_COLUMN_SD,    /* of the values that this one is the mean of; the next four go with it */
	PD_COLUMN_HALF_WIDTH,
	PD_COLUMN_LEVEL,
	PD_COLUMN_N,
	PD_COLUMN_OF,
	PD_COLUMN_LABEL, /* any number of these three */
	PD_COLUMN_OPEN,  /* a side or a label: the first row of the wide form tells */
	PD_COLUMN_UNNAMED,
	PD_COLUMN_KINDS,
};

struct pd_columns {
	struct pd_arena names;
	enum pd_column *kind; /* [n] */
	struct pd_str *name;  /* [n] of labels and sides, or as in the header */
	size_t n,
		at[PD_COLUMN_KINDS]; /* at: the last column of a kind, SIZE_MAX if there is none */
	size_t *value, n_values;     /* columns of numbers */
	bool wide;
};

/*
 * Takes @header, the first record. False after an error about it: no name, a
 * name twice, a side without values.
 */
bool pd_columns_open(struct pd_columns *c, const struct pd_record *header, struct pd_ingest *out);

/*
 * The wide form is understood with its first row at hand: columns before the
 * first number are the benchmark and labels, the others are sides. False after
 * an error.
 */
bool pd_columns_widen(struct pd_columns *c, const struct pd_record *row, struct pd_ingest *out);

void pd_columns_close(struct pd_columns *c);

#endif
