/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/tally.h"

#include "report/listing.h"
#include "report/ordernote.h"
#include "report/prose.h"
#include "report/words.h"

#include "base/str.h"

static void number(struct pd_out *out, double v)
{
	char buf[PD_NUMBER_MAX];

	(void)pd_number_print_digits(buf, v, 6);
	pd_out_text(out, buf);
}

static void line(struct pd_out *text, const struct pd_look *look, struct pd_out *out)
{
	pd_listing_lines(pd_out_kept(text), look, out);
	text->n = 0;
}

bool pd_tally_any_marked(const struct pd_report *r)
{
	for (size_t i = 0; i < r->result->n; i++)
		if (pd_listing_marked(r, r->result->comparison[i].row,
				      r->result->comparison[i].side))
			return true;
	return false;
}

void pd_tally_rule(const struct pd_report *r, const char *what, const struct pd_look *look,
		   struct pd_out *out)
{
	const struct pd_policy *p = &r->result->policy;
	struct pd_out text;

	pd_out_init(&text, -1);
	pd_out_printf(&text, "%s: p <= ", what);
	number(&text, p->alpha);
	if (p->adjust != PD_ADJUST_NONE)
		pd_out_printf(&text, " (%s)", pd_words_adjust_name(p->adjust));
	pd_out_text(&text, p->rule == PD_RULE_STRICT ? " and an interval wholly beyond "
						     : " and at least ");
	pd_words_min_effect(&text, r);
	line(&text, look, out);
	(void)pd_out_close(&text);
}

/* Fewest and most runs of any row on a side. */
struct range {
	size_t min, max;
};

static struct range runs_of(const struct pd_report *r, size_t side)
{
	struct range runs = {0, 0};

	for (size_t i = 0; i < r->result->rows->n; i++) {
		size_t n = pd_compare_runs(&r->result->rows->row[i].series[side]);

		if (n && (!runs.min || n < runs.min))
			runs.min = n;
		if (n > runs.max)
			runs.max = n;
	}
	return runs;
}

static void write_range(struct pd_out *text, struct range runs)
{
	pd_out_printf(text, "%zu", runs.min);
	if (runs.max != runs.min)
		pd_out_printf(text, "-%zu", runs.max);
}

static void write_runs(const struct pd_report *r, struct pd_out *text)
{
	struct range first = runs_of(r, 0);
	bool equal = true, single = first.min == 1;

	for (size_t side = 1; side < pd_listing_sides(r); side++) {
		struct range runs = runs_of(r, side);

		equal = equal && runs.min == first.min && runs.max == first.max;
		single = single || runs.min == 1;
	}
	if (equal) {
		pd_out_text(text, "n=");
		write_range(text, first);
	}
	for (size_t side = 0; !equal && side < pd_listing_sides(r); side++) {
		struct pd_str name = pd_words_side(r, side);

		pd_out_printf(text, "%s%.*s n=", side ? ", " : "", PD_FMT(name));
		write_range(text, runs_of(r, side));
	}
	if (single && r->kind == PD_REPORT_COMPARISON)
		pd_out_printf(text, "%s no test possible",
			      equal && first.max == 1 ? ":" : "; n=1:");
	else if (equal)
		pd_out_text(text, " runs per side");
}

void pd_tally_write(const struct pd_report *r, const struct pd_look *look, bool stars,
		    struct pd_out *out)
{
	struct pd_out text;

	pd_out_init(&text, -1);
	if (stars && pd_tally_any_marked(r))
		pd_tally_rule(r, "* = a change", look, out);
	if (r->kind == PD_REPORT_COMPARISON)
		pd_words_counts(&text, r);
	else
		pd_prose_counts(&text, r, look);
	line(&text, look, out);
	write_runs(r, &text);
	if (!look->quiet)
		pd_ordernote_brief(&text, ", ", r);
	line(&text, look, out);
	for (size_t i = 0; i < r->n_unpaired && r->kind == PD_REPORT_COMPARISON; i++) {
		pd_prose_unpaired(&text, r, &r->unpaired[i]);
		line(&text, look, out);
	}
	pd_prose_skipped(&text, r);
	line(&text, look, out);
	(void)pd_out_close(&text);
}
