/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h - the ledger while it is being filled */
#ifndef MODEL_TABLE_H
#define MODEL_TABLE_H

#include "base/intern.h"

#include <perfdelta/table.h>

/* Zero-initialized is ready to use. */
struct pd_table_builder {
	struct pd_table t;
	size_t cap[5];   /* of the columns up to value */
	size_t cap_when; /* 0: there is no such column */
	size_t cap_keys, cap_metrics, cap_sides, cap_aggregates;
	struct pd_intern key_ids, metric_ids; /* their fields as bytes */
	struct pd_intern side_ids;            /* their names */
	struct pd_intern counter_ids;         /* (key, side), for run numbers */
	uint32_t *n_runs;                     /* [counter] runs so far */
	size_t cap_counters;
	struct pd_intern file_ids; /* (side, source) */
	bool sided;                /* some value had the label that names sides */
};

/* The side called @name, made if it is new. */
uint16_t pd_table_side(struct pd_table_builder *b, pd_id name);
void pd_table_source(struct pd_table_builder *b, struct pd_ctx *ctx, uint16_t side, pd_id source);

/* Remembers that @source was read for @side; true if it was read for it before. */
bool pd_table_file(struct pd_table_builder *b, pd_id side, pd_id source);

/*
 * The metric with this name and unit, made if it is new. A known direction wins
 * over an unknown one; false in *ret_agreed when two known ones differ.
 */
uint16_t pd_table_metric(struct pd_table_builder *b, const struct pd_metric *m, bool *ret_agreed);
uint32_t pd_table_key(struct pd_table_builder *b, const struct pd_key *key);

/* How many runs @key has on @side so far, to be raised by whoever adds some. */
uint32_t *pd_table_runs(struct pd_table_builder *b, uint32_t key, uint16_t side);

/* Rows on their way into a ledger; the arrays are malloc'ed and have room for @cap each. */
struct pd_table_columns {
	uint32_t *key;
	uint16_t *side;
	uint32_t *run, *iteration;
	double *value;
	double *when; /* NULL: unknown for all rows */
	size_t n, cap;
	struct pd_aggregate *aggregate; /* [n_aggregates] by row of these columns */
	size_t n_aggregates, cap_aggregates;
};

void pd_table_columns_free(struct pd_table_columns *c);

/* Appends the rows of @c, which is empty afterwards; the first ones are taken without a copy. */
void pd_table_append(struct pd_table_builder *b, struct pd_table_columns *c);

/* Says that run numbers of @side go up to @n_runs. */
void pd_table_count_runs(struct pd_table_builder *b, uint16_t side, uint32_t n_runs);

/* Room for @n more rows, so that adding a file's rows allocates once. */
void pd_table_reserve(struct pd_table_builder *b, size_t n);
void pd_table_add(struct pd_table_builder *b, uint32_t key, uint16_t side, uint32_t run,
		  uint32_t iteration, double value);

/* The finished ledger, owned by @ctx; @b is empty afterwards. */
struct pd_table pd_table_finish(struct pd_table_builder *b, struct pd_ctx *ctx);

#endif
