/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/intern.h"
#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 *	{"context": {"date": "2026-11-30T14:30:03+00:00", "num_cpus": 2, ...},
 *	 "benchmarks": [
 *	  {"name": "BM_copy/64/threads:2", "family_index": 0, "per_family_instance_index": 0,
 *	   "run_name": "BM_copy/64/threads:2", "run_type": "iteration",
 *	   "repetitions": 3, "repetition_index": 0, "threads": 2, "iterations": 23512952,
 *	   "real_time": 2.03, "cpu_time": 0.54, "time_unit": "us",
 *	   "bytes_per_second": 3.1e10, "hits": 8346.7, "label": "cold"},
 *	  {"name": "BM_copy/64/threads:2_mean", "run_type": "aggregate", ...},
 *	  {"name": "BM_bad", "run_type": "iteration", "error_occurred": true,
 *	   "error_message": "no file", "real_time": 0, ...}
 *	]}
 *
 * Counters stand beside the rest, under any name. Files before 2018 have neither
 * run_name nor run_type, and their aggregates are known by their names alone.
 */
#define CSV_HEADER PD_STR("name,iterations,real_time,cpu_time,time_unit")

/* Where a name was met first. */
struct place {
	double family, instance;
};

struct google_benchmark {
	struct pd_json_doc doc;
	struct pd_ingest *out;
	struct pd_intern names;  /* of all rows */
	size_t n_names;          /* those that are names, not only asked for */
	struct pd_intern placed; /* names that have a place */
	struct place *place;     /* [id] */
	size_t place_cap;
	uint64_t n_aggregates, n_absent;
	struct pd_aggregate about; /* of the next value; n 0: nothing is told */
};

/* ---- which rows are measurements */

static struct pd_str name_of(const struct google_benchmark *g, const cJSON *row)
{
	struct pd_str name = pd_json_string(&g->doc, row, "run_name");

	return name.n ? name : pd_json_string(&g->doc, row, "name");
}

/* "BM_copy_mean", where there is a BM_copy as well. */
static bool is_named_as_aggregate(struct google_benchmark *g, struct pd_str name)
{
	static const char *const suffixes[] = {"_mean", "_median", "_stddev", "_cv"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(suffixes); i++) {
		struct pd_str stem = name, suffix = pd_str_of(suffixes[i]);

		if (!pd_str_ends(name, suffix))
			continue;
		stem.n -= suffix.n;
		return stem.n && pd_intern(&g->names, stem) < g->n_names;
	}
	return false;
}

static bool is_aggregate(struct google_benchmark *g, const cJSON *row)
{
	struct pd_str type = pd_json_string(&g->doc, row, "run_type");

	if (type.n)
		return !pd_str_eq(type, PD_STR("iteration"));
	return pd_json_member(&g->doc, row, "cpu_coefficient") ||
	       pd_json_member(&g->doc, row, "rms") ||
	       is_named_as_aggregate(g, pd_json_string(&g->doc, row, "name"));
}

/* ---- names: BM_copy/64/threads:2 */

/* "threads:2" is a label of its own; "std::string" and "64" are not. */
static bool is_keyed(struct pd_str part, struct pd_str *ret_key, struct pd_str *ret_val)
{
	struct pd_str val = part, key = pd_str_cut(&val, ':');

	*ret_key = key;
	*ret_val = val;
	return key.n && val.n && val.p[0] != ':';
}

/* A label may be called as one of our own is. */
static void set_part(struct google_benchmark *g, struct pd_str key, struct pd_str val)
{
	static const char *const ours[] = {"args", "clock", "label", "family", "instance"};
	char buf[16];
	int n = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(ours); i++)
		if (pd_str_eq(key, pd_str_of(ours[i])))
			n = snprintf(buf, sizeof(buf), "arg.%s", ours[i]);
	pd_ingest_label(g->out, n > 0 ? (struct pd_str){buf, (size_t)n} : key, val);
}

/*
 * The parts of a name are those between slashes that no angle bracket encloses:
 * BM_parse<a/b>/64.
 */
static struct pd_str cut_part(struct pd_str *rest)
{
	struct pd_str part = *rest;
	size_t depth = 0, at = 0;

	for (; at < part.n && (depth || part.p[at] != '/'); at++) {
		depth += part.p[at] == '<';
		depth -= part.p[at] == '>' && depth;
	}
	*rest = pd_str_skip(part, at + 1);
	part.n = at;
	return part;
}

