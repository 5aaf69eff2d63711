/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/format.h"

#include "base/arena.h"
#include "base/out.h"
#include "base/str.h"
#include "read/hits.h"
#include "read/ingest.h"
#include "read/input.h"
#include "read/json.h"
#include "read/lkp.h"

#include <math.h>
#include <stdlib.h>

/*
 *	{"stress-ng.aiol.ops_per_sec": 187.64, ...}		stats.json of a run, avg.json of many
 *
 *	{"stress-ng.aiol.ops_per_sec": [175.57, 182.85, 0],	matrix.json: a run each
 *	 "perf-stat.i.ipc": [1.25, 1.31, 0],			the third run failed
 *	 "stats_source": ["/result/.../0/stats.json", ...]}
 *
 * Shares of profiles are numbers like the others, and hits as well:
 *
 *	 "perf-profile.self.cycles-pp.intel_idle": [53.46, 52.9, 0]
 */
struct lkp {
	struct pd_json_doc doc;
	struct pd_ingest *out;
	bool *padded; /* [n_runs] runs in which every name has a zero */
	size_t n_runs;
	uint64_t n_absent, n_padding, n_other, n_means;

	bool is_mean, has_deviations; /* avg.json; and stddev.json beside it */
	struct pd_json_doc deviations;

	struct pd_lkp_profile profile; /* what the member says, if it is one */
	bool is_profile;
	uint64_t n_late; /* shares of runs beyond MAX_PROFILES */
};

/* Robots repeat a job a few dozen times at most. */
enum { MAX_PROFILES = 1024 };

static bool is_numbers(const struct lkp *l, const cJSON *array)
{
	const struct pd_json_api *api = l->doc.api;
	const cJSON *item = api->IsArray(array) ? array->child : NULL;

	if (!item)
		return false;
	for (; item; item = item->next)
		if (!api->IsNumber(item) && !api->IsNull(item))
			return false;
	return true;
}

static bool is_zero(const cJSON *item)
{
	return item->valuedouble == 0 && !(item->type & cJSON_NULL);
}

/*
 * A name that a run did not give is padded with 0; so is a run that gave none.
 * Only the second is certain: a zero that stands among other numbers was measured.
 */
static void find_padding(struct lkp *l)
{
	size_t n_names = 0;

	for (const cJSON *m = l->doc.root->child; m; m = m->next)
		if (is_numbers(l, m) && (size_t)l->doc.api->GetArraySize(m) > l->n_runs)
			l->n_runs = (size_t)l->doc.api->GetArraySize(m);
	l->padded = malloc(l->n_runs + 1);
	if (!l->padded)
		pd_arena_out_of_memory();
	memset(l->padded, true, l->n_runs + 1);
	for (const cJSON *m = l->doc.root->child; m; m = m->next) {
		size_t run = 0;

		if (!is_numbers(l, m))
			continue;
		n_names++;
		for (const cJSON *item = m->child; item; item = item->next, run++)
			l->padded[run] = l->padded[run] && is_zero(item);
	}
	/* One name alone has no others to tell by. */
	if (n_names < 2)
		memset(l->padded, false, l->n_runs + 1);
}

/*
 * The robot does not print shares below 0.05 %, in traces below 0.5 %, and pads
 * what a run did not print with 0: such a symbol is not listed.
 */
static void read_share(struct lkp *l, double percent, size_t run)
{
	struct pd_hits *h = pd_hits_of(l->out);
	uint32_t event;

	if (run >= MAX_PROFILES) {
		l->n_late++;
		return;
	}
	pd_hits_run(h, (uint32_t)run);
	event = pd_lkp_event(h, &l->profile);
	if (percent > 0)
		pd_lkp_hit(h, &l->profile, pd_lkp_share(percent));
	pd_hits_limit(h, event, PD_PROFILE_WHOLE * (l->profile.is_trace ? 0.005 : 0.0005));
}

/*
 * avg.json has the means of what matrix.json has, stddev.json beside it their deviations:
 * the population's, which is made one of values (divisor n - 1) where n is known.
 */
static void tell_mean(struct lkp *l, uint32_t key, const char *name)
{
	struct pd_aggregate about = {.n = pd_ingest_count_of(l->out, 0), .spread = nan("")};
	double n = (double)about.n, sd;

	if (!l->is_mean)
		return;
	l->n_means++;
	if (l->has_deviations &&
	    pd_json_value(&l->deviations, pd_json_member(&l->deviations, l->deviations.root, name),
			  &sd) == PD_JSON_NUMBER)
		about.spread = pd_ingest_scale(l->out, key, sd) * (n > 1 ? sqrt(n / (n - 1)) : 1);
	pd_ingest_about(l->out, &about);
}

static void read_value(struct lkp *l, const cJSON *item, uint32_t key, size_t run, const char *name)
{
	double v;

	switch (pd_json_value(&l->doc, item, &v)) {
	case PD_JSON_NUMBER:
		if (l->is_profile)
			read_share(l, v, run);
		tell_mean(l, key, name);
		pd_ingest_run(l->out, key, pd_ingest_scale(l->out, key, v));
		break;
	case PD_JSON_ABSENT:
		l->n_absent++;
		break;
	case PD_JSON_NOT_FINITE:
		pd_ingest_error(l->out, NULL, NULL, "not-finite",
				"%s: a measured value must be a finite number", name);
		break;
	case PD_JSON_OTHER:
		l->n_other++;
		break;
	}
}

