/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/prose.h"

#include "report/grid.h"
#include "report/nesting.h"
#include "report/ordernote.h"
#include "report/style.h"
#include "report/words.h"

#include "diff/method.h"

#include "base/number.h"
#include "base/str.h"

#include <inttypes.h>
#include <math.h>

void pd_prose_wrap(struct pd_out *out, const char *first, struct pd_str text, size_t width)
{
	size_t indent = pd_grid_text_width(pd_str_of(first)), at = indent;
	struct pd_str word = pd_str_word(&text);

	pd_out_text(out, first);
	pd_out_str(out, word);
	at += pd_grid_text_width(word);
	for (word = pd_str_word(&text); word.n; word = pd_str_word(&text)) {
		size_t n = pd_grid_text_width(word);

		if (width && at + 1 + n > width) {
			pd_out_char(out, '\n');
			pd_out_fill(out, ' ', indent);
			at = indent;
		} else {
			pd_out_char(out, ' ');
			at++;
		}
		pd_out_str(out, word);
		at += n;
	}
	pd_out_char(out, '\n');
}

void pd_prose_left_out(struct pd_out *out, unsigned int width, const char *const *column, size_t n,
		       bool shortened)
{
	struct pd_out text;

	if (!n && !shortened)
		return;
	pd_out_init(&text, -1);
	if (n)
		pd_out_printf(&text, "left out to fit %u columns: ", width);
	for (size_t i = 0; i < n; i++)
		pd_out_printf(&text, "%s%s", i ? ", " : "", column[i]);
	if (shortened)
		pd_out_printf(&text, "%s'..' stands for the middle of a name", n ? "; " : "");
	pd_out_text(&text, " (--width=0 shows all)");
	pd_prose_wrap(out, "", pd_out_kept(&text), width);
	(void)pd_out_close(&text);
}

