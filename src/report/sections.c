/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/sections.h"

#include "report/names.h"
#include "report/summaries.h"
#include "report/verdicts.h"

static void write_comparison(const struct pd_sections *all, const struct pd_section *s,
			     const struct pd_scale *scale, struct pd_out *out)
{
	struct pd_verdicts v = {.report = all->report,
				.look = all->look,
				.markdown = all->markdown,
				.notes = all->notes,
				.section = s,
				.scale = scale};

	for (v.side = 1; v.side < all->report->result->rows->n_sides; v.side++) {
		if (!pd_verdicts_any(all->report, s, v.side))
			continue;
		pd_out_char(out, '\n');
		pd_verdicts_write(&v, out);
	}
}

static void write_summary(const struct pd_sections *all, const struct pd_section *s,
			  const struct pd_scale *scale, struct pd_out *out)
{
	const struct pd_summaries sides = {.report = all->report,
					   .look = all->look,
					   .markdown = all->markdown,
					   .notes = all->notes,
					   .section = s,
					   .scale = scale};

	pd_out_char(out, '\n');
	pd_summaries_write(&sides, out);
}

void pd_sections_write(const struct pd_sections *all, struct pd_out *out)
{
	for (size_t i = 0; i < all->report->n_sections; i++) {
		const struct pd_section *s = &all->report->section[i];
		struct pd_scale scale = pd_names_scale(all->report, s);

		all->heading(all->page, s, &scale);
		switch (all->report->kind) {
		case PD_REPORT_COMPARISON:
			write_comparison(all, s, &scale, out);
			break;
		case PD_REPORT_SUMMARY:
			write_summary(all, s, &scale, out);
			break;
		}
	}
}
