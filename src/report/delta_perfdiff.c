/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * delta_perfdiff.c - the columns of perf diff, and what it does not know: interval and p
 *
 *	# Baseline  Delta Abs      Cost           95% interval       p  Symbol
 *	# ........  .........  ........  .....................  ......  ...............
 *	#
 *	    22.01%     +7.18%   +22.10%  [  +5.75%,  +40.98%]   0.0088  [.] key_compare
 *
 * Baseline and Delta Abs are shares, as there; Cost is the change of what a
 * row costs, which is what was tested. New rows have no baseline, as there.
 * Of single profiles the interval of Delta Abs, of counting hits, stands there as well.
 */
#include "report/deltainterval.h"
#include "report/deltalegend.h"
#include "report/deltanames.h"
#include "report/deltaprose.h"
#include "report/deltaruler.h"
#include "report/scale.h"

#include "base/str.h"
#include "model/dso.h"

#include <math.h>
#include <stdio.h>

struct page {
	const struct pd_deltareport *r;
	const struct pd_look *look;
	struct pd_out *out;
	struct pd_deltacells c;
	struct pd_deltaruler ruler;
	struct pd_out text;
	bool tested;                /* rows of this section were */
	bool sampled;               /* shares of single profiles have intervals */
	bool any_test, any_sampled; /* in any section */
	bool written;
};

static struct pd_out *cell(struct page *p)
{
	return pd_board_text(&p->ruler.board);
}

static void end_cell(struct page *p)
{
	pd_board_cell(&p->ruler.board);
}

/* "Delta Abs/2" where there are several heads. */
static void column(struct page *p, enum pd_align align, const char *title, size_t side)
{
	p->text.n = 0;
	pd_out_text(&p->text, title);
	if (p->r->result->n_sides > 2)
		pd_out_printf(&p->text, "/%zu", side);
	pd_deltaruler_column(&p->ruler, align, pd_out_kept(&p->text));
	p->text.n = 0;
}

static void columns(struct page *p)
{
	char title[PD_DELTAINTERVAL_TITLE];
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(p->r->result, names);

	column(p, PD_RIGHT, "Baseline", 0);
	for (size_t side = 1; side < p->r->result->n_sides; side++) {
		column(p, PD_RIGHT, "Delta Abs", side);
		if (p->sampled) {
			pd_deltainterval_sampling_title(&p->c, title);
			column(p, PD_RIGHT, title, side);
		}
		column(p, PD_RIGHT, "Cost", side);
		pd_deltainterval_title(&p->c, side, title);
		column(p, PD_RIGHT, title, side);
		column(p, PD_RIGHT, "p", side);
	}
	pd_deltaruler_names(&p->ruler, names, n);
	pd_deltaruler_head(&p->ruler);
}

static void put_percent(struct pd_out *out, double rel)
{
	char buf[PD_NUMBER_MAX];

	if (isfinite(rel))
		pd_out_bytes(out, buf, pd_scale_percent(buf, rel));
}

static void put_interval(struct page *p, const struct pd_estimate *e)
{
	pd_deltainterval_put(&(const struct pd_deltainterval){0}, e, cell(p));
}

static void cells_of_test(struct page *p, const struct pd_delta_change *change)
{
	char buf[PD_NUMBER_MAX];

	/* Bounds of cut lists are no interval of a test; the cost has them. */
	if (p->tested)
		put_interval(p, &change->rel);
	end_cell(p);
	pd_board_put(&p->ruler.board,
		     isnan(change->p_adjusted)
			     ? PD_STR("")
			     : (struct pd_str){buf, pd_scale_p(buf, change->p_adjusted)});
}

/* perf says at which level code ran, kernel or user; here it is told from where the code lies. */
static const char *level_of(const struct page *p, const struct pd_delta_row *row)
{
	struct pd_dso_buf buf;

	if (row->kind != PD_DELTA_ROW || !row->name[PD_BY_DSO])
		return "";
	switch (pd_dso_key(pd_ctx_name(p->r->result->ctx, row->name[PD_BY_DSO]), &buf).kind) {
	case PD_DSO_KERNEL:
	case PD_DSO_MODULE:
		return "[k] ";
	case PD_DSO_FILE:
	case PD_DSO_JIT:
		return "[.] ";
	case PD_DSO_UNKNOWN:
		break;
	}
	return "";
}

static void cells_of_names(struct page *p, const struct pd_delta_row *row)
{
	enum pd_by names[PD_N_BY];
	size_t n = pd_deltanames_dimensions(p->r->result, names);

	for (size_t i = 0; i < n; i++) {
		if (names[i] == PD_BY_SYMBOL)
			pd_out_text(cell(p), level_of(p, row));
		pd_out_str(cell(p), pd_deltanames_row(&p->c, row, names[i]));
		end_cell(p);
	}
}

static void row(struct page *p, const struct pd_delta_row *row)
{
	pd_deltaruler_row(&p->ruler);
	pd_deltacells_put_share(&p->c, row, 0, cell(p));
	end_cell(p);
	for (size_t side = 1; side < p->r->result->n_sides; side++) {
		const struct pd_delta_change *change = &row->change[side - 1];

		put_percent(cell(p), change->head.share - row->base.share);
		end_cell(p);
		if (p->sampled) {
			put_interval(p, &change->share);
			end_cell(p);
		}
		pd_deltacells_put_relative(&p->c, row, side, cell(p));
		end_cell(p);
		cells_of_test(p, change);
	}
	cells_of_names(p, row);
	pd_board_row(&p->ruler.board);
}

