/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/letter_bench.h"

#include "report/cells.h"
#include "report/grid.h"
#include "report/names.h"
#include "report/notes.h"
#include "report/prose.h"
#include "report/rowname.h"
#include "report/verdicts.h"
#include "report/words.h"

#include "base/str.h"

#include <stdio.h>

enum { DIGITS = 4, LONG_TITLE = 8, SHORTEST_NAME = 12 };

/* Columns that can be left out, the least needed first. */
enum { P, INTERVAL, N_SPARE };

static const char *const spare_name[N_SPARE] = {"p", "interval"};

/* One metric, base and one head. */
struct table {
	const struct pd_report *r;
	const struct pd_section *section;
	size_t side;
	struct pd_scale scale;
	struct pd_cells cells;
	struct pd_rowname names;
	struct pd_notes *notes;
	struct pd_board board;
	bool plain_titles; /* "base" and "head" instead of long names */
	size_t n_left_out; /* the first of the spare columns */
	size_t most;       /* of a name; 0: all of it */
};

static bool has(const struct table *t, size_t spare)
{
	return spare >= t->n_left_out;
}

static const struct pd_comparison *comparison_of(const struct table *t, size_t i)
{
	return pd_compare_find(t->r->result, t->section->row[i].row, t->side);
}

static bool is_long(const struct table *t, size_t side)
{
	return pd_grid_text_width(pd_words_side(t->r, side)) > LONG_TITLE;
}

static struct pd_str title(const struct table *t, size_t side)
{
	if (t->plain_titles && (is_long(t, 0) || is_long(t, t->side)))
		return side ? PD_STR("head") : PD_STR("base");
	return pd_words_side(t->r, side);
}

static void columns(struct table *t)
{
	struct pd_board *b = &t->board;

	pd_board_column(b, PD_LEFT, PD_STR(""));
	pd_board_column(b, PD_POINT, title(t, 0));
	pd_board_column(b, PD_POINT, title(t, t->side));
	pd_board_column(b, PD_RIGHT, PD_STR("change"));
	if (has(t, INTERVAL))
		pd_board_column(b, PD_LEFT, PD_STR("interval"));
	if (has(t, P))
		pd_board_column(b, PD_RIGHT, pd_str_of(pd_words_p(t->r->result->policy.adjust)));
	pd_board_column(b, PD_LEFT, PD_STR("verdict"));
	pd_board_head(b);
}

static void cell_centre(struct table *t, size_t row, size_t side)
{
	const struct pd_result *result = t->r->result;
	double v = result->centre[row * result->rows->n_sides + side].median.point;
	char buf[PD_NUMBER_MAX];

	pd_board_put(&t->board, (struct pd_str){buf, pd_scale_print(&t->scale, buf, v, DIGITS)});
}

static void put_name(const struct table *t, size_t i, struct pd_out *name)
{
	pd_out_init(name, -1);
	pd_rowname_write(&t->names, i, PD_ROWNAME_LIST, name);
}

static void cell_name(struct table *t, size_t i)
{
	struct pd_out name;

	put_name(t, i, &name);
	pd_grid_short(pd_out_kept(&name), t->most, pd_board_text(&t->board));
	pd_board_cell(&t->board);
	(void)pd_out_close(&name);
}

static void row(struct table *t, size_t i, const struct pd_comparison *c)
{
	struct pd_board *b = &t->board;
	char p[PD_NUMBER_MAX];

	cell_name(t, i);
	cell_centre(t, c->row, 0);
	cell_centre(t, c->row, t->side);
	pd_cells_change(b, &t->scale, c->relative, c->delta.point);
	if (has(t, INTERVAL))
		pd_cells_interval(&t->cells, b, &t->scale, c->relative, &c->delta);
	if (has(t, P))
		pd_board_put(b, (struct pd_str){p, pd_scale_p(p, c->p)});
	pd_out_text(pd_board_text(b), pd_words_verdict(c->verdict));
	pd_out_char(pd_board_text(b), ' ');
	pd_notes_mark(t->notes, t->r, c, pd_board_text(b));
	pd_board_cell(b);
	pd_board_row(b);
}

static void make(struct table *t)
{
	pd_board_release(&t->board);
	t->board = (struct pd_board){0};
	columns(t);
	for (uint32_t i = 0; i < t->section->n; i++)
		if (comparison_of(t, i))
			row(t, i, comparison_of(t, i));
}

static size_t longest_name(const struct table *t)
{
	size_t most = 0;

	for (uint32_t i = 0; i < t->section->n; i++) {
		struct pd_out name;
		size_t n;

		if (!comparison_of(t, i))
			continue;
		put_name(t, i, &name);
		n = pd_grid_text_width(pd_out_kept(&name));
		most = n > most ? n : most;
		(void)pd_out_close(&name);
	}
	return most;
}

