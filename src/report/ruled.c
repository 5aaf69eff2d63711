/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ruled.h"

#include "report/grid.h"

#include "base/str.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>

struct pd_ruled_cell {
	size_t end; /* in g->text; it starts where the one before ends */
};

struct pd_out *pd_ruled_text(struct pd_ruled *g)
{
	if (!g->text.buf)
		g->text.fd = -1;
	return &g->text;
}

void pd_ruled_cell(struct pd_ruled *g)
{
	g->cell = pd_vec_grow(g->cell, &g->cap_cells, g->n_cells + 1, sizeof(*g->cell));
	g->cell[g->n_cells++].end = g->text.n;
}

static struct pd_str cell_at(const struct pd_ruled *g, size_t i)
{
	size_t start = i ? g->cell[i - 1].end : 0;

	return (struct pd_str){g->text.buf + start, g->cell[i].end - start};
}

static size_t column_width(const struct pd_ruled *g, size_t column)
{
	size_t width = 0;

	for (size_t i = column; i < g->n_cells; i += g->n_columns) {
		struct pd_str rest = cell_at(g, i);

		while (rest.n) {
			size_t n = pd_grid_text_width(pd_str_cut(&rest, '\n'));

			width = n > width ? n : width;
		}
	}
	return width;
}

size_t pd_ruled_width(const struct pd_ruled *g)
{
	size_t width = 3 * (g->n_columns - 1);

	for (size_t i = 0; i < g->n_columns; i++)
		width += column_width(g, i);
	return width;
}

/* The @i-th line of a cell; empty beyond the last. */
static struct pd_str line_of(struct pd_str cell, size_t i)
{
	struct pd_str line = pd_str_cut(&cell, '\n');

	while (i--)
		line = pd_str_cut(&cell, '\n');
	return line;
}

static size_t height_of(const struct pd_ruled *g, size_t row)
{
	size_t height = 1;

	for (size_t i = 0; i < g->n_columns; i++) {
		struct pd_str rest = cell_at(g, row * g->n_columns + i);
		size_t n = 0;

		for (; rest.n; n++)
			(void)pd_str_cut(&rest, '\n');
		height = n > height ? n : height;
	}
	return height;
}

static void write_line(const struct pd_ruled *g, const size_t *width, size_t row, size_t line,
		       struct pd_out *out)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	for (size_t i = 0; i < g->n_columns; i++) {
		struct pd_str cell = line_of(cell_at(g, row * g->n_columns + i), line);
		size_t blanks = width[i] - pd_grid_text_width(cell);

		bool left = g->left || !i;

		pd_out_text(&text, i ? " | " : "");
		pd_out_fill(&text, ' ', left ? 0 : blanks);
		pd_out_str(&text, cell);
		pd_out_fill(&text, ' ', left ? blanks : 0);
	}
	pd_out_line(out, &text);
	(void)pd_out_close(&text);
}

static void write_rule(const struct pd_ruled *g, const size_t *width, struct pd_out *out)
{
	for (size_t i = 0; i < g->n_columns; i++) {
		pd_out_text(out, i ? "-+-" : "");
		pd_out_fill(out, '-', width[i]);
	}
	pd_out_char(out, '\n');
}

static void write_edge(const struct pd_ruled *g, struct pd_out *out)
{
	pd_out_fill(out, '=', pd_ruled_width(g));
	pd_out_char(out, '\n');
}

void pd_ruled_write(const struct pd_ruled *g, struct pd_out *out)
{
	size_t n_rows = g->n_cells / g->n_columns, cap = 0;
	size_t *width = pd_vec_grow(NULL, &cap, g->n_columns, sizeof(*width));

	assert(g->n_cells % g->n_columns == 0);
	for (size_t i = 0; i < g->n_columns; i++)
		width[i] = column_width(g, i);
	write_edge(g, out);
	for (size_t row = 0; row < n_rows; row++) {
		size_t height = height_of(g, row);

		if (row)
			write_rule(g, width, out);
		for (size_t line = 0; line < height; line++)
			write_line(g, width, row, line, out);
	}
	write_edge(g, out);
	free(width);
}

void pd_ruled_release(struct pd_ruled *g)
{
	(void)pd_out_close(&g->text);
	free(g->cell);
	*g = (struct pd_ruled){0};
}
