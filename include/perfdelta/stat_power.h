/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/stat_power.h - how many runs find what, from their noise alone
 *
 * For planning before a second side was measured. Student's t test of two sides
 * with equally many runs and equal, normal noise; pure functions as in stat.h.
 * Where two sides are there, the width of their interval says the same without
 * that assumption: pd_plan_runs().
 */
#ifndef PERFDELTA_STAT_POWER_H
#define PERFDELTA_STAT_POWER_H

#include <perfdelta/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * pd_power - how often a difference is found
 * @n: runs a side, > 1; need not be whole
 * @effect: true difference of the means in standard deviations of a run, >= 0
 * @alpha: two-sided level of the test, 0 .. 1
 *
 * The noncentral t by quadrature. Only findings in the direction of the effect
 * count: for an effect of 0 it is alpha/2. Cost: about 5 us.
 *
 * Return: a probability, right to 1e-10.
 * Source: Student's t with noncentrality effect sqrt(n/2) and 2n - 2 degrees of
 * freedom, as in Cohen (1988), Statistical Power Analysis; R's power.t.test().
 */
PD_API double pd_power(double n, double effect, double alpha);

/* The difference, in standard deviations of a run, found with @power, alpha < power < 1. */
PD_API double pd_power_effect(double n, double power, double alpha);

/*
 * The runs a side with which @effect is found with @power, at least 2; a real
 * number, to be rounded up. NaN unless the effect is > 0; 1e15 and more for one
 * that is next to nothing.
 */
PD_API double pd_power_runs(double effect, double power, double alpha);

#ifdef __cplusplus
}
#endif
#endif
