/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_mmtests.c - the comparison of mmtests
 *
 *	                                5.4.0                  5.4.0
 *	                                 base                patched
 *	Amean     user-256    13249.50 (   0.00%)    16401.31 * -23.79%*
 *	Stddev    user-256       42.97 (   0.00%)       19.15 (  55.43%)
 *
 * A percentage is positive when it is better, for spreads too. Differences from
 * mmtests: stars are our verdicts, a value that falls to 0 has changed by
 * 100 % (mmtests prints 0.00 %), nothing in percent of 0 is n/a, and Stddev of
 * a rate is the usual one.
 */
#include "report/grid.h"
#include "report/listing.h"
#include "report/style.h"
#include "report/tally.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

struct mmtests {
	const struct pd_report *report;
	const struct pd_look *look;
	struct pd_rowname names;
	struct pd_out text; /* scratch */
	size_t label_width, value_width, cell_width;
	int decimals;
	bool rate;   /* higher is better: means are harmonic */
	bool larger; /* positive percentages are larger values */
};

enum { OPERATION_WIDTH = 9, PERCENT_WIDTH = 11, FEW_DECIMALS = 2, MANY_DECIMALS = 4 };

/* One figure of a series; the base's comes first in its row. */
struct operation {
	const char *lower, *higher; /* its name by what is better */
	bool spread;                /* less is better, whatever the metric */
	bool centre;                /* carries the star */
	double (*of)(const struct pd_summary *s, const struct pd_series *v, bool rate);
};

static double min_of(const struct pd_summary *s, const struct pd_series *v, bool rate)
{
	(void)v;
	(void)rate;
	return s->min;
}

static double max_of(const struct pd_summary *s, const struct pd_series *v, bool rate)
{
	(void)v;
	(void)rate;
	return s->max;
}

static double mean_of(const struct pd_summary *s, const struct pd_series *v, bool rate)
{
	(void)v;
	return rate ? s->harmean : s->mean;
}

/* One value has no spread; mmtests calls it 0. */
static double stddev_of(const struct pd_summary *s, const struct pd_series *v, bool rate)
{
	(void)v;
	(void)rate;
	return s->n < 2 ? 0 : s->sd;
}

static double coeffvar_of(const struct pd_summary *s, const struct pd_series *v, bool rate)
{
	(void)v;
	(void)rate;
	return s->n < 2 ? 0 : 100 * s->cv;
}

/* The mean, harmonic for rates, of the best 95 % of the values, at least one. */
static double best_of(const struct pd_summary *s, const struct pd_series *v, bool rate)
{
	uint32_t n = v->n - (v->n + 19) / 20;
	double sum = 0;

	(void)s;
	n = n ? n : 1;
	for (uint32_t i = 0; i < n; i++)
		sum += rate ? 1 / v->sorted[v->n - 1 - i] : v->sorted[i];
	return rate ? n / sum : sum / n;
}

static const struct operation operations[] = {
	{"Min",       "Min",       false, false, min_of     },
	{"Amean",     "Hmean",     false, true,  mean_of    },
	{"Stddev",    "Stddev",    true,  false, stddev_of  },
	{"CoeffVar",  "CoeffVar",  true,  false, coeffvar_of},
	{"Max",       "Max",       false, false, max_of     },
	{"BAmean.95", "BHmean.95", false, false, best_of    },
};

static void put_right(struct pd_out *out, struct pd_str text, size_t width)
{
	size_t n = pd_grid_text_width(text);

	pd_out_fill(out, ' ', n < width ? width - n : 0);
	pd_out_str(out, text);
}

/* "time-4", "hackbench-time-4": without blanks, for the scripts that read such tables. */
static struct pd_str name_of(struct mmtests *m, size_t i)
{
	struct pd_out labels;

