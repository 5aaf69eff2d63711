/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/source.h"

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/normalise.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int trouble(struct pd_ctx *ctx, const char *path, int saved_errno)
{
	char buf[128];

	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "open", "cannot open '%s': %s%s",
		    path, strerror_r(saved_errno, buf, sizeof(buf)),
		    strchr(path, '*') ? "; '*' is not expanded here: name the directory" : "");
	return PD_EIO;
}

static char *copy(struct pd_ctx *ctx, struct pd_str s)
{
	char *p = pd_ctx_alloc(ctx, s.n + 1);

	if (s.n)
		memcpy(p, s.p, s.n);
	return p;
}

/* A side is called as names in a ledger are, wherever its name comes from. */
static struct pd_str copy_name(struct pd_ctx *ctx, struct pd_str name)
{
	struct pd_normalise_buf buf = {0};
	struct pd_str clean = pd_normalise_name(name, &buf);
	struct pd_str ret = {copy(ctx, clean), clean.n};

	free(buf.p);
	return ret;
}

static void add(struct pd_sources *s, struct pd_source source)
{
	s->source = pd_vec_grow(s->source, &s->cap, s->n + 1, sizeof(*s->source));
	s->source[s->n++] = source;
}

static int by_name(const void *a, const void *b)
{
	const struct pd_source *x = a, *y = b;

	return pd_str_natural_cmp(pd_str_of(x->path), pd_str_of(y->path));
}

struct __attribute__((packed)) packed_file {
	uint64_t device, inode;
};

/* A link and what it leads to are one file. */
static void identify(struct pd_ctx *ctx, const struct stat *st, struct pd_source *source)
{
	const struct packed_file file = {st->st_dev, st->st_ino};
	const struct pd_str bytes = {(const char *)&file, sizeof(file)};

	if (!S_ISREG(st->st_mode))
		return;
	source->size = (uint64_t)st->st_size;
	source->identity = (struct pd_str){copy(ctx, bytes), bytes.n};
}

static const char *join(struct pd_ctx *ctx, const char *dir, const char *name)
{
	size_t n = strlen(dir), room = n + strlen(name) + 2;
	char *path = pd_ctx_alloc(ctx, room);

	(void)snprintf(path, room, "%s%s%s", dir, n && dir[n - 1] == '/' ? "" : "/", name);
	return path;
}

/* A name that leads nowhere is an error: a run would be missing. */
static int add_entry(struct pd_sources *s, struct pd_ctx *ctx, const char *dir, const char *name,
		     struct pd_source source)
{
	const char *path = join(ctx, dir, name);
	struct stat st;

	if (stat(path, &st))
		return trouble(ctx, path, errno);
	if (!S_ISREG(st.st_mode))
		return PD_OK;
	source.path = path;
	identify(ctx, &st, &source);
	add(s, source);
	return PD_OK;
}

/* ---- what criterion.rs writes: target/criterion/.../new/{sample,benchmark}.json */

enum { MAX_DEPTH = 16 }; /* folders in each other: names of benchmarks have a few parts */

static bool holds(struct pd_ctx *ctx, const char *dir, const char *name)
{
	struct stat st;

	return !stat(join(ctx, dir, name), &st) && S_ISREG(st.st_mode);
}

/* Of such a folder only the sample is a file of values. */
static bool is_sample(struct pd_ctx *ctx, const char *dir)
{
	return holds(ctx, dir, "sample.json") && holds(ctx, dir, "benchmark.json");
}

/* What perf record writes with --threads or --kcore: `data`, and what belongs to it. */
static bool is_recording(struct pd_ctx *ctx, const char *dir)
{
	struct stat st;

	return holds(ctx, dir, "data") &&
	       (holds(ctx, dir, "data.0") || !stat(join(ctx, dir, "kcore_dir"), &st));
}

static int add_samples(struct pd_sources *s, struct pd_ctx *ctx, const char *dir,
		       struct pd_source source, int depth);

/* Links are not followed: a folder could hold itself. */
static int add_samples_of(struct pd_sources *s, struct pd_ctx *ctx, const char *path,
			  struct pd_source source, int depth)
{
	struct stat st;

	if (lstat(path, &st))
		return trouble(ctx, path, errno);
	return S_ISDIR(st.st_mode) ? add_samples(s, ctx, path, source, depth) : PD_OK;
}

