/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/digits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/phrase.h"

#include <stdio.h>
#include <stdlib.h>

enum kind { HEADER, SECTION, LABELS, AFTER, RUN, DERIVED, ITERATION, MEAN };

struct sentence {
	enum kind kind;
	const char *bench, *phrase;
	const char *metric, *unit;
	enum pd_better better;
};

static const struct sentence sentences[] = {
#define PD_HEADER(phrase)         {HEADER, "", phrase, "", "", PD_BETTER_UNKNOWN},
#define PD_SECTION(bench, phrase) {SECTION, bench, phrase, "", "", PD_BETTER_UNKNOWN},
#define PD_LABELS(phrase)         {LABELS, "", phrase, "", "", PD_BETTER_UNKNOWN},
#define PD_AFTER(phrase)          {AFTER, "", phrase, "", "", PD_BETTER_UNKNOWN},
#define PD_RESULT(kind, bench, phrase, metric, unit, better) \
 {kind, bench, phrase, metric, unit, better},
#include "read/perf_bench.def"
#undef PD_HEADER
#undef PD_SECTION
#undef PD_LABELS
#undef PD_AFTER
#undef PD_RESULT
};

enum { BENCH_MAX = 64 };

/* A value that waits for labels that may be printed behind it. */
struct waiting {
	struct pd_quantity quantity; /* its texts are constants, or owned by the reader */
	double value;
	bool iteration;
};

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	int n; /* fields of the line */

	char bench[BENCH_MAX];
	bool has_header;     /* the file says what its results are of */
	bool awaits_result;  /* a header came, no result of it yet */
	bool awaits_bare;    /* a header or section came, and no value of it yet */
	bool has_iterations; /* of this section */
	bool has_numa_row;
	struct waiting *waiting;
	size_t n_waiting, cap_waiting;
};

static bool is_about(const struct sentence *s, const char *bench)
{
	return s->kind < RUN || pd_str_glob(pd_str_of(s->bench), pd_str_of(bench));
}

static const struct sentence *understand(struct reader *r, struct pd_str line)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(sentences); i++) {
		if (!is_about(&sentences[i], r->bench))
			continue;
		r->n = pd_phrase_match(sentences[i].phrase, line, r->field);
		if (r->n >= 0)
			return &sentences[i];
	}
	return NULL;
}

/* Headers are sure; the summary lines alone are what --format=simple leaves of some suites. */
static int probe(struct pd_str head)
{
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	int sure = 0;

	while (head.n && sure < 85) {
		struct pd_str line = pd_str_cut(&head, '\n');

		for (size_t i = 0; i < PD_ARRAY_SIZE(sentences) && sure < 85; i++)
			if (sentences[i].kind <= SECTION &&
			    pd_phrase_match(sentences[i].phrase, line, field) >= 0)
				sure = sentences[i].kind == HEADER ? 85 : 70;
	}
	return sure;
}

static struct pd_str text_of(const struct reader *r, const char *name)
{
	return pd_phrase_text(r->field, r->n, pd_str_of(name));
}

/* Values wait until what follows can no longer be about them. */
static void settle(struct reader *r)
{
	for (size_t i = 0; i < r->n_waiting; i++) {
		const struct waiting *w = &r->waiting[i];
		uint32_t key = pd_ingest_key(r->out, &w->quantity);

		if (w->iteration)
			pd_ingest_iteration(r->out, key, w->value);
		else
			pd_ingest_run(r->out, key, w->value);
	}
	r->n_waiting = 0;
}

static bool is_label(struct pd_str name)
{
	static const char *const others[] = {"value", "count", "call", "unit", "metric", "bench"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(others); i++)
		if (pd_str_eq(name, pd_str_of(others[i])))
			return false;
	return true;
}

static void set_labels(struct reader *r)
{
	char buf[PD_NUMBER_MAX];

	for (int i = 0; i < r->n; i++)
		if (is_label(r->field[i].name))
			pd_ingest_label(r->out, r->field[i].name,
					pd_digits_count(r->field[i].text, buf));
}

static void set_bench(struct reader *r, struct pd_str before, struct pd_str after)
{
	/* Cut names would make one benchmark of two. */
	if (before.n + after.n >= sizeof(r->bench))
		pd_ingest_error(r->out, r->in, NULL, "limit",
				"a name of a benchmark is longer than %d bytes", BENCH_MAX - 1);
	(void)snprintf(r->bench, sizeof(r->bench), "%.*s%.*s", PD_FMT(before), PD_FMT(after));
	pd_ingest_bench(r->out, pd_str_of(r->bench));
}

static void miss_result(struct reader *r)
{
	if (r->awaits_result)
		pd_ingest_warn(r->out, r->in, NULL, "missing-result",
			       "no result of '%s' was found before this line", r->bench);
	r->awaits_result = false;
}

static void start_section(struct reader *r)
{
	settle(r);
	pd_ingest_clear_labels(r->out);
	pd_ingest_next_run(r->out);
	r->has_iterations = r->has_numa_row = false;
	r->awaits_bare = true;
}

