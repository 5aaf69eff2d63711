/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/str.h"
#include "read/digits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/perf_stat.h"
#include "read/perf_stat_csv.h"
#include "read/perf_stat_json.h"
#include "read/perf_stat_only.h"
#include "read/perf_stat_text.h"
#include "read/phrase.h"

#include <math.h>

/*
 *	# started on Mon Nov 30 14:31:17 2026		of -o FILE, with --append several times
 *
 *	 Performance counter stats for 'hackbench -g 1 -l 60' (5 runs):
 *
 *	            205.74 msec task-clock                       #    0.819 CPUs utilized            ( +-  4.47% )
 *	               594      context-switches                 #    2.571 K/sec                    ( +- 85.18% )
 *
 *	           # Table of individual measurements:
 *	           0.25746 (+0.00612) #
 *	           0.25263 (+0.00129) #
 *
 *	           # Final result:
 *	           0.25134 +- 0.00438 seconds time elapsed  ( +-  1.74% )
 *
 * Without -r:
 *
 *	       0.698064335 seconds time elapsed
 *
 *	       0.246039000 seconds user
 *	       0.399971000 seconds sys
 *
 * What the program itself printed may stand before and, in CSV and with -I, between.
 * Each line says by itself which of the three ways to print it is.
 */
static const char target[] = "Performance counter stats for {target}";
static const char started[] = "# started on ";
static const char *const elapsed[] = {
	"{value} +- {} seconds time elapsed ( +- {spread}% )",
	"{value} +- {} seconds time elapsed",
	"{value} seconds time elapsed ( +- {spread}% )",
	"{value} seconds time elapsed",
};
static const char user[] = "{value} seconds user", sys[] = "{value} seconds sys";
static const char table_start[] = "# Table of individual measurements:";
static const char table_end[] = "# Final result:";
static const char table_row[] = "{value} ({}) {}";

enum where {
	OUTSIDE, /* of a text: other programs may print here */
	COUNTS,
	TABLE,
	TIMES, /* behind the elapsed time */
};

struct reader {
	struct pd_perf_stat stat;
	struct pd_perf_stat_row row;
	struct pd_perf_stat_only only;
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	int n; /* fields of the line */
	enum where where;
	bool has_table, awaits_result;
	bool is_dated; /* a line said when the next block was measured */
	bool is_perf;  /* the file, or what of it was read, is of perf alone */
	char sep;      /* of CSV; 0: not known yet */
};

static bool says(struct reader *r, struct pd_str line, const char *phrase)
{
	r->n = pd_phrase_match(phrase, line, r->field);
	return r->n >= 0;
}

static struct pd_str text_of(const struct reader *r, const char *name)
{
	return pd_phrase_text(r->field, r->n, pd_str_of(name));
}

static void warn_unknown(struct reader *r, struct pd_str line)
{
	pd_ingest_warn(r->stat.out, r->stat.in, line.p, "unknown-line",
		       "this is nothing that perf stat prints here; line skipped");
}

/* Every perf stat that was announced has a value, and every line of names has numbers. */
static void end_block(struct reader *r)
{
	if (r->awaits_result)
		pd_ingest_warn(r->stat.out, r->stat.in, NULL, "missing-result",
			       "a perf stat that was announced before this line printed no value");
	if (r->only.names[0] && !r->only.used && r->where != OUTSIDE)
		pd_ingest_warn(r->stat.out, r->stat.in, NULL, "unknown-line",
			       "a line before this one is nothing that perf stat prints there");
	r->only.names[0] = '\0';
	r->awaits_result = false;
	r->where = OUTSIDE;
}

static void read_started(struct reader *r, struct pd_str date)
{
	end_block(r);
	pd_perf_stat_block(&r->stat);
	pd_ingest_moment(r->stat.out, date);
	r->is_dated = true;
	r->is_perf = true;
}

