/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/grid.h"

#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>

enum { IN_COLUMN, ROW_END, LINE };

struct pd_grid_cell {
	size_t at;      /* in g->text */
	uint32_t n;     /* bytes */
	uint32_t width; /* characters */
	uint32_t left;  /* of them, before the point; for PD_POINT */
	uint16_t column;
	uint8_t align, kind;
	const char *before, *after;
};

struct pd_grid_column {
	enum pd_align align;
	const char *sep;
	size_t width;       /* of the widest cell */
	size_t left, right; /* widest part before the point, and from the point on */
};

size_t pd_grid_text_width(struct pd_str text)
{
	size_t width = 0;

	for (size_t i = 0; i < text.n; i++)
		width += ((unsigned char)text.p[i] & 0xc0) != 0x80;
	return width;
}

/* Where the character begins that @n others stand before. */
static size_t character_at(struct pd_str s, size_t n)
{
	size_t i = 0;

	while (i < s.n && (n || ((unsigned char)s.p[i] & 0xc0) == 0x80)) {
		n -= n && ((unsigned char)s.p[i] & 0xc0) != 0x80;
		i++;
	}
	return i;
}

void pd_grid_short(struct pd_str text, size_t most, struct pd_out *out)
{
	size_t width = pd_grid_text_width(text), head, tail;

	if (width <= most || most < 4) {
		pd_out_str(out, text);
		return;
	}
	head = (most - 2 + 1) / 2;
	tail = most - 2 - head;
	pd_out_bytes(out, text.p, character_at(text, head));
	pd_out_text(out, "..");
	pd_out_str(out, pd_str_skip(text, character_at(text, width - tail)));
}

size_t pd_grid_shorter(size_t longest, size_t over, size_t n, size_t least)
{
	size_t by = (over + n - 1) / n;

	return by < longest - least ? longest - by : least;
}

void pd_grid_right(struct pd_str text, size_t width, struct pd_out *out)
{
	size_t n = pd_grid_text_width(text);

	pd_out_fill(out, ' ', n < width ? width - n : 0);
	pd_out_str(out, text);
}

void pd_grid_column(struct pd_grid *g, enum pd_align align, const char *sep)
{
	g->column = pd_vec_grow(g->column, &g->cap_columns, g->n_columns + 1, sizeof(*g->column));
	g->column[g->n_columns++] = (struct pd_grid_column){.align = align, .sep = sep};
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* How many bytes stand before the point: "-2.45%" 2, "1005" 4, "12%" 2, "-" 1. */
static size_t before_point(struct pd_str s)
{
	size_t end = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '.')
			return i;
		if (is_digit(s.p[i]))
			end = i + 1;
	}
	return end ? end : s.n;
}

static struct pd_grid_cell *add(struct pd_grid *g, int kind, struct pd_str text)
{
	struct pd_grid_cell *c;

	if (!g->text.buf)
		g->text.fd = -1;
	g->cell = pd_vec_grow(g->cell, &g->cap_cells, g->n_cells + 1, sizeof(*g->cell));
	c = &g->cell[g->n_cells++];
	*c = (struct pd_grid_cell){.at = g->text.n, .n = (uint32_t)text.n, .kind = (uint8_t)kind};
	c->width = (uint32_t)pd_grid_text_width(text);
	pd_out_str(&g->text, text);
	return c;
}

/* The column of the cell that comes next. */
static size_t next_column(const struct pd_grid *g)
{
	const struct pd_grid_cell *last = g->n_cells ? &g->cell[g->n_cells - 1] : NULL;

	return last && last->kind == IN_COLUMN ? last->column + 1u : 0;
}

