/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ordernote.h"

/* Comparisons by what is known of their runs; those without a test are none. */
struct known {
	size_t unknown, one_first, in_turns;
};

static struct known count(const struct pd_report *r)
{
	struct known n = {0, 0, 0};

	for (size_t i = 0; i < r->result->n && r->kind == PD_REPORT_COMPARISON; i++) {
		const struct pd_comparison *c = &r->result->comparison[i];

		if (!(c->caveats & PD_CAVEAT_BLOCKED))
			n.in_turns += c->order != PD_ORDER_UNKNOWN;
		else if (c->order == PD_ORDER_UNKNOWN)
			n.unknown++;
		else
			n.one_first++;
	}
	return n;
}

void pd_ordernote_brief(struct pd_out *out, const char *before, const struct pd_report *r)
{
	struct known n = count(r);

	if (!n.unknown && !n.one_first)
		return;
	pd_out_text(out, before);
	pd_out_text(out, n.unknown ? "order of runs unknown" : "one side ran before the other");
}

static const char *subject(bool unknown, bool beside_profiles)
{
	if (unknown)
		return beside_profiles ? "Order of the benchmarks' runs unknown"
				       : "Order of runs unknown";
	return beside_profiles ? "One side's benchmarks ran before the other's"
			       : "One side ran before the other";
}

void pd_ordernote_write(struct pd_out *out, const struct pd_report *r, bool beside_profiles)
{
	struct known n = count(r);
	size_t blocked = n.unknown + n.one_first;

	if (!blocked)
		return;
	pd_out_text(out, subject(n.unknown, beside_profiles));
	if (n.unknown && n.one_first)
		pd_out_text(out, ", or one side first");
	if (n.in_turns)
		pd_out_printf(out, " in %zu of %zu comparisons", blocked, blocked + n.in_turns);
	pd_out_text(out, n.unknown ? ": had one side come first, a drift of the machine would look "
				     "like a change."
				   : ": a drift of the machine would look like a change.");
}

enum pd_setup_order pd_ordernote_of(const struct pd_report *r)
{
	struct known n = count(r);

	if (n.unknown || !(n.one_first + n.in_turns))
		return PD_SETUP_ORDER_UNKNOWN;
	return n.one_first ? PD_SETUP_ORDER_BLOCKED : PD_SETUP_ORDER_MIXED;
}
