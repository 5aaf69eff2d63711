/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate_nested.c - false alarms where values lie inside runs, runs inside boots, and
 * where nothing is known but means and deviations
 *
 * usage: calibrate_nested REPETITIONS
 *
 * Nothing changed in any row; what is counted are comparisons whose p and interval
 * call it a change, of whatever size. A rate may miss its target by three standard
 * errors of itself and of a study of 2000 repetitions.
 */
#include "calibrate.h"
#include "ledgers.h"

#include <perfdelta/stat_design.h>

enum { MOST = 64 };

/* @runs of @iterations, with sds around 1 between and within. */
struct design {
	uint32_t runs, iterations;
	double between, within;
};

struct cell {
	struct design design;
	double lo, hi; /* the rate lies here: a target if they are equal */
	bool flattened;
};

struct count {
	unsigned int significant;
	double told; /* sum of what the program says about false alarms */
};

/* The test alone: declared to be in turns, no check of single series steps in. */
static const struct pd_policy any_change = {.alpha = 0.05,
					    .level = 0.95,
					    .order = PD_ORDER_INTERLEAVED};

static void draw_side(gsl_rng *rng, struct ledger *l, uint32_t key, const char *side,
		      const struct design *d)
{
	for (uint32_t r = 0; r < d->runs; r++) {
		double middle = 1 + gsl_ran_gaussian(rng, d->between), v[MOST];

		for (uint32_t i = 0; i < d->iterations; i++)
			v[i] = middle + gsl_ran_gaussian(rng, d->within);
		ledger_iterations(l, key, side, v, d->iterations);
	}
}

static void compare(gsl_rng *rng, const struct cell *c, struct count *count)
{
	const struct pd_grouping grouping = {.collapse = c->flattened ? PD_COLLAPSE_NONE
								      : PD_COLLAPSE_MEDIAN};
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	const struct pd_comparison *result;
	struct pd_rows rows;

	draw_side(rng, &l, key, "base", &c->design);
	draw_side(rng, &l, key, "head", &c->design);
	rows = ledger_pair(&l, &grouping);
	result = pd_compare(l.ctx, &rows, &any_change, 1)->comparison;
	count->significant += result->significant;
	if (c->flattened)
		count->told += result->alarms;
	ledger_free(&l);
}

/* What is told of the data at hand is right within 0.06 on average. */
static bool run(gsl_rng *rng, const struct cell *c, unsigned int repetitions)
{
	const struct design *d = &c->design;
	struct count count = {0};
	double rate, told;
	bool ok;

	for (unsigned int r = 0; r < repetitions; r++)
		compare(rng, c, &count);
	rate = (double)count.significant / repetitions;
	told = c->flattened ? count.told / repetitions : rate;
	ok = rate >= c->lo - calibrate_slack(c->lo, repetitions) &&
	     rate <= c->hi + calibrate_slack(c->hi, repetitions);
	ok &= fabs(rate - told) <= 0.06;
	(void)printf("%-4s %2u runs x %2u iterations, sd between %.2g within %.2g, %s: %.3f "
		     "(expected %.3f to %.3f)",
		     ok ? "ok" : "FAIL", d->runs, d->iterations, d->between, d->within,
		     c->flattened ? "flattened" : "collapsed", rate, c->lo, c->hi);
	if (c->flattened)
		(void)printf("; told %.3f", told);
	(void)putchar('\n');
	return ok;
}

/*
 * Runs of one boot share its luck: 2 % between boots, 1 % between their runs. With
 * boots known a boot counts once; ignored, each run does.
 */
static bool run_boots(gsl_rng *rng, bool known, double lo, double hi, unsigned int repetitions)
{
	static const char *const boots[] = {"1", "2", "3", "4", "5", "6"};
	const char *ignore[] = {"boot"};
	const struct pd_grouping grouping = {.ignore = ignore, .n_ignore = known ? 0 : 1};
	unsigned int significant = 0;
	double rate;
	bool ok;

	for (unsigned int r = 0; r < repetitions; r++) {
		struct ledger l = ledger_new();
		struct pd_rows rows;

		for (size_t i = 0; i < 2 * PD_ARRAY_SIZE(boots); i++) {
			uint32_t key = ledger_key(&l, "time", PD_LOWER, "boot", boots[i / 2]);
			double middle = 1 + gsl_ran_gaussian(rng, 0.02), v[3];

			for (size_t j = 0; j < 3; j++)
				v[j] = middle + gsl_ran_gaussian(rng, 0.01);
			ledger_runs(&l, key, i % 2 ? "head" : "base", v, 3);
		}
		rows = ledger_pair(&l, &grouping);
		significant += pd_compare(l.ctx, &rows, &any_change, 1)->comparison->significant;
		ledger_free(&l);
	}
	rate = (double)significant / repetitions;
	ok = rate >= lo - calibrate_slack(lo, repetitions) &&
	     rate <= hi + calibrate_slack(hi, repetitions);
	(void)printf("%-4s  6 boots x 3 runs, %s: %.3f (expected %.3f to %.3f)\n",
		     ok ? "ok" : "FAIL", known ? "boots known" : "boots ignored", rate, lo, hi);
	return ok;
}

