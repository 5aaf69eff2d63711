/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/cells.h"

#include "report/nesting.h"
#include "report/notes.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>
#include <stdio.h>

enum { DIGITS = 4, MANY_RUNS = 100 };

/* A change in percent, or in the unit of the section where there are no ratios. */
static size_t print_change(char buf[PD_NUMBER_MAX], const struct pd_scale *scale, bool relative,
			   double v)
{
	size_t n;

	if (relative)
		return pd_scale_percent(buf, v);
	n = pd_scale_print(scale, buf, v, DIGITS);
	if (v > 0 && buf[0] != '-' && n + 1 < PD_NUMBER_MAX) {
		memmove(buf + 1, buf, ++n);
		buf[0] = '+';
	}
	return n;
}

static void put_unit(struct pd_out *out, const struct pd_scale *scale,
		     const struct pd_comparison *c)
{
	if (c->relative || isnan(c->delta.point) || !scale->unit[0])
		return;
	pd_out_char(out, ' ');
	pd_out_text(out, scale->unit);
}

static void widen(const struct pd_scale *scale, bool relative, const struct pd_estimate *e,
		  size_t *lo_width, size_t *hi_width)
{
	char buf[PD_NUMBER_MAX];
	size_t lo, hi;

	if (!isfinite(e->lo) || !isfinite(e->hi))
		return;
	lo = print_change(buf, scale, relative, e->lo);
	hi = print_change(buf, scale, relative, e->hi);
	*lo_width = lo > *lo_width ? lo : *lo_width;
	*hi_width = hi > *hi_width ? hi : *hi_width;
}

void pd_cells_measure_interval(struct pd_cells *cells, const struct pd_scale *scale, bool relative,
			       const struct pd_estimate *e)
{
	widen(scale, relative, e, &cells->lo_width, &cells->hi_width);
}

/* Was one asked for? What the data ask for by themselves is told in a footnote. */
static bool shows_beside(const struct pd_cells *cells)
{
	return cells->report->result->policy.beside != PD_BESIDE_NONE;
}

static bool is_noted(const struct pd_cells *cells, const struct pd_comparison *c)
{
	return pd_notes_any(cells->report, c) ||
	       (shows_beside(cells) && c->beside.lack != PD_LACK_NOTHING);
}

/* Without an interval there is little to say, and a footnote says it where there are any. */
static bool is_open(const struct pd_cells *cells, const struct pd_comparison *c)
{
	bool interval = !isnan(c->delta.lo) && !isnan(c->delta.hi);

	return c->verdict == PD_VERDICT_INCONCLUSIVE &&
	       (interval || cells->look->brief || cells->look->quiet);
}

void pd_cells_measure(struct pd_cells *cells, const struct pd_scale *scale,
		      const struct pd_comparison *c)
{
	pd_cells_measure_interval(cells, scale, c->relative, &c->delta);
	cells->open = cells->open || is_open(cells, c);
	cells->noted = cells->noted || is_noted(cells, c);
	if (shows_beside(cells) && c->beside.kind != PD_BESIDE_NONE)
		widen(scale, c->relative, &c->beside.change, &cells->beside_lo_width,
		      &cells->beside_hi_width);
}

void pd_cells_change(struct pd_board *b, const struct pd_scale *scale, bool relative, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_board_put(b, (struct pd_str){buf, print_change(buf, scale, relative, v)});
}

static void put_interval(struct pd_out *out, const struct pd_scale *scale, bool relative,
			 const struct pd_estimate *e, size_t lo_width, size_t hi_width)
{
	char lo[PD_NUMBER_MAX], hi[PD_NUMBER_MAX];
	size_t n_lo, n_hi;

	if (isnan(e->lo) || isnan(e->hi))
		return;
	if (isinf(e->lo) || isinf(e->hi)) {
		pd_out_text(out, "unbounded");
		return;
	}
	n_lo = print_change(lo, scale, relative, e->lo);
	n_hi = print_change(hi, scale, relative, e->hi);
	pd_out_char(out, '[');
	pd_out_fill(out, ' ', lo_width - n_lo);
	pd_out_bytes(out, lo, n_lo);
	pd_out_text(out, ", ");
	pd_out_fill(out, ' ', hi_width - n_hi);
	pd_out_bytes(out, hi, n_hi);
	pd_out_char(out, ']');
}

