/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff/suite.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

#include <perfdelta/stat.h>

/* Metric and head side of a comparison as one index. */
static size_t cell_of(const struct pd_rows *rows, const struct pd_comparison *c)
{
	return rows->row[c->row].metric * (rows->n_sides - 1) + c->side - 1u;
}

static bool has_ratio(const struct pd_comparison *c)
{
	return c->relative && c->delta.point > -1;
}

static struct pd_estimate ratio_of(const double *log_ratio, size_t n, double level)
{
	struct pd_estimate e = {nan(""), nan(""), nan(""), 0, false};

	if (!n)
		return e;
	e = pd_mean_ci(log_ratio, n, level);
	return (struct pd_estimate){exp(e.point), exp(e.lo), exp(e.hi), e.level, e.reached};
}

void pd_suite_geomeans(struct pd_ctx *ctx, struct pd_result *r)
{
	const struct pd_rows *rows = r->rows;
	size_t n_heads = rows->n_sides ? rows->n_sides - 1 : 0, n_cells = rows->n_metrics * n_heads;
	size_t *start = calloc(n_cells + 2, sizeof(*start)), *next;
	double *theta = calloc(r->n + 1, sizeof(*theta));

	if (!start || !theta)
		pd_arena_out_of_memory();
	next = start + 1;
	for (size_t i = 0; i < r->n; i++)
		if (has_ratio(&r->comparison[i]))
			next[cell_of(rows, &r->comparison[i]) + 1]++;
	for (size_t i = 0; i < n_cells; i++)
		next[i + 1] += next[i];
	for (size_t i = 0; i < r->n; i++)
		if (has_ratio(&r->comparison[i]))
			theta[next[cell_of(rows, &r->comparison[i])]++] =
				log1p(r->comparison[i].delta.point);
	r->n_geomeans = n_cells;
	r->geomean = pd_ctx_alloc(ctx, (n_cells + 1) * sizeof(*r->geomean));
	for (size_t i = 0; i < n_cells; i++) {
		size_t n = start[i + 1] - start[i];

		r->geomean[i] = (struct pd_geomean){.metric = (uint16_t)(i / n_heads),
						    .side = (uint16_t)(i % n_heads + 1),
						    .n = (uint32_t)n,
						    .ratio = ratio_of(theta + start[i], n,
								      r->policy.level)};
	}
	free(theta);
	free(start);
}
