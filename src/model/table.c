/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/table.h"

#include "base/str.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

/* Fields packed without gaps, so that equal keys are equal bytes. */
struct __attribute__((packed)) packed_key {
	pd_id bench, labels;
	uint16_t metric;
};

struct __attribute__((packed)) packed_pair {
	uint32_t a, b;
};

#define BYTES_OF(v) ((struct pd_str){(const char *)&(v), sizeof(v)})

/* Interned ids start at 1 here: 0 is the empty string, which no packed key is. */
static size_t index_of(struct pd_intern *ids, struct pd_str bytes, bool *ret_new)
{
	size_t before = ids->n ? ids->n : 1;
	pd_id id = pd_intern(ids, bytes);

	*ret_new = id >= before;
	return id - 1;
}

uint16_t pd_table_side(struct pd_table_builder *b, pd_id name)
{
	struct pd_table *t = &b->t;
	bool is_new;
	size_t i = index_of(&b->side_ids, BYTES_OF(name), &is_new);

	if (is_new) {
		t->sides = pd_vec_grow(t->sides, &b->cap_sides, t->n_sides + 1, sizeof(*t->sides));
		t->sides[t->n_sides++] = (struct pd_side){.name = name};
	}
	return (uint16_t)i;
}

void pd_table_source(struct pd_table_builder *b, struct pd_ctx *ctx, uint16_t side, pd_id source)
{
	struct pd_side *s = &b->t.sides[side];
	pd_id *grown;

	if (s->n_sources && s->source[s->n_sources - 1] == source)
		return;
	/* Room doubles at powers of two; what is outgrown stays in the arena. */
	if (!(s->n_sources & (s->n_sources - 1))) {
		grown = pd_ctx_alloc(ctx, sizeof(*grown) * (s->n_sources ? s->n_sources * 2 : 1));
		if (s->n_sources)
			memcpy(grown, s->source, sizeof(*grown) * s->n_sources);
		s->source = grown;
	}
	s->source[s->n_sources++] = source;
}

bool pd_table_file(struct pd_table_builder *b, pd_id side, pd_id source)
{
	struct packed_pair pair = {side, source};
	bool is_new;

	(void)index_of(&b->file_ids, BYTES_OF(pair), &is_new);
	return !is_new;
}

uint16_t pd_table_metric(struct pd_table_builder *b, const struct pd_metric *m, bool *ret_agreed)
{
	struct packed_pair name_unit = {m->name, m->unit};
	struct pd_table *t = &b->t;
	bool is_new;
	size_t i = index_of(&b->metric_ids, BYTES_OF(name_unit), &is_new);

	*ret_agreed = true;
	if (is_new) {
		t->metrics = pd_vec_grow(t->metrics, &b->cap_metrics, t->n_metrics + 1,
					 sizeof(*t->metrics));
		t->metrics[t->n_metrics++] = *m;
		return (uint16_t)i;
	}
	if (t->metrics[i].better == PD_BETTER_UNKNOWN)
		t->metrics[i].better = m->better;
	else if (m->better != PD_BETTER_UNKNOWN && m->better != t->metrics[i].better)
		*ret_agreed = false;
	t->metrics[i].exact |= m->exact;
	t->metrics[i].redundant |= m->redundant;
	t->metrics[i].absolute |= m->absolute;
	return (uint16_t)i;
}

uint32_t pd_table_key(struct pd_table_builder *b, const struct pd_key *key)
{
	struct packed_key packed = {key->bench, key->labels, key->metric};
	struct pd_table *t = &b->t;
	bool is_new;
	size_t i = index_of(&b->key_ids, BYTES_OF(packed), &is_new);

	if (is_new) {
		t->keys = pd_vec_grow(t->keys, &b->cap_keys, t->n_keys + 1, sizeof(*t->keys));
		t->keys[t->n_keys++] = *key;
	}
	return (uint32_t)i;
}

uint32_t *pd_table_runs(struct pd_table_builder *b, uint32_t key, uint16_t side)
{
	struct packed_pair pair = {key, side};
	bool is_new;
	size_t i = index_of(&b->counter_ids, BYTES_OF(pair), &is_new);

	if (is_new) {
		b->n_runs = pd_vec_grow(b->n_runs, &b->cap_counters, i + 1, sizeof(*b->n_runs));
		b->n_runs[i] = 0;
	}
	return &b->n_runs[i];
}

void pd_table_reserve(struct pd_table_builder *b, size_t n)
{
	struct pd_table *t = &b->t;
	size_t need = t->n + n;

	t->key = pd_vec_grow(t->key, &b->cap[0], need, sizeof(*t->key));
	t->side = pd_vec_grow(t->side, &b->cap[1], need, sizeof(*t->side));
	t->run = pd_vec_grow(t->run, &b->cap[2], need, sizeof(*t->run));
	t->iteration = pd_vec_grow(t->iteration, &b->cap[3], need, sizeof(*t->iteration));
	t->value = pd_vec_grow(t->value, &b->cap[4], need, sizeof(*t->value));
	if (t->when)
		t->when = pd_vec_grow(t->when, &b->cap_when, need, sizeof(*t->when));
}