void pd_cells_interval(const struct pd_cells *cells, struct pd_board *b,
		       const struct pd_scale *scale, bool relative, const struct pd_estimate *e)
{
	put_interval(pd_board_text(b), scale, relative, e, cells->lo_width, cells->hi_width);
	pd_board_cell(b);
}

static void beside(const struct pd_cells *cells, struct pd_board *b, const struct pd_scale *scale,
		   const struct pd_comparison *c)
{
	const struct pd_estimate *e = &c->beside.change;

	if (!shows_beside(cells))
		return;
	if (c->beside.kind == PD_BESIDE_NONE || isnan(e->point)) {
		pd_cells_beside_blank(cells, b);
		return;
	}
	pd_cells_change(b, scale, c->relative, e->point);
	put_interval(pd_board_text(b), scale, c->relative, e, cells->beside_lo_width,
		     cells->beside_hi_width);
	pd_board_cell(b);
}

void pd_cells_beside_blank(const struct pd_cells *cells, struct pd_board *b)
{
	if (!shows_beside(cells))
		return;
	pd_board_put(b, PD_STR(""));
	pd_board_put(b, PD_STR(""));
}

/* An estimate of many runs rounded up to two digits: more of them promise too much. */
static double about(double runs)
{
	double step = 1;

	while (runs / step > 100)
		step *= 10;
	return ceil(runs / step) * step;
}

static const char *runs_word(const struct pd_cells *cells)
{
	return cells->report->result->rows->paired ? "pairs" : "runs per side";
}

void pd_cells_settle(const struct pd_cells *cells, struct pd_out *out, const struct pd_scale *scale,
		     const struct pd_comparison *c)
{
	const struct pd_series *series = cells->report->result->rows->row[c->row].series;
	double half = (c->delta.hi - c->delta.lo) / 2;
	uint32_t n_base = pd_compare_runs(&series[0]), n_head = pd_compare_runs(&series[c->side]);
	uint32_t have = n_base > n_head ? n_base : n_head;
	char buf[PD_NUMBER_MAX];

	if (!is_open(cells, c))
		return;
	if (cells->report->result->policy.require_interleaved && (c->caveats & PD_CAVEAT_BLOCKED)) {
		pd_out_text(out, "needs runs in turns");
		return;
	}
	if (isnan(half)) {
		pd_out_printf(out, "needs at least %u %s", c->rank_each, runs_word(cells));
		return;
	}
	if (!isfinite(100 * half))
		return;
	pd_out_text(out, cells->look->ascii ? "+-" : "\302\261");
	if (c->relative) {
		pd_out_bytes(out, buf, pd_scale_rough(buf, 100 * half));
		pd_out_char(out, '%');
	} else {
		pd_out_bytes(out, buf, pd_scale_print(scale, buf, half, 2));
		put_unit(out, scale, c);
	}
	pd_out_text(out, " now");
	if (isnan(c->runs_needed))
		return;
	if (c->runs_needed <= have) {
		pd_out_text(out, ", too close to the threshold");
		return;
	}
	pd_out_text(out, ", needs about ");
	pd_out_bytes(out, buf, pd_scale_fixed(buf, about(c->runs_needed), 0));
	pd_out_printf(out, " %s", runs_word(cells));
	if (c->runs_needed > MANY_RUNS)
		pd_out_text(out, ": reduce the noise instead");
}