/* Small between: a quarter of within; large: the same as within; and 2 % against 1 %. */
static const struct cell cells[] = {
	{{5, 10, 0.0025, 0.01},  0.11, 0.31, true },
        {{10, 10, 0.0025, 0.01}, 0.11, 0.31, true },
	{{5, 30, 0.0025, 0.01},  0.11, 0.31, true },
        {{10, 50, 0.0025, 0.01}, 0.11, 0.31, true },
	{{5, 10, 0.01, 0.01},    0.37, 0.73, true },
        {{10, 10, 0.01, 0.01},   0.37, 0.73, true },
	{{5, 30, 0.01, 0.01},    0.37, 0.73, true },
        {{10, 50, 0.01, 0.01},   0.37, 0.73, true },
	{{5, 10, 0.02, 0.01},    0.49, 0.51, true },
        {{5, 10, 0.0025, 0.01},  0.03, 0.05, false},
	{{10, 10, 0.0025, 0.01}, 0.03, 0.05, false},
        {{5, 30, 0.01, 0.01},    0.03, 0.05, false},
	{{10, 50, 0.01, 0.01},   0.03, 0.05, false},
        {{5, 10, 0.02, 0.01},    0.03, 0.05, false},
};

/* ---- means and deviations instead of values */

struct summary_cell {
	uint32_t n;
	double cv, shift;
	bool skew;
};

static double draw(gsl_rng *rng, const struct summary_cell *c)
{
	double z = gsl_ran_ugaussian(rng);

	return c->skew ? 1 + c->cv * exp(z) / 2.161 : 1 + c->cv * z;
}

/* What @v of both sides, [2][n], give by a method of their values, or as digests. */
static bool is_significant(const double *v, uint32_t n, bool as_digest)
{
	struct pd_policy policy = any_change;
	struct ledger l = ledger_new();
	uint32_t key = ledger_key(&l, "time", PD_LOWER, NULL, NULL);
	struct pd_rows rows;
	bool significant;

	policy.method = "welch-log";
	for (size_t side = 0; side < 2; side++, v += n) {
		struct pd_digest d = pd_digest_of(v, n, false);
		struct pd_aggregate about = {.n = n, .spread = d.sd};

		if (as_digest)
			ledger_mean(&l, key, side ? "head" : "base", d.mean, about);
		else
			ledger_runs(&l, key, side ? "head" : "base", v, n);
	}
	rows = ledger_pair(&l, NULL);
	significant = pd_compare(l.ctx, &rows, &policy, 1)->comparison->significant;
	ledger_free(&l);
	return significant;
}

/*
 * The same data: what digests say may differ in few of them from what values say. With
 * skewed noise of 20 % the mean and cv do not give the logs away: digests are the more
 * cautious by one in a hundred (.026 and .036 of 4000), never the bolder.
 */
static bool run_summary(gsl_rng *rng, const struct summary_cell *c, unsigned int repetitions)
{
	unsigned int n_values = 0, n_digests = 0;
	double values, digests;
	bool ok;

	for (unsigned int r = 0; r < repetitions; r++) {
		double v[MOST] = {0};

		for (uint32_t i = 0; i < 2 * c->n; i++)
			v[i] = draw(rng, c) * (i < c->n ? 1 : 1 + c->shift);
		n_values += is_significant(v, c->n, false);
		n_digests += is_significant(v, c->n, true);
	}
	values = (double)n_values / repetitions;
	digests = (double)n_digests / repetitions;
	ok = digests - values <= (c->shift > 0 ? 0.03 : 0.01) &&
	     values - digests <= (c->shift > 0  ? 0.03
				  : c->cv < 0.2 ? 0.01
						: 0.02);
	ok &= c->shift > 0 || digests <= 0.05 + calibrate_slack(0.05, repetitions);
	(void)printf("%-4s n=%-2u %-6s cv %2.0f %% shift %.0f %%: welch-log %.3f, summary %.3f\n",
		     ok ? "ok" : "FAIL", c->n, c->skew ? "skew" : "normal", 100 * c->cv,
		     100 * c->shift, values, digests);
	return ok;
}

static const struct summary_cell summary_cells[] = {
	{3,  0.01, 0,    false},
        {3,  0.05, 0,    true },
        {5,  0.01, 0,    false},
	{5,  0.05, 0,    true },
        {10, 0.01, 0,    false},
        {10, 0.05, 0,    true },
	{10, 0.2,  0,    true },
        {5,  0.01, 0.02, false},
        {10, 0.05, 0.05, true },
	{10, 0.05, 0.05, false},
};

static unsigned int simulate_all(gsl_rng *rng, unsigned int repetitions)
{
	unsigned int failed = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(cells); i++)
		failed += !run(rng, &cells[i], repetitions);
	failed += !run_boots(rng, true, 0.03, 0.05, repetitions);
	failed += !run_boots(rng, false, 0.20, 0.25, repetitions);
	for (size_t i = 0; i < PD_ARRAY_SIZE(summary_cells); i++)
		failed += !run_summary(rng, &summary_cells[i], repetitions);
	return failed;
}

int main(int argc, char **argv)
{
	return calibrate_main(argc, argv, 20240607, simulate_all);
}
