/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/merge.h"

#include "base/str.h"
#include "model/labels.h"
#include "read/stage.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILES_SHOWN = 5 }; /* with remarks of the same code */

/* What a slot of the stage is in the ledger. */
struct place {
	uint32_t key, run_base;
	uint16_t side;
};

/* One file on its way into the ledger; its names and metrics are found once each. */
struct merge {
	const struct pd_ingest *g;
	struct pd_ctx *ctx;
	struct pd_table_builder *b;
	const struct pd_merge_target *t;
	pd_id *name;      /* [names.n] id + 1 in the ledger; 0: not yet */
	uint32_t *metric; /* [n_quantities] index + 1 in the ledger; 0: not yet */
	pd_id source;
};

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	if (!p)
		pd_arena_out_of_memory();
	return p;
}

static pd_id rename_id(struct merge *m, pd_id id)
{
	if (!m->name[id])
		m->name[id] = pd_ctx_id(m->ctx, pd_intern_name(&m->g->names, id)) + 1;
	return m->name[id] - 1;
}

static uint16_t add_metric(struct merge *m, uint32_t quantity)
{
	struct pd_metric metric = m->g->quantity[quantity].metric;
	bool agreed;
	uint16_t index;

	metric.name = rename_id(m, metric.name);
	metric.unit = rename_id(m, metric.unit);
	index = pd_table_metric(m->b, &metric, &agreed);
	if (!agreed)
		pd_ctx_diag(
			m->ctx, PD_WARNING, (struct pd_loc){m->t->source.p, 0, 0}, "unit-conflict",
			"says another direction for '%s' than the files before it; the first holds",
			pd_ctx_name(m->ctx, metric.name).p);
	return index;
}

static uint16_t metric_of(struct merge *m, uint32_t quantity)
{
	if (!m->metric[quantity])
		m->metric[quantity] = (uint32_t)add_metric(m, quantity) + 1;
	return (uint16_t)(m->metric[quantity] - 1);
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
	struct pd_str side = {NULL, 0};

	if (g->options->sides_by) {
		struct pd_label label[PD_LABELS_MAX];

		(void)labels_of(g, s, label, &side);
	}
	if (side.n)
		return side;
	return s->side && !gives_way(g, t) ? pd_intern_name(&g->names, s->side) : t->side;
}

static pd_id rename_labels(struct merge *m, const struct pd_stage_slot *s)
{
	struct pd_label label[PD_LABELS_MAX];
	struct pd_str side = {NULL, 0};
	pd_id id;
	size_t n;
	char *buf;

	if (!m->g->options->sides_by)
		return rename_id(m, s->labels);
	n = labels_of(m->g, s, label, &side);
	m->b->sided |= side.n > 0;
	buf = zeroed(pd_labels_size(label, n), 1);
	id = pd_ctx_id(m->ctx, pd_labels_pack(label, n, buf));
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
	struct pd_str file = t->identity.n ? t->identity : t->source;

	if (pd_table_file(b, pd_ctx_id(ctx, side), pd_ctx_id(ctx, file)))
		pd_ctx_diag(ctx, PD_WARNING, (struct pd_loc){t->source.p, 0, 0}, "repeated-file",
			    "given twice for side '%.*s': its values count twice", PD_FMT(side));
}

static pd_id side_id(struct merge *m, const struct pd_stage_slot *s)
{
	if (s->side && !m->g->options->sides_by && !gives_way(m->g, m->t))
		return rename_id(m, s->side);
	return pd_ctx_id(m->ctx, side_of(m->g, s, m->t));
}

static void place_slot(struct merge *m, size_t i, struct place *ret)
{
	const struct pd_stage_slot *s = &m->g->slot[i];
	struct pd_key key;
	uint32_t *n_runs;

	/* A side of which no value could be read is told as such; a key is no key then. */
	ret->side = pd_table_side(m->b, side_id(m, s));
	if (!s->n_runs)
		return;
	key = (struct pd_key){.bench = rename_id(m, s->bench),
			      .labels = rename_labels(m, s),
			      .metric = metric_of(m, s->quantity)};
	ret->key = pd_table_key(m->b, &key);
	n_runs = pd_table_runs(m->b, ret->key, ret->side);
	ret->run_base = *n_runs;
	*n_runs += s->n_runs;
	pd_table_count_runs(m->b, ret->side, *n_runs);
	pd_table_source(m->b, m->ctx, ret->side, m->source);
}

/* Metrics and sides are numbered with 16 bits in the ledger. */
static bool is_full(const struct pd_table *t)
{
	return t->n_metrics > UINT16_MAX || t->n_sides > UINT16_MAX;
}

