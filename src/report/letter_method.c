/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/letter_method.h"

#include "report/deltacells.h"
#include "report/deltanames.h"
#include "report/nesting.h"
#include "report/prose.h"
#include "report/rowname.h"
#include "report/scale.h"
#include "report/words.h"

#include "base/str.h"

#include <math.h>

/* ---- method */

static void put_share(struct pd_out *out, double share)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print_digits(buf, 100 * share, 3));
	pd_out_char(out, '%');
}

static void put_number(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print_digits(buf, v, 4));
}

static const char *rows_of(const struct pd_delta_result *r)
{
	return pd_deltanames_are_symbols(r) ? "symbols" : "rows";
}

/* "symbols by a moderated t test on the logarithm of their cost" */
static const char *test_of(enum pd_delta_method method)
{
	switch (method) {
	case PD_DELTA_MODERATED:
		return " by a moderated t test on the logarithm of their cost";
	case PD_DELTA_WELCH:
		return " by Welch's t test on the logarithm of their cost";
	case PD_DELTA_UNREPLICATED:
		return ", of one profile on a side, by their sampling error and an assumed "
		       "variation from run to run, which gives candidates and no verdicts";
	case PD_DELTA_NONE:
		return ", whose hits are not known, without a test";
	}
	return "";
}

static const char *work_of(const struct pd_delta_section *section)
{
	switch (section->work) {
	case PD_WORK_GIVEN:
		return section->work_is_time ? "the time of the benchmark"
					     : "the work that was given for each run";
	case PD_WORK_ELAPSED:
		return "the time that the profiles print";
	case PD_WORK_FACTOR:
		return "the typical symbol (the middle of all ratios)";
	case PD_WORK_RUN:
		return "one run";
	}
	return "";
}

/* By the data, where nobody named a method. */
static bool is_moderated(const struct pd_result *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (pd_str_eq(pd_str_of(r->comparison[i].method), PD_STR("moderated-log")))
			return true;
	return false;
}

static const char *tests_of(const struct pd_report *benchmarks)
{
	const char *asked = benchmarks->result->policy.method;

	if (benchmarks->result->rows->paired)
		return "benchmarks are compared in pairs, the runs of equal number on both "
		       "sides, by an exact signed rank test, or a t test on the logarithms of "
		       "their ratios where pairs are few, with the interval of the typical ratio "
		       "that belongs to the test";
	if (asked && pd_str_starts(pd_str_of(asked), PD_STR("brunner")))
		return "benchmarks are compared by the test of Brunner and Munzel, which allows "
		       "for unequal spread, with the interval of the typical ratio that belongs "
		       "to the test";
	if (asked && pd_str_starts(pd_str_of(asked), PD_STR("permutation")))
		return "benchmarks are compared by a permutation test of means, with the interval "
		       "of their ratio that belongs to the test";
	if (is_moderated(benchmarks->result))
		return "benchmarks are compared by an exact rank test, or a t test on logarithms "
		       "where runs are few, by variances that all sides and rows share, with the "
		       "interval of the typical ratio that belongs to the test";
	return "benchmarks are compared by an exact rank test, or Welch's t test on logarithms "
	       "where runs are few, with the interval of the typical ratio that belongs to the "
	       "test";
}

static void first_sentence(const struct pd_letter *l, struct pd_out *out)
{
	pd_out_text(out, "Each file is one run");
	if (!l->benchmarks || pd_nesting_is_assumed(l->benchmarks))
		pd_out_text(out, ", taken as independent of the others");
	pd_out_text(out, "; ");
	if (l->benchmarks)
		pd_out_text(out, tests_of(l->benchmarks));
	if (l->benchmarks && l->symbols)
		pd_out_text(out, ", ");
	if (l->symbols && l->symbols->n_sections) {
		pd_out_text(out, l->benchmarks ? "" : "compared are ");
		pd_out_text(out, rows_of(l->symbols));
		pd_out_text(out, test_of(l->symbols->section[0].method[0]));
		pd_out_text(out, ", measured in units of ");
		pd_out_text(out, work_of(&l->symbols->section[0]));
	}
	pd_out_text(out, ". ");
}

