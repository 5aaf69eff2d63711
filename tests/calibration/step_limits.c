/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * step_limits.c - what the best cut of independent values reaches by chance, by simulation
 *
 * usage: step_limits REPETITIONS > src/stat/step_limits.def
 *
 * The table of the sources was made with 100000 repetitions (three minutes).
 */
#include "base/number.h"
#include "base/str.h"

#include <perfdelta/stat_quality.h>

#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { MOST = 400 };

static const size_t counts[] = {20, 22, 25,  28,  32,  36,  40,  45,  50, 60,
				70, 80, 100, 130, 160, 200, 250, 300, 400};

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Any values do that are all different: 0 .. n - 1 in random order. */
static void print_row(gsl_rng *rng, size_t n, size_t repetitions, struct pd_scratch *scratch)
{
	double *q = calloc(repetitions, sizeof(*q)), v[MOST], sorted[MOST];

	if (!q)
		abort();
	for (size_t i = 0; i < n; i++)
		v[i] = sorted[i] = (double)i;
	for (size_t r = 0; r < repetitions; r++) {
		gsl_ran_shuffle(rng, v, n, sizeof(*v));
		q[r] = pd_step(v, sorted, n, scratch).q;
	}
	qsort(q, repetitions, sizeof(*q), ascending);
	(void)printf("PD_STEP_LIMIT(%zu, %.4f)\n", n, q[(size_t)(0.99 * (double)repetitions)]);
	(void)fflush(stdout);
	free(q);
}

int main(int argc, char **argv)
{
	struct pd_scratch *scratch = pd_scratch_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	uint64_t repetitions = 0;

	if (argc != 2 || !pd_number_parse_u64(pd_str_of(argv[1]), &repetitions) ||
	    repetitions < 10000 || repetitions > 100000000) {
		(void)fputs("usage: step_limits REPETITIONS (10000 or more)\n", stderr);
		return 2;
	}
	gsl_rng_set(rng, 20240604);
	(void)puts(
		"/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
		"/* Made by tests/calibration/step_limits.c: what q of pd_step() exceeds in 1 % of series\n"
		" * of so many independent values. */");
	for (size_t i = 0; i < PD_ARRAY_SIZE(counts); i++)
		print_row(rng, counts[i], repetitions, scratch);
	gsl_rng_free(rng);
	pd_scratch_free(scratch);
	return 0;
}
