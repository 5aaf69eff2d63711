/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledgers.h - small ledgers for tests, written down as they would be measured */
#ifndef LEDGERS_H
#define LEDGERS_H

#include "base/str.h"
#include "model/labels.h"
#include "model/metric.h"
#include "model/table.h"

#include <perfdelta/compare.h>

#include <stdlib.h>

/* One ledger in the making; ctx takes its names. */
struct ledger {
	struct pd_ctx *ctx;
	struct pd_table_builder builder;
	struct pd_table table;
};

static inline struct ledger ledger_new(void)
{
	return (struct ledger){.ctx = pd_ctx_new(NULL, NULL)};
}

static inline void ledger_free(struct ledger *l)
{
	pd_ctx_free(l->ctx);
}

/* A key with at most one label ("loops", "400"; NULL: none). */
static inline uint32_t ledger_key(struct ledger *l, const char *metric, enum pd_better better,
				  const char *label, const char *val)
{
	struct pd_metric m = {.name = pd_ctx_id(l->ctx, pd_str_of(metric)),
			      .unit = pd_ctx_id(l->ctx, PD_STR("s")),
			      .better = better,
			      .quantile = pd_metric_quantile(pd_str_of(metric))};
	struct pd_key key = {.bench = pd_ctx_id(l->ctx, PD_STR("bench"))};
	char buf[64];
	bool agreed;

	if (label) {
		struct pd_label one = {pd_str_of(label), pd_str_of(val)};

		key.labels = pd_ctx_id(l->ctx, pd_labels_pack(&one, 1, buf));
	}
	key.metric = pd_table_metric(&l->builder, &m, &agreed);
	return pd_table_key(&l->builder, &key);
}

/* @n values of @key on the side called @side, each a run of its own. */
static inline void ledger_runs(struct ledger *l, uint32_t key, const char *side,
			       const double *value, uint32_t n)
{
	uint16_t s = pd_table_side(&l->builder, pd_ctx_id(l->ctx, pd_str_of(side)));
	uint32_t *n_runs = pd_table_runs(&l->builder, key, s);

	/* the analyser takes a series that was filled by a loop for one of no values */
	for (uint32_t i = 0; i < n; i++)
		/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage) */
		pd_table_add(&l->builder, key, s, (*n_runs)++, 0, value[i]);
}

/* @n values and when they were measured; each @per_run of them are iterations of one run. */
static inline void ledger_timed(struct ledger *l, uint32_t key, const char *side,
				const double *value, const double *when, uint32_t n,
				uint32_t per_run)
{
	uint16_t s = pd_table_side(&l->builder, pd_ctx_id(l->ctx, pd_str_of(side)));
	uint32_t *n_runs = pd_table_runs(&l->builder, key, s);
	struct pd_table_columns c = {.n = n,
				     .cap = n,
				     .key = calloc(n, sizeof(*c.key)),
				     .side = calloc(n, sizeof(*c.side)),
				     .run = calloc(n, sizeof(*c.run)),
				     .iteration = calloc(n, sizeof(*c.iteration)),
				     .value = calloc(n, sizeof(*c.value)),
				     .when = calloc(n, sizeof(*c.when))};

	if (!c.key || !c.side || !c.run || !c.iteration || !c.value || !c.when)
		abort();
	for (uint32_t i = 0; i < n; i++) {
		c.key[i] = key;
		c.side[i] = s;
		c.run[i] = *n_runs + i / per_run;
		c.iteration[i] = i % per_run;
		/* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign) */
		c.value[i] = value[i];
		c.when[i] = when[i];
	}
	*n_runs += n / per_run;
	pd_table_count_runs(&l->builder, s, *n_runs);
	pd_table_append(&l->builder, &c);
}

/* @n values of one more run, its iterations in order. */
static inline void ledger_iterations(struct ledger *l, uint32_t key, const char *side,
				     const double *value, uint32_t n)
{
	uint16_t s = pd_table_side(&l->builder, pd_ctx_id(l->ctx, pd_str_of(side)));
	uint32_t run = (*pd_table_runs(&l->builder, key, s))++;

	for (uint32_t i = 0; i < n; i++)
		pd_table_add(&l->builder, key, s, run, i, value[i]);
}

/* A run of which only the mean of what it stands for is known, and @about. */
static inline void ledger_mean(struct ledger *l, uint32_t key, const char *side, double mean,
			       struct pd_aggregate about)
{
	struct pd_table_columns c = {.n = 1, .cap = 1, .n_aggregates = 1, .cap_aggregates = 1};
	uint16_t s = pd_table_side(&l->builder, pd_ctx_id(l->ctx, pd_str_of(side)));

	c.key = malloc(sizeof(*c.key));
	c.side = malloc(sizeof(*c.side));
	c.run = malloc(sizeof(*c.run));
	c.iteration = malloc(sizeof(*c.iteration));
	c.value = malloc(sizeof(*c.value));
	c.aggregate = malloc(sizeof(*c.aggregate));
	if (!c.key || !c.side || !c.run || !c.iteration || !c.value || !c.aggregate)
		abort();
	c.key[0] = key;
	c.side[0] = s;
	c.run[0] = (*pd_table_runs(&l->builder, key, s))++;
	c.iteration[0] = 0;
	c.value[0] = mean;
	c.aggregate[0] = about;
	c.aggregate[0].row = 0;
	pd_table_append(&l->builder, &c);
}

static inline struct pd_rows ledger_pair(struct ledger *l, const struct pd_grouping *g)
{
	static const struct pd_grouping apart = {0};
	struct pd_rows rows;

	l->table = pd_table_finish(&l->builder, l->ctx);
	if (pd_pair(l->ctx, &l->table, g ? g : &apart, &rows) < 0)
		abort();
	return rows;
}

/* The first comparison of two plain series under @policy; NULL: the defaults. */
static inline struct pd_comparison ledger_compare(const double *x, uint32_t m, const double *y,
						  uint32_t n, enum pd_better better,
						  const struct pd_policy *policy)
{
	struct pd_policy defaults = pd_compare_policy();
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", better, NULL, NULL);
	struct pd_comparison c;
	struct pd_rows rows;

	ledger_runs(&l, key, "base", x, m);
	ledger_runs(&l, key, "head", y, n);
	rows = ledger_pair(&l, NULL);
	c = *pd_compare_find(pd_compare(l.ctx, &rows, policy ? policy : &defaults, 1), 0, 1);
	ledger_free(&l);
	return c;
}

#endif