static void read_target(struct reader *r)
{
	end_block(r);
	pd_perf_stat_block(&r->stat);
	if (!r->is_dated)
		pd_ingest_time(r->stat.out, nan(""));
	r->is_dated = false;
	pd_perf_stat_target(&r->stat, text_of(r, "target"));
	r->where = COUNTS;
	r->has_table = false;
	r->awaits_result = true;
}

static void add_row(struct reader *r)
{
	uint64_t before = r->stat.n_values + r->stat.n_absent;

	pd_perf_stat_add(&r->stat, &r->row);
	r->awaits_result = r->awaits_result && before == r->stat.n_values + r->stat.n_absent;
	r->is_perf = true;
}

/* Behind the table its mean tells nothing new. */
static bool read_elapsed(struct reader *r, struct pd_str line)
{
	char buf[PD_NUMBER_MAX], spread[PD_NUMBER_MAX];

	for (size_t i = 0; i < PD_ARRAY_SIZE(elapsed); i++) {
		if (!says(r, line, elapsed[i]))
			continue;
		r->awaits_result = false;
		if (!r->has_table)
			pd_perf_stat_seconds(&r->stat, "time",
					     pd_digits_decimal(text_of(r, "value"), buf),
					     pd_digits_decimal(text_of(r, "spread"), spread));
		end_block(r);
		r->where = TIMES;
		return true;
	}
	return false;
}

static bool read_cpu_time(struct reader *r, struct pd_str line)
{
	const char *metric = says(r, line, user) ? "user-time" : "system-time";
	char buf[PD_NUMBER_MAX];

	if (r->n < 0 && !says(r, line, sys))
		return false;
	pd_perf_stat_seconds(&r->stat, metric, pd_digits_decimal(text_of(r, "value"), buf),
			     PD_STR(""));
	return true;
}

static bool read_table(struct reader *r, struct pd_str line)
{
	char buf[PD_NUMBER_MAX];

	if (says(r, line, table_end)) {
		r->where = COUNTS;
		return true;
	}
	if (!says(r, line, table_row))
		return false;
	pd_perf_stat_single(&r->stat, pd_digits_decimal(text_of(r, "value"), buf));
	r->has_table = true;
	return true;
}

/* --metric-only: numbers below names. */
static bool read_numbers(struct reader *r, struct pd_str line)
{
	bool taken = r->only.names[0] && pd_perf_stat_only_is_numbers(line, r->only.sep) &&
		     pd_perf_stat_only_numbers(&r->only, &r->stat, line);

	r->awaits_result = r->awaits_result && !taken;
	return taken;
}

/* A line that is nothing else can be names, once in a block. */
static bool read_names(struct reader *r, struct pd_str line, char sep)
{
	return !r->only.names[0] && !pd_perf_stat_only_is_numbers(line, sep) &&
	       pd_perf_stat_only_names(&r->only, line, sep);
}

static void read_text(struct reader *r, struct pd_str line)
{
	if (says(r, line, table_start))
		r->where = TABLE;
	else if (read_elapsed(r, line) || (r->where == TABLE && read_table(r, line)))
		return;
	else if (pd_perf_stat_text(line, &r->row))
		add_row(r);
	else if (!read_numbers(r, line) && !read_names(r, line, 0))
		warn_unknown(r, line);
}

static void read_json(struct reader *r, struct pd_str line)
{
	struct pd_perf_stat_member m;

	if (!pd_perf_stat_json(line, &r->row)) {
		pd_ingest_warn(r->stat.out, r->stat.in, line.p, "bad-json",
			       "this line is no object of perf stat -j; line skipped");
		return;
	}
	if (r->row.event.n || r->row.metric.n) {
		add_row(r);
		return;
	}
	r->stat.event[0] = '\0';
	line = pd_str_skip(pd_str_trim(line), 1);
	while (pd_perf_stat_json_member(&line, &m)) {
		r->row.metric = pd_digits_decimal(m.value, r->row.metric_buf);
		r->row.metric_unit = m.key;
		if (pd_perf_stat_json_is_metric(&m) && m.key.n && m.value.n)
			add_row(r);
	}
}

