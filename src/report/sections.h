/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sections.h - all sections of a report, each its heading and its tables: plain and markdown */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H

#include "report/notes.h"
#include "report/scale.h"
#include "report/style.h"

/* What is to be written, and how. */
struct pd_sections {
	const struct pd_report *report;
	const struct pd_look *look;
	bool markdown;
	struct pd_notes *notes;
	/* What stands above the tables of @s; @page is the style's own. */
	void (*heading)(void *page, const struct pd_section *s, const struct pd_scale *scale);
	void *page;
};

/* A table for each head side of a comparison, or one of all sides of a summary. */
void pd_sections_write(const struct pd_sections *all, struct pd_out *out);

#endif
