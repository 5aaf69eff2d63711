/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate_many.c - many comparisons, few runs: what is found, and how often wrongly
 *
 * usage: calibrate_many REPETITIONS
 *
 * Each row simulates whole reports. The targets come from an independent study
 * of the same rules with 2000 repetitions a cell; see calibrate.h for how far a
 * rate may be off.
 */
#include "calibrate.h"
#include "ledgers.h"
#include "noise.h"

#include <perfdelta/stat.h>

enum { MOST_RUNS = 512, ALL_SHAPES = 4 };

static gsl_rng *rng;

/* The first four in turns, a table each. */
#define ALL N_SHAPES

struct table {
	const char *method; /* NULL: by the data */
	unsigned int n_rows, n_sides;
	uint32_t n;
	enum shape shape;
	double cv;
	double unlike;     /* each series has its own cv: times e^(unlike z), z normal */
	double min_effect; /* 0.02: 2 % */
	double change;     /* of the first row on the second side; 0: nothing changed */
	enum pd_adjust adjust;
};

struct rates {
	double found;          /* the change is a regression */
	double any_change;     /* anything else is called changed */
	double any_regression; /* anything else is called a regression */
};

static void draw_cell(struct ledger *l, uint32_t key, const struct table *t, unsigned int side,
		      double factor)
{
	double cv = t->unlike > 0 ? t->cv * exp(t->unlike * gsl_ran_ugaussian(rng)) : t->cv;
	double v[MOST_RUNS];
	char name[16];

	for (uint32_t i = 0; i < t->n; i++)
		v[i] = noise_draw(rng, t->shape, cv) * factor;
	(void)snprintf(name, sizeof(name), "%u", side);
	ledger_runs(l, key, name, v, t->n);
}

static struct pd_rows draw_table(struct ledger *l, const struct table *t)
{
	for (unsigned int row = 0; row < t->n_rows; row++) {
		char name[16];
		uint32_t key;

		(void)snprintf(name, sizeof(name), "%u", row);
		key = ledger_key(l, "time", PD_LOWER, "row", name);
		for (unsigned int side = 0; side < t->n_sides; side++)
			draw_cell(l, key, t, side, !row && side == 1 ? 1 + t->change : 1);
	}
	return ledger_pair(l, NULL);
}

static void count(const struct pd_result *r, bool changed, struct rates *ret)
{
	bool any_change = false, any_regression = false;

	for (size_t i = 0; i < r->n; i++) {
		const struct pd_comparison *c = &r->comparison[i];
		bool regression = c->verdict == PD_VERDICT_REGRESSION;

		if (changed && !c->row && c->side == 1) {
			ret->found += regression;
			continue;
		}
		any_regression |= regression;
		any_change |= regression || c->verdict == PD_VERDICT_IMPROVEMENT;
	}
	ret->any_change += any_change;
	ret->any_regression += any_regression;
}

static struct rates simulate(const struct table *t, unsigned int repetitions)
{
	struct pd_policy policy = pd_compare_policy();
	struct rates rates = {0};

	policy.min_effect = t->min_effect;
	policy.method = t->method;
	policy.adjust = t->adjust;
	for (unsigned int i = 0; i < repetitions; i++) {
		struct table one = *t;
		struct ledger l = ledger_new();
		struct pd_rows rows;

		if (one.shape == ALL)
			one.shape = (enum shape)(i % ALL_SHAPES);
		rows = draw_table(&l, &one);

		count(pd_compare(l.ctx, &rows, &policy, 1), t->change > 0, &rates);
		ledger_free(&l);
	}
	rates.found /= repetitions;
	rates.any_change /= repetitions;
	rates.any_regression /= repetitions;
	return rates;
}

/* ---- rates and what they should be */

struct range {
	double lo, hi;
};

/* clang-format off */
#define FREE       {0, 0}
#define EXACTLY(t) {(t), (t)}
#define AT_MOST(t) {0, (t)}
/* clang-format on */

struct cell {
	struct table table;
	struct range found, any_change, any_regression;
};

