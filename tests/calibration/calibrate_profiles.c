/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate_profiles.c - how often a symbol is called changed that is not
 *
 * usage: calibrate_profiles REPETITIONS
 *
 * Profiles of 300 symbols whose shares fall as 1/rank (Zipf), 50 000 hits a
 * run, the fifth of them (3 %) to be changed. The log cost of a symbol varies
 * from run to run with the standard deviation kappa, the same for all or, where
 * symbols are unlike, kappa e^(z/2) with a normal z of their own. Found is what
 * Benjamini-Hochberg at 5 % leaves of all 300.
 *
 * The targets come from independent studies of about 2000 repetitions a cell
 * and have two digits, so a rate t may differ by three standard errors of both,
 * 3 sqrt(t (1 - t) (1/N + 1/2000)), and by 0.005. Those with three digits were
 * found by a second program, in another language, that draws as said above.
 */
#include "calibrate.h"

#include <perfdelta/stat_profile.h>

#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

enum { SYMBOLS = 300, HITS = 50000, MAX_RUNS = 20, LARGEST = 0, FIFTH = 4 };

static gsl_rng *rng;
static struct pd_scratch *scratch;

/* ---- profiles */

struct drawn {
	double cost[SYMBOLS * MAX_RUNS], hits[SYMBOLS * MAX_RUNS];
	double total[MAX_RUNS], total_hits[MAX_RUNS];
	struct pd_cost_matrix m;
};

struct truth {
	unsigned int runs; /* a side */
	double kappa;
	bool unlike; /* symbols differ in kappa */
	size_t symbol;
	double change; /* of the symbol's cost on the head; 0: nothing changed */
};

/* One run: hits fall by cost, and each stands for its part of the total. */
static void draw_run(struct drawn *d, const struct truth *t, const double *kappa, size_t run)
{
	size_t n = 2 * (size_t)t->runs;
	unsigned int hits[SYMBOLS];
	double cost[SYMBOLS], total = 0;

	for (size_t i = 0; i < SYMBOLS; i++) {
		cost[i] = exp(kappa[i] * gsl_ran_ugaussian(rng)) / (double)(i + 1);
		if (run >= t->runs && i == t->symbol)
			cost[i] *= 1 + t->change;
		total += cost[i];
	}
	gsl_ran_multinomial(rng, SYMBOLS, HITS, cost, hits);
	for (size_t i = 0; i < SYMBOLS; i++) {
		d->hits[i * n + run] = hits[i];
		d->cost[i * n + run] = hits[i] * total / HITS;
	}
	d->total[run] = total;
	d->total_hits[run] = HITS;
}

static void draw(struct drawn *d, const struct truth *t)
{
	double kappa[SYMBOLS];

	for (size_t i = 0; i < SYMBOLS; i++)
		kappa[i] = t->kappa * (t->unlike ? exp(gsl_ran_ugaussian(rng) / 2) : 1);
	for (size_t run = 0; run < 2 * (size_t)t->runs; run++)
		draw_run(d, t, kappa, run);
	d->m = (struct pd_cost_matrix){d->cost,       d->hits, NULL,    d->total,
				       d->total_hits, SYMBOLS, t->runs, t->runs};
}

/* ---- tests of all symbols, each a way to fill in their p */

static void by_choice(const struct pd_cost_matrix *m, enum pd_moderated_choice choice, double *p)
{
	const struct pd_moderated_how how = {.choice = choice};
	struct pd_moderated_row row[SYMBOLS];
	struct pd_moderated all;

	if (pd_moderated(m, &how, scratch, &all, row) < 0)
		abort();
	for (size_t i = 0; i < SYMBOLS; i++)
		p[i] = row[i].p;
}

static void moderated(struct drawn *d, double *p)
{
	by_choice(&d->m, PD_MODERATED_BY_NUMBER, p);
}