static void read_header(struct reader *r)
{
	start_section(r);
	miss_result(r);
	set_bench(r, text_of(r, "bench"), PD_STR(""));
	r->has_header = r->awaits_result = true;
}

/* Without headers a section says itself what it is of; the getppid() one is syscall/basic. */
static void read_section(struct reader *r, const struct sentence *s)
{
	struct pd_str call = text_of(r, "call"), rest = pd_str_of(s->bench);
	struct pd_str before = pd_str_cut(&rest, '{');

	start_section(r);
	if (!r->has_header) {
		if (pd_str_eq(call, PD_STR("getppid")))
			call = PD_STR("basic");
		set_bench(r, before, call);
	}
	set_labels(r);
}

static void add_value(struct reader *r, const struct pd_quantity *q, struct pd_str literal,
		      bool iteration)
{
	double v;

	r->awaits_result = r->awaits_bare = false;
	if (!pd_ingest_parse(r->out, r->in, pd_ingest_key(r->out, q), literal, &v))
		return;
	r->waiting = pd_vec_grow(r->waiting, &r->cap_waiting, r->n_waiting + 1,
				 sizeof(*r->waiting));
	r->waiting[r->n_waiting++] = (struct waiting){*q, v, iteration};
}

static void read_result(struct reader *r, const struct sentence *s)
{
	struct pd_quantity q = {.name = pd_str_of(s->metric),
				.unit = pd_str_of(s->unit),
				.better = s->better,
				.redundant = s->kind == DERIVED};
	struct pd_str count = text_of(r, "count"), value = text_of(r, "value");
	char buf[PD_NUMBER_MAX];

	if (s->kind == MEAN && r->has_iterations)
		return;
	r->has_iterations |= s->kind == ITERATION;
	if (r->n > 1) {
		settle(r);
		set_labels(r);
	}
	if (!q.name.n) {
		q.name = text_of(r, "metric");
		q.unit = text_of(r, "unit");
		q.redundant = r->has_numa_row;
		r->has_numa_row = true;
	}
	add_value(r, &q, count.n ? pd_digits_count(count, buf) : pd_digits_decimal(value, buf),
		  s->kind == ITERATION);
	if (!*s->metric)
		settle(r); /* its names do not outlive the line */
}

/*
 * What --format=simple leaves of a result: one number, the first below its
 * header or function.
 *
 *	# function 'default' (Default memcpy() provided by glibc)
 *	17476266666.666668
 *
 * Seconds, or bytes per second. With mem's -c it is cycles per byte, which
 * nothing below 1e5 can be told from.
 */
static void read_bare(struct reader *r, struct pd_str line)
{
	static const char *const in_seconds[] = {"sched/*", "syscall/*", "breakpoint/*"};
	const struct pd_quantity time = {.name = PD_STR("time"),
					 .unit = PD_STR("s"),
					 .better = PD_LOWER};
	const struct pd_quantity throughput = {.name = PD_STR("throughput"),
					       .unit = PD_STR("B/s"),
					       .better = PD_HIGHER};
	struct pd_str bench = pd_str_of(r->bench), literal;
	char buf[PD_NUMBER_MAX];
	double v;

	literal = pd_digits_decimal(pd_str_trim(line), buf);
	if (!r->awaits_bare || pd_number_parse(literal, 0, &v) != PD_NUMBER_OK)
		return;
	for (size_t i = 0; i < PD_ARRAY_SIZE(in_seconds); i++)
		if (pd_str_glob(pd_str_of(in_seconds[i]), bench))
			add_value(r, &time, literal, false);
	if (!pd_str_starts(bench, PD_STR("mem")))
		return;
	if (v >= 1e5)
		add_value(r, &throughput, literal, false);
	else
		pd_ingest_warn(r->out, r->in, line.p, "ambiguous",
			       "bytes per second or cycles per byte? row skipped");
	r->awaits_result = r->awaits_bare = false;
}

static void read_sentence(struct reader *r, const struct sentence *s)
{
	switch (s->kind) {
	case HEADER:
		read_header(r);
		break;
	case SECTION:
		read_section(r, s);
		break;
	case LABELS:
		settle(r);
		set_labels(r);
		break;
	case AFTER:
		set_labels(r);
		break;
	case RUN:
	case DERIVED:
	case ITERATION:
	case MEAN:
		read_result(r, s);
		break;
	}
}

static int read_perf_bench(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.in = in, .out = out};
	struct pd_str line;

	while (!pd_ingest_is_full(out) && pd_input_line(in, &line)) {
		const struct sentence *s = line.n ? understand(&r, line) : NULL;

		if (s)
			read_sentence(&r, s);
		else if (line.n)
			read_bare(&r, line);
	}
	settle(&r);
	miss_result(&r);
	free(r.waiting);
	return pd_input_status(in);
}

const struct pd_format pd_format_perf_bench = {
	.name = "perf-bench",
	.what = "perf bench: sched, syscall, mem, numa, futex, epoll, internals, breakpoint",
	.probe = probe,
	.read = read_perf_bench,
};
