/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltalegend.h"

#include "report/deltaprose.h"

#include "base/str.h"

static size_t n_tested(const struct pd_delta_result *result)
{
	size_t n = 0;

	for (size_t i = 0; i < result->n_sections; i++)
		n += result->section[i].n_tested;
	return n;
}

static bool any_method(const struct pd_delta_result *result, enum pd_delta_method method)
{
	for (size_t i = 0; i < result->n_sections; i++)
		for (size_t head = 0; head + 1 < result->n_sides; head++)
			if (result->section[i].method[head] == method)
				return true;
	return false;
}

static void legend_methods(struct pd_out *out, const struct pd_delta_result *result)
{
	char buf[PD_NUMBER_MAX];

	if (!n_tested(result)) {
		pd_out_text(out, " Nothing could be tested.");
		return;
	}
	if (any_method(result, PD_DELTA_MODERATED))
		pd_out_text(out, " Test: a t test of log cost over runs, with the variances of all "
				 "rows in view.");
	if (any_method(result, PD_DELTA_WELCH))
		pd_out_text(out, " Test: Welch's t test of log cost over runs, each row alone.");
	if (any_method(result, PD_DELTA_UNREPLICATED)) {
		pd_out_text(out, " Test of single profiles: sampling error and an assumed ");
		pd_out_bytes(out, buf, pd_number_print_digits(buf, 100 * result->policy.kappa0, 6));
		pd_out_text(out, "% from run to run.");
	}
}

/* Tests take logarithms, and what they estimate is a ratio of typical runs. */
static void legend_relative(struct pd_out *out, const struct pd_delta_result *result)
{
	if (any_method(result, PD_DELTA_MODERATED) || any_method(result, PD_DELTA_WELCH))
		pd_out_text(out, " relative: the ratio of a typical run of the head to one of the "
				 "base, less 1, from means of logarithms; the quotient of the mean "
				 "costs may differ.");
	else
		pd_out_text(out, " relative: the head's cost over the base's, less 1.");
}

/* Two intervals of single profiles stand side by side, and one of them is narrow for what it lacks. */
static void legend_interval(struct pd_out *out, const struct pd_delta_result *result)
{
	char buf[PD_NUMBER_MAX];

	if (any_method(result, PD_DELTA_MODERATED) || any_method(result, PD_DELTA_WELCH))
		pd_out_text(out, " interval: of relative.");
	if (!any_method(result, PD_DELTA_UNREPLICATED))
		return;
	(void)pd_number_print_digits(buf, 100 * result->policy.kappa0, 6);
	pd_out_printf(out,
		      " if runs vary %s%%: the interval of relative, by sampling error and that "
		      "much, assumed, from run to run.",
		      buf);
}

static bool any_kind(const struct pd_delta_result *result, enum pd_delta_kind kind)
{
	for (size_t i = 0; i < result->n_sections; i++)
		for (size_t k = 0; k < result->section[i].n; k++)
			if (result->section[i].row[k].kind == kind)
				return true;
	return false;
}

static bool any_rounded(const struct pd_delta_result *result)
{
	bool any = false;

	for (size_t i = 0; i < result->n_sections; i++)
		any |= result->section[i].rounded_hits;
	return any;
}

void pd_deltalegend_kinds(struct pd_out *out, const struct pd_delta_result *result)
{
	static const struct {
		enum pd_delta_kind kind;
		const char *what;
	} kinds[] = {
		{PD_DELTA_ROW_OTHERS,   "(others): what --match leaves out."                   },
		{PD_DELTA_ROW_RARE,     "(rare): rows of fewer than 5 hits a run, together."   },
		{PD_DELTA_ROW_ROUNDING,
		 "(rounding): what rounded rows lack of the total, or, below 0, have too much."},
		{PD_DELTA_ROW_UNLISTED, "(below limit): what the lists do not show."           },
	};

	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++)
		if (any_kind(result, kinds[i].kind))
			pd_out_printf(out, "%s%s", out->n ? " " : "", kinds[i].what);
	if (any_kind(result, PD_DELTA_ROW_RARE) && any_rounded(result))
		pd_out_text(out, " Hits are the least that a number like 1K can be.");
}

void pd_deltalegend(struct pd_out *out, const struct pd_delta_result *result, unsigned int columns)
{
	pd_out_text(out, "Columns of sides: mean cost over runs");
	pd_out_text(out,
		    columns & PD_DELTALEGEND_SHARES ? ", and its share of the side's total." : ".");
	if (columns & PD_DELTALEGEND_CHANGE)
		pd_out_text(out, " change: head less base.");
	if (columns & PD_DELTALEGEND_OF_TOTAL)
		pd_out_text(out, " of total: that change in percent of the base total.");
	legend_relative(out, result);
	if (columns & PD_DELTALEGEND_INTERVAL)
		legend_interval(out, result);
	if (columns & PD_DELTALEGEND_SAMPLING)
		pd_out_text(out, " sampling only: the head's share less the base's, in points, and "
				 "its interval with sampling error only; run-to-run noise unknown: "
				 "it is not in there, and no verdict follows.");
	if (columns & PD_DELTALEGEND_DETECTABLE)
		pd_out_text(out, " detectable: the smallest increase that these runs would show 8 "
				 "times in 10.");
	pd_deltalegend_kinds(out, result);
	legend_methods(out, result);
	pd_out_text(out, " A verdict needs ");
	pd_deltaprose_rule(out, result);
	pd_out_text(out, "; inconclusive: these runs cannot tell.");
}
