/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltatable.h"

#include "report/deltacolumns.h"
#include "report/deltainterval.h"
#include "report/deltanames.h"
#include "report/deltaprose.h"
#include "report/prose.h"
#include "report/scale.h"

#include "base/arena.h"
#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names are not cut to less. */
enum { SHORTEST_NAME = 12 };

struct table {
	const struct pd_deltatable *t;
	const struct pd_deltacells *c;
	struct pd_board b;
	struct pd_deltacolumns columns;
	struct pd_deltainterval interval, sampling;
	uint32_t in_common; /* caveats of all rows: one line below says them */
	size_t most;        /* of a name; 0: all of it */
};

static bool has(const struct table *t, enum pd_deltacolumn column)
{
	return pd_deltacolumns_have(&t->columns, column);
}

static const struct pd_delta_change *change_of(const struct table *t, size_t i)
{
	return &t->c->section->row[i].change[t->t->side - 1];
}

static bool is_shown(const struct table *t, size_t i)
{
	const struct pd_delta_row *row = &t->c->section->row[i];

	if (!pd_deltacells_told(row, t->t->side))
		return false;
	if (t->t->look->brief)
		return row->kind == PD_DELTA_ROW && pd_deltacells_flagged(change_of(t, i));
	return pd_deltacells_shown(t->c, i, t->t->report->n_top, t->t->side);
}

/* What holds for every row need not stand in every row; sums have caveats of their own. */
static void find_common(struct table *t)
{
	uint32_t all = UINT32_MAX;
	size_t n = 0;

	for (size_t i = 0; i < t->c->section->n; i++)
		if (is_shown(t, i) && t->c->section->row[i].kind == PD_DELTA_ROW) {
			all &= change_of(t, i)->caveats;
			n++;
		}
	t->in_common = n > 1 ? all : 0;
}

static uint32_t caveats_of(const struct table *t, const struct pd_delta_row *row)
{
	uint32_t all = row->change[t->t->side - 1].caveats;

	return row->kind == PD_DELTA_ROW ? all & ~t->in_common : all;
}

static void measure(struct table *t)
{
	struct pd_deltacolumns *columns = &t->columns;

	find_common(t);
	*columns = (struct pd_deltacolumns){.cells = t->c, .side = t->t->side, .bare = true};
	for (size_t i = 0; i < t->c->section->n; i++) {
		const struct pd_delta_change *change = change_of(t, i);

		if (!is_shown(t, i))
			continue;
		columns->noted = columns->noted ||
				 (caveats_of(t, &t->c->section->row[i]) && !t->t->look->quiet);
		columns->bare = columns->bare && isnan(change->p);
		pd_deltainterval_measure(&t->interval, &change->rel);
		pd_deltainterval_measure(&t->sampling, &change->share);
		columns->sampled = columns->sampled || pd_deltainterval_has(&change->share);
	}
}

static void cell_verdict(struct table *t, const struct pd_delta_row *row,
			 const struct pd_delta_change *change)
{
	const char *color = NULL;

	if (t->t->look->color && row->kind == PD_DELTA_ROW && !change->is_candidate) {
		if (change->verdict == PD_VERDICT_REGRESSION)
			color = "\033[31m";
		if (change->verdict == PD_VERDICT_IMPROVEMENT)
			color = "\033[32m";
	}
	pd_out_text(pd_board_text(&t->b), pd_deltacells_verdict(row, change));
	pd_board_cell_in(&t->b, color, color ? "\033[0m" : NULL);
}

static void cell_detectable(struct table *t, double detectable)
{
	char buf[PD_NUMBER_MAX];

	pd_board_put(&t->b, (struct pd_str){buf, pd_deltacells_detectable(buf, detectable)});
}

