/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/board.h"

#include "base/str.h"

#include <assert.h>

static void init_text(struct pd_out *o)
{
	if (!o->buf)
		pd_out_init(o, -1);
}

void pd_board_column(struct pd_board *b, enum pd_align align, struct pd_str title)
{
	assert(b->n_columns < PD_BOARD_COLUMNS);
	init_text(&b->titles);
	pd_out_str(&b->titles, title);
	b->end[b->n_columns] = b->titles.n;
	b->align[b->n_columns++] = align;
	if (b->markdown)
		pd_grid_column(&b->grid, align, b->n_columns == 1 ? "| " : " | ");
	else
		pd_grid_column(&b->grid, align, b->n_columns == 1 ? "" : "  ");
}

static struct pd_str title_of(const struct pd_board *b, size_t i)
{
	size_t start = i ? b->end[i - 1] : 0;

	return (struct pd_str){b->titles.buf + start, b->end[i] - start};
}

void pd_board_head(struct pd_board *b)
{
	b->grid.tail = b->markdown ? " |" : NULL;
	for (size_t i = 0; i < b->n_columns; i++) {
		pd_out_str(pd_board_text(b), title_of(b, i));
		pd_board_cell_as(b, b->align[i] == PD_LEFT ? PD_LEFT : PD_RIGHT);
	}
	pd_board_row(b);
	if (!b->markdown)
		return;
	for (size_t i = 0; i < b->n_columns; i++)
		pd_grid_cell_as(&b->grid, PD_FILL,
				b->align[i] == PD_LEFT ? PD_STR("--") : PD_STR("-:"));
	pd_grid_row(&b->grid);
}

struct pd_out *pd_board_text(struct pd_board *b)
{
	init_text(&b->text);
	return &b->text;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9');
}

/* Whether markdown would read s.p[i] as its own: "<1e-4" and "read_all" are plain text to it. */
static bool is_mark(struct pd_str s, size_t i)
{
	switch (s.p[i]) {
	case '|':
	case '*':
	case '`':
	case '\\':
		return true;
	case '<':
		return i + 1 < s.n &&
		       (is_letter(s.p[i + 1]) || s.p[i + 1] == '/' || s.p[i + 1] == '!');
	case '_':
		return !i || !is_word(s.p[i - 1]) || i + 1 == s.n || !is_word(s.p[i + 1]);
	}
	return false;
}

void pd_board_escape(struct pd_out *out, struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (is_mark(s, i))
			pd_out_char(out, '\\');
		pd_out_char(out, s.p[i]);
	}
}

static struct pd_str take_text(struct pd_board *b, struct pd_out *escaped)
{
	struct pd_str text = pd_out_kept(&b->text);

	b->text.n = 0;
	pd_out_init(escaped, -1);
	if (!b->markdown)
		return text;
	pd_board_escape(escaped, text);
	return pd_out_kept(escaped);
}

void pd_board_cell_as(struct pd_board *b, enum pd_align align)
{
	struct pd_out escaped;

	pd_grid_cell_as(&b->grid, align, take_text(b, &escaped));
	(void)pd_out_close(&escaped);
}

void pd_board_cell(struct pd_board *b)
{
	struct pd_out escaped;

	pd_grid_cell(&b->grid, take_text(b, &escaped));
	(void)pd_out_close(&escaped);
}

void pd_board_cell_in(struct pd_board *b, const char *before, const char *after)
{
	struct pd_out escaped;
	struct pd_str text = take_text(b, &escaped);

	pd_grid_cell_in(&b->grid, b->markdown ? NULL : before, text, b->markdown ? NULL : after);
	(void)pd_out_close(&escaped);
}

void pd_board_put(struct pd_board *b, struct pd_str text)
{
	pd_out_str(pd_board_text(b), text);
	pd_board_cell(b);
}

void pd_board_row(struct pd_board *b)
{
	pd_grid_row(&b->grid);
}

void pd_board_write(struct pd_board *b, struct pd_out *out)
{
	pd_grid_write(&b->grid, out);
}

void pd_board_release(struct pd_board *b)
{
	pd_grid_release(&b->grid);
	(void)pd_out_close(&b->text);
	(void)pd_out_close(&b->titles);
}
