/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * delta_lkp.c - profiles as the kernel test robot compares them
 *
 *	     26.60           -10.6       16.05        perf-profile.calltrace.cycles-pp.intel_idle...
 *
 * The value is a share in percent, "%10.2f", then the spread over runs, six
 * columns that are blank where there is one run, then the change in points,
 * "%+10.1f". What we call a change is said in lines of its own below.
 */
#include "report/decimal.h"
#include "report/deltanames.h"
#include "report/deltaprose.h"
#include "report/grid.h"
#include "report/prose.h"
#include "report/robot.h"
#include "report/scale.h"

#include "base/arena.h"
#include "base/str.h"

#include <math.h>
#include <stdlib.h>

enum { LIST_WIDTH = 72, DECIMALS = 6 };

struct lkp {
	const struct pd_deltareport *r;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_out text; /* scratch */
	struct pd_deltacells c;
};

static void line(struct lkp *l)
{
	if (l->text.n)
		pd_prose_wrap(l->out, "", pd_out_kept(&l->text),
			      l->look->width ? l->look->width : LIST_WIDTH);
	l->text.n = 0;
}

static void put_cell(const struct lkp *l, const struct pd_delta_row *row, size_t side)
{
	const struct pd_delta_cost *cost = pd_deltacells_of_side(row, side);
	char buf[PD_NUMBER_MAX];

	pd_grid_right((struct pd_str){buf, pd_scale_fixed(buf, 100 * cost->share, 2)},
		      PD_ROBOT_VALUE, l->out);
	pd_robot_spread(l->out, cost->share_cv, l->c.section->n_runs[side], l->look->ascii);
}

/*
 * Points with one decimal, halves away from zero. Shares that were printed with two decimals
 * are taken as decimals: 16.05 - 26.60 is -10.55, and -10.6, whatever the doubles say.
 */
static void put_points(double base, double head, struct pd_out *out)
{
	struct pd_decimal change = pd_decimal_minus(pd_decimal_of(100 * head, DECIMALS),
						    pd_decimal_of(100 * base, DECIMALS));
	char buf[PD_NUMBER_MAX + 1];
	size_t n;

	if (!change.defined) {
		pd_grid_right(PD_STR("N/A"), PD_ROBOT_VALUE, out);
		pd_out_text(out, "  ");
		return;
	}
	change.units = (change.units + (change.units < 0 ? -50000 : 50000)) / 100000;
	change.decimals = 1;
	n = pd_decimal_print(buf + 1, change);
	buf[0] = '+';
	pd_grid_right(change.units < 0 ? (struct pd_str){buf + 1, n} : (struct pd_str){buf, n + 1},
		      PD_ROBOT_VALUE, out);
	pd_out_text(out, "  ");
}

/* "perf-profile.calltrace." unless the event says so itself. */
static void put_kind(struct lkp *l, struct pd_str event, struct pd_out *out)
{
	static const char *const said[] = {"calltrace.", "children.", "self."};

	pd_out_text(out, "perf-profile.");
	for (size_t i = 0; i < PD_ARRAY_SIZE(said); i++)
		if (pd_str_starts(event, pd_str_of(said[i])))
			return;
	if (l->r->result->policy.by & (1u << PD_BY_STACK))
		pd_out_text(out, "calltrace.");
	else
		pd_out_text(out, pd_deltacells_inclusive(&l->c) ? "children." : "self.");
}

/* "perf-profile.calltrace.cycles-pp.intel_idle.cpuidle_enter": ':' of the event is '-' there. */
static void put_key(struct lkp *l, const struct pd_delta_row *row, struct pd_out *out)
{
	struct pd_str event = pd_deltanames_event(&l->c);
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(l->r->result, names);

	put_kind(l, event, out);
	while (event.n) {
		pd_out_str(out, pd_str_cut(&event, ':'));
		if (event.n)
			pd_out_char(out, '-');
	}
	for (size_t i = 0; i < n; i++) {
		struct pd_str name = pd_deltanames_row(&l->c, row, names[i]);

		/* LKP sums over objects: their names are in no key. */
		if (!name.n || (names[i] == PD_BY_DSO && n > 1))
			continue;
		pd_out_char(out, '.');
		pd_out_str(out, name);
	}
}