/* Short titles, then fewer columns, then names without their middle. */
static void make_to_fit(struct table *t, size_t limit)
{
	size_t longest, width;

	make(t);
	if (pd_grid_width(&t->board.grid) > limit) {
		t->plain_titles = true;
		make(t);
	}
	while (pd_grid_width(&t->board.grid) > limit && t->n_left_out < N_SPARE) {
		t->n_left_out++;
		make(t);
	}
	width = pd_grid_width(&t->board.grid);
	longest = longest_name(t);
	if (width > limit && longest > SHORTEST_NAME) {
		t->most = pd_grid_shorter(longest, width - limit, 1, SHORTEST_NAME);
		make(t);
	}
}

/* "base: v6.17 with the patch, head: v6.18" above a table whose columns do not say it. */
static void write_titles(const struct table *t, const struct pd_look *look, struct pd_out *out)
{
	struct pd_out text;

	if (pd_str_eq(title(t, t->side), pd_words_side(t->r, t->side)))
		return;
	pd_out_init(&text, -1);
	pd_out_text(&text, "base: ");
	pd_out_str(&text, pd_words_side(t->r, 0));
	pd_out_text(&text, ", head: ");
	pd_out_str(&text, pd_words_side(t->r, t->side));
	pd_prose_wrap(out, "", pd_out_kept(&text), look->width);
	(void)pd_out_close(&text);
}

static void write_left_out(const struct table *t, const struct pd_look *look, struct pd_out *out)
{
	pd_prose_left_out(out, look->width, spare_name, t->n_left_out, t->most > 0);
}

static void write_table(struct table *t, const struct pd_look *look, struct pd_out *out)
{
	for (uint32_t i = 0; i < t->section->n; i++)
		if (comparison_of(t, i))
			pd_cells_measure(&t->cells, &t->scale, comparison_of(t, i));
	if (look->width)
		make_to_fit(t, look->width);
	else
		make(t);
	write_titles(t, look, out);
	pd_board_write(&t->board, out);
	pd_board_release(&t->board);
	t->board = (struct pd_board){0};
	write_left_out(t, look, out);
}

static void write_heading(const struct table *t, const struct pd_look *look, struct pd_out *out)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	pd_names_title(&text, t->r, t->section, &t->scale);
	pd_out_text(&text, "; ");
	pd_names_subtitle(&text, t->r, t->section);
	pd_prose_wrap(out, "", pd_out_kept(&text), look->width);
	text.n = 0;
	pd_words_labels(&text, t->section->common, t->section->n_common);
	if (text.n)
		pd_prose_wrap(out, "", pd_out_kept(&text), look->width);
	(void)pd_out_close(&text);
	pd_out_char(out, '\n');
}

static void write_section(const struct pd_report *r, const struct pd_section *section,
			  const struct pd_look *look, struct pd_notes *notes, struct pd_out *out)
{
	struct table t = {
		.r = r, .section = section, .scale = pd_names_scale(r, section), .notes = notes};

	pd_rowname_init(&t.names, r, section);
	write_heading(&t, look, out);
	for (t.side = 1; t.side < r->result->rows->n_sides; t.side++) {
		if (!pd_verdicts_any(r, section, t.side))
			continue;
		t.cells = (struct pd_cells){.report = r, .look = look};
		t.plain_titles = false;
		t.n_left_out = t.most = 0;
		write_table(&t, look, out);
		pd_out_char(out, '\n');
	}
}

static void write_notes(const struct pd_notes *notes, const struct pd_look *look,
			struct pd_out *out)
{
	char number[32];

	for (size_t i = 1; i <= pd_notes_count(notes); i++) {
		(void)snprintf(number, sizeof(number), "[%zu] ", i);
		pd_prose_wrap(out, number, pd_notes_text(notes, i), look->width);
	}
}

void pd_letter_bench(const struct pd_report *r, bool beside_profiles, const struct pd_look *look,
		     struct pd_out *out)
{
	struct pd_notes notes = {0};
	struct pd_out text;

	for (size_t i = 0; i < r->n_sections; i++)
		write_section(r, &r->section[i], look, &notes, out);
	write_notes(&notes, look, out);
	if (!look->quiet)
		pd_prose_order(out, r, beside_profiles, look->width);
	pd_notes_release(&notes);
	pd_out_init(&text, -1);
	for (size_t i = 0; i < r->n_unpaired; i++) {
		pd_prose_unpaired(&text, r, &r->unpaired[i]);
		pd_prose_wrap(out, "", pd_out_kept(&text), look->width);
		text.n = 0;
	}
	pd_words_counts(&text, r);
	pd_prose_wrap(out, "", pd_out_kept(&text), look->width);
	(void)pd_out_close(&text);
}
