/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_grid.c - the ruled grids of Amazon's kernel people
 *
 *	kernel |         throughput |             latency
 *	       | (larger is better) |   (larger is worse)
 *	-------+--------------------+--------------------
 *	6.5.13 |           baseline |            baseline
 *	6.6.91 |              -5.7% |               +9.9%
 *
 * Sides stand below each other if no metric has more than one row, so that a
 * history of kernels reads downwards; else there is a grid per metric with
 * sides across. With remarks, cells hold values: "19860.7 (30% drop)".
 */
#include "report/listing.h"
#include "report/ruled.h"
#include "report/style.h"
#include "report/tally.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

struct grid {
	const struct pd_report *report;
	const struct pd_look *look;
	struct pd_out *out;
	bool starred; /* a column has stars: numbers without one leave room for it */
};

static const struct pd_metric *metric_of(const struct pd_report *r, size_t row)
{
	return &r->result->rows->metrics[r->result->rows->row[row].metric];
}

/*
 * An index stands for a ratio whose base is 100: where a source gives nothing
 * but percentages, its base may be missing.
 */
static bool is_index(const struct pd_report *r, size_t row)
{
	return pd_str_eq(pd_ctx_name(r->ctx, metric_of(r, row)->unit), PD_STR("index"));
}

/* Head over base, minus 1; NaN if there is no such thing. */
static double change_of(const struct pd_report *r, size_t row, size_t side)
{
	const struct pd_summary *base = pd_listing_summary(r, row, 0);
	const struct pd_summary *head = pd_listing_summary(r, row, side);
	double change;

	if (!head)
		return nan("");
	if (!base)
		return is_index(r, row) ? head->mean / 100 - 1 : nan("");
	if (base->mean == head->mean)
		return 0;
	change = (head->mean - base->mean) / fabs(base->mean);
	return isfinite(100 * change) ? change : nan("");
}

/* "30% drop": one significant digit; "~same" below the threshold. */
static void put_remark(const struct grid *g, size_t row, size_t side, struct pd_out *out)
{
	const struct pd_comparison *c = pd_compare_find(g->report->result, row, side);
	double change = change_of(g->report, row, side);

	if (fabs(change) <
	    pd_compare_min_effect(g->report->result, g->report->result->rows->row[row].metric)) {
		pd_out_text(out, "~same");
	} else {
		char digits[PD_NUMBER_MAX];
		double rounded;

		(void)pd_number_print_digits(digits, 100 * fabs(change), 1);
		/* 2e+02 is one digit, but nobody writes 200 like that. */
		(void)pd_number_parse(pd_str_of(digits), 0, &rounded);
		(void)pd_number_print(digits, rounded);
		pd_out_printf(out, "%s%% %s", digits, change < 0 ? "drop" : "rise");
	}
	if (c && !isnan(c->p) && c->verdict == PD_VERDICT_INCONCLUSIVE)
		pd_out_char(out, '?');
}

static void put_percent(const struct grid *g, size_t row, size_t side, struct pd_out *out)
{
	double change = change_of(g->report, row, side);
	char buf[PD_NUMBER_MAX];

	if (isnan(change)) {
		pd_out_text(out, "N/A");
		return;
	}
	(void)pd_scale_fixed(buf, 100 * change, 1);
	pd_out_printf(out, "%s%s%%", buf[0] == '-' ? "" : "+", buf);
	if (pd_listing_marked(g->report, row, side))
		pd_out_char(out, '*');
	else if (g->starred)
		pd_out_char(out, ' ');
}

static bool shows_values(const struct grid *g)
{
	return g->look->remark || g->report->kind == PD_REPORT_SUMMARY;
}

static size_t value_width(const struct grid *g, const struct pd_listing *l, size_t row)
{
	size_t width = 0;

	for (size_t side = 0; side < pd_listing_sides(g->report); side++) {
		char buf[PD_NUMBER_MAX];
		size_t n = pd_listing_print(buf, l, g->report, row, side);

		if (pd_listing_summary(g->report, row, side) && n > width)
			width = n;
	}
	return width;
}

/* "19860.7 (30% drop)", the value in @width columns. */
static void put_value(const struct grid *g, const struct pd_listing *l, size_t row, size_t side,
		      size_t width, struct pd_out *out)
{
	char buf[PD_NUMBER_MAX];
	size_t n = pd_listing_print(buf, l, g->report, row, side);

	pd_out_fill(out, ' ', width - n);
	pd_out_bytes(out, buf, n);
	if (!side || isnan(change_of(g->report, row, side)))
		return;
	pd_out_text(out, " (");
	put_remark(g, row, side, out);
	pd_out_char(out, ')');
}

