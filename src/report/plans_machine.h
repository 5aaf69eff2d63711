/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plans_machine.h - a plan for programs; docs/json-schema.md */
#ifndef REPORT_PLANS_MACHINE_H
#define REPORT_PLANS_MACHINE_H

#include "report/style.h"

#include <perfdelta/plan.h>

/* @r is the report of plan->result. */
void pd_plans_machine_json(const struct pd_plan_result *plan, const struct pd_report *r,
			   const struct pd_look *look, struct pd_out *out);
/* The rows alone, with the names of their fields. */
void pd_plans_machine_csv(const struct pd_plan_result *plan, const struct pd_report *r,
			  const struct pd_look *look, struct pd_out *out);

#endif