static void second_sentence(const struct pd_letter *l, struct pd_out *out)
{
	double alpha = l->benchmarks ? l->benchmarks->result->policy.alpha
				     : l->symbols->policy.alpha;
	enum pd_adjust adjust = l->benchmarks ? l->benchmarks->result->policy.adjust
					      : l->symbols->policy.adjust;

	pd_out_text(out, "A verdict needs p <= ");
	put_number(out, alpha);
	pd_out_printf(out, " (%s, over all rows of a kind) and a change of at least ",
		      pd_words_adjust_name(adjust));
	if (l->benchmarks)
		pd_words_min_effect(out, l->benchmarks);
	if (l->benchmarks && l->symbols)
		pd_out_printf(out, ", in %s ", rows_of(l->symbols));
	if (l->symbols) {
		put_share(out, l->symbols->policy.min_effect);
		pd_out_text(out, pd_deltanames_are_symbols(l->symbols) ? " of a symbol's cost and "
								       : " of a row's cost and ");
		put_share(out, l->symbols->policy.min_share);
		pd_out_text(out, " of the total");
	}
	pd_out_text(out, ". ");
}

void pd_letter_method(const struct pd_letter *l, const struct pd_look *look, struct pd_out *out)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	first_sentence(l, &text);
	if (l->benchmarks)
		(void)pd_nesting_put(&text, l->benchmarks);
	second_sentence(l, &text);
	pd_out_text(&text, "\"inconclusive\" is what these runs cannot tell, not what did not "
			   "change.");
	pd_prose_wrap(out, "", pd_out_kept(&text), look->width);
	(void)pd_out_close(&text);
}

/* ---- what could not have been detected */

/* The smallest and the largest of some changes that would have been seen. */
struct range {
	double lo, hi;
	size_t n, n_never; /* rows with and without a bound */
	struct pd_out lo_name, hi_name;
};

/* Whether @v is the new end of the range, whose name is then written to the one that is returned. */
static void range_see(struct range *g, double v, struct pd_str name)
{
	if (!isfinite(v)) {
		g->n_never++;
		return;
	}
	if (!g->n || v < g->lo) {
		g->lo = v;
		g->lo_name.n = 0;
		pd_out_str(&g->lo_name, name);
	}
	if (!g->n || v > g->hi) {
		g->hi = v;
		g->hi_name.n = 0;
		pd_out_str(&g->hi_name, name);
	}
	g->n++;
}

static void range_init(struct range *g)
{
	*g = (struct range){0};
	pd_out_init(&g->lo_name, -1);
	pd_out_init(&g->hi_name, -1);
}

static void put_end(struct pd_out *out, double v, const struct pd_out *name)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_deltacells_detectable(buf, v));
	if (name->n)
		pd_out_printf(out, " (%.*s)", (int)name->n, name->buf);
}

/* "changes below 6.1% (key_compare) to 23% (main)", and how many rows have no bound. */
static void range_put(struct range *g, struct pd_out *out)
{
	if (g->n) {
		pd_out_text(out, "changes below ");
		put_end(out, g->lo, &g->lo_name);
		if (g->n > 1) {
			pd_out_text(out, " to ");
			put_end(out, g->hi, &g->hi_name);
		}
	}
	if (g->n_never)
		pd_out_printf(out, "%s%zu row%s of which these runs cannot say", g->n ? "; " : "",
			      g->n_never, g->n_never == 1 ? "" : "s");
	(void)pd_out_close(&g->lo_name);
	(void)pd_out_close(&g->hi_name);
}

static void see_section(const struct pd_report *r, const struct pd_section *section,
			struct range *g)
{
	struct pd_rowname names;

