/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/letter_bench.h"

#include "report/cells.h"
#include "report/names.h"
#include "report/notes.h"
#include "report/prose.h"
#include "report/rowname.h"
#include "report/verdicts.h"
#include "report/words.h"

#include "base/str.h"

#include <stdio.h>

enum { DIGITS = 4 };

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
};

static const struct pd_comparison *comparison_of(const struct table *t, size_t i)
{
	return pd_compare_find(t->r->result, t->section->row[i].row, t->side);
}

static void columns(struct table *t)
{
	struct pd_board *b = &t->board;

	pd_board_column(b, PD_LEFT, PD_STR(""));
	pd_board_column(b, PD_POINT, pd_words_side(t->r, 0));
	pd_board_column(b, PD_POINT, pd_words_side(t->r, t->side));
	pd_board_column(b, PD_RIGHT, PD_STR("change"));
	pd_board_column(b, PD_LEFT, PD_STR("interval"));
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

static void row(struct table *t, size_t i, const struct pd_comparison *c)
{
	struct pd_board *b = &t->board;
	char p[PD_NUMBER_MAX];

	pd_rowname_write(&t->names, i, PD_ROWNAME_LIST, pd_board_text(b));
	pd_board_cell(b);
	cell_centre(t, c->row, 0);
	cell_centre(t, c->row, t->side);
	pd_cells_change(b, &t->scale, c->relative, c->delta.point);
	pd_cells_interval(&t->cells, b, &t->scale, c->relative, &c->delta);
	pd_board_put(b, (struct pd_str){p, pd_scale_p(p, c->p)});
	pd_out_text(pd_board_text(b), pd_words_verdict(c->verdict));
	pd_out_char(pd_board_text(b), ' ');
	pd_notes_mark(t->notes, t->r, c, pd_board_text(b));
	pd_board_cell(b);
	pd_board_row(b);
}

static void write_table(struct table *t, struct pd_out *out)
{
	for (uint32_t i = 0; i < t->section->n; i++)
		if (comparison_of(t, i))
			pd_cells_measure(&t->cells, &t->scale, comparison_of(t, i));
	columns(t);
	for (uint32_t i = 0; i < t->section->n; i++)
		if (comparison_of(t, i))
			row(t, i, comparison_of(t, i));
	pd_board_write(&t->board, out);
	pd_board_release(&t->board);
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
		t.board = (struct pd_board){0};
		write_table(&t, out);
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

void pd_letter_bench(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct pd_notes notes = {0};
	struct pd_out text;

	for (size_t i = 0; i < r->n_sections; i++)
		write_section(r, &r->section[i], look, &notes, out);
	write_notes(&notes, look, out);
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
