/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_stat.h"

#include "base/str.h"
#include "base/vec.h"
#include "read/ingest.h"
#include "read/perf_stat_name.h"
#include "read/perf_stat_place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void pd_perf_stat_release(struct pd_perf_stat *s)
{
	free(s->seen);
	s->seen = NULL;
	s->n_seen = s->cap_seen = 0;
}

void pd_perf_stat_block(struct pd_perf_stat *s)
{
	pd_ingest_clear_labels(s->out);
	pd_ingest_next_run(s->out);
	s->event[0] = s->time[0] = '\0';
	s->n_runs = 0;
	s->part++;
}

/* "(5 runs)": the counts are means of so many. */
static void read_runs(struct pd_perf_stat *s, struct pd_str text)
{
	struct pd_str n;

	if (!pd_str_eat(&text, PD_STR("(")))
		return;
	n = pd_str_word(&text);
	if (!pd_str_eq(pd_str_trim(text), PD_STR("runs):")))
		return;
	if (!pd_number_parse_u64(n, &s->n_runs))
		s->n_runs = 0;
}

/*
 *	'hackbench -g 1 -l 60' (5 runs):
 *	process id '11207':
 *	'system wide':
 *	'CPU(s) 0,1':
 *
 * Numbers of processes and threads are others in each run: no parameters.
 */
void pd_perf_stat_target(struct pd_perf_stat *s, struct pd_str text)
{
	struct pd_str kind = pd_str_cut(&text, '\''), name = text;

	kind = pd_str_trim(kind);
	while (name.n && name.p[name.n - 1] != '\'')
		name.n--;
	read_runs(s, pd_str_trim(pd_str_skip(text, name.n)));
	name.n -= name.n > 0;
	if (pd_str_starts(kind, PD_STR("process")) || pd_str_starts(kind, PD_STR("thread")))
		pd_ingest_label(s->out, PD_STR("target"), pd_str_word(&kind));
	else if (pd_str_eq(name, PD_STR("system wide")) || pd_str_starts(name, PD_STR("CPU(s) ")) ||
		 pd_str_starts(name, PD_STR("BPF program(s) ")))
		pd_ingest_label(s->out, PD_STR("target"), name);
	else
		pd_ingest_label(s->out, PD_STR("command"), name);
}

/* How often this part of the file named @key, this time among them. */
static uint32_t count_seen(struct pd_perf_stat *s, uint32_t key)
{
	struct pd_perf_stat_seen *seen;

	s->seen = pd_vec_grow(s->seen, &s->cap_seen, (size_t)key + 1, sizeof(*s->seen));
	for (; s->n_seen <= key; s->n_seen++)
		s->seen[s->n_seen] = (struct pd_perf_stat_seen){0, 0};
	seen = &s->seen[key];
	if (seen->part != s->part)
		*seen = (struct pd_perf_stat_seen){s->part, 0};
	return ++seen->n;
}

/* Cut names would make one metric of two. */
static void refuse_name(struct pd_perf_stat *s)
{
	pd_ingest_error(s->out, s->in, NULL, "limit", "a name of a metric is longer than %d bytes",
			2 * PD_PERF_STAT_NAME - 1);
}

/* What stands in one interval is no total: it is a metric of its own. */
static bool finish(struct pd_perf_stat *s, struct pd_perf_stat_name *name)
{
	bool fits = !s->time[0] || pd_perf_stat_name_add(name, PD_STR("per interval"));

	if (!fits)
		refuse_name(s);
	return fits;
}

/*
 * The ±% is the standard error of a mean of so many runs, over the mean: stddev_stats()
 * of perf divides the variance by their number. Intervals are of one run.
 */
static void tell_mean(struct pd_perf_stat *s, double mean, struct pd_str spread)
{
	struct pd_aggregate about = {.n = pd_ingest_count_of(s->out, s->n_runs), .spread = nan("")};
	double percent;

	if (s->time[0] || (!spread.n && !s->n_runs))
		return;
	s->n_means++;
	s->n_unknown += !about.n;
	if (about.n && pd_number_parse(spread, 0, &percent) == PD_NUMBER_OK)
		about.spread = fabs(mean) * percent / 100 * sqrt((double)about.n);
	/* perf prints no share of nothing; counts are not below it, so all were 0. */
	if (mean == 0)
		about.spread = 0;
	pd_ingest_about(s->out, &about);
}

