/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/ingest.h"

#include "base/moment.h"
#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/aggregate.h"
#include "read/hits.h"
#include "read/input.h"
#include "read/stage.h"

#include <math.h>
#include <stdlib.h>

struct pd_ingest *pd_ingest_new(const struct pd_read_options *options)
{
	struct pd_ingest *g = calloc(1, sizeof(*g));

	if (!g)
		pd_arena_out_of_memory();
	g->options = options;
	g->labels_packed = true;
	(void)pd_intern(&g->names, PD_STR(""));
	return g;
}

void pd_ingest_free(struct pd_ingest *g)
{
	if (!g)
		return;
	pd_intern_free(&g->names);
	pd_intern_free(&g->run_names);
	pd_intern_free(&g->quantity_ids);
	pd_intern_free(&g->slot_ids);
	pd_runs_free(&g->runs);
	pd_intern_guess_free(&g->run_guess);
	free(g->quantity);
	free(g->slot);
	pd_table_columns_free(&g->values);
	free(g->declared);
	free(g->normal.p);
	pd_hits_free(g->hits);
	pd_stage_diags_free(&g->diags);
	free(g);
}

const struct pd_read_options *pd_ingest_options(const struct pd_ingest *g)
{
	return g->options;
}

void pd_ingest_share_symbols(struct pd_ingest *g, struct pd_symbol_files *files)
{
	g->symbols = files;
}

struct pd_symbol_files *pd_ingest_symbols(const struct pd_ingest *g)
{
	return g->symbols;
}

size_t pd_ingest_count(const struct pd_ingest *g)
{
	return g->values.n;
}

uint64_t pd_ingest_skipped(const struct pd_ingest *g)
{
	return g->diags.n_skipped;
}

int pd_ingest_status(const struct pd_ingest *g)
{
	return g->status;
}

bool pd_ingest_is_full(const struct pd_ingest *g)
{
	return g->full;
}

/* ---- context */

void pd_ingest_side(struct pd_ingest *g, struct pd_str name)
{
	if (!pd_str_eq(name, pd_intern_name(&g->names, g->side)))
		g->side = pd_stage_name(g, name);
	g->has_sides = true;
}

void pd_ingest_declare_side(struct pd_ingest *g, struct pd_str name)
{
	pd_id id = pd_stage_name(g, name);

	/* Declaring one side again and again declares one side. */
	if (!id || (g->n_declared && g->declared[g->n_declared - 1] == id))
		return;
	g->declared = pd_vec_grow(g->declared, &g->cap_declared, g->n_declared + 1,
				  sizeof(*g->declared));
	g->declared[g->n_declared++] = id;
}

void pd_ingest_bench(struct pd_ingest *g, struct pd_str name)
{
	if (!pd_str_eq(name, pd_intern_name(&g->names, g->bench)))
		g->bench = pd_stage_name(g, name);
}

void pd_ingest_clear_labels(struct pd_ingest *g)
{
	g->labels_packed = g->labels_packed && g->n_labels == 0;
	g->n_labels = 0;
}

/* Where @key stands, or where it would have to stand, among the sorted labels. */
static size_t label_place(const struct pd_ingest *g, struct pd_str key)
{
	size_t i = 0;

	while (i < g->n_labels && pd_str_cmp(pd_intern_name(&g->names, g->label[i].key), key) < 0)
		i++;
	return i;
}

void pd_ingest_label(struct pd_ingest *g, struct pd_str key, struct pd_str val)
{
	struct pd_stage_label *l = g->label;
	pd_id key_id = pd_stage_name(g, key), val_id = pd_stage_name(g, val);
	size_t at = label_place(g, pd_intern_name(&g->names, key_id)), after = g->n_labels - at;
	bool present = at < g->n_labels && l[at].key == key_id;

	if (present ? l[at].val == val_id : !val.n)
		return;
	if (!present && g->n_labels == PD_LABELS_MAX) {
		pd_ingest_error(g, NULL, NULL, "limit", "more than %d labels on one value",
				PD_LABELS_MAX);
		return;
	}
	g->labels_packed = false;
	if (!val.n) {
		memmove(l + at, l + at + 1, (after - 1) * sizeof(*l));
		g->n_labels--;
		return;
	}
	if (!present) {
		memmove(l + at + 1, l + at, after * sizeof(*l));
		g->n_labels++;
	}
	l[at] = (struct pd_stage_label){key_id, val_id};
}

void pd_ingest_next_run(struct pd_ingest *g)
{
	g->epoch++;
}