static void welch(struct drawn *d, double *p)
{
	by_choice(&d->m, PD_MODERATED_NEVER, p);
}

static void unreplicated(struct drawn *d, double *p)
{
	struct pd_unreplicated_row row[SYMBOLS];

	if (pd_unreplicated(&d->m, NULL, row) < 0)
		abort();
	for (size_t i = 0; i < SYMBOLS; i++)
		p[i] = row[i].p;
}

static void scale_run(struct drawn *d, size_t run, double by)
{
	size_t n = d->m.n_base + d->m.n_head;

	for (size_t i = 0; i < SYMBOLS; i++)
		d->cost[i * n + run] *= by;
	d->total[run] *= by;
}

/* As if only percentages were known. */
static void shares(struct drawn *d, double *p)
{
	for (size_t r = 0; r < d->m.n_base + d->m.n_head; r++)
		scale_run(d, r, 1 / d->total[r]);
	moderated(d, p);
}

/* Percentages put right by the typical symbol. */
static void size_factors(struct drawn *d, double *p)
{
	double factor[MAX_RUNS];
	struct pd_sizefactor f;

	for (size_t r = 0; r < d->m.n_base + d->m.n_head; r++)
		scale_run(d, r, 1 / d->total[r]);
	if (pd_sizefactor(&d->m, 0, 0.95, scratch, factor, &f) < 0)
		abort();
	for (size_t r = 0; r < d->m.n_base + d->m.n_head; r++)
		scale_run(d, r, 1 / factor[r]);
	moderated(d, p);
}

static void quasibinomial(struct drawn *d, double *p)
{
	for (size_t i = 0; i < SYMBOLS; i++) {
		struct pd_quasibinomial q = {.f_p = 1};

		(void)pd_quasibinomial(&d->m, i, &q);
		p[i] = q.f_p;
	}
}

/* k log(k/expected) */
static double term(double k, double expected)
{
	return k > 0 ? k * log(k / expected) : 0;
}

/* All runs of a side thrown together: the test that knows of counting only. */
static void pooled_counts(struct drawn *d, double *p)
{
	size_t runs = d->m.n_base;
	double all = HITS * (double)runs;

	for (size_t i = 0; i < SYMBOLS; i++) {
		double k[2] = {0, 0}, g = 0;

		for (size_t r = 0; r < 2 * runs; r++)
			k[r >= runs] += d->hits[i * 2 * runs + r];
		for (int side = 0; side < 2; side++)
			g += 2 * (term(k[side], (k[0] + k[1]) / 2) +
				  term(all - k[side], all - (k[0] + k[1]) / 2));
		p[i] = g > 0 ? gsl_cdf_chisq_Q(g, 1) : 1;
	}
}

/* ---- rates */

struct range {
	double lo, hi; /* hi = 0: not asked */
};

#define EXACTLY(t) \
 {                 \
  t, t             \
 }
#define AT_MOST(t) \
 {                 \
  0, t             \
 }
#define FREE \
 {           \
  0, 0       \
 }

struct cell {
	const char *name;
	void (*test)(struct drawn *d, double *p);
	struct truth truth;
	struct range found;     /* the changed symbol */
	struct range any_false; /* at least one other */
	struct range fdr;       /* others among all that were found, mean */
};

struct rates {
	double found, any_false, fdr;
};

static struct rates simulate(const struct cell *c, unsigned int repetitions)
{
	static struct drawn d;
	struct rates sum = {0};

	for (unsigned int k = 0; k < repetitions; k++) {
		unsigned int right = 0, wrong = 0;
		double p[SYMBOLS];

		draw(&d, &c->truth);
		c->test(&d, p);
		pd_multiple_adjust(PD_ADJUST_BH, p, SYMBOLS, p);
		for (size_t i = 0; i < SYMBOLS; i++) {
			bool true_one = c->truth.change != 0 && i == c->truth.symbol;

			right += p[i] <= 0.05 && true_one;
			wrong += p[i] <= 0.05 && !true_one;
		}
		sum.found += right;
		sum.any_false += wrong > 0;
		sum.fdr += wrong ? (double)wrong / (right + wrong) : 0;
	}
	return (struct rates){sum.found / repetitions, sum.any_false / repetitions,
			      sum.fdr / repetitions};
}

