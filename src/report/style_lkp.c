/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_lkp.c - the comparison of the kernel test robot
 *
 *	         %stddev     %change         %stddev
 *	             \          |                \
 *	    187.64 ± 5%      -0.6%     186.48 ± 7%  stress-ng.aiol.ops_per_sec
 *
 * The layout is LKP's to the column; its rule for what changed is not ours, so
 * what we call a change is said in lines of its own below the table.
 */
#include "report/grid.h"
#include "report/listing.h"
#include "report/robot.h"
#include "report/style.h"
#include "report/tally.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

struct lkp {
	const struct pd_report *report;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_out text; /* scratch */
};

/* "%10.2f" below 1000, "%10d" from there on, "%10.4g" beyond 1e8. */
static void put_value(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];
	size_t n;

	if (fabs(v) < 1000)
		n = pd_number_print_fixed(buf, v, 2);
	else if (fabs(v) > 1e8)
		n = pd_number_print_digits(buf, v, 4);
	else
		n = pd_number_print_fixed(buf, trunc(v), 0);
	pd_grid_right((struct pd_str){buf, n}, PD_ROBOT_VALUE, out);
}

static void put_cell(struct lkp *l, size_t row, size_t side)
{
	const struct pd_summary *s = pd_listing_summary(l->report, row, side);

	if (s) {
		put_value(l->out, s->mean);
		pd_robot_spread(l->out, s->cv, (double)s->n, l->look->ascii);
	} else {
		pd_grid_right(PD_STR("N/A"), PD_ROBOT_VALUE, l->out);
		pd_out_fill(l->out, ' ', PD_ROBOT_CELL - PD_ROBOT_VALUE);
	}
}

/* "stress-ng.aiol.ops_per_sec": all of a name but its labels. */
static void put_metric(const struct pd_report *r, size_t row, struct pd_out *out)
{
	const struct pd_row *what = &r->result->rows->row[row];
	struct pd_str bench = pd_ctx_name(r->ctx, what->bench);

	pd_out_str(out, bench);
	if (bench.n)
		pd_out_char(out, '.');
	pd_out_str(out, pd_ctx_name(r->ctx, r->result->rows->metrics[what->metric].name));
}

/* Shares are compared by their difference in points. */
static bool is_share(struct lkp *l, size_t row)
{
	l->text.n = 0;
	put_metric(l->report, row, &l->text);
	return pd_str_starts(pd_out_kept(&l->text), PD_STR("perf-profile")) ||
	       pd_str_ends(pd_out_kept(&l->text), PD_STR("%"));
}

/* In percent, or in points; not finite if @base is 0 and @head is not. */
static double change_of(double base, double head, bool share)
{
	double change = head - base;

	return share || change == 0 ? change : 100 * change / fabs(base);
}

/* "%+10.1f%% " of a ratio, "%+10.1f  " of a difference in points. */
static void put_change(struct lkp *l, size_t row, size_t side)
{
	const struct pd_summary *base = pd_listing_summary(l->report, row, 0);
	const struct pd_summary *head = pd_listing_summary(l->report, row, side);
	bool share = is_share(l, row);
	double change = base && head ? change_of(base->mean, head->mean, share) : nan("");
	char buf[PD_NUMBER_MAX + 1];
	size_t n;

	if (!isfinite(change)) {
		pd_grid_right(PD_STR("N/A"), PD_ROBOT_VALUE, l->out);
		pd_out_text(l->out, "  ");
		return;
	}
	n = fabs(change) < 1e5 ? pd_number_print_fixed(buf + 1, change, 1)
			       : pd_number_print_digits(buf + 1, change, 2);
	buf[0] = '+';
	pd_grid_right(buf[1] == '-' ? pd_str_of(buf + 1) : (struct pd_str){buf, n + 1},
		      PD_ROBOT_VALUE, l->out);
	pd_out_text(l->out, share ? "  " : "% ");
}

static void put_name(struct lkp *l, const struct pd_rowname *names, size_t i, struct pd_out *out)
{
	put_metric(l->report, names->section->row[i].row, out);
	l->text.n = 0;
	pd_rowname_labels(names, i, PD_ROWNAME_DOTS, &l->text);
	if (l->text.n)
		pd_out_char(out, '.');
	pd_out_str(out, pd_out_kept(&l->text));
}