/* The targets are rounded to two digits. */
static double allowance(double t, unsigned int repetitions)
{
	return calibrate_errors(t, repetitions, STUDY) + 0.005;
}

static unsigned int judge(const char *what, const struct range *want, double rate,
			  unsigned int repetitions)
{
	bool ok = rate >= want->lo - allowance(want->lo, repetitions) &&
		  rate <= want->hi + allowance(want->hi, repetitions);

	if (want->hi == 0)
		return 0;
	if (want->lo == want->hi)
		(void)printf(" %s %.3f (expected %.3f)%s", what, rate, want->lo, ok ? "" : " FAIL");
	else
		(void)printf(" %s %.3f (at most %.3f)%s", what, rate, want->hi, ok ? "" : " FAIL");
	return !ok;
}

static unsigned int run(const struct cell *c, unsigned int repetitions)
{
	const struct table *t = &c->table;
	struct rates r = simulate(t, repetitions);
	unsigned int failed;

	(void)printf("%3u rows x %2u sides, n=%-2u %-10s cv %.0f %%%s %+3.0f %% %-13s:", t->n_rows,
		     t->n_sides, t->n, noise_name(t->shape), 100 * t->cv,
		     t->unlike > 0 ? " e^z/2" : "      ", 100 * t->change,
		     t->method ? t->method : "auto");
	failed = judge("found", &c->found, r.found, repetitions) +
		 judge("any change", &c->any_change, r.any_change, repetitions) +
		 judge("any regression", &c->any_regression, r.any_regression, repetitions);
	(void)putchar('\n');
	return failed;
}

/*
 * Eleven kernels, twenty metrics, three runs: each alone is blind. Sharing variances sees,
 * and is not fooled by runs in two groups, unless the sides are unlike as well.
 */
static const struct cell kernels[] = {
	{{"welch-log", 20, 11, 3, NORMAL, .01, 0, .02, .05, 0},   EXACTLY(.03), FREE,         AT_MOST(.03)},
	{{NULL, 20, 11, 3, NORMAL, .01, 0, .02, .05, 0},          EXACTLY(.90), FREE,         AT_MOST(.03)},
	{{NULL, 20, 11, 3, NORMAL, .05, 0, .02, 0, 0},            FREE,         AT_MOST(.05), AT_MOST(.03)},
	{{NULL, 20, 11, 3, NORMAL, .05, .5, .02, 0, 0},           FREE,         AT_MOST(.05), AT_MOST(.03)},
	{{NULL, 20, 11, 3, TWO_HALVES, .05, 0, .02, 0, 0},        FREE,         AT_MOST(.05), AT_MOST(.03)},
	{{"welch-log", 20, 11, 3, TWO_HALVES, .05, 0, .02, 0, 0}, FREE,         EXACTLY(.33), FREE        },
	{{NULL, 20, 11, 3, TWO_HALVES, .05, .5, .02, 0, 0},       FREE,         EXACTLY(.19), FREE        },
};

/* One row of many got slower by four times the noise: ranks alone cannot say so, at few runs. */
static const struct cell suites[] = {
	{{"mwu", 10, 2, 5, ALL, .01, 0, .02, .04, 0},  EXACTLY(.06),  FREE, FREE},
	{{"mwu", 50, 2, 5, ALL, .01, 0, .02, .04, 0},  AT_MOST(.005), FREE, FREE},
	{{NULL, 10, 2, 5, ALL, .01, 0, .02, .04, 0},   EXACTLY(.84),  FREE, FREE},
	{{NULL, 50, 2, 5, ALL, .01, 0, .02, .04, 0},   EXACTLY(.67),  FREE, FREE},
	{{NULL, 200, 2, 5, ALL, .01, 0, .02, .04, 0},  EXACTLY(.42),  FREE, FREE},
	{{NULL, 10, 2, 7, ALL, .01, 0, .02, .04, 0},   EXACTLY(.91),  FREE, FREE},
	{{NULL, 50, 2, 7, ALL, .01, 0, .02, .04, 0},   EXACTLY(.87),  FREE, FREE},
	{{NULL, 200, 2, 7, ALL, .01, 0, .02, .04, 0},  EXACTLY(.80),  FREE, FREE},
	{{NULL, 10, 2, 10, ALL, .01, 0, .02, .04, 0},  EXACTLY(.98),  FREE, FREE},
	{{NULL, 50, 2, 10, ALL, .01, 0, .02, .04, 0},  EXACTLY(.90),  FREE, FREE},
	{{NULL, 200, 2, 10, ALL, .01, 0, .02, .04, 0}, EXACTLY(.88),  FREE, FREE},
};

