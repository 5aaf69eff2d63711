/* SPDX-License-Identifier: GPL-3.0-or-later */
/* robot.h - what tables of the kernel test robot have in common, of benchmarks and of profiles */
#ifndef REPORT_ROBOT_H
#define REPORT_ROBOT_H

#include "base/out.h"

/* Widths of a value, of a value with its spread, and of a change with one. */
enum { PD_ROBOT_VALUE = 10, PD_ROBOT_CELL = 16, PD_ROBOT_PAIR = 27 };

/*
 * "%stddev", six columns behind a value: " ±  5%". The standard deviation of the population in
 * percent of the mean, cut to a whole number; blank up to 2, as it is of less than two runs.
 * @cv: of the sample, sd with n - 1 over the mean; NaN if there is none.
 */
void pd_robot_spread(struct pd_out *out, double cv, double n, bool ascii);

#endif
