/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate.c - how often the verdict is wrong, by simulation
 *
 * usage: calibrate REPETITIONS
 *
 * Every row simulates comparisons whose truth is known and counts one verdict.
 * The targets come from an independent study of the same rule with 2000
 * repetitions a cell, so a rate t may differ by three standard errors of both:
 * 3 sqrt(t (1 - t) (1/N + 1/2000)), and by the rounding of the target.
 */
#include "ledgers.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { STUDY = 2000 };

/* Noise around 1 with a standard deviation (or scale, if contaminated) of cv. */
enum shape { NORMAL, SKEW, CONTAMINATED, TWO_MODES, TWO_HALVES, N_SHAPES };
static const char *const shape_name[] = {"normal", "skew", "5 % slow runs", "two modes",
					 "two halves"};

enum event { ANY_CHANGE, REGRESSION, SAME };
static const char *const event_name[] = {"any change", "regression", "same"};

struct cell {
	enum shape shape;
	uint32_t n;
	double cv, shift, min_effect;
	enum event event;
	double target;
	bool at_most; /* the target is a bound, not an expectation */
};

/*
 * With sd s inside a mode, modes 4 sd apart, 70 to 30, have s sqrt(1 + 16 * .21) in all,
 * modes 6 sd apart, half and half, s sqrt(1 + 36 * .25).
 */
static double draw(gsl_rng *rng, enum shape shape, double cv)
{
	double z = gsl_ran_ugaussian(rng), sd;

	switch (shape) {
	case NORMAL:
		return 1 + cv * z;
	case SKEW: /* the sd of e^z is 2.161 */
		return 1 + cv * exp(z) / 2.161;
	case CONTAMINATED:
		return 1 + cv * z + (gsl_rng_uniform(rng) < 0.05 ? 10 * cv : 0);
	case TWO_MODES:
		sd = cv / sqrt(1 + 16 * 0.21);
		return 1 + sd * z + (gsl_rng_uniform(rng) < 0.3 ? 4 * sd : 0);
	case TWO_HALVES:
		sd = cv / sqrt(1 + 36 * 0.25);
		return 1 + sd * z + (gsl_rng_uniform(rng) < 0.5 ? 6 * sd : 0);
	case N_SHAPES:
		break;
	}
	abort();
}

static bool happened(enum pd_verdict v, enum event event)
{
	switch (event) {
	case ANY_CHANGE:
		return v == PD_VERDICT_REGRESSION || v == PD_VERDICT_IMPROVEMENT;
	case REGRESSION:
		return v == PD_VERDICT_REGRESSION;
	case SAME:
		return v == PD_VERDICT_SAME;
	}
	abort();
}

static double simulate(gsl_rng *rng, const struct cell *c, unsigned int repetitions)
{
	struct pd_policy policy = pd_compare_policy();
	double x[64], y[64];
	unsigned int count = 0;

	policy.min_effect = c->min_effect;
	policy.order =
		PD_ORDER_INTERLEAVED; /* the rule alone: no check of single series steps in */
	for (unsigned int r = 0; r < repetitions; r++) {
		struct pd_comparison result;

		for (uint32_t i = 0; i < c->n; i++) {
			x[i] = draw(rng, c->shape, c->cv);
			y[i] = draw(rng, c->shape, c->cv) * (1 + c->shift);
		}
		result = ledger_compare(x, c->n, y, c->n, PD_LOWER, &policy);
		count += happened(result.verdict, c->event);
	}
	return (double)count / repetitions;
}

static bool within(const struct cell *c, double rate, unsigned int repetitions)
{
	double t = c->target, both = 1.0 / repetitions + 1.0 / STUDY;
	double spread = 3 * sqrt(fmax(t * (1 - t), 0.0005) * both) + 0.0005;

	return c->at_most ? rate <= t + spread : fabs(rate - t) <= spread;
}

static bool run(gsl_rng *rng, const struct cell *c, unsigned int repetitions)
{
	double rate = simulate(rng, c, repetitions);
	bool ok = within(c, rate, repetitions);

	(void)printf(
		"%-4s %-13s n=%-2u cv %.1f %% shift %+.0f %% threshold %.0f %%: %-10s %.3f (%s %.3f)\n",
		ok ? "ok" : "FAIL", shape_name[c->shape], c->n, 100 * c->cv, 100 * c->shift,
		100 * c->min_effect, event_name[c->event], rate,
		c->at_most ? "at most" : "expected", c->target);
	return ok;
}

