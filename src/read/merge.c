/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/merge.h"

#include "base/str.h"
#include "model/labels.h"
#include "read/stage.h"

#include <stdio.h>
#include <stdlib.h>

/* What a slot of the stage is in the ledger. */
struct place {
	uint32_t key, run_base;
	uint16_t side;
};

static pd_id rename_id(const struct pd_ingest *g, struct pd_ctx *ctx, pd_id id)
{
	return pd_ctx_id(ctx, pd_intern_name(&g->names, id));
}

static uint16_t metric_of(const struct pd_ingest *g, struct pd_ctx *ctx, struct pd_table_builder *b,
			  uint32_t quantity, const char *source)
{
	struct pd_metric m = g->quantity[quantity].metric;
	bool agreed;
	uint16_t index;

	m.name = rename_id(g, ctx, m.name);
	m.unit = rename_id(g, ctx, m.unit);
	index = pd_table_metric(b, &m, &agreed);
	if (!agreed)
		pd_ctx_diag(
			ctx, PD_WARNING, (struct pd_loc){source, 0, 0}, "unit-conflict",
			"says another direction for '%s' than the files before it; the first holds",
			pd_ctx_name(ctx, m.name).p);
	return index;
}

/* A file that declares one side alone is called as its operand says. */
static bool gives_way(const struct pd_ingest *g, const struct pd_merge_target *t)
{
	return t->side_given && g->n_declared == 1;
}

/* The label that names sides is taken out of @label; returns how many are left. */
static size_t take_label(struct pd_label *label, size_t n, struct pd_str key,
			 struct pd_str *ret_val)
{
	for (size_t i = 0; i < n; i++) {
		if (!pd_str_eq(label[i].key, key))
			continue;
		*ret_val = label[i].val;
		memmove(label + i, label + i + 1, (n - i - 1) * sizeof(*label));
		return n - 1;
	}
	return n;
}

/* The labels of a slot, without the one that names sides; its value is in *ret_side then. */
static size_t labels_of(const struct pd_ingest *g, const struct pd_stage_slot *s,
			struct pd_label label[PD_LABELS_MAX], struct pd_str *ret_side)
{
	size_t n = pd_labels_unpack(pd_intern_name(&g->names, s->labels), label, PD_LABELS_MAX);

	return take_label(label, n, pd_str_of(g->options->sides_by), ret_side);
}

/* The side of a slot: what the file or --sides-by says, or its operand. */
static struct pd_str side_of(const struct pd_ingest *g, const struct pd_stage_slot *s,
			     const struct pd_merge_target *t)
{
	struct pd_label label[PD_LABELS_MAX];
	struct pd_str side = {NULL, 0};

	if (g->options->sides_by)
		(void)labels_of(g, s, label, &side);
	if (side.n)
		return side;
	return s->side && !gives_way(g, t) ? pd_intern_name(&g->names, s->side) : t->side;
}

static pd_id rename_labels(const struct pd_ingest *g, struct pd_ctx *ctx,
			   const struct pd_stage_slot *s)
{
	struct pd_label label[PD_LABELS_MAX];
	struct pd_str side;
	pd_id id;
	size_t n;
	char *buf;

	if (!g->options->sides_by)
		return rename_id(g, ctx, s->labels);
	n = labels_of(g, s, label, &side);
	buf = malloc(pd_labels_size(label, n) + 1);
	if (!buf)
		pd_arena_out_of_memory();
	id = pd_ctx_id(ctx, pd_labels_pack(label, n, buf));
	free(buf);
	return id;
}

static int check_sides(const struct pd_ingest *g, struct pd_ctx *ctx,
		       const struct pd_merge_target *t)
{
	for (size_t i = 1; t->side_given && i < g->n_slots; i++) {
		struct pd_str name = side_of(g, &g->slot[i], t);

		if (pd_str_eq(name, t->side))
			continue;
		pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){t->source.p, 0, 0}, "side-conflict",
			    "holds values of side '%.*s', yet it was given as '%.*s'; "
			    "name the file without a label",
			    PD_FMT(name), PD_FMT(t->side));
		return PD_EUSAGE;
	}
	return PD_OK;
}

