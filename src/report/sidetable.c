/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/sidetable.h"

#include "report/grid.h"
#include "report/tally.h"
#include "report/words.h"

#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>

struct layout {
	bool broken;     /* names of sides that have a blank stand in two lines */
	const char *gap; /* to the left of a side */
};

struct widths {
	size_t piece[PD_SIDETABLE_PIECES_MAX];
};

static size_t pieces(const struct pd_sidetable *t)
{
	return t->report->kind == PD_REPORT_SUMMARY ? t->n_alone : t->n_pieces;
}

void pd_sidetable_mean(const struct pd_sidetable *t, size_t row, size_t side, struct pd_out *out)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_listing_print(buf, &t->listing, t->report, row, side));
}

void pd_sidetable_gain(const struct pd_sidetable *t, size_t row, size_t side, struct pd_out *out)
{
	struct pd_decimal gain = pd_listing_gain(&t->listing, t->report, row, side, t->round);
	char buf[PD_NUMBER_MAX];

	(void)pd_decimal_print(buf, gain);
	pd_out_printf(out, " (%s%s)", buf, gain.defined ? " pct" : "");
}

void pd_sidetable_star(const struct pd_sidetable *t, size_t row, size_t side, struct pd_out *out)
{
	if (pd_listing_marked(t->report, row, side))
		pd_out_char(out, '*');
}

/* Piece @k into @text, emptied before. */
static void make_piece(const struct pd_sidetable *t, size_t row, size_t side, size_t k,
		       struct pd_out *text)
{
	text->n = 0;
	if (pd_listing_summary(t->report, row, side))
		t->piece[k](t, row, side, text);
	else if (!k)
		pd_out_text(text, "N/A");
}

static struct widths measure(const struct pd_sidetable *t, size_t side, struct pd_out *text)
{
	const struct pd_section *s = t->names.section;
	struct widths w = {{0}};

	for (uint32_t i = 0; i < s->n; i++) {
		if (!pd_listing_shown(t->report, t->look, s->row[i].row))
			continue;
		for (size_t k = 0; k < pieces(t); k++) {
			size_t n;

			make_piece(t, s->row[i].row, side, k, text);
			n = pd_grid_text_width(pd_out_kept(text));
			w.piece[k] = n > w.piece[k] ? n : w.piece[k];
		}
	}
	return w;
}

static void add_cell(const struct pd_sidetable *t, struct pd_grid *g, size_t row, size_t side,
		     const struct widths *w)
{
	struct pd_out cell, piece;

	pd_out_init(&cell, -1);
	pd_out_init(&piece, -1);
	for (size_t k = 0; k < pieces(t); k++) {
		make_piece(t, row, side, k, &piece);
		pd_out_fill(&cell, ' ', w->piece[k] - pd_grid_text_width(pd_out_kept(&piece)));
		pd_out_str(&cell, pd_out_kept(&piece));
	}
	pd_grid_cell(g, pd_out_kept(&cell));
	(void)pd_out_close(&piece);
	(void)pd_out_close(&cell);
}

static void write_name(const struct pd_sidetable *t, size_t i, struct pd_out *name)
{
	const struct pd_metric *m = &t->report->result->rows->metrics[t->names.section->metric];

	name->n = 0;
	pd_rowname_write(&t->names, i, PD_ROWNAME_LIST, name);
	if (!name->n)
		pd_out_str(name, pd_ctx_name(t->report->ctx, m->name));
	pd_out_char(name, ':');
}

/* Names that start with numbers line up at their ends: " 1-groups", "16-groups". */
static enum pd_align align_names(const struct pd_sidetable *t, struct pd_out *name)
{
	for (uint32_t i = 0; i < t->names.section->n; i++) {
		write_name(t, i, name);
		if (name->buf[0] < '0' || name->buf[0] > '9')
			return PD_LEFT;
	}
	return PD_RIGHT;
}

/* Where the first line of a name ends that is broken into two: the blank nearest to the middle. */
static size_t break_of(struct pd_str name)
{
	size_t best = name.n;

	for (size_t i = 0; i < name.n; i++) {
		size_t longer = i > name.n - i ? i : name.n - i;
		size_t before = best > name.n - best ? best : name.n - best;

		if (name.p[i] == ' ' && longer < before)
			best = i;
	}
	return best;
}

static bool can_break(const struct pd_sidetable *t)
{
	for (size_t side = 0; side < pd_listing_sides(t->report); side++) {
		struct pd_str name = pd_words_side(t->report, side);

		if (break_of(name) < name.n)
			return true;
	}
	return false;
}

