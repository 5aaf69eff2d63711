/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brief.h - one line for whatever is not the same, the worst first: for CI logs */
#ifndef REPORT_BRIEF_H
#define REPORT_BRIEF_H

#include "report/style.h"

/* All comparisons but the same ones, of all sections and sides; nothing if there are none. */
void pd_brief_write(const struct pd_report *r, const struct pd_look *look, bool markdown,
		    struct pd_out *out);

#endif
