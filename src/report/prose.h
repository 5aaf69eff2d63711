/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prose.h - the sentences around the tables, the same in every style that has any */
#ifndef REPORT_PROSE_H
#define REPORT_PROSE_H

#include "base/out.h"

#include <perfdelta/report.h>

struct pd_look;

/*
 * @text in lines of at most @width columns (0: one line), the first after
 * @first, the others after as many blanks. Words are never cut.
 */
void pd_prose_wrap(struct pd_out *out, const char *first, struct pd_str text, size_t width);

/*
 * "left out to fit 72 columns: detectable, shares; '..' stands for the middle of a name
 * (--width=0 shows all)": what a table of @width columns lacks; nothing if it lacks nothing.
 */
void pd_prose_left_out(struct pd_out *out, unsigned int width, const char *const *column, size_t n,
		       bool shortened);

/* "base: 10 runs from 10 files", for one side. */
void pd_prose_side(struct pd_out *out, const struct pd_report *r, size_t side);

/* "missing in head: hackbench groups=16 time" */
void pd_prose_unpaired(struct pd_out *out, const struct pd_report *r, const struct pd_unpaired *u);

/* What the columns mean, one paragraph. */
void pd_prose_legend(struct pd_out *out, const struct pd_report *r);

/*
 * "2 regressions, 1 improvement, ...; 1 on some sides only": one line, never
 * left out. A summary counts series. In brief it is also the place for the order
 * of runs.
 */
void pd_prose_counts(struct pd_out *out, const struct pd_report *r, const struct pd_look *look);

/* The sentence of pd_ordernote_write() as a paragraph of its own; nothing if there is none. */
void pd_prose_order(struct pd_out *out, const struct pd_report *r, bool beside_profiles,
		    size_t width);

/* "skipped: 3 lines or rows; ..."; nothing when nothing was left out. */
void pd_prose_skipped(struct pd_out *out, const struct pd_report *r);

#endif