	pd_rowname_init(&names, r, section);
	for (uint32_t i = 0; i < section->n; i++)
		for (size_t side = 1; side < r->result->rows->n_sides; side++) {
			const struct pd_comparison *c = pd_compare_find(r->result,
									section->row[i].row, side);
			struct pd_out name;

			if (!c)
				continue;
			pd_out_init(&name, -1);
			pd_rowname_write(&names, i, PD_ROWNAME_LIST, &name);
			range_see(g, c->detectable, pd_out_kept(&name));
			(void)pd_out_close(&name);
		}
}

static void write_metric(const struct pd_report *r, const struct pd_section *section,
			 const struct pd_look *look, struct pd_out *out)
{
	struct pd_out text;
	struct range g;

	pd_out_init(&text, -1);
	range_init(&g);
	see_section(r, section, &g);
	if (!section->bench_varies && section->bench) {
		pd_out_str(&text, pd_ctx_name(r->ctx, section->bench));
		pd_out_char(&text, ' ');
	}
	pd_out_str(&text, pd_ctx_name(r->ctx, r->result->rows->metrics[section->metric].name));
	pd_out_text(&text, ": ");
	range_put(&g, &text);
	pd_prose_wrap(out, "- ", pd_out_kept(&text), look->width);
	(void)pd_out_close(&text);
}

/* Rows that one would look for: those of at least a hundredth of the base total. */
static void see_rows(const struct pd_delta_result *r, const struct pd_delta_section *section,
		     struct range *g)
{
	const struct pd_deltacells c = pd_deltacells_of(r, section);

	for (size_t i = 0; i < section->n; i++) {
		const struct pd_delta_row *row = &section->row[i];
		struct pd_out name;

		if (row->kind != PD_DELTA_ROW || !(row->base.share >= 0.01))
			continue;
		pd_out_init(&name, -1);
		pd_deltanames_label(&c, row, &name);
		for (size_t side = 1; side < r->n_sides; side++)
			range_see(g, row->change[side - 1].detectable, pd_out_kept(&name));
		(void)pd_out_close(&name);
	}
}

static void put_limits(const struct pd_delta_result *r, const struct pd_delta_section *section,
		       struct pd_out *out)
{
	const char *sep = "; what is not listed: below ";

	for (size_t side = 0; side < r->n_sides; side++) {
		if (!(section->limit[side] > 0))
			continue;
		pd_out_text(out, sep);
		if (section->limit[side] < 1)
			put_share(out, section->limit[side]);
		else
			pd_out_text(out, "a limit that is not known");
		pd_out_text(out, " of ");
		pd_out_str(out, pd_ctx_name(r->ctx, r->profiles->side[side].name));
		sep = ", ";
	}
}

static void write_event(const struct pd_delta_result *r, const struct pd_delta_section *section,
			const struct pd_look *look, struct pd_out *out)
{
	struct pd_out text;
	struct range g;

	pd_out_init(&text, -1);
	range_init(&g);
	see_rows(r, section, &g);
	pd_out_str(&text, pd_ctx_name(r->ctx, section->event));
	pd_out_printf(&text, " of %s with 1%% of the total or more: ", rows_of(r));
	if (!g.n && !g.n_never)
		pd_out_text(&text, "there are none");
	range_put(&g, &text);
	put_limits(r, section, &text);
	pd_prose_wrap(out, "- ", pd_out_kept(&text), look->width);
	(void)pd_out_close(&text);
}

void pd_letter_method_limits(const struct pd_letter *l, const struct pd_look *look,
			     struct pd_out *out)
{
	for (size_t i = 0; l->benchmarks && i < l->benchmarks->n_sections; i++)
		write_metric(l->benchmarks, &l->benchmarks->section[i], look, out);
	for (size_t i = 0; l->symbols && i < l->symbols->n_sections; i++)
		write_event(l->symbols, &l->symbols->section[i], look, out);
}