static unsigned int run_all(const struct cell *cells, size_t n, unsigned int repetitions)
{
	unsigned int failed = 0;

	for (size_t i = 0; i < n; i++)
		failed += run(&cells[i], repetitions);
	return failed;
}

/* ---- planning */

static struct pd_comparison compare_drawn(uint32_t n, enum shape shape, double cv, double change,
					  double min_effect)
{
	struct pd_policy policy = pd_compare_policy();
	double x[MOST_RUNS], y[MOST_RUNS];

	policy.min_effect = min_effect;
	for (uint32_t i = 0; i < n; i++) {
		x[i] = noise_draw(rng, shape, cv);
		y[i] = noise_draw(rng, shape, cv) * (1 + change);
	}
	return ledger_compare(x, n, y, n, PD_LOWER, &policy);
}

static uint32_t bounded(double runs)
{
	return runs < MOST_RUNS ? (uint32_t)runs : MOST_RUNS;
}

/*
 * As many runs as 10 runs a side advise: how often a change of the threshold's size is then
 * significant, and how often "same" is said if nothing changed. Both are meant to be .8,
 * and are where noise is normal.
 */
static unsigned int run_plan(enum shape shape, double effect, const struct range *found_want,
			     const struct range *same_want, unsigned int repetitions)
{
	const double cv = 0.02;
	unsigned int found = 0, same = 0, failed;

	for (unsigned int i = 0; i < repetitions; i++) {
		struct pd_comparison c = compare_drawn(10, shape, cv, 0, effect);
		double half = pd_plan_half_width((log1p(c.delta.hi) - log1p(c.delta.lo)) / 2, 0.95);
		uint32_t n = bounded(pd_plan_runs(10, half, log1p(effect), 1, 0.05));
		uint32_t n_same = bounded(pd_plan_runs_same(10, half, log1p(effect)));

		found += compare_drawn(n, shape, cv, effect, effect).significant;
		same += compare_drawn(n_same, shape, cv, 0, effect).verdict == PD_VERDICT_SAME;
	}
	(void)printf("plan of 10 + 10 runs, %-10s cv %.0f %% to show %.1f %%:", noise_name(shape),
		     100 * cv, 100 * effect);
	failed = judge("found", found_want, (double)found / repetitions, repetitions) +
		 judge("same", same_want, (double)same / repetitions, repetitions);
	(void)putchar('\n');
	return failed;
}

static unsigned int simulate_all(gsl_rng *r, unsigned int repetitions)
{
	unsigned int failed = 0;

	rng = r;
	failed += run_all(kernels, PD_ARRAY_SIZE(kernels), repetitions);
	failed += run_all(suites, PD_ARRAY_SIZE(suites), repetitions);
	failed += run_plan(NORMAL, .02, &(struct range)EXACTLY(.80), &(struct range)EXACTLY(.80),
			   repetitions);
	failed += run_plan(NORMAL, .01, &(struct range)EXACTLY(.80), &(struct range)EXACTLY(.80),
			   repetitions);
	failed += run_plan(SKEW, .01, &(struct range)EXACTLY(.80), &(struct range)EXACTLY(.75),
			   repetitions);
	/* 4 to 8 runs are advised then, and intervals of so few are wider than the root says */
	failed += run_plan(SKEW, .02, &(struct range)EXACTLY(.60), &(struct range)EXACTLY(.53),
			   repetitions);
	return failed;
}

int main(int argc, char **argv)
{
	return calibrate_main(argc, argv, 20240603, simulate_all);
}
