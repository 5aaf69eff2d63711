/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate_interval.c - how often intervals hold what they promise, by simulation
 *
 * usage: calibrate_interval REPETITIONS
 *
 * Both sides are drawn from one distribution, so the true change is 0, of means and of
 * typical runs alike, and an interval at 0.95 should hold it in 95 of 100 cases. The
 * targets are rates that this program measured with 4000 repetitions a cell (1000
 * where runs are resampled, 800 with two levels), so a rate may differ by three standard
 * errors of both. An independent study with shapes of its own had means over shapes of
 * .97 .96 .96 (ranks, n = 5 10 30), .97 .96 .96 .95 (Welch on logs, n = 3 5 10 30),
 * .97 .97 .96 .96 (Fieller), .86 .89 .91 (BCa mean, n = 5 10 30), .96 .95 .96 (BCa
 * median), and rejected .08 at 5 v 5 by Brunner and Munzel.
 */
#include "calibrate.h"
#include "ledgers.h"

#include <perfdelta/stat_interval.h>

enum { LARGE_STUDY = 4000, MOST = 32 };

enum shape { NORMAL, FLOOR, LOGNORMAL, TWO_MODES, HEAVY, SLOW, ROUNDED, N_SHAPES };
static const char *const shape_name[] = {"normal",      "floor",         "log-normal", "two modes",
					 "heavy tails", "5 % slow runs", "rounded"};

/* Modes 4 sd apart, 70 to 30; slow runs 10 sd away; rounded to a fifth of the sd. */
static double draw(gsl_rng *rng, enum shape shape)
{
	double z = gsl_ran_ugaussian(rng);

	switch (shape) {
	case NORMAL:
		return 1 + 0.05 * z;
	case FLOOR:
		return 1 + 0.05 * exp(z);
	case LOGNORMAL:
		return exp(0.5 * z);
	case TWO_MODES:
		return 1 + 0.02 * z + (gsl_rng_uniform(rng) < 0.3 ? 0.08 : 0);
	case HEAVY:
		return fmax(1 + 0.02 * gsl_ran_tdist(rng, 3), 0.01);
	case SLOW:
		return 1 + 0.02 * z + (gsl_rng_uniform(rng) < 0.05 ? 0.2 : 0);
	case ROUNDED:
		return floor(100 * (1 + 0.05 * z) + 0.5) / 100;
	case N_SHAPES:
		break;
	}
	abort();
}

static void sort(double *v, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0 && v[k - 1] > v[k]; k--) {
			double t = v[k];

			v[k] = v[k - 1];
			v[k - 1] = t;
		}
}

enum method { RANKS, WELCH, FIELLER, BCA_MEAN, BCA_MEDIAN, PERMUTATION, N_METHODS };
static const char *const method_name[] = {"ranks",    "Welch on logs", "Fieller",
					  "BCa mean", "BCa median",    "permutation"};

struct sides {
	double x[MOST], y[MOST]; /* ascending */
	size_t n;
};

/* False if the method has no interval for so few runs. */
static bool interval(enum method method, const struct sides *d, uint64_t seed, struct pd_scratch *s,
		     struct pd_estimate *e)
{
	static const double level = 0.95;
	const struct pd_resampling how = {.of = method == BCA_MEDIAN ? PD_LOCATION_MEDIAN
								     : PD_LOCATION_MEAN,
					  .level = level,
					  .seed = seed};
	struct pd_permutation p;
	struct pd_welch w;
	struct pd_bca b;

