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
#include "calibrate.h"
#include "ledgers.h"
#include "noise.h"

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
			x[i] = noise_draw(rng, c->shape, c->cv);
			y[i] = noise_draw(rng, c->shape, c->cv) * (1 + c->shift);
		}
		result = ledger_compare(x, c->n, y, c->n, PD_LOWER, &policy);
		count += happened(result.verdict, c->event);
	}
	return (double)count / repetitions;
}

static bool run(gsl_rng *rng, const struct cell *c, unsigned int repetitions)
{
	double rate = simulate(rng, c, repetitions);
	bool ok = calibrate_within(rate, c->target, c->at_most, repetitions);

	(void)printf(
		"%-4s %-13s n=%-2u cv %.1f %% shift %+.0f %% threshold %.0f %%: %-10s %.3f (%s %.3f)\n",
		ok ? "ok" : "FAIL", noise_name(c->shape), c->n, 100 * c->cv, 100 * c->shift,
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
	unsigned int count = 0;
	double rate;
	bool ok;

	for (unsigned int r = 0; r < repetitions; r++) {
		struct ledger l = ledger_new();
		uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
		struct pd_rows rows;

		for (unsigned int process = 0; process < 10; process++) {
			double middle = noise_draw(rng, NORMAL, 0.02), v[10];

			for (size_t i = 0; i < 10; i++)
				v[i] = middle * noise_draw(rng, NORMAL, 0.01);
			ledger_iterations(&l, key, process < 5 ? "base" : "head", v, 10);
		}
		rows = ledger_pair(&l, &grouping);
		count += pd_compare(l.ctx, &rows, &none, 1)->comparison[0].significant;
		ledger_free(&l);
	}
	rate = (double)count / repetitions;
	ok = calibrate_within(rate, expected, false, repetitions);
	(void)printf("%-4s 5 processes x 10 iterations %-9s: significant %.3f (expected %.3f)\n",
		     ok ? "ok" : "FAIL", collapse == PD_COLLAPSE_NONE ? "flattened" : "collapsed",
		     rate, expected);
	return ok;
}

static unsigned int simulate_all(gsl_rng *rng, unsigned int repetitions)
{
	unsigned int failed = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(cells); i++)
		failed += !run(rng, &cells[i], repetitions);
	failed += run_worst(rng, repetitions);
	failed += !run_nested(rng, PD_COLLAPSE_MEDIAN, 0.031, repetitions);
	failed += !run_nested(rng, PD_COLLAPSE_NONE, 0.49, repetitions);
	return failed;
}

int main(int argc, char **argv)
{
	return calibrate_main(argc, argv, 20240601, simulate_all);
}
