/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inventory_rows.h - what profiles of one side hold by what the user chose: comm, lock ... */
#ifndef REPORT_INVENTORY_ROWS_H
#define REPORT_INVENTORY_ROWS_H

#include "report/style.h"

#include <perfdelta/delta.h>

/* Rows of @event of the one side of @result: share, hits, names. @n_top: 0: all. */
void pd_inventory_rows(const struct pd_delta_result *result, pd_id event, uint32_t n_top,
		       struct pd_out *out);
/* The head of their column: those of "1K" are the least that they can be. */
struct pd_str pd_inventory_rows_hits(bool rounded);
/* Whether @result has rows of @event. */
bool pd_inventory_rows_any(const struct pd_delta_result *result, pd_id event);

#endif