/* Which clock was asked for; process_time may stand before one of the others. */
static bool is_clock(struct pd_str part)
{
	return pd_str_eq(part, PD_STR("real_time")) || pd_str_eq(part, PD_STR("manual_time")) ||
	       pd_str_eq(part, PD_STR("process_time"));
}

/* @part, which follows, joins what *slice has of the same name. */
static void extend(struct pd_str *slice, struct pd_str part)
{
	if (!slice->n)
		*slice = part;
	slice->n = (size_t)(part.p + part.n - slice->p);
}

static void read_name(struct google_benchmark *g, struct pd_str name)
{
	struct pd_str rest = name, base = cut_part(&rest), key, val;
	struct pd_str args = {name.p, 0}, clock = {name.p, 0};

	while (rest.n) {
		struct pd_str part = cut_part(&rest);

		if (is_keyed(part, &key, &val))
			set_part(g, key, val);
		else
			extend(is_clock(part) ? &clock : &args, part);
	}
	pd_ingest_bench(g->out, base.n ? base : name);
	pd_ingest_label(g->out, PD_STR("args"), args);
	pd_ingest_label(g->out, PD_STR("clock"), clock);
}

static double number_of(const struct google_benchmark *g, const cJSON *row, const char *key)
{
	double v;

	return pd_json_value(&g->doc, pd_json_member(&g->doc, row, key), &v) == PD_JSON_NUMBER ? v
											       : -1;
}

static void label_number(struct google_benchmark *g, struct pd_str key, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_ingest_label(g->out, key, (struct pd_str){buf, pd_number_print(buf, v)});
}

/* Two benchmarks may be registered under one name: from the second on they are told apart. */
static void label_place(struct google_benchmark *g, const cJSON *row, struct pd_str name)
{
	const struct place here = {number_of(g, row, "family_index"),
				   number_of(g, row, "per_family_instance_index")};
	size_t before = g->placed.n;
	pd_id id = pd_intern(&g->placed, name);

	if (id >= before) {
		g->place = pd_vec_grow(g->place, &g->place_cap, (size_t)id + 1, sizeof(*g->place));
		g->place[id] = here;
	}
	if (here.family != g->place[id].family)
		label_number(g, PD_STR("family"), here.family);
	if (here.instance != g->place[id].instance)
		label_number(g, PD_STR("instance"), here.instance);
}

static void label_row(struct google_benchmark *g, const cJSON *row)
{
	struct pd_str name = name_of(g, row);

	pd_ingest_clear_labels(g->out);
	read_name(g, name);
	pd_ingest_label(g->out, PD_STR("label"), pd_json_string(&g->doc, row, "label"));
	label_place(g, row, name);
}

/* ---- values */

/*
 * The time that the tool reports first is gated. CPU time is shown beside it, and
 * rates are made of a time. What counts beyond that is the benchmark's own affair.
 */
static struct pd_quantity quantity_of(struct pd_str name, struct pd_str time_unit)
{
	static const struct {
		const char *name, *unit;
		enum pd_better better;
		bool redundant;
	} known[] = {
		{"real_time",             NULL,      PD_LOWER,  false},
		{"cpu_time",              NULL,      PD_LOWER,  true },
		{"bytes_per_second",      "B/s",     PD_HIGHER, true },
		{"items_per_second",      "items/s", PD_HIGHER, true },
		{"max_bytes_used",        "B",       PD_LOWER,  false},
		{"allocs_per_iter",       "1",       PD_LOWER,  false},
		{"total_allocated_bytes", "B",       PD_LOWER,  false},
	};

	for (size_t i = 0; i < PD_ARRAY_SIZE(known); i++)
		if (pd_str_eq(name, pd_str_of(known[i].name)))
			return (struct pd_quantity){.name = name,
						    .unit = known[i].unit ? pd_str_of(known[i].unit)
									  : time_unit,
						    .better = known[i].better,
						    .redundant = known[i].redundant};
	return (struct pd_quantity){.name = name, .unit = PD_STR("1")};
}

/* Numbers of a row that say how it was measured. */
static bool is_setting(struct pd_str name)
{
	static const char *const settings[] = {"family_index", "per_family_instance_index",
					       "repetitions",  "repetition_index",
					       "threads",      "iterations"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(settings); i++)
		if (pd_str_eq(name, pd_str_of(settings[i])))
			return true;
	return false;
}

static bool is_time(struct pd_str name)
{
	return pd_str_eq(name, PD_STR("real_time")) || pd_str_eq(name, PD_STR("cpu_time"));
}