void pd_ingest_time(struct pd_ingest *g, double when)
{
	struct pd_table_columns *c = &g->values;
	size_t cap = 0;

	g->when = isfinite(when) ? when : nan("");
	if (c->when || isnan(g->when))
		return;
	c->when = pd_vec_grow(NULL, &cap, c->cap + 1, sizeof(*c->when));
	for (size_t i = 0; i < c->n; i++)
		c->when[i] = nan("");
}

void pd_ingest_moment(struct pd_ingest *g, struct pd_str text)
{
	double when = nan("");

	if (text.n && !pd_moment_parse(text, &when))
		pd_ingest_note(g, "bad-time", 0,
			       "'%.*s' is no date that is known here; when these values were "
			       "measured is unknown",
			       PD_FMT(text));
	pd_ingest_time(g, when);
}

uint64_t pd_ingest_count_of(const struct pd_ingest *g, uint64_t n)
{
	return n ? n : g->options->runs;
}

void pd_ingest_about(struct pd_ingest *g, const struct pd_aggregate *about)
{
	struct pd_aggregate *a = &g->about;

	g->told = false;
	if (!about)
		return;
	*a = *about;
	if (a->of == PD_AGGREGATE_RUNS)
		a->n = pd_ingest_count_of(g, a->n);
	if (!(a->spread >= 0) || !isfinite(a->spread)) {
		a->spread = nan("");
		a->level = 0;
	}
	g->told = a->of == PD_AGGREGATE_INSIDE ? a->n > 0 : a->n != 1 && !pd_aggregate_is_empty(a);
}

/* ---- values */

uint32_t pd_ingest_key(struct pd_ingest *g, const struct pd_quantity *q)
{
	return pd_stage_key(g, q);
}

static void grow(struct pd_table_columns *c)
{
	size_t cap[] = {c->cap, c->cap, c->cap, c->cap, c->cap};

	c->key = pd_vec_grow(c->key, &cap[0], c->n + 1, sizeof(*c->key));
	c->run = pd_vec_grow(c->run, &cap[1], c->n + 1, sizeof(*c->run));
	c->iteration = pd_vec_grow(c->iteration, &cap[2], c->n + 1, sizeof(*c->iteration));
	c->value = pd_vec_grow(c->value, &cap[3], c->n + 1, sizeof(*c->value));
	if (c->when)
		c->when = pd_vec_grow(c->when, &cap[4], c->n + 1, sizeof(*c->when));
	c->cap = cap[0];
}

static void tell(struct pd_table_columns *c, const struct pd_aggregate *about)
{
	struct pd_aggregate *a;

	c->aggregate = pd_vec_grow(c->aggregate, &c->cap_aggregates, c->n_aggregates + 1,
				   sizeof(*c->aggregate));
	a = &c->aggregate[c->n_aggregates++];
	*a = *about;
	a->row = c->n;
}

static void add(struct pd_ingest *g, uint32_t slot, uint32_t run, uint32_t iteration, double v)
{
	struct pd_table_columns *c = &g->values;
	bool told = g->told;

	g->told = false;
	if (c->n == PD_STAGE_MAX_VALUES) {
		if (!g->full)
			pd_ingest_error(g, NULL, NULL, "limit", "more than %d values in one file",
					PD_STAGE_MAX_VALUES);
		g->full = true;
		return;
	}
	if (!isfinite(v)) {
		pd_ingest_error(g, NULL, NULL, "not-finite",
				"a value is beyond what a double can hold in its base unit");
		return;
	}
	if (c->n == c->cap)
		grow(c);
	c->key[c->n] = slot;
	c->run[c->n] = run;
	c->iteration[c->n] = iteration;
	if (c->when)
		c->when[c->n] = g->when;
	if (told)
		tell(c, &g->about);
	c->value[c->n++] = v;
}

void pd_ingest_run(struct pd_ingest *g, uint32_t key, double v)
{
	add(g, key, g->slot[key].n_runs++, 0, v);
}

void pd_ingest_iteration(struct pd_ingest *g, uint32_t key, double v)
{
	struct pd_stage_slot *s = &g->slot[key];

	if (s->epoch != g->epoch) {
		s->epoch = g->epoch;
		s->run = s->n_runs++;
		s->n_iterations = 0;
	}
	add(g, key, s->run, s->n_iterations++, v);
}

