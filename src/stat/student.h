/* SPDX-License-Identifier: GPL-3.0-or-later */
/* student.h - Student's t distribution with real degrees of freedom */
#ifndef STAT_STUDENT_H
#define STAT_STUDENT_H

#include <perfdelta/stat.h>

/*
 * P(T >= t), df > 0, t may be infinite. Relative error below 1e-13; tails
 * below 1e-290 come out as the smallest normal double, never as 0.
 */
double pd_student_upper(double t, double df);
/* The t with P(-t <= T <= t) = level, df > 0, 0 < level < 1. */
double pd_student_quantile(double level, double df);
/* The p and the interval of a test, from its diff, se, df and t; 0 < level < 1. */
void pd_student_test(struct pd_welch *test, double level);

#endif
