/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/number.h"
#include "base/out.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/json.h"

#include <math.h>
#include <stdlib.h>

/*
 * In target/criterion/<group>/<function>/<parameter>/<baseline>/, the sample, of
 * which each element is a batch of iterations with its total in ns:
 *
 *	sample.json	{"sampling_mode":"Linear","iters":[3.0,6.0],"times":[21.5,40.0]}
 *	before 0.3	[[3.0,6.0],[21.5,40.0]]
 *
 * and beside it what it is of, since names of directories are cut:
 *
 *	benchmark.json	{"group_id":"Fib","function_id":"iterative","value_str":"20",
 *			 "throughput":null,"full_id":"Fib/iterative/20",
 *			 "directory_name":"Fib/iterative/20"}
 *
 * critcmp --export has estimates alone:
 *
 *	{"name":"base","benchmarks":{"Fib/iterative/20":{"baseline":"base",
 *	 "fullname":"base/Fib/iterative/20","criterion_benchmark_v1":{"group_id":"Fib",...},
 *	 "criterion_estimates_v1":{"mean":{"point_estimate":7.1,...},...}}}}
 */
struct criterion {
	struct pd_json_doc doc;
	struct pd_input *in;
	struct pd_ingest *out;
};

/* ---- what a sample is of */

static bool name_benchmark(struct criterion *c, const struct pd_json_doc *d, const cJSON *about)
{
	struct pd_str full = pd_json_string(d, about, "full_id");
	struct pd_str group = pd_json_string(d, about, "group_id");

	pd_ingest_bench(c->out, group.n ? group : full);
	pd_ingest_label(c->out, PD_STR("function"), pd_json_string(d, about, "function_id"));
	pd_ingest_label(c->out, PD_STR("parameter"), pd_json_string(d, about, "value_str"));
	return group.n || full.n;
}

/* The directory of the file, with its slash; empty for a file without one. */
static struct pd_str directory_of(const struct pd_input *in)
{
	const char *slash = strrchr(in->name, '/');

	return (struct pd_str){in->name, slash ? (size_t)(slash - in->name) + 1 : 0};
}

/* "new" of "target/criterion/fib/new/": the name under which the sample was kept. */
static struct pd_str baseline_of(struct pd_str directory)
{
	const char *slash;

	if (!directory.n)
		return directory;
	directory.n--;
	slash = directory.n ? memrchr(directory.p, '/', directory.n) : NULL;
	if (slash)
		directory = pd_str_skip(directory, (size_t)(slash - directory.p) + 1);
	return pd_str_starts(directory, PD_STR(".")) ? PD_STR("") : directory;
}

static bool read_about(struct criterion *c, const char *path)
{
	struct pd_json_doc d;
	struct pd_input in;
	bool named;

	if (pd_input_open(&in, path, PD_JSON_MAX_SIZE) < 0)
		return false;
	if (pd_json_open(&d, &in, c->out) < 0) {
		pd_input_close(&in);
		return false;
	}
	named = name_benchmark(c, &d, d.root);
	pd_json_close(&d);
	pd_input_close(&in);
	return named;
}

static void name_sample(struct criterion *c)
{
	struct pd_str directory = directory_of(c->in);
	bool is_file = strcmp(c->in->name, "<stdin>") != 0;
	struct pd_out path;

	pd_out_init(&path, -1);
	pd_out_printf(&path, "%.*sbenchmark.json%c", PD_FMT(directory), '\0');
	if (!is_file || !read_about(c, path.buf))
		pd_ingest_error(c->out, NULL, NULL, "missing-header",
				"what this sample is of should stand in benchmark.json beside it");
	pd_ingest_label(c->out, PD_STR("baseline"), baseline_of(directory));
	(void)pd_out_close(&path);
}

/* ---- values */

static uint32_t time_key(struct criterion *c)
{
	const struct pd_quantity q = {.name = PD_STR("time"),
				      .unit = PD_STR("ns"),
				      .better = PD_LOWER};

	return pd_ingest_key(c->out, &q);
}

static void refuse_batch(struct criterion *c, enum pd_json_value why, size_t i)
{
	switch (why) {
	case PD_JSON_NUMBER:
		break;
	case PD_JSON_NOT_FINITE:
		pd_ingest_error(c->out, NULL, NULL, "not-finite",
				"times[%zu]: a measured value must be a finite number", i);
		break;
	case PD_JSON_ABSENT:
	case PD_JSON_OTHER:
		pd_ingest_warn(c->out, NULL, NULL, "bad-number",
			       "times[%zu]: expected a number; batch left out", i);
		break;
	}
}

/* One batch: the time of each of its iterations. */
static void read_batch(struct criterion *c, uint32_t key, const cJSON *count, const cJSON *total,
		       size_t i)
{
	double n, ns;
	enum pd_json_value time = pd_json_value(&c->doc, total, &ns);

	if (time != PD_JSON_NUMBER) {
		refuse_batch(c, time, i);
	} else if (pd_json_value(&c->doc, count, &n) != PD_JSON_NUMBER || n <= 0) {
		pd_ingest_warn(c->out, NULL, NULL, "bad-number",
			       "iters[%zu]: expected a number above 0; batch left out", i);
	} else {
		pd_ingest_iteration(c->out, key, pd_ingest_scale(c->out, key, ns / n));
	}
}

