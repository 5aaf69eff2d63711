/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/intern.h"
#include "base/number.h"
#include "base/out.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/hyperfine_csv.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 *	{"results": [{
 *	  "command": "sleep 0.01",
 *	  "mean": 0.0133, "stddev": 0.00099, "median": 0.0132, "user": 0.0003, ...
 *	  "times": [0.01074, 0.01325],
 *	  "memory_usage_byte": [1552384, 1552384],
 *	  "exit_codes": [0, 0],
 *	  "parameters": {"n": "1"}
 *	}]}
 *
 * `user` and `system` are means over the runs: not values of a run, so they
 * are left out. CSV keeps no times: hyperfine_csv.h.
 */
#define CSV_HEADER PD_STR(PD_HYPERFINE_CSV_HEADER)

struct hyperfine {
	struct pd_json_doc doc;
	struct pd_ingest *out;
	struct pd_intern seen; /* commands with their parameters */
	uint32_t *n_seen;      /* [id] how often */
	size_t n_seen_cap, n_ids;
	uint64_t n_unknown; /* means of nobody knows how many runs */
};

/* A parameter as text: hyperfine writes strings, other writers numbers and flags. */
static struct pd_str parameter_text(const struct pd_json_doc *d, const cJSON *item,
				    char buf[PD_NUMBER_MAX])
{
	if (d->api->IsString(item))
		return pd_str_of(item->valuestring);
	if (d->api->IsNumber(item))
		return (struct pd_str){buf, pd_number_print(buf, item->valuedouble)};
	if (d->api->IsBool(item))
		return d->api->IsTrue(item) ? PD_STR("true") : PD_STR("false");
	return PD_STR("");
}

/* Can the command and its parameters be labels? Else unlike results would be pooled. */
static bool has_labels(const struct hyperfine *h, const cJSON *result)
{
	const struct pd_json_api *api = h->doc.api;
	const cJSON *command = pd_json_member(&h->doc, result, "command");
	const cJSON *parameters = pd_json_member(&h->doc, result, "parameters");

	if ((command && !api->IsString(command)) || (parameters && !api->IsObject(parameters)))
		return false;
	for (const cJSON *p = parameters ? parameters->child : NULL; p; p = p->next)
		if (api->IsArray(p) || api->IsObject(p))
			return false;
	return true;
}

/* A parameter may be called as one of our own labels is. */
static void add_parameter(struct hyperfine *h, const char *name, struct pd_str val)
{
	bool ours = !strcmp(name, "command") || !strcmp(name, "result");
	struct pd_out key;

	pd_out_init(&key, -1);
	pd_out_printf(&key, "%s%s", ours ? "parameter." : "", name);
	if (name[0])
		pd_ingest_label(h->out, pd_out_kept(&key), val);
	(void)pd_out_close(&key);
}

/* How often this command with these parameters was met, this time among them. */
static uint32_t count_seen(struct hyperfine *h, struct pd_str said)
{
	pd_id id = pd_intern(&h->seen, said);

	h->n_seen = pd_vec_grow(h->n_seen, &h->n_seen_cap, (size_t)id + 1, sizeof(*h->n_seen));
	for (; h->n_ids <= id; h->n_ids++)
		h->n_seen[h->n_ids] = 0;
	return ++h->n_seen[id];
}

/* Two results may share their command (A/A): from the second on they are told apart. */
static void label_result(struct hyperfine *h, const cJSON *result)
{
	struct pd_str command = pd_json_string(&h->doc, result, "command");
	const cJSON *parameters = pd_json_member(&h->doc, result, "parameters");
	char buf[PD_NUMBER_MAX];
	struct pd_out said;
	uint32_t n;

	pd_out_init(&said, -1);
	pd_out_str(&said, command);
	pd_ingest_clear_labels(h->out);
	pd_ingest_label(h->out, PD_STR("command"), command);
	for (const cJSON *p = parameters ? parameters->child : NULL; p; p = p->next) {
		struct pd_str val = parameter_text(&h->doc, p, buf);

		if (!p->string)
			continue;
		add_parameter(h, p->string, val);
		pd_out_printf(&said, "\037%s=%.*s", p->string, PD_FMT(val));
	}
	n = count_seen(h, pd_out_kept(&said));
	if (n > 1)
		pd_ingest_label(h->out, PD_STR("result"),
				(struct pd_str){buf, (size_t)snprintf(buf, sizeof(buf), "%u", n)});
	(void)pd_out_close(&said);
}

/* Exit codes are 0, another number, or null for a run that a signal ended. */
static bool has_failed(const struct hyperfine *h, const cJSON *exit_code)
{
	double code;

	return exit_code &&
	       (pd_json_value(&h->doc, exit_code, &code) != PD_JSON_NUMBER || code != 0);
}

static const cJSON *next(const cJSON *item)
{
	return item ? item->next : NULL;
}

static void read_time(struct hyperfine *h, const cJSON *item, uint32_t key, size_t result,
		      size_t run)
{
	double v;

	switch (pd_json_value(&h->doc, item, &v)) {
	case PD_JSON_NUMBER:
		pd_ingest_run(h->out, key, v);
		break;
	case PD_JSON_NOT_FINITE:
		pd_ingest_error(h->out, NULL, NULL, "not-finite",
				"results[%zu].times[%zu]: a measured value must be a finite number",
				result, run);
		break;
	case PD_JSON_ABSENT:
	case PD_JSON_OTHER:
		pd_ingest_warn(h->out, NULL, NULL, "bad-number",
			       "results[%zu].times[%zu]: expected a number; run left out", result,
			       run);
		break;
	}
}

