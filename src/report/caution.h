/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * caution.h - the sentence of each caveat, with the numbers of the comparison that has it
 *
 * To add a caveat: its bit in enum pd_caveat, its row in caveats.def, its sentence in caution.c.
 */
#ifndef REPORT_CAUTION_H
#define REPORT_CAUTION_H

#include "base/out.h"

#include <perfdelta/report.h>

/* Nothing for a caveat that is told once for the whole report. */
void pd_caution_write(struct pd_out *out, const struct pd_report *r, const struct pd_comparison *c,
		      enum pd_caveat caveat);

/* That @row holds values which differ in labels. */
void pd_caution_pooled(struct pd_out *out, const struct pd_ctx *ctx, const struct pd_row *row);

#endif