/* Objects may be of another program, unless they have words of perf, or all is perf's. */
static bool is_json(const struct reader *r, struct pd_str line)
{
	return pd_str_starts(line, PD_STR("{")) &&
	       (r->is_perf || pd_str_has(line, PD_STR("\"counter-value\"")) ||
		pd_str_has(line, PD_STR("\"metric-value\"")));
}

static char separator(const struct reader *r)
{
	if (r->sep)
		return r->sep;
	return ',';
}

/* Begins as a count does, and has not what a count has: it was cut, or written over. */
static bool is_broken(const struct reader *r, struct pd_str line)
{
	struct pd_str first = pd_str_cut(&line, separator(r));
	char buf[PD_NUMBER_MAX];
	double v;

	first = pd_str_trim(first);
	return line.n && (pd_perf_stat_is_absent(first) ||
			  pd_number_parse(pd_digits_decimal(first, buf), 0, &v) == PD_NUMBER_OK);
}

/* Of a line of another program nothing is said. */
static void read_other(struct reader *r, struct pd_str line)
{
	char sep = separator(r);

	if (pd_str_starts(line, PD_STR("#  "))) {
		r->only.names[0] = '\0';
		(void)read_names(r, line, 0);
		return;
	}
	if (!r->is_perf || read_numbers(r, line))
		return;
	if (is_broken(r, line))
		warn_unknown(r, line);
	else if (pd_str_has(line, (struct pd_str){&sep, 1}))
		(void)read_names(r, line, sep);
}

static void read_line(struct reader *r, struct pd_str line)
{
	bool in_text = r->where == COUNTS || r->where == TABLE;

	if (r->where == TIMES && read_cpu_time(r, line))
		return;
	if (pd_str_starts(line, pd_str_of(started)))
		read_started(r, pd_str_skip(line, sizeof(started) - 1));
	else if (says(r, line, target))
		read_target(r);
	else if (in_text)
		read_text(r, line);
	else if (is_json(r, line))
		read_json(r, line);
	else if (pd_perf_stat_csv(line, &r->sep, &r->row) ||
		 (pd_perf_stat_text(line, &r->row) && r->row.time.n))
		add_row(r);
	else
		read_other(r, line);
}

static int read_perf_stat(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {0};
	struct pd_str line;

	r.stat.in = in;
	r.stat.out = out;
	pd_ingest_bench(out, PD_STR("perf-stat"));
	pd_perf_stat_block(&r.stat);
	while (!pd_ingest_is_full(out) && pd_input_line(in, &line)) {
		if (pd_str_trim(line).n)
			read_line(&r, line);
	}
	end_block(&r);
	pd_perf_stat_tell(&r.stat);
	pd_perf_stat_release(&r.stat);
	return pd_input_status(in);
}

/* Words of the text are sure; rows of CSV have no words, but a form that nobody else prints. */
static int probe(struct pd_str head)
{
	struct pd_perf_stat_row row;
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	int sure = 0;

	while (head.n && sure < 88) {
		struct pd_str line = pd_str_cut(&head, '\n');
		char sep = 0;

		if (pd_phrase_match(target, line, field) >= 0 ||
		    (pd_str_starts(line, PD_STR("{")) &&
		     pd_str_has(line, PD_STR("\"counter-value\""))))
			sure = 88;
		else if (pd_str_starts(line, pd_str_of(started)))
			sure = sure < 70 ? 70 : sure;
		else if (pd_perf_stat_csv(line, &sep, &row) ||
			 (pd_perf_stat_text(line, &row) && row.time.n && row.metric.n))
			sure = 86;
	}
	return sure;
}

const struct pd_format pd_format_perf_stat = {
	.name = "perf-stat",
	.what = "perf stat: text (-r, --table, -I), -x SEP and -j",
	.probe = probe,
	.read = read_perf_stat,
};
