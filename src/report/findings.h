/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * findings.h - what is odd about single series, in words
 *
 * One sentence for each kind of finding, whatever number of series have it: it
 * names the first few, with their figures.
 */
#ifndef REPORT_FINDINGS_H
#define REPORT_FINDINGS_H

#include "base/out.h"

#include <perfdelta/report.h>

/* As many kinds as enum pd_quality has. */
enum { PD_FINDINGS_N = 9 };

/* The i-th kind: its code and one line; false past the end. */
bool pd_findings_at(size_t i, const char **ret_code, const char **ret_what);
/* Its bit of enum pd_quality; 0 past the end. */
uint32_t pd_findings_bit(size_t i);

/* What was found about @side of @row: set of enum pd_quality. */
uint32_t pd_findings_of(const struct pd_report *r, size_t row, size_t side);

/*
 * The sentence about the i-th kind and the series of @r that have it: "runs rise or
 * fall from first to last ...: 4-groups head +3.1%, 8-groups base -2%".
 */
void pd_findings_write(struct pd_out *out, const struct pd_report *r, size_t i);

#endif
