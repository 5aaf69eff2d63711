/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/listing.h"

#include "report/prose.h"
#include "report/words.h"

#include "base/str.h"

#include <inttypes.h>
#include <math.h>

size_t pd_listing_sides(const struct pd_report *r)
{
	return r->kind == PD_REPORT_SUMMARY ? 1 : r->result->rows->n_sides;
}

static bool is_change(enum pd_verdict v)
{
	return v == PD_VERDICT_REGRESSION || v == PD_VERDICT_IMPROVEMENT || v == PD_VERDICT_CHANGED;
}

bool pd_listing_shown(const struct pd_report *r, const struct pd_look *look, size_t row)
{
	if (!look->brief || r->kind == PD_REPORT_SUMMARY)
		return true;
	for (size_t side = 1; side < r->result->rows->n_sides; side++) {
		const struct pd_comparison *c = pd_compare_find(r->result, row, side);

		if (c && c->verdict != PD_VERDICT_SAME)
			return true;
	}
	return false;
}

bool pd_listing_any_shown(const struct pd_report *r, const struct pd_look *look,
			  const struct pd_section *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (pd_listing_shown(r, look, s->row[i].row))
			return true;
	return false;
}

const struct pd_summary *pd_listing_summary(const struct pd_report *r, size_t row, size_t side)
{
	const struct pd_summary *s =
		&r->result->centre[row * r->result->rows->n_sides + side].summary;

	return s->n ? s : NULL;
}

bool pd_listing_repeats(const struct pd_report *r, const struct pd_section *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < pd_listing_sides(r); side++) {
			const struct pd_summary *v = pd_listing_summary(r, s->row[i].row, side);

			if (v && v->n > 1)
				return true;
		}
	return false;
}

const char *pd_listing_what(const struct pd_report *r, const struct pd_section *s)
{
	return pd_listing_repeats(r, s) ? "mean over runs" : "one value per side";
}

bool pd_listing_marked(const struct pd_report *r, size_t row, size_t side)
{
	const struct pd_comparison *c = side ? pd_compare_find(r->result, row, side) : NULL;

	return c && is_change(c->verdict);
}

static double shown_mean(const struct pd_report *r, const struct pd_scale *scale, size_t row,
			 size_t side)
{
	const struct pd_summary *s = pd_listing_summary(r, row, side);

	return s ? s->mean * scale->up / scale->down : nan("");
}

static void choose_scale(const struct pd_report *r, const struct pd_section *s,
			 struct pd_scale *scale)
{
	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < pd_listing_sides(r); side++) {
			const struct pd_summary *v = pd_listing_summary(r, s->row[i].row, side);

			if (v)
				pd_scale_see(scale, v->mean);
		}
	pd_scale_choose(scale, pd_ctx_name(r->ctx, r->result->rows->metrics[s->metric].unit));
}

/* Whether the arithmetic on printed digits can hold all means. */
static bool all_fit(const struct pd_listing *l, const struct pd_report *r,
		    const struct pd_section *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < pd_listing_sides(r); side++)
			if (pd_listing_summary(r, s->row[i].row, side) &&
			    !pd_listing_mean(l, r, s->row[i].row, side).defined)
				return false;
	return true;
}

struct pd_listing pd_listing_section(const struct pd_report *r, const struct pd_section *s,
				     int least_decimals)
{
	struct pd_listing l = {.decimals = least_decimals};

	choose_scale(r, s, &l.scale);
	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < pd_listing_sides(r); side++) {
			int d = pd_decimal_places(shown_mean(r, &l.scale, s->row[i].row, side));

			l.decimals = d > l.decimals ? d : l.decimals;
		}
	while (l.decimals > 0 && !all_fit(&l, r, s))
		l.decimals--;
	return l;
}

struct pd_decimal pd_listing_mean(const struct pd_listing *l, const struct pd_report *r, size_t row,
				  size_t side)
{
	return pd_decimal_of(shown_mean(r, &l->scale, row, side), l->decimals);
}

