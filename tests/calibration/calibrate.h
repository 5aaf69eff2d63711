/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate.h - what simulations of error rates share: tolerance and the command line
 *
 * Targets come from independent studies of the same rules with STUDY repetitions
 * a cell, so a rate may differ from its target by three standard errors of both.
 */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include "base/number.h"
#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { STUDY = 2000 };

/* Three standard errors of a rate of @t in @n repetitions and in the study's. */
static inline double calibrate_errors(double t, double n, double study)
{
	return 3 * sqrt(fmax(t * (1 - t), 0.0005) * (1 / n + 1 / study));
}

/* The same, and the rounding of a target with three digits. */
static inline double calibrate_slack(double t, unsigned int repetitions)
{
	return calibrate_errors(t, repetitions, STUDY) + 0.0005;
}

static inline bool calibrate_within(double rate, double target, bool at_most,
				    unsigned int repetitions)
{
	double slack = calibrate_slack(target, repetitions);

	return at_most ? rate <= target + slack : fabs(rate - target) <= slack;
}

/* @run returns how many of its rates were wrong. The exit status: 1 if any, 2 for usage. */
static inline int calibrate_main(int argc, char **argv, unsigned long seed,
				 unsigned int (*run)(gsl_rng *rng, unsigned int repetitions))
{
	uint64_t repetitions = 0;
	unsigned int failed;
	gsl_rng *rng;

	if (argc != 2 || !pd_number_parse_u64(pd_str_of(argv[1]), &repetitions) ||
	    repetitions < 100 || repetitions > 1000000) {
		(void)fputs("usage: PROGRAM REPETITIONS, of 100 to 1000000\n", stderr);
		return 2;
	}
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, seed);
	failed = run(rng, (unsigned int)repetitions);
	gsl_rng_free(rng);
	return failed != 0;
}

#endif
