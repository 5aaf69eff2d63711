/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * delta_list.c - perf report's list as it is pasted into mails, sides beside each other
 *
 *	# base %  head %  base s  head s  delta s     Symbol
 *	# ......  ......  ......  ......  .......  .  ........
 *	#
 *	   1.49%   2.61%   0.171   0.205   +0.034     osq_lock
 *
 * ASCII, without tabs and trailing blanks, so that quoting breaks nothing. If a
 * table of all sides is wider than 72 columns each head gets one of its own.
 */
#include "report/deltanames.h"
#include "report/deltaprose.h"
#include "report/deltaruler.h"
#include "report/prose.h"
#include "report/scale.h"

#include "base/str.h"

#include <stdio.h>

enum { LIST_WIDTH = 72, SHORTEST_NAME = 12 };

struct page {
	const struct pd_deltareport *r;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_out text; /* a line, or a title */
	struct pd_deltacells c;
	struct pd_deltaruler ruler;
	size_t first, last;        /* heads of this table */
	bool marks, costs;         /* columns that this table has */
	size_t most;               /* of a name; 0: all of it */
	bool lacks_object;         /* there was no room for it */
	enum pd_by names[PD_N_BY]; /* columns of names, without an object that all rows share */
	size_t n_names;
	struct pd_str object; /* that one */
};

static size_t width_of(const struct page *p)
{
	return p->look->width ? p->look->width : LIST_WIDTH;
}

static void line(struct page *p)
{
	if (p->text.n)
		pd_prose_wrap(p->out, "", pd_out_kept(&p->text), width_of(p));
	p->text.n = 0;
}

/* "base %", "[2] s", "delta s" */
static void column(struct page *p, size_t side, const char *name, const char *unit)
{
	p->text.n = 0;
	if (side < p->r->result->n_sides)
		pd_deltanames_put_title(p->r->result, side, &p->text);
	pd_out_printf(&p->text, "%s%s%s", name, *unit ? " " : "", unit);
	pd_deltaruler_column(&p->ruler, PD_RIGHT, pd_out_kept(&p->text));
	p->text.n = 0;
}

/* The sides of this table: the base, then its heads. */
static size_t n_columns(const struct page *p)
{
	return p->last - p->first + 2;
}

static size_t side_at(const struct page *p, size_t i)
{
	return i ? p->first + i - 1 : 0;
}

static void columns(struct page *p)
{
	const char *unit = p->c.unit;

	for (size_t i = 0; i < n_columns(p); i++)
		column(p, side_at(p, i), "", "%");
	for (size_t i = 0; i < n_columns(p) && p->costs; i++)
		column(p, side_at(p, i), "", *unit ? unit : "cost");
	for (size_t i = 1; i < n_columns(p); i++)
		column(p, p->r->result->n_sides, "delta", unit);
	if (p->marks)
		pd_deltaruler_column(&p->ruler, PD_LEFT, PD_STR(""));
	pd_deltaruler_names(&p->ruler, p->names, p->n_names);
	pd_deltaruler_head(&p->ruler);
}

static struct pd_out *cell(struct page *p)
{
	return pd_board_text(&p->ruler.board);
}

static void end_cell(struct page *p)
{
	pd_board_cell(&p->ruler.board);
}

/* The flags of all heads of the table: '*' a verdict, '?' a candidate. */
static char mark_of(const struct page *p, const struct pd_delta_row *row)
{
	char mark = ' ';

	for (size_t side = p->first; side <= p->last; side++) {
		const struct pd_delta_change *change = &row->change[side - 1];

		if (row->kind != PD_DELTA_ROW || !pd_deltacells_flagged(change))
			continue;
		if (!change->is_candidate)
			return '*';
		mark = '?';
	}
	return mark;
}

static void put_row(struct page *p, const struct pd_delta_row *row)
{
	size_t i;

	pd_deltaruler_row(&p->ruler);
	for (i = 0; i < n_columns(p); i++) {
		pd_deltacells_put_share(&p->c, row, side_at(p, i), cell(p));
		end_cell(p);
	}
	for (i = 0; i < n_columns(p) && p->costs; i++) {
		pd_deltacells_put_cost(&p->c, row, side_at(p, i), cell(p));
		end_cell(p);
	}
	for (i = 1; i < n_columns(p); i++) {
		pd_deltacells_put_change(&p->c, row, side_at(p, i), cell(p));
		end_cell(p);
	}
	if (p->marks) {
		pd_out_char(cell(p), mark_of(p, row));
		end_cell(p);
	}
	for (i = 0; i < p->n_names; i++) {
		pd_grid_short(pd_deltanames_row(&p->c, row, p->names[i]),
			      row->kind == PD_DELTA_ROW ? p->most : 0, cell(p));
		end_cell(p);
	}
	pd_board_row(&p->ruler.board);
}