	switch (method) {
	case RANKS:
		pd_shift_ratio(d->x, d->n, d->y, d->n, &level, 1, s, e);
		return e->reached;
	case WELCH:
		if (pd_welch_log(d->x, d->n, d->y, d->n, level, &w) < 0)
			return false;
		*e = (struct pd_estimate){w.diff, w.lo, w.hi, level, true};
		return true;
	case FIELLER:
		return pd_fieller(d->x, d->n, d->y, d->n, level, e) == PD_OK;
	case BCA_MEAN:
	case BCA_MEDIAN:
		if (pd_bca_change(d->x, d->n, d->y, d->n, &how, s, &b) < 0)
			return false;
		*e = b.estimate;
		return true;
	case PERMUTATION:
		return pd_permutation(d->x, d->n, d->y, d->n, &how, &level, 1, s, &p, e) == PD_OK &&
		       e->reached;
	case N_METHODS:
		break;
	}
	abort();
}

/* Three standard errors of a rate of @target in @n and in the study's @study repetitions. */
static bool within(double rate, double target, unsigned int n, unsigned int study)
{
	return fabs(rate - target) <= calibrate_errors(target, n, study) + 0.0005;
}

static bool tell(bool ok, const char *what, double rate, double target)
{
	(void)printf("%-4s %s: %.3f (expected %.3f)\n", ok ? "ok" : "FAIL", what, rate, target);
	return ok;
}

/* The coverage of a method at one n: over all shapes, and of each. */
struct cell {
	enum method method;
	size_t n;
	double mean, shape[N_SHAPES];
};

static const struct cell cells[] = {
	{RANKS,       5,  .969, {.970, .966, .972, .969, .965, .967, .976}},
	{RANKS,       10, .959, {.955, .959, .954, .954, .961, .960, .973}},
	{RANKS,       30, .953, {.945, .951, .954, .945, .947, .952, .981}},
	{WELCH,       3,  .971, {.967, .981, .965, .967, .974, .974, .968}},
	{WELCH,       5,  .960, {.951, .978, .953, .957, .960, .970, .952}},
	{WELCH,       10, .959, {.953, .968, .954, .946, .961, .977, .954}},
	{WELCH,       30, .953, {.950, .954, .952, .949, .958, .956, .953}},
	{FIELLER,     3,  .971, {.967, .982, .975, .964, .973, .972, .967}},
	{FIELLER,     5,  .964, {.952, .983, .966, .953, .964, .972, .957}},
	{FIELLER,     10, .960, {.949, .971, .959, .953, .959, .977, .953}},
	{FIELLER,     30, .952, {.952, .958, .950, .943, .955, .960, .946}},
	{BCA_MEAN,    5,  .860, {.893, .835, .866, .863, .856, .837, .871}},
	{BCA_MEAN,    10, .892, {.906, .854, .911, .930, .877, .833, .931}},
	{BCA_MEAN,    30, .923, {.942, .911, .932, .940, .916, .876, .947}},
	{BCA_MEDIAN,  5,  .960, {.963, .959, .970, .959, .959, .958, .953}},
	{BCA_MEDIAN,  10, .955, {.955, .943, .957, .944, .967, .954, .967}},
	{BCA_MEDIAN,  30, .959, {.958, .944, .957, .957, .964, .962, .969}},
	{PERMUTATION, 5,  .945, {.930, .948, .949, .944, .942, .946, .958}},
	{PERMUTATION, 10, .953, {.954, .942, .950, .956, .944, .949, .973}},
};

static bool is_resampled(enum method m)
{
	return m == BCA_MEAN || m == BCA_MEDIAN || m == PERMUTATION;
}

static double coverage(gsl_rng *rng, const struct cell *c, enum shape shape, unsigned int n,
		       struct pd_scratch *s)
{
	unsigned int held = 0, made = 0;

	for (unsigned int r = 0; r < n; r++) {
		struct sides d = {.n = c->n};
		struct pd_estimate e;

		for (size_t i = 0; i < c->n; i++) {
			d.x[i] = draw(rng, shape);
			d.y[i] = draw(rng, shape);
		}
		sort(d.x, c->n);
		sort(d.y, c->n);
		if (!interval(c->method, &d, gsl_rng_get(rng), s, &e))
			continue;
		made++;
		held += e.lo <= 0 && e.hi >= 0;
	}
	return made ? (double)held / made : nan("");
}