static void add_value(struct pd_perf_stat *s, uint32_t key, struct pd_str literal,
		      struct pd_str spread)
{
	double v;

	if (!pd_ingest_parse(s->out, s->in, key, literal, &v))
		return;
	s->n_values++;
	tell_mean(s, v, spread);
	if (s->time[0])
		pd_ingest_iteration(s->out, key, v);
	else
		pd_ingest_run(s->out, key, v);
}

/* A number that perf made of others: never judged. False if there was one of its name. */
static void add_derived(struct pd_perf_stat *s, struct pd_perf_stat_name *name, struct pd_str unit,
			struct pd_str literal)
{
	struct pd_quantity q = {.unit = unit,
				.undirected = true,
				.redundant = true,
				.absolute = pd_str_eq(unit, PD_STR("%"))};
	uint32_t key;

	if (!finish(s, name))
		return;
	q.name = (struct pd_str){name->text, name->n};
	key = pd_ingest_key(s->out, &q);
	if (count_seen(s, key) == 1)
		add_value(s, key, literal, PD_STR(""));
	else
		pd_ingest_warn(s->out, s->in, NULL, "ambiguous",
			       "a second '%.*s' of one event; it was left out", PD_FMT(q.name));
}

static void add_metric(struct pd_perf_stat *s, const struct pd_perf_stat_row *row)
{
	struct pd_str what, unit;
	int exponent;
	struct pd_perf_stat_name name = {.n = 0};
	char buf[PD_NUMBER_MAX + 4];
	double v;
	enum pd_number status = pd_number_parse(row->metric, 0, &v);

	if (status == PD_NUMBER_RANGE) {
		s->n_absent++; /* "nan" of a division by zero */
		return;
	}
	what = pd_perf_stat_name_metric(row, &unit, &exponent);
	if (!pd_perf_stat_name_add(&name, pd_str_of(s->event)) ||
	    !pd_perf_stat_name_add(&name, what)) {
		refuse_name(s);
	} else if (exponent > 0 && status == PD_NUMBER_OK && row->metric.n < PD_NUMBER_MAX) {
		(void)snprintf(buf, sizeof(buf), "%.*se%d", PD_FMT(row->metric), exponent);
		add_derived(s, &name, unit, pd_str_of(buf));
	} else {
		add_derived(s, &name, unit, row->metric);
	}
}

/* An interval ends its part of the file; a time that runs back is of another perf stat. */
static void enter_interval(struct pd_perf_stat *s, struct pd_str time)
{
	double before = 0, now = 0;

	if (pd_str_eq(time, pd_str_of(s->time)) || time.n >= sizeof(s->time))
		return;
	(void)pd_number_parse(pd_str_of(s->time), 0, &before);
	(void)pd_number_parse(time, 0, &now);
	if (now < before && time.n)
		pd_ingest_next_run(s->out);
	memcpy(s->time, time.p ? time.p : "", time.n);
	s->time[time.n] = '\0';
	s->part++;
	s->n_intervals += time.n > 0;
}

static void set_labels(struct pd_perf_stat *s, const struct pd_perf_stat_row *row)
{
	for (size_t i = 0; pd_perf_stat_place_kind(i); i++) {
		struct pd_str kind = pd_str_of(pd_perf_stat_place_kind(i));
		bool is_here = pd_str_eq(kind, row->place_kind);

		pd_ingest_label(s->out, kind, is_here ? row->place : PD_STR(""));
	}
	pd_ingest_label(s->out, PD_STR("cpus"), row->n_cpus);
	pd_ingest_label(s->out, PD_STR("cgroup"), row->cgroup);
}

/* An event that stands twice in one list is told apart from the second on. */
static uint32_t event_key(struct pd_perf_stat *s, const struct pd_quantity *q)
{
	char number[16];
	uint32_t key, n;

	pd_ingest_label(s->out, PD_STR("nth"), PD_STR(""));
	key = pd_ingest_key(s->out, q);
	n = count_seen(s, key);
	if (n == 1)
		return key;
	(void)snprintf(number, sizeof(number), "%u", n);
	pd_ingest_label(s->out, PD_STR("nth"), pd_str_of(number));
	return pd_ingest_key(s->out, q);
}

