/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noise.h - shapes of noise that verdicts must survive */
#ifndef NOISE_H
#define NOISE_H

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* Noise around 1 with a standard deviation of cv; of slow runs, that of the others. */
enum shape { NORMAL, SKEW, SLOW_RUNS, TWO_MODES, TWO_HALVES, N_SHAPES };

static inline const char *noise_name(enum shape shape)
{
	static const char *const name[] = {"normal",    "skew",       "5 % slow",
					   "two modes", "two halves", "all shapes"};

	return name[shape];
}

/*
 * With sd s inside a mode, modes 4 sd apart, 70 to 30, have s sqrt(1 + 16 * .21) in all, modes
 * 6 sd apart, half and half, s sqrt(1 + 36 * .25); the sd of e^z is 2.161.
 */
static inline double noise_draw(gsl_rng *rng, enum shape shape, double cv)
{
	double z = gsl_ran_ugaussian(rng), sd;

	switch (shape) {
	case NORMAL:
		return 1 + cv * z;
	case SKEW:
		return 1 + cv * exp(z) / 2.161;
	case SLOW_RUNS:
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

#endif
