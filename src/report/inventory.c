/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/inventory.h"

#include "report/board.h"
#include "report/inventory_rows.h"
#include "report/prose.h"
#include "report/scale.h"
#include "report/setup.h"

#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- summing */

static void add(uint64_t *sum, uint64_t v)
{
	if (__builtin_add_overflow(*sum, v, sum))
		*sum = UINT64_MAX;
}

static struct pd_inventory_event *event_of(const struct pd_inventory *v, size_t side, size_t event)
{
	return &v->event[side * v->profiles->n_events + event];
}

static void add_event(struct pd_inventory_event *sum, const struct pd_profile_event *e)
{
	if (!e->present)
		return;
	sum->counted = e->counted && (!sum->n_runs || sum->counted);
	sum->shares |= e->shares;
	sum->inclusive |= e->is_inclusive;
	sum->parts = e->parts;
	sum->n_runs++;
	add(&sum->weight, e->weight);
	add(&sum->hits, e->hits);
	add(&sum->hits_more, e->hits_more);
	add(&sum->lost, e->lost);
}

static int by_weight(const void *a, const void *b)
{
	const struct pd_inventory_symbol *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return (x->frame > y->frame) - (x->frame < y->frame);
}

/* Moves the frames of @sum [n_frames] that have weight into the list of @e, and clears @sum. */
static void list_symbols(struct pd_ctx *ctx, struct pd_inventory_event *e,
			 struct pd_inventory_symbol *sum, size_t n_frames)
{
	size_t n = 0;

	for (size_t i = 0; i < n_frames; i++)
		n += sum[i].weight > 0;
	e->symbol = pd_ctx_alloc(ctx, n * sizeof(*e->symbol));
	for (size_t i = 0; i < n_frames; i++) {
		if (sum[i].weight)
			e->symbol[e->n++] = sum[i];
		sum[i].weight = sum[i].hits = 0;
	}
	qsort(e->symbol, e->n, sizeof(*e->symbol), by_weight);
}

static void add_cells(const struct pd_profile *p, uint32_t event, struct pd_inventory_symbol *sum)
{
	for (size_t i = 0; i < p->n_cells; i++) {
		const struct pd_profile_cell *cell = &p->cell[i];

		if (cell->place.event != event)
			continue;
		add(&sum[cell->place.leaf].weight, cell->weight);
		add(&sum[cell->place.leaf].hits, cell->hits);
	}
}

static void take_side(struct pd_inventory *v, struct pd_ctx *ctx, size_t side,
		      struct pd_inventory_symbol *sum)
{
	const struct pd_profiles *all = v->profiles;

	for (uint32_t event = 0; event < all->n_events; event++) {
		struct pd_inventory_event *e = event_of(v, side, event);

		for (size_t i = 0; i < all->n; i++) {
			const struct pd_profile *p = &all->profile[i];

			if (p->side != side || event >= p->n_events || !p->event[event].present)
				continue;
			add_event(e, &p->event[event]);
			add_cells(p, event, sum);
		}
		list_symbols(ctx, e, sum, all->n_frames);
	}
}

struct pd_inventory pd_inventory(struct pd_ctx *ctx, const struct pd_profiles *profiles)
{
	struct pd_inventory v = {.ctx = ctx, .profiles = profiles, .version = PD_VERSION};
	struct pd_inventory_symbol *sum = pd_ctx_alloc(ctx, profiles->n_frames * sizeof(*sum));

	for (size_t i = 0; i < profiles->n_frames; i++)
		sum[i].frame = (uint32_t)i;
	v.event = pd_ctx_alloc(ctx,
			       (profiles->n_sides * profiles->n_events + 1) * sizeof(*v.event));
	for (size_t side = 0; side < profiles->n_sides; side++)
		take_side(&v, ctx, side, sum);
	v.diag = pd_ctx_diags(ctx, &v.n_diags);
	return v;
}

size_t pd_inventory_shown(const struct pd_inventory *v, const struct pd_inventory_event *e)
{
	return v->n_top && v->n_top < e->n ? v->n_top : e->n;
}

/* ---- for people */

/* "  kernel: 6.18.5", if any profile of the side says so. */
static void write_setup(const struct pd_inventory *v, size_t side, enum pd_setup what,
			const struct pd_look *look, struct pd_out *out)
{
	struct pd_out text;
	char first[32];

	pd_out_init(&text, -1);
	(void)snprintf(first, sizeof(first), "  %s: ", pd_setup_word(what));
	if (pd_setup_text(v->ctx, v->profiles, side, what, &text))
		pd_prose_wrap(out, first, pd_out_kept(&text), look->width);
	(void)pd_out_close(&text);
}

/* "base: 5 profiles", and what they say of the machine. */
static void write_side(const struct pd_inventory *v, size_t side, const struct pd_look *look,
		       struct pd_out *out)
{
	const struct pd_profile_side *s = &v->profiles->side[side];