static void put_row(struct lkp *l, const struct pd_rowname *names, size_t i)
{
	size_t row = names->section->row[i].row;

	put_cell(l, row, 0);
	for (size_t side = 1; side < pd_listing_sides(l->report); side++) {
		put_change(l, row, side);
		put_cell(l, row, side);
	}
	pd_out_text(l->out, "  ");
	put_name(l, names, i, l->out);
	pd_out_char(l->out, '\n');
}

/* All hexadecimal: an object name of git, for which its beginning may stand. */
static bool is_commit(struct pd_str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!strchr("0123456789abcdef", name.p[i]))
			return false;
	return true;
}

/*
 * The names of sides over their columns, commits abbreviated. Another name that
 * is too long is a number here and is spelled out in a line above.
 */
static void put_side(struct lkp *l, size_t side, size_t width)
{
	struct pd_str name = pd_words_side(l->report, side);

	if (pd_grid_text_width(name) <= width) {
		pd_grid_right(name, width, l->out);
		return;
	}
	if (is_commit(name)) {
		pd_out_bytes(l->out, name.p, width);
		return;
	}
	l->text.n = 0;
	pd_out_printf(&l->text, "[%zu]", side + 1);
	pd_grid_right(pd_out_kept(&l->text), width, l->out);
}

static void put_sides(struct lkp *l)
{
	for (size_t side = 0; side < pd_listing_sides(l->report); side++) {
		if (side)
			pd_out_char(l->out, ' ');
		put_side(l, side, side ? PD_ROBOT_PAIR : PD_ROBOT_CELL);
	}
	pd_out_char(l->out, '\n');
	for (size_t side = 0; side < pd_listing_sides(l->report); side++) {
		if (side)
			pd_out_char(l->out, ' ');
		pd_out_fill(l->out, '-', side ? PD_ROBOT_PAIR : PD_ROBOT_CELL);
	}
	pd_out_char(l->out, '\n');
}

static void put_head(struct lkp *l)
{
	size_t heads = pd_listing_sides(l->report) - 1;

	put_sides(l);
	pd_out_text(l->out, "         %stddev");
	for (size_t i = 0; i < heads; i++)
		pd_out_text(l->out, "     %change         %stddev");
	pd_out_text(l->out, "\n             \\");
	for (size_t i = 0; i < heads; i++)
		pd_out_text(l->out, "          |                \\");
	pd_out_char(l->out, '\n');
}

static bool is_like(const struct pd_metric *a, const struct pd_metric *b)
{
	return a->unit == b->unit && a->better == b->better;
}

static const struct pd_metric *metric_of(const struct pd_report *r, size_t section)
{
	return &r->result->rows->metrics[r->section[section].metric];
}

/* How many sections are like @i; 0 if one of them came before it. */
static size_t class_size(const struct pd_report *r, size_t i)
{
	size_t n = 0;

	for (size_t k = 0; k < r->n_sections; k++) {
		bool like = is_like(metric_of(r, i), metric_of(r, k));

		if (like && k < i)
			return 0;
		n += like;
	}
	return n;
}

/* "unit s, lower is better: hackbench.time" for the metrics like that of section @first. */
static void put_unit(struct lkp *l, size_t first, bool named, const char *instead)
{
	const struct pd_report *r = l->report;
	const struct pd_metric *like = metric_of(r, first);
	struct pd_str unit = pd_ctx_name(r->ctx, like->unit);
	const char *before = ": ";

	l->text.n = 0;
	pd_out_printf(&l->text, "unit %.*s, %s%s", PD_FMT(unit), pd_listing_direction(like->better),
		      instead);
	for (size_t i = first; named && i < r->n_sections; i++) {
		if (!is_like(like, metric_of(r, i)))
			continue;
		pd_out_text(&l->text, before);
		pd_listing_metric(r, &r->section[i], '.', &l->text);
		before = ", ";
	}
	pd_listing_lines(pd_out_kept(&l->text), l->look, l->out);
}

/* Metrics by unit and direction; the largest class need not be spelled out. */
static void put_units(struct lkp *l)
{
	size_t largest = 0;

	for (size_t i = 1; i < l->report->n_sections; i++)
		if (class_size(l->report, i) > class_size(l->report, largest))
			largest = i;
	for (size_t i = 0; i < l->report->n_sections; i++)
		if (i != largest && class_size(l->report, i))
			put_unit(l, i, true, "");
	put_unit(l, largest, false,
		 class_size(l->report, largest) < l->report->n_sections ? ": all others" : "");
}

