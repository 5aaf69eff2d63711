/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * told.c - all that reading one profile told, a line of JSON for each thing
 * usage: told [--kallsyms FILE] [--symfs FOLDER] FILE...
 *
 *	{"event": "cycles", "hits": 3, "weight": 30, "lost": 0}
 *	{"setup": ["testbox", "6.4.0-test", ...]}
 *	{"stack": "cycles", "comm": "sh", "frames": [["read", "[kernel.kallsyms]"], ...], "weight": 20}
 *	{"cell": "cycles", "comm": "sh", "leaf": ["read", "[kernel.kallsyms]"], "data": ["", "L1 hit"], ...}
 *	{"diagnostic": "lost", "at": 17, "what": "3 hits were lost"}
 */
#include <perfdelta/read.h>

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct telling {
	const struct pd_ctx *ctx;
	const struct pd_profiles *set;
	const struct pd_profile *profile;
};

static void add_text(cJSON *to, const char *key, pd_id id, const struct telling *t)
{
	cJSON_AddItemToObject(to, key, cJSON_CreateString(pd_ctx_name(t->ctx, id).p));
}

/* Whole numbers beyond 2^53 stay whole. */
static void add_number(cJSON *to, const char *key, uint64_t n)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
	(void)cJSON_AddRawToObject(to, key, text);
}

static void say(cJSON *line)
{
	char *text = cJSON_PrintUnformatted(line);

	(void)puts(text);
	free(text);
	cJSON_Delete(line);
}

static cJSON *frame_of(const struct telling *t, uint32_t i)
{
	const struct pd_frame *f = &t->set->frame[i];
	cJSON *pair = cJSON_CreateArray();

	cJSON_AddItemToArray(pair, cJSON_CreateString(pd_ctx_name(t->ctx, f->symbol).p));
	cJSON_AddItemToArray(pair, cJSON_CreateString(pd_ctx_name(t->ctx, f->dso).p));
	return pair;
}

static void say_events(const struct telling *t)
{
	for (size_t i = 0; i < t->profile->n_events; i++) {
		const struct pd_profile_event *e = &t->profile->event[i];
		cJSON *line = cJSON_CreateObject();

		add_text(line, "event", t->set->event[i], t);
		add_number(line, "hits", e->hits);
		add_number(line, "weight", e->weight);
		add_number(line, "lost", e->lost);
		if (e->present)
			say(line);
		else
			cJSON_Delete(line);
	}
}

static void say_setup(const struct telling *t)
{
	cJSON *line = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(line, "setup");

	for (size_t i = 0; i < PD_N_SETUP; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(
						   pd_ctx_name(t->ctx, t->profile->setup[i]).p));
	say(line);
}

static void say_stacks(const struct telling *t)
{
	for (size_t i = 0; i < t->profile->n_stacks; i++) {
		const struct pd_profile_stack *s = &t->profile->stack[i];
		cJSON *line = cJSON_CreateObject(), *frames;

		add_text(line, "stack", t->set->event[s->event], t);
		add_text(line, "comm", s->comm, t);
		frames = cJSON_AddArrayToObject(line, "frames");
		for (uint32_t n = s->node; n; n = t->set->node[n].parent)
			cJSON_AddItemToArray(frames, frame_of(t, t->set->node[n].frame));
		add_number(line, "weight", s->weight);
		say(line);
	}
}

static void say_cells(const struct telling *t)
{
	for (size_t i = 0; i < t->profile->n_cells; i++) {
		const struct pd_profile_cell *c = &t->profile->cell[i];
		cJSON *line = cJSON_CreateObject(), *data;

		add_text(line, "cell", t->set->event[c->place.event], t);
		add_text(line, "comm", c->place.comm, t);
		cJSON_AddItemToObject(line, "leaf", frame_of(t, c->place.leaf));
		cJSON_AddItemToObject(line, "caller", frame_of(t, c->place.caller));
		data = cJSON_AddArrayToObject(line, "data");
		cJSON_AddItemToArray(data,
				     cJSON_CreateString(pd_ctx_name(t->ctx, c->place.data).p));
		cJSON_AddItemToArray(data, cJSON_CreateString(
						   pd_ctx_name(t->ctx, c->place.data_source).p));
		add_number(line, "hits", c->hits);
		add_number(line, "weight", c->weight);
		say(line);
	}
}

static void say_diagnostic(void *cookie, const struct pd_diag *diag)
{
	cJSON *line = cJSON_CreateObject();

	(void)cookie;
	(void)cJSON_AddStringToObject(line, "diagnostic", diag->code);
	add_number(line, "at", diag->loc.line);
	(void)cJSON_AddStringToObject(line, "what", diag->msg);
	say(line);
}

/* Options come first; false if one is not known. */
static bool take_options(int *argc, const char *const **argv, struct pd_read_options *options)
{
	for (; *argc > 1 && !strncmp(**argv, "--", 2); *argc -= 2, *argv += 2) {
		if (!strcmp(**argv, "--kallsyms"))
			options->kallsyms = (*argv)[1];
		else if (!strcmp(**argv, "--symfs"))
			options->symfs = (*argv)[1];
		else
			return false;
	}
	return *argc > 0;
}

int main(int argc, char **argv)
{
	const char *const *operand = (const char *const *)argv + 1;
	struct pd_read_options options = {.stacks = true, .n_workers = 1};
	struct pd_profiles profiles;
	struct pd_table logs;
	struct pd_ctx *ctx;

	argc--;
	if (!take_options(&argc, &operand, &options))
		return 2;
	ctx = pd_ctx_new(say_diagnostic, NULL);
	if (pd_read_profiles(ctx, operand, (size_t)argc, &options, &profiles, &logs) < 0) {
		pd_ctx_free(ctx);
		return 2;
	}
	for (size_t i = 0; i < profiles.n; i++) {
		struct telling t = {ctx, &profiles, &profiles.profile[i]};

		say_events(&t);
		say_setup(&t);
		say_stacks(&t);
		say_cells(&t);
	}
	pd_ctx_free(ctx);
	return 0;
}