static bool is_flagged(const struct page *p, const struct pd_delta_row *row)
{
	for (size_t side = 1; side < p->r->result->n_sides; side++)
		if (row->kind == PD_DELTA_ROW && pd_deltacells_flagged(&row->change[side - 1]))
			return true;
	return false;
}

static void comment(struct page *p)
{
	if (p->text.n)
		pd_out_printf(p->out, "# %.*s\n", PD_FMT(pd_out_kept(&p->text)));
	p->text.n = 0;
}

/* perf says which file is which only where there are more than two. */
static void write_files(struct page *p)
{
	const struct pd_delta_result *result = p->r->result;

	pd_out_text(p->out, "#\n# Data files:\n");
	for (size_t side = 0; side < result->n_sides; side++) {
		struct pd_str name = pd_deltanames_side(result, side);

		pd_out_printf(p->out, "#  [%zu] %.*s, %u %s%s\n", side, PD_FMT(name),
			      result->profiles->side[side].n_runs,
			      result->profiles->side[side].n_runs == 1 ? "run" : "runs",
			      side ? "" : " (Baseline)");
	}
}

/* What a cost is, and how much more of everything there is: perf diff knows shares only. */
static void write_costs(struct page *p)
{
	if (p->look->brief)
		return;
	pd_out_text(p->out, "#\n");
	pd_deltaprose_work(&p->text, &p->c);
	comment(p);
	for (size_t side = 1; side < p->r->result->n_sides; side++) {
		pd_deltaprose_factor(&p->text, &p->c, side);
		if (p->text.n && p->r->result->n_sides > 2)
			pd_out_printf(&p->text, " [%zu]", side);
		comment(p);
	}
}

/* "# 12 more rows (--top=0 shows all)" */
static void write_hidden(struct page *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->c.section->n && !p->look->brief; i++)
		n += !pd_deltacells_shown(&p->c, i, p->r->n_top, 0);
	if (n)
		pd_out_printf(p->out, "# %zu more row%s (--top=0 shows all)\n", n,
			      n == 1 ? "" : "s");
}

static bool has_sampling(const struct page *p, const struct pd_delta_section *s)
{
	for (size_t i = 0; i < s->n; i++)
		for (size_t side = 1; side < p->r->result->n_sides; side++)
			if (pd_deltainterval_has(&s->row[i].change[side - 1].share))
				return true;
	return false;
}

static void write_section(struct page *p, const struct pd_delta_section *s)
{
	p->c = pd_deltacells_of(p->r->result, s);
	p->ruler = (struct pd_deltaruler){0};
	p->tested = s->n_tested > 0;
	p->sampled = has_sampling(p, s);
	p->any_test = p->any_test || p->tested;
	p->any_sampled = p->any_sampled || p->sampled;
	if (p->look->brief && !pd_deltacells_any_flagged(&p->c))
		return;
	p->written = true;
	pd_out_printf(p->out, "# Event '%.*s'\n", PD_FMT(pd_deltanames_event(&p->c)));
	if (p->r->result->n_sides > 2)
		write_files(p);
	pd_out_text(p->out, "#\n");
	columns(p);
	for (size_t i = 0; i < s->n; i++)
		if (p->look->brief ? is_flagged(p, &s->row[i])
				   : pd_deltacells_shown(&p->c, i, p->r->n_top, 0))
			row(p, &s->row[i]);
	pd_deltaruler_write(&p->ruler, p->out);
	write_costs(p);
	write_hidden(p);
	pd_deltaruler_release(&p->ruler);
	pd_out_text(p->out, "\n\n");
}

static void write_perfdiff(const struct pd_deltareport *r, const struct pd_look *look,
			   struct pd_out *out)
{
	struct page p = {.r = r, .look = look, .out = out};

	pd_out_init(&p.text, -1);
	for (size_t i = 0; i < r->result->n_sections; i++)
		write_section(&p, &r->result->section[i]);
	if (!look->quiet && (p.written || !look->brief)) {
		pd_out_printf(&p.text,
			      "Baseline, Delta Abs: shares; Cost: its change, %s; flagged: ",
			      p.any_test ? "tested" : "of which nothing could be tested");
		pd_deltaprose_rule(&p.text, r->result);
		comment(&p);
		if (p.any_sampled)
			pd_out_text(&p.text,
				    "sampling only: the interval of Delta Abs with sampling "
				    "error only; run-to-run noise unknown");
		comment(&p);
		if (!look->brief)
			pd_deltalegend_kinds(&p.text, r->result);
		comment(&p);
	}
	pd_deltaprose_skipped(&p.text, r->result);
	comment(&p);
	pd_deltaprose_counts(&p.text, r->result);
	comment(&p);
	(void)pd_out_close(&p.text);
}

const struct pd_deltastyle pd_delta_perfdiff = {
	.name = "perfdiff",
	.what = "the columns of perf diff, with interval and p",
	.write = write_perfdiff,
};