	pd_out_str(out, pd_ctx_name(v->ctx, s->name));
	pd_out_printf(out, ": %u profile%s\n", s->n_runs, s->n_runs == 1 ? "" : "s");
	for (int what = 0; what < PD_N_SETUP; what++)
		write_setup(v, side, (enum pd_setup)what, look, out);
}

static void put_share(struct pd_board *b, uint64_t part, uint64_t whole)
{
	char buf[PD_NUMBER_MAX];
	double share = whole ? 100 * (double)part / (double)whole : nan("");

	(void)pd_scale_fixed(buf, share, 2);
	pd_out_printf(pd_board_text(b), "%s%s", buf, whole ? "%" : "");
	pd_board_cell(b);
}

static void write_symbols(const struct pd_inventory *v, const struct pd_inventory_event *e,
			  struct pd_out *out)
{
	struct pd_board b = {0};

	pd_board_column(&b, PD_RIGHT, e->inclusive ? PD_STR("with callees") : PD_STR("share"));
	if (e->counted)
		pd_board_column(&b, PD_RIGHT, pd_inventory_rows_hits(e->hits_more > 0));
	pd_board_column(&b, PD_LEFT, PD_STR("symbol"));
	pd_board_column(&b, PD_LEFT, PD_STR("object"));
	pd_board_head(&b);
	for (size_t i = 0; i < pd_inventory_shown(v, e); i++) {
		const struct pd_frame *f = &v->profiles->frame[e->symbol[i].frame];

		put_share(&b, e->symbol[i].weight, e->weight);
		if (e->counted) {
			pd_out_printf(pd_board_text(&b), "%llu",
				      (unsigned long long)e->symbol[i].hits);
			pd_board_cell(&b);
		}
		pd_board_put(&b, pd_ctx_name(v->ctx, f->symbol));
		pd_board_put(&b, pd_ctx_name(v->ctx, f->dso));
		pd_board_row(&b);
	}
	pd_board_write(&b, out);
	pd_board_release(&b);
	if (pd_inventory_shown(v, e) < e->n)
		pd_out_printf(out, "and %zu more\n", e->n - pd_inventory_shown(v, e));
}

static void put_weight(struct pd_out *out, const struct pd_inventory_event *e)
{
	char buf[PD_NUMBER_MAX];

	if (e->parts) {
		(void)pd_number_print(buf, (double)e->weight / e->parts);
		pd_out_printf(out, "weight %s, ", buf);
	} else {
		pd_out_printf(out, "weight %llu, ", (unsigned long long)e->weight);
	}
}

static void put_hits(struct pd_out *out, const struct pd_inventory_event *e)
{
	uint64_t most = e->hits;

	if (!e->counted) {
		pd_out_text(out, "hits not known, ");
		return;
	}
	add(&most, e->hits_more);
	pd_out_printf(out, "%llu ", (unsigned long long)e->hits);
	if (e->hits_more)
		pd_out_printf(out, "to %llu ", (unsigned long long)most);
	pd_out_text(out, "hits, ");
}

/* "cpu-clock in 5 profiles: 6512 hits, weight 16280000000, 0 lost" */
static void write_event(const struct pd_inventory *v, size_t side, size_t event,
			const struct pd_inventory_event *e, struct pd_out *out)
{
	pd_out_char(out, '\n');
	pd_out_str(out, pd_ctx_name(v->ctx, v->profiles->event[event]));
	pd_out_printf(out, " in %u profile%s: ", e->n_runs, e->n_runs == 1 ? "" : "s");
	put_hits(out, e);
	if (e->shares)
		pd_out_text(out, "shares only, ");
	else
		put_weight(out, e);
	pd_out_printf(out, "%llu lost\n", (unsigned long long)e->lost);
	if (v->rows)
		pd_inventory_rows(&v->rows[side], v->profiles->event[event], v->n_top, out);
	else
		write_symbols(v, e, out);
}

/* The user may have chosen other events. */
static bool is_told(const struct pd_inventory *v, size_t side, size_t event)
{
	return !v->rows || pd_inventory_rows_any(&v->rows[side], v->profiles->event[event]);
}

void pd_inventory_plain(const struct pd_inventory *v, const struct pd_look *look,
			struct pd_out *out)
{
	for (size_t side = 0; side < v->profiles->n_sides; side++) {
		pd_out_text(out, side ? "\n" : "");
		write_side(v, side, look, out);
		for (size_t event = 0; event < v->profiles->n_events; event++) {
			const struct pd_inventory_event *e = event_of(v, side, event);

			if (e->n_runs && is_told(v, side, event))
				write_event(v, side, event, e, out);
		}
	}
	if (v->profiles->n_skipped)
		pd_out_printf(out, "\nskipped: %llu lines or rows\n",
			      (unsigned long long)v->profiles->n_skipped);
}
