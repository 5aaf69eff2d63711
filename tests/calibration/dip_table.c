/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dip_table.c - the law of the dip of uniform values, by simulation
 *
 * usage: dip_table REPETITIONS > src/stat/dip_p.def
 *
 * The table of the sources was made with 1000000 repetitions (four minutes). Of the
 * distributions with one mode the uniform one has the largest dips as n grows
 * (Hartigan & Hartigan 1985), so p is not too small for others.
 */
#include "base/number.h"
#include "base/str.h"

#include <perfdelta/stat_quality.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

static const size_t counts[] = {4,  5,  6,  7,   8,   9,   10,  12,  15,   20,   25,  30,
				40, 50, 70, 100, 150, 200, 300, 500, 1000, 2000, 5000};
static const double chances[] = {
#define PD_DIP_CHANCE(p) p,
#include "stat/dip_chances.def"
#undef PD_DIP_CHANCE
};

/* Long series are simulated less often: their law differs little from that of half as many. */
static size_t repetitions_of(size_t n, size_t most)
{
	return n > 500 ? most / 5 : most;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Ordered uniform values are sums of exponential ones, but for a common factor. */
static void draw_ordered(gsl_rng *rng, double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		v[i] = sum += gsl_ran_exponential(rng, 1);
}

static void print_row(gsl_rng *rng, size_t n, size_t repetitions, struct pd_scratch *scratch)
{
	double *dip = calloc(repetitions, sizeof(*dip)), *v = calloc(n, sizeof(*v));

	if (!dip || !v)
		abort();
	for (size_t r = 0; r < repetitions; r++) {
		draw_ordered(rng, v, n);
		dip[r] = sqrt((double)n) * pd_dip(v, n, scratch);
	}
	qsort(dip, repetitions, sizeof(*dip), ascending);
	(void)printf("PD_DIP_ROW(%zu", n);
	for (size_t i = 0; i < PD_ARRAY_SIZE(chances); i++)
		(void)printf(", %.5f", dip[(size_t)((1 - chances[i]) * (double)repetitions)]);
	(void)printf(")\n");
	(void)fflush(stdout);
	free(dip);
	free(v);
}

int main(int argc, char **argv)
{
	struct pd_scratch *scratch = pd_scratch_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	uint64_t repetitions = 0;

	if (argc != 2 || !pd_number_parse_u64(pd_str_of(argv[1]), &repetitions) ||
	    repetitions < 100000 || repetitions > 100000000) {
		(void)fputs("usage: dip_table REPETITIONS (100000 or more)\n", stderr);
		return 2;
	}
	gsl_rng_set(rng, 20240602);
	(void)puts(
		"/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
		"/* Made by tests/calibration/dip_table.c: sqrt(n) times the dip that n uniform values\n"
		" * reach with the chances of dip_chances.def. */");
	for (size_t i = 0; i < PD_ARRAY_SIZE(counts); i++)
		print_row(rng, counts[i], repetitions_of(counts[i], repetitions), scratch);
	gsl_rng_free(rng);
	pd_scratch_free(scratch);
	return 0;
}