static void put_cell(const struct grid *g, const struct pd_listing *l, size_t row, size_t side,
		     size_t width, struct pd_ruled *ruled)
{
	struct pd_out *out = pd_ruled_text(ruled);

	if (!pd_listing_summary(g->report, row, side))
		pd_out_text(out, side ? "" : "N/A");
	else if (shows_values(g))
		put_value(g, l, row, side, width, out);
	else if (!side)
		pd_out_text(out, g->starred ? "baseline " : "baseline");
	else
		put_percent(g, row, side, out);
	pd_ruled_cell(ruled);
}

static const char *worth(enum pd_better better)
{
	switch (better) {
	case PD_LOWER:
		return "(larger is worse)";
	case PD_HIGHER:
		return "(larger is better)";
	case PD_BETTER_UNKNOWN:
		break;
	}
	return "(nobody said which way is better)";
}

static void write_how(const struct grid *g, const char *what, struct pd_out *text)
{
	if (g->report->kind == PD_REPORT_COMPARISON && !g->look->remark) {
		pd_out_text(text, "change of the mean from the baseline, + = larger");
		return;
	}
	pd_out_text(text, what);
	if (g->report->kind == PD_REPORT_SUMMARY)
		return;
	pd_out_text(text, " (its change from the first in one digit; ~same: less than ");
	pd_words_min_effect(text, g->report);
	pd_out_char(text, ')');
}

static void put_rows(const struct grid *g, const struct pd_rowname *names,
		     const struct pd_listing *listing, struct pd_ruled *ruled)
{
	const struct pd_section *s = names->section;
	size_t width = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		size_t n = value_width(g, listing, s->row[i].row);

		width = n > width ? n : width;
	}
	for (uint32_t i = 0; i < s->n; i++) {
		if (!pd_listing_shown(g->report, g->look, s->row[i].row))
			continue;
		pd_rowname_write(names, i, PD_ROWNAME_LIST, pd_ruled_text(ruled));
		pd_ruled_cell(ruled);
		for (size_t side = 0; side < pd_listing_sides(g->report); side++)
			put_cell(g, listing, s->row[i].row, side, width, ruled);
	}
}

/* Rows down and sides across. */
static void write_section(const struct grid *g, const struct pd_section *s)
{
	struct pd_ruled ruled = {.n_columns = pd_listing_sides(g->report) + 1,
				 .left = shows_values(g)};
	struct pd_listing listing = pd_listing_section(g->report, s, 0);
	struct pd_rowname names;
	struct pd_out how;

	pd_out_init(&how, -1);
	pd_rowname_init(&names, g->report, s);
	write_how(g, pd_listing_what(g->report, s), &how);
	pd_listing_caption(&names, listing.scale.unit, pd_out_kept(&how), g->look, g->out);
	(void)pd_out_close(&how);

	pd_ruled_cell(&ruled);
	for (size_t side = 0; side < pd_listing_sides(g->report); side++) {
		pd_out_str(pd_ruled_text(&ruled), pd_words_side(g->report, side));
		pd_ruled_cell(&ruled);
	}
	put_rows(g, &names, &listing, &ruled);
	pd_ruled_write(&ruled, g->out);
	pd_ruled_release(&ruled);
	pd_out_char(g->out, '\n');
}

static bool same_bench(const struct pd_rows *rows)
{
	for (size_t i = 1; i < rows->n; i++)
		if (rows->row[i].bench != rows->row[0].bench)
			return false;
	return true;
}

static bool same_labels(const struct pd_rows *rows)
{
	for (size_t i = 1; i < rows->n; i++)
		if (rows->row[i].labels != rows->row[0].labels)
			return false;
	return true;
}

static void put_labels(const struct pd_report *r, size_t row, struct pd_out *out)
{
	struct pd_label label[PD_LABELS_MAX];
	size_t n = pd_labels_of(r->ctx, r->result->rows->row[row].labels, label, PD_LABELS_MAX);

	pd_words_labels(out, label, n < PD_LABELS_MAX ? n : PD_LABELS_MAX);
}

