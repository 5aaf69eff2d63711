/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ordernote.h - what a report says once about the order in which runs were made
 *
 * PD_CAVEAT_BLOCKED is a fact about most reports that there are, so it is no mark on
 * each row: one sentence, and a few words where there is room for no more.
 */
#ifndef REPORT_ORDERNOTE_H
#define REPORT_ORDERNOTE_H

#include "report/setup.h"

#include "base/out.h"

#include <perfdelta/report.h>

/*
 * What is wrong with the order; nothing if all runs came in turns. pd_advice() says what to do.
 * @beside_profiles: the report tells of profiles as well, which have an order of their own.
 */
void pd_ordernote_write(struct pd_out *out, const struct pd_report *r, bool beside_profiles);

/* @before and a few words, or nothing. */
void pd_ordernote_brief(struct pd_out *out, const char *before, const struct pd_report *r);

/* Of all comparisons together: unknown if it is of any, or if nothing was compared. */
enum pd_setup_order pd_ordernote_of(const struct pd_report *r);

#endif