static double allowance(double t, unsigned int repetitions)
{
	return calibrate_errors(t, repetitions, STUDY) + 0.005;
}

static unsigned int judge(const struct cell *c, const char *what, const struct range *want,
			  double rate, unsigned int repetitions)
{
	const struct truth *t = &c->truth;
	bool ok = rate >= want->lo - allowance(want->lo, repetitions) &&
		  rate <= want->hi + allowance(want->hi, repetitions);

	if (want->hi == 0)
		return 0;
	(void)printf(
		"%-4s %-17s R=%-2u kappa %2.0f %%%s %+3.0f %%: %-9s %.3f (expected %.3f to %.3f)\n",
		ok ? "ok" : "FAIL", c->name, t->runs, 100 * t->kappa,
		t->unlike ? " e^z/2" : "      ", 100 * t->change, what, rate, want->lo, want->hi);
	return !ok;
}

static unsigned int run(const struct cell *c, unsigned int repetitions)
{
	struct rates r = simulate(c, repetitions);

	return judge(c, "found", &c->found, r.found, repetitions) +
	       judge(c, "any false", &c->any_false, r.any_false, repetitions) +
	       judge(c, "FDR", &c->fdr, r.fdr, repetitions);
}

/* What is found of a change by 20 %, and how much else; alike, then unlike. */
static const struct cell found[] = {
	{"moderated", moderated, {3, .02, false, FIFTH, .2}, EXACTLY(.99), FREE, {.04, .054} },
	{"moderated", moderated, {3, .05, false, FIFTH, .2}, EXACTLY(.50), FREE, {.04, .054} },
	{"moderated", moderated, {5, .02, false, FIFTH, .2}, EXACTLY(1.0), FREE, {.04, .054} },
	{"moderated", moderated, {5, .05, false, FIFTH, .2}, EXACTLY(.88), FREE, {.04, .054} },
	{"moderated", moderated, {3, .02, true, FIFTH, .2},  EXACTLY(.97), FREE, AT_MOST(.20)},
	{"moderated", moderated, {3, .05, true, FIFTH, .2},  EXACTLY(.26), FREE, AT_MOST(.20)},
	{"moderated", moderated, {5, .02, true, FIFTH, .2},  EXACTLY(1.0), FREE, {.03, .07}  },
	{"moderated", moderated, {5, .05, true, FIFTH, .2},  EXACTLY(.69), FREE, {.03, .07}  },
};

/* Nothing changed. Two runs a side are the worse the more symbols are unlike. */
static const struct cell same[] = {
	{"moderated", moderated, {2, .02, false, 0, 0}, FREE, AT_MOST(.14), FREE},
	{"moderated", moderated, {2, .05, false, 0, 0}, FREE, AT_MOST(.14), FREE},
	{"moderated", moderated, {2, .02, true, 0, 0},  FREE, {.09, .14},   FREE},
	{"moderated", moderated, {2, .05, true, 0, 0},  FREE, {.09, .14},   FREE},
	{"moderated", moderated, {3, .02, false, 0, 0}, FREE, {.05, .09},   FREE},
	{"moderated", moderated, {3, .05, false, 0, 0}, FREE, {.05, .09},   FREE},
	{"moderated", moderated, {3, .02, true, 0, 0},  FREE, {.05, .09},   FREE},
	{"moderated", moderated, {3, .05, true, 0, 0},  FREE, {.05, .09},   FREE},
	{"moderated", moderated, {5, .02, false, 0, 0}, FREE, {.03, .06},   FREE},
	{"moderated", moderated, {5, .05, false, 0, 0}, FREE, {.03, .06},   FREE},
	{"moderated", moderated, {5, .02, true, 0, 0},  FREE, {.03, .06},   FREE},
	{"moderated", moderated, {5, .05, true, 0, 0},  FREE, {.03, .06},   FREE},
};

