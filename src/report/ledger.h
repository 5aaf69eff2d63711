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

/* Row numbers of @t by side, each side's in the order read; to be freed. */
size_t *pd_ledger_by_side(const struct pd_table *t);

/*
 * Row numbers of @t by key, then side, run and iteration: what has the same key
 * and side is a series. To be freed.
 */
size_t *pd_ledger_by_series(const struct pd_table *t);

/* Where in @row, so sorted, the series that starts at @start ends. */
size_t pd_ledger_series_end(const struct pd_table *t, const size_t *row, size_t start);

#endif
