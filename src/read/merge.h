/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.h - what files said, one after the other, becomes the ledger */
#ifndef READ_MERGE_H
#define READ_MERGE_H

#include "model/table.h"

#include <perfdelta/ctx.h>

struct pd_ingest;

/* Where the values of one file belong. */
struct pd_merge_target {
	struct pd_str source;   /* the file as diagnostics and reports name it */
	struct pd_str side;     /* of its operand */
	bool side_given;        /* the user named the side: label=file */
	struct pd_str identity; /* as in struct pd_source; empty: the name is all that is known */
};

/*
 * Appends what @g holds, which has no values afterwards. Runs go on counting
 * where the file before stopped.
 * Return: 0, or PD_EUSAGE if the file names sides and the operand another one.
 */
int pd_merge(struct pd_ingest *g, struct pd_ctx *ctx, struct pd_table_builder *b,
	     const struct pd_merge_target *target) PD_MUST_USE;

enum { PD_MERGE_CODES = 64 }; /* more than there are */

/* What readers said of which code in how many files. Zero-initialized is ready to use. */
struct pd_merge_said {
	struct pd_merge_said_code {
		const char *code;
		uint64_t n_files, n_left, n_files_left; /* left: counted, not repeated */
	} code[PD_MERGE_CODES];
	size_t n;
};

/*
 * Reports what the reader of @g had to say, in order, "... more" last. What many
 * files say is repeated for the first few of them, for each code.
 */
void pd_merge_diags(const struct pd_ingest *g, struct pd_ctx *ctx, const char *file,
		    struct pd_merge_said *said);

/* Says how much was not repeated. */
void pd_merge_diags_left(const struct pd_merge_said *said, struct pd_ctx *ctx);

#endif