/* Of any head in this table. */
static bool is_told(const struct page *p, const struct pd_delta_row *row)
{
	for (size_t side = p->first; side <= p->last; side++)
		if (pd_deltacells_told(row, side))
			return true;
	return false;
}

static bool is_shown(const struct page *p, size_t i)
{
	const struct pd_delta_row *row = &p->c.section->row[i];

	if (p->look->brief)
		return mark_of(p, row) != ' ';
	return pd_deltacells_shown(&p->c, i, p->r->n_top, p->first == p->last ? p->first : 0);
}

/* What the rows that are shown, or not, cost on @side. */
static double sum_of(const struct page *p, size_t side, bool shown)
{
	double sum = 0;

	for (size_t i = 0; i < p->c.section->n; i++)
		if (shown || !is_shown(p, i))
			sum += pd_deltacells_of_side(&p->c.section->row[i], side)->cost;
	return sum;
}

/* All rows, or all that are not shown, in one: no list shows less than the whole. */
static void put_sum(struct page *p, bool all, const char *name)
{
	double base = sum_of(p, 0, all);
	char buf[PD_NUMBER_MAX];
	size_t i;

	pd_deltaruler_row(&p->ruler);
	for (i = 0; i < n_columns(p); i++) {
		double total = p->c.section->total[side_at(p, i)].cost;

		if (total > 0) {
			double share = 100 * sum_of(p, side_at(p, i), all) / total;

			pd_out_bytes(cell(p), buf, pd_scale_fixed(buf, share, 2));
			pd_out_char(cell(p), '%');
		}
		end_cell(p);
	}
	for (i = 0; i < n_columns(p) && p->costs; i++)
		pd_board_put(&p->ruler.board,
			     (struct pd_str){buf,
					     pd_deltacells_cost(&p->c, buf,
								sum_of(p, side_at(p, i), all))});
	for (i = 1; i < n_columns(p); i++)
		pd_board_put(&p->ruler.board,
			     (struct pd_str){buf, pd_deltacells_change(
							  &p->c, buf,
							  sum_of(p, side_at(p, i), all) - base)});
	for (i = p->marks ? 0 : 1; i < p->n_names; i++)
		pd_board_put(&p->ruler.board, PD_STR(""));
	pd_board_put(&p->ruler.board, pd_str_of(name));
	pd_board_row(&p->ruler.board);
}

static void put_rows(struct page *p)
{
	const struct pd_delta_section *s = p->c.section;
	char name[64];
	size_t hidden = 0, i;

	for (i = 0; i < s->n && s->row[i].kind == PD_DELTA_ROW; i++)
		if (is_shown(p, i))
			put_row(p, &s->row[i]);
		else
			hidden += is_told(p, &s->row[i]);
	if (p->look->brief)
		return;
	(void)snprintf(name, sizeof(name), "(%zu more row%s)", hidden, hidden == 1 ? "" : "s");
	if (hidden)
		put_sum(p, false, name);
	for (; i < s->n; i++)
		put_row(p, &s->row[i]);
	if (!pd_deltacells_inclusive(&p->c))
		put_sum(p, true, "total");
}

static void find_marks(struct page *p)
{
	p->marks = false;
	for (size_t i = 0; i < p->c.section->n; i++)
		p->marks = p->marks || (is_shown(p, i) && mark_of(p, &p->c.section->row[i]) != ' ');
}

/* The object of all rows, if they have one; empty if it tells any apart. */
static struct pd_str common_object(const struct page *p)
{
	const struct pd_delta_section *s = p->c.section;

	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].kind == PD_DELTA_ROW &&
		    s->row[i].name[PD_BY_DSO] != s->row[0].name[PD_BY_DSO])
			return PD_STR("");
	return s->n ? pd_ctx_name(p->r->result->ctx, s->row[0].name[PD_BY_DSO]) : PD_STR("");
}

