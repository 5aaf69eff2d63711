/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.h - where a big file may be cut, so that several threads read it */
#ifndef READ_SPLIT_H
#define READ_SPLIT_H

#include "read/format.h"

enum { PD_SPLIT_MAX = 64 }; /* pieces of one file */

struct pd_split {
	uint64_t at[PD_SPLIT_MAX + 1]; /* piece i is the bytes at[i] to at[i + 1]; at[0] is 0 */
	size_t n;                      /* pieces; 1: the whole, which is not cut */
	char *prologue; /* the comments that the file begins with: every piece is told them */
	size_t n_prologue;
	uint64_t prologue_lines;
};

/*
 * Looks for places in @path, of @size bytes, to make @n pieces of it that are about
 * as large. Fewer if there are none, or if the file cannot be read: then
 * whoever reads it says why.
 */
void pd_split_plan(struct pd_split *s, const char *path, uint64_t size,
		   const struct pd_format *format, size_t n);
void pd_split_free(struct pd_split *s);

/*
 * The places in @text, offsets from 1, where @format may be cut: at most @max, and
 * how many there are. @text starts with a line, of which there is one before.
 */
size_t pd_split_places(struct pd_str text, const struct pd_format *format, size_t *ret, size_t max);

#endif