static void cells_of_sides(struct table *t, const struct pd_delta_row *row)
{
	const size_t side[] = {0, t->t->side};

	for (size_t i = 0; i < 2; i++) {
		pd_deltacells_put_cost(t->c, row, side[i], pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
	for (size_t i = 0; i < 2 && has(t, PD_DELTACOLUMN_SHARES); i++) {
		pd_deltacells_put_share(t->c, row, side[i], pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
}

static void cells_of_change(struct table *t, const struct pd_delta_row *row)
{
	const struct pd_delta_change *change = &row->change[t->t->side - 1];
	char buf[PD_NUMBER_MAX];

	if (has(t, PD_DELTACOLUMN_SAMPLING)) {
		pd_deltainterval_put_share(&t->sampling, &change->share, pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
	if (has(t, PD_DELTACOLUMN_CHANGE)) {
		pd_deltacells_put_change(t->c, row, t->t->side, pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
	if (has(t, PD_DELTACOLUMN_OF_TOTAL)) {
		pd_deltacells_put_of_total(t->c, row, t->t->side, pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
	pd_deltacells_put_relative(t->c, row, t->t->side, pd_board_text(&t->b));
	pd_board_cell(&t->b);
	if (has(t, PD_DELTACOLUMN_INTERVAL)) {
		pd_deltainterval_put(&t->interval, &change->rel, pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
	if (has(t, PD_DELTACOLUMN_P))
		pd_board_put(&t->b, (struct pd_str){buf, pd_scale_p(buf, change->p_adjusted)});
}

static void row_of(struct table *t, const struct pd_delta_row *row)
{
	const struct pd_delta_change *change = &row->change[t->t->side - 1];

	cells_of_sides(t, row);
	cells_of_change(t, row);
	cell_verdict(t, row, change);
	if (has(t, PD_DELTACOLUMN_DETECTABLE))
		cell_detectable(t, change->detectable);
	if (t->columns.noted) {
		pd_deltanotes_mark(t->t->notes, caveats_of(t, row), pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
	for (size_t i = 0; i < t->columns.n_names; i++) {
		pd_grid_short(pd_deltanames_row(t->c, row, t->columns.names[i]),
			      row->kind == PD_DELTA_ROW ? t->most : 0, pd_board_text(&t->b));
		pd_board_cell(&t->b);
	}
	pd_board_row(&t->b);
}

/* Several rows in one: costs of both sides and the change. */
struct sum {
	double base, head, change;
	size_t n;
};

static void cell_cost(struct table *t, double cost)
{
	char buf[PD_NUMBER_MAX];

	pd_board_put(&t->b, (struct pd_str){buf, pd_deltacells_cost(t->c, buf, cost)});
}

static void cell_share(struct table *t, double share)
{
	char buf[PD_NUMBER_MAX];

	if (isfinite(share)) {
		pd_out_bytes(pd_board_text(&t->b), buf, pd_scale_fixed(buf, 100 * share, 2));
		pd_out_char(pd_board_text(&t->b), '%');
	}
	pd_board_cell(&t->b);
}

static void cell_change(struct table *t, double change)
{
	char buf[PD_NUMBER_MAX];

	pd_board_put(&t->b, (struct pd_str){buf, pd_deltacells_change(t->c, buf, change)});
}

static void cell_percent(struct table *t, double rel)
{
	char buf[PD_NUMBER_MAX];

	pd_board_put(&t->b,
		     isfinite(rel) ? (struct pd_str){buf, pd_scale_percent(buf, rel)} : PD_STR(""));
}

/* @name stands in the last column. */
static void row_sum(struct table *t, const struct sum *sum, const char *name)
{
	const struct pd_delta_cost *total = t->c->section->total;

	cell_cost(t, sum->base);
	cell_cost(t, sum->head);
	if (has(t, PD_DELTACOLUMN_SHARES)) {
		cell_share(t, sum->base / total[0].cost);
		cell_share(t, sum->head / total[t->t->side].cost);
	}
	if (has(t, PD_DELTACOLUMN_SAMPLING))
		pd_board_put(&t->b, PD_STR(""));
	if (has(t, PD_DELTACOLUMN_CHANGE))
		cell_change(t, sum->change);
	if (has(t, PD_DELTACOLUMN_OF_TOTAL))
		cell_percent(t, sum->change / total[0].cost);
	pd_board_put(&t->b, PD_STR("")); /* a sum of relative changes means nothing */
	for (size_t i = 1; i < pd_deltacolumns_behind(&t->columns); i++)
		pd_board_put(&t->b, PD_STR(""));
	pd_board_put(&t->b, pd_str_of(name));
	pd_board_row(&t->b);
}

static void add(struct sum *sum, const struct pd_delta_row *row, size_t side)
{
	sum->base += row->base.cost;
	sum->head += row->change[side - 1].head.cost;
	sum->change += row->change[side - 1].cost;
	sum->n++;
}

/* What is not shown stands in one row, so that the column of changes still adds up. */
static void rows_not_shown(struct table *t, const struct sum *sum)
{
	char name[64];

	if (!sum->n || t->t->look->brief)
		return;
	(void)snprintf(name, sizeof(name), "(%zu more row%s)", sum->n, sum->n == 1 ? "" : "s");
	row_sum(t, sum, name);
}

static size_t rows(struct table *t)
{
	const struct pd_delta_section *s = t->c->section;
	struct sum hidden = {0}, all = {0};
	size_t n = 0, i;

	for (i = 0; i < s->n; i++) {
		add(&all, &s->row[i], t->t->side);
		if (!is_shown(t, i) && pd_deltacells_told(&s->row[i], t->t->side))
			add(&hidden, &s->row[i], t->t->side);
	}
	for (i = 0; i < s->n && s->row[i].kind == PD_DELTA_ROW; i++)
		if (is_shown(t, i)) {
			row_of(t, &s->row[i]);
			n++;
		}
	rows_not_shown(t, &hidden);
	for (; i < s->n; i++)
		if (is_shown(t, i))
			row_of(t, &s->row[i]);
	if (!t->t->look->brief && !pd_deltacells_inclusive(t->c))
		row_sum(t, &all, "sum");
	return n;
}

/* "left out to fit 80 columns: detectable, shares (--width=0 shows all)" */
static void line_left_out(const struct table *t, struct pd_out *out)
{
	const char *left_out[PD_N_DELTACOLUMNS];
	size_t n = pd_deltacolumns_left_out(&t->columns, left_out);

	pd_prose_left_out(out, t->t->look->width, left_out, n, t->most > 0);
}

/* "all rows: (1,3)" */
static void line_in_common(const struct table *t, struct pd_out *out)
{
	if (!t->in_common || t->t->look->quiet)
		return;
	pd_out_text(out, t->t->markdown ? "\nall rows: " : "all rows: ");
	pd_deltanotes_mark(t->t->notes, t->in_common, out);
	pd_out_char(out, '\n');
}

/* @arg: a head. */
static int by_change(const void *a, const void *b, void *arg)
{
	const struct pd_delta_row *x = a, *y = b;
	size_t side = *(const size_t *)arg;
	double dx = fabs(x->change[side - 1].cost), dy = fabs(y->change[side - 1].cost);

	if (dx != dy)
		return dx > dy ? -1 : 1;
	return memcmp(x->name, y->name, sizeof(x->name));
}

/* The rows of @s as this head changed them; sums stay last. The caller frees them. */
static struct pd_delta_section sorted_for(const struct pd_delta_section *s, size_t side)
{
	struct pd_delta_section sorted = *s;
	size_t n = 0;

	sorted.row = calloc(s->n + 1, sizeof(*sorted.row));
	if (!sorted.row)
		pd_arena_out_of_memory();
	if (s->n)
		memcpy(sorted.row, s->row, s->n * sizeof(*s->row));
	while (n < s->n && s->row[n].kind == PD_DELTA_ROW)
		n++;
	qsort_r(sorted.row, n, sizeof(*sorted.row), by_change, &side);
	return sorted;
}

/* Returns the number of rows. */
static size_t make(struct table *t)
{
	t->b = (struct pd_board){.markdown = t->t->markdown};
	pd_deltacolumns_head(&t->columns, &t->b);
	return rows(t);
}

static size_t longest_name(const struct table *t)
{
	size_t most = 0;

	for (size_t i = 0; i < t->c->section->n; i++)
		for (size_t k = 0; k < t->columns.n_names && is_shown(t, i); k++) {
			struct pd_str name = pd_deltanames_row(t->c, &t->c->section->row[i],
							       t->columns.names[k]);
			size_t width = pd_grid_text_width(name);

			most = width > most ? width : most;
		}
	return most;
}

/* Without the columns that do not fit, then with shorter names. */
static size_t make_to_fit(struct table *t, size_t limit)
{
	size_t n = make(t), width, longest;

	while (pd_grid_width(&t->b.grid) > limit && t->columns.n_left_out < PD_N_DELTACOLUMNS) {
		if (!pd_deltacolumns_exist(&t->columns, t->columns.n_left_out++))
			continue;
		pd_board_release(&t->b);
		n = make(t);
	}
	longest = t->t->look->shorten ? longest_name(t) : 0;
	while ((width = pd_grid_width(&t->b.grid)) > limit && longest > SHORTEST_NAME) {
		longest = pd_grid_shorter(longest, width - limit, t->columns.n_names,
					  SHORTEST_NAME);
		t->most = longest;
		pd_board_release(&t->b);
		n = make(t);
	}
	return n;
}

bool pd_deltatable_write(const struct pd_deltatable *what, struct pd_out *out)
{
	struct pd_delta_section sorted = sorted_for(what->cells->section, what->side);
	struct pd_deltacells cells = *what->cells;
	struct table t = {.t = what, .c = &cells};
	unsigned int limit = what->markdown ? 0 : what->look->width;
	size_t n;

	cells.section = &sorted;
	measure(&t);
	n = limit ? make_to_fit(&t, limit) : make(&t);
	if (n || !what->look->brief) {
		*what->columns |= pd_deltacolumns_legend(&t.columns);
		pd_board_write(&t.b, out);
		line_in_common(&t, out);
		line_left_out(&t, out);
	}
	pd_board_release(&t.b);
	free(sorted.row);
	return n || !what->look->brief;
}
