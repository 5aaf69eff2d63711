/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/brief.h"

#include "report/cells.h"
#include "report/names.h"
#include "report/words.h"

#include "base/arena.h"
#include "base/str.h"

#include <stdlib.h>

/* In the order in which a reader must know of them; what is the same is not listed. */
static const enum pd_verdict listed[] = {PD_VERDICT_REGRESSION, PD_VERDICT_CHANGED,
					 PD_VERDICT_INCONCLUSIVE, PD_VERDICT_IMPROVEMENT};

struct brief {
	const struct pd_report *r;
	struct pd_cells cells;
	struct pd_scale *scale; /* [n_sections] */
	struct pd_board board;
	size_t n; /* comparisons listed */
};

struct item {
	size_t section;
	const struct pd_report_row *row;
	const struct pd_comparison *c;
};

/* "hackbench groups=4 time", without the labels that all rows share. */
static void cell_what(struct brief *b, const struct item *it)
{
	const struct pd_rows *rows = b->r->result->rows;
	const struct pd_row *row = &rows->row[it->row->row];
	struct pd_out *text = pd_board_text(&b->board);

	pd_out_str(text, pd_ctx_name(b->r->ctx, row->bench));
	pd_out_text(text, row->bench ? " " : "");
	pd_words_labels(text, it->row->varying, it->row->n_varying);
	pd_out_text(text, it->row->n_varying ? " " : "");
	pd_out_str(text, pd_ctx_name(b->r->ctx, rows->metrics[row->metric].name));
	pd_board_cell(&b->board);
}

static void write_row(struct brief *b, const struct item *it)
{
	struct pd_board *board = &b->board;

	pd_cells_verdict(&b->cells, board, it->c->verdict);
	cell_what(b, it);
	if (b->r->result->rows->n_sides > 2)
		pd_board_put(board, pd_words_side(b->r, it->c->side));
	pd_cells_comparison(&b->cells, board, &b->scale[it->section], it->c);
	if (b->cells.open) {
		pd_cells_settle(&b->cells, pd_board_text(board), &b->scale[it->section], it->c);
		pd_board_cell(board);
	}
	pd_board_row(board);
}

static void columns(struct brief *b)
{
	pd_board_column(&b->board, PD_LEFT, PD_STR("verdict"));
	pd_board_column(&b->board, PD_LEFT, PD_STR("what"));
	if (b->r->result->rows->n_sides > 2)
		pd_board_column(&b->board, PD_LEFT, PD_STR("side"));
	pd_cells_comparison_columns(&b->cells, &b->board);
	if (b->cells.open)
		pd_board_column(&b->board, PD_LEFT,
				b->board.markdown ? PD_STR("to settle it") : PD_STR(""));
	pd_board_head(&b->board);
}

static void measure(struct brief *b, const struct item *it)
{
	pd_cells_measure(&b->cells, &b->scale[it->section], it->c);
	b->n++;
}

/* Calls @visit for every comparison with @verdict, in the order of the report. */
static void each(struct brief *b, enum pd_verdict verdict,
		 void (*visit)(struct brief *b, const struct item *it))
{
	const struct pd_result *result = b->r->result;
	struct item it;

	for (it.section = 0; it.section < b->r->n_sections; it.section++)
		for (uint32_t i = 0; i < b->r->section[it.section].n; i++)
			for (size_t side = 1; side < result->rows->n_sides; side++) {
				it.row = &b->r->section[it.section].row[i];
				it.c = pd_compare_find(result, it.row->row, side);
				if (it.c && it.c->verdict == verdict)
					visit(b, &it);
			}
}

void pd_brief_write(const struct pd_report *r, const struct pd_look *look, bool markdown,
		    struct pd_out *out)
{
	struct brief b = {
		.r = r, .cells = {.report = r, .look = look}
        };

	b.board.markdown = markdown;
	b.scale = calloc(r->n_sections + 1, sizeof(*b.scale));
	if (!b.scale)
		pd_arena_out_of_memory();
	for (size_t s = 0; s < r->n_sections; s++)
		b.scale[s] = pd_names_scale(r, &r->section[s]);
	for (size_t i = 0; i < PD_ARRAY_SIZE(listed); i++)
		each(&b, listed[i], measure);
	if (b.n) {
		columns(&b);
		for (size_t i = 0; i < PD_ARRAY_SIZE(listed); i++)
			each(&b, listed[i], write_row);
		pd_board_write(&b.board, out);
	}
	pd_board_release(&b.board);
	free(b.scale);
}
