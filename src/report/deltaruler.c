/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltaruler.h"

#include "base/str.h"

/* The '#' has a column of its own, and one blank behind it. */
static void begin(struct pd_deltaruler *r)
{
	if (r->board.n_columns)
		return;
	pd_board_column(&r->board, PD_LEFT, PD_STR("#"));
}

void pd_deltaruler_column(struct pd_deltaruler *r, enum pd_align align, struct pd_str title)
{
	begin(r);
	pd_board_column(&r->board, align, title);
}

static const char *title_of(enum pd_by by)
{
	switch (by) {
	case PD_BY_COMM:
		return "Command";
	case PD_BY_DSO:
		return "Shared Object";
	case PD_BY_SYMBOL:
		return "Symbol";
	case PD_BY_SUBSYSTEM:
		return "Subsystem";
	case PD_BY_LOCK:
		return "Lock";
	case PD_BY_CALLER:
		return "Caller";
	case PD_BY_DATA:
		return "Data Symbol";
	case PD_BY_DATA_SOURCE:
		return "Memory access";
	case PD_BY_STACK:
		return "Stack";
	case PD_BY_EVENT:
	case PD_N_BY:
		break;
	}
	return "Event";
}

void pd_deltaruler_names(struct pd_deltaruler *r, const enum pd_by *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		pd_deltaruler_column(r, PD_LEFT, pd_str_of(title_of(names[i])));
}

void pd_deltaruler_head(struct pd_deltaruler *r)
{
	begin(r);
	pd_board_head(&r->board);
	pd_board_put(&r->board, PD_STR("#"));
	for (size_t i = 1; i < r->board.n_columns; i++)
		pd_grid_cell_as(&r->board.grid, PD_FILL, PD_STR("."));
	pd_board_row(&r->board);
	pd_grid_line(&r->board.grid, PD_STR("#"));
}

void pd_deltaruler_row(struct pd_deltaruler *r)
{
	pd_board_put(&r->board, PD_STR(""));
}

/* The board puts two blanks behind the '#', perf one. */
size_t pd_deltaruler_width(const struct pd_deltaruler *r)
{
	return pd_grid_width(&r->board.grid) - 1;
}

void pd_deltaruler_write(struct pd_deltaruler *r, struct pd_out *out)
{
	struct pd_out text;
	struct pd_str rest;

	pd_out_init(&text, -1);
	pd_board_write(&r->board, &text);
	rest = pd_out_kept(&text);
	while (rest.n) {
		struct pd_str line = pd_str_cut(&rest, '\n');

		pd_out_bytes(out, line.p, line.n ? 1 : 0);
		pd_out_str(out, pd_str_skip(line, 2));
		pd_out_char(out, '\n');
	}
	(void)pd_out_close(&text);
}

void pd_deltaruler_release(struct pd_deltaruler *r)
{
	pd_board_release(&r->board);
}