/* Runs by their exit codes, where nothing else is left of them; 0: nothing is. */
static uint64_t count_runs(const struct hyperfine *h, const cJSON *result, bool *ret_failed)
{
	const cJSON *code = pd_json_elements(&h->doc, result, "exit_codes");
	uint64_t n = 0;

	*ret_failed = false;
	for (; code; code = code->next, n++)
		*ret_failed |= has_failed(h, code);
	return n;
}

/* A result without its times: mean and stddev, whose divisor is n - 1. */
static void read_summary(struct hyperfine *h, const cJSON *result, uint32_t key, size_t index)
{
	struct pd_aggregate about = {.spread = nan("")};
	bool failed;
	double mean;

	about.n = count_runs(h, result, &failed);
	if (failed) {
		pd_ingest_warn(h->out, NULL, NULL, "failed-run",
			       "results[%zu] has no 'times', and some of its runs failed; result "
			       "left out",
			       index);
		return;
	}
	if (pd_json_value(&h->doc, pd_json_member(&h->doc, result, "mean"), &mean) !=
	    PD_JSON_NUMBER) {
		pd_ingest_warn(h->out, NULL, NULL, "summary-only",
			       "results[%zu] has neither 'times' nor 'mean'; result left out",
			       index);
		return;
	}
	(void)pd_json_value(&h->doc, pd_json_member(&h->doc, result, "stddev"), &about.spread);
	h->n_unknown += !pd_ingest_count_of(h->out, about.n);
	pd_ingest_about(h->out, &about);
	pd_ingest_run(h->out, key, mean);
}

static void read_result(struct hyperfine *h, const cJSON *result, size_t index)
{
	const struct pd_quantity wall_time = {.name = PD_STR("time"),
					      .unit = PD_STR("s"),
					      .better = PD_LOWER};
	const struct pd_quantity memory = {.name = PD_STR("memory"),
					   .unit = PD_STR("B"),
					   .better = PD_LOWER};
	const cJSON *time = pd_json_elements(&h->doc, result, "times");
	const cJSON *exit_code = pd_json_elements(&h->doc, result, "exit_codes");
	const cJSON *bytes = pd_json_elements(&h->doc, result, "memory_usage_byte");
	uint32_t time_key, memory_key;
	size_t run = 0;
	double v;

	if (!has_labels(h, result)) {
		pd_ingest_warn(h->out, NULL, NULL, "bad-member",
			       "results[%zu]: 'command' or 'parameters' is not what hyperfine "
			       "writes; result left out",
			       index);
		return;
	}
	label_result(h, result);
	time_key = pd_ingest_key(h->out, &wall_time);
	if (!time) {
		read_summary(h, result, time_key, index);
		return;
	}
	memory_key = pd_ingest_key(h->out, &memory);
	for (; time; time = time->next, exit_code = next(exit_code), bytes = next(bytes), run++) {
		if (has_failed(h, exit_code)) {
			pd_ingest_warn(h->out, NULL, NULL, "failed-run",
				       "results[%zu]: run %zu did not exit with 0; run left out",
				       index, run + 1);
			continue;
		}
		read_time(h, time, time_key, index, run);
		/* Where memory was not measured there are zeros. */
		if (pd_json_value(&h->doc, bytes, &v) == PD_JSON_NUMBER && v > 0)
			pd_ingest_run(h->out, memory_key, v);
	}
}

static void read_results(struct hyperfine *h)
{
	const cJSON *result = pd_json_elements(&h->doc, h->doc.root, "results");

	pd_ingest_bench(h->out, PD_STR("hyperfine"));
	for (size_t i = 0; result; result = result->next, i++)
		read_result(h, result, i);
	if (h->n_unknown)
		pd_ingest_note(h->out, "summary-only", 0,
			       "%llu results have no 'times', and nobody says of how many runs "
			       "their means are: --runs=N does",
			       (unsigned long long)h->n_unknown);
}

static int read_hyperfine(struct pd_input *in, struct pd_ingest *out)
{
	struct hyperfine h = {.out = out};
	struct pd_str head = pd_input_head(in);
	bool is_csv = pd_str_starts(head, CSV_HEADER);
	int r;

	free((char *)(uintptr_t)head.p);
	if (is_csv)
		return pd_hyperfine_csv(in, out);
	r = pd_json_open(&h.doc, in, out);
	if (r < 0)
		return r;
	read_results(&h);
	pd_json_close(&h.doc);
	pd_intern_free(&h.seen);
	free(h.n_seen);
	return 0;
}

static int probe(struct pd_str head)
{
	if (pd_str_starts(head, CSV_HEADER))
		return 70;
	return pd_str_has(head, PD_STR("\"results\"")) && pd_str_has(head, PD_STR("\"command\"")) &&
			       pd_str_has(head, PD_STR("\"median\"")) &&
			       (pd_str_has(head, PD_STR("\"stddev\"")) ||
				pd_str_has(head, PD_STR("\"times\"")))
		       ? 80
		       : 0;
}

const struct pd_format pd_format_hyperfine = {
	.name = "hyperfine",
	.what = "hyperfine --export-json: each of `times` is a run; --export-csv: means",
	.probe = probe,
	.read = read_hyperfine,
};
