/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/intern.h"
#include "base/str.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/json.h"
#include "read/json_series.h"

/*
 *	{"version": "1.0",
 *	 "metadata": {"perf_version": "2.0.1", "unit": "second", "inner_loops": 1024, ...},
 *	 "benchmarks": [{
 *	  "metadata": {"name": "[1]*1000", "loops": 64},
 *	  "runs": [
 *	   {"metadata": {...}, "warmups": [[1, 2.1e-06], [64, 2.2e-06]]},
 *	   {"metadata": {...}, "warmups": [[64, 2.1e-06]], "values": [2.08e-06, 2.11e-06]}]
 *	 }]}
 *
 * A run without values found out how many loops to make. Values are per loop. What
 * all runs of a benchmark, or all benchmarks, have in common stands further out.
 * Before 0.9.6 values were called samples.
 */
struct pyperf {
	struct pd_json_doc doc;
	struct pd_ingest *out;
	struct pd_intern names;
	uint64_t n_absent;
};

/* A string of metadata: of the run, else of the benchmark, else of the suite. */
static struct pd_str find_metadata(const struct pyperf *p, const cJSON *benchmark, const cJSON *run,
				   const char *key)
{
	const cJSON *const levels[] = {run, benchmark, p->doc.root};
	struct pd_str text = PD_STR("");

	for (size_t i = 0; i < PD_ARRAY_SIZE(levels) && !text.n; i++)
		text = pd_json_string(&p->doc, pd_json_member(&p->doc, levels[i], "metadata"), key);
	return text;
}

/* pyperf knows three units, and lower is better in all of them. */
static struct pd_quantity quantity_of(struct pd_str unit)
{
	if (!unit.n || pd_str_eq(unit, PD_STR("second")))
		return (struct pd_quantity){PD_STR("time"), PD_STR("s"), .better = PD_LOWER};
	if (pd_str_eq(unit, PD_STR("byte")))
		return (struct pd_quantity){PD_STR("memory"), PD_STR("B"), .better = PD_LOWER};
	if (pd_str_eq(unit, PD_STR("integer")))
		unit = PD_STR("1");
	return (struct pd_quantity){PD_STR("value"), unit, .better = PD_LOWER};
}

static const cJSON *values_of(const struct pyperf *p, const cJSON *run)
{
	const cJSON *values = pd_json_elements(&p->doc, run, "values");

	return values ? values : pd_json_elements(&p->doc, run, "samples");
}

static void read_runs(struct pyperf *p, const cJSON *benchmark, struct pd_str name)
{
	const cJSON *run = pd_json_elements(&p->doc, benchmark, "runs");
	const struct pd_quantity q = quantity_of(find_metadata(p, benchmark, run, "unit"));
	const uint32_t key = pd_ingest_key(p->out, &q);
	size_t n_measured = 0;

	for (size_t i = 0; run; run = run->next, i++) {
		const struct pd_json_series series = {&p->doc, p->out, name,
						      "run",   i,      .may_be_nan = false};
		const cJSON *values = values_of(p, run);

		if (!values)
			continue;
		n_measured++;
		pd_ingest_next_run(p->out);
		pd_ingest_moment(p->out, find_metadata(p, benchmark, run, "date"));
		p->n_absent += pd_json_series_add(&series, key, values);
	}
	if (!n_measured)
		pd_ingest_warn(p->out, NULL, NULL, "missing-result",
			       "'%.*s' has no run with values", PD_FMT(name));
}

/* pyperf itself refuses two benchmarks of one name. */
static bool is_new(struct pyperf *p, struct pd_str name)
{
	size_t before = p->names.n;

	return pd_intern(&p->names, name) >= before;
}

static void read_benchmark(struct pyperf *p, const cJSON *benchmark, size_t index)
{
	const cJSON *run = pd_json_elements(&p->doc, benchmark, "runs");
	struct pd_str name = find_metadata(p, benchmark, run, "name");

	if (!name.n || !is_new(p, name)) {
		pd_ingest_warn(p->out, NULL, NULL, "bad-member", "benchmarks[%zu] has %s; left out",
			       index, name.n ? "the name of an earlier one" : "no name");
		return;
	}
	pd_ingest_bench(p->out, name);
	read_runs(p, benchmark, name);
}

static int read_pyperf(struct pd_input *in, struct pd_ingest *out)
{
	struct pyperf p = {.out = out};
	const cJSON *benchmark;
	size_t index = 0;
	int r = pd_json_open(&p.doc, in, out);

	if (r < 0)
		return r;
	(void)pd_intern(&p.names, PD_STR(""));
	benchmark = pd_json_elements(&p.doc, p.doc.root, "benchmarks");
	for (; benchmark && !pd_ingest_is_full(out); benchmark = benchmark->next)
		read_benchmark(&p, benchmark, index++);
	if (p.n_absent)
		pd_ingest_note(out, "not-available", p.n_absent, "%llu values are null",
			       (unsigned long long)p.n_absent);
	pd_json_close(&p.doc);
	pd_intern_free(&p.names);
	return 0;
}

static int probe(struct pd_str head)
{
	return pd_str_has(head, PD_STR("\"benchmarks\"")) && pd_str_has(head, PD_STR("\"runs\"")) &&
			       pd_str_has(head, PD_STR("\"metadata\""))
		       ? 85
		       : 0;
}

const struct pd_format pd_format_pyperf = {
	.name = "pyperf",
	.what = "pyperf's JSON: each run is a process, its values are iterations",
	.probe = probe,
	.read = read_pyperf,
};
