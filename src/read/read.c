/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <perfdelta/read.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/work.h"
#include "model/labels.h"
#include "read/format.h"
#include "read/hint.h"
#include "read/hits.h"
#include "read/hits_check.h"
#include "read/hits_merge.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/join.h"
#include "read/merge.h"
#include "read/source.h"
#include "read/split.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_MAX_INPUT (UINT64_C(16) << 30)

/* A file of this size is worth being read by several threads. */
#define SPLIT_ABOVE (UINT64_C(64) << 20)

/* Starting a thread costs more than reading this much. */
#define WORTH_A_THREAD (UINT64_C(1) << 18)

enum {
	TROUBLES_SHOWN = 5, /* of files with the same trouble so many are named, the rest counted */
	PIECES_A_WORKER = 2, /* of a big file: some are read faster than others */
	BATCH = 1024, /* files are read and merged so many at a time: a small one takes 16 KiB
			       until it is merged */
};

/* One file, or a piece of one, on its way: read by any thread, merged in order by the caller's. */
struct job {
	const char *path;
	const struct pd_split *split; /* NULL: the whole file */
	struct pd_split *own_split;   /* the same, of the first piece */
	struct job *rest;             /* the other pieces, with the first */
	size_t piece;
	const struct pd_format *format; /* NULL: by content */
	struct pd_ingest *ingest;
	uint64_t lines;
	int status;
	int saved_errno;
	const char *why; /* a hint for a file that nobody can read */
	bool unknown, empty;
	uint64_t n_junk;
};

struct jobs {
	struct job *job;
	size_t n, start; /* of all files, and the first of this batch */
	struct job **todo;
	size_t n_todo, cap_todo;
	atomic_size_t n_read;
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

static bool is_blank(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!pd_str_is_blank(s.p[i]) && s.p[i] != '\n' && s.p[i] != '\r')
			return false;
	return true;
}

/* Who names a column means plain numbers, whatever words stand in the others. */
static const struct pd_format *detect(struct pd_input *in, struct job *job,
				      const struct pd_read_options *o)
{
	struct pd_str head = pd_input_head(in);
	const struct pd_format *other, *f = pd_format_probe(head, &other);

	job->empty = !pd_input_status(in) && head.n < PD_INPUT_HEAD && is_blank(pd_input_peek(in));
	if (!f && !job->empty && o->column)
		f = pd_format_find("numbers");
	if (!f && !job->empty) {
		job->unknown = true;
		job->why = pd_hint(pd_input_peek(in));
	}
	if (f && other)
		pd_ingest_warn(job->ingest, NULL, NULL, "mixed-formats",
			       "read as %s, although %s is in it, too: that is left out; "
			       "split the file, or name one with --format",
			       f->name, other->name);
	free((char *)(uintptr_t)head.p);
	return f;
}

/* Worker 0 is the caller's own thread. */
static void tell_progress(struct jobs *jobs, unsigned int worker)
{
	size_t n = atomic_fetch_add(&jobs->n_read, 1) + 1;

	if (jobs->options->progress && worker == 0 && n < jobs->n)
		jobs->options->progress(jobs->options->cookie, n, jobs->n);
}

static int open_input(struct pd_input *in, const struct job *job, const struct pd_read_options *o)
{
	const struct pd_split *s = job->split;
	struct pd_str prologue = PD_STR("");

	if (!s)
		return pd_input_open(in, job->path,
				     o->max_input ? o->max_input : DEFAULT_MAX_INPUT);
	if (job->piece)
		prologue = (struct pd_str){s->prologue, s->n_prologue};
	return pd_input_open_piece(in, job->path, prologue, s->at[job->piece],
				   s->at[job->piece + 1]);
}

static void read_one(void *arg, size_t item, unsigned int worker)
{
	struct jobs *jobs = arg;
	struct job *job = jobs->todo[item];
	const struct pd_format *format = job->format;
	struct pd_input in;

	job->ingest = pd_ingest_new(jobs->options);
	job->status = open_input(&in, job, jobs->options);
	if (!job->status && !format)
		format = detect(&in, job, jobs->options);
	if (!job->status && format)
		job->status = format->read(&in, job->ingest);
	if (!job->status)
		job->status = pd_input_status(&in);
	job->saved_errno = in.saved_errno;
	job->n_junk = in.n_junk;
	job->lines = in.line;
	pd_input_close(&in);
	tell_progress(jobs, worker);
}

