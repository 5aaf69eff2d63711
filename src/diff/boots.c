/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/boots.h"

#include "base/str.h"

static bool names(const char *const *list, size_t n, struct pd_str name)
{
	for (size_t i = 0; i < n; i++)
		if (pd_str_eq(pd_str_of(list[i]), name))
			return true;
	return false;
}

bool pd_boots_is_level(const struct pd_grouping *g, struct pd_str name)
{
	return pd_str_eq(name, PD_STR("boot")) && !(g->by && names(g->by, g->n_by, name)) &&
	       !names(g->ignore, g->n_ignore, name);
}

static pd_id boot_of(struct pd_ctx *ctx, pd_id labels)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(ctx, labels, label, PD_LABELS_MAX);

	for (size_t i = 0; i < n; i++)
		if (pd_str_eq(label[i].key, PD_STR("boot")))
			return pd_ctx_id(ctx, label[i].val);
	return 0;
}

const pd_id *pd_boots(struct pd_ctx *ctx, const struct pd_table *t, const struct pd_grouping *g)
{
	pd_id *boot = NULL;

	if (!pd_boots_is_level(g, PD_STR("boot")))
		return NULL;
	for (size_t i = 0; i < t->n_keys; i++) {
		pd_id id = boot_of(ctx, t->keys[i].labels);

		if (id && !boot)
			boot = pd_ctx_alloc(ctx, (t->n_keys + 1) * sizeof(*boot));
		if (id)
			boot[i] = id;
	}
	return boot;
}
