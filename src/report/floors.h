/* SPDX-License-Identifier: GPL-3.0-or-later */
/* floors.h - what splits of one build say: tables for people, JSON and CSV for programs */
#ifndef REPORT_FLOORS_H
#define REPORT_FLOORS_H

#include "report/style.h"

#include <perfdelta/aa.h>

/* @r is the report of aa->result. */
void pd_floors_plain(const struct pd_aa_result *aa, const struct pd_report *r,
		     const struct pd_look *look, struct pd_out *out);
void pd_floors_markdown(const struct pd_aa_result *aa, const struct pd_report *r,
			const struct pd_look *look, struct pd_out *out);
void pd_floors_json(const struct pd_aa_result *aa, const struct pd_report *r,
		    const struct pd_look *look, struct pd_out *out);
void pd_floors_csv(const struct pd_aa_result *aa, const struct pd_report *r,
		   const struct pd_look *look, struct pd_out *out);

#endif
