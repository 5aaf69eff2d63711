/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * trouble.h - what went wrong with whole files
 *
 * Readers report what they find inside a file; this is about the whole of it.
 */
#ifndef READ_TROUBLE_H
#define READ_TROUBLE_H

#include "read/job.h"

enum pd_trouble {
	PD_TROUBLE_NONE,
	PD_TROUBLE_UNREADABLE,
	PD_TROUBLE_TOO_LARGE,
	PD_TROUBLE_UNKNOWN,
	PD_TROUBLE_EMPTY,
	PD_TROUBLE_WITHOUT_VALUES,
	PD_TROUBLE_IS_PROFILE,
	PD_N_TROUBLES
};

/* Of files with the same trouble so many are named, the rest counted. */
enum { PD_TROUBLE_SHOWN = 5 };

enum pd_trouble pd_trouble_of(const struct pd_job *job, bool wants_profiles);

/* Of the trouble, or of what the reader said. */
int pd_trouble_status(const struct pd_job *job, enum pd_trouble t);

void pd_trouble_tell(struct pd_ctx *ctx, const struct pd_job *job, enum pd_trouble t,
		     const struct pd_source *source, bool skip_unknown);

/* How many files of each trouble were not named, of @count. */
void pd_trouble_tell_rest(struct pd_ctx *ctx, const uint64_t count[PD_N_TROUBLES]);

#endif