/* "nginx throughput", its labels, "in s", "(larger is worse)", each on its line. */
static void put_title(const struct grid *g, const struct pd_listing *l, size_t row,
		      struct pd_ruled *ruled)
{
	const struct pd_rows *rows = g->report->result->rows;
	struct pd_out *out = pd_ruled_text(ruled);

	if (!same_bench(rows)) {
		pd_out_str(out, pd_ctx_name(g->report->ctx, rows->row[row].bench));
		pd_out_char(out, ' ');
	}
	pd_out_str(out, pd_ctx_name(g->report->ctx, metric_of(g->report, row)->name));
	pd_out_char(out, '\n');
	if (!same_labels(rows)) {
		put_labels(g->report, row, out);
		pd_out_char(out, '\n');
	}
	if (l->scale.unit[0] && !is_index(g->report, row))
		pd_out_printf(out, "in %s\n", l->scale.unit);
	pd_out_text(out, worth(metric_of(g->report, row)->better));
	pd_ruled_cell(ruled);
}

static struct pd_listing listing_of(const struct grid *g, size_t row)
{
	struct pd_report_row alone = {.row = (uint32_t)row};
	struct pd_section s = {.metric = g->report->result->rows->row[row].metric,
			       .row = &alone,
			       .n = 1};

	return pd_listing_section(g->report, &s, 0);
}

/* Sides down, and across the rows from @first on, @n of them. */
static void fill_columns(const struct grid *g, size_t first, size_t n, struct pd_ruled *ruled)
{
	*ruled = (struct pd_ruled){.n_columns = n + 1, .left = shows_values(g)};
	pd_ruled_cell(ruled);
	for (size_t i = 0; i < n; i++) {
		struct pd_listing l = listing_of(g, first + i);

		put_title(g, &l, first + i, ruled);
	}
	for (size_t side = 0; side < pd_listing_sides(g->report); side++) {
		pd_out_str(pd_ruled_text(ruled), pd_words_side(g->report, side));
		pd_ruled_cell(ruled);
		for (size_t i = 0; i < n; i++) {
			struct pd_listing l = listing_of(g, first + i);

			put_cell(g, &l, first + i, side, value_width(g, &l, first + i), ruled);
		}
	}
}

static void write_common(const struct grid *g)
{
	const struct pd_rows *rows = g->report->result->rows;
	struct pd_out text;

	pd_out_init(&text, -1);
	if (same_bench(rows)) {
		pd_out_str(&text, pd_ctx_name(g->report->ctx, rows->row[0].bench));
		pd_out_char(&text, '\n');
	}
	if (same_labels(rows) && rows->row[0].labels) {
		put_labels(g->report, 0, &text);
		pd_out_char(&text, '\n');
	}
	write_how(g, "mean over runs", &text);
	pd_listing_lines(pd_out_kept(&text), g->look, g->out);
	pd_out_char(g->out, '\n');
	(void)pd_out_close(&text);
}

/* One grid, or as many as it takes to fit. */
static void write_history(const struct grid *g)
{
	size_t n_rows = g->report->result->rows->n, n;
	struct pd_ruled ruled;

	write_common(g);
	for (size_t first = 0; first < n_rows; first += n) {
		fill_columns(g, first, 1, &ruled);
		for (n = 1; first + n < n_rows; n++) {
			struct pd_ruled wider;

			fill_columns(g, first, n + 1, &wider);
			if (g->look->width && pd_ruled_width(&wider) > g->look->width) {
				pd_ruled_release(&wider);
				break;
			}
			pd_ruled_release(&ruled);
			ruled = wider;
		}
		pd_ruled_write(&ruled, g->out);
		pd_ruled_release(&ruled);
		pd_out_char(g->out, '\n');
	}
}

/* Whether every metric is that of one row. */
static bool is_history(const struct pd_report *r)
{
	for (size_t i = 0; i < r->n_sections; i++)
		if (r->section[i].n > 1)
			return false;
	return r->n_sections > 0;
}

static void write_grid(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	const struct grid g = {r, look, out, !look->remark && pd_tally_any_marked(r)};

	if (is_history(r))
		write_history(&g);
	else
		for (size_t i = 0; i < r->n_sections; i++)
			if (pd_listing_any_shown(r, look, &r->section[i]))
				write_section(&g, &r->section[i]);
	pd_tally_write(r, look, !look->remark, out);
}

const struct pd_style pd_style_grid = {
	.name = "grid",
	.what = "a ruled ASCII grid of changes, or of values with remarks (--remark)",
	.list = true,
	.write = write_grid,
};