static void cell_p(const struct pd_cells *cells, struct pd_board *b, const struct pd_comparison *c)
{
	const struct pd_series *series = cells->report->result->rows->row[c->row].series;

	if (isnan(c->p) &&
	    (pd_compare_runs(&series[0]) == 1 || pd_compare_runs(&series[c->side]) == 1)) {
		pd_board_put(b, PD_STR("n=1"));
	} else {
		char buf[PD_NUMBER_MAX];

		pd_board_put(b, (struct pd_str){buf, pd_scale_p(buf, c->p)});
	}
}

void pd_cells_verdict(const struct pd_cells *cells, struct pd_board *b, enum pd_verdict verdict)
{
	const char *color = NULL;

	if (cells->look->color && verdict == PD_VERDICT_REGRESSION)
		color = "\033[31m";
	if (cells->look->color && verdict == PD_VERDICT_IMPROVEMENT)
		color = "\033[32m";
	pd_out_text(pd_board_text(b), pd_words_verdict(verdict));
	pd_board_cell_in(b, color, color ? "\033[0m" : NULL);
}

static void column_p(const struct pd_cells *cells, struct pd_board *b)
{
	pd_board_column(b, PD_RIGHT, pd_str_of(pd_words_p(cells->report->result->policy.adjust)));
}

/* "95% interval" */
static void column_interval(struct pd_board *b, const struct pd_report *r, const char *what)
{
	char title[64], level[PD_NUMBER_MAX];
	size_t n = pd_number_print_digits(level, 100 * r->result->policy.level, 6);

	(void)snprintf(title, sizeof(title), "%.*s%% %s", (int)n, level, what);
	pd_board_column(b, PD_LEFT, pd_str_of(title));
}

static void columns_beside(const struct pd_cells *cells, struct pd_board *b)
{
	static const struct {
		const char *of, *by;
	} title[PD_N_BESIDES] = {
		[PD_BESIDE_NONE] = {"",           ""         },
		[PD_BESIDE_RATIO_MEAN] = {"of means",   "Fieller"  },
		[PD_BESIDE_BCA] = {"of means",   "BCa"      },
		[PD_BESIDE_BCA_MEDIAN] = {"of medians", "BCa"      },
		[PD_BESIDE_HIERARCHICAL] = {"of means",   "two-level"},
	};
	enum pd_beside_kind kind = cells->report->result->policy.beside;

	if (!shows_beside(cells))
		return;
	pd_board_column(b, PD_RIGHT, pd_str_of(title[kind].of));
	column_interval(b, cells->report, title[kind].by);
}

void pd_cells_comparison_columns(const struct pd_cells *cells, struct pd_board *b)
{
	pd_board_column(b, PD_RIGHT, PD_STR("change"));
	column_interval(b, cells->report, "interval");
	columns_beside(cells, b);
	column_p(cells, b);
	pd_board_column(b, PD_RIGHT, pd_str_of(pd_nesting_unit(cells->report)));
}

void pd_cells_comparison(const struct pd_cells *cells, struct pd_board *b,
			 const struct pd_scale *scale, const struct pd_comparison *c)
{
	const struct pd_series *series = cells->report->result->rows->row[c->row].series;
	char buf[PD_NUMBER_MAX];
	size_t n = print_change(buf, scale, c->relative, c->delta.point);

	pd_out_bytes(pd_board_text(b), buf, n);
	put_unit(pd_board_text(b), scale, c);
	pd_board_cell(b);
	pd_cells_interval(cells, b, scale, c->relative, &c->delta);
	beside(cells, b, scale, c);
	cell_p(cells, b, c);
	/* a metric declared exact needs no partners */
	if (cells->report->result->rows->paired && series[0].n == series[c->side].n)
		pd_out_printf(pd_board_text(b), "%u", series[0].n);
	else
		pd_out_printf(pd_board_text(b), "%u+%u", pd_compare_runs(&series[0]),
			      pd_compare_runs(&series[c->side]));
	pd_board_cell(b);
}