static int add_samples(struct pd_sources *s, struct pd_ctx *ctx, const char *dir,
		       struct pd_source source, int depth)
{
	struct dirent *entry;
	int r = PD_OK;
	DIR *stream;

	if (is_sample(ctx, dir))
		return add_entry(s, ctx, dir, "sample.json", source);
	if (depth == MAX_DEPTH)
		return PD_OK;
	stream = opendir(dir);
	if (!stream)
		return trouble(ctx, dir, errno);
	/* The stream is this call's own, which is all that readdir() asks for. */
	while (!r && (errno = 0, entry = readdir(stream))) { // NOLINT(concurrency-mt-unsafe)
		if (entry->d_name[0] != '.')
			r = add_samples_of(s, ctx, join(ctx, dir, entry->d_name), source,
					   depth + 1);
	}
	if (!r && errno)
		r = trouble(ctx, dir, errno);
	(void)closedir(stream);
	return r;
}

static int add_directory(struct pd_sources *s, struct pd_ctx *ctx, const char *path,
			 struct pd_str side, bool given)
{
	const struct pd_source source = {.side = side, .side_given = given, .in_directory = true};
	size_t before = s->n;
	struct dirent *entry;
	int r = PD_OK;
	DIR *dir;

	if (is_sample(ctx, path))
		return add_entry(s, ctx, path, "sample.json", source);
	if (is_recording(ctx, path))
		return add_entry(s, ctx, path, "data", source);
	dir = opendir(path);
	if (!dir)
		return trouble(ctx, path, errno);
	/* The stream is this call's own, which is all that readdir() asks for. */
	while (!r && (errno = 0, entry = readdir(dir))) { // NOLINT(concurrency-mt-unsafe)
		if (entry->d_name[0] != '.')
			r = add_entry(s, ctx, path, entry->d_name, source);
	}
	if (!r && errno)
		r = trouble(ctx, path, errno);
	(void)closedir(dir);
	if (!r && s->n == before)
		r = add_samples(s, ctx, path, source, 0);
	if (r < 0)
		return r;
	if (s->n == before) {
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){path, 0, 0}, "no-values",
			    "the directory holds no regular file; folders in it are not read");
		return PD_EPARSE;
	}
	qsort(s->source + before, s->n - before, sizeof(*s->source), by_name);
	return PD_OK;
}

static int add_path(struct pd_sources *s, struct pd_ctx *ctx, const char *path, struct pd_str side,
		    bool given)
{
	struct pd_source source = {.path = path, .side = side, .side_given = given};
	struct stat st;

	if (!strcmp(path, "-")) {
		for (size_t i = 0; i < s->n; i++)
			if (!strcmp(s->source[i].path, "-")) {
				pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
					    "'-' (standard input) can be read only once");
				return PD_EUSAGE;
			}
		add(s, source);
		return PD_OK;
	}
	if (stat(path, &st))
		return trouble(ctx, path, errno);
	if (S_ISDIR(st.st_mode))
		return add_directory(s, ctx, path, side, given);
	identify(ctx, &st, &source);
	add(s, source);
	return PD_OK;
}

/* The next path of a comma-separated list, "\," read as a comma; copied. */
static const char *next_path(struct pd_ctx *ctx, struct pd_str *rest)
{
	struct pd_str s = *rest;
	size_t n = 0, length = 0;
	char *path;

	while (length < s.n && s.p[length] != ',')
		length += pd_str_starts(pd_str_skip(s, length), PD_STR("\\,")) ? 2 : 1;
	path = pd_ctx_alloc(ctx, length + 1);
	for (size_t i = 0; i < length; i++) {
		if (pd_str_starts(pd_str_skip(s, i), PD_STR("\\,")))
			i++;
		path[n++] = s.p[i];
	}
	*rest = pd_str_skip(s, length + 1);
	return path;
}

/* "base=dir": true, and *rest is what follows; a '/' before the '=' makes it a path. */
static bool split_label(struct pd_str operand, struct pd_str *ret_label, struct pd_str *ret_rest)
{
	struct pd_str rest = operand, label = pd_str_cut(&rest, '=');

	if (label.n == operand.n || !label.n || memchr(label.p, '/', label.n))
		return false;
	*ret_label = label;
	*ret_rest = rest;
	return true;
}

