/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/trouble.h"

#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"

#include <stdio.h>

static const char *const codes[PD_N_TROUBLES] = {
	[PD_TROUBLE_UNREADABLE] = "open",          [PD_TROUBLE_TOO_LARGE] = "limit",
	[PD_TROUBLE_UNKNOWN] = "unknown-format",   [PD_TROUBLE_EMPTY] = "no-values",
	[PD_TROUBLE_WITHOUT_VALUES] = "no-values", [PD_TROUBLE_IS_PROFILE] = "profile",
};

enum pd_trouble pd_trouble_of(const struct pd_job *job, bool wants_profiles)
{
	uint64_t n_hits = pd_hits_count(pd_hits_said(job->ingest));

	if (job->status == PD_EIO)
		return PD_TROUBLE_UNREADABLE;
	if (job->status == PD_ELIMIT)
		return PD_TROUBLE_TOO_LARGE;
	if (job->unknown)
		return PD_TROUBLE_UNKNOWN;
	if (pd_ingest_status(job->ingest) < 0 || job->status < 0)
		return PD_TROUBLE_NONE;
	if (pd_ingest_count(job->ingest) || (n_hits && wants_profiles))
		return PD_TROUBLE_NONE;
	if (job->empty)
		return PD_TROUBLE_EMPTY;
	return n_hits ? PD_TROUBLE_IS_PROFILE : PD_TROUBLE_WITHOUT_VALUES;
}

void pd_trouble_tell(struct pd_ctx *ctx, const struct pd_job *job, enum pd_trouble t,
		     const struct pd_source *source, bool skip_unknown)
{
	struct pd_loc loc = {pd_job_name(job), 0, 0};
	char buf[128];

	switch (t) {
	case PD_TROUBLE_UNREADABLE:
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, codes[t],
			    "cannot read '%s': %s", pd_job_name(job),
			    strerror_r(job->saved_errno, buf, sizeof(buf)));
		break;
	case PD_TROUBLE_TOO_LARGE:
		pd_ctx_diag(ctx, PD_ERROR, loc, codes[t],
			    "larger than the limit of the file (--max-input), of a line (16 MiB) or "
			    "of a JSON document (256 MiB)");
		break;
	case PD_TROUBLE_UNKNOWN:
		pd_ctx_diag(ctx, skip_unknown ? PD_WARNING : PD_ERROR, loc, codes[t],
			    "nobody knows the format of this file; %s%s", job->why,
			    source->in_directory && !skip_unknown
				    ? "; --skip-unknown leaves out such files of a directory"
				    : "");
		break;
	case PD_TROUBLE_EMPTY:
		pd_ctx_diag(ctx, skip_unknown ? PD_WARNING : PD_ERROR, loc, codes[t],
			    "the file is empty");
		break;
	case PD_TROUBLE_WITHOUT_VALUES:
		pd_ctx_diag(ctx, PD_ERROR, loc, codes[t], "the file gave no value");
		break;
	case PD_TROUBLE_IS_PROFILE:
		pd_ctx_diag(ctx, PD_ERROR, loc, codes[t],
			    "this is a profile; 'perfdelta profile' compares profiles");
		break;
	case PD_TROUBLE_NONE:
	case PD_N_TROUBLES:
		break;
	}
}

void pd_trouble_tell_rest(struct pd_ctx *ctx, const uint64_t count[PD_N_TROUBLES])
{
	for (size_t i = 0; i < PD_N_TROUBLES; i++) {
		uint64_t rest = count[i] > PD_TROUBLE_SHOWN ? count[i] - PD_TROUBLE_SHOWN : 0;
		char msg[64];

		if (!rest || i == PD_TROUBLE_NONE)
			continue;
		(void)snprintf(msg, sizeof(msg), "the same with %llu more",
			       (unsigned long long)rest);
		pd_ctx_repeat(ctx, &(struct pd_diag){.severity = PD_NOTE,
						     .code = codes[i],
						     .msg = msg,
						     .count = rest});
	}
}

int pd_trouble_status(const struct pd_job *job, enum pd_trouble t)
{
	if (t == PD_TROUBLE_UNKNOWN || t == PD_TROUBLE_EMPTY || t == PD_TROUBLE_WITHOUT_VALUES ||
	    t == PD_TROUBLE_IS_PROFILE)
		return PD_EPARSE;
	return pd_ingest_status(job->ingest) < 0 ? pd_ingest_status(job->ingest) : job->status;
}
