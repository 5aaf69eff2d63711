/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/stage.h"

#include "base/str.h"
#include "base/vec.h"
#include "model/labels.h"
#include "model/metric.h"
#include "read/ingest.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* The id of a clean name; that of no name once there are too many. */
static pd_id clean_name_id(struct pd_ingest *g, struct pd_str name)
{
	if (g->names.n <= PD_STAGE_MAX_NAMES)
		return pd_intern(&g->names, name);
	if (!g->full)
		pd_ingest_error(g, NULL, NULL, "limit", "more than %d different names in one file",
				PD_STAGE_MAX_NAMES);
	g->full = true;
	return 0;
}

pd_id pd_stage_name(struct pd_ingest *g, struct pd_str name)
{
	return clean_name_id(g, pd_normalise_name(name, &g->normal));
}

/* The current labels as one interned string. */
static pd_id packed_labels(struct pd_ingest *g)
{
	struct pd_label label[PD_LABELS_MAX];
	char small[512], *buf = small;
	size_t size;

	if (g->labels_packed)
		return g->labels;
	for (size_t i = 0; i < g->n_labels; i++)
		label[i] = (struct pd_label){pd_intern_name(&g->names, g->label[i].key),
					     pd_intern_name(&g->names, g->label[i].val)};
	size = pd_labels_size(label, g->n_labels);
	if (size > sizeof(small)) {
		buf = malloc(size);
		if (!buf)
			pd_arena_out_of_memory();
	}
	g->labels = clean_name_id(g, pd_labels_pack(label, g->n_labels, buf));
	g->labels_packed = true;
	if (buf != small)
		free(buf);
	return g->labels;
}

struct __attribute__((packed)) packed_quantity {
	pd_id name, unit;
	uint8_t better, undirected, exact, redundant, absolute;
};

struct __attribute__((packed)) packed_slot {
	pd_id side, bench, labels, quantity;
};

#define BYTES_OF(v) ((struct pd_str){(const char *)&(v), sizeof(v)})

static uint32_t add_quantity(struct pd_ingest *g, const struct pd_quantity *q)
{
	struct packed_quantity packed = {pd_stage_name(g, q->name),
					 pd_stage_name(g, q->unit),
					 (uint8_t)q->better,
					 q->undirected,
					 q->exact,
					 q->redundant,
					 q->absolute};
	uint32_t i = pd_intern(&g->quantity_ids, BYTES_OF(packed));
	struct pd_unit unit;

	if (i < g->n_quantities)
		return i;
	unit = pd_metric_unit(pd_intern_name(&g->names, packed.unit));
	if (q->undirected)
		unit.better = PD_BETTER_UNKNOWN;
	g->quantity = pd_vec_grow(g->quantity, &g->cap_quantities, i + 1, sizeof(*g->quantity));
	g->n_quantities = i + 1;
	g->quantity[i] = (struct pd_stage_quantity){
		.metric = {.name = packed.name,
			   .unit = pd_intern(&g->names, pd_str_of(unit.base)),
			   .better = q->better != PD_BETTER_UNKNOWN ? q->better : unit.better,
			   .exact = q->exact,
			   .redundant = q->redundant,
			   .absolute = q->absolute,
			   .quantile = pd_metric_quantile(q->name)},
		.shift = unit.shift,
		.factor = unit.factor,
	};
	return i;
}

/* Most numbers are of the same kind as the one before. */
static uint32_t quantity_index(struct pd_ingest *g, const struct pd_quantity *q)
{
	const struct pd_stage_said *last = &g->said;

	if (g->n_quantities && last->better == q->better && last->undirected == q->undirected &&
	    last->exact == q->exact && last->redundant == q->redundant &&
	    last->absolute == q->absolute &&
	    pd_str_eq(q->name, pd_intern_name(&g->names, last->name)) &&
	    pd_str_eq(q->unit, pd_intern_name(&g->names, last->unit)))
		return last->index;
	g->said = (struct pd_stage_said){pd_stage_name(g, q->name),
					 pd_stage_name(g, q->unit),
					 q->better,
					 q->undirected,
					 q->exact,
					 q->redundant,
					 q->absolute,
					 0};
	g->said.index = add_quantity(g, q);
	return g->said.index;
}

uint32_t pd_stage_key(struct pd_ingest *g, const struct pd_quantity *q)
{
	struct packed_slot packed = {g->side, g->bench, packed_labels(g), quantity_index(g, q)};
	uint32_t i = pd_intern(&g->slot_ids, BYTES_OF(packed));

	if (i < g->n_slots)
		return i;
	g->slot = pd_vec_grow(g->slot, &g->cap_slots, i + 1, sizeof(*g->slot));
	g->n_slots = i + 1;
	g->slot[i] = (struct pd_stage_slot){.side = packed.side,
					    .bench = packed.bench,
					    .labels = packed.labels,
					    .quantity = packed.quantity,
					    .epoch = UINT32_MAX};
	return i;
}

/* ---- diagnostics */

/* How often @code was met, this time among them. */
static uint64_t count(struct pd_stage_diags *d, const char *code)
{
	for (size_t i = 0; i < d->n_codes; i++)
		if (!strcmp(d->count[i].code, code))
			return ++d->count[i].n;
	assert(d->n_codes < PD_ARRAY_SIZE(d->count));
	d->count[d->n_codes++] = (struct pd_stage_code){code, 1};
	return 1;
}

/* What a message quotes may be any bytes of any length: it is cleaned, and cut between characters. */
static char *message_of(const char *text)
{
	struct pd_normalise_buf buf = {0};
	struct pd_str clean = pd_normalise_name(pd_str_of(text), &buf);
	bool cut = clean.n > PD_STAGE_MESSAGE;
	size_t n = cut ? PD_STAGE_MESSAGE - 3 : clean.n;
	char *msg;

	while (cut && n && ((unsigned char)clean.p[n] & 0xc0) == 0x80)
		n--;
	if (asprintf(&msg, "%.*s%s", (int)n, clean.p, cut ? "..." : "") < 0)
		pd_arena_out_of_memory();
	free(buf.p);
	return msg;
}

void pd_stage_diag(struct pd_stage_diags *d, enum pd_severity severity, struct pd_loc loc,
		   const char *code, const char *fmt, va_list args)
{
	struct pd_stage_diag *kept;
	char *text;

	d->n_skipped += severity == PD_WARNING;
	if (count(d, code) > PD_STAGE_DIAGS_SHOWN)
		return;
	d->diag = pd_vec_grow(d->diag, &d->cap, d->n + 1, sizeof(*d->diag));
	kept = &d->diag[d->n++];
	kept->diag = (struct pd_diag){severity, loc, code, NULL, 1};
	if (vasprintf(&text, fmt, args) < 0)
		pd_arena_out_of_memory();
	kept->diag.msg = kept->msg = message_of(text);
	free(text);
}

void pd_stage_diags_free(struct pd_stage_diags *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->diag[i].msg);
	free(d->diag);
	*d = (struct pd_stage_diags){0};
}
