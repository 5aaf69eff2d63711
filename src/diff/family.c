/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/family.h"

#include "base/arena.h"
#include "base/str.h"
#include "diff/measure.h"

#include <stdlib.h>

#include <perfdelta/stat.h>

bool pd_family_gates(const struct pd_ctx *ctx, const struct pd_policy *policy,
		     const struct pd_metric *m)
{
	if (policy->gate)
		return pd_str_glob(pd_str_of(policy->gate), pd_ctx_name(ctx, m->name));
	return m->better != PD_BETTER_UNKNOWN && !m->redundant;
}

static void add(struct pd_ctx *ctx, struct pd_result *r, size_t row, size_t side,
		struct pd_scratch *scratch)
{
	const struct pd_metric *metric = &r->rows->metrics[r->rows->row[row].metric];
	struct pd_comparison *c = &r->comparison[r->n++];

	*c = (struct pd_comparison){.row = (uint32_t)row, .side = (uint16_t)side};
	c->gated = pd_family_gates(ctx, &r->policy, metric);
	if (pd_measure_is_tested(r, c, scratch))
		++*(c->gated ? &r->family : &r->family_shown);
}

void pd_family_list(struct pd_ctx *ctx, struct pd_result *r, struct pd_scratch *scratch)
{
	const struct pd_rows *rows = r->rows;
	size_t most = rows->n_sides > 1 ? rows->n * (rows->n_sides - 1) : 0;

	r->comparison = pd_ctx_alloc(ctx, (most + 1) * sizeof(*r->comparison));
	for (size_t i = 0; i < rows->n; i++)
		for (size_t s = 1; s < rows->n_sides && rows->row[i].series[0].n; s++)
			if (rows->row[i].series[s].n)
				add(ctx, r, i, s, scratch);
}

size_t pd_family_size(const struct pd_result *r, const struct pd_comparison *c)
{
	size_t n = c->gated ? r->family : r->family_shown;

	return n && r->policy.adjust != PD_ADJUST_NONE ? n : 1;
}

static void adjust(struct pd_result *r, bool gated)
{
	size_t n = 0;
	double *p = calloc(r->n + 1, sizeof(*p)), *adjusted = calloc(r->n + 1, sizeof(*adjusted));

	if (!p || !adjusted)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < r->n; i++)
		if (r->comparison[i].gated == gated)
			p[n++] = r->comparison[i].p_raw;
	pd_multiple_adjust(r->policy.adjust, p, n, adjusted);
	n = 0;
	for (size_t i = 0; i < r->n; i++)
		if (r->comparison[i].gated == gated)
			r->comparison[i].p = adjusted[n++];
	free(p);
	free(adjusted);
}

void pd_family_adjust(struct pd_result *r)
{
	adjust(r, true);
	adjust(r, false);
}
