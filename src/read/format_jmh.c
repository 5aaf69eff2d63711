/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/intern.h"
#include "base/number.h"
#include "base/out.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/jmh_histogram.h"
#include "read/json.h"
#include "read/json_series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 *	[{"jmhVersion": "1.37", "benchmark": "org.example.Codec.encode", "mode": "avgt",
 *	  "threads": 1, "forks": 2, ..., "params": {"size": "64"},
 *	  "primaryMetric": {"score": 12.5, "scoreError": "NaN", ..., "scoreUnit": "ns/op",
 *	   "rawData": [[12.4, 12.6], [12.5, 12.7]]},
 *	  "secondaryMetrics": {"gc.alloc.rate.norm": {..., "scoreUnit": "B/op", "rawData": ...}}
 *	 }]
 *
 * rawData: an array for each fork, in it a number for each iteration. In mode
 * "sample" it is rawDataHistogram, where an iteration is an array of [value, count].
 * Numbers that are not finite are strings.
 */
struct jmh {
	struct pd_json_doc doc;
	struct pd_ingest *out;
	struct pd_intern seen; /* benchmarks with their labels */
	uint32_t *n_seen;      /* [id] how often */
	size_t n_seen_cap, n_ids;
	uint64_t n_absent, n_scores;
	struct pd_jmh_histogram histogram;
	const cJSON *result; /* the one that is being read */
};

/* ---- labels */

/* How often this benchmark with these labels was met, this time among them. */
static uint32_t count_seen(struct jmh *j, struct pd_str said)
{
	pd_id id = pd_intern(&j->seen, said);

	j->n_seen = pd_vec_grow(j->n_seen, &j->n_seen_cap, (size_t)id + 1, sizeof(*j->n_seen));
	for (; j->n_ids <= id; j->n_ids++)
		j->n_seen[j->n_ids] = 0;
	return ++j->n_seen[id];
}

/* Parameters are strings; other writers use numbers and flags. */
static struct pd_str text_of(const struct jmh *j, const cJSON *item, char buf[PD_NUMBER_MAX])
{
	const struct pd_json_api *api = j->doc.api;

	if (!item)
		return PD_STR("");
	if (api->IsString(item))
		return pd_str_of(item->valuestring);
	if (api->IsNumber(item))
		return (struct pd_str){buf, pd_number_print(buf, item->valuedouble)};
	if (api->IsBool(item))
		return api->IsTrue(item) ? PD_STR("true") : PD_STR("false");
	return PD_STR("");
}

static void set_label(struct jmh *j, struct pd_out *said, const char *key, const cJSON *item)
{
	char buf[PD_NUMBER_MAX];
	struct pd_str val = text_of(j, item, buf);

	pd_ingest_label(j->out, pd_str_of(key), val);
	pd_out_printf(said, "\037%s=%.*s", key, PD_FMT(val));
}

/* A parameter may be called as one of our own labels is. */
static void set_parameter(struct jmh *j, struct pd_out *said, const cJSON *item)
{
	const char *name = item->string ? item->string : "";
	bool ours = !strcmp(name, "mode") || !strcmp(name, "threads") || !strcmp(name, "result");
	struct pd_out key;

	if (!name[0])
		return;
	pd_out_init(&key, -1);
	pd_out_printf(&key, "%s%s%c", ours ? "param." : "", name, '\0');
	set_label(j, said, key.buf, item);
	(void)pd_out_close(&key);
}

/* Results of several Java machines may stand in one file: from the second on they are told apart. */
static void label_result(struct jmh *j, const cJSON *result, struct pd_str benchmark)
{
	const cJSON *params = pd_json_member(&j->doc, result, "params");
	struct pd_out said;
	char buf[16];
	uint32_t n;

	pd_out_init(&said, -1);
	pd_out_str(&said, benchmark);
	pd_ingest_bench(j->out, benchmark);
	pd_ingest_clear_labels(j->out);
	set_label(j, &said, "mode", pd_json_member(&j->doc, result, "mode"));
	set_label(j, &said, "threads", pd_json_member(&j->doc, result, "threads"));
	for (const cJSON *p = params ? params->child : NULL; p; p = p->next)
		set_parameter(j, &said, p);
	n = count_seen(j, pd_out_kept(&said));
	if (n > 1)
		pd_ingest_label(j->out, PD_STR("result"),
				(struct pd_str){buf, (size_t)snprintf(buf, sizeof(buf), "%u", n)});
	(void)pd_out_close(&said);
}

/* ---- metrics */

/* "ops/ms": true; *ret_base is "ops/s", which takes a number times 10^*ret_shift. */
static bool is_scaled_rate(struct pd_str unit, char base[64], int *ret_shift)
{
	static const struct {
		const char *unit;
		int shift;
	} rates[] = {
		{"ms", 3},
                {"us", 6},
                {"ns", 9}
        };
	struct pd_str under = unit, over = pd_str_cut(&under, '/');

	for (size_t i = 0; i < PD_ARRAY_SIZE(rates); i++) {
		if (!pd_str_eq(under, pd_str_of(rates[i].unit)) || over.n > 32)
			continue;
		(void)snprintf(base, 64, "%.*s/s", PD_FMT(over));
		*ret_shift = rates[i].shift;
		return true;
	}
	return false;
}