void pd_grid_cell_as(struct pd_grid *g, enum pd_align align, struct pd_str text)
{
	size_t column = next_column(g);
	struct pd_grid_cell *c = add(g, IN_COLUMN, text);
	struct pd_grid_column *col = &g->column[column];

	c->column = (uint16_t)column;
	c->align = (uint8_t)align;
	if (align == PD_POINT) {
		struct pd_str left = {text.p, before_point(text)};

		c->left = (uint32_t)pd_grid_text_width(left);
		if (c->left > col->left)
			col->left = c->left;
		if (c->width - c->left > col->right)
			col->right = c->width - c->left;
		if (col->left + col->right > col->width)
			col->width = col->left + col->right;
	} else if (c->width > col->width) {
		col->width = c->width;
	}
}

void pd_grid_cell(struct pd_grid *g, struct pd_str text)
{
	pd_grid_cell_as(g, g->column[next_column(g)].align, text);
}

void pd_grid_cell_in(struct pd_grid *g, const char *before, struct pd_str text, const char *after)
{
	pd_grid_cell(g, text);
	g->cell[g->n_cells - 1].before = before;
	g->cell[g->n_cells - 1].after = after;
}

void pd_grid_row(struct pd_grid *g)
{
	(void)add(g, ROW_END, PD_STR(""));
}

void pd_grid_line(struct pd_grid *g, struct pd_str text)
{
	(void)add(g, LINE, text);
}

size_t pd_grid_width(const struct pd_grid *g)
{
	size_t width = g->tail ? pd_grid_text_width(pd_str_of(g->tail)) : 0;

	for (size_t i = 0; i < g->n_columns; i++)
		width += pd_grid_text_width(pd_str_of(g->column[i].sep)) + g->column[i].width;
	return width;
}

static void write_rule(struct pd_out *line, struct pd_str text, size_t width)
{
	if (!text.n || !width)
		return;
	pd_out_fill(line, text.p[0], width - 1);
	pd_out_char(line, text.p[text.n - 1]);
}

/* Blanks to the left of a cell. */
static size_t indent_of(const struct pd_grid_cell *c, const struct pd_grid_column *col)
{
	size_t free_columns = col->width - c->width;

	if (c->align == PD_LEFT)
		return 0;
	/* The number whose fraction is the longest ends where the column ends. */
	return c->align == PD_POINT ? free_columns - (col->right - (c->width - c->left))
				    : free_columns;
}

static void write_cell(const struct pd_grid *g, const struct pd_grid_cell *c, struct pd_out *line)
{
	const struct pd_grid_column *col = &g->column[c->column];
	struct pd_str text = {g->text.buf + c->at, c->n};
	size_t indent;

	if (c->align == PD_FILL) {
		write_rule(line, text, col->width);
		return;
	}
	indent = indent_of(c, col);
	pd_out_fill(line, ' ', indent);
	if (c->before)
		pd_out_text(line, c->before);
	pd_out_str(line, text);
	if (c->after)
		pd_out_text(line, c->after);
	pd_out_fill(line, ' ', col->width - indent - c->width);
}

static void end_row(const struct pd_grid *g, size_t column, struct pd_out *line)
{
	for (; column < g->n_columns; column++) {
		pd_out_text(line, g->column[column].sep);
		pd_out_fill(line, ' ', g->column[column].width);
	}
	if (g->tail)
		pd_out_text(line, g->tail);
}

void pd_grid_write(const struct pd_grid *g, struct pd_out *out)
{
	struct pd_out line;
	size_t column = 0;

	pd_out_init(&line, -1);
	for (size_t i = 0; i < g->n_cells; i++) {
		const struct pd_grid_cell *c = &g->cell[i];

		if (c->kind == IN_COLUMN) {
			pd_out_text(&line, g->column[column++].sep);
			write_cell(g, c, &line);
			continue;
		}
		if (c->kind == ROW_END)
			end_row(g, column, &line);
		else
			pd_out_bytes(&line, g->text.buf + c->at, c->n);
		pd_out_line(out, &line);
		column = 0;
	}
	(void)pd_out_close(&line);
}

void pd_grid_release(struct pd_grid *g)
{
	(void)pd_out_close(&g->text);
	free(g->cell);
	free(g->column);
	*g = (struct pd_grid){0};
}