static void find_names(struct page *p)
{
	size_t n = pd_deltanames_dimensions(p->r->result, p->names);

	p->object = n > 1 ? common_object(p) : PD_STR("");
	p->n_names = 0;
	for (size_t i = 0; i < n; i++)
		if (p->names[i] != PD_BY_DSO || !p->object.n)
			p->names[p->n_names++] = p->names[i];
}

static void make_table(struct page *p)
{
	p->ruler = (struct pd_deltaruler){0};
	find_marks(p);
	columns(p);
	put_rows(p);
}

static bool is_wide(const struct page *p)
{
	return pd_deltaruler_width(&p->ruler) > width_of(p);
}

static void make_table_again(struct page *p)
{
	pd_deltaruler_release(&p->ruler);
	make_table(p);
}

static size_t longest_name(const struct page *p)
{
	size_t most = 0;

	for (size_t i = 0; i < p->c.section->n; i++)
		for (size_t k = 0; k < p->n_names && is_shown(p, i); k++) {
			size_t n = pd_grid_text_width(
				pd_deltanames_row(&p->c, &p->c.section->row[i], p->names[k]));

			most = n > most ? n : most;
		}
	return most;
}

static void drop_object(struct page *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_names; i++)
		if (p->names[i] != PD_BY_DSO)
			p->names[n++] = p->names[i];
	p->lacks_object = n < p->n_names;
	p->n_names = n;
	make_table_again(p);
}

/*
 * The table without costs is too wide: objects go, then names are cut by what there
 * is too much.
 */
static void shorten_names(struct page *p)
{
	size_t longest;

	if (is_wide(p) && p->n_names > 1)
		drop_object(p);
	longest = longest_name(p);

	while (is_wide(p) && longest > SHORTEST_NAME) {
		size_t over = pd_deltaruler_width(&p->ruler) - width_of(p);

		longest = pd_grid_shorter(longest, over, p->n_names, SHORTEST_NAME);
		p->most = longest;
		make_table_again(p);
	}
}

/*
 * One head. Where a width was asked for and only a table without costs has it,
 * they are left to the shares and the totals above; then names are cut, if it
 * was the user who asked.
 */
static void make_table_of(struct page *p, size_t side)
{
	p->first = p->last = side;
	p->most = 0;
	p->lacks_object = false;
	find_names(p);
	p->costs = !p->c.shares;
	make_table(p);
	if (!is_wide(p) || !p->look->width)
		return;
	if (p->costs) {
		p->costs = false;
		make_table_again(p);
	}
	if (p->look->shorten)
		shorten_names(p);
	if (!is_wide(p) || p->c.shares || p->look->shorten)
		return;
	p->costs = true;
	make_table_again(p);
}

static void write_table(struct page *p)
{
	const char *left_out[2];
	size_t n = 0;

	if (!p->costs && !p->c.shares)
		left_out[n++] = "costs";
	if (p->lacks_object)
		left_out[n++] = "objects";
	pd_deltaruler_write(&p->ruler, p->out);
	pd_deltaruler_release(&p->ruler);
	pd_prose_left_out(p->out, p->look->width, left_out, n, p->most > 0);
}

/* All heads beside each other if they fit, else a table for each. */
static void write_tables(struct page *p)
{
	size_t n_heads = p->r->result->n_sides - 1;

	p->first = 1;
	p->last = n_heads;
	p->costs = !p->c.shares;
	p->most = 0;
	make_table(p);
	if (!is_wide(p)) {
		write_table(p);
		return;
	}
	pd_deltaruler_release(&p->ruler);
	for (size_t side = 1; side <= n_heads; side++) {
		if (side > 1)
			pd_out_char(p->out, '\n');
		make_table_of(p, side);
		write_table(p);
	}
}

/* "[2] Base + reverted: 1 profile, total 7.847 s (-31.68%), work factor 0.68" */
static void side_line(struct page *p, size_t side)
{
	const struct pd_delta_section *s = p->c.section;
	char buf[PD_NUMBER_MAX];

	pd_deltanames_put_side(p->r->result, side, &p->text);
	pd_out_printf(&p->text, ": %u %s", s->n_runs[side],
		      s->n_runs[side] == 1 ? "profile" : "profiles");
	if (!p->c.shares && !pd_deltacells_inclusive(&p->c)) {
		pd_out_text(&p->text, ", total ");
		pd_out_bytes(&p->text, buf, pd_deltacells_cost(&p->c, buf, s->total[side].cost));
		pd_out_printf(&p->text, " %s", p->c.unit);
	}
	if (s->limit[side] > 0) {
		pd_out_text(&p->text, ", cut ");
		pd_deltaprose_limit(&p->text, s->limit[side]);
	}
	line(p);
}

