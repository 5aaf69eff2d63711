/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta.h - everything
 *
 * read -> table -> rows -> comparisons -> report
 */
#ifndef PERFDELTA_PERFDELTA_H
#define PERFDELTA_PERFDELTA_H

#include <perfdelta/aa.h>
#include <perfdelta/base.h>
#include <perfdelta/compare.h>
#include <perfdelta/ctx.h>
#include <perfdelta/delta.h>
#include <perfdelta/diag.h>
#include <perfdelta/estimate.h>
#include <perfdelta/plan.h>
#include <perfdelta/profile.h>
#include <perfdelta/read.h>
#include <perfdelta/report.h>
#include <perfdelta/stat.h>
#include <perfdelta/stat_design.h>
#include <perfdelta/stat_history.h>
#include <perfdelta/stat_interval.h>
#include <perfdelta/stat_many.h>
#include <perfdelta/stat_order.h>
#include <perfdelta/stat_paired.h>
#include <perfdelta/stat_power.h>
#include <perfdelta/stat_profile.h>
#include <perfdelta/stat_quality.h>
#include <perfdelta/table.h>

#endif