/* Rests of the whole have no key: a line below says how much they are. */
static bool is_shown(const struct lkp *l, size_t i)
{
	const struct pd_delta_row *row = &l->c.section->row[i];

	if (row->kind != PD_DELTA_ROW || !pd_deltacells_shown(&l->c, i, l->r->n_top, 0))
		return false;
	for (size_t side = 1; side < l->r->result->n_sides; side++)
		if (pd_deltacells_flagged(&row->change[side - 1]))
			return true;
	return !l->look->brief;
}

static void put_row(struct lkp *l, const struct pd_delta_row *row)
{
	put_cell(l, row, 0);
	for (size_t side = 1; side < l->r->result->n_sides; side++) {
		const struct pd_delta_cost *head = &row->change[side - 1].head;

		put_points(row->base.share, head->share, l->out);
		put_cell(l, row, side);
	}
	pd_out_text(l->out, "  ");
	put_key(l, row, l->out);
	pd_out_char(l->out, '\n');
}

/* The names of sides over their columns; one that is too long is a number, spelled out above. */
static void put_side(struct lkp *l, size_t side)
{
	struct pd_str name = pd_deltanames_side(l->r->result, side);
	size_t width = side ? PD_ROBOT_PAIR : PD_ROBOT_CELL;

	if (side)
		pd_out_char(l->out, ' ');
	if (pd_grid_text_width(name) > width) {
		l->text.n = 0;
		pd_out_printf(&l->text, "[%zu]", side + 1);
		name = pd_out_kept(&l->text);
	}
	pd_grid_right(name, width, l->out);
	l->text.n = 0;
}

static void put_head(struct lkp *l)
{
	size_t n_sides = l->r->result->n_sides;

	for (size_t side = 0; side < n_sides; side++)
		put_side(l, side);
	pd_out_char(l->out, '\n');
	for (size_t side = 0; side < n_sides; side++) {
		pd_out_text(l->out, side ? " " : "");
		pd_out_fill(l->out, '-', side ? PD_ROBOT_PAIR : PD_ROBOT_CELL);
	}
	pd_out_text(l->out, "\n         %stddev");
	for (size_t side = 1; side < n_sides; side++)
		pd_out_text(l->out, "     %change         %stddev");
	pd_out_text(l->out, "\n             \\");
	for (size_t side = 1; side < n_sides; side++)
		pd_out_text(l->out, "          |                \\");
	pd_out_char(l->out, '\n');
}

static void put_caption(struct lkp *l)
{
	pd_out_text(&l->text,
		    "share of the total in percent, mean over runs; %change: in points, + = "
		    "larger; %stddev: of the shares over runs, relative, blank up to 2%");
	line(l);
	for (size_t side = 0; side < l->r->result->n_sides; side++) {
		struct pd_str name = pd_deltanames_side(l->r->result, side);

		if (pd_grid_text_width(name) > (side ? PD_ROBOT_PAIR : PD_ROBOT_CELL))
			pd_out_printf(l->out, "[%zu] %.*s\n", side + 1, PD_FMT(name));
	}
	pd_out_char(l->out, '\n');
}

static void change_line(struct lkp *l, struct pd_grid *g, const struct pd_delta_row *row,
			size_t side)
{
	const struct pd_delta_change *change = &row->change[side - 1];
	char buf[PD_NUMBER_MAX];

	pd_grid_cell(g, pd_str_of(pd_deltacells_verdict(row, change)));
	l->text.n = 0;
	(void)pd_scale_p(buf, change->p_adjusted);
	pd_out_printf(&l->text, "p%s%s", buf[0] == '<' ? "" : "=", buf);
	pd_grid_cell(g, isnan(change->p_adjusted) ? PD_STR("no test") : pd_out_kept(&l->text));
	pd_grid_cell(g, pd_deltanames_side(l->r->result, side));
	l->text.n = 0;
	put_key(l, row, &l->text);
	pd_grid_cell(g, pd_out_kept(&l->text));
	pd_grid_row(g);
	l->text.n = 0;
}