static bool is_per_operation(struct pd_str unit)
{
	return pd_str_ends(unit, PD_STR("/op"));
}

/*
 * Percentiles of an iteration, beside its mean: how many events they are of tells how
 * far they can be believed.
 */
static void add_percentiles(struct jmh *j, const struct pd_json_series *s,
			    const struct pd_quantity *q)
{
	static const struct {
		const char *name;
		double q;
	} percentiles[] = {
		{"p50",   0.5  },
                {"p90",   0.9  },
                {"p99",   0.99 },
                {"p99.9", 0.999}
        };
	const struct pd_aggregate about = {.of = PD_AGGREGATE_INSIDE,
					   .n = (uint64_t)fmin(j->histogram.n, 1e15),
					   .spread = nan("")};

	for (size_t i = 0; i < PD_ARRAY_SIZE(percentiles); i++) {
		struct pd_quantity p = *q;
		uint32_t key;

		p.name = pd_str_of(percentiles[i].name);
		p.redundant = true;
		key = pd_ingest_key(j->out, &p);
		pd_ingest_about(j->out, &about);
		pd_json_series_value(s, key,
				     pd_jmh_histogram_quantile(&j->histogram, percentiles[i].q));
	}
}

static void read_histograms(struct jmh *j, const struct pd_json_series *s,
			    const struct pd_quantity *q, uint32_t key, const cJSON *fork)
{
	size_t i = 0;

	for (const cJSON *iteration = fork->child; iteration; iteration = iteration->next, i++) {
		if (!pd_jmh_histogram(&j->histogram, &j->doc, iteration)) {
			pd_ingest_warn(j->out, NULL, NULL, "bad-member",
				       "'%.*s', fork %zu, iteration %zu: expected pairs of value "
				       "and count; left out",
				       PD_FMT(s->name), s->index + 1, i + 1);
			continue;
		}
		pd_json_series_value(s, key, pd_jmh_histogram_mean(&j->histogram));
		if (!s->may_be_nan)
			add_percentiles(j, s, q);
	}
}

/* Of the current result; 0 if it does not say. */
static double count_of(const struct jmh *j, const char *member)
{
	double n;

	return pd_json_value(&j->doc, pd_json_member(&j->doc, j->result, member), &n) ==
				       PD_JSON_NUMBER &&
			       n >= 1 && n <= 1e6
		       ? floor(n)
		       : 0;
}

/*
 * Without raw data: the mean of all iterations of all forks, and half the width of its
 * interval at 99.9 %, which takes them for independent. They are, if a fork has one.
 */
static void read_score(struct jmh *j, const struct pd_json_series *s, const struct pd_quantity *q,
		       uint32_t key, const cJSON *metric)
{
	double iterations = count_of(j, "measurementIterations"), v = 0;
	struct pd_aggregate about = {.n = (uint64_t)(count_of(j, "forks") * iterations),
				     .of = iterations == 1 ? PD_AGGREGATE_RUNS
							   : PD_AGGREGATE_ITERATIONS,
				     .spread = nan(""),
				     .level = 0.999};
	const cJSON *error = pd_json_member(&j->doc, metric, "scoreError");

	if (pd_json_value(&j->doc, pd_json_member(&j->doc, metric, "score"), &v) !=
	    PD_JSON_NUMBER) {
		pd_ingest_warn(j->out, NULL, NULL, "summary-only",
			       "'%.*s': '%.*s' has neither raw data nor a score; left out",
			       PD_FMT(s->name), PD_FMT(q->name));
		return;
	}
	if (pd_json_value(&j->doc, error, &about.spread) == PD_JSON_NUMBER)
		about.spread = pd_ingest_scale(j->out, key, about.spread * pow(10, s->shift));
	j->n_scores++;
	pd_ingest_next_run(j->out);
	pd_ingest_about(j->out, &about);
	pd_json_series_value(s, key, v);
}

static void read_forks(struct jmh *j, struct pd_json_series *s, const struct pd_quantity *q,
		       const cJSON *metric)
{
	const cJSON *raw = pd_json_elements(&j->doc, metric, "rawData");
	const cJSON *histogram = pd_json_elements(&j->doc, metric, "rawDataHistogram");
	const cJSON *fork = raw ? raw : histogram;
	uint32_t key;

	key = pd_ingest_key(j->out, q);
	if (!fork) {
		read_score(j, s, q, key, metric);
		return;
	}
	for (; fork; fork = fork->next, s->index++) {
		if (!j->doc.api->IsArray(fork)) {
			pd_ingest_warn(j->out, NULL, NULL, "bad-member",
				       "'%.*s', fork %zu: expected an array of iterations; left "
				       "out",
				       PD_FMT(s->name), s->index + 1);
			continue;
		}
		pd_ingest_next_run(j->out);
		if (raw)
			j->n_absent += pd_json_series_add(s, key, fork->child);
		else
			read_histograms(j, s, q, key, fork);
	}
}