/* A run that counts twice makes every interval too narrow. */
static void check_repeated(const struct pd_ingest *g, struct pd_ctx *ctx,
			   struct pd_table_builder *b, const struct pd_merge_target *t)
{
	struct pd_str side = g->n_slots > 1 ? side_of(g, &g->slot[1], t) : t->side;

	if (pd_table_file(b, pd_ctx_id(ctx, side), pd_ctx_id(ctx, t->source)))
		pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){t->source.p, 0, 0}, "repeated-file",
			    "given twice for side '%.*s': its values count twice", PD_FMT(side));
}

static void place_slot(const struct pd_ingest *g, struct pd_ctx *ctx, struct pd_table_builder *b,
		       const struct pd_merge_target *t, size_t i, struct place *ret)
{
	const struct pd_stage_slot *s = &g->slot[i];
	struct pd_key key;
	uint32_t *n_runs;

	/* A side of which no value could be read is told as such; a key is no key then. */
	ret->side = pd_table_side(b, pd_ctx_id(ctx, side_of(g, s, t)));
	if (!s->n_runs)
		return;
	key = (struct pd_key){.bench = rename_id(g, ctx, s->bench),
			      .labels = rename_labels(g, ctx, s),
			      .metric = metric_of(g, ctx, b, s->quantity, t->source.p)};
	ret->key = pd_table_key(b, &key);
	n_runs = pd_table_runs(b, ret->key, ret->side);
	ret->run_base = *n_runs;
	*n_runs += s->n_runs;
	pd_table_source(b, ctx, ret->side, pd_ctx_id(ctx, t->source));
}

/* Metrics and sides are numbered with 16 bits in the ledger. */
static int too_many(struct pd_ctx *ctx, const struct pd_merge_target *t)
{
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){t->source.p, 0, 0}, "limit",
		    "more than %d different metrics or sides up to this file", UINT16_MAX);
	return PD_ELIMIT;
}

int pd_merge(const struct pd_ingest *g, struct pd_ctx *ctx, struct pd_table_builder *b,
	     const struct pd_merge_target *target)
{
	struct place *place;
	int r = check_sides(g, ctx, target);

	if (r < 0)
		return r;
	check_repeated(g, ctx, b, target);
	place = calloc(g->n_slots + 1, sizeof(*place));
	if (!place)
		pd_arena_out_of_memory();
	for (size_t i = 0; i < g->n_declared && !gives_way(g, target); i++)
		(void)pd_table_side(b, rename_id(g, ctx, g->declared[i]));
	for (size_t i = 1; i < g->n_slots; i++)
		place_slot(g, ctx, b, target, i, &place[i]);
	if (b->t.n_metrics > UINT16_MAX || b->t.n_sides > UINT16_MAX) {
		free(place);
		return too_many(ctx, target);
	}

	pd_table_reserve(b, g->n);
	for (size_t i = 0; i < g->n; i++) {
		const struct pd_stage_value *v = &g->value[i];
		const struct place *p = &place[v->slot];

		pd_table_add(b, p->key, p->side, p->run_base + v->run, v->iteration, v->value);
	}
	b->t.n_skipped += g->diags.n_skipped;
	free(place);
	return PD_OK;
}

void pd_merge_diags(const struct pd_ingest *g, struct pd_ctx *ctx, const char *file)
{
	for (size_t i = 0; i < g->diags.n; i++) {
		struct pd_diag d = g->diags.diag[i].diag;

		d.loc.file = file;
		pd_ctx_repeat(ctx, &d);
	}
	for (size_t i = 0; i < g->diags.n_codes; i++) {
		const struct pd_stage_code *c = &g->diags.count[i];
		char msg[64];

		if (c->n <= PD_STAGE_DIAGS_SHOWN)
			continue;
		(void)snprintf(msg, sizeof(msg), "%llu more of these",
			       (unsigned long long)(c->n - PD_STAGE_DIAGS_SHOWN));
		pd_ctx_repeat(
			ctx,
			&(struct pd_diag){
				PD_NOTE, {file, 0, 0},
                                 c->code, msg, c->n - PD_STAGE_DIAGS_SHOWN
                });
	}
}
