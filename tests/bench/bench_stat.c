/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_stat.c - how long single statistics take
 *
 * One line each, `name  time  unit`: the fastest of several rounds, in
 * microseconds per call. "cold" starts with an empty scratch, so the null
 * distribution is computed; "warm" finds it there. usage: bench_stat [NAME]
 */
#include <perfdelta/stat_interval.h>
#include <perfdelta/stat_paired.h>
#include <perfdelta/stat_profile.h>

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_rng.h>

enum { MAX = 1000, ROUNDS = 7, FAMILY = 5000, PROFILES = 20 };

struct job {
	double x[MAX], y[MAX];
	size_t n;
	struct pd_scratch *scratch;
	double sink; /* keeps the compiler from dropping the work */
};

static double now_us(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Values around 100 with a spread of some percent, in steps of 0.25 if coarse. */
static void fill(double *v, size_t n, double centre, bool coarse, uint64_t seed)
{
	for (size_t i = 0; i < n; i++) {
		double r = 0;

		for (int k = 0; k < 4; k++) {
			seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
			r += (double)(seed >> 40) * 0x1p-24 - 0.5;
		}
		v[i] = centre + 3 * r;
		if (coarse)
			v[i] = (double)(long)(v[i] * 4) / 4;
	}
	qsort(v, n, sizeof(*v), ascending);
}

static void prepare(struct job *j, size_t n, bool coarse)
{
	j->n = n;
	fill(j->x, n, 100, coarse, 1);
	fill(j->y, n, 100.1, coarse, 2);
}

static void ranktest(struct job *j)
{
	j->sink += pd_ranktest(j->x, j->n, j->y, j->n, j->scratch).p;
}

static void ranktest_cold(struct job *j)
{
	pd_scratch_free(j->scratch);
	j->scratch = pd_scratch_new();
	ranktest(j);
}

static void shift(struct job *j)
{
	const double level[] = {0.95, 0.9};
	struct pd_estimate e[2];

	pd_shift_ratio(j->x, j->n, j->y, j->n, level, 2, j->scratch, e);
	j->sink += e[0].lo;
}

static void test_and_interval(struct job *j)
{
	ranktest(j);
	shift(j);
}

static void test_and_interval_cold(struct job *j)
{
	ranktest_cold(j);
	shift(j);
}

/* The sorted sides are paired back to front, so that signs and magnitudes are mixed. */
static void pairs(struct job *j)
{
	const double level[] = {0.95, 0.9};
	double d[MAX], back[MAX];
	struct pd_estimate e[2];

	for (size_t i = 0; i < j->n; i++)
		back[i] = j->y[j->n - 1 - i];
	pd_differences_log(j->x, back, j->n, j->scratch, d);
	j->sink += pd_signed_rank(d, j->n, PD_ZEROS_PRATT, j->scratch).p;
	pd_walsh(d, j->n, level, 2, j->scratch, e);
	j->sink += e[0].lo;
}

static void pairs_cold(struct job *j)
{
	pd_scratch_free(j->scratch);
	j->scratch = pd_scratch_new();
	pairs(j);
}

static void welch_log(struct job *j)
{
	struct pd_welch w = {0};

	(void)pd_welch_log(j->x, j->n, j->y, j->n, 0.95, &w);
	j->sink += w.p;
}

static void describe(struct job *j)
{
	j->sink += pd_describe(j->x, j->n, j->scratch).sd;
}

static void median_ci(struct job *j)
{
	j->sink += pd_median_ci(j->x, j->n, 0.95).lo;
}

static void effect(struct job *j)
{
	j->sink += pd_effect(j->x, j->n, j->y, j->n, 0.95).cliff;
}

/* One series of 30 by 9999 resamples is what the wanted times speak of; a change has two. */
static void bca(struct job *j, enum pd_location of, bool change)
{
	const struct pd_resampling how = {.of = of, .level = 0.95, .seed = 1};
	struct pd_bca b = {0};

	if (change)
		(void)pd_bca_change(j->x, j->n, j->y, j->n, &how, j->scratch, &b);
	else
		(void)pd_bca(j->x, j->n, &how, j->scratch, &b);
	j->sink += b.estimate.lo;
}

static void bca_mean(struct job *j)
{
	bca(j, PD_LOCATION_MEAN, false);
}

static void bca_median(struct job *j)
{
	bca(j, PD_LOCATION_MEDIAN, false);
}

static void bca_mean_change(struct job *j)
{
	bca(j, PD_LOCATION_MEAN, true);
}

static void bca_median_change(struct job *j)
{
	bca(j, PD_LOCATION_MEDIAN, true);
}

static void permutation(struct job *j)
{
	const struct pd_resampling how = {.seed = 1};
	const double level[] = {0.95, 0.9};
	struct pd_permutation p = {0};
	struct pd_estimate e[2];

	(void)pd_permutation(j->x, j->n, j->y, j->n, &how, level, 2, j->scratch, &p, e);
	j->sink += p.p;
}

/* Drawing alone what 9999 resamples of 30 take: no bootstrap is faster by this generator. */
static void plain_draws(struct job *j)
{
	static gsl_rng *rng;

	if (!rng)
		rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, 1);
	for (int i = 0; i < 9999 * 30; i++)
		j->sink += (double)gsl_rng_get(rng);
}

