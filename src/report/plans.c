/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plans.h"

#include "report/names.h"
#include "report/prose.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

struct page {
	const struct pd_plan_result *plan;
	const struct pd_report *r;
	const struct pd_look *look;
	bool markdown;
	struct pd_out *out;
	struct pd_out text; /* before the marks of markdown are escaped */
};

static void put_text(struct page *p)
{
	if (p->markdown)
		pd_board_escape(p->out, pd_out_kept(&p->text));
	else
		pd_out_str(p->out, pd_out_kept(&p->text));
	p->text.n = 0;
}

/* Rows of a plan stand by row, then side. */
static const struct pd_plan_row *find(const struct pd_plan_result *plan, size_t row, size_t side)
{
	size_t lo = 0, hi = plan->n;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;
		const struct pd_plan_row *p = &plan->row[middle];

		if (p->row < row || (p->row == row && p->side < side))
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < plan->n && plan->row[lo].row == row && plan->row[lo].side == side
		       ? &plan->row[lo]
		       : NULL;
}

static void write_heading(struct page *p, const struct pd_section *s, const struct pd_scale *scale)
{
	pd_out_text(p->out, p->markdown ? "\n### " : "\n");
	pd_names_title(&p->text, p->r, s, scale);
	put_text(p);
	pd_out_char(p->out, '\n');
	if (!s->n_common)
		return;
	pd_out_text(p->out, p->markdown ? "\n" : "");
	pd_words_labels(&p->text, s->common, s->n_common);
	put_text(p);
	pd_out_char(p->out, '\n');
}

/* "3.42%", or in the unit of the section where there is no ratio. */
static void put_size(struct pd_board *b, const struct pd_scale *scale, bool relative, double v)
{
	char buf[PD_NUMBER_MAX];
	size_t n = relative ? pd_scale_fixed(buf, 100 * v, 2) : pd_scale_print(scale, buf, v, 4);

	pd_out_bytes(pd_board_text(b), buf, n);
	if (relative && isfinite(v))
		pd_out_char(pd_board_text(b), '%');
	pd_board_cell(b);
}

static void put_runs(struct pd_board *b, double runs)
{
	char buf[PD_NUMBER_MAX];

	if (isfinite(runs))
		pd_out_bytes(pd_board_text(b), buf, pd_scale_fixed(buf, runs, 0));
	else
		pd_out_char(pd_board_text(b), '-');
	pd_board_cell(b);
}

static const char *advice_of(const struct pd_plan_row *row)
{
	switch (row->basis) {
	case PD_PLAN_NONE:
		return "fewer than two runs: the noise is unknown";
	case PD_PLAN_EXACT:
		return "no noise: one run tells";
	case PD_PLAN_NOISE:
	case PD_PLAN_INTERVAL:
		break;
	}
	if (isnan(row->runs_change))
		return "no threshold: name one by --min-effect-abs";
	return row->reduce_noise ? "reduce the noise instead" : "";
}

static void columns(struct pd_board *b, bool sides)
{
	if (sides)
		pd_board_column(b, PD_LEFT, PD_STR("side"));
	pd_board_column(b, PD_RIGHT, PD_STR("runs"));
	pd_board_column(b, PD_POINT, PD_STR("noise"));
	pd_board_column(b, PD_POINT, PD_STR("shows now"));
	pd_board_column(b, PD_POINT, PD_STR("to show"));
	pd_board_column(b, PD_RIGHT, PD_STR("needs"));
	pd_board_column(b, PD_RIGHT, PD_STR("for same"));
	pd_board_column(b, PD_LEFT, PD_STR("advice"));
	pd_board_head(b);
}

static void write_row(struct page *p, struct pd_board *b, const struct pd_scale *scale,
		      const struct pd_plan_row *row)
{
	if (p->r->result->rows->n_sides > 1)
		pd_board_put(b, pd_words_side(p->r, row->side));
	pd_out_printf(pd_board_text(b), "%u", row->n);
	pd_board_cell(b);
	put_size(b, scale, row->relative, row->noise);
	put_size(b, scale, row->relative, row->detectable);
	put_size(b, scale, row->relative, row->effect);
	put_runs(b, row->runs_change);
	put_runs(b, row->runs_same);
	pd_board_put(b, pd_str_of(advice_of(row)));
	pd_board_row(b);
}

static void write_section(struct page *p, const struct pd_section *s)
{
	struct pd_scale scale = pd_names_scale(p->r, s);
	struct pd_board b = {.markdown = p->markdown};
	struct pd_names names = pd_names_columns(s, &b);

	write_heading(p, s, &scale);
	pd_out_char(p->out, '\n');
	columns(&b, p->r->result->rows->n_sides > 1);
	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < p->r->result->rows->n_sides; side++) {
			const struct pd_plan_row *row = find(p->plan, s->row[i].row, side);

			if (!row)
				continue;
			pd_names_cells(&names, p->r, &s->row[i], &b);
			write_row(p, &b, &scale, row);
		}
	pd_board_write(&b, p->out);
	pd_board_release(&b);
}

static void legend(struct page *p)
{
	struct pd_out *out = &p->text;

	pd_out_text(out,
		    "Runs of each side. noise: standard deviation of a run. shows now: the "
		    "change that as many runs show with probability 0.8. needs: runs that show "
		    "a change of the size before it, for same: runs that rule it out if "
		    "nothing changed, each with probability 0.8. ");
	pd_out_text(out, p->r->result->rows->n_sides < 2
				 ? "One side is there, and a head is taken to be as noisy, and "
				   "normal. "
				 : "From the width of the interval, whatever the shape of the "
				   "noise. ");
	pd_out_printf(out,
		      "Each row is planned as if it were judged alone; ranks alone need %.0f runs "
		      "a side among %zu comparison%s.",
		      p->plan->fewest, p->plan->family, p->plan->family > 1 ? "s" : "");
}

static void write_legend(struct page *p)
{
	if (p->look->quiet || !p->plan->n)
		return;
	pd_out_char(p->out, '\n');
	legend(p);
	if (p->markdown) {
		put_text(p);
		pd_out_char(p->out, '\n');
		return;
	}
	pd_prose_wrap(p->out, "", pd_out_kept(&p->text), p->look->width ? p->look->width : 80);
	p->text.n = 0;
}

static void write_sides(struct page *p)
{
	for (size_t side = 0; side < p->r->result->rows->n_sides; side++) {
		pd_out_text(p->out, p->markdown ? "- " : side ? ", " : "");
		pd_prose_side(&p->text, p->r, side);
		put_text(p);
		pd_out_text(p->out, p->markdown ? "\n" : "");
	}
	pd_out_text(p->out, p->markdown ? "" : "\n");
}

static void write_page(struct page *p)
{
	pd_out_init(&p->text, -1);
	write_sides(p);
	for (size_t i = 0; i < p->r->n_sections; i++)
		write_section(p, &p->r->section[i]);
	write_legend(p);
	(void)pd_out_close(&p->text);
}

void pd_plans_plain(const struct pd_plan_result *plan, const struct pd_report *r,
		    const struct pd_look *look, struct pd_out *out)
{
	struct page p = {.plan = plan, .r = r, .look = look, .out = out};

	write_page(&p);
}

void pd_plans_markdown(const struct pd_plan_result *plan, const struct pd_report *r,
		       const struct pd_look *look, struct pd_out *out)
{
	struct page p = {.plan = plan, .r = r, .look = look, .markdown = true, .out = out};

	write_page(&p);
}