bool pd_perf_stat_is_clock(struct pd_str event)
{
	struct pd_str name = pd_str_cut(&event, ':');

	return pd_str_eq(name, PD_STR("task-clock")) || pd_str_eq(name, PD_STR("cpu-clock"));
}

/*
 *	0.408460,,task-clock,408460,100.00		before 4.20, in CSV: milliseconds
 *	22065603430,,cpu-clock,22065611881,100.00	since 6.17: nanoseconds
 */
static struct pd_str unit_of(const struct pd_perf_stat_row *row)
{
	if (row->unit.n || !pd_perf_stat_is_clock(row->event))
		return row->unit;
	return pd_str_has(row->value, PD_STR(".")) ? PD_STR("msec") : PD_STR("ns");
}

static bool is_multiplexed(struct pd_str running)
{
	return running.n && !pd_str_starts(running, PD_STR("100"));
}

static void add_count(struct pd_perf_stat *s, const struct pd_perf_stat_row *row)
{
	struct pd_quantity q = {.unit = unit_of(row), .undirected = s->time[0] != '\0'};
	struct pd_perf_stat_name name = {.n = 0};
	uint32_t key;

	q.redundant = pd_str_eq(row->event, PD_STR("user_time")) ||
		      pd_str_eq(row->event, PD_STR("system_time")) ||
		      (row->is_text && pd_str_eq(row->event, PD_STR("duration_time")));
	if (!pd_perf_stat_name_add(&name, row->event) || !finish(s, &name))
		return;
	q.name = (struct pd_str){name.text, name.n};
	key = event_key(s, &q);
	if (pd_perf_stat_is_absent(row->value)) {
		s->n_absent++;
		return;
	}
	add_value(s, key, row->value, row->spread);
	s->n_multiplexed += is_multiplexed(row->running);
	s->n_cut += row->metric_cut;
	if (row->metric.n)
		add_metric(s, row);
}

void pd_perf_stat_add(struct pd_perf_stat *s, const struct pd_perf_stat_row *row)
{
	enter_interval(s, row->time);
	if (row->event.n >= sizeof(s->event)) {
		pd_ingest_error(s->out, s->in, row->event.p, "limit",
				"the name of an event is longer than %d bytes",
				PD_PERF_STAT_NAME - 1);
		return;
	}
	if (row->event.n) {
		(void)snprintf(s->event, sizeof(s->event), "%.*s", PD_FMT(row->event));
		set_labels(s, row);
		add_count(s, row);
	} else if (row->metric.n) {
		if (!s->event[0])
			set_labels(s, row); /* --metric-only */
		add_metric(s, row);
	}
}

static const struct pd_quantity *seconds_of(const char *metric, struct pd_quantity *q)
{
	*q = (struct pd_quantity){.name = pd_str_of(metric),
				  .unit = PD_STR("s"),
				  .better = PD_LOWER,
				  .redundant = strcmp(metric, "time") != 0};
	return q;
}

/* Seconds are of the whole, not of a place or a group. */
static void leave_row(struct pd_perf_stat *s)
{
	const struct pd_perf_stat_row none = {.is_text = true};

	enter_interval(s, PD_STR(""));
	set_labels(s, &none);
	pd_ingest_label(s->out, PD_STR("nth"), PD_STR(""));
}

void pd_perf_stat_seconds(struct pd_perf_stat *s, const char *metric, struct pd_str literal,
			  struct pd_str spread)
{
	struct pd_quantity q;

	leave_row(s);
	add_value(s, pd_ingest_key(s->out, seconds_of(metric, &q)), literal, spread);
}

void pd_perf_stat_single(struct pd_perf_stat *s, struct pd_str literal)
{
	struct pd_quantity q;

	s->n_runs = 0;
	leave_row(s);
	add_value(s, pd_ingest_key(s->out, seconds_of("time", &q)), literal, PD_STR(""));
}

bool pd_perf_stat_is_absent(struct pd_str s)
{
	return pd_str_eq(s, PD_STR("<not counted>")) || pd_str_eq(s, PD_STR("<not supported>"));
}