	pd_out_init(&labels, -1);
	pd_rowname_labels(&m->names, i, PD_ROWNAME_DASH, &labels);
	m->text.n = 0;
	if (m->names.section->bench_varies) {
		const struct pd_rows *rows = m->report->result->rows;
		pd_id bench = rows->row[m->names.section->row[i].row].bench;

		pd_out_str(&m->text, pd_ctx_name(m->report->ctx, bench));
		pd_out_char(&m->text, '-');
	}
	pd_out_str(&m->text,
		   pd_ctx_name(m->report->ctx,
			       m->report->result->rows->metrics[m->names.section->metric].name));
	if (labels.n)
		pd_out_char(&m->text, '-');
	pd_out_bytes(&m->text, labels.buf, labels.n);
	(void)pd_out_close(&labels);
	return (struct pd_str){m->text.buf, m->text.n};
}

static bool figure(const struct mmtests *m, const struct operation *op, size_t row, size_t side,
		   double *ret)
{
	const struct pd_rows *rows = m->report->result->rows;
	const struct pd_summary *s = pd_listing_summary(m->report, row, side);

	if (!s)
		return false;
	*ret = op->of(s, &rows->row[row].series[side], m->rate);
	return true;
}

/* In percent of @base, positive when larger or, if not @larger, when smaller. */
static double gain(double base, double head, bool larger)
{
	double change;

	if (base == head)
		return 0;
	if (base == 0)
		return nan("");
	change = 100 * (head - base) / fabs(base);
	return larger ? change : -change;
}

static void put_percent(struct pd_out *out, double percent, bool star)
{
	pd_out_text(out, star ? " *" : " (");
	if (isnan(percent)) {
		pd_out_text(out, "    n/a ");
	} else {
		char buf[PD_NUMBER_MAX];

		put_right(out, (struct pd_str){buf, pd_number_print_fixed(buf, percent, 2)}, 7);
		pd_out_char(out, '%');
	}
	pd_out_char(out, star ? '*' : ')');
}

static void put_cell(const struct mmtests *m, const struct operation *op, size_t row, size_t side,
		     struct pd_out *out)
{
	double base, value;
	char buf[PD_NUMBER_MAX];
	bool has_base = figure(m, op, row, 0, &base);

	if (!figure(m, op, row, side, &value)) {
		put_right(out, PD_STR("N/A"), m->value_width);
		pd_out_fill(out, ' ', PERCENT_WIDTH);
		return;
	}
	(void)pd_number_print_fixed(buf, value, m->decimals);
	put_right(out, pd_str_of(isnan(value) ? "n/a" : buf), m->value_width);
	put_percent(out, has_base ? gain(base, value, m->larger && !op->spread) : nan(""),
		    op->centre && pd_listing_marked(m->report, row, side));
}

/* "5.4.0-base" stands in two lines, broken at its first dash; without one it is all in the second. */
static struct pd_str part_of(struct pd_str name, int line)
{
	struct pd_str rest = name, first = pd_str_cut(&rest, '-');

	if (first.n == name.n)
		return line ? name : PD_STR("");
	return line ? rest : first;
}

static void put_head(const struct mmtests *m, struct pd_out *out)
{
	bool two = false;

	for (size_t side = 0; side < pd_listing_sides(m->report); side++)
		two = two || part_of(pd_words_side(m->report, side), 0).n;
	for (int line = two ? 0 : 1; line < 2; line++) {
		size_t blanks = m->label_width;

		for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
			struct pd_str part = part_of(pd_words_side(m->report, side), line);

			blanks += m->cell_width;
			if (!part.n)
				continue;
			put_right(out, part, blanks);
			blanks = 0;
		}
		pd_out_char(out, '\n');
	}
}

static void put_row(struct mmtests *m, const struct operation *op, size_t i, struct pd_out *out)
{
	const char *word = m->rate ? op->higher : op->lower;
	struct pd_str name = name_of(m, i);
	size_t row = m->names.section->row[i].row;
	struct pd_out line;

	pd_out_init(&line, -1);
	pd_out_text(&line, word);
	pd_out_fill(&line, ' ', OPERATION_WIDTH + 1 - strlen(word));
	pd_out_str(&line, name);
	pd_out_fill(&line, ' ',
		    m->label_width - pd_grid_text_width((struct pd_str){line.buf, line.n}));
	for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
		pd_out_fill(&line, ' ', m->cell_width - m->value_width - PERCENT_WIDTH);
		put_cell(m, op, row, side, &line);
	}
	while (line.n && line.buf[line.n - 1] == ' ')
		line.n--;
	pd_out_bytes(out, line.buf, line.n);
	pd_out_char(out, '\n');
	(void)pd_out_close(&line);
}