static void add_head(const struct pd_sidetable *t, struct pd_grid *g, bool broken)
{
	if (broken) {
		pd_grid_cell(g, PD_STR(""));
		for (size_t side = 0; side < pd_listing_sides(t->report); side++) {
			struct pd_str name = pd_words_side(t->report, side);
			size_t at = break_of(name);

			pd_grid_cell(g, at < name.n ? (struct pd_str){name.p, at} : PD_STR(""));
		}
		pd_grid_row(g);
	}
	pd_grid_cell_as(g, PD_LEFT, pd_str_of(t->title));
	for (size_t side = 0; side < pd_listing_sides(t->report); side++) {
		struct pd_str name = pd_words_side(t->report, side);
		size_t at = broken ? break_of(name) : name.n;

		pd_grid_cell(g, at < name.n ? pd_str_skip(name, at + 1) : name);
	}
	pd_grid_row(g);
}

static void fill(const struct pd_sidetable *t, struct pd_grid *g, const struct layout *l)
{
	const struct pd_section *s = t->names.section;
	size_t n_sides = pd_listing_sides(t->report);
	struct widths *w = NULL;
	struct pd_out text;
	size_t cap = 0;

	pd_out_init(&text, -1);
	w = pd_vec_grow(NULL, &cap, n_sides, sizeof(*w));
	pd_grid_column(g, align_names(t, &text), "");
	for (size_t side = 0; side < n_sides; side++) {
		w[side] = measure(t, side, &text);
		pd_grid_column(g, PD_RIGHT, l->gap);
	}
	add_head(t, g, l->broken);
	for (uint32_t i = 0; i < s->n; i++) {
		if (!pd_listing_shown(t->report, t->look, s->row[i].row))
			continue;
		write_name(t, i, &text);
		pd_grid_cell(g, pd_out_kept(&text));
		for (size_t side = 0; side < n_sides; side++)
			add_cell(t, g, s->row[i].row, side, &w[side]);
		pd_grid_row(g);
	}
	free(w);
	(void)pd_out_close(&text);
}

/* From nice to narrow. */
static const struct layout wide = {false, "  "}, wide_broken = {true, "  "};
static const struct layout tight = {false, " "}, tight_broken = {true, " "};

static bool fits(const struct pd_sidetable *t, const struct layout *l)
{
	struct pd_grid g = {0};
	size_t width;

	fill(t, &g, l);
	width = pd_grid_width(&g);
	pd_grid_release(&g);
	return !t->look->width || width <= t->look->width;
}

/* The first that fits; where none does, single blanks would only be harder to read. */
static const struct layout *choose_layout(const struct pd_sidetable *t)
{
	bool breaks = can_break(t);

	if (fits(t, &wide))
		return &wide;
	if (breaks && fits(t, &wide_broken))
		return &wide_broken;
	if (fits(t, &tight))
		return &tight;
	if (breaks && fits(t, &tight_broken))
		return &tight_broken;
	return breaks ? &wide_broken : &wide;
}

static void write_table(const struct pd_sidetable *t, struct pd_out *out)
{
	struct pd_grid g = {0};

	fill(t, &g, choose_layout(t));
	pd_grid_write(&g, out);
	pd_grid_release(&g);
}

static void write_caption(const struct pd_sidetable *t, struct pd_out *out)
{
	struct pd_out how;

	pd_out_init(&how, -1);
	pd_out_text(&how, pd_listing_what(t->report, t->names.section));
	if (t->report->kind == PD_REPORT_SUMMARY)
		pd_out_text(&how, t->alone);
	else
		pd_out_printf(&how, "%s%s%s", t->how,
			      pd_listing_plus(t->report, t->names.section->metric), t->after);
	pd_listing_caption(&t->names, t->listing.scale.unit, pd_out_kept(&how), t->look, out);
	(void)pd_out_close(&how);
}

void pd_sidetable_write(struct pd_sidetable *t, struct pd_out *out)
{
	for (size_t i = 0; i < t->report->n_sections; i++) {
		const struct pd_section *s = &t->report->section[i];

		if (!pd_listing_any_shown(t->report, t->look, s))
			continue;
		pd_rowname_init(&t->names, t->report, s);
		t->listing = pd_listing_section(t->report, s, 2);
		write_caption(t, out);
		write_table(t, out);
		pd_out_char(out, '\n');
	}
	pd_tally_write(t->report, t->look, true, out);
}
