/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join.h - what the pieces of one file said becomes what the whole file says */
#ifndef READ_JOIN_H
#define READ_JOIN_H

#include <stdint.h>

struct pd_hits;
struct pd_ingest;

/*
 * Adds what @next said to what @to did: hits and what was said of them, as if one
 * reader had gone on. Lines of @next up to @prologue were told before and are
 * left out; the others are @shift more in the whole file.
 */
void pd_join(struct pd_ingest *to, const struct pd_ingest *next, uint64_t prologue, int64_t shift);

/* The hits alone. */
void pd_join_hits(struct pd_hits *to, const struct pd_hits *next);

#endif
