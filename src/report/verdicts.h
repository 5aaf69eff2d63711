/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdicts.h - the tables of plain and markdown: one line per row, with its verdict
 */
#ifndef REPORT_VERDICTS_H
#define REPORT_VERDICTS_H

#include "report/notes.h"
#include "report/scale.h"
#include "report/style.h"

/* What is to be written, and how. */
struct pd_verdicts {
	const struct pd_report *report;
	const struct pd_look *look;
	bool markdown;
	struct pd_notes *notes;

	/* for pd_verdicts_write() */
	const struct pd_section *section;
	const struct pd_scale *scale;
	size_t side; /* 1 .. */
};

/* Whether @side has something to compare in @section. */
bool pd_verdicts_any(const struct pd_report *r, const struct pd_section *section, size_t side);

/* Base and one head side over a section, its geometric mean last. */
void pd_verdicts_write(const struct pd_verdicts *v, struct pd_out *out);

#endif