/* Normal noise of 1 %: false alarms, power, and the right to say "same". */
static const struct cell cells[] = {
	{NORMAL, 3,  0.01, 0,    0.02, ANY_CHANGE, 0.006, false},
	{NORMAL, 5,  0.01, 0,    0.02, ANY_CHANGE, 0.003, false},
	{NORMAL, 10, 0.01, 0,    0.02, ANY_CHANGE, 0.000, false},
	{NORMAL, 3,  0.01, 0,    0.01, ANY_CHANGE, 0.031, false},
	{NORMAL, 5,  0.01, 0,    0.01, ANY_CHANGE, 0.026, false},
	{NORMAL, 10, 0.01, 0,    0.01, ANY_CHANGE, 0.018, false},
	{NORMAL, 3,  0.01, 0.02, 0.01, REGRESSION, 0.355, false},
	{NORMAL, 5,  0.01, 0.02, 0.01, REGRESSION, 0.659, false},
	{NORMAL, 10, 0.01, 0.02, 0.01, REGRESSION, 0.975, false},
	{NORMAL, 3,  0.01, 0.05, 0.02, REGRESSION, 0.966, false},
	{NORMAL, 5,  0.01, 0.05, 0.02, REGRESSION, 1.000, false},
	{NORMAL, 10, 0.01, 0.05, 0.02, REGRESSION, 1.000, false},
	{NORMAL, 3,  0.01, 0,    0.02, SAME,       0.30,  false},
	{NORMAL, 5,  0.01, 0,    0.02, SAME,       0.71,  false},
	{NORMAL, 10, 0.01, 0,    0.02, SAME,       0.985, false},
};

/* No shape of noise may raise false alarms above .055, at the cv where they are most frequent. */
static unsigned int run_worst(gsl_rng *rng, unsigned int repetitions)
{
	static const uint32_t counts[] = {3, 4, 5, 7, 10, 20};
	unsigned int failed = 0;

	for (int shape = NORMAL; shape < N_SHAPES; shape++)
		for (size_t i = 0; i < PD_ARRAY_SIZE(counts); i++) {
			struct cell c = {.shape = (enum shape)shape,
					 .n = counts[i],
					 .cv = 0.05,
					 .min_effect = 0.02,
					 .event = ANY_CHANGE,
					 .target = 0.055,
					 .at_most = true};

			failed += !run(rng, &c, repetitions);
		}
	return failed;
}

/*
 * Five processes of ten iterations, 2 % between and 1 % within, nothing changed.
 * In 1500 simulations Mann-Whitney was wrong in 3.1 % on the medians of processes,
 * and in 49 % on the flattened iterations (any difference, no threshold).
 */
static bool run_nested(gsl_rng *rng, enum pd_collapse collapse, double expected,
		       unsigned int repetitions)
{
	static const struct pd_policy none = {.alpha = 0.05,
					      .level = 0.95,
					      .order = PD_ORDER_INTERLEAVED};
	const struct pd_grouping grouping = {.collapse = collapse};
	const struct cell target = {.target = expected};
	unsigned int count = 0;
	double rate;
	bool ok;

	for (unsigned int r = 0; r < repetitions; r++) {
		struct ledger l = ledger_new();
		uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
		struct pd_rows rows;

		for (unsigned int process = 0; process < 10; process++) {
			double middle = draw(rng, NORMAL, 0.02), v[10];

			for (size_t i = 0; i < 10; i++)
				v[i] = middle * draw(rng, NORMAL, 0.01);
			ledger_iterations(&l, key, process < 5 ? "base" : "head", v, 10);
		}
		rows = ledger_pair(&l, &grouping);
		count += pd_compare(l.ctx, &rows, &none, 1)->comparison[0].significant;
		ledger_free(&l);
	}
	rate = (double)count / repetitions;
	ok = within(&target, rate, repetitions);
	(void)printf("%-4s 5 processes x 10 iterations %-9s: significant %.3f (expected %.3f)\n",
		     ok ? "ok" : "FAIL", collapse == PD_COLLAPSE_NONE ? "flattened" : "collapsed",
		     rate, expected);
	return ok;
}

int main(int argc, char **argv)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	unsigned int failed = 0;
	uint64_t repetitions = 0;

	if (argc != 2 || !pd_number_parse_u64(pd_str_of(argv[1]), &repetitions) || !repetitions ||
	    repetitions > 1000000) {
		(void)fputs("usage: calibrate REPETITIONS\n", stderr);
		return 2;
	}
	gsl_rng_set(rng, 20240601);
	for (size_t i = 0; i < PD_ARRAY_SIZE(cells); i++)
		failed += !run(rng, &cells[i], (unsigned int)repetitions);
	failed += run_worst(rng, (unsigned int)repetitions);
	failed += !run_nested(rng, PD_COLLAPSE_MEDIAN, 0.031, (unsigned int)repetitions);
	failed += !run_nested(rng, PD_COLLAPSE_NONE, 0.49, (unsigned int)repetitions);
	gsl_rng_free(rng);
	return failed != 0;
}
