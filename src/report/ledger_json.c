/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ledger.h"

#include "base/str.h"
#include "model/aggregate.h"
#include "model/metric.h"
#include "report/tree.h"

#include <math.h>
#include <stdlib.h>

static void put_labels(struct pd_tree *tree, const struct pd_ctx *ctx, pd_id labels)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(ctx, labels, label, PD_LABELS_MAX);

	pd_tree_object(tree, "labels");
	for (size_t i = 0; i < n; i++)
		pd_tree_member(tree, label[i].key, label[i].val);
	pd_tree_close(tree);
}

/* What one row says in a list that has the shape of its runs. */
typedef void put_fn(struct pd_tree *tree, const struct pd_table *t, size_t row);

static void put_value(struct pd_tree *tree, const struct pd_table *t, size_t row)
{
	pd_tree_value(tree, NULL, t->value[row]);
}

static void put_when(struct pd_tree *tree, const struct pd_table *t, size_t row)
{
	pd_tree_value(tree, NULL, t->when[row]);
}

static void put_aggregate(struct pd_tree *tree, const struct pd_table *t, size_t row)
{
	const struct pd_aggregate *a = pd_aggregate_of(t, row);

	if (!a) {
		pd_tree_null(tree, NULL);
		return;
	}
	pd_tree_object(tree, NULL);
	pd_tree_string(tree, "of", pd_aggregate_word(a->of));
	if (a->n)
		pd_tree_count(tree, "n", a->n);
	if (!isnan(a->spread))
		pd_tree_value(tree, a->level > 0 ? "half_width" : "sd", a->spread);
	if (a->level > 0)
		pd_tree_value(tree, "level", a->level);
	pd_tree_close(tree);
}

/* A run of one value is that value, a run of several is a list. */
static void put_runs(struct pd_tree *tree, const char *name, put_fn *put, const struct pd_table *t,
		     const size_t *row, size_t n)
{
	pd_tree_array(tree, name);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && t->run[row[end]] == t->run[row[i]];)
			end++;
		if (end - i > 1)
			pd_tree_array(tree, NULL);
		for (size_t j = i; j < end; j++)
			put(tree, t, row[j]);
		if (end - i > 1)
			pd_tree_close(tree);
	}
	pd_tree_close(tree);
}

static void put_series(struct pd_tree *tree, const struct pd_ctx *ctx, const struct pd_table *t,
		       size_t row)
{
	const struct pd_key *key = &t->keys[t->key[row]];
	const struct pd_metric *m = &t->metrics[key->metric];

	pd_tree_string(tree, "benchmark", pd_ctx_name(ctx, key->bench));
	put_labels(tree, ctx, key->labels);
	pd_tree_string(tree, "metric", pd_ctx_name(ctx, m->name));
	pd_tree_string(tree, "unit", pd_ctx_name(ctx, m->unit));
	pd_tree_string(tree, "better", pd_metric_word(m->better));
	if (m->exact)
		pd_tree_flag(tree, "exact", true);
	if (m->redundant)
		pd_tree_flag(tree, "redundant", true);
	if (m->absolute)
		pd_tree_flag(tree, "absolute", true);
	pd_tree_string(tree, "side", pd_ctx_name(ctx, t->sides[t->side[row]].name));
}

static bool has_order(const struct pd_table *t, const size_t *row, size_t n)
{
	for (size_t i = 0; t->when && i < n; i++)
		if (!isnan(t->when[row[i]]))
			return true;
	return false;
}

static bool has_aggregates(const struct pd_table *t, const size_t *row, size_t n)
{
	for (size_t i = 0; t->n_aggregates && i < n; i++)
		if (pd_aggregate_of(t, row[i]))
			return true;
	return false;
}

static void put_head(struct pd_tree *tree, const struct pd_ctx *ctx, const struct pd_table *t)
{
	pd_tree_string(tree, "format", PD_STR("perfdelta-ledger"));
	pd_tree_count(tree, "schema", 1);
	pd_tree_object(tree, "tool");
	pd_tree_string(tree, "name", PD_STR("perfdelta"));
	pd_tree_string(tree, "version", PD_STR(PD_VERSION));
	pd_tree_close(tree);
	pd_tree_end_members(tree);
	pd_out_text(tree->out, ",\n");
	pd_tree_begin(tree);
	pd_tree_array(tree, "sides");
	for (size_t i = 0; i < t->n_sides; i++)
		pd_tree_string(tree, NULL, pd_ctx_name(ctx, t->sides[i].name));
	pd_tree_close(tree);
}

void pd_ledger_json(const struct pd_ctx *ctx, const struct pd_table *t, struct pd_out *out)
{
	size_t *row = pd_ledger_by_series(t);
	const char *before = "\n";
	struct pd_tree tree;

	pd_tree_init(&tree, out);
	pd_out_char(out, '{');
	pd_tree_begin(&tree);
	put_head(&tree, ctx, t);
	pd_tree_end_members(&tree);
	pd_out_text(out, ",\n\"series\":[");
	for (size_t i = 0, end; i < t->n; i = end) {
		end = pd_ledger_series_end(t, row, i);
		pd_out_text(out, before);
		before = ",\n";
		pd_tree_begin(&tree);
		put_series(&tree, ctx, t, row[i]);
		put_runs(&tree, "runs", put_value, t, row + i, end - i);
		if (has_order(t, row + i, end - i))
			put_runs(&tree, "order", put_when, t, row + i, end - i);
		if (has_aggregates(t, row + i, end - i))
			put_runs(&tree, "aggregates", put_aggregate, t, row + i, end - i);
		pd_tree_end(&tree);
	}
	pd_out_text(out, "\n]}\n");
	pd_tree_release(&tree);
	free(row);
}