static void read_array(struct lkp *l, const cJSON *array)
{
	uint32_t key = pd_lkp_key(l->out, pd_str_of(array->string));
	size_t run = 0, n_read = 0;

	for (const cJSON *item = array->child; item; item = item->next, run++) {
		if (l->padded[run])
			l->n_padding++;
		else
			read_value(l, item, key, n_read++, array->string);
	}
}

static void read_members(struct lkp *l)
{
	for (const cJSON *m = l->doc.root->child; m; m = m->next) {
		l->is_profile = pd_lkp_profile(pd_str_of(m->string), &l->profile);
		if (is_numbers(l, m))
			read_array(l, m);
		else if (l->doc.api->IsNumber(m) || l->doc.api->IsNull(m))
			read_value(l, m, pd_lkp_key(l->out, pd_str_of(m->string)), 0, m->string);
		else if (strcmp(m->string, "stats_source") != 0)
			l->n_other++;
	}
}

static void note_omissions(struct lkp *l)
{
	if (l->n_padding)
		pd_ingest_note(l->out, "not-available", l->n_padding,
			       "%llu zeros of runs without any result left out",
			       (unsigned long long)l->n_padding);
	if (l->n_absent)
		pd_ingest_note(l->out, "not-available", l->n_absent, "%llu null values left out",
			       (unsigned long long)l->n_absent);
	if (l->n_means && !pd_ingest_count_of(l->out, 0))
		pd_ingest_note(l->out, "summary-only", 0,
			       "%llu means of a number of runs that avg.json does not say: --runs=N "
			       "does; matrix.json has the runs",
			       (unsigned long long)l->n_means);
	if (l->n_late)
		pd_ingest_note(l->out, "limit", l->n_late,
			       "%llu shares of profiles beyond the first %d runs left out",
			       (unsigned long long)l->n_late, MAX_PROFILES);
	if (l->n_other)
		pd_ingest_note(l->out, "bad-member", l->n_other,
			       "%llu members that hold no numbers left out",
			       (unsigned long long)l->n_other);
}

static void open_deviations(struct lkp *l, const struct pd_input *in)
{
	struct pd_str name = pd_str_of(in->name);
	struct pd_input beside;
	struct pd_out path;

	l->is_mean = pd_str_eq(name, PD_STR("avg.json")) || pd_str_ends(name, PD_STR("/avg.json"));
	if (!l->is_mean)
		return;
	pd_out_init(&path, -1);
	pd_out_printf(&path, "%.*sstddev.json%c", (int)(name.n - strlen("avg.json")), name.p, '\0');
	if (pd_input_open(&beside, path.buf, PD_JSON_MAX_SIZE) == 0) {
		l->has_deviations = pd_json_open(&l->deviations, &beside, l->out) == 0;
		pd_input_close(&beside);
	}
	(void)pd_out_close(&path);
}

static int read_lkp(struct pd_input *in, struct pd_ingest *out)
{
	struct lkp l = {.out = out};
	int r = pd_json_open(&l.doc, in, out);

	if (r < 0)
		return r;
	if (l.doc.api->IsObject(l.doc.root)) {
		open_deviations(&l, in);
		find_padding(&l);
		read_members(&l);
		note_omissions(&l);
	} else {
		pd_ingest_error(out, NULL, NULL, "bad-member",
				"expected an object of statistics: {\"NAME\": NUMBER, ...}");
	}
	free(l.padded);
	if (l.has_deviations)
		pd_json_close(&l.deviations);
	pd_json_close(&l.doc);
	return 0;
}

static struct pd_str skip_blanks(struct pd_str s)
{
	while (s.n && (pd_str_is_blank(s.p[0]) || s.p[0] == '\n'))
		s = pd_str_skip(s, 1);
	return s;
}

static bool eat(struct pd_str *s, const char *what)
{
	*s = skip_blanks(*s);
	return pd_str_eat(s, pd_str_of(what));
}

/* `{ "a.b" : 1` or `{ "a.b" : [ 1`: names with dots over numbers. */
static int probe(struct pd_str head)
{
	struct pd_str name;

	if (!eat(&head, "{") || !eat(&head, "\""))
		return 0;
	name = pd_str_cut(&head, '"');
	if (!eat(&head, ":"))
		return 0;
	(void)eat(&head, "[");
	head = skip_blanks(head);
	if (pd_str_eq(name, PD_STR("stats_source")))
		return 60;
	if (!head.n || !strchr("-0123456789", head.p[0]))
		return 0;
	return memchr(name.p, '.', name.n) ? 60 : 20;
}

const struct pd_format pd_format_lkp = {
	.name = "lkp",
	.what = "stats.json, matrix.json and avg.json of the kernel test robot",
	.probe = probe,
	.read = read_lkp,
};
