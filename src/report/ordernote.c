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

void pd_ordernote_write(struct pd_out *out, const struct pd_report *r)
{
	struct known n = count(r);
	size_t blocked = n.unknown + n.one_first;

	if (!blocked)
		return;
	pd_out_text(out, n.unknown ? "Order of runs unknown" : "One side ran before the other");
	if (n.unknown && n.one_first)
		pd_out_text(out, ", or one side first");
	if (n.in_turns)
		pd_out_printf(out, " in %zu of %zu comparisons", blocked, blocked + n.in_turns);
	pd_out_text(out, n.unknown ? ": had one side come first, a drift of the machine would look "
				     "like a change."
				   : ": a drift of the machine would look like a change.");
}
