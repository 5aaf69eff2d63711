/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/mixed.h"

#include "base/out.h"
#include "base/str.h"
#include "diff/boots.h"

enum { MAX_KEYS = 16 }; /* more are not told apart: the text is for people */

struct keys {
	const struct pd_ctx *ctx;
	const struct pd_table *table;
	const struct pd_grouping *grouping;
	uint32_t key[MAX_KEYS];
	size_t n;
	bool more;
};

static void add_key(struct keys *k, uint32_t key)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->key[i] == key)
			return;
	if (k->n < MAX_KEYS)
		k->key[k->n++] = key;
	else
		k->more = true;
}

/* The value of label @name in the i-th key; "none" if it has no such label. */
static struct pd_str value_of(const struct keys *k, size_t i, struct pd_str name)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(k->ctx, k->table->keys[k->key[i]].labels, label, PD_LABELS_MAX);

	for (size_t j = 0; j < n; j++)
		if (pd_str_eq(label[j].key, name))
			return label[j].val;
	return PD_STR("none");
}

/* Was @name a label of an earlier key? Then it was dealt with there. */
static bool seen_before(const struct keys *k, size_t i, struct pd_str name)
{
	struct pd_label label[PD_LABELS_MAX];

	while (i--) {
		size_t n = pd_labels_of(k->ctx, k->table->keys[k->key[i]].labels, label,
					PD_LABELS_MAX);

		for (size_t j = 0; j < n; j++)
			if (pd_str_eq(label[j].key, name))
				return true;
	}
	return false;
}

/* A level that every key has. */
static bool is_level(const struct keys *k, struct pd_str name)
{
	if (!pd_boots_is_level(k->grouping, name))
		return false;
	for (size_t i = 0; i < k->n; i++)
		if (pd_str_eq(value_of(k, i, name), PD_STR("none")))
			return false;
	return true;
}

/* Appends "name (a, b)" if the keys have more than one value of it, each value once. */
static void put_label(const struct keys *k, struct pd_str name, struct pd_out *out)
{
	size_t n_values = 0;

	for (size_t i = 0; i < k->n; i++) {
		struct pd_str value = value_of(k, i, name);
		bool known = false;

		for (size_t j = 0; j < i && !known; j++)
			known = pd_str_eq(value_of(k, j, name), value);
		if (known || (i == 0 && k->n == 1))
			continue;
		if (++n_values == 2)
			pd_out_printf(out, "%s%.*s (%.*s", out->n ? "; " : "", PD_FMT(name),
				      PD_FMT(value_of(k, 0, name)));
		if (n_values >= 2)
			pd_out_printf(out, ", %.*s", PD_FMT(value));
	}
	if (n_values >= 2)
		pd_out_text(out, k->more ? ", ...)" : ")");
}

static pd_id text_of(const struct keys *k, struct pd_ctx *ctx)
{
	struct pd_label label[PD_LABELS_MAX];
	struct pd_out out;
	pd_id id;

	pd_out_init(&out, -1);
	for (size_t i = 0; i < k->n; i++) {
		size_t n = pd_labels_of(ctx, k->table->keys[k->key[i]].labels, label,
					PD_LABELS_MAX);

		for (size_t j = 0; j < n; j++)
			if (!seen_before(k, i, label[j].key) && !is_level(k, label[j].key))
				put_label(k, label[j].key, &out);
	}
	id = pd_ctx_id(ctx, pd_out_kept(&out));
	(void)pd_out_close(&out);
	return id;
}

pd_id pd_mixed(struct pd_ctx *ctx, const struct pd_table *t, const struct pd_grouping *g,
	       const uint32_t *index, size_t n)
{
	struct keys k = {.ctx = ctx, .table = t, .grouping = g};

	for (size_t i = 0; i < n; i++)
		add_key(&k, t->key[index[i]]);
	return k.n > 1 ? text_of(&k, ctx) : 0;
}
