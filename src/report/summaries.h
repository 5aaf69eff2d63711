/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summaries.h - the table of a summary: centre, interval and spread of each series */
#ifndef REPORT_SUMMARIES_H
#define REPORT_SUMMARIES_H

#include "report/notes.h"
#include "report/scale.h"
#include "report/style.h"

struct pd_summaries {
	const struct pd_report *report;
	const struct pd_look *look;
	bool markdown;
	struct pd_notes *notes;
	const struct pd_section *section;
	const struct pd_scale *scale;
};

/* One line per row and side of a section. */
void pd_summaries_write(const struct pd_summaries *s, struct pd_out *out);

#endif
