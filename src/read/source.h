/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.h - operands of a command line become files with a side each */
#ifndef READ_SOURCE_H
#define READ_SOURCE_H

#include "base/arena.h"

#include <perfdelta/ctx.h>

struct pd_source {
	const char *path; /* "-" is standard input */
	struct pd_str side;
	bool side_given;        /* the user wrote label=... */
	bool in_directory;      /* and not the file itself was named */
	uint64_t size;          /* bytes; 0 if it is not a regular file */
	struct pd_str identity; /* of a regular file: equal bytes for all names of it; else empty */
};

struct pd_sources {
	struct pd_source *source; /* in the order of the operands */
	size_t n, cap;
};

/*
 * The files of all operands: `label=path[,path...]`, a directory (its regular
 * files in natural order, dot-files skipped; of a tree of criterion.rs its
 * samples), a file or `-`. A side without a
 * label is called after the last part of its path; operands that would share
 * such a name get their whole path, so only equal labels make one side.
 * Strings live in @ctx. Return: 0, PD_EUSAGE, PD_EIO or PD_EPARSE with an error
 * reported.
 */
int pd_source_all(struct pd_sources *s, struct pd_ctx *ctx, const char *const *operand,
		  size_t n_operands) PD_MUST_USE;

void pd_source_free(struct pd_sources *s);

#endif