static void count(struct pd_out *out, uint64_t n, const char *one, const char *many)
{
	pd_out_printf(out, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

void pd_prose_side(struct pd_out *out, const struct pd_report *r, size_t side)
{
	const struct pd_side *s = &r->result->rows->table->sides[side];
	uint32_t n_boots = pd_nesting_boots(r, side), n_runs = pd_nesting_runs(r, side);

	pd_out_str(out, pd_ctx_name(r->ctx, s->name));
	pd_out_text(out, ": ");
	count(out, n_runs > s->n_runs ? n_runs : s->n_runs, "run ", "runs ");
	if (n_boots) {
		pd_out_text(out, "in ");
		count(out, n_boots, "boot ", "boots ");
	}
	pd_out_text(out, "from ");
	count(out, s->n_sources, "file", "files");
}

void pd_prose_unpaired(struct pd_out *out, const struct pd_report *r, const struct pd_unpaired *u)
{
	pd_out_text(out, "missing in ");
	pd_out_str(out, pd_words_side(r, u->side));
	pd_out_text(out, ": ");
	pd_words_row(out, r, u->row);
}

static void put_number(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	pd_out_bytes(out, buf, pd_number_print_digits(buf, v, 6));
}

/* Whoever asks for no adjustment is told what it costs. */
static void legend_unadjusted(struct pd_out *out, size_t family, double alpha)
{
	pd_out_text(out, "p: not adjusted for the number of comparisons");
	if (family > 1) {
		pd_out_printf(out,
			      ": %zu independent ones of equal builds raise a false alarm "
			      "with a chance of up to ",
			      family);
		put_number(out, floor(100 * -expm1((double)family * log1p(-alpha)) + 0.5));
		pd_out_char(out, '%');
	}
	pd_out_text(out, ". ");
}

static void legend_p(struct pd_out *out, const struct pd_report *r)
{
	const struct pd_policy *policy = &r->result->policy;
	size_t family = r->result->family ? r->result->family : r->result->family_shown;

	if (!family) {
		pd_out_text(out, "p: nothing could be tested. ");
		return;
	}
	if (policy->adjust == PD_ADJUST_NONE) {
		legend_unadjusted(out, family, policy->alpha);
		return;
	}
	pd_out_text(out, "p: adjusted for ");
	count(out, family, "comparison", "comparisons");
	pd_out_printf(out, " (%s). ", pd_words_adjust_name(policy->adjust));
}

static void legend_verdict(struct pd_out *out, const struct pd_report *r)
{
	const struct pd_policy *policy = &r->result->policy;

	pd_out_text(out, "A verdict needs p <= ");
	put_number(out, policy->alpha);
	switch (policy->rule) {
	case PD_RULE_POINT:
		pd_out_text(out, " and a change of at least ");
		pd_words_min_effect(out, r);
		pd_out_char(out, ';');
		break;
	case PD_RULE_STRICT:
		pd_out_text(out, " and an interval wholly beyond ");
		pd_words_min_effect(out, r);
		pd_out_char(out, ';');
		break;
	}
	pd_out_text(out, " same: the ");
	put_number(out, 100 * (1 - 2 * policy->alpha));
	pd_out_text(out, "% interval lies within that; inconclusive: these runs cannot tell.");
}

static bool has_shifts(const struct pd_result *result)
{
	for (size_t i = 0; i < result->n; i++)
		if (!result->comparison[i].relative)
			return true;
	return false;
}

static bool is_of_means(const struct pd_policy *policy)
{
	const struct pd_method *named = policy->method ? pd_method_named(policy->method) : NULL;

	return named && named->means;
}

/* Columns of an interval that was asked for. */
static const char *beside_of(enum pd_beside_kind kind)
{
	switch (kind) {
	case PD_BESIDE_RATIO_MEAN:
		return "of means: the change of the mean, with Fieller's interval (Welch's, of "
		       "differences), which decides nothing. ";
	case PD_BESIDE_BCA:
		return "of means: the change of the mean, with the BCa interval of a bootstrap, "
		       "which decides nothing. ";
	case PD_BESIDE_BCA_MEDIAN:
		return "of medians: the change of the median, with the BCa interval of a "
		       "bootstrap, which decides nothing. ";
	case PD_BESIDE_HIERARCHICAL:
		return "of means: the change of the mean, with the interval of a bootstrap of runs "
		       "and of iterations inside them, which decides nothing. ";
	case PD_BESIDE_NONE:
	case PD_N_BESIDES:
		break;
	}
	return "";
}

static void legend_quantile(struct pd_out *out, const struct pd_report *r)
{
	if (!(r->result->rows->quantile > 0))
		return;
	pd_out_text(out, "A run is the p");
	put_number(out, 100 * r->result->rows->quantile);
	pd_out_text(out, " of its iterations. ");
}

static void legend_comparison(struct pd_out *out, const struct pd_report *r)
{
	const struct pd_policy *policy = &r->result->policy;
	struct pd_str base = pd_words_side(r, 0);

	pd_out_printf(out, "Columns of sides: medians over %s%s",
		      r->result->rows->paired ? "runs" : pd_nesting_unit(r),
		      pd_nesting_is_assumed(r) ? ", which are taken as independent" : "");
	pd_out_text(out, ". change: ");
	pd_out_text(out, is_of_means(policy) ? "the mean over that of "
			 : r->result->rows->paired
				 ? "the typical ratio of a run to its partner, the run of "
				 : "the typical ratio of a run to a run of ");
	pd_out_str(out, base);
	pd_out_text(out, r->result->rows->paired
				 ? " in the same place (--paired), less 1, with its "
				 : ", less 1, with its ");
	put_number(out, 100 * policy->level);
	pd_out_text(out, "% interval. ");
	if (has_shifts(r->result))
		pd_out_printf(out,
			      "Where there is no ratio it is the %sdifference, judged against "
			      "--min-effect-abs. ",
			      is_of_means(policy) ? "" : "typical ");
	pd_out_text(out, beside_of(policy->beside));
	legend_quantile(out, r);
	(void)pd_nesting_put(out, r);
	legend_p(out, r);
	legend_verdict(out, r);
}

void pd_prose_legend(struct pd_out *out, const struct pd_report *r)
{
	switch (r->kind) {
	case PD_REPORT_COMPARISON:
		legend_comparison(out, r);
		return;
	case PD_REPORT_SUMMARY:
		legend_quantile(out, r);
		if (pd_nesting_put(out, r))
			pd_out_text(out, "between, within: these, over the mean. ");
		pd_out_text(out, "interval: of the median; level is what it covers. sd: of single "
				 "runs, divisor n - 1. cv: sd / mean.");
		return;
	}
}

void pd_prose_order(struct pd_out *out, const struct pd_report *r, bool beside_profiles,
		    size_t width)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	pd_ordernote_write(&text, r, beside_profiles);
	if (text.n)
		pd_prose_wrap(out, "", pd_out_kept(&text), width);
	(void)pd_out_close(&text);
}

void pd_prose_counts(struct pd_out *out, const struct pd_report *r, const struct pd_look *look)
{
	uint64_t n_series = 0;

	switch (r->kind) {
	case PD_REPORT_COMPARISON:
		pd_words_counts(out, r);
		if (r->n_unpaired)
			pd_out_printf(out, "; %zu missing on a side", r->n_unpaired);
		if (look->brief && !look->quiet)
			pd_ordernote_brief(out, "; ", r);
		break;
	case PD_REPORT_SUMMARY:
		for (size_t i = 0; i < r->result->rows->n * r->result->rows->n_sides; i++)
			n_series += r->result->centre[i].summary.n > 0;
		count(out, n_series, "series of ", "series of ");
		count(out, r->n_values, "value", "values");
		break;
	}
	pd_out_char(out, '\n');
}

void pd_prose_skipped(struct pd_out *out, const struct pd_report *r)
{
	const struct pd_rows *rows = r->result->rows;
	const char *sep = "";

	if (!r->n_skipped && !rows->n_filtered && !rows->n_dropped)
		return;
	pd_out_text(out, "left out: ");
	if (r->n_skipped) {
		count(out, r->n_skipped, "line that could not be used",
		      "lines that could not be used");
		sep = ", ";
	}
	if (rows->n_filtered) {
		pd_out_text(out, sep);
		count(out, rows->n_filtered, "value by --match", "values by --match");
		sep = ", ";
	}
	if (rows->n_dropped) {
		pd_out_text(out, sep);
		count(out, rows->n_dropped, "value by --drop-first", "values by --drop-first");
	}
	pd_out_char(out, '\n');
}