static void say_junk(struct job *job)
{
	if (job->n_junk)
		pd_ingest_warn(job->ingest, NULL, NULL, "binary-junk",
			       "%llu line%s of binary junk left out",
			       (unsigned long long)job->n_junk, job->n_junk == 1 ? "" : "s");
}

/* ---- big files in pieces */

/* What it is can be told by its first piece alone; who reads it anew says what was found. */
static const struct pd_format *format_of(const char *path, const struct jobs *jobs)
{
	const struct pd_format *other, *f = jobs->format;
	struct pd_input in;
	struct pd_str head;

	if (f || pd_input_open(&in, path, DEFAULT_MAX_INPUT) < 0)
		return f;
	head = pd_input_head(&in);
	f = pd_format_probe(head, &other);
	free((char *)(uintptr_t)head.p);
	pd_input_close(&in);
	return f;
}

/* NULL if the file is read as a whole; else the caller's. */
static struct pd_split *split_of(struct job *job, uint64_t size, const struct jobs *jobs,
				 unsigned int n_workers)
{
	const struct pd_read_options *o = jobs->options;
	uint64_t above = o->split_above ? o->split_above : SPLIT_ABOVE;
	const struct pd_format *format;
	struct pd_split *s;

	if (n_workers < 2 || size <= above ||
	    size > (o->max_input ? o->max_input : DEFAULT_MAX_INPUT))
		return NULL;
	format = format_of(job->path, jobs);
	if (!format || !format->cut)
		return NULL;
	s = malloc(sizeof(*s));
	if (!s)
		pd_arena_out_of_memory();
	pd_split_plan(s, job->path, size, format, (size_t)n_workers * PIECES_A_WORKER);
	job->format = format;
	return s;
}

static void push(struct jobs *jobs, struct job *job)
{
	jobs->todo = pd_vec_grow(jobs->todo, &jobs->cap_todo, jobs->n_todo + 1,
				 sizeof(struct job *));
	jobs->todo[jobs->n_todo++] = job;
}

/* All files of a batch, a big one as its pieces. */
static void plan(struct jobs *jobs, const struct pd_sources *sources, size_t n,
		 unsigned int n_workers)
{
	jobs->n_todo = 0;
	for (size_t i = jobs->start; i < jobs->start + n; i++) {
		struct job *job = &jobs->job[i];
		struct pd_split *s = split_of(job, sources->source[i].size, jobs, n_workers);

		job->split = job->own_split = s;
		push(jobs, job);
		if (!s)
			continue;
		job->rest = calloc(s->n, sizeof(*job->rest));
		if (!job->rest)
			pd_arena_out_of_memory();
		for (size_t p = 1; p < s->n; p++) {
			job->rest[p - 1] = (struct job){
				.path = job->path, .split = s, .piece = p, .format = job->format};
			push(jobs, &job->rest[p - 1]);
		}
		job->format = jobs->format; /* the first piece says what was found */
	}
}

/* Pieces become the file, in its order; what went wrong first is what went wrong. */
static void join(struct job *job)
{
	struct pd_split *s = job->own_split;
	uint64_t lines = job->lines;

	for (size_t p = 1; s && p < s->n; p++) {
		struct job *piece = &job->rest[p - 1];

		if (!job->status) {
			pd_join(job->ingest, piece->ingest, s->prologue_lines,
				(int64_t)lines - (int64_t)s->prologue_lines);
			job->status = piece->status;
			job->saved_errno = piece->saved_errno;
		}
		lines += piece->lines - s->prologue_lines;
		job->n_junk += piece->n_junk;
		pd_ingest_free(piece->ingest);
	}
	say_junk(job);
	pd_hits_check(pd_hits_said(job->ingest));
	if (s)
		pd_split_free(s);
	free(s);
	free(job->rest);
	job->own_split = NULL;
	job->rest = NULL;
}

static const char *shown(const char *path)
{
	return strcmp(path, "-") ? path : "<stdin>";
}

