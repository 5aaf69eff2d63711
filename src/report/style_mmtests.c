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
#include "report/mmtests.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

enum {
	OPERATION_WIDTH = 9,
	PERCENT_DIGITS = 7,
	FEW_DECIMALS = 2,
	MANY_DECIMALS = 4,
};

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
	return pd_mmtests_mean(s, rate);
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
	if (v->digest.n)
		return nan("");
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

static bool figure(const struct pd_mmtests *m, const struct operation *op, size_t row, size_t side,
		   double *ret)
{
	const struct pd_rows *rows = m->report->result->rows;
	const struct pd_summary *s = pd_listing_summary(m->report, row, side);

	if (!s)
		return false;
	*ret = op->of(s, &rows->row[row].series[side], m->rate);
	return !isnan(*ret);
}

static void put_cell(const struct pd_mmtests *m, const struct operation *op, size_t row,
		     size_t side, int decimals, struct pd_out *line)
{
	size_t start = m->column[side].width - m->value_width - PD_MMTESTS_PERCENT_WIDTH;
	double base = 0, value;
	bool has_base = figure(m, op, row, 0, &base);

	pd_out_fill(line, ' ', start);
	if (!figure(m, op, row, side, &value)) {
		pd_grid_right(PD_STR("N/A"), m->value_width, line);
		pd_out_fill(line, ' ', PD_MMTESTS_PERCENT_WIDTH);
		return;
	}
	pd_mmtests_value(m, value, decimals, line);
	pd_mmtests_percent(has_base ? pd_mmtests_gain(base, value, m->larger && !op->spread)
				    : nan(""),
			   op->centre && pd_listing_marked(m->report, row, side), PERCENT_DIGITS,
			   line);
}

static void put_row(struct pd_mmtests *m, const struct operation *op, size_t i, int decimals,
		    struct pd_out *out)
{
	struct pd_out line;

	pd_out_init(&line, -1);
	pd_mmtests_label(m, m->rate ? op->higher : op->lower, OPERATION_WIDTH,
			 pd_mmtests_name(m, i), &line);
	for (size_t side = 0; side < pd_listing_sides(m->report); side++)
		put_cell(m, op, m->names.section->row[i].row, side, decimals, &line);
	pd_out_line(out, &line);
	(void)pd_out_close(&line);
}

/* Four decimals in a wide column for small values, two for others, as mmtests has it for most. */
static int choose_decimals(struct pd_mmtests *m)
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
	m->value_width = smallest < 100 ? 18 : 12;
	return smallest < 100 ? MANY_DECIMALS : FEW_DECIMALS;
}

static void measure_row(struct pd_mmtests *m, size_t i, int decimals)
{
	size_t label = OPERATION_WIDTH + 1 + pd_grid_text_width(pd_mmtests_name(m, i));
	char buf[PD_NUMBER_MAX];
	double v;

	m->label_width = label > m->label_width ? label : m->label_width;
	for (size_t op = 0; op < PD_ARRAY_SIZE(operations); op++)
		for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
			size_t n;

			if (!figure(m, &operations[op], m->names.section->row[i].row, side, &v))
				continue;
			n = pd_number_print_fixed(buf, v, decimals) + 1;
			m->value_width = n > m->value_width ? n : m->value_width;
		}
}

/* Returns the number of decimals. */
static int measure(struct pd_mmtests *m)
{
	int decimals = choose_decimals(m);
	size_t width;

	m->label_width = 0;
	for (uint32_t i = 0; i < m->names.section->n; i++)
		measure_row(m, i, decimals);
	width = pd_mmtests_name_width(m, m->value_width + PD_MMTESTS_PERCENT_WIDTH);
	for (size_t side = 0; side < pd_listing_sides(m->report); side++)
		m->column[side] = (struct pd_mmtests_column){width,
							     m->label_width + (side + 1) * width};
	return decimals;
}

static void put_caption(const struct pd_mmtests *m, struct pd_out *out)
{
	const struct pd_section *s = m->names.section;
	struct pd_out how;

	pd_out_init(&how, -1);
	if (m->report->kind == PD_REPORT_COMPARISON)
		pd_out_printf(&how, "percent of the first column: %s, for spreads less is +",
			      pd_listing_plus(m->report, s->metric));
	else
		pd_out_text(&how, pd_listing_what(m->report, s));
	pd_listing_caption(&m->names, NULL, pd_out_kept(&how), m->look, out);
	(void)pd_out_close(&how);
}

static void put_section(struct pd_mmtests *m, struct pd_out *out)
{
	const struct pd_section *s = m->names.section;
	int decimals = measure(m);

	put_caption(m, out);
	pd_mmtests_head(m, out);
	for (size_t op = 0; op < PD_ARRAY_SIZE(operations); op++)
		for (uint32_t i = 0; i < s->n; i++)
			if (pd_listing_shown(m->report, m->look, s->row[i].row))
				put_row(m, &operations[op], i, decimals, out);
}

static void write_mmtests(const struct pd_report *r, const struct pd_look *look, struct pd_out *out)
{
	pd_mmtests_write(r, look, put_section, out);
}

const struct pd_style pd_style_mmtests = {
	.name = "mmtests",
	.what = "the tables of mmtests: Min, Amean or Hmean, Stddev, CoeffVar, Max, BAmean",
	.list = true,
	.write = write_mmtests,
};
