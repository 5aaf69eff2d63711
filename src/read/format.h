/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * format.h - what a reader of one input format is
 *
 * To add a format: write format_NAME.c with one `const struct pd_format
 * pd_format_NAME`, and add its row to formats.def. Nothing else changes.
 */
#ifndef READ_FORMAT_H
#define READ_FORMAT_H

#include <perfdelta/base.h>

struct pd_input;  /* lines with a position; read/input.h */
struct pd_ingest; /* where values go; read/ingest.h */

struct pd_format {
	const char *name; /* --format=NAME; stable */
	const char *what; /* one line for `perfdelta list formats` */

	/*
	 * 0: not this format ... 100: a magic number said so. Pure; sees the first
	 * 64 KiB, and more behind longer lines, normalised as lines are. Plain numbers say 5, CSV at most 30, a
	 * tool's own words 60 to 90.
	 */
	int (*probe)(struct pd_str head);

	/*
	 * Instead of probe(), of a format that is no text: sees the bytes as they stand in the
	 * file, and is asked first.
	 */
	int (*probe_bytes)(struct pd_str head);

	/*
	 * Pull lines until the input ends; put what they say into @out. Return: 0 or
	 * a negative status; trouble with single rows is pd_ingest_warn().
	 */
	int (*read)(struct pd_input *in, struct pd_ingest *out);

	/*
	 * May a big file be cut before this line, so that what read() says of both
	 * pieces is together what it says of the whole? Whatever stands before the
	 * line. NULL: never.
	 */
	bool (*cut)(struct pd_str line);

	bool has_long_lines; /* of more than 64 KiB: one line may be as long as a program runs deep */
};

#define PD_FORMAT(name) extern const struct pd_format pd_format_##name;
#include "read/formats.def"
#undef PD_FORMAT

/* The format of these first bytes of a file that is no text, or NULL. */
const struct pd_format *pd_format_probe_bytes(struct pd_str head);
/* By name, or NULL. */
const struct pd_format *pd_format_find(const char *name);
/*
 * The surest prober, or NULL if none says more than 0. *ret_other: another one
 * that knows words of its own tool there, or NULL.
 */
const struct pd_format *pd_format_probe(struct pd_str head, const struct pd_format **ret_other);
/* The i-th, in table order; NULL past the end. */
const struct pd_format *pd_format_at(size_t i);

#endif
