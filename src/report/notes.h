/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * notes.h - caveats in words: a stable code for machines, a footnote for people
 *
 * A footnote says what is wrong with the numbers at hand and what to do about
 * it. Equal sentences are one footnote, numbered in order of first use.
 */
#ifndef REPORT_NOTES_H
#define REPORT_NOTES_H

#include "report/findings.h"

#include "base/intern.h"
#include "base/out.h"

#include <perfdelta/report.h>

/* Caveats that are told once for the whole report: they have no footnote. */
#define PD_NOTES_UNMARKED ((uint32_t)PD_CAVEAT_BLOCKED)

/* Zero-initialized is ready to use. */
struct pd_notes {
	struct pd_intern texts;       /* id: the footnote's number */
	pd_id finding[PD_FINDINGS_N]; /* the footnote of each kind of finding; 0: not yet */
};

/* The i-th caveat in the order of caveats.def: its code and one line; false past the end. */
bool pd_notes_at(size_t i, const char **ret_code, const char **ret_what);
/* The bit of enum pd_caveat that it is; 0 past the end. */
uint32_t pd_notes_bit(size_t i);

/* Is there anything to mark beside @c, or beside a side in a summary? */
bool pd_notes_any(const struct pd_report *r, const struct pd_comparison *c);
bool pd_notes_any_series(const struct pd_report *r, size_t row, size_t side);

/*
 * Notes all caveats of @c and what was found about its sides, and writes their marks, "[1,3]";
 * nothing if there are none.
 */
void pd_notes_mark(struct pd_notes *notes, const struct pd_report *r, const struct pd_comparison *c,
		   struct pd_out *marks);

/*
 * The same for one side in a summary: an interval that does not reach the
 * level asked for, one run, mixed labels, findings.
 */
void pd_notes_mark_series(struct pd_notes *notes, const struct pd_report *r, size_t row,
			  size_t side, struct pd_out *marks);

/* How many footnotes there are; pd_notes_text() has them from 1. */
size_t pd_notes_count(const struct pd_notes *notes);
struct pd_str pd_notes_text(const struct pd_notes *notes, size_t number);

void pd_notes_release(struct pd_notes *notes);

#endif