/* ---- what went wrong with whole files */

enum trouble {
	NO_TROUBLE,
	UNREADABLE,
	TOO_LARGE,
	UNKNOWN,
	EMPTY,
	WITHOUT_VALUES,
	IS_PROFILE,
	N_TROUBLES
};

static const char *const codes[N_TROUBLES] = {
	[UNREADABLE] = "open", [TOO_LARGE] = "limit",          [UNKNOWN] = "unknown-format",
	[EMPTY] = "no-values", [WITHOUT_VALUES] = "no-values", [IS_PROFILE] = "profile",
};

/* Readers report what they find inside a file; this is about the whole of it. */
static enum trouble trouble_of(const struct job *job, bool wants_profiles)
{
	uint64_t n_hits = pd_hits_count(pd_hits_said(job->ingest));

	if (job->status == PD_EIO)
		return UNREADABLE;
	if (job->status == PD_ELIMIT)
		return TOO_LARGE;
	if (job->unknown)
		return UNKNOWN;
	if (pd_ingest_status(job->ingest) < 0 || job->status < 0)
		return NO_TROUBLE;
	if (pd_ingest_count(job->ingest) || (n_hits && wants_profiles))
		return NO_TROUBLE;
	if (job->empty)
		return EMPTY;
	return n_hits ? IS_PROFILE : WITHOUT_VALUES;
}

static void tell(struct pd_ctx *ctx, const struct job *job, enum trouble t,
		 const struct pd_source *source, bool skip_unknown)
{
	struct pd_loc loc = {shown(job->path), 0, 0};
	char buf[128];

	switch (t) {
	case UNREADABLE:
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, codes[t],
			    "cannot read '%s': %s", shown(job->path),
			    strerror_r(job->saved_errno, buf, sizeof(buf)));
		break;
	case TOO_LARGE:
		pd_ctx_diag(ctx, PD_ERROR, loc, codes[t],
			    "larger than the limit of the file (--max-input), of a line (16 MiB) or "
			    "of a JSON document (256 MiB)");
		break;
	case UNKNOWN:
		pd_ctx_diag(ctx, skip_unknown ? PD_WARNING : PD_ERROR, loc, codes[t],
			    "nobody knows the format of this file; %s%s", job->why,
			    source->in_directory && !skip_unknown
				    ? "; --skip-unknown leaves out such files of a directory"
				    : "");
		break;
	case EMPTY:
		pd_ctx_diag(ctx, skip_unknown ? PD_WARNING : PD_ERROR, loc, codes[t],
			    "the file is empty");
		break;
	case WITHOUT_VALUES:
		pd_ctx_diag(ctx, PD_ERROR, loc, codes[t], "the file gave no value");
		break;
	case IS_PROFILE:
		pd_ctx_diag(ctx, PD_ERROR, loc, codes[t],
			    "this is a profile; 'perfdelta profile' compares profiles");
		break;
	case NO_TROUBLE:
	case N_TROUBLES:
		break;
	}
}

static void tell_rest(struct pd_ctx *ctx, const uint64_t count[N_TROUBLES])
{
	for (size_t i = 0; i < N_TROUBLES; i++) {
		uint64_t rest = count[i] > TROUBLES_SHOWN ? count[i] - TROUBLES_SHOWN : 0;
		char msg[64];

		if (!rest || i == NO_TROUBLE)
			continue;
		(void)snprintf(msg, sizeof(msg), "the same with %llu more",
			       (unsigned long long)rest);
		pd_ctx_repeat(ctx, &(struct pd_diag){.severity = PD_NOTE,
						     .code = codes[i],
						     .msg = msg,
						     .count = rest});
	}
}

static int status_of(const struct job *job, enum trouble t)
{
	if (t == UNKNOWN || t == EMPTY || t == WITHOUT_VALUES || t == IS_PROFILE)
		return PD_EPARSE;
	return pd_ingest_status(job->ingest) < 0 ? pd_ingest_status(job->ingest) : job->status;
}

/* ---- all files together */

