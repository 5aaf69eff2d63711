/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/summaries.h"

#include "report/names.h"
#include "report/nesting.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

enum { DIGITS = 4 };

/* Columns that only some sections need. */
struct shape {
	bool side, iterations, levels, noted;
	size_t lo_width, hi_width;
};

struct place {
	const struct pd_series *series;
	const struct pd_centre *centre;
};

static struct place place_of(const struct pd_summaries *s, size_t row, size_t side)
{
	const struct pd_rows *rows = s->report->result->rows;

	return (struct place){&rows->row[row].series[side],
			      &s->report->result->centre[row * rows->n_sides + side]};
}

static bool has_interval(const struct pd_estimate *e)
{
	return e->level > 0 && !isnan(e->lo) && !isnan(e->hi);
}

static void measure_one(const struct pd_summaries *s, struct shape *shape, const struct place *at)
{
	const struct pd_estimate *e = &at->centre->median;
	char buf[PD_NUMBER_MAX];
	size_t n;

	shape->iterations = shape->iterations || at->series->n_iterations != at->series->n;
	shape->levels = shape->levels || at->series->levels.n_groups;
	if (!has_interval(e))
		return;
	n = pd_scale_print(s->scale, buf, e->lo, DIGITS);
	shape->lo_width = n > shape->lo_width ? n : shape->lo_width;
	n = pd_scale_print(s->scale, buf, e->hi, DIGITS);
	shape->hi_width = n > shape->hi_width ? n : shape->hi_width;
}

static struct shape measure(const struct pd_summaries *s)
{
	size_t n_sides = s->report->result->rows->n_sides;
	struct shape shape = {.side = n_sides > 1};

	for (uint32_t i = 0; i < s->section->n; i++)
		for (size_t side = 0; side < n_sides; side++) {
			struct place at = place_of(s, s->section->row[i].row, side);

			if (!at.series->n)
				continue;
			measure_one(s, &shape, &at);
			shape.noted = shape.noted ||
				      pd_notes_any_series(s->report, s->section->row[i].row, side);
		}
	shape.noted = shape.noted && !s->look->quiet;
	return shape;
}

static void columns(struct pd_board *b, const struct pd_summaries *s, const struct shape *shape)
{
	if (shape->side)
		pd_board_column(b, PD_LEFT, PD_STR("side"));
	pd_board_column(b, PD_RIGHT, pd_str_of(pd_nesting_unit(s->report)));
	if (shape->iterations)
		pd_board_column(b, PD_RIGHT, PD_STR("iterations"));
	pd_board_column(b, PD_POINT, PD_STR("median"));
	pd_board_column(b, PD_LEFT, PD_STR("interval"));
	pd_board_column(b, PD_POINT, PD_STR("level"));
	pd_board_column(b, PD_POINT, PD_STR("mean"));
	pd_board_column(b, PD_POINT, PD_STR("sd"));
	pd_board_column(b, PD_POINT, PD_STR("cv"));
	if (shape->levels) {
		pd_board_column(b, PD_POINT, PD_STR("between"));
		pd_board_column(b, PD_POINT, PD_STR("within"));
	}
	pd_board_column(b, PD_POINT, PD_STR("min"));
	pd_board_column(b, PD_POINT, PD_STR("max"));
	if (shape->noted)
		pd_board_column(b, PD_LEFT, s->markdown ? PD_STR("notes") : PD_STR(""));
	pd_board_head(b);
}

static void number(struct pd_board *b, const struct pd_summaries *s, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_board_put(b, (struct pd_str){buf, pd_scale_print(s->scale, buf, v, DIGITS)});
}

static void padded(struct pd_out *out, const struct pd_scale *scale, size_t width, double v)
{
	char buf[PD_NUMBER_MAX];
	size_t n = pd_scale_print(scale, buf, v, DIGITS);

	pd_out_fill(out, ' ', width - n);
	pd_out_bytes(out, buf, n);
}

/* "[0.3180, 0.3410]" and the level that it really has: "97.9%". */
static void interval(struct pd_board *b, const struct pd_summaries *s, const struct shape *shape,
		     const struct pd_estimate *e)
{
	char buf[PD_NUMBER_MAX];

	if (!has_interval(e)) {
		pd_board_put(b, PD_STR(""));
		pd_board_put(b, PD_STR("-"));
		return;
	}
	pd_out_char(pd_board_text(b), '[');
	padded(pd_board_text(b), s->scale, shape->lo_width, e->lo);
	pd_out_text(pd_board_text(b), ", ");
	padded(pd_board_text(b), s->scale, shape->hi_width, e->hi);
	pd_out_char(pd_board_text(b), ']');
	pd_board_cell(b);
	pd_out_bytes(pd_board_text(b), buf, pd_scale_fixed(buf, 100 * e->level, 1));
	pd_out_char(pd_board_text(b), '%');
	pd_board_cell(b);
}

static void cell_cv(struct pd_board *b, double cv)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(pd_board_text(b), buf, pd_scale_fixed(buf, 100 * cv, 2));
	if (isfinite(100 * cv))
		pd_out_char(pd_board_text(b), '%');
	pd_board_cell(b);
}

static void cell_level(struct pd_board *b, const struct place *at, double sd)
{
	cell_cv(b, at->series->levels.n_groups ? pd_nesting_share(at->centre, sd) : nan(""));
}

static void row(struct pd_board *b, const struct pd_summaries *s, const struct shape *shape,
		size_t i, size_t side)
{
	struct place at = place_of(s, i, side);
	const struct pd_summary *sum = &at.centre->summary;

	if (shape->side)
		pd_board_put(b, pd_words_side(s->report, side));
	pd_out_printf(pd_board_text(b), "%u", pd_compare_runs(at.series));
	pd_board_cell(b);
	if (shape->iterations) {
		pd_out_printf(pd_board_text(b), "%u", at.series->n_iterations);
		pd_board_cell(b);
	}
	number(b, s, at.centre->median.point);
	interval(b, s, shape, &at.centre->median);
	number(b, s, sum->mean);
	number(b, s, sum->sd);
	cell_cv(b, sum->cv);
	if (shape->levels) {
		cell_level(b, &at, at.series->levels.sd_between);
		cell_level(b, &at, at.series->levels.sd_within);
	}
	number(b, s, sum->min);
	number(b, s, sum->max);
	if (shape->noted) {
		pd_notes_mark_series(s->notes, s->report, i, side, pd_board_text(b));
		pd_board_cell(b);
	}
	pd_board_row(b);
}

void pd_summaries_write(const struct pd_summaries *s, struct pd_out *out)
{
	size_t n_sides = s->report->result->rows->n_sides;
	struct shape shape = measure(s);
	struct pd_board b = {.markdown = s->markdown};
	struct pd_names names = pd_names_columns(s->section, &b);

	columns(&b, s, &shape);
	for (uint32_t i = 0; i < s->section->n; i++)
		for (size_t side = 0; side < n_sides; side++) {
			if (!place_of(s, s->section->row[i].row, side).series->n)
				continue;
			pd_names_cells(&names, s->report, &s->section->row[i], &b);
			row(&b, s, &shape, s->section->row[i].row, side);
		}
	pd_board_write(&b, out);
	pd_board_release(&b);
}
