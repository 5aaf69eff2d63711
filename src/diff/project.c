/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/project.h"

#include "base/intern.h"
#include "base/out.h"
#include "base/str.h"
#include "diff/boots.h"
#include "model/labels.h"

#include <stdlib.h>

static bool in_list(const char *const *list, size_t n, struct pd_str key)
{
	for (size_t i = 0; i < n; i++)
		if (pd_str_eq(pd_str_of(list[i]), key))
			return true;
	return false;
}

static bool keeps(const struct pd_grouping *g, struct pd_str key)
{
	if (g->by && !in_list(g->by, g->n_by, key))
		return false;
	if (pd_boots_is_level(g, key))
		return false;
	return !in_list(g->ignore, g->n_ignore, key);
}

/* What @key of a match names: a label, or the benchmark, metric or unit. */
static struct pd_str value_of(const struct pd_ctx *ctx, const struct pd_table *table,
			      const struct pd_key *k, struct pd_str name)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(ctx, k->labels, label, PD_LABELS_MAX);

	for (size_t i = 0; i < n; i++)
		if (pd_str_eq(label[i].key, name))
			return label[i].val;
	if (pd_str_eq(name, PD_STR("benchmark")))
		return pd_ctx_name(ctx, k->bench);
	if (pd_str_eq(name, PD_STR("metric")))
		return pd_ctx_name(ctx, table->metrics[k->metric].name);
	if (pd_str_eq(name, PD_STR("unit")))
		return pd_ctx_name(ctx, table->metrics[k->metric].unit);
	return (struct pd_str){NULL, 0};
}

/* Matches on one key are alternatives; matches on different keys must all hold. */
static bool matches(const struct pd_ctx *ctx, const struct pd_table *table,
		    const struct pd_grouping *g, const struct pd_key *k)
{
	for (size_t i = 0; i < g->n_match; i++) {
		struct pd_str name = pd_str_of(g->match[i].key);
		struct pd_str value = value_of(ctx, table, k, name);
		bool hit = false;

		for (size_t j = 0; j < g->n_match; j++)
			if (!strcmp(g->match[j].key, g->match[i].key))
				hit |= value.p && pd_str_glob(pd_str_of(g->match[j].glob), value);
		if (!hit)
			return false;
	}
	return true;
}

static pd_id project_labels(struct pd_ctx *ctx, const struct pd_grouping *g, pd_id labels)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(ctx, labels, label, PD_LABELS_MAX), kept = 0;
	char *buf;
	pd_id id;

	for (size_t i = 0; i < n; i++)
		if (keeps(g, label[i].key))
			label[kept++] = label[i];
	if (kept == n)
		return labels;
	buf = malloc(pd_labels_size(label, kept) + 1);
	if (!buf)
		pd_arena_out_of_memory();
	id = pd_ctx_id(ctx, pd_labels_pack(label, kept, buf));
	free(buf);
	return id;
}

static bool is_known(const struct pd_intern *known, struct pd_str key, bool also_fields)
{
	if (also_fields && (pd_str_eq(key, PD_STR("benchmark")) ||
			    pd_str_eq(key, PD_STR("metric")) || pd_str_eq(key, PD_STR("unit"))))
		return true;
	for (size_t i = 1; i < known->n; i++)
		if (pd_str_eq(known->name[i], key))
			return true;
	return false;
}

/* A misspelt key would silently select nothing, or pool nothing. */
static int check_keys(struct pd_ctx *ctx, const struct pd_table *table, const struct pd_grouping *g)
{
	struct pd_intern known;
	int r = PD_OK;

	if (!g->n_match && !g->n_by && !g->n_ignore)
		return PD_OK;
	known = pd_labels_known(ctx, table);
	for (size_t i = 0; i < g->n_match && !r; i++)
		if (!is_known(&known, pd_str_of(g->match[i].key), true))
			r = pd_labels_unknown(ctx, &known, "--match", g->match[i].key);
	for (size_t i = 0; i < g->n_by && !r; i++)
		if (!is_known(&known, pd_str_of(g->by[i]), false))
			r = pd_labels_unknown(ctx, &known, "--by", g->by[i]);
	for (size_t i = 0; i < g->n_ignore && !r; i++)
		if (!is_known(&known, pd_str_of(g->ignore[i]), false))
			r = pd_labels_unknown(ctx, &known, "--ignore", g->ignore[i]);
	pd_intern_free(&known);
	return r;
}

int pd_project(struct pd_ctx *ctx, const struct pd_table *table, const struct pd_grouping *g,
	       struct pd_projection *ret)
{
	struct pd_projection p = {0};
	struct pd_intern ids = {0};
	int r = check_keys(ctx, table, g);

	if (r < 0)
		return r;
	p.row = pd_ctx_alloc(ctx, (table->n_keys + 1) * sizeof(*p.row));
	p.key = pd_ctx_alloc(ctx, (table->n_keys + 1) * sizeof(*p.key));
	for (size_t i = 0; i < table->n_keys; i++) {
		const struct pd_key *k = &table->keys[i];
		struct pd_key key = {k->bench, project_labels(ctx, g, k->labels), k->metric};
		uint32_t packed[3] = {key.bench, key.labels, key.metric};
		uint32_t id;

		if (!matches(ctx, table, g, k)) {
			p.row[i] = PD_PROJECT_NOWHERE;
			continue;
		}
		id = pd_intern(&ids, (struct pd_str){(const char *)packed, sizeof(packed)}) - 1;
		p.row[i] = id;
		if (id == p.n)
			p.key[p.n++] = key;
	}
	pd_intern_free(&ids);
	*ret = p;
	return PD_OK;
}
