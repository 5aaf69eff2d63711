/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plans.h - a plan as tables, plain or markdown */
#ifndef REPORT_PLANS_H
#define REPORT_PLANS_H

#include "report/style.h"

#include <perfdelta/plan.h>

/* @r is the report of plan->result. */
void pd_plans_plain(const struct pd_plan_result *plan, const struct pd_report *r,
		    const struct pd_look *look, struct pd_out *out);
void pd_plans_markdown(const struct pd_plan_result *plan, const struct pd_report *r,
		       const struct pd_look *look, struct pd_out *out);

#endif
