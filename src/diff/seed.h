/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seed.h - random numbers that depend on names alone */
#ifndef DIFF_SEED_H
#define DIFF_SEED_H

#include <perfdelta/compare.h>

/*
 * The user's seed and the names of a row and a side: what is drawn does not
 * depend on what else is compared, nor on threads. @purpose keeps draws apart.
 */
uint64_t pd_seed(const struct pd_ctx *ctx, const struct pd_rows *rows, size_t row, size_t side,
		 uint64_t seed, const char *purpose);

#endif