/* The last part of a path; "stdin" for "-". */
static struct pd_str base_name(struct pd_str s)
{
	const char *slash;

	if (pd_str_eq(s, PD_STR("-")))
		return PD_STR("stdin");
	while (s.n > 1 && s.p[s.n - 1] == '/')
		s.n--;
	slash = memrchr(s.p, '/', s.n);
	if (slash && s.n > 1)
		s = pd_str_skip(s, (size_t)(slash - s.p) + 1);
	return s;
}

struct operand {
	struct pd_str label, paths, name;
	bool given;
};

/* How often each name, label and path occurs among the operands. */
struct census {
	struct pd_intern ids;
	uint32_t *name, *label, *path; /* by id */
};

static void take_census(struct census *c, const struct operand *o, size_t n)
{
	size_t room = 2 * n + 1;

	*c = (struct census){.name = calloc(room, sizeof(*c->name)),
			     .label = calloc(room, sizeof(*c->label)),
			     .path = calloc(room, sizeof(*c->path))};
	if (!c->name || !c->label || !c->path)
		pd_arena_out_of_memory();
	(void)pd_intern(&c->ids, PD_STR(""));
	for (size_t i = 0; i < n; i++) {
		(void)pd_intern(&c->ids, o[i].paths);
		c->name[pd_intern(&c->ids, o[i].given ? o[i].label : base_name(o[i].paths))]++;
		if (o[i].given)
			c->label[pd_intern(&c->ids, o[i].label)]++;
	}
}

static void release_census(struct census *c)
{
	pd_intern_free(&c->ids);
	free(c->name);
	free(c->label);
	free(c->path);
}

/* A side without a label has a name of its own: the last part of its path if it can. */
static struct pd_str name_of(struct pd_ctx *ctx, struct census *c, const struct operand *o)
{
	struct pd_str name = base_name(o->paths);
	uint32_t nth = ++c->path[pd_intern(&c->ids, o->paths)];
	char *text;

	if (c->name[pd_intern(&c->ids, name)] > 1)
		name = o->paths;
	if (nth == 1 && !c->label[pd_intern(&c->ids, name)])
		return name;
	/* The same file twice: a comparison with itself still has two sides. */
	text = pd_ctx_alloc(ctx, name.n + 24);
	(void)snprintf(text, name.n + 24, "%.*s#%u", PD_FMT(name), nth > 1 ? nth : 2);
	return pd_str_of(text);
}

static void name_sides(struct pd_ctx *ctx, struct operand *o, size_t n)
{
	struct census census;

	take_census(&census, o, n);
	for (size_t i = 0; i < n; i++)
		o[i].name = o[i].given ? o[i].label : name_of(ctx, &census, &o[i]);
	release_census(&census);
}

static int add_operand(struct pd_sources *s, struct pd_ctx *ctx, const struct operand *o)
{
	struct pd_str rest = o->paths, side = copy_name(ctx, o->name);

	if (!rest.n && !o->given) {
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
			    "an operand is empty; write label=path, or a path");
		return PD_EUSAGE;
	}
	if (!rest.n) {
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){NULL, 0, 0}, "usage",
			    "operand '%.*s=' names no file; write label=path", PD_FMT(o->name));
		return PD_EUSAGE;
	}
	while (rest.n) {
		int r = add_path(s, ctx, next_path(ctx, &rest), side, o->given);

		if (r < 0)
			return r;
	}
	return PD_OK;
}

int pd_source_all(struct pd_sources *s, struct pd_ctx *ctx, const char *const *operand,
		  size_t n_operands)
{
	struct operand *o = pd_ctx_alloc(ctx, n_operands * sizeof(*o));
	int r = PD_OK;

	for (size_t i = 0; i < n_operands; i++) {
		o[i].paths = pd_str_of(operand[i]);
		o[i].given = split_label(o[i].paths, &o[i].label, &o[i].paths);
	}
	name_sides(ctx, o, n_operands);
	for (size_t i = 0; i < n_operands; i++) {
		int added = add_operand(s, ctx, &o[i]);

		if (!r)
			r = added;
	}
	return r;
}

void pd_source_free(struct pd_sources *s)
{
	free(s->source);
	*s = (struct pd_sources){0};
}
