/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/str.h"
#include "model/aggregate.h"
#include "model/metric.h"
#include "read/ingest.h"
#include "read/json.h"

#include <math.h>

/*
 *	{"format":"perfdelta-ledger","schema":1,"tool":{...},
 *	"sides":["base","head"],
 *	"series":[
 *	{"benchmark":"hackbench","labels":{"groups":"1"},"metric":"time","unit":"s",
 *	 "better":"lower","side":"base","runs":[0.327,[0.331,0.329]],
 *	 "order":[1,[2,3]]},
 *	{...,"runs":[0.331],"aggregates":[{"of":"runs","n":5,"sd":0.012}]}
 *	]}
 *
 * Two runs: one of a single value, one of two iterations. What order says of a
 * run holds for its iterations; null and what is not there is unknown.
 */
enum { SCHEMA = 1 };
#define MOST_COUNTED 9007199254740992.0 /* 2^53: beyond it doubles do not count */

struct reader {
	struct pd_json_doc doc;
	struct pd_ingest *out;
	size_t index; /* of the series that is read */
	uint64_t n_absent;
};

static bool complain(struct reader *r, const char *member, const char *what)
{
	pd_ingest_warn(r->out, NULL, NULL, "bad-member", "series[%zu]: '%s' is %s; series left out",
		       r->index, member, what);
	return false;
}

/* A name that is a number would be none, and series of different names one. */
static bool check_types(struct reader *r, const cJSON *series)
{
	static const char *const strings[] = {"benchmark", "metric", "unit", "side", "better"};
	static const char *const flags[] = {"exact", "redundant", "absolute"};
	const struct pd_json_api *api = r->doc.api;

	for (size_t i = 0; i < PD_ARRAY_SIZE(strings); i++) {
		const cJSON *member = pd_json_member(&r->doc, series, strings[i]);

		if (member && !api->IsString(member))
			return complain(r, strings[i], "no string");
	}
	for (size_t i = 0; i < PD_ARRAY_SIZE(flags); i++) {
		const cJSON *member = pd_json_member(&r->doc, series, flags[i]);

		if (member && !api->IsBool(member))
			return complain(r, flags[i], "neither true nor false");
	}
	return true;
}

static bool read_labels(struct reader *r, const cJSON *series)
{
	const cJSON *labels = pd_json_member(&r->doc, series, "labels");

	pd_ingest_clear_labels(r->out);
	if (!labels)
		return true;
	if (!r->doc.api->IsObject(labels))
		return complain(r, "labels", "no object");
	for (const cJSON *l = labels->child; l; l = l->next) {
		if (!r->doc.api->IsString(l) || !l->string[0])
			return complain(r, "labels", "no object of named strings");
		pd_ingest_label(r->out, pd_str_of(l->string), pd_str_of(l->valuestring));
	}
	return true;
}

static bool read_quantity(struct reader *r, const cJSON *series, struct pd_quantity *q)
{
	struct pd_str better = pd_json_string(&r->doc, series, "better");

	*q = (struct pd_quantity){.name = pd_json_string(&r->doc, series, "metric"),
				  .unit = pd_json_string(&r->doc, series, "unit"),
				  .exact = pd_json_true(&r->doc, series, "exact"),
				  .redundant = pd_json_true(&r->doc, series, "redundant"),
				  .absolute = pd_json_true(&r->doc, series, "absolute")};
	if (!q->name.n)
		q->name = PD_STR("value");
	if (!pd_json_member(&r->doc, series, "better"))
		return true;
	if (!pd_metric_parse_word(better, &q->better))
		return complain(r, "better", "neither \"lower\", \"higher\" nor \"none\"");
	q->undirected = q->better == PD_BETTER_UNKNOWN;
	return true;
}

/* When a value was measured. NULL or null: unknown. */
static void read_when(struct reader *r, const cJSON *item)
{
	double when = 0;
	enum pd_json_value kind = item ? pd_json_value(&r->doc, item, &when) : PD_JSON_ABSENT;

	if (kind == PD_JSON_OTHER)
		pd_ingest_warn(r->out, NULL, NULL, "bad-number",
			       "series[%zu].order: expected a number; the value is kept without it",
			       r->index);
	pd_ingest_time(r->out, kind == PD_JSON_NUMBER ? when : nan(""));
}

/* One value as an iteration of the current run. */
static void read_value(struct reader *r, const cJSON *item, uint32_t key)
{
	double v;

	switch (pd_json_value(&r->doc, item, &v)) {
	case PD_JSON_NUMBER:
		pd_ingest_iteration(r->out, key, pd_ingest_scale(r->out, key, v));
		break;
	case PD_JSON_ABSENT:
		r->n_absent++;
		break;
	case PD_JSON_NOT_FINITE:
		pd_ingest_error(r->out, NULL, NULL, "not-finite",
				"series[%zu].runs: a measured value must be a finite number",
				r->index);
		break;
	case PD_JSON_OTHER:
		pd_ingest_warn(r->out, NULL, NULL, "bad-number",
			       "series[%zu].runs: expected a number; value left out", r->index);
		break;
	}
}