static void place_all(struct merge *m, struct place *place)
{
	m->name = zeroed(m->g->names.n, sizeof(*m->name));
	m->metric = zeroed(m->g->n_quantities, sizeof(*m->metric));
	m->source = pd_ctx_id(m->ctx, m->t->source);
	for (size_t i = 0; i < m->g->n_declared && !gives_way(m->g, m->t) && !is_full(&m->b->t);
	     i++)
		(void)pd_table_side(m->b, rename_id(m, m->g->declared[i]));
	for (size_t i = 1; i < m->g->n_slots && !is_full(&m->b->t); i++)
		place_slot(m, i, &place[i]);
	free(m->name);
	free(m->metric);
}

static int too_many(struct pd_ctx *ctx, const struct pd_merge_target *t)
{
	pd_ctx_diag(ctx, PD_ERROR, (struct pd_loc){t->source.p, 0, 0}, "limit",
		    "more than %d different metrics or sides up to this file", UINT16_MAX);
	return PD_ELIMIT;
}

static void move_values(struct pd_ingest *g, struct pd_table_builder *b, const struct place *place)
{
	struct pd_table_columns *c = &g->values;

	c->side = zeroed(c->cap, sizeof(*c->side));
	for (size_t i = 0; i < c->n; i++) {
		const struct place *p = &place[c->key[i]];

		c->key[i] = p->key;
		c->side[i] = p->side;
		c->run[i] += p->run_base;
	}
	pd_table_append(b, c);
}

int pd_merge(struct pd_ingest *g, struct pd_ctx *ctx, struct pd_table_builder *b,
	     const struct pd_merge_target *target)
{
	struct merge m = {.g = g, .ctx = ctx, .b = b, .t = target};
	struct place *place;
	int r = check_sides(g, ctx, target);

	if (r < 0)
		return r;
	check_repeated(g, ctx, b, target);
	place = zeroed(g->n_slots, sizeof(*place));
	place_all(&m, place);
	if (is_full(&b->t)) {
		free(place);
		return too_many(ctx, target);
	}

	move_values(g, b, place);
	b->t.n_skipped += g->diags.n_skipped;
	free(place);
	return PD_OK;
}

static struct pd_merge_said_code *said_of(struct pd_merge_said *said, const char *code)
{
	size_t i = 0;

	while (i < said->n && strcmp(said->code[i].code, code) != 0)
		i++;
	assert(i < PD_ARRAY_SIZE(said->code));
	if (i == said->n)
		said->code[said->n++].code = code;
	return &said->code[i];
}

static bool is_left(struct pd_merge_said *said, const char *code)
{
	return said_of(said, code)->n_files > FILES_SHOWN;
}

static void say_more(struct pd_ctx *ctx, const char *file, const char *code, uint64_t n,
		     const char *what)
{
	char msg[96];

	(void)snprintf(msg, sizeof(msg), "%" PRIu64 " more of these%s", n, what);
	pd_ctx_repeat(ctx, &(struct pd_diag){.severity = PD_NOTE,
					     .loc.file = file,
					     .code = code,
					     .msg = msg,
					     .count = n});
}

void pd_merge_diags(const struct pd_ingest *g, struct pd_ctx *ctx, const char *file,
		    struct pd_merge_said *said)
{
	for (size_t i = 0; i < g->diags.n_codes; i++)
		said_of(said, g->diags.count[i].code)->n_files++;
	for (size_t i = 0; i < g->diags.n; i++) {
		struct pd_diag d = g->diags.diag[i].diag;

		d.loc.file = file;
		if (!is_left(said, d.code))
			pd_ctx_repeat(ctx, &d);
	}
	for (size_t i = 0; i < g->diags.n_codes; i++) {
		const struct pd_stage_code *c = &g->diags.count[i];
		struct pd_merge_said_code *s = said_of(said, c->code);

		if (is_left(said, c->code)) {
			s->n_left += c->n;
			s->n_files_left++;
		} else if (c->n > PD_STAGE_DIAGS_SHOWN) {
			say_more(ctx, file, c->code, c->n - PD_STAGE_DIAGS_SHOWN, "");
		}
	}
}

void pd_merge_diags_left(const struct pd_merge_said *said, struct pd_ctx *ctx)
{
	for (size_t i = 0; i < said->n; i++) {
		const struct pd_merge_said_code *s = &said->code[i];
		char what[48];

		(void)snprintf(what, sizeof(what), " in %" PRIu64 " more file%s", s->n_files_left,
			       s->n_files_left > 1 ? "s" : "");
		if (s->n_left)
			say_more(ctx, NULL, s->code, s->n_left, what);
	}
}
