/* SPDX-License-Identifier: GPL-3.0-or-later */
/* letter.h - the mail for a list: all that one set of runs says, in plain ASCII */
#ifndef REPORT_LETTER_H
#define REPORT_LETTER_H

#include "report/deltastyle.h"

enum { PD_LETTER_WIDTH = 72 }; /* survives being quoted twice in 80 columns */

/* What there is to tell; what was not measured is NULL. */
struct pd_letter {
	const struct pd_ctx *ctx;
	const char *version;
	const struct pd_profiles *profiles;
	const struct pd_report *benchmarks;
	const struct pd_delta_result *symbols, *locks;
	uint32_t n_top; /* rows of each table of symbols and locks; 0: all */
};

/*
 * Set-up, benchmarks, symbols, locks, method, and what could not have been
 * detected. Lines hold no tab, no blank at their end, nothing but ASCII, and do
 * not start as mail or patches do ("From ", "---"). None has more than
 * look->width columns, or 72 if that is less: tables leave columns out and shorten
 * names by "..", both told below them, and what is longer than a line still, goes on
 * in the next one behind a '\'. A width of 0 is no limit.
 */
void pd_letter_write(const struct pd_letter *l, const struct pd_look *look, struct pd_out *out);

#endif