static unsigned int run_cell(gsl_rng *rng, const struct cell *c, unsigned int repetitions,
			     struct pd_scratch *s)
{
	unsigned int failed = 0, n = is_resampled(c->method) ? repetitions / 4 : repetitions;
	unsigned int study = is_resampled(c->method) ? LARGE_STUDY / 4 : LARGE_STUDY;
	double sum = 0;
	char what[80];

	for (int shape = NORMAL; shape < N_SHAPES; shape++) {
		double rate = coverage(rng, c, (enum shape)shape, n, s);

		sum += rate;
		(void)snprintf(what, sizeof(what), "%-13s n=%-2zu %-13s holds the truth",
			       method_name[c->method], c->n, shape_name[shape]);
		failed += !tell(within(rate, c->shape[shape], n, study), what, rate,
				c->shape[shape]);
	}
	sum /= N_SHAPES;
	(void)snprintf(what, sizeof(what), "%-13s n=%-2zu %-13s holds the truth",
		       method_name[c->method], c->n, "all shapes");
	failed += !tell(within(sum, c->mean, n * N_SHAPES, study * N_SHAPES), what, sum, c->mean);
	return failed;
}

/* ---- the test of Brunner and Munzel, where nothing changed */

static double brunner_size(gsl_rng *rng, size_t n, unsigned int repetitions)
{
	unsigned int rejected = 0;

	for (unsigned int r = 0; r < repetitions; r++) {
		struct sides d = {.n = n};
		struct pd_brunner b;

		for (size_t i = 0; i < n; i++) {
			d.x[i] = draw(rng, NORMAL);
			d.y[i] = draw(rng, NORMAL);
		}
		sort(d.x, n);
		sort(d.y, n);
		/* apart: the statistic is infinite */
		rejected += pd_brunner(d.x, n, d.y, n, &b) < 0 || b.p <= 0.05;
	}
	return (double)rejected / repetitions;
}

static unsigned int run_brunner(gsl_rng *rng, unsigned int repetitions)
{
	static const struct {
		size_t n;
		double size;
	} sizes[] = {
		{5,  0.079},
                {10, 0.055},
                {30, 0.052}
        };
	unsigned int failed = 0;
	char what[80];

	for (size_t i = 0; i < PD_ARRAY_SIZE(sizes); i++) {
		double rate = brunner_size(rng, sizes[i].n, repetitions);

		(void)snprintf(what, sizeof(what), "Brunner-Munzel n=%-2zu rejects", sizes[i].n);
		failed += !tell(within(rate, sizes[i].size, repetitions, LARGE_STUDY), what, rate,
				sizes[i].size);
	}
	return failed;
}

/* ---- two levels: runs that differ by @between, of ten iterations that differ by 1 % */

static double levels_coverage(gsl_rng *rng, size_t n, double between, unsigned int repetitions,
			      struct pd_scratch *s)
{
	enum { EACH = 10 };
	double v[2][MOST * EACH];
	size_t start[MOST + 1];
	unsigned int held = 0;

	for (size_t i = 0; i <= n; i++)
		start[i] = i * EACH;
	for (unsigned int r = 0; r < repetitions; r++) {
		const struct pd_iterated x = {v[0], start, n}, y = {v[1], start, n};
		const struct pd_resampling how = {.level = 0.95, .seed = gsl_rng_get(rng)};
		struct pd_estimate e;

		for (size_t side = 0; side < 2; side++)
			for (size_t i = 0; i < n; i++) {
				double level = 1 + between * gsl_ran_ugaussian(rng);

				for (size_t k = 0; k < EACH; k++)
					v[side][i * EACH + k] = level *
								(1 + 0.01 * gsl_ran_ugaussian(rng));
			}
		if (pd_hierarchical(&x, &y, &how, s, &e) == PD_OK)
			held += e.lo <= 0 && e.hi >= 0;
	}
	return (double)held / repetitions;
}