/* Of several heads the one that the line is about stands before it: "faster: work factor 0.98". */
static void line_of(struct page *p, size_t side)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	if (p->text.n && p->r->result->n_sides > 2)
		pd_out_printf(&text, "%.*s: ", PD_FMT(pd_deltanames_side(p->r->result, side)));
	pd_out_str(&text, pd_out_kept(&p->text));
	if (text.n)
		pd_prose_wrap(p->out, "", pd_out_kept(&text), width_of(p));
	(void)pd_out_close(&text);
	p->text.n = 0;
}

static void write_head(struct page *p)
{
	pd_deltaprose_title(&p->text, &p->c);
	pd_out_text(&p->text, "; ");
	pd_deltaprose_work(&p->text, &p->c);
	line(p);
	for (size_t side = 0; side < p->r->result->n_sides; side++)
		side_line(p, side);
	for (size_t side = 1; side < p->r->result->n_sides; side++) {
		pd_deltaprose_factor(&p->text, &p->c, side);
		line_of(p, side);
		pd_deltaprose_recorded(&p->text, &p->c, side);
		line_of(p, side);
	}
	if (p->object.n)
		pd_out_printf(&p->text, "all in %.*s", PD_FMT(p->object));
	if (p->r->result->lacks_symbols)
		pd_out_printf(&p->text, "%snot all rows have a symbol", p->text.n ? "; " : "");
	if (p->r->result->comms_merged)
		pd_out_printf(&p->text, "%scomms are merged", p->text.n ? "; " : "");
	line(p);
	pd_out_char(p->out, '\n');
}

static bool is_indicative(const struct page *p)
{
	for (size_t i = 0; i < p->c.section->n; i++)
		for (size_t side = 1; side < p->r->result->n_sides; side++)
			if (p->c.section->row[i].change[side - 1].caveats & PD_DELTA_INDICATIVE)
				return true;
	return false;
}

static void write_foot(struct page *p)
{
	pd_out_char(p->out, '\n');
	if (is_indicative(p))
		pd_out_text(&p->text, "two or three profiles on a side: indicative, 5 are "
				      "recommended");
	line(p);
	for (size_t side = 1; side < p->r->result->n_sides; side++) {
		pd_deltaprose_unlisted(&p->text, &p->c, side);
		line(p);
		pd_deltaprose_open(&p->text, &p->c, side);
		line(p);
	}
	for (size_t i = 0; i < p->c.section->n_moved; i++) {
		pd_deltaprose_moved(&p->text, &p->c, &p->c.section->moved[i]);
		line_of(p, p->c.section->moved[i].side);
	}
}

static void write_list(const struct pd_deltareport *r, const struct pd_look *look,
		       struct pd_out *out)
{
	struct page p = {.r = r, .look = look, .out = out};
	bool marks = false;

	pd_out_init(&p.text, -1);
	for (size_t i = 0; i < r->result->n_sections && r->result->n_sides > 1; i++) {
		p.c = pd_deltacells_of(r->result, &r->result->section[i]);
		if (look->brief && !pd_deltacells_any_flagged(&p.c))
			continue;
		find_names(&p);
		write_head(&p);
		write_tables(&p);
		write_foot(&p);
		marks = marks || p.marks;
	}
	if (marks) {
		pd_out_text(&p.text, "* = a change: ");
		pd_deltaprose_rule(&p.text, r->result);
		if (r->result->n_candidates)
			pd_out_text(&p.text,
				    "; ? = a candidate: single profiles cannot confirm it");
		line(&p);
	}
	pd_deltaprose_skipped(&p.text, r->result);
	line(&p);
	pd_deltaprose_counts(&p.text, r->result);
	line(&p);
	(void)pd_out_close(&p.text);
}

const struct pd_deltastyle pd_delta_list = {
	.name = "list",
	.what = "perf report's list with costs and deltas, for mails",
	.list = true,
	.write = write_list,
};
