/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/verdicts.h"

#include "report/cells.h"
#include "report/names.h"
#include "report/words.h"

#include "base/str.h"

enum { DIGITS = 4 };

bool pd_verdicts_any(const struct pd_report *r, const struct pd_section *section, size_t side)
{
	for (uint32_t i = 0; i < section->n; i++)
		if (pd_compare_find(r->result, section->row[i].row, side))
			return true;
	return false;
}

static void cell_centre(struct pd_board *b, const struct pd_verdicts *v, size_t row, size_t side)
{
	const struct pd_result *result = v->report->result;
	const struct pd_centre *c = &result->centre[row * result->rows->n_sides + side];
	char buf[PD_NUMBER_MAX];

	pd_board_put(b,
		     (struct pd_str){buf, pd_scale_print(v->scale, buf, c->median.point, DIGITS)});
}

/* That of a single row says nothing new. */
static const struct pd_geomean *find_geomean(const struct pd_verdicts *v)
{
	const struct pd_geomean *g = pd_compare_geomean(v->report->result, v->section->metric,
							v->side);

	return g->n > 1 ? g : NULL;
}

static struct pd_estimate change_of(const struct pd_geomean *g)
{
	struct pd_estimate e = g->ratio;

	e.point -= 1;
	e.lo -= 1;
	e.hi -= 1;
	return e;
}

static void row_geomean(struct pd_board *b, const struct pd_verdicts *v,
			const struct pd_names *names, const struct pd_cells *cells)
{
	const struct pd_geomean *g = find_geomean(v);
	struct pd_estimate change;

	if (!g)
		return;
	change = change_of(g);
	pd_names_word(names, PD_STR("geomean"), b);
	pd_board_put(b, PD_STR(""));
	pd_board_put(b, PD_STR(""));
	pd_cells_change(b, v->scale, true, change.point);
	pd_cells_interval(cells, b, v->scale, true, &change);
	pd_cells_beside_blank(cells, b);
	pd_board_put(b, PD_STR(""));
	pd_out_printf(pd_board_text(b), "%u rows", g->n);
	pd_board_cell(b);
	pd_board_row(b);
}

static void measure(const struct pd_verdicts *v, struct pd_cells *cells)
{
	const struct pd_geomean *g = find_geomean(v);

	for (uint32_t i = 0; i < v->section->n; i++) {
		const struct pd_comparison *c = pd_compare_find(v->report->result,
								v->section->row[i].row, v->side);

		if (c)
			pd_cells_measure(cells, v->scale, c);
	}
	if (g) {
		struct pd_estimate change = change_of(g);

		pd_cells_measure_interval(cells, v->scale, true, &change);
	}
}

static void columns(struct pd_board *b, const struct pd_verdicts *v, const struct pd_cells *cells,
		    bool beside)
{
	pd_board_column(b, PD_POINT, pd_words_side(v->report, 0));
	pd_board_column(b, PD_POINT, pd_words_side(v->report, v->side));
	pd_cells_comparison_columns(cells, b);
	pd_board_column(b, PD_LEFT, PD_STR("verdict"));
	if (cells->noted)
		pd_board_column(b, PD_LEFT, v->markdown ? PD_STR("notes") : PD_STR(""));
	if (beside)
		pd_board_column(b, PD_LEFT, v->markdown ? PD_STR("to settle it") : PD_STR(""));
	pd_board_head(b);
}

static void line_settle(struct pd_board *b, const struct pd_verdicts *v,
			const struct pd_cells *cells, const struct pd_comparison *c)
{
	struct pd_out line;

	pd_out_init(&line, -1);
	pd_out_text(&line, "    ");
	pd_cells_settle(cells, &line, v->scale, c);
	if (line.n > strlen("    "))
		pd_grid_line(&b->grid, pd_out_kept(&line));
	(void)pd_out_close(&line);
}

/* What would settle the row stands in its last column, or on a line below it. */
static void row_comparison(struct pd_board *b, const struct pd_verdicts *v,
			   const struct pd_cells *cells, bool beside, const struct pd_comparison *c)
{
	cell_centre(b, v, c->row, 0);
	cell_centre(b, v, c->row, c->side);
	pd_cells_comparison(cells, b, v->scale, c);
	pd_cells_verdict(cells, b, c->verdict);
	if (cells->noted) {
		pd_notes_mark(v->notes, v->report, c, pd_board_text(b));
		pd_board_cell(b);
	}
	if (beside) {
		pd_cells_settle(cells, pd_board_text(b), v->scale, c);
		pd_board_cell(b);
	}
	pd_board_row(b);
	if (!beside)
		line_settle(b, v, cells, c);
}

static void fill_board(struct pd_board *b, const struct pd_verdicts *v,
		       const struct pd_cells *cells, bool beside)
{
	const struct pd_report *r = v->report;
	struct pd_names names = pd_names_columns(v->section, b);

	columns(b, v, cells, beside);
	for (uint32_t i = 0; i < v->section->n; i++) {
		const struct pd_report_row *row = &v->section->row[i];
		const struct pd_comparison *c = pd_compare_find(r->result, row->row, v->side);

		if (!c)
			continue;
		pd_names_cells(&names, r, row, b);
		row_comparison(b, v, cells, beside, c);
	}
	row_geomean(b, v, &names, cells);
}

void pd_verdicts_write(const struct pd_verdicts *v, struct pd_out *out)
{
	struct pd_cells cells = {.report = v->report, .look = v->look};
	struct pd_board b = {.markdown = v->markdown};

	measure(v, &cells);
	cells.noted = cells.noted && !v->look->quiet;
	fill_board(&b, v, &cells, cells.open);
	/* Too wide for the terminal: what would settle a row goes below it. */
	if (cells.open && !v->markdown && v->look->width &&
	    pd_grid_width(&b.grid) > v->look->width) {
		pd_board_release(&b);
		b = (struct pd_board){.markdown = v->markdown};
		fill_board(&b, v, &cells, false);
	}
	pd_board_write(&b, out);
	pd_board_release(&b);
}
