/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/moment.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/phrase.h"

#include <math.h>

/*
 * rt-tests and what LKP puts around it, with strays of other programs between;
 * mmtests' copy prints the time as perf bench does:
 *
 *	Instance: 1
 *	Iterations: 2
 *	2026-07-19 18:06:24 hackbench -g 256 -f 20 --process --pipe -l 30000 -s 100
 *	Running in process mode with 256 groups using 40 file descriptors each (== 10240 tasks)
 *	Each sender will pass 30000 messages of 100 bytes
 *	perf version 7.2.rc3.g94515f3a7d42
 *	Time: 10.018
 *	     Total time: 10.018 [sec]
 *
 * LTP and the single file of old, which say neither mode nor loops:
 *
 *	Running with 50*40 (== 2000) tasks.
 *	Time: 4.811
 */
static const char *const headers[] = {
	"Running in {mode} mode with {groups} groups using {fds} file descriptors each (== {tasks} tasks)",
	"Running with {groups}*{fds} (== {tasks}) tasks.",
};
static const char loops[] = "Each sender will pass {loops} messages of {bytes} bytes";
/* Runs limited by time: what was passed is a result, never a label. */
static const char passed[] = "Each sender passed {messages} messages of {bytes} bytes in average";
static const char instance[] = "Instance: {instance}";
/* "2026-07-19 18:06:24 hackbench -g 256", before the header of the run that it starts */
static const char command[] = " hackbench ";
enum { MOMENT_SIZE = 19 };
static const char *const times[] = {"Time: {time}", "Total time: {time} [sec]"};

struct reader {
	struct pd_input *in;
	struct pd_ingest *out;
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	double when;      /* the next header stands for a run of this time; NaN: nobody said */
	int n;            /* fields of the line */
	bool seen_header; /* labels are those of a run */
	bool awaits_time; /* a header came, its time did not yet */
};

static bool says(struct reader *r, struct pd_str line, const char *phrase)
{
	r->n = pd_phrase_match(phrase, line, r->field);
	return r->n >= 0;
}

static bool says_any(struct reader *r, struct pd_str line, const char *const phrase[2])
{
	return says(r, line, phrase[0]) || says(r, line, phrase[1]);
}

static int probe(struct pd_str head)
{
	struct reader r = {0};

	while (head.n)
		if (says_any(&r, pd_str_cut(&head, '\n'), headers))
			return 80;
	return 0;
}

/* Whether LKP says when it starts the next run. */
static bool says_when(struct reader *r, struct pd_str line)
{
	double when;

	if (line.n <= MOMENT_SIZE ||
	    !pd_str_starts(pd_str_skip(line, MOMENT_SIZE), pd_str_of(command)) ||
	    !pd_moment_parse((struct pd_str){line.p, MOMENT_SIZE}, &when))
		return false;
	r->when = when;
	return true;
}

static void read_labels(struct reader *r)
{
	for (int i = 0; i < r->n; i++)
		pd_ingest_label(r->out, r->field[i].name, r->field[i].text);
}

static void miss_time(struct reader *r)
{
	if (r->awaits_time)
		pd_ingest_warn(r->out, r->in, NULL, "missing-result",
			       "the run announced before this line printed no time");
	r->awaits_time = false;
}

static void read_header(struct reader *r, struct pd_str parallel)
{
	miss_time(r);
	pd_ingest_clear_labels(r->out);
	pd_ingest_label(r->out, PD_STR("instance"), parallel);
	pd_ingest_time(r->out, r->when);
	r->when = nan("");
	read_labels(r);
	r->seen_header = r->awaits_time = true;
}

/* A time belongs to the header before it, and each header has one. */
static void read_time(struct reader *r)
{
	const struct pd_quantity time = {.name = PD_STR("time"),
					 .unit = PD_STR("s"),
					 .better = PD_LOWER};

	if (r->awaits_time)
		(void)pd_ingest_literal(r->out, r->in, &time, r->field[0].text);
	else
		pd_ingest_warn(r->out, r->in, NULL, "missing-header",
			       "no 'Running in ... mode' line says what this time is of; "
			       "row skipped");
	r->awaits_time = false;
}

static void read_passed(struct reader *r)
{
	const struct pd_quantity messages = {.name = PD_STR("messages"),
					     .unit = PD_STR("1"),
					     .better = PD_HIGHER};

	if (!r->seen_header)
		return;
	pd_ingest_label(r->out, PD_STR("bytes"), pd_phrase_text(r->field, r->n, PD_STR("bytes")));
	(void)pd_ingest_literal(r->out, r->in, &messages, r->field[0].text);
}

/*
 * Parallel copies are told apart from the second on: the first is what a log
 * without instances would call it, and LKP numbers a single one, too.
 */
static bool is_first(struct pd_str number)
{
	return pd_str_eq(number, PD_STR("1"));
}

static int read_hackbench(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.in = in, .out = out, .when = nan("")};
	char number[24];
	struct pd_str line, parallel = {number, 0};

	pd_ingest_bench(out, PD_STR("hackbench"));
	while (!pd_ingest_is_full(out) && pd_input_line(in, &line)) {
		if (says_any(&r, line, headers)) {
			read_header(&r, parallel);
		} else if (says(&r, line, loops)) {
			read_labels(&r);
		} else if (says_any(&r, line, times)) {
			read_time(&r);
		} else if (says(&r, line, passed)) {
			read_passed(&r);
		} else if (says(&r, line, instance)) {
			struct pd_str text = r.field[0].text;

			parallel.n = is_first(text) || text.n > sizeof(number) ? 0 : text.n;
			memcpy(number, text.p, parallel.n);
		} else {
			(void)says_when(&r, line);
		}
	}
	miss_time(&r);
	return pd_input_status(in);
}

const struct pd_format pd_format_hackbench = {
	.name = "hackbench",
	.what = "hackbench of rt-tests, LTP, LKP and mmtests: each time with the header before it",
	.probe = probe,
	.read = read_hackbench,
};
