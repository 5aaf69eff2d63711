/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/nearest.h"

#include "base/str.h"

#include <string.h>

enum { ROWS_MAX = 100 }; /* each is held against all rows of the base */

struct labels {
	struct pd_label label[PD_LABELS_MAX];
	size_t n;
};

/* A walk over both sets, which ascend: the keys that one alone has, or with another value. */
static size_t find_differing(const struct labels *a, const struct labels *b,
			     struct pd_str ret[2 * PD_LABELS_MAX])
{
	size_t n = 0;

	for (size_t i = 0, j = 0; i < a->n || j < b->n;) {
		int order = i == a->n   ? 1
			    : j == b->n ? -1
					: pd_str_cmp(a->label[i].key, b->label[j].key);

		if (order)
			ret[n++] = order < 0 ? a->label[i].key : b->label[j].key;
		else if (!pd_str_eq(a->label[i].val, b->label[j].val))
			ret[n++] = a->label[i].key;
		i += order <= 0;
		j += order >= 0;
	}
	return n;
}

static void take_apart(const struct pd_ctx *ctx, const struct pd_row *row, struct labels *ret)
{
	ret->n = pd_labels_of(ctx, row->labels, ret->label, PD_LABELS_MAX);
}

/* In which labels @row differs from the row of the base that is most like it; 0: there is none. */
static size_t find_nearest(const struct pd_ctx *ctx, const struct pd_rows *rows,
			   const struct pd_row *row, struct pd_str ret[2 * PD_LABELS_MAX])
{
	struct pd_str key[2 * PD_LABELS_MAX];
	struct labels mine, other;
	size_t n_best = 0;

	take_apart(ctx, row, &mine);
	for (size_t i = 0; i < rows->n; i++) {
		const struct pd_row *base = &rows->row[i];
		size_t n;

		if (!base->series[0].n || base->bench != row->bench || base->metric != row->metric)
			continue;
		take_apart(ctx, base, &other);
		n = find_differing(&mine, &other, key);
		if (n_best && n >= n_best)
			continue;
		n_best = n;
		memcpy(ret, key, n * sizeof *key);
	}
	return n_best;
}

size_t nearest_differing(const struct pd_ctx *ctx, const struct pd_rows *rows, size_t side,
			 struct pd_out *out)
{
	struct pd_str key[2 * PD_LABELS_MAX];
	size_t n = 0;

	for (size_t i = 0, looked_at = 0; !n && i < rows->n && looked_at < ROWS_MAX; i++) {
		if (!rows->row[i].series[side].n)
			continue;
		n = find_nearest(ctx, rows, &rows->row[i], key);
		looked_at++;
	}
	for (size_t k = 0; k < n; k++) {
		pd_out_text(out, k ? "," : "");
		pd_out_str(out, key[k]);
	}
	return n;
}