/* Four decimals in a wide column for small values, two for others, as mmtests has it for most. */
static void choose_decimals(struct mmtests *m)
{
	const struct pd_section *s = m->names.section;
	double smallest = HUGE_VAL;

	for (uint32_t i = 0; i < s->n; i++)
		for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
			const struct pd_summary *v = pd_listing_summary(m->report, s->row[i].row,
									side);

			if (v && v->mean != 0 && fabs(v->mean) < smallest)
				smallest = fabs(v->mean);
		}
	m->decimals = smallest < 100 ? MANY_DECIMALS : FEW_DECIMALS;
	m->value_width = smallest < 100 ? 18 : 12;
}

static void measure_row(struct mmtests *m, size_t i)
{
	size_t label = OPERATION_WIDTH + 1 + pd_grid_text_width(name_of(m, i));
	char buf[PD_NUMBER_MAX];
	double v;

	m->label_width = label > m->label_width ? label : m->label_width;
	for (size_t op = 0; op < PD_ARRAY_SIZE(operations); op++)
		for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
			size_t n;

			if (!figure(m, &operations[op], m->names.section->row[i].row, side, &v))
				continue;
			n = pd_number_print_fixed(buf, v, m->decimals) + 1;
			m->value_width = n > m->value_width ? n : m->value_width;
		}
}

static void measure(struct mmtests *m)
{
	m->label_width = 0;
	choose_decimals(m);
	for (uint32_t i = 0; i < m->names.section->n; i++)
		measure_row(m, i);
	m->cell_width = m->value_width + PERCENT_WIDTH;
	for (size_t side = 0; side < pd_listing_sides(m->report); side++)
		for (int line = 0; line < 2; line++) {
			struct pd_str part = part_of(pd_words_side(m->report, side), line);
			size_t n = pd_grid_text_width(part) + 1;

			m->cell_width = n > m->cell_width ? n : m->cell_width;
		}
}

static void put_section(struct mmtests *m, struct pd_out *out)
{
	const struct pd_section *s = m->names.section;
	const char *plus = pd_listing_plus(m->report, s->metric);
	struct pd_out how;

	m->rate = m->report->result->rows->metrics[s->metric].better == PD_HIGHER;
	m->larger = m->report->result->rows->metrics[s->metric].better != PD_LOWER;
	measure(m);
	pd_out_init(&how, -1);
	if (m->report->kind == PD_REPORT_COMPARISON)
		pd_out_printf(&how, "percent of the first column: %s, for spreads less is +", plus);
	else
		pd_out_text(&how, pd_listing_what(m->report, s));
	pd_listing_caption(&m->names, NULL, (struct pd_str){how.buf, how.n}, m->look, out);
	(void)pd_out_close(&how);
	put_head(m, out);
	for (size_t op = 0; op < PD_ARRAY_SIZE(operations); op++)
		for (uint32_t i = 0; i < s->n; i++)
			if (pd_listing_shown(m->report, m->look, s->row[i].row))
				put_row(m, &operations[op], i, out);
	pd_out_char(out, '\n');
}

static void write_mmtests(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	struct mmtests m = {.report = r, .look = look};

	pd_out_init(&m.text, -1);
	for (size_t i = 0; i < r->n_sections; i++) {
		pd_rowname_init(&m.names, r, &r->section[i]);
		if (pd_listing_any_shown(r, look, &r->section[i]))
			put_section(&m, out);
	}
	pd_tally_write(r, look, true, out);
	(void)pd_out_close(&m.text);
}

const struct pd_style pd_style_mmtests = {
	.name = "mmtests",
	.what = "the tables of mmtests: Min, Amean or Hmean, Stddev, CoeffVar, Max, BAmean",
	.list = true,
	.write = write_mmtests,
};