/* One run a side: the assumed 10 % is enough up to 5 %, unless symbols are unlike. */
static const struct cell single[] = {
	{"unreplicated", unreplicated, {1, .02, false, 0, 0},     FREE,     AT_MOST(.025), FREE},
	{"unreplicated", unreplicated, {1, .05, false, 0, 0},     FREE,     AT_MOST(.025), FREE},
	{"unreplicated", unreplicated, {1, .10, false, 0, 0},     FREE,     EXACTLY(.035), FREE},
	{"unreplicated", unreplicated, {1, .02, true, 0, 0},      FREE,     AT_MOST(.025), FREE},
	{"unreplicated", unreplicated, {1, .05, true, 0, 0},      FREE,     EXACTLY(.057), FREE},
	{"unreplicated", unreplicated, {1, .10, true, 0, 0},      FREE,     EXACTLY(.745), FREE},
	{"unreplicated", unreplicated, {1, .05, false, FIFTH, 1}, {.87, 1}, FREE,          FREE},
};

/*
 * Why not otherwise. Pooled counts know nothing of runs; a symbol alone says
 * little; shares move when the largest symbol falls by 40 %, and half and more
 * of what is found in them is false.
 */
static const struct cell others[] = {
	{"pooled counts",  pooled_counts, {3, .00, false, 0, 0},         FREE,         EXACTLY(.049), FREE      },
	{"pooled counts",  pooled_counts, {3, .02, false, 0, 0},         FREE,         EXACTLY(.155), FREE      },
	{"pooled counts",  pooled_counts, {3, .05, false, 0, 0},         FREE,         EXACTLY(.839), FREE      },
	{"pooled counts",  pooled_counts, {3, .02, true, 0, 0},          FREE,         EXACTLY(.308), FREE      },
	{"pooled counts",  pooled_counts, {3, .05, true, 0, 0},          FREE,         EXACTLY(.969), FREE      },
	{"welch",          welch,         {3, .02, false, FIFTH, .2},    EXACTLY(.04), FREE,          FREE      },
	{"quasi-binomial", quasibinomial, {5, .02, false, FIFTH, .2},    EXACTLY(.89), FREE,          FREE      },
	{"shares",         shares,        {5, .02, false, LARGEST, -.4}, FREE,         FREE,          {.5, 1}   },
	{"quasi-binomial", quasibinomial, {5, .02, false, LARGEST, -.4}, FREE,         FREE,          {.5, 1}   },
	{"moderated",      moderated,     {5, .02, false, LARGEST, -.4}, FREE,         FREE,          {.03, .07}},
	{"size factors",   size_factors,  {5, .02, false, LARGEST, -.4}, FREE,         FREE,          {.03, .07}},
};

static unsigned int run_all(const struct cell *cells, size_t n, unsigned int repetitions)
{
	unsigned int failed = 0;

	for (size_t i = 0; i < n; i++)
		failed += run(&cells[i], repetitions);
	return failed;
}

static unsigned int simulate_all(gsl_rng *r, unsigned int repetitions)
{
	unsigned int failed = 0;

	rng = r;
	scratch = pd_scratch_new();
	failed += run_all(found, PD_ARRAY_SIZE(found), repetitions);
	failed += run_all(same, PD_ARRAY_SIZE(same), repetitions);
	failed += run_all(single, PD_ARRAY_SIZE(single), repetitions);
	failed += run_all(others, PD_ARRAY_SIZE(others), repetitions);
	pd_scratch_free(scratch);
	return failed;
}

int main(int argc, char **argv)
{
	return calibrate_main(argc, argv, 20240602, simulate_all);
}