static void adjust(struct job *j)
{
	static double p[FAMILY], adjusted[FAMILY];

	for (size_t i = 0; i < FAMILY; i++)
		p[i] = (double)(i * 7919 % FAMILY) / FAMILY;
	pd_multiple_adjust(PD_ADJUST_BH, p, FAMILY, adjusted);
	j->sink += adjusted[0];
}

/* 10 + 10 profiles of 5000 symbols, from 10000 hits down to a few, 5 % from run to run. */
static void profiles(struct job *j)
{
	static double cost[FAMILY * PROFILES], hits[FAMILY * PROFILES], p[FAMILY];
	static struct pd_moderated_row row[FAMILY];
	double total[PROFILES] = {0}, total_hits[PROFILES] = {0};
	const struct pd_cost_matrix m = {cost, hits, NULL, total, total_hits, FAMILY, 10, 10};
	struct pd_moderated all;

	for (size_t i = 0; i < PD_ARRAY_SIZE(cost); i++) {
		size_t symbol = i / PROFILES;
		double noise = 1 + (double)(i * 7919 % 101) / 1000;

		hits[i] = (double)(long)(5 + 10000 * noise / (double)(1 + symbol));
		cost[i] = 250000 * hits[i];
		total[i % PROFILES] += cost[i];
		total_hits[i % PROFILES] += hits[i];
	}
	if (pd_moderated(&m, NULL, j->scratch, &all, row) < 0)
		return;
	for (size_t i = 0; i < FAMILY; i++)
		p[i] = row[i].p;
	pd_multiple_adjust(PD_ADJUST_BH, p, FAMILY, p);
	j->sink += p[0];
}

/* Something plain over the same values, for ratios. */
static void plain_sum(struct job *j)
{
	double sum = 0;

	for (size_t i = 0; i < j->n; i++)
		sum += j->x[i] + j->y[i];
	j->sink += sum;
}

/* Calls per round, so that a round takes a few milliseconds. */
static void run(const char *name, struct job *j, void (*work)(struct job *j))
{
	double start = now_us(), once, best = 1e18;
	size_t calls;

	work(j);
	once = now_us() - start;
	calls = once > 5000 ? 1 : (size_t)(5000 / (once + 0.1)) + 1;
	for (int round = 0; round < ROUNDS; round++) {
		double took;

		start = now_us();
		for (size_t i = 0; i < calls; i++)
			work(j);
		took = (now_us() - start) / (double)calls;
		best = took < best ? took : best;
	}
	printf("%s  %.4g  us\n", name, best);
	(void)fflush(stdout);
}

static const struct row {
	const char *name;
	size_t n;
	bool coarse;
	void (*work)(struct job *j);
} rows[] = {
	{"ranktest-10v10-cold",          10,   false, ranktest_cold         },
	{"ranktest-100v100-cold",        100,  false, ranktest_cold         },
	{"ranktest-200v200-cold",        200,  false, ranktest_cold         },
	{"ranktest-1000v1000-cold",      1000, false, ranktest_cold         },
	{"ranktest-ties-10v10",          10,   true,  ranktest              },
	{"ranktest-ties-50v50",          50,   true,  ranktest              },
	{"ranktest-ties-100v100",        100,  true,  ranktest              },
	{"test-and-interval-10v10-cold", 10,   false, test_and_interval_cold},
	{"test-and-interval-10v10-warm", 10,   false, test_and_interval     },
	{"test-and-interval-ties-10v10", 10,   true,  test_and_interval     },
	{"interval-100v100",             100,  false, shift                 },
	{"interval-1000v1000",           1000, false, shift                 },
	{"pairs-10-cold",                10,   false, pairs_cold            },
	{"pairs-10-warm",                10,   false, pairs                 },
	{"pairs-200-cold",               200,  false, pairs_cold            },
	{"pairs-ties-200-cold",          200,  true,  pairs_cold            },
	{"welch-log-10v10",              10,   false, welch_log             },
	{"describe-10",                  10,   false, describe              },
	{"median-ci-10",                 10,   false, median_ci             },
	{"effect-10v10",                 10,   false, effect                },
	{"bca-mean-30",                  30,   false, bca_mean              },
	{"bca-median-30",                30,   false, bca_median            },
	{"bca-mean-change-30v30",        30,   false, bca_mean_change       },
	{"bca-median-change-30v30",      30,   false, bca_median_change     },
	{"bca-median-1000",              1000, false, bca_median            },
	{"permutation-10v10",            10,   false, permutation           },
	{"permutation-30v30",            30,   false, permutation           },
	{"plain-draws-30",               30,   false, plain_draws           },
	{"adjust-bh-5000",               10,   false, adjust                },
	{"profiles-10v10-of-5000",       10,   false, profiles              },
	{"plain-sum-1000",               1000, false, plain_sum             },
};

int main(int argc, char **argv)
{
	static struct job j;

	j.scratch = pd_scratch_new();
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (argc > 1 && strcmp(argv[1], rows[i].name) != 0)
			continue;
		prepare(&j, rows[i].n, rows[i].coarse);
		run(rows[i].name, &j, rows[i].work);
	}
	pd_scratch_free(j.scratch);
	return j.sink == -1; /* never */
}
