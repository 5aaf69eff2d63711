/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_quality.c - what the checks of single series cost beside the comparison
 *
 * usage: bench_quality ROWS RUNS
 *
 * ROWS pairs of series of RUNS runs each, noise of 2 %, compared by one thread; then
 * the checks alone over the same series. Prints the seconds of both, the fastest of several rounds.
 */
#include "ledgers.h"

#include "base/number.h"
#include "diff/quality.h"

#include <perfdelta/stat.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { ROUNDS = 5, MOST = 1000 };

static double now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_row(struct ledger *l, gsl_rng *rng, uint32_t row, uint32_t n)
{
	static const char *const sides[] = {"base", "head"};
	char name[16];
	double v[MOST];
	uint32_t key;

	(void)snprintf(name, sizeof(name), "%u", row);
	key = ledger_key(l, "time", PD_LOWER, "row", name);
	for (size_t side = 0; side < 2; side++) {
		for (uint32_t i = 0; i < n; i++)
			v[i] = 100 * (1 + 0.02 * gsl_ran_ugaussian(rng));
		ledger_runs(l, key, sides[side], v, n);
	}
}

/* The whole comparison, checks and all. */
static double compare(struct ledger *l, const struct pd_rows *rows,
		      const struct pd_result **ret_result)
{
	struct pd_policy policy = pd_compare_policy();
	double start = now();

	*ret_result = pd_compare(l->ctx, rows, &policy, 1);
	return now() - start;
}

static double check(const struct ledger *l, const struct pd_result *r, struct pd_scratch *scratch)
{
	size_t n_sides = r->rows->n_sides;
	double start = now();

	for (size_t i = 0; i < r->rows->n * n_sides; i++)
		pd_quality(l->ctx, r, i / n_sides, i % n_sides, scratch, &r->centre[i]);
	return now() - start;
}

int main(int argc, char **argv)
{
	struct pd_scratch *scratch = pd_scratch_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	double all = HUGE_VAL, checks = HUGE_VAL;
	struct ledger l = ledger_new();
	const struct pd_result *result;
	uint64_t n_rows = 0, n = 0;
	struct pd_rows rows;

	if (argc != 3 || !pd_number_parse_u64(pd_str_of(argv[1]), &n_rows) ||
	    !pd_number_parse_u64(pd_str_of(argv[2]), &n) || n_rows > 1000000 || !n || n > MOST) {
		(void)fputs("usage: bench_quality ROWS RUNS\n", stderr);
		return 2;
	}
	for (uint32_t row = 0; row < n_rows; row++)
		add_row(&l, rng, row, (uint32_t)n);
	rows = ledger_pair(&l, NULL);
	for (int round = 0; round < ROUNDS; round++) {
		all = fmin(all, compare(&l, &rows, &result));
		checks = fmin(checks, check(&l, result, scratch));
	}
	(void)printf("%.6f %.6f\n", all, checks);
	ledger_free(&l);
	gsl_rng_free(rng);
	pd_scratch_free(scratch);
	return 0;
}
