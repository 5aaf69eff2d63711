/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/read.h>

#include "base/str.h"
#include "model/labels.h"
#include "model/profile_unify.h"
#include "read/hits.h"
#include "read/hits_merge.h"
#include "read/ingest.h"
#include "read/job.h"
#include "read/merge.h"
#include "read/source.h"
#include "read/symbol_options.h"
#include "read/trouble.h"

/* Files are read and merged so many at a time: a small one takes 16 KiB until it is merged. */
enum { BATCH = 1024 };

bool pd_read_format_at(size_t i, const char **ret_name, const char **ret_what)
{
	const struct pd_format *f = pd_format_at(i);

	if (!f)
		return false;
	*ret_name = f->name;
	*ret_what = f->what;
	return true;
}

struct merging {
	struct pd_ctx *ctx;
	struct pd_table_builder builder;
	struct pd_profile_set profiles;
	bool wants_profiles;
	struct pd_merge_said said;
	uint64_t count[PD_N_TROUBLES];
	int status; /* the first trouble counts */
};

static int merge_hits(struct merging *m, const struct pd_job *job,
		      const struct pd_merge_target *target)
{
	struct pd_hits *hits = pd_hits_said(job->ingest);

	return hits ? pd_hits_merge(hits, m->ctx, &m->profiles, target) : PD_OK;
}

static int merge_one(struct merging *m, const struct pd_job *job, const struct pd_source *source)
{
	int r = PD_OK;
	struct pd_merge_target target = {pd_str_of(pd_job_name(job)), source->side,
					 source->side_given, source->identity};

	pd_merge_diags(job->ingest, m->ctx, pd_job_name(job), &m->said);
	if (pd_trouble_of(job, m->wants_profiles) || pd_trouble_status(job, PD_TROUBLE_NONE) < 0)
		return PD_OK;
	/* The remark about junk counted as one line. */
	m->builder.t.n_skipped += job->n_junk > 1 ? job->n_junk - 1 : 0;
	if (m->wants_profiles)
		r = merge_hits(m, job, &target);
	return r < 0 ? r : pd_merge(job->ingest, m->ctx, &m->builder, &target);
}

static int keep_place(struct merging *m, const struct pd_job *job, const struct pd_source *source)
{
	uint16_t number;

	return pd_hits_merge_side(m->ctx, &m->profiles, pd_ctx_id(m->ctx, source->side),
				  pd_str_of(pd_job_name(job)), &number);
}

/*
 * Every file is looked at, so that every trouble is told. A side whose files are
 * all left out keeps its place: the next is not the base.
 */
static void merge_next(struct merging *m, struct pd_job *job, const struct pd_source *source,
		       bool skip)
{
	enum pd_trouble t = pd_trouble_of(job, m->wants_profiles);
	int merged = merge_one(m, job, source);
	bool is_left_out = skip && (t == PD_TROUBLE_UNKNOWN || t == PD_TROUBLE_EMPTY);
	int r = is_left_out ? PD_OK : pd_trouble_status(job, t);

	if (is_left_out) {
		(void)pd_table_side(&m->builder, pd_ctx_id(m->ctx, source->side));
		if (m->wants_profiles)
			merged = keep_place(m, job, source);
	}
	if (++m->count[t] <= PD_TROUBLE_SHOWN)
		pd_trouble_tell(m->ctx, job, t, source, skip);
	if (!m->status)
		m->status = r < 0 ? r : merged;
	pd_ingest_free(job->ingest);
	job->ingest = NULL;
}

static void read_and_merge(struct merging *m, struct pd_jobs *jobs,
			   const struct pd_sources *sources, unsigned int n_workers)
{
	bool skip = jobs->options->skip_unknown;

	while (jobs->start < jobs->n) {
		size_t i = jobs->start, left = jobs->n - i;

		pd_job_read(jobs, sources, left < BATCH ? left : BATCH, n_workers);
		for (; i < jobs->start; i++)
			merge_next(m, &jobs->job[i], &sources->source[i], skip);
	}
	pd_job_free(jobs);
	m->builder.t.n_skipped += skip ? m->count[PD_TROUBLE_UNKNOWN] + m->count[PD_TROUBLE_EMPTY]
				       : 0;
	pd_merge_diags_left(&m->said, m->ctx);
	pd_trouble_tell_rest(m->ctx, m->count);
}