/* What is a change, one line each: LKP's table has no room for it. */
static void put_changes(struct lkp *l)
{
	const struct pd_delta_result *result = l->r->result;
	struct pd_grid g = {0};

	for (size_t i = 0; i < 4; i++)
		pd_grid_column(&g, PD_LEFT, i ? "  " : "");
	for (size_t i = 0; i < result->n_sections; i++) {
		l->c = pd_deltacells_of(result, &result->section[i]);
		for (size_t k = 0; k < l->c.section->n; k++)
			for (size_t side = 1; side < result->n_sides; side++) {
				const struct pd_delta_row *row = &l->c.section->row[k];

				if (row->kind == PD_DELTA_ROW &&
				    pd_deltacells_flagged(&row->change[side - 1]))
					change_line(l, &g, row, side);
			}
	}
	if (g.n_cells) {
		pd_out_text(&l->text, "a change, of what a row costs: ");
		pd_deltaprose_rule(&l->text, result);
		line(l);
		pd_grid_write(&g, l->out);
		pd_out_char(l->out, '\n');
	}
	pd_grid_release(&g);
}

/* A row by its change in points. */
struct ranked {
	double points;
	size_t row;
};

static int by_points(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->points != y->points)
		return x->points < y->points ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

/* What fell most comes first, what rose most last: the order of LKP's reports. */
static void put_section(struct lkp *l, const struct pd_delta_section *s)
{
	struct ranked *ranked = calloc(s->n + 1, sizeof(*ranked));
	size_t n = 0;

	if (!ranked)
		pd_arena_out_of_memory();
	l->c = pd_deltacells_of(l->r->result, s);
	for (size_t i = 0; i < s->n; i++)
		if (is_shown(l, i))
			ranked[n++] = (struct ranked){
				s->row[i].change[0].head.share - s->row[i].base.share, i};
	qsort(ranked, n, sizeof(*ranked), by_points);
	for (size_t i = 0; i < n; i++)
		put_row(l, &s->row[ranked[i].row]);
	free(ranked);
}

/* A brief report that has no row has no heading either. */
static bool has_rows(struct lkp *l)
{
	for (size_t i = 0; i < l->r->result->n_sections; i++) {
		l->c = pd_deltacells_of(l->r->result, &l->r->result->section[i]);
		if (!l->look->brief || pd_deltacells_any_flagged(&l->c))
			return true;
	}
	return false;
}

/* "cycles:P, in no row: 86.73 (base), 76.39 (head); lists are cut: ...": 0.00 may be more. */
static void put_rest(struct lkp *l, const struct pd_delta_section *s)
{
	const char *sep = ", in no row: ";
	char buf[PD_NUMBER_MAX];

	l->c = pd_deltacells_of(l->r->result, s);
	if (l->look->brief || pd_deltacells_inclusive(&l->c))
		return;
	pd_out_str(&l->text, pd_deltanames_event(&l->c));
	for (size_t side = 0; side < l->r->result->n_sides; side++) {
		double share = 1;

		for (size_t i = 0; i < s->n; i++)
			if (is_shown(l, i))
				share -= pd_deltacells_of_side(&s->row[i], side)->share;
		pd_out_text(&l->text, sep);
		pd_out_bytes(&l->text, buf, pd_scale_fixed(buf, 100 * share, 2));
		pd_out_printf(&l->text, " (%.*s)", PD_FMT(pd_deltanames_side(l->r->result, side)));
		sep = ", ";
	}
	line(l);
	for (size_t side = 1; side < l->r->result->n_sides; side++) {
		pd_deltaprose_limits(&l->text, &l->c, side);
		if (l->text.n)
			pd_out_text(&l->text, ": what is not listed is 0.00 above");
		line(l);
	}
}

static void write_lkp(const struct pd_deltareport *r, const struct pd_look *look,
		      struct pd_out *out)
{
	struct lkp l = {.r = r, .look = look, .out = out};

	pd_out_init(&l.text, -1);
	if (has_rows(&l)) {
		put_caption(&l);
		put_head(&l);
		for (size_t i = 0; i < r->result->n_sections; i++)
			put_section(&l, &r->result->section[i]);
		pd_out_char(out, '\n');
	}
	put_changes(&l);
	for (size_t i = 0; i < r->result->n_sections; i++)
		put_rest(&l, &r->result->section[i]);
	pd_deltaprose_skipped(&l.text, r->result);
	line(&l);
	pd_deltaprose_counts(&l.text, r->result);
	line(&l);
	(void)pd_out_close(&l.text);
}

const struct pd_deltastyle pd_delta_lkp = {
	.name = "lkp",
	.what = "the kernel test robot's perf-profile rows",
	.list = true,
	.write = write_lkp,
};
