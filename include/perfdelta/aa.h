/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * perfdelta/aa.h - what comes out where nothing changed: the machine's own noise
 */
#ifndef PERFDELTA_AA_H
#define PERFDELTA_AA_H

#include <perfdelta/base.h>
#include <perfdelta/compare.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row, all its sides taken together. What does not exist is NaN. */
struct pd_aa_row {
	uint32_t row;
	uint32_t n;              /* runs of all sides together */
	uint32_t n_base, n_head; /* of the halves that were compared; 0: fewer than 4 runs */
	size_t n_splits;         /* different ones, or drawn */
	bool relative;           /* floors are fractions; else in the metric's unit */
	bool gated;
	double changed;    /* share of the splits that were called a change, 0 .. 1 */
	double regression; /* ... a regression */
	double floor;      /* 95 % of the splits differ by less */
	double floor_side; /* the same for sides of as many runs as the first side has */
	double drift; /* share of the first side's variance that a steady drift explains, 0 .. 1 */
};

struct pd_aa_result {
	const struct pd_result *result; /* of the sides as they are; of one side no comparison */
	size_t n_splits;                /* reports that were judged */
	double any_change;              /* share of the reports with any gated change, 0 .. 1 */
	double any_regression;
	struct pd_aa_row *row; /* [n], in the order of result->rows */
	size_t n;
	double *min_effect; /* [result->rows->n_metrics]: what to ask for; NaN: no ratio, or unknown */
};

/**
 * pd_aa - split the runs of one build and compare them with each other
 * @ctx: owns the result
 * @result: of pd_compare(), of one side, or of several of the same build
 * @splits: at most, >= 1; fewer where there are fewer ways, and for very many rows
 * @n_workers: threads, 0 for one per processor; the result does not depend on it
 *
 * The runs of all sides are pooled, split into halves at random (all rows of
 * equally many runs alike), and judged by result->policy as if they were two
 * builds. Because splits are random, the test holds its alpha by construction; what they
 * measure is how large differences become that mean nothing. What one series
 * does not contain, such as another boot, no split of it can show.
 *
 * min_effect: the largest floor_side of the metric's rows, rounded up, and no less than
 * 1 %: builds differ by that much through the layout of their code alone.
 *
 * Return: the result, never NULL.
 */
PD_API const struct pd_aa_result *pd_aa(struct pd_ctx *ctx, const struct pd_result *result,
					uint32_t splits, unsigned int n_workers);

#ifdef __cplusplus
}
#endif
#endif
