/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/job.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/work.h"
#include "read/hint.h"
#include "read/hits.h"
#include "read/hits_check.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/join.h"
#include "read/split.h"

#include <stdlib.h>

#define DEFAULT_MAX_INPUT (UINT64_C(16) << 30)

/* A file of this size is worth being read by several threads. */
#define SPLIT_ABOVE (UINT64_C(64) << 20)

/* Starting a thread costs more than reading this much. */
#define WORTH_A_THREAD (UINT64_C(1) << 18)

enum { PIECES_A_WORKER = 2 }; /* of a big file: some are read faster than others */

static bool is_blank(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!pd_str_is_blank(s.p[i]) && s.p[i] != '\n' && s.p[i] != '\r')
			return false;
	return true;
}

/* Who names a column means plain numbers, whatever words stand in the others. */
static const struct pd_format *detect(struct pd_input *in, struct pd_job *job,
				      const struct pd_read_options *o)
{
	struct pd_str head = pd_input_head(in);
	const struct pd_format *other = NULL, *f = pd_format_probe_bytes(pd_input_peek(in));

	if (!f)
		f = pd_format_probe(head, &other);

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
static void tell_progress(struct pd_jobs *jobs, unsigned int worker)
{
	size_t n = atomic_fetch_add(&jobs->n_read, 1) + 1;

	if (jobs->options->progress && worker == 0 && n < jobs->n)
		jobs->options->progress(jobs->options->cookie, n, jobs->n);
}

static int open_input(struct pd_input *in, const struct pd_job *job,
		      const struct pd_read_options *o)
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

/* Most readers pass over what they do not know, as logs are full of it; but not so much at once. */
static void say_long_line(struct pd_job *job, const struct pd_input *in)
{
	struct pd_input at = {.line = in->long_line};

	if (at.line && !pd_ingest_has_said(job->ingest, at.line))
		pd_ingest_mended(job->ingest, &at, NULL, "unknown-line",
				 "no program prints a line of more than %d bytes here: if something "
				 "else was printed into it, that is lost",
				 PD_INPUT_HEAD);
}

static void read_one(void *arg, size_t item, unsigned int worker)
{
	struct pd_jobs *jobs = arg;
	struct pd_job *job = jobs->todo[item];
	const struct pd_format *format = job->format;
	struct pd_input in;

	job->ingest = pd_ingest_new(jobs->options);
	pd_ingest_share_symbols(job->ingest, jobs->symbols);
	job->status = open_input(&in, job, jobs->options);
	if (!job->status && !format)
		format = detect(&in, job, jobs->options);
	if (!job->status && format)
		job->status = format->read(&in, job->ingest);
	if (!job->status)
		job->status = pd_input_status(&in);
	if (!job->status && format && !format->has_long_lines)
		say_long_line(job, &in);
	job->saved_errno = in.saved_errno;
	job->n_junk = in.n_junk;
	job->lines = in.line;
	pd_input_close(&in);
	tell_progress(jobs, worker);
}

static void say_junk(struct pd_job *job)
{
	if (job->n_junk)
		pd_ingest_warn(job->ingest, NULL, NULL, "binary-junk",
			       "%llu line%s of binary junk left out",
			       (unsigned long long)job->n_junk, job->n_junk == 1 ? "" : "s");
}

/* ---- big files in pieces */

/* What it is can be told by its first piece alone; who reads it anew says what was found. */
static const struct pd_format *format_of(const char *path, const struct pd_jobs *jobs)
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
static struct pd_split *split_of(struct pd_job *job, uint64_t size, const struct pd_jobs *jobs,
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

static void push(struct pd_jobs *jobs, struct pd_job *job)
{
	jobs->todo = pd_vec_grow(jobs->todo, &jobs->cap_todo, jobs->n_todo + 1,
				 sizeof(struct pd_job *));
	jobs->todo[jobs->n_todo++] = job;
}

/* All files of a batch, a big one as its pieces. */
static void plan(struct pd_jobs *jobs, const struct pd_sources *sources, size_t n,
		 unsigned int n_workers)
{
	jobs->n_todo = 0;
	for (size_t i = jobs->start; i < jobs->start + n; i++) {
		struct pd_job *job = &jobs->job[i];
		struct pd_split *s = split_of(job, sources->source[i].size, jobs, n_workers);

		job->split = job->own_split = s;
		push(jobs, job);
		if (!s)
			continue;
		job->rest = calloc(s->n, sizeof(*job->rest));
		if (!job->rest)
			pd_arena_out_of_memory();
		for (size_t p = 1; p < s->n; p++) {
			job->rest[p - 1] = (struct pd_job){
				.path = job->path, .split = s, .piece = p, .format = job->format};
			push(jobs, &job->rest[p - 1]);
		}
		job->format = jobs->format; /* the first piece says what was found */
	}
}

/* Pieces become the file, in its order; what went wrong first is what went wrong. */
static void join(struct pd_job *job)
{
	struct pd_split *s = job->own_split;
	uint64_t lines = job->lines;

	for (size_t p = 1; s && p < s->n; p++) {
		struct pd_job *piece = &job->rest[p - 1];

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

/* ---- all files together */

void pd_job_read(struct pd_jobs *jobs, const struct pd_sources *sources, size_t n,
		 unsigned int n_workers)
{
	plan(jobs, sources, n, n_workers);
	pd_work_run(n_workers, jobs->n_todo, read_one, jobs);
	for (size_t i = jobs->start; i < jobs->start + n; i++)
		join(&jobs->job[i]);
	jobs->start += n;
}

unsigned int pd_job_workers(const struct pd_sources *sources, const struct pd_read_options *o)
{
	unsigned int n = o->n_workers ? o->n_workers : pd_work_processors();
	uint64_t size = 0;

	for (size_t i = 0; i < sources->n; i++)
		size += sources->source[i].size;
	return size / WORTH_A_THREAD < n ? (unsigned int)(size / WORTH_A_THREAD) : n;
}

void pd_job_free(struct pd_jobs *jobs)
{
	free(jobs->todo);
	jobs->todo = NULL;
}

const char *pd_job_name(const struct pd_job *job)
{
	return strcmp(job->path, "-") ? job->path : "<stdin>";
}
