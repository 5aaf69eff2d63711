/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/phrase.h"
#include "read/unixbench_log.h"

/*
 * The report, a block for each -c; what stands in the tables of indices is made of
 * the results above them:
 *
 *	Benchmark Run: Mon Nov 30 2026 14:39:39 - 14:39:56
 *	2 CPUs in system; running 1 parallel copy of tests
 *
 *	Process Creation                                100.2 lps   (2.1 s, 2 samples)
 *
 *	System Benchmarks Partial Index              BASELINE       RESULT    INDEX
 *	Process Creation                                126.0        100.2      7.9
 *	                                                                   ========
 *	System Benchmarks Index Score (Partial Only)                            7.9
 */
static const char *const running[] = {
	"{} in system; running {copies} parallel copy of tests",
	"{} in system; running {copies} parallel copies of tests",
};
static const char start[] = "Benchmark Run: {date}";
static const char index_score[] = "{suite} Benchmarks Index Score {score}";
static const char partial_score[] = "{suite} Benchmarks Index Score (Partial Only) {score}";

struct report {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	int n;
	bool has_copies; /* since the block began */
};

static bool says(struct report *r, struct pd_str line, const char *phrase)
{
	r->n = pd_phrase_match(phrase, line, r->field);
	return r->n >= 0;
}

/* The last run of non-blanks, which *s loses with the blanks before it. */
static struct pd_str cut_last_word(struct pd_str *s)
{
	size_t n = s->n;
	struct pd_str word;

	while (n && !pd_str_is_blank(s->p[n - 1]))
		n--;
	word = pd_str_skip(*s, n);
	s->n = n;
	*s = pd_str_trim(*s);
	return word;
}

struct result {
	struct pd_str test, score, unit;
};

/* From its end, since the name of a test is any text: "Shell Scripts (1 concurrent)". */
static bool is_result(struct pd_str line, struct result *ret)
{
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	struct pd_str head = pd_str_trim(line);
	const char *paren = head.n ? memrchr(head.p, '(', head.n) : NULL;

	if (!paren)
		return false;
	if (pd_phrase_match("({} s, {} samples)", pd_str_skip(head, (size_t)(paren - head.p)),
			    field) < 0)
		return false;
	head.n = (size_t)(paren - head.p);
	head = pd_str_trim(head);
	ret->unit = cut_last_word(&head);
	ret->score = cut_last_word(&head);
	ret->test = head;
	return ret->test.n && ret->score.n && ret->unit.n;
}

static bool need_copies(struct report *r)
{
	if (!r->has_copies)
		pd_ingest_warn(r->out, r->in, NULL, "missing-header",
			       "no line says how many copies ran; row skipped");
	return r->has_copies;
}

/* "Mon Nov 30 2026 14:39:39 - 14:39:56" */
static void read_start(struct report *r, struct pd_str span)
{
	span.n = pd_str_find(span, PD_STR(" - "));
	pd_ingest_moment(r->out, span);
	r->has_copies = false;
}

static void read_result(struct report *r, const struct result *result)
{
	const struct pd_quantity q = {.name = PD_STR("score"),
				      .unit = result->unit,
				      .better = PD_HIGHER};

	if (!need_copies(r))
		return;
	pd_ingest_label(r->out, PD_STR("test"), result->test);
	(void)pd_ingest_literal(r->out, r->in, &q, result->score);
}

/* A geometric mean of the results above it. */
static void read_index(struct report *r, bool is_partial)
{
	const struct pd_quantity q = {.name = is_partial ? PD_STR("partial-index")
							 : PD_STR("index"),
				      .unit = PD_STR("1"),
				      .better = PD_HIGHER,
				      .redundant = true};

	if (!need_copies(r))
		return;
	pd_ingest_label(r->out, PD_STR("test"), r->field[0].text);
	(void)pd_ingest_literal(r->out, r->in, &q, r->field[1].text);
}

static void read_report_line(struct report *r, struct pd_str line)
{
	struct result result;

	if (says(r, line, start)) {
		read_start(r, r->field[0].text);
	} else if (says(r, line, running[0]) || says(r, line, running[1])) {
		r->has_copies = true;
		pd_ingest_label(r->out, PD_STR("copies"), r->field[0].text);
	} else if (is_result(line, &result)) {
		read_result(r, &result);
	} else if (says(r, line, partial_score)) {
		read_index(r, true);
	} else if (says(r, line, index_score)) {
		read_index(r, false);
	}
}

static int read_unixbench(struct pd_input *in, struct pd_ingest *out)
{
	struct report r = {.in = in, .out = out};
	struct pd_unixbench_log log = {.in = in, .out = out};
	struct pd_str line;

	pd_ingest_bench(out, PD_STR("unixbench"));
	while (!pd_ingest_is_full(out) && pd_input_line(in, &line))
		if (!pd_unixbench_log_line(&log, line))
			read_report_line(&r, line);
	pd_unixbench_log_end(&log);
	return pd_input_status(in);
}

static int probe(struct pd_str head)
{
	struct report r = {0};

	while (head.n) {
		struct pd_str line = pd_str_cut(&head, '\n');

		if (pd_str_starts(line, PD_STR("# COUNT0: ")) || says(&r, line, running[0]) ||
		    says(&r, line, running[1]))
			return 80;
	}
	return 0;
}

const struct pd_format pd_format_unixbench = {
	.name = "unixbench",
	.what = "UnixBench: its report, a run for each result, or its .log, where passes are iterations",
	.probe = probe,
	.read = read_unixbench,
};