/*
 * Modes are thrpt, avgt, sample and ss; only the first counts operations. A file
 * that was put together by hand may say thrpt of a time.
 */
static struct pd_quantity primary_of(struct pd_str mode, struct pd_str unit)
{
	bool counts = pd_str_eq(mode, PD_STR("thrpt")) && !is_per_operation(unit);

	return (struct pd_quantity){.name = counts ? PD_STR("throughput") : PD_STR("time"),
				    .unit = unit,
				    .better = counts ? PD_HIGHER : PD_LOWER};
}

/*
 * Parts of a group are measured as the whole is. Of what profilers add, less per
 * operation is better; a rate of allocation, a count or a share has no direction.
 */
static struct pd_quantity secondary_of(const char *text, const struct pd_quantity *primary,
				       struct pd_str unit)
{
	const struct pd_str dot = PD_STR("\302\267"); /* before JMH 1.36: "·gc.alloc.rate" */
	struct pd_quantity q = {.name = pd_str_of(text), .unit = unit};

	if (pd_str_starts(q.name, dot))
		q.name = pd_str_skip(q.name, dot.n);
	if (pd_str_eq(unit, primary->unit))
		q.better = primary->better;
	else if (is_per_operation(unit))
		q.better = PD_LOWER;
	else
		q.undirected = true;
	return q;
}

static void read_metric(struct jmh *j, const cJSON *metric, struct pd_quantity q,
			struct pd_str benchmark, bool is_primary)
{
	struct pd_json_series s = {&j->doc, j->out, benchmark,
				   "fork",  0,      .may_be_nan = !is_primary};
	char base[64];

	if (is_scaled_rate(q.unit, base, &s.shift))
		q.unit = pd_str_of(base);
	read_forks(j, &s, &q, metric);
}

static void read_secondary(struct jmh *j, const cJSON *metrics, const struct pd_quantity *primary,
			   struct pd_str benchmark)
{
	for (const cJSON *m = metrics ? metrics->child : NULL; m; m = m->next) {
		struct pd_str unit = pd_json_string(&j->doc, m, "scoreUnit");
		struct pd_quantity q = secondary_of(m->string ? m->string : "", primary, unit);
		struct pd_out name;

		pd_out_init(&name, -1);
		pd_out_printf(&name, "%s%.*s", pd_str_eq(q.name, primary->name) ? "secondary." : "",
			      PD_FMT(q.name));
		q.name = pd_out_kept(&name);
		if (q.name.n)
			read_metric(j, m, q, benchmark, false);
		(void)pd_out_close(&name);
	}
}

static void read_result(struct jmh *j, const cJSON *result, size_t index)
{
	const struct pd_json_doc *d = &j->doc;
	const cJSON *metric = pd_json_member(d, result, "primaryMetric");
	const cJSON *others = pd_json_member(d, result, "secondaryMetrics");
	struct pd_str benchmark = pd_json_string(d, result, "benchmark");
	struct pd_str mode = pd_json_string(d, result, "mode");
	struct pd_quantity primary;

	if (!benchmark.n || !mode.n || !d->api->IsObject(metric)) {
		pd_ingest_warn(j->out, NULL, NULL, "bad-member",
			       "result %zu has no 'benchmark', 'mode' or 'primaryMetric'; left out",
			       index + 1);
		return;
	}
	j->result = result;
	label_result(j, result, benchmark);
	primary = primary_of(mode, pd_json_string(d, metric, "scoreUnit"));
	read_metric(j, metric, primary, benchmark, true);
	if (others && d->api->IsObject(others))
		read_secondary(j, others, &primary, benchmark);
}

static int read_jmh(struct pd_input *in, struct pd_ingest *out)
{
	struct jmh j = {.out = out};
	const cJSON *result;
	size_t index = 0;
	int r = pd_json_open(&j.doc, in, out);

	if (r < 0)
		return r;
	result = j.doc.api->IsArray(j.doc.root) ? j.doc.root->child : NULL;
	for (; result && !pd_ingest_is_full(out); result = result->next)
		read_result(&j, result, index++);
	if (j.n_scores)
		pd_ingest_note(out, "summary-only", 0,
			       "results without raw data (%llu): their scores and intervals are "
			       "taken",
			       (unsigned long long)j.n_scores);
	if (j.n_absent)
		pd_ingest_note(out, "not-available", j.n_absent,
			       "%llu values are null or no finite numbers",
			       (unsigned long long)j.n_absent);
	pd_json_close(&j.doc);
	pd_jmh_histogram_release(&j.histogram);
	pd_intern_free(&j.seen);
	free(j.n_seen);
	return 0;
}

static int probe(struct pd_str head)
{
	return pd_str_has(head, PD_STR("\"primaryMetric\"")) &&
			       pd_str_has(head, PD_STR("\"benchmark\""))
		       ? 90
		       : 0;
}

const struct pd_format pd_format_jmh = {
	.name = "jmh",
	.what = "JMH's JSON (-rf json): each fork is a run, its rawData are iterations",
	.probe = probe,
	.read = read_jmh,
};
