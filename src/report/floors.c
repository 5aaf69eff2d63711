/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/floors.h"

#include "report/board.h"
#include "report/csvlines.h"
#include "report/jsonlines.h"
#include "report/prose.h"
#include "report/scale.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

/* ---- tables */

static void put_share(struct pd_board *b, double share, int decimals)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(pd_board_text(b), buf, pd_scale_fixed(buf, 100 * share, decimals));
	if (isfinite(share))
		pd_out_char(pd_board_text(b), '%');
	pd_board_cell(b);
}

/* In percent, or in the unit of the metric where there is no ratio. */
static void put_floor(struct pd_board *b, const struct pd_aa_row *a, double floor)
{
	char buf[PD_NUMBER_MAX];

	if (a->relative || isnan(floor)) {
		put_share(b, floor, 2);
		return;
	}
	pd_board_put(b, (struct pd_str){buf, pd_scale_rough(buf, floor)});
}

static const char *advice_of(const struct pd_report *r, const struct pd_aa_row *a)
{
	if (!a->n_base)
		return "fewer than four runs: no halves";
	if (r->result->rows->row[a->row].series[0].single_run)
		return "iterations of one run: other runs may differ by more";
	return "";
}

static void write_row(struct pd_board *b, const struct pd_report *r, const struct pd_aa_row *a)
{
	uint32_t n = r->result->rows->row[a->row].series[0].n;

	pd_words_row(pd_board_text(b), r, a->row);
	pd_board_cell(b);
	if (a->n_base)
		pd_out_printf(pd_board_text(b), "%u+%u", a->n_base, a->n_head);
	else
		pd_out_char(pd_board_text(b), '-');
	pd_board_cell(b);
	pd_out_printf(pd_board_text(b), "%zu", a->n_splits);
	pd_board_cell(b);
	put_share(b, a->changed, 1);
	put_share(b, a->regression, 1);
	put_floor(b, a, a->floor);
	pd_out_printf(pd_board_text(b), "%u+%u", n, n);
	pd_board_cell(b);
	put_floor(b, a, a->floor_side);
	put_share(b, a->drift, 0);
	pd_board_put(b, pd_str_of(advice_of(r, a)));
	pd_board_row(b);
}

static void write_table(const struct pd_aa_result *aa, const struct pd_report *r, bool markdown,
			struct pd_out *out)
{
	struct pd_board b = {.markdown = markdown};

	pd_board_column(&b, PD_LEFT, PD_STR("what"));
	pd_board_column(&b, PD_RIGHT, PD_STR("halves"));
	pd_board_column(&b, PD_RIGHT, PD_STR("splits"));
	pd_board_column(&b, PD_POINT, PD_STR("changed"));
	pd_board_column(&b, PD_POINT, PD_STR("regression"));
	pd_board_column(&b, PD_POINT, PD_STR("floor"));
	pd_board_column(&b, PD_RIGHT, PD_STR("runs"));
	pd_board_column(&b, PD_POINT, PD_STR("floor"));
	pd_board_column(&b, PD_POINT, PD_STR("drift"));
	pd_board_column(&b, PD_LEFT, PD_STR(""));
	pd_board_head(&b);
	for (size_t i = 0; i < aa->n; i++)
		if (aa->row[i].n)
			write_row(&b, r, &aa->row[i]);
	pd_board_write(&b, out);
	pd_board_release(&b);
}

static void put_percent(struct pd_out *out, double share)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print_digits(buf, 100 * share, 3));
	pd_out_char(out, '%');
}

/* "try --min-effect=time=8% --min-effect=throughput=2.5%" */
static void write_advice(const struct pd_aa_result *aa, const struct pd_report *r,
			 struct pd_out *out)
{
	const struct pd_rows *rows = r->result->rows;
	const char *before = "recommended:";

	for (size_t m = 0; m < rows->n_metrics; m++) {
		if (isnan(aa->min_effect[m]))
			continue;
		pd_out_printf(out, "%s --min-effect=", before);
		pd_out_str(out, pd_ctx_name(r->ctx, rows->metrics[m].name));
		pd_out_char(out, '=');
		put_percent(out, aa->min_effect[m]);
		before = "";
	}
	if (!*before)
		pd_out_char(out, '\n');
}

static void write_rates(const struct pd_aa_result *aa, const struct pd_report *r,
			const struct pd_look *look, struct pd_out *out)
{
	if (aa->n_splits) {
		pd_out_printf(out, "of %zu reports of equal halves any change was called in ",
			      aa->n_splits);
		put_percent(out, aa->any_change);
		pd_out_text(out, ", any regression in ");
		put_percent(out, aa->any_regression);
		pd_out_char(out, '\n');
	}
	if (r->result->rows->n_sides > 1) {
		pd_out_text(out, "the sides as they are: ");
		pd_prose_counts(out, r, look);
	}
}