static unsigned int run_levels(gsl_rng *rng, unsigned int repetitions, struct pd_scratch *s)
{
	static const struct {
		size_t n;
		double between, target;
	} cells_of_levels[] = {
		{10, 0.02,  0.922},
                {30, 0.02,  0.945},
                {10, 0.001, 0.986}
        };
	unsigned int failed = 0;
	char what[80];

	for (size_t i = 0; i < PD_ARRAY_SIZE(cells_of_levels); i++) {
		double target = cells_of_levels[i].target;
		double rate = levels_coverage(rng, cells_of_levels[i].n, cells_of_levels[i].between,
					      repetitions / 5, s);

		(void)snprintf(what, sizeof(what),
			       "two levels n=%-2zu between %.1f %% hold the truth",
			       cells_of_levels[i].n, 100 * cells_of_levels[i].between);
		failed += !tell(within(rate, target, repetitions / 5, LARGE_STUDY / 5), what, rate,
				target);
	}
	return failed;
}

/* ---- "look at the tail" */

/* Head has @share slow runs, half as slow again, beside noise of @shape; base has none. */
static double tail_told(gsl_rng *rng, enum shape shape, uint32_t n, double share,
			unsigned int repetitions)
{
	double x[MOST], y[MOST];
	unsigned int told = 0;

	for (unsigned int r = 0; r < repetitions; r++) {
		for (uint32_t i = 0; i < n; i++) {
			x[i] = draw(rng, shape);
			y[i] = draw(rng, shape) * (gsl_rng_uniform(rng) < share ? 1.5 : 1);
		}
		told += (ledger_compare(x, n, y, n, PD_LOWER, NULL).caveats & PD_CAVEAT_TAIL) != 0;
	}
	return (double)told / repetitions;
}

static unsigned int run_tail(gsl_rng *rng, unsigned int repetitions)
{
	static const struct {
		enum shape shape;
		uint32_t n;
		double share, target;
	} rows[] = {
		{NORMAL,    5,  0,   0.000},
                {NORMAL,    10, 0,   0.000},
                {NORMAL,    30, 0,   0.000},
		{FLOOR,     10, 0,   0.079},
                {FLOOR,     30, 0,   0.190},
                {TWO_MODES, 10, 0,   0.000},
		{TWO_MODES, 30, 0,   0.000},
                {HEAVY,     30, 0,   0.005},
                {SLOW,      10, 0,   0.070},
		{SLOW,      30, 0,   0.026},
                {NORMAL,    10, 0.1, 0.142},
                {NORMAL,    30, 0.1, 0.676},
	};
	unsigned int failed = 0;
	char what[80];

	for (size_t i = 0; i < PD_ARRAY_SIZE(rows); i++) {
		double rate = tail_told(rng, rows[i].shape, rows[i].n, rows[i].share, repetitions);

		(void)snprintf(what, sizeof(what), "TAIL n=%-2u %-13s %2.0f %% slow in head: told",
			       rows[i].n, shape_name[rows[i].shape], 100 * rows[i].share);
		failed += !tell(within(rate, rows[i].target, repetitions, LARGE_STUDY), what, rate,
				rows[i].target);
	}
	return failed;
}

static unsigned int simulate_all(gsl_rng *rng, unsigned int repetitions)
{
	struct pd_scratch *s = pd_scratch_new();
	unsigned int failed = 0;

	for (size_t i = 0; i < PD_ARRAY_SIZE(cells); i++)
		failed += run_cell(rng, &cells[i], repetitions, s);
	failed += run_brunner(rng, repetitions);
	failed += run_levels(rng, repetitions, s);
	failed += run_tail(rng, repetitions);
	pd_scratch_free(s);
	return failed;
}

int main(int argc, char **argv)
{
	return calibrate_main(argc, argv, 20240601, simulate_all);
}