struct merging {
	struct pd_ctx *ctx;
	struct pd_table_builder builder;
	struct pd_profile_set profiles;
	bool wants_profiles;
	struct pd_merge_said said;
	uint64_t count[N_TROUBLES];
	int status; /* the first trouble counts */
};

static int merge_hits(struct merging *m, const struct job *job,
		      const struct pd_merge_target *target)
{
	struct pd_hits *hits = pd_hits_said(job->ingest);

	return hits ? pd_hits_merge(hits, m->ctx, &m->profiles, target) : PD_OK;
}

static int merge_one(struct merging *m, const struct job *job, const struct pd_source *source)
{
	int r = PD_OK;
	struct pd_merge_target target = {pd_str_of(shown(job->path)), source->side,
					 source->side_given, source->identity};

	pd_merge_diags(job->ingest, m->ctx, shown(job->path), &m->said);
	if (trouble_of(job, m->wants_profiles) || status_of(job, NO_TROUBLE) < 0)
		return PD_OK;
	/* The remark about junk counted as one line. */
	m->builder.t.n_skipped += job->n_junk > 1 ? job->n_junk - 1 : 0;
	if (m->wants_profiles)
		r = merge_hits(m, job, &target);
	return r < 0 ? r : pd_merge(job->ingest, m->ctx, &m->builder, &target);
}

/*
 * Every file is looked at, so that every trouble is told. A side whose files are
 * all left out keeps its place: the next is not the base.
 */
static void merge_next(struct merging *m, struct job *job, const struct pd_source *source,
		       bool skip)
{
	enum trouble t = trouble_of(job, m->wants_profiles);
	int merged = merge_one(m, job, source);
	bool is_left_out = skip && (t == UNKNOWN || t == EMPTY);
	int r = is_left_out ? PD_OK : status_of(job, t);

	if (is_left_out) {
		(void)pd_table_side(&m->builder, pd_ctx_id(m->ctx, source->side));
		if (m->wants_profiles)
			(void)pd_profile_set_side(&m->profiles, pd_ctx_id(m->ctx, source->side));
	}
	if (++m->count[t] <= TROUBLES_SHOWN)
		tell(m->ctx, job, t, source, skip);
	if (!m->status)
		m->status = r < 0 ? r : merged;
	pd_ingest_free(job->ingest);
	job->ingest = NULL;
}

static void read_and_merge(struct merging *m, struct jobs *jobs, const struct pd_sources *sources,
			   unsigned int n_workers)
{
	bool skip = jobs->options->skip_unknown;

	for (; jobs->start < jobs->n; jobs->start += BATCH) {
		size_t left = jobs->n - jobs->start, n = left < BATCH ? left : BATCH;

		plan(jobs, sources, n, n_workers);
		pd_work_run(n_workers, jobs->n_todo, read_one, jobs);
		for (size_t i = jobs->start; i < jobs->start + n; i++) {
			join(&jobs->job[i]);
			merge_next(m, &jobs->job[i], &sources->source[i], skip);
		}
	}
	free(jobs->todo);
	m->builder.t.n_skipped += skip ? m->count[UNKNOWN] + m->count[EMPTY] : 0;
	pd_merge_diags_left(&m->said, m->ctx);
	tell_rest(m->ctx, m->count);
}

static unsigned int workers_for(const struct pd_sources *sources, const struct pd_read_options *o)
{
	unsigned int n = o->n_workers ? o->n_workers : pd_work_processors();
	uint64_t size = 0;

	for (size_t i = 0; i < sources->n; i++)
		size += sources->source[i].size;
	return size / WORTH_A_THREAD < n ? (unsigned int)(size / WORTH_A_THREAD) : n;
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
	struct jobs jobs = {.options = options, .n = sources->n};

	if (options->format && !(jobs.format = pd_format_find(options->format))) {
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
			    "no format is called '%s'; see 'perfdelta list formats'",
			    options->format);
		return PD_EUSAGE;
	}
	jobs.job = pd_ctx_alloc(ctx, sources->n * sizeof(*jobs.job));
	for (size_t i = 0; i < sources->n; i++)
		jobs.job[i] = (struct job){.path = sources->source[i].path, .format = jobs.format};
	read_and_merge(m, &jobs, sources, workers_for(sources, options));
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