/* The spread is in the unit of the row, as the value is. */
static void tell(struct google_benchmark *g, uint32_t key)
{
	struct pd_aggregate about = g->about;

	about.spread = pd_ingest_scale(g->out, key, about.spread);
	pd_ingest_about(g->out, &about);
}

/* A counter may be 0/0 in a repetition where nothing was counted; a time may not. */
static void read_value(struct google_benchmark *g, const cJSON *item, struct pd_str unit,
		       size_t index)
{
	struct pd_str name = pd_str_of(item->string);
	const struct pd_quantity q = quantity_of(name, unit);
	uint32_t key;
	double v;

	switch (pd_json_value(&g->doc, item, &v)) {
	case PD_JSON_NUMBER:
		key = pd_ingest_key(g->out, &q);
		if (g->about.n)
			tell(g, key);
		pd_ingest_iteration(g->out, key, pd_ingest_scale(g->out, key, v));
		break;
	case PD_JSON_NOT_FINITE:
		if (is_time(name))
			pd_ingest_error(g->out, NULL, NULL, "not-finite",
					"benchmarks[%zu].%.*s: a measured value must be a finite "
					"number",
					index, PD_FMT(name));
		else
			g->n_absent++;
		break;
	case PD_JSON_ABSENT:
		g->n_absent++;
		break;
	case PD_JSON_OTHER:
		break;
	}
}

/* Nanoseconds are what the library means when nobody says. */
static struct pd_str unit_of(const struct google_benchmark *g, const cJSON *row)
{
	struct pd_str unit = pd_json_string(&g->doc, row, "time_unit");

	return unit.n ? unit : PD_STR("ns");
}

static void read_values(struct google_benchmark *g, const cJSON *row, size_t index)
{
	struct pd_str unit = unit_of(g, row);

	for (const cJSON *item = row->child; item; item = item->next)
		if (item->string && item->string[0] && !is_setting(pd_str_of(item->string)))
			read_value(g, item, unit, index);
}

/* SkipWithError() and SkipWithMessage(): the times are those of nothing. */
static bool has_failed(const struct google_benchmark *g, const cJSON *row, size_t index)
{
	const struct pd_json_doc *d = &g->doc;
	bool failed = pd_json_true(d, row, "error_occurred");
	struct pd_str why = pd_json_string(d, row, failed ? "error_message" : "skip_message");

	if (!failed && !pd_json_true(d, row, "skipped"))
		return false;
	pd_ingest_warn(g->out, NULL, NULL, "failed-run",
		       "benchmarks[%zu]: '%.*s' %s%s%.*s; row left out", index,
		       PD_FMT(name_of(g, row)), failed ? "failed" : "was skipped",
		       why.n ? ": " : "", PD_FMT(why));
	return true;
}

/* A time that is no finite number is one, too: it is told as such. */
static bool has_time(const struct google_benchmark *g, const cJSON *row)
{
	const cJSON *time = g->doc.api->GetObjectItemCaseSensitive(row, "real_time");
	double v;

	switch (pd_json_value(&g->doc, time, &v)) {
	case PD_JSON_NUMBER:
	case PD_JSON_NOT_FINITE:
		return true;
	case PD_JSON_ABSENT:
	case PD_JSON_OTHER:
		break;
	}
	return false;
}

static void read_row(struct google_benchmark *g, const cJSON *row, size_t index)
{
	if (is_aggregate(g, row)) {
		g->n_aggregates++;
		return;
	}
	if (has_failed(g, row, index))
		return;
	if (!name_of(g, row).n || !has_time(g, row)) {
		pd_ingest_warn(g->out, NULL, NULL, "bad-member",
			       "benchmarks[%zu] has no 'name' or no 'real_time'; row left out",
			       index);
		return;
	}
	label_row(g, row);
	read_values(g, row, index);
}

/* ---- aggregates, where nothing else is left of the repetitions */

static bool is_aggregate_of(const struct google_benchmark *g, const cJSON *row, const char *what,
			    struct pd_str run_name)
{
	return run_name.n &&
	       pd_str_eq(pd_json_string(&g->doc, row, "aggregate_name"), pd_str_of(what)) &&
	       pd_str_eq(pd_json_string(&g->doc, row, "run_name"), run_name);
}

/* The rows of one benchmark follow each other: mean, median, stddev, cv. */
static const cJSON *deviations_of(const struct google_benchmark *g, const cJSON *mean)
{
	struct pd_str name = pd_json_string(&g->doc, mean, "run_name");
	const cJSON *row = mean->next;

	while (row && pd_str_eq(pd_json_string(&g->doc, row, "run_name"), name) &&
	       !is_aggregate_of(g, row, "stddev", name))
		row = row->next;
	return row && is_aggregate_of(g, row, "stddev", name) ? row : NULL;
}

