/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ledger.h"

#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/aggregate.h"
#include "model/metric.h"
#include "report/quote.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

struct csv {
	const struct pd_ctx *ctx;
	const struct pd_table *t;
	struct pd_out *out;
	struct pd_str *label; /* [n_labels] keys of all labels, sorted: a column each */
	size_t n_labels, cap;
	bool has_exact, has_redundant, has_absolute, has_intervals;
	struct pd_out said; /* what rows of the key say: many follow each other */
	uint32_t said_key;  /* UINT32_MAX: none yet */
};

static int compare_names(const void *a, const void *b)
{
	return pd_str_cmp(*(const struct pd_str *)a, *(const struct pd_str *)b);
}

/* Every label key of the ledger once, in order. */
static void find_labels(struct csv *c)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n_different = 0;

	for (size_t i = 0; i < c->t->n_keys; i++) {
		size_t n = pd_labels_of(c->ctx, c->t->keys[i].labels, label, PD_LABELS_MAX);

		c->label = pd_vec_grow(c->label, &c->cap, c->n_labels + n, sizeof(*c->label));
		for (size_t j = 0; j < n; j++)
			c->label[c->n_labels++] = label[j].key;
	}
	if (c->n_labels)
		qsort(c->label, c->n_labels, sizeof(*c->label), compare_names);
	for (size_t i = 0; i < c->n_labels; i++)
		if (!i || !pd_str_eq(c->label[i], c->label[n_different - 1]))
			c->label[n_different++] = c->label[i];
	c->n_labels = n_different;
}

/* A label that is called as one of the columns is, or as an escaped label is. */
static bool needs_prefix(const struct csv *c, struct pd_str name)
{
	static const char *const columns[] = {"benchmark", "metric",    "unit",       "better",
					      "exact",     "redundant", "absolute",   "side",
					      "run",       "iteration", "value",      "time",
					      "order",     "sd",        "half_width", "of"};

	for (size_t i = 0; i < PD_ARRAY_SIZE(columns); i++)
		if (pd_str_eq(name, pd_str_of(columns[i])))
			return true;
	if (c->t->n_aggregates &&
	    (pd_str_eq(name, PD_STR("n")) || pd_str_eq(name, PD_STR("level"))))
		return true;
	return pd_str_starts(name, PD_STR("label:"));
}

static void put_label_name(const struct csv *c, struct pd_out *out, struct pd_str name)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	if (needs_prefix(c, name))
		pd_out_text(&text, "label:");
	pd_out_str(&text, name);
	pd_quote_csv(out, pd_out_kept(&text));
	(void)pd_out_close(&text);
}

static void put_header(struct csv *c)
{
	pd_out_text(c->out, "benchmark,");
	for (size_t i = 0; i < c->n_labels; i++) {
		put_label_name(c, c->out, c->label[i]);
		pd_out_char(c->out, ',');
	}
	pd_out_text(c->out, "metric,unit,better,");
	pd_out_text(c->out, c->has_exact ? "exact," : "");
	pd_out_text(c->out, c->has_redundant ? "redundant," : "");
	pd_out_text(c->out, c->has_absolute ? "absolute," : "");
	pd_out_text(c->out, "side,run,iteration,");
	pd_out_text(c->out, c->t->when ? "order,value" : "value");
	if (c->t->n_aggregates)
		pd_out_text(c->out, c->has_intervals ? ",of,n,sd,half_width,level" : ",of,n,sd");
	pd_out_char(c->out, '\n');
}

static void say(struct csv *c, struct pd_str field)
{
	pd_quote_csv(&c->said, field);
	pd_out_char(&c->said, ',');
}

static void say_labels(struct csv *c, pd_id labels)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(c->ctx, labels, label, PD_LABELS_MAX), next = 0;

	for (size_t i = 0; i < c->n_labels; i++) {
		bool has = next < n && pd_str_eq(label[next].key, c->label[i]);

		say(c, has ? label[next++].val : PD_STR(""));
	}
}

