/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger.h - a ledger written down: what `convert` writes
 *
 * docs/formats.md describes both forms. What the readers of `perfdelta` and
 * `csv` make of them is the ledger that was written: the same keys, sides, runs,
 * iterations and bits of values.
 */
#ifndef REPORT_LEDGER_H
#define REPORT_LEDGER_H

#include "base/out.h"

#include <perfdelta/ctx.h>
#include <perfdelta/table.h>

/* Own JSON, schema 1: a series on each line. */
void pd_ledger_json(const struct pd_ctx *ctx, const struct pd_table *t, struct pd_out *out);

/* CSV, long form: a value on each line. */
void pd_ledger_csv(const struct pd_ctx *ctx, const struct pd_table *t, struct pd_out *out);

/*
 * Row numbers of @t by series: for series s = key * n_sides + side they are
 * row[start[s]] .. row[start[s + 1] - 1], by run, then iteration. free() both.
 */
struct pd_ledger_series {
	size_t *row;   /* [t->n] */
	size_t *start; /* [n_keys * n_sides + 1] */
};

struct pd_ledger_series pd_ledger_by_series(const struct pd_table *t);

#endif