void pd_table_count_runs(struct pd_table_builder *b, uint16_t side, uint32_t n_runs)
{
	if (n_runs > b->t.sides[side].n_runs)
		b->t.sides[side].n_runs = n_runs;
}

void pd_table_columns_free(struct pd_table_columns *c)
{
	free(c->key);
	free(c->side);
	free(c->run);
	free(c->iteration);
	free(c->value);
	free(c->when);
	free(c->aggregate);
	*c = (struct pd_table_columns){0};
}

/* Called before the rows are there. */
static void append_aggregates(struct pd_table_builder *b, const struct pd_table_columns *c)
{
	struct pd_table *t = &b->t;

	if (!c->n_aggregates)
		return;
	t->aggregate = pd_vec_grow(t->aggregate, &b->cap_aggregates,
				   t->n_aggregates + c->n_aggregates, sizeof(*t->aggregate));
	for (size_t i = 0; i < c->n_aggregates; i++) {
		t->aggregate[t->n_aggregates] = c->aggregate[i];
		t->aggregate[t->n_aggregates++].row += t->n;
	}
}

static void take_columns(struct pd_table_builder *b, struct pd_table_columns *c)
{
	struct pd_table *t = &b->t;

	t->key = c->key;
	t->side = c->side;
	t->run = c->run;
	t->iteration = c->iteration;
	t->value = c->value;
	t->when = c->when;
	t->n = c->n;
	for (size_t i = 0; i < PD_ARRAY_SIZE(b->cap); i++)
		b->cap[i] = c->cap;
	b->cap_when = c->when ? c->cap : 0;
	*c = (struct pd_table_columns){0};
}

/* Rows that were added before anybody told of a time have none. */
static void open_when(struct pd_table_builder *b)
{
	struct pd_table *t = &b->t;

	if (t->when)
		return;
	t->when = pd_vec_grow(NULL, &b->cap_when, b->cap[0], sizeof(*t->when));
	for (size_t i = 0; i < t->n; i++)
		t->when[i] = nan("");
}

static void append_when(struct pd_table_builder *b, const struct pd_table_columns *c)
{
	struct pd_table *t = &b->t;

	if (c->when)
		open_when(b);
	for (size_t i = 0; t->when && i < c->n; i++)
		t->when[t->n + i] = c->when ? c->when[i] : nan("");
}

void pd_table_append(struct pd_table_builder *b, struct pd_table_columns *c)
{
	struct pd_table *t = &b->t;

	if (!c->n) {
		pd_table_columns_free(c);
		return;
	}
	append_aggregates(b, c);
	if (!b->cap[0]) {
		free(c->aggregate);
		take_columns(b, c);
		return;
	}
	pd_table_reserve(b, c->n);
	memcpy(t->key + t->n, c->key, c->n * sizeof(*c->key));
	memcpy(t->side + t->n, c->side, c->n * sizeof(*c->side));
	memcpy(t->run + t->n, c->run, c->n * sizeof(*c->run));
	memcpy(t->iteration + t->n, c->iteration, c->n * sizeof(*c->iteration));
	memcpy(t->value + t->n, c->value, c->n * sizeof(*c->value));
	append_when(b, c);
	t->n += c->n;
	pd_table_columns_free(c);
}

void pd_table_add(struct pd_table_builder *b, uint32_t key, uint16_t side, uint32_t run,
		  uint32_t iteration, double value)
{
	struct pd_table *t = &b->t;

	if (t->n == b->cap[0])
		pd_table_reserve(b, 1);
	t->key[t->n] = key;
	t->side[t->n] = side;
	t->run[t->n] = run;
	t->iteration[t->n] = iteration;
	t->value[t->n] = value;
	if (t->when)
		t->when[t->n] = nan("");
	t->n++;
	pd_table_count_runs(b, side, run + 1);
}

struct pd_table pd_table_finish(struct pd_table_builder *b, struct pd_ctx *ctx)
{
	struct pd_table t = b->t;
	void *owned[] = {t.key,  t.side,      t.run,  t.iteration, t.value,
			 t.when, t.aggregate, t.keys, t.metrics,   t.sides};

	for (size_t i = 0; i < PD_ARRAY_SIZE(owned); i++)
		pd_ctx_own(ctx, owned[i]);
	pd_intern_free(&b->key_ids);
	pd_intern_free(&b->metric_ids);
	pd_intern_free(&b->side_ids);
	pd_intern_free(&b->counter_ids);
	pd_intern_free(&b->file_ids);
	free(b->n_runs);
	*b = (struct pd_table_builder){0};
	return t;
}