/* Labels that all rows of a metric share; once where the metrics share them too. */
static void put_labels(struct lkp *l)
{
	struct pd_out before;

	pd_out_init(&before, -1);
	for (size_t i = 0; i < l->report->n_sections; i++) {
		struct pd_rowname names;

		pd_rowname_init(&names, l->report, &l->report->section[i]);
		l->text.n = 0;
		pd_listing_labels(&names, &l->text);
		if (pd_str_eq(pd_out_kept(&l->text), pd_out_kept(&before)))
			continue;
		before.n = 0;
		pd_out_str(&before, pd_out_kept(&l->text));
		if (i) {
			pd_listing_metric(l->report, names.section, '.', l->out);
			pd_out_text(l->out, ": ");
		}
		pd_listing_lines(pd_out_kept(&l->text), l->look, l->out);
	}
	(void)pd_out_close(&before);
}

static void put_caption(struct lkp *l)
{
	put_units(l);
	put_labels(l);
	l->text.n = 0;
	pd_out_text(&l->text, "mean over runs; %stddev: of the runs, relative, blank up to 2%");
	if (l->report->kind == PD_REPORT_COMPARISON)
		pd_out_text(&l->text,
			    "\n%change: + = larger, in points for perf-profile and names in %");
	pd_listing_lines(pd_out_kept(&l->text), l->look, l->out);
	for (size_t side = 0; side < pd_listing_sides(l->report); side++) {
		struct pd_str name = pd_words_side(l->report, side);

		if (pd_grid_text_width(name) > (side ? PD_ROBOT_PAIR : PD_ROBOT_CELL) &&
		    !is_commit(name))
			pd_out_printf(l->out, "[%zu] %.*s\n", side + 1, PD_FMT(name));
	}
	pd_out_char(l->out, '\n');
}

/* What is a change, one line each: LKP's table has no room for it. */
static void put_change_line(struct lkp *l, struct pd_grid *g, const struct pd_rowname *names,
			    size_t i, size_t side)
{
	const struct pd_comparison *c = pd_compare_find(l->report->result,
							names->section->row[i].row, side);
	char buf[PD_NUMBER_MAX];
	struct pd_out name;

	pd_out_init(&name, -1);
	pd_grid_cell(g, pd_str_of(pd_words_verdict(c->verdict)));
	(void)pd_scale_p(buf, c->p);
	pd_out_printf(&name, "p%s%s", buf[0] == '<' ? "" : "=", buf);
	pd_grid_cell(g, isnan(c->p) ? PD_STR("no test") : pd_out_kept(&name));
	pd_grid_cell(g, pd_words_side(l->report, side));
	name.n = 0;
	put_name(l, names, i, &name);
	pd_grid_cell(g, pd_out_kept(&name));
	pd_grid_row(g);
	(void)pd_out_close(&name);
}

static void put_changes(struct lkp *l)
{
	struct pd_grid g = {0};
	struct pd_rowname names;

	for (size_t i = 0; i < 4; i++)
		pd_grid_column(&g, PD_LEFT, i ? "  " : "");
	for (size_t i = 0; i < l->report->n_sections; i++) {
		pd_rowname_init(&names, l->report, &l->report->section[i]);
		for (uint32_t k = 0; k < names.section->n; k++)
			for (size_t side = 1; side < pd_listing_sides(l->report); side++)
				if (pd_listing_marked(l->report, names.section->row[k].row, side))
					put_change_line(l, &g, &names, k, side);
	}
	if (g.n_cells) {
		pd_tally_rule(l->report, "a change", l->look, l->out);
		pd_grid_write(&g, l->out);
		pd_out_char(l->out, '\n');
	}
	pd_grid_release(&g);
}

static void write_lkp(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct lkp l = {.report = r, .look = look, .out = out};
	struct pd_rowname names;

	pd_out_init(&l.text, -1);
	if (r->n_sections) {
		put_caption(&l);
		put_head(&l);
	}
	for (size_t i = 0; i < r->n_sections; i++) {
		pd_rowname_init(&names, r, &r->section[i]);
		for (uint32_t k = 0; k < names.section->n; k++)
			if (pd_listing_shown(r, look, names.section->row[k].row))
				put_row(&l, &names, k);
	}
	if (r->n_sections)
		pd_out_char(out, '\n');
	put_changes(&l);
	pd_tally_write(r, look, false, out);
	(void)pd_out_close(&l.text);
}

const struct pd_style pd_style_lkp = {
	.name = "lkp",
	.what = "the kernel test robot's table: mean, spread, %change",
	.list = true,
	.write = write_lkp,
};