static void say_key(struct csv *c, uint32_t index)
{
	const struct pd_key *key = &c->t->keys[index];
	const struct pd_metric *m = &c->t->metrics[key->metric];

	c->said.n = 0;
	c->said_key = index;
	say(c, pd_ctx_name(c->ctx, key->bench));
	say_labels(c, key->labels);
	say(c, pd_ctx_name(c->ctx, m->name));
	say(c, pd_ctx_name(c->ctx, m->unit));
	say(c, pd_metric_word(m->better));
	if (c->has_exact)
		say(c, pd_str_of(m->exact ? "true" : "false"));
	if (c->has_redundant)
		say(c, pd_str_of(m->redundant ? "true" : "false"));
	if (c->has_absolute)
		say(c, pd_str_of(m->absolute ? "true" : "false"));
}

static void put_number(struct csv *c, double v, bool there)
{
	pd_out_char(c->out, ',');
	if (there && !isnan(v)) {
		char buf[PD_NUMBER_MAX];

		pd_out_bytes(c->out, buf, pd_number_print(buf, v));
	}
}

static void put_aggregate(struct csv *c, const struct pd_aggregate *a)
{
	static const struct pd_aggregate none = {.n = 0};
	bool is_interval = a && a->level > 0;

	pd_out_char(c->out, ',');
	if (a)
		pd_out_str(c->out, pd_aggregate_word(a->of));
	pd_out_char(c->out, ',');
	if (a && a->n)
		pd_out_printf(c->out, "%" PRIu64, a->n);
	a = a ? a : &none;
	put_number(c, a->spread, a != &none && !is_interval);
	if (!c->has_intervals)
		return;
	put_number(c, a->spread, is_interval);
	put_number(c, a->level, is_interval);
}

static void put_row(struct csv *c, size_t row)
{
	const struct pd_table *t = c->t;
	char value[PD_NUMBER_MAX];

	if (t->key[row] != c->said_key)
		say_key(c, t->key[row]);
	pd_out_bytes(c->out, c->said.buf, c->said.n);
	pd_quote_csv(c->out, pd_ctx_name(c->ctx, t->sides[t->side[row]].name));
	pd_out_printf(c->out, ",%" PRIu64 ",%" PRIu64 ",", (uint64_t)t->run[row] + 1,
		      (uint64_t)t->iteration[row] + 1);
	if (t->when) {
		if (!isnan(t->when[row]))
			pd_out_bytes(c->out, value, pd_number_print(value, t->when[row]));
		pd_out_char(c->out, ',');
	}
	pd_out_bytes(c->out, value, pd_number_print(value, t->value[row]));
	if (t->n_aggregates)
		put_aggregate(c, pd_aggregate_of(t, row));
	pd_out_char(c->out, '\n');
}

/* Sides are numbered as rows name them: rows may stand as they were read. */
static bool sides_appear_in_order(const struct pd_table *t)
{
	size_t seen = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (t->side[i] > seen)
			return false;
		seen += t->side[i] == seen;
	}
	return true;
}

static void put_rows(struct csv *c)
{
	size_t *row = sides_appear_in_order(c->t) ? NULL : pd_ledger_by_side(c->t);

	for (size_t i = 0; i < c->t->n; i++)
		put_row(c, row ? row[i] : i);
	free(row);
}

void pd_ledger_csv(const struct pd_ctx *ctx, const struct pd_table *t, struct pd_out *out)
{
	struct csv c = {.ctx = ctx, .t = t, .out = out, .said_key = UINT32_MAX};

	for (size_t i = 0; i < t->n_metrics; i++) {
		c.has_exact |= t->metrics[i].exact;
		c.has_redundant |= t->metrics[i].redundant;
		c.has_absolute |= t->metrics[i].absolute;
	}
	for (size_t i = 0; i < t->n_aggregates; i++)
		c.has_intervals |= t->aggregate[i].level > 0;
	pd_out_init(&c.said, -1);
	find_labels(&c);
	put_header(&c);
	put_rows(&c);
	(void)pd_out_close(&c.said);
	free(c.label);
}
