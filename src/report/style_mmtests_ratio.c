/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style_mmtests_ratio.c - the comparison of mmtests with --print-ratio
 *
 *	                                      5.0                          5.0
 *	                                     base                          pin
 *	Ratio time-1            1.0000 (0.00%) (+0.00s)            1.2765 (-27.65%) (+0.29s)
 *	Ratio time-2            1.0000 (0.00%) (+0.00s)            1.7439 (-74.39%) (+0.58s)
 *	Dmean Lower             0.0000                             0.4363
 *	Dmin  Lower             0.0000                             0.2900
 *	Dmax  Lower             0.0000                             0.5825
 *	Gmean Lower             1.0000                             1.4920
 *
 * "+0.29s" are no seconds, whatever the unit: it is the difference of the means
 * by the sum of their half widths, 1.96 standard deviations of single runs on
 * each side, positive when larger. What is beyond 1 mmtests calls significant. Dmean, Dmin and Dmax are of these distances, Gmean is the
 * geometric mean of the ratios; Lower or Higher says which is better.
 *
 * Differences from mmtests: stars are our verdicts; a distance without a spread,
 * and a ratio to 0, is n/a, not the plain difference and 0; what was not measured
 * is N/A and left out of the means, not a ratio of 1; a mean with a ratio of 0 is
 * 0; the spread of a rate is the usual one; with three sides and more, cells
 * line up and a name never ends to the left of its values.
 */
#include "report/grid.h"
#include "report/mmtests.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

enum { WORD_WIDTH = 5, VALUE_WIDTH = 18, DECIMALS = 4 };

/* The normal quantile of 0.975; mmtests asks R for qnorm(0.025, lower.tail = FALSE). */
static const double half_width_in_sd = 1.959963984540054;

struct ratio {
	bool measured;   /* on this side and the first; else nothing else is set */
	double ratio;    /* of means; NaN: to 0 */
	double percent;  /* positive when better; NaN: of 0 */
	double distance; /* positive when larger; NaN: no spread, or a single run */
};

static double distance_of(const struct pd_summary *base, const struct pd_summary *head, bool rate)
{
	double apart = pd_mmtests_mean(head, rate) - pd_mmtests_mean(base, rate);
	double half_widths = half_width_in_sd * (base->sd + head->sd);

	if (apart == 0)
		return 0;
	return half_widths > 0 ? apart / half_widths : nan("");
}

static struct ratio ratio_of(const struct pd_mmtests *m, size_t row, size_t side)
{
	const struct pd_summary *base = pd_listing_summary(m->report, row, 0);
	const struct pd_summary *head = pd_listing_summary(m->report, row, side);
	double base_mean, head_mean;

	if (!base || !head)
		return (struct ratio){.measured = false};
	base_mean = pd_mmtests_mean(base, m->rate);
	head_mean = pd_mmtests_mean(head, m->rate);
	return (struct ratio){
		.measured = true,
		.ratio = base_mean == 0 ? nan("") : head_mean / base_mean,
		.percent = pd_mmtests_gain(base_mean, head_mean, m->larger),
		.distance = distance_of(base, head, m->rate),
	};
}

enum mean { DMEAN, DMIN, DMAX, GMEAN, N_MEANS };

static const char *const mean_word[N_MEANS] = {"Dmean", "Dmin", "Dmax", "Gmean"};

/*
 * D: of the distances, G: of the ratios of all rows of the section that have
 * one on @side; NaN if none has, and for G if one is negative.
 */
static void find_means(const struct pd_mmtests *m, size_t side, double mean[N_MEANS])
{
	double sum = 0, logs = 0, min = HUGE_VAL, max = -HUGE_VAL;
	uint32_t n_distances = 0, n_ratios = 0;

	for (uint32_t i = 0; i < m->names.section->n; i++) {
		struct ratio v = ratio_of(m, m->names.section->row[i].row, side);

		if (v.measured && isfinite(v.distance)) {
			n_distances++;
			sum += v.distance;
			min = v.distance < min ? v.distance : min;
			max = v.distance > max ? v.distance : max;
		}
		if (v.measured && isfinite(v.ratio)) {
			n_ratios++;
			logs += log(v.ratio);
		}
	}
	mean[DMEAN] = n_distances ? sum / n_distances : nan("");
	mean[DMIN] = n_distances ? min : nan("");
	mean[DMAX] = n_distances ? max : nan("");
	mean[GMEAN] = n_ratios ? exp(logs / n_ratios) : nan("");
}

static void put_distance(double distance, struct pd_out *line)
{
	char buf[PD_NUMBER_MAX];

	if (!isfinite(distance)) {
		pd_out_text(line, " (n/a)");
		return;
	}
	(void)pd_number_print_fixed(buf, distance, 2);
	pd_out_printf(line, " (%s%ss)", signbit(distance) ? "" : "+", buf);
}

/* What stands behind a ratio. */
static void put_behind(const struct pd_mmtests *m, size_t row, size_t side, struct pd_out *line)
{
	struct ratio v = ratio_of(m, row, side);

	if (!v.measured)
		return;
	pd_mmtests_percent(v.percent, pd_listing_marked(m->report, row, side), 0, line);
	put_distance(v.distance, line);
}

static void put_ratio(const struct pd_mmtests *m, size_t row, size_t side, struct pd_out *line)
{
	struct ratio v = ratio_of(m, row, side);

	if (v.measured)
		pd_mmtests_value(m, v.ratio, DECIMALS, line);
	else
		pd_grid_right(PD_STR("N/A"), m->value_width, line);
	put_behind(m, row, side, line);
}