static void read_sample(struct criterion *c, const cJSON *count, const cJSON *total)
{
	uint32_t key = time_key(c);
	size_t i = 0;

	for (; count && total; count = count->next, total = total->next)
		read_batch(c, key, count, total, i++);
	if (count || total)
		pd_ingest_warn(c->out, NULL, NULL, "bad-member",
			       "there are more %s; what is over is left out",
			       count ? "iters than times" : "times than iters");
}

/* [[iters], [times]] */
static void read_old_sample(struct criterion *c)
{
	const struct pd_json_api *api = c->doc.api;
	const cJSON *iters = c->doc.root->child, *times = iters ? iters->next : NULL;

	if (!times || !api->IsArray(iters) || !api->IsArray(times)) {
		pd_ingest_error(c->out, NULL, NULL, "bad-member",
				"expected two arrays, iterations and times");
		return;
	}
	name_sample(c);
	read_sample(c, iters->child, times->child);
}

/* Of the batches; NaN if there is none. */
static double deviation_of(struct criterion *c, const cJSON *estimates)
{
	const cJSON *deviation = pd_json_member(&c->doc, estimates, "std_dev");
	double v;

	return pd_json_value(&c->doc, pd_json_member(&c->doc, deviation, "point_estimate"), &v) ==
			       PD_JSON_NUMBER
		       ? v
		       : nan("");
}

/* The mean is what critcmp compares; it and std_dev are of one run's batches, nobody says how many. */
static void read_export(struct criterion *c, const cJSON *benchmarks)
{
	uint64_t n = 0;

	for (const cJSON *b = benchmarks->child; b; b = b->next) {
		const cJSON *estimates = pd_json_member(&c->doc, b, "criterion_estimates_v1");
		const cJSON *mean = pd_json_member(&c->doc, estimates, "mean");
		const cJSON *name = pd_json_member(&c->doc, b, "criterion_benchmark_v1");
		struct pd_aggregate about = {.of = PD_AGGREGATE_ITERATIONS};
		uint32_t key;
		double v;

		if (!name_benchmark(c, &c->doc, name) ||
		    pd_json_value(&c->doc, pd_json_member(&c->doc, mean, "point_estimate"), &v) !=
			    PD_JSON_NUMBER) {
			pd_ingest_warn(c->out, NULL, NULL, "bad-member",
				       "'%s' has no name or no mean; left out",
				       b->string ? b->string : "");
			continue;
		}
		key = time_key(c);
		about.spread = pd_ingest_scale(c->out, key, deviation_of(c, estimates));
		pd_ingest_about(c->out, &about);
		pd_ingest_run(c->out, key, pd_ingest_scale(c->out, key, v));
		n++;
	}
	if (n)
		pd_ingest_note(c->out, "summary-only", 0,
			       "there are means without their samples, which count as one run "
			       "each; give target/criterion itself");
}

static void read_document(struct criterion *c)
{
	const cJSON *root = c->doc.root;
	const cJSON *benchmarks = pd_json_member(&c->doc, root, "benchmarks");

	if (c->doc.api->IsArray(root)) {
		read_old_sample(c);
	} else if (benchmarks && c->doc.api->IsObject(benchmarks)) {
		read_export(c, benchmarks);
	} else if (pd_json_member(&c->doc, root, "iters")) {
		name_sample(c);
		read_sample(c, pd_json_elements(&c->doc, root, "iters"),
			    pd_json_elements(&c->doc, root, "times"));
	} else {
		pd_ingest_error(c->out, NULL, NULL, "summary-only",
				"the values are in sample.json; give that, its directory or "
				"target/criterion");
	}
}

static int read_criterion(struct pd_input *in, struct pd_ingest *out)
{
	struct criterion c = {.in = in, .out = out};
	int r = pd_json_open(&c.doc, in, out);

	if (r < 0)
		return r;
	read_document(&c);
	pd_json_close(&c.doc);
	return 0;
}

/* Two arrays of numbers and nothing else, as far as can be seen. */
static bool is_old_sample(struct pd_str head)
{
	size_t n_opened = 0;

	for (size_t i = 0; i < head.n; i++) {
		if (!head.p[i] || !strchr("0123456789.eE+-,[] \t\r\n", head.p[i]))
			return false;
		n_opened += head.p[i] == '[';
	}
	return pd_str_starts(head, PD_STR("[[")) && n_opened <= 3;
}

static int probe(struct pd_str head)
{
	if (pd_str_has(head, PD_STR("\"criterion_benchmark_v1\"")))
		return 90;
	if (pd_str_has(head, PD_STR("\"iters\"")) && pd_str_has(head, PD_STR("\"times\"")))
		return pd_str_has(head, PD_STR("\"sampling_mode\"")) ? 85 : 70;
	if (pd_str_has(head, PD_STR("\"point_estimate\"")) &&
	    pd_str_has(head, PD_STR("\"standard_error\"")))
		return 75;
	if (pd_str_has(head, PD_STR("\"full_id\"")) &&
	    pd_str_has(head, PD_STR("\"directory_name\"")))
		return 75;
	return is_old_sample(head) ? 40 : 0;
}

const struct pd_format pd_format_criterion = {
	.name = "criterion",
	.what = "criterion.rs: target/criterion, whose sample.json hold iterations; critcmp --export",
	.probe = probe,
	.read = read_criterion,
};