/* A misspelt label would leave all values on one side, or on those the file names. */
static int check_sides_by(struct pd_ctx *ctx, const struct pd_table *table, const char *label)
{
	struct pd_intern known = pd_labels_known(ctx, table);
	int r = pd_labels_unknown(ctx, &known, "--sides-by", label);

	pd_intern_free(&known);
	return r;
}

static int read_sources(struct pd_ctx *ctx, const struct pd_sources *sources,
			const struct pd_read_options *options, struct merging *m)
{
	struct pd_jobs jobs = {.options = options, .n = sources->n};
	int r;

	if (options->format && !(jobs.format = pd_format_find(options->format))) {
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
			    "no format is called '%s'; see 'perfdelta list formats'",
			    options->format);
		return PD_EUSAGE;
	}
	r = pd_symbol_options(ctx, options, &jobs.symbols);
	if (r < 0)
		return r;
	jobs.job = pd_ctx_alloc(ctx, sources->n * sizeof(*jobs.job));
	for (size_t i = 0; i < sources->n; i++)
		jobs.job[i] = (struct pd_job){.path = sources->source[i].path,
					      .format = jobs.format};
	read_and_merge(m, &jobs, sources, pd_job_workers(sources, options));
	pd_symbol_files_free(jobs.symbols);
	if (options->progress)
		options->progress(options->cookie, jobs.n, jobs.n);
	return m->status;
}

static int read_operands(struct pd_ctx *ctx, const char *const *operand, size_t n,
			 const struct pd_read_options *options, struct merging *m)
{
	static const struct pd_read_options defaults = {0};
	struct pd_sources sources = {0};
	int r = pd_source_all(&sources, ctx, operand, n);

	m->ctx = ctx;
	if (!r)
		r = read_sources(ctx, &sources, options ? options : &defaults, m);
	pd_source_free(&sources);
	return r;
}

static int nothing(struct pd_ctx *ctx, const char *what)
{
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "no-values", "%s", what);
	return PD_EPARSE;
}

int pd_read(struct pd_ctx *ctx, const char *const *operand, size_t n,
	    const struct pd_read_options *options, struct pd_table *table)
{
	struct merging m = {0};
	int r = read_operands(ctx, operand, n, options, &m);
	bool sided = m.builder.sided;
	struct pd_table result = pd_table_finish(&m.builder, ctx);

	if (!r && !result.n)
		r = nothing(ctx, "no file gave a value");
	if (!r && options && options->sides_by && !sided)
		r = check_sides_by(ctx, &result, options->sides_by);
	if (!r)
		*table = result;
	return r;
}

/* What was asked for is not there: the sides that a label names, in either kind. */
static int check_kinds(struct pd_ctx *ctx, const struct pd_read_options *options, bool sided,
		       const struct pd_profiles *profiles, const struct pd_table *table)
{
	if (!profiles->n && !table->n)
		return nothing(ctx, "no file gave a value or held a profile");
	if (options && options->sides_by && table->n && !sided)
		return check_sides_by(ctx, table, options->sides_by);
	return PD_OK;
}

int pd_read_all(struct pd_ctx *ctx, const char *const *operand, size_t n,
		const struct pd_read_options *options, struct pd_profiles *profiles,
		struct pd_table *table)
{
	struct merging m = {.wants_profiles = true};
	int r = read_operands(ctx, operand, n, options, &m);
	bool sided = m.builder.sided;
	struct pd_table logs = pd_table_finish(&m.builder, ctx);
	struct pd_profiles result = pd_profile_set_finish(&m.profiles, ctx);

	if (!r)
		r = check_kinds(ctx, options, sided, &result, &logs);
	if (!r)
		r = pd_profile_unify(ctx, &result);
	if (r)
		return r;
	result.n_skipped = logs.n_skipped;
	*profiles = result;
	*table = logs;
	return PD_OK;
}

int pd_read_profiles(struct pd_ctx *ctx, const char *const *operand, size_t n,
		     const struct pd_read_options *options, struct pd_profiles *profiles,
		     struct pd_table *table)
{
	struct pd_profiles all;
	struct pd_table logs;
	int r = pd_read_all(ctx, operand, n, options, &all, &logs);

	if (!r && !all.n)
		r = nothing(ctx,
			    "no file held a profile; 'perfdelta compare' compares benchmark logs");
	if (r)
		return r;
	*profiles = all;
	*table = logs;
	return PD_OK;
}