size_t pd_listing_print(char buf[PD_NUMBER_MAX], const struct pd_listing *l,
			const struct pd_report *r, size_t row, size_t side)
{
	struct pd_decimal mean = pd_listing_mean(l, r, row, side);

	if (mean.defined)
		return pd_decimal_print(buf, mean);
	return pd_number_print_digits(buf, shown_mean(r, &l->scale, row, side), 6);
}

struct pd_decimal pd_listing_gain(const struct pd_listing *l, const struct pd_report *r, size_t row,
				  size_t side, bool round)
{
	const struct pd_rows *rows = r->result->rows;
	bool lower = rows->metrics[rows->row[row].metric].better == PD_LOWER;
	struct pd_decimal base = pd_listing_mean(l, r, row, 0);
	struct pd_decimal head = pd_listing_mean(l, r, row, side);

	return pd_decimal_percent(lower ? pd_decimal_minus(base, head)
					: pd_decimal_minus(head, base),
				  base, round);
}

const char *pd_listing_plus(const struct pd_report *r, uint16_t metric)
{
	return r->result->rows->metrics[metric].better == PD_BETTER_UNKNOWN ? "+ = larger"
									    : "+ = improvement";
}

const char *pd_listing_direction(enum pd_better better)
{
	switch (better) {
	case PD_LOWER:
		return "lower is better";
	case PD_HIGHER:
		return "higher is better";
	case PD_BETTER_UNKNOWN:
		break;
	}
	return "which way is better is unknown";
}

void pd_listing_metric(const struct pd_report *r, const struct pd_section *s, char sep,
		       struct pd_out *out)
{
	struct pd_str bench = pd_ctx_name(r->ctx, s->bench);

	if (!s->bench_varies && bench.n) {
		pd_out_str(out, bench);
		pd_out_char(out, sep);
	}
	pd_out_str(out, pd_ctx_name(r->ctx, r->result->rows->metrics[s->metric].name));
}

static void write_subject(const struct pd_rowname *names, const char *unit, struct pd_out *text)
{
	const struct pd_report *r = names->report;
	const struct pd_section *s = names->section;
	const struct pd_metric *m = &r->result->rows->metrics[s->metric];

	pd_listing_metric(r, s, ' ', text);
	if (!unit && !pd_str_eq(pd_ctx_name(r->ctx, m->unit), PD_STR("1")))
		unit = pd_ctx_name(r->ctx, m->unit).p;
	if (unit && *unit)
		pd_out_printf(text, " in %s", unit);
	pd_out_printf(text, ", %s\n", pd_listing_direction(m->better));
}

void pd_listing_labels(const struct pd_rowname *names, struct pd_out *text)
{
	size_t start = text->n;

	pd_words_labels(text, names->section->common, names->section->n_common);
	if (names->n_ties) {
		pd_out_text(text, text->n > start ? "; " : "");
		pd_rowname_ties(names, text);
	}
	if (pd_rowname_has_words(names)) {
		pd_out_text(text, text->n > start ? "; rows: " : "rows: ");
		pd_rowname_keys(names, text);
	}
	if (text->n > start)
		pd_out_char(text, '\n');
}

void pd_listing_lines(struct pd_str text, const struct pd_look *look, struct pd_out *out)
{
	while (text.n)
		pd_prose_wrap(out, "", pd_str_cut(&text, '\n'), look->width);
}

void pd_listing_caption(const struct pd_rowname *names, const char *unit, struct pd_str how,
			const struct pd_look *look, struct pd_out *out)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	write_subject(names, unit, &text);
	pd_listing_labels(names, &text);
	pd_out_str(&text, how);
	pd_listing_lines(pd_out_kept(&text), look, out);
	pd_out_char(out, '\n');
	(void)pd_out_close(&text);
}