void pd_ingest_named_run(struct pd_ingest *g, uint32_t key, struct pd_str run, double v)
{
	struct pd_stage_slot *s = &g->slot[key];
	struct pd_runs_item *item;
	bool is_new;
	pd_id name;

	name = pd_intern_guess(&g->run_names, &g->run_guess, pd_normalise_name(run, &g->normal));
	item = pd_runs_get(&g->runs, &s->named, key, name, &is_new);
	if (is_new)
		item->run = s->n_runs++;
	add(g, key, item->run, item->n_iterations++, v);
}

double pd_ingest_scale(const struct pd_ingest *g, uint32_t key, double v)
{
	const struct pd_stage_quantity *q = &g->quantity[g->slot[key].quantity];
	double scaled = v;

	/* Through its shortest literal: 5.1 ms is 0.0051, which 5.1 * 1e-3 is not. */
	if (q->shift) {
		char buf[PD_NUMBER_MAX];
		size_t n = pd_number_print(buf, v);

		if (pd_number_parse((struct pd_str){buf, n}, q->shift, &scaled) != PD_NUMBER_OK)
			return HUGE_VAL;
	}
	return scaled * q->factor;
}

enum pd_number pd_ingest_number(const struct pd_ingest *g, uint32_t key, struct pd_str literal,
				double *ret)
{
	const struct pd_stage_quantity *q = &g->quantity[g->slot[key].quantity];
	enum pd_number status;
	double v;

	status = pd_number_parse(literal, q->shift, &v);
	if (status != PD_NUMBER_OK)
		return status;
	if (!isfinite(v * q->factor))
		return PD_NUMBER_RANGE;
	*ret = v * q->factor;
	return PD_NUMBER_OK;
}

void pd_ingest_refuse(struct pd_ingest *g, const struct pd_input *in, const char *at,
		      struct pd_str literal, enum pd_number why)
{
	switch (why) {
	case PD_NUMBER_OK:
		break;
	case PD_NUMBER_BAD:
		pd_ingest_warn(g, in, at, "bad-number",
			       "expected a number, got '%.*s'; row skipped", PD_FMT(literal));
		break;
	case PD_NUMBER_RANGE:
		pd_ingest_error(g, in, at, "not-finite",
				"a measured value must be a finite number, got '%.*s'",
				PD_FMT(literal));
		break;
	}
}

bool pd_ingest_parse(struct pd_ingest *g, const struct pd_input *in, uint32_t key,
		     struct pd_str literal, double *ret)
{
	enum pd_number status = pd_ingest_number(g, key, literal, ret);

	pd_ingest_refuse(g, in, literal.p, literal, status);
	return status == PD_NUMBER_OK;
}

bool pd_ingest_literal(struct pd_ingest *g, const struct pd_input *in, const struct pd_quantity *q,
		       struct pd_str literal)
{
	uint32_t key = pd_ingest_key(g, q);
	double v;

	if (!pd_ingest_parse(g, in, key, literal, &v))
		return false;
	pd_ingest_run(g, key, v);
	return true;
}

/* ---- trouble */

static struct pd_loc loc_of(const struct pd_input *in, const char *at)
{
	return in ? (struct pd_loc){NULL, in->line, pd_input_column(in, at)}
		  : (struct pd_loc){NULL, 0, 0};
}

void pd_ingest_warn(struct pd_ingest *g, const struct pd_input *in, const char *at,
		    const char *code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	pd_stage_diag(&g->diags, PD_WARNING, loc_of(in, at), code, fmt, args);
	va_end(args);
}

void pd_ingest_mended(struct pd_ingest *g, const struct pd_input *in, const char *at,
		      const char *code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	pd_stage_diag(&g->diags, PD_WARNING, loc_of(in, at), code, fmt, args);
	va_end(args);
	g->diags.n_skipped--;
}

bool pd_ingest_has_said(const struct pd_ingest *g, uint64_t line)
{
	for (size_t i = 0; i < g->diags.n; i++)
		if (g->diags.diag[i].diag.loc.line == line)
			return true;
	return false;
}

void pd_ingest_note(struct pd_ingest *g, const char *code, uint64_t n, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	pd_stage_diag(&g->diags, PD_NOTE, (struct pd_loc){NULL, 0, 0}, code, fmt, args);
	va_end(args);
	g->diags.n_skipped += n;
}

void pd_ingest_error(struct pd_ingest *g, const struct pd_input *in, const char *at,
		     const char *code, const char *fmt, ...)
{
	va_list args;

	g->status = PD_EPARSE;
	va_start(args, fmt);
	pd_stage_diag(&g->diags, PD_ERROR, loc_of(in, at), code, fmt, args);
	va_end(args);
}
