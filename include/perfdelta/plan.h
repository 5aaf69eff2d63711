/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/plan.h - how many runs would show what, from runs that are there
 */
#ifndef PERFDELTA_PLAN_H
#define PERFDELTA_PLAN_H

#include <perfdelta/base.h>
#include <perfdelta/compare.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the numbers of a plan come from. */
enum pd_plan_basis {
	PD_PLAN_NONE,     /* fewer than two runs: nothing is known of the noise */
	PD_PLAN_NOISE,    /* one side: its standard deviation, by the power of Student's t */
	PD_PLAN_INTERVAL, /* two sides: the width of their interval, whatever the shape */
	PD_PLAN_EXACT,    /* declared free of noise, or no run differs: one run tells */
};

/* One row of a plan: a series of one side, or a comparison. What does not exist is NaN. */
struct pd_plan_row {
	uint32_t row;
	uint16_t side; /* the head; 0: one side alone */
	uint32_t n;    /* runs a side; of unequal sides their mean, rounded up */
	enum pd_plan_basis basis;
	bool gated;
	bool relative;      /* noise and effect are relative; else in the metric's unit */
	double noise;       /* sd of the logs of runs, pooled over the sides; of the values */
	double effect;      /* change to be found: the metric's min_effect, or its absolute one */
	double detectable;  /* change that as many runs as now find with probability 0.8 */
	double runs_change; /* runs a side that find @effect with probability 0.8 */
	double runs_same; /* runs a side that prove "same" with probability 0.8 if nothing changed */
	bool reduce_noise; /* more than 100 runs: better than to repeat is to calm the machine */
};

struct pd_plan_result {
	const struct pd_result *result;
	size_t family;           /* gated comparisons that will be judged together */
	double fewest;           /* runs a side from which ranks reach alpha among them */
	struct pd_plan_row *row; /* [n] by row, then side */
	size_t n;
};

/**
 * pd_planning - what more runs would show
 * @ctx: owns the plan
 * @result: of pd_compare(), which may be of one side alone
 *
 * Of one side the noise alone is known: the power of Student's t test of two sides
 * like it. Of two and more sides each head has its interval against the base.
 * @family of one side counts its gated rows, for one head.
 *
 * Return: the plan, never NULL.
 */
PD_API const struct pd_plan_result *pd_planning(struct pd_ctx *ctx, const struct pd_result *result);

#ifdef __cplusplus
}
#endif
#endif