/* What is told of the value that follows; NULL or null: nothing. */
static void read_about(struct reader *r, const cJSON *item, uint32_t key)
{
	struct pd_aggregate about = {.spread = nan("")};
	const struct pd_json_doc *d = &r->doc;
	double n = 0;
	bool half;

	pd_ingest_about(r->out, NULL);
	if (!item || !d->api->IsObject(item))
		return;
	half = pd_json_member(d, item, "half_width") != NULL;
	if (pd_json_value(d, pd_json_member(d, item, "n"), &n) == PD_JSON_NUMBER && n >= 1 &&
	    n < MOST_COUNTED)
		about.n = (uint64_t)n;
	if (half)
		(void)pd_json_value(d, pd_json_member(d, item, "level"), &about.level);
	if (pd_json_value(d, pd_json_member(d, item, half ? "half_width" : "sd"), &about.spread) ==
	    PD_JSON_NUMBER)
		about.spread = pd_ingest_scale(r->out, key, about.spread);
	if (!pd_aggregate_parse_word(pd_json_string(d, item, "of"), &about.of) ||
	    (half && !(about.level > 0 && about.level < 1)))
		(void)complain(r, "aggregates", "not what a mean or a quantile is made of");
	else
		pd_ingest_about(r->out, &about);
}

/* Lists beside the one of runs, of the same shape, or NULL. */
struct beside {
	const cJSON *when, *about;
};

/* What stands beside an element of a list: the element there, or what holds for all. */
static const cJSON *into(const struct reader *r, const cJSON *item)
{
	return item && r->doc.api->IsArray(item) ? item->child : item;
}

static const cJSON *next(const struct reader *r, const cJSON *list, const cJSON *item)
{
	return item && r->doc.api->IsArray(list) ? item->next : item;
}

static void read_run(struct reader *r, const cJSON *run, struct beside of, uint32_t key)
{
	struct beside at = {into(r, of.when), into(r, of.about)};
	bool listed = r->doc.api->IsArray(run);

	pd_ingest_next_run(r->out);
	for (const cJSON *v = listed ? run->child : run; v; v = listed ? v->next : NULL) {
		read_when(r, at.when);
		read_about(r, at.about, key);
		read_value(r, v, key);
		at.when = next(r, of.when, at.when);
		at.about = next(r, of.about, at.about);
	}
}

static void read_runs(struct reader *r, const cJSON *series, uint32_t key)
{
	struct beside at = {pd_json_elements(&r->doc, series, "order"),
			    pd_json_elements(&r->doc, series, "aggregates")};
	const cJSON *run = pd_json_elements(&r->doc, series, "runs");

	for (; run; run = run->next) {
		read_run(r, run, at, key);
		at.when = at.when ? at.when->next : NULL;
		at.about = at.about ? at.about->next : NULL;
	}
}

static void read_series(struct reader *r, const cJSON *series)
{
	struct pd_quantity q;
	uint32_t key;

	if (!check_types(r, series))
		return;
	pd_ingest_bench(r->out, pd_json_string(&r->doc, series, "benchmark"));
	pd_ingest_side(r->out, pd_json_string(&r->doc, series, "side"));
	if (!read_labels(r, series) || !read_quantity(r, series, &q))
		return;
	if (!pd_json_elements(&r->doc, series, "runs")) {
		(void)complain(r, "runs", "no list of runs");
		return;
	}
	key = pd_ingest_key(r->out, &q);
	read_runs(r, series, key);
}

static void declare_sides(struct reader *r)
{
	const cJSON *side = pd_json_elements(&r->doc, r->doc.root, "sides");

	for (; side; side = side->next)
		if (r->doc.api->IsString(side))
			pd_ingest_declare_side(r->out, pd_str_of(side->valuestring));
}

static void read_document(struct reader *r)
{
	const cJSON *root = r->doc.root, *schema = pd_json_member(&r->doc, root, "schema");
	const cJSON *series = pd_json_elements(&r->doc, root, "series");
	double version;

	if (pd_json_value(&r->doc, schema, &version) != PD_JSON_NUMBER || version != SCHEMA) {
		pd_ingest_error(r->out, NULL, NULL, "bad-member",
				"expected \"schema\": %d; it was written by another version",
				SCHEMA);
		return;
	}
	declare_sides(r);
	for (; series; series = series->next, r->index++)
		read_series(r, series);
	if (r->n_absent)
		pd_ingest_note(r->out, "not-available", r->n_absent, "%llu null values left out",
			       (unsigned long long)r->n_absent);
}

static int read_perfdelta(struct pd_input *in, struct pd_ingest *out)
{
	struct reader r = {.out = out};
	int status = pd_json_open(&r.doc, in, out);

	if (status < 0)
		return status;
	read_document(&r);
	pd_json_close(&r.doc);
	return 0;
}

static int probe(struct pd_str head)
{
	return pd_str_has(head, PD_STR("\"perfdelta-ledger\"")) ? 95 : 0;
}

const struct pd_format pd_format_perfdelta = {
	.name = "perfdelta",
	.what = "own JSON, as `perfdelta convert --to=json` writes it",
	.probe = probe,
	.read = read_perfdelta,
};