static const char legend[] =
	"Runs of one build, split at random into halves and judged as two builds. changed, "
	"regression: how often. floor: 95% of the splits differ by less; then the same for sides "
	"of as many runs as the first side has. drift: how much of its variance a steady drift "
	"over the order of runs explains. Splits hold alpha by construction, and a half of one "
	"series cannot differ in what the whole has once: its boot, its day, the layout of its "
	"code. Measure the build twice, A/A, and name both sides to see that.";

static void write_floors(const struct pd_aa_result *aa, const struct pd_report *r,
			 const struct pd_look *look, bool markdown, struct pd_out *out)
{
	struct pd_out text;

	write_table(aa, r, markdown, out);
	pd_out_char(out, '\n');
	if (!look->quiet) {
		pd_prose_wrap(out, "", pd_str_of(legend),
			      markdown      ? 0
			      : look->width ? look->width
					    : 80);
		pd_out_char(out, '\n');
	}
	pd_out_init(&text, -1);
	write_rates(aa, r, look, &text);
	write_advice(aa, r, &text);
	if (markdown)
		pd_board_escape(out, pd_out_kept(&text));
	else
		pd_out_str(out, pd_out_kept(&text));
	(void)pd_out_close(&text);
}

void pd_floors_plain(const struct pd_aa_result *aa, const struct pd_report *r,
		     const struct pd_look *look, struct pd_out *out)
{
	write_floors(aa, r, look, false, out);
}

void pd_floors_markdown(const struct pd_aa_result *aa, const struct pd_report *r,
			const struct pd_look *look, struct pd_out *out)
{
	write_floors(aa, r, look, true, out);
}

/* ---- for programs */

static void write_fields(const struct pd_fields *f, void *to, const struct pd_report *r,
			 const struct pd_aa_row *a)
{
	pd_fields_row(f, to, r, a->row);
	f->count(to, "n", a->n);
	f->count(to, "n_base", a->n_base);
	f->count(to, "n_head", a->n_head);
	f->count(to, "splits", a->n_splits);
	f->flag(to, "relative", a->relative);
	f->flag(to, "gated", a->gated);
	f->number(to, "changed", a->changed);
	f->number(to, "regression", a->regression);
	f->number(to, "floor", a->floor);
	f->number(to, "floor_side", a->floor_side);
	f->number(to, "drift", a->drift);
}

static void write_metrics(struct pd_jsonlines *j, const struct pd_aa_result *aa,
			  const struct pd_report *r)
{
	const struct pd_fields *f = &pd_jsonlines_fields;

	pd_jsonlines_array(j, "metrics");
	for (size_t m = 0; m < r->result->rows->n_metrics; m++) {
		pd_jsonlines_element(j);
		f->text(&j->tree, "metric", pd_ctx_name(r->ctx, r->result->rows->metrics[m].name));
		f->number(&j->tree, "min_effect", aa->min_effect[m]);
		pd_jsonlines_element_end(j);
	}
	pd_jsonlines_array_end(j);
}

void pd_floors_json(const struct pd_aa_result *aa, const struct pd_report *r,
		    const struct pd_look *look, struct pd_out *out)
{
	const struct pd_fields *f = &pd_jsonlines_fields;
	struct pd_jsonlines j;

	(void)look;
	pd_jsonlines_report(&j, r, out);
	pd_jsonlines_object(&j, "splits");
	f->count(&j.tree, "reports", aa->n_splits);
	f->number(&j.tree, "any_change", aa->any_change);
	f->number(&j.tree, "any_regression", aa->any_regression);
	pd_jsonlines_object_end(&j);
	pd_jsonlines_object(&j, "sides");
	pd_fields_counts(f, &j.tree, r);
	pd_jsonlines_object_end(&j);
	write_metrics(&j, aa, r);
	pd_jsonlines_array(&j, "rows");
	for (size_t i = 0; i < aa->n; i++) {
		if (!aa->row[i].n)
			continue;
		pd_jsonlines_element(&j);
		write_fields(f, &j.tree, r, &aa->row[i]);
		pd_jsonlines_element_end(&j);
	}
	pd_jsonlines_array_end(&j);
	pd_jsonlines_finish(&j);
}

void pd_floors_csv(const struct pd_aa_result *aa, const struct pd_report *r,
		   const struct pd_look *look, struct pd_out *out)
{
	struct pd_csvlines c;

	(void)look;
	if (!aa->n)
		return;
	pd_csvlines_init(&c, out);
	write_fields(&pd_csvlines_fields, &c, r, &aa->row[0]);
	pd_csvlines_end(&c);
	for (size_t i = 0; i < aa->n; i++) {
		if (!aa->row[i].n)
			continue;
		write_fields(&pd_csvlines_fields, &c, r, &aa->row[i]);
		pd_csvlines_end(&c);
	}
	pd_csvlines_release(&c);
}