static size_t width_of(const struct pd_out *line)
{
	return pd_grid_text_width(pd_out_kept(line));
}

static void put_row(struct pd_mmtests *m, size_t i, struct pd_out *out)
{
	size_t start = m->label_width;
	struct pd_out line;

	pd_out_init(&line, -1);
	pd_mmtests_label(m, "Ratio", WORD_WIDTH, pd_mmtests_name(m, i), &line);
	for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
		put_ratio(m, m->names.section->row[i].row, side, &line);
		start += m->column[side].width;
		pd_out_fill(&line, ' ', start - width_of(&line));
	}
	pd_out_line(out, &line);
	(void)pd_out_close(&line);
}

static const char *preferred(const struct pd_mmtests *m)
{
	if (m->rate)
		return "Higher";
	return m->larger ? "" : "Lower";
}

static void put_mean(const struct pd_mmtests *m, enum mean k, struct pd_out *out)
{
	struct pd_out line;

	pd_out_init(&line, -1);
	pd_mmtests_label(m, mean_word[k], WORD_WIDTH, pd_str_of(preferred(m)), &line);
	for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
		double mean[N_MEANS];

		find_means(m, side, mean);
		pd_mmtests_value(m, mean[k], DECIMALS, &line);
		pd_out_fill(&line, ' ', m->column[side].width - m->value_width);
	}
	pd_out_line(out, &line);
	(void)pd_out_close(&line);
}

static size_t widest(size_t width, double v)
{
	char buf[PD_NUMBER_MAX];
	size_t n = pd_number_print_fixed(buf, v, DECIMALS) + 1;

	return n > width ? n : width;
}

static void measure_labels(struct pd_mmtests *m)
{
	m->label_width = WORD_WIDTH + 1 + strlen(preferred(m));
	for (uint32_t i = 0; i < m->names.section->n; i++) {
		size_t n = WORD_WIDTH + 1 + pd_grid_text_width(pd_mmtests_name(m, i));

		m->label_width = n > m->label_width ? n : m->label_width;
	}
}

static void measure_values(struct pd_mmtests *m)
{
	m->value_width = VALUE_WIDTH;
	for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
		double mean[N_MEANS];

		find_means(m, side, mean);
		for (int k = 0; k < N_MEANS; k++)
			m->value_width = widest(m->value_width, mean[k]);
		for (uint32_t i = 0; i < m->names.section->n; i++) {
			struct ratio v = ratio_of(m, m->names.section->row[i].row, side);

			if (v.measured)
				m->value_width = widest(m->value_width, v.ratio);
		}
	}
	m->value_width = pd_mmtests_name_width(m, m->value_width + PD_MMTESTS_PERCENT_WIDTH) -
			 PD_MMTESTS_PERCENT_WIDTH;
}

/*
 * mmtests gives a name the width of a cell without the distance, so that names
 * would stand ever further to the left of their values.
 */
static void measure_columns(struct pd_mmtests *m)
{
	size_t start = m->label_width, end = start;
	struct pd_out behind;

	pd_out_init(&behind, -1);
	for (size_t side = 0; side < pd_listing_sides(m->report); side++) {
		size_t width = 0;

		for (uint32_t i = 0; i < m->names.section->n; i++) {
			behind.n = 0;
			put_behind(m, m->names.section->row[i].row, side, &behind);
			width = behind.n > width ? behind.n : width;
		}
		end += m->value_width + PD_MMTESTS_PERCENT_WIDTH;
		end = start + m->value_width > end ? start + m->value_width : end;
		m->column[side] = (struct pd_mmtests_column){m->value_width + width, end};
		start += m->value_width + width;
	}
	(void)pd_out_close(&behind);
}

static void put_caption(const struct pd_mmtests *m, struct pd_out *out)
{
	const char *mean = m->rate ? "harmonic mean" : "mean";
	struct pd_out how;

	pd_out_init(&how, -1);
	if (m->report->kind == PD_REPORT_COMPARISON)
		pd_out_printf(
			&how,
			"%s / %s of the first column (its change: %s)\n"
			"(s: difference of the means / 1.96 (sd + sd), + = larger; not seconds)",
			mean, mean, pd_listing_plus(m->report, m->names.section->metric));
	else
		pd_out_printf(&how, "%s / itself: there is nothing to compare with", mean);
	pd_listing_caption(&m->names, NULL, pd_out_kept(&how), m->look, out);
	(void)pd_out_close(&how);
}

static void put_section(struct pd_mmtests *m, struct pd_out *out)
{
	const struct pd_section *s = m->names.section;

	measure_labels(m);
	measure_values(m);
	measure_columns(m);
	put_caption(m, out);
	pd_mmtests_head(m, out);
	for (uint32_t i = 0; i < s->n; i++)
		if (pd_listing_shown(m->report, m->look, s->row[i].row))
			put_row(m, i, out);
	for (int k = 0; k < N_MEANS; k++)
		put_mean(m, (enum mean)k, out);
}

static void write_mmtests_ratio(const struct pd_report *r, const struct pd_look *look,
				struct pd_out *out)
{
	pd_mmtests_write(r, look, put_section, out);
}

const struct pd_style pd_style_mmtests_ratio = {
	.name = "mmtests-ratio",
	.what = "the table of mmtests --print-ratio: ratios of means and how far apart they are",
	.list = true,
	.write = write_mmtests_ratio,
};
