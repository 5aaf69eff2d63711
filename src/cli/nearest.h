/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * nearest.h - which labels keep the rows of two sides apart
 */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include "base/out.h"

#include <perfdelta/compare.h>
#include <perfdelta/table.h>

/*
 * Writes to @out, with commas, the labels in which a row of @side differs from the nearest row of
 * the base with the same benchmark and metric: the first such row among the first 100 of the side.
 * Returns how many labels there are; 0 if no row has a partner.
 */
size_t nearest_differing(const struct pd_ctx *ctx, const struct pd_rows *rows, size_t side,
			 struct pd_out *out);

#endif