/* Repetitions are iterations of one process; their number stands where iterations do. */
static void read_mean(struct google_benchmark *g, const cJSON *mean, size_t index)
{
	const cJSON *deviations = deviations_of(g, mean);
	double n = number_of(g, mean, "iterations");

	label_row(g, mean);
	for (const cJSON *item = mean->child; item; item = item->next) {
		struct pd_aggregate about = {.of = PD_AGGREGATE_ITERATIONS, .spread = nan("")};
		const cJSON *sd;

		if (!item->string || !item->string[0] || is_setting(pd_str_of(item->string)) ||
		    !g->doc.api->IsNumber(item))
			continue;
		sd = pd_json_member(&g->doc, deviations, item->string);
		about.n = n >= 1 && n < 1e9 ? (uint64_t)n : 0;
		(void)pd_json_value(&g->doc, sd, &about.spread);
		g->about = about;
		read_value(g, item, unit_of(g, mean), index);
	}
	g->about = (struct pd_aggregate){0};
}

static void read_aggregates(struct google_benchmark *g, const cJSON *rows)
{
	size_t index = 0;

	for (const cJSON *row = rows; row && !pd_ingest_is_full(g->out); row = row->next, index++)
		if (is_aggregate_of(g, row, "mean", pd_json_string(&g->doc, row, "run_name")))
			read_mean(g, row, index);
	if (pd_ingest_count(g->out))
		pd_ingest_note(g->out, "summary-only", 0,
			       "there are aggregates only: means of repetitions, with their "
			       "deviations; --benchmark_report_aggregates_only leaves out the rest");
	else
		pd_ingest_error(g->out, NULL, NULL, "summary-only",
				"there are aggregates only, and no mean among them");
}

static void read_rows(struct google_benchmark *g)
{
	const cJSON *rows = pd_json_elements(&g->doc, g->doc.root, "benchmarks"), *row;
	size_t index = 0;

	(void)pd_intern(&g->names, PD_STR(""));
	(void)pd_intern(&g->placed, PD_STR(""));
	for (row = rows; row; row = row->next)
		(void)pd_intern(&g->names, pd_json_string(&g->doc, row, "name"));
	g->n_names = g->names.n;
	pd_ingest_moment(g->out,
			 pd_json_string(&g->doc, pd_json_member(&g->doc, g->doc.root, "context"),
					"date"));
	for (row = rows; row && !pd_ingest_is_full(g->out); row = row->next)
		read_row(g, row, index++);
	if (g->n_aggregates && !pd_ingest_count(g->out))
		read_aggregates(g, rows);
	else if (g->n_aggregates)
		pd_ingest_note(g->out, "summary-only", g->n_aggregates,
			       "%llu rows of means, deviations and the like are left out",
			       (unsigned long long)g->n_aggregates);
	if (g->n_absent)
		pd_ingest_note(g->out, "not-available", g->n_absent,
			       "%llu counters are no finite numbers",
			       (unsigned long long)g->n_absent);
}

static int read_google_benchmark(struct pd_input *in, struct pd_ingest *out)
{
	struct google_benchmark g = {.out = out};
	struct pd_str head = pd_input_head(in);
	bool is_csv = pd_str_starts(head, CSV_HEADER);
	int r;

	free((char *)(uintptr_t)head.p);
	if (is_csv) {
		pd_ingest_error(out, NULL, NULL, "unknown-format",
				"the CSV of Google Benchmark is not read; use "
				"--benchmark_out_format=json");
		return PD_EPARSE;
	}
	r = pd_json_open(&g.doc, in, out);
	if (r < 0)
		return r;
	read_rows(&g);
	pd_json_close(&g.doc);
	pd_intern_free(&g.names);
	pd_intern_free(&g.placed);
	free(g.place);
	return 0;
}

static int probe(struct pd_str head)
{
	if (pd_str_starts(head, CSV_HEADER))
		return 70;
	return pd_str_has(head, PD_STR("\"benchmarks\"")) &&
			       (pd_str_has(head, PD_STR("\"real_time\"")) ||
				pd_str_has(head, PD_STR("\"rms\"")))
		       ? 85
		       : 0;
}

const struct pd_format pd_format_google_benchmark = {
	.name = "google-benchmark",
	.what = "Google Benchmark's JSON: each repetition is an iteration; aggregates are left out",
	.probe = probe,
	.read = read_google_benchmark,
};
