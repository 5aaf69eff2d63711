/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/read.h>

#include "base/str.h"
#include "base/work.h"
#include "read/format.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/merge.h"
#include "read/source.h"

#include <stdlib.h>

#define DEFAULT_MAX_INPUT (UINT64_C(16) << 30)

/* Starting a thread costs more than reading this much. */
#define WORTH_A_THREAD (UINT64_C(1) << 18)

/* One file on its way: read by any thread, merged in order by the caller's. */
struct job {
	const char *path;
	struct pd_ingest *ingest;
	int status;
	int saved_errno;
	const char *why; /* a hint for a file that nobody can read */
	bool unknown;
	uint64_t n_junk;
};

struct jobs {
	struct job *job;
	const struct pd_read_options *options;
	const struct pd_format *format; /* NULL: by content */
};

bool pd_read_format_at(size_t i, const char **ret_name, const char **ret_what)
{
	const struct pd_format *f = pd_format_at(i);

	if (!f)
		return false;
	*ret_name = f->name;
	*ret_what = f->what;
	return true;
}

/* Content that is easily told and that no reader of ours takes. */
static const char *hint(struct pd_str head)
{
	if (pd_str_starts(head, PD_STR("\037\213")))
		return "it is compressed by gzip: pipe it through zcat";
	if (pd_str_starts(head, PD_STR("(\265/\375")))
		return "it is compressed by zstd: pipe it through zstdcat";
	if (pd_str_starts(head, PD_STR("\375"
				       "7zXZ")))
		return "it is compressed by xz: pipe it through xzcat";
	if (pd_str_starts(head, PD_STR("\377\376")) || pd_str_starts(head, PD_STR("\376\377")))
		return "it is UTF-16 text: convert it with iconv -t UTF-8";
	if (!head.n)
		return "it is empty";
	return "see 'perfdelta list formats', or name one with --format";
}

static const struct pd_format *detect(struct pd_input *in, struct job *job)
{
	struct pd_str head = pd_input_head(in);
	const struct pd_format *f = pd_format_probe(head);

	if (!f) {
		job->unknown = true;
		job->why = hint(pd_input_peek(in));
	}
	free((char *)(uintptr_t)head.p);
	return f;
}

static void read_one(void *arg, size_t item, unsigned int worker)
{
	struct jobs *jobs = arg;
	struct job *job = &jobs->job[item];
	const struct pd_format *format = jobs->format;
	uint64_t max = jobs->options->max_input ? jobs->options->max_input : DEFAULT_MAX_INPUT;
	struct pd_input in;

	(void)worker;
	job->ingest = pd_ingest_new(jobs->options);
	job->status = pd_input_open(&in, job->path, max);
	if (!job->status && !format)
		format = detect(&in, job);
	if (!job->status && format)
		job->status = format->read(&in, job->ingest);
	if (!job->status)
		job->status = pd_input_status(&in);
	job->saved_errno = in.saved_errno;
	job->n_junk = in.n_junk;
	pd_input_close(&in);
}

static const char *shown(const char *path)
{
	return strcmp(path, "-") ? path : "<stdin>";
}

static int io_error(struct pd_ctx *ctx, const struct job *job)
{
	char buf[128];

	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "open", "cannot read '%s': %s",
		    shown(job->path), strerror_r(job->saved_errno, buf, sizeof(buf)));
	return PD_EIO;
}

/* What went wrong with one file, reported; 0 if nothing did. */
static int outcome(struct pd_ctx *ctx, const struct job *job, const struct pd_read_options *o)
{
	struct pd_loc loc = {shown(job->path), 0, 0};

	if (job->status == PD_EIO)
		return io_error(ctx, job);
	if (job->status == PD_ELIMIT) {
		pd_ctx_diag(ctx, PD_ERROR, loc, "limit",
			    "larger than the limit of the file (--max-input), of a line (16 MiB) or "
			    "of a JSON document (256 MiB)");
		return PD_ELIMIT;
	}
	if (job->unknown) {
		pd_ctx_diag(ctx, o->skip_unknown ? PD_WARNING : PD_ERROR, loc, "unknown-format",
			    "nobody knows the format of this file; %s", job->why);
		return PD_EPARSE;
	}
	if (pd_ingest_status(job->ingest) < 0)
		return pd_ingest_status(job->ingest);
	if (job->status < 0)
		return job->status;
	if (!pd_ingest_count(job->ingest)) {
		pd_ctx_diag(ctx, PD_ERROR, loc, "no-values", "the file gave no value");
		return PD_EPARSE;
	}
	return PD_OK;
}

static int merge_one(struct pd_ctx *ctx, const struct job *job, const struct pd_source *source,
		     const struct pd_read_options *o, struct pd_table_builder *b)
{
	struct pd_merge_target target = {pd_str_of(shown(job->path)), source->side,
					 source->side_given};
	int r;

	pd_merge_diags(job->ingest, ctx, shown(job->path));
	if (job->n_junk)
		pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){shown(job->path), 0, 0}, "binary-junk",
			    "%llu lines of binary junk left out", (unsigned long long)job->n_junk);
	r = outcome(ctx, job, o);
	if (job->unknown && o->skip_unknown) {
		b->t.n_skipped++;
		return PD_OK;
	}
	return r < 0 ? r : pd_merge(job->ingest, ctx, b, &target);
}

/* Every file is looked at, so that every trouble is told; the first one counts. */
static int merge_all(struct pd_ctx *ctx, const struct jobs *jobs, const struct pd_sources *sources,
		     struct pd_table_builder *b)
{
	int status = PD_OK;

	for (size_t i = 0; i < sources->n; i++) {
		int r = merge_one(ctx, &jobs->job[i], &sources->source[i], jobs->options, b);

		if (!status)
			status = r;
	}
	return status;
}

static unsigned int workers_for(const struct pd_sources *sources, const struct pd_read_options *o)
{
	unsigned int n = o->n_workers ? o->n_workers : pd_work_processors();
	uint64_t size = 0;

	for (size_t i = 0; i < sources->n; i++)
		size += sources->source[i].size;
	return size / WORTH_A_THREAD < n ? (unsigned int)(size / WORTH_A_THREAD) : n;
}

static int read_sources(struct pd_ctx *ctx, const struct pd_sources *sources,
			const struct pd_read_options *options, struct pd_table *table)
{
	struct jobs jobs = {.options = options};
	struct pd_table_builder builder = {0};
	int r;

	if (options->format && !(jobs.format = pd_format_find(options->format))) {
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
			    "no format is called '%s'; see 'perfdelta list formats'",
			    options->format);
		return PD_EUSAGE;
	}
	jobs.job = pd_ctx_alloc(ctx, sources->n * sizeof(*jobs.job));
	for (size_t i = 0; i < sources->n; i++)
		jobs.job[i].path = sources->source[i].path;
	pd_work_run(workers_for(sources, options), sources->n, read_one, &jobs);
	r = merge_all(ctx, &jobs, sources, &builder);
	for (size_t i = 0; i < sources->n; i++)
		pd_ingest_free(jobs.job[i].ingest);
	*table = pd_table_finish(&builder, ctx);
	return r;
}

int pd_read(struct pd_ctx *ctx, const char *const *operand, size_t n,
	    const struct pd_read_options *options, struct pd_table *table)
{
	static const struct pd_read_options defaults = {0};
	struct pd_sources sources = {0};
	struct pd_table result = {0};
	int r = pd_source_all(&sources, ctx, operand, n);

	if (!r)
		r = read_sources(ctx, &sources, options ? options : &defaults, &result);
	pd_source_free(&sources);
	if (!r)
		*table = result;
	return r;
}
