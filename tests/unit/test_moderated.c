/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_profile.h>

#include "base/str.h"
#include "stat/student.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { SYMBOLS = 40, RUNS = 6, CELLS = SYMBOLS * RUNS };

/* Drawn profiles: 40 symbols of some 100 hits in 3 + 3 runs, 5 % from run to run. */
struct drawn {
	double cost[CELLS], hits[CELLS], squares[CELLS], total[RUNS], total_hits[RUNS];
	struct pd_cost_matrix m;
	struct pd_moderated all;
	struct pd_moderated_row rows[SYMBOLS];
};

static struct pd_scratch *scratch;

static void draw(struct drawn *d, double period)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, 11);
	*d = (struct drawn){
		.m = {d->cost, d->hits, NULL, d->total, d->total_hits, SYMBOLS, 3, 3}
        };
	for (size_t i = 0; i < CELLS; i++) {
		double mean = 100 * exp(0.05 * gsl_ran_ugaussian(rng));

		d->hits[i] = gsl_ran_poisson(rng, mean);
		d->cost[i] = d->hits[i] * period;
		d->squares[i] = d->hits[i] * period * period;
		d->total[i % RUNS] += d->cost[i];
		d->total_hits[i % RUNS] += d->hits[i];
	}
	gsl_rng_free(rng);
}

static int run(struct drawn *d, const struct pd_moderated_how *how)
{
	return pd_moderated(&d->m, how, scratch, &d->all, d->rows);
}

static void same_rows(const struct drawn *a, const struct drawn *b, double tolerance)
{
	assert_int_equal(a->all.n_tested, b->all.n_tested);
	assert_close(a->all.kappa2, b->all.kappa2, tolerance);
	for (size_t i = 0; i < SYMBOLS; i++) {
		assert_close(a->rows[i].t, b->rows[i].t, tolerance);
		assert_close(a->rows[i].p, b->rows[i].p, tolerance);
		assert_close(a->rows[i].rel.lo, b->rows[i].rel.lo, tolerance);
	}
}

/* Cost may be in any unit, and so may the squares of its periods. */
static void the_unit_of_cost_does_not_matter(void **state)
{
	struct drawn a, b;

	(void)state;
	draw(&a, 1);
	draw(&b, 3.7e5);
	assert_int_equal(run(&a, NULL), PD_OK);
	assert_int_equal(run(&b, NULL), PD_OK);
	assert_int_equal(a.all.n_tested, SYMBOLS);
	assert_int_equal(a.all.method, PD_MODERATED);
	same_rows(&a, &b, 1e-9);
}

/* With one period in all runs the two ways to count are one. */
static void squares_of_equal_periods_change_nothing(void **state)
{
	struct drawn a, b;

	(void)state;
	draw(&a, 4000);
	draw(&b, 4000);
	b.m.squares = b.squares;
	b.m.hits = NULL;
	assert_int_equal(run(&a, NULL), PD_OK);
	assert_int_equal(run(&b, NULL), PD_OK);
	same_rows(&a, &b, 1e-9);
}

/* Symbols that all vary alike, d = 4 and 40 of them: no more than 160 degrees of freedom, however well they agree. */
static void df_does_not_exceed_what_all_symbols_hold(void **state)
{
	const struct pd_moderated_how uncapped = {.uncapped = true};
	struct drawn d;

	(void)state;
	draw(&d, 1);
	for (size_t i = 0; i < CELLS; i++) {
		d.cost[i] = d.hits[i] = 95 + 5 * (double)((i / RUNS + i) % 3);
		d.total[i % RUNS] = d.total_hits[i % RUNS] = 4000;
	}
	assert_int_equal(run(&d, &uncapped), PD_OK);
	assert_true(isinf(d.all.eb.df_prior) && isinf(d.rows[0].df));
	assert_close(d.rows[0].p, 2 * gsl_cdf_ugaussian_Q(fabs(d.rows[0].t)), 1e-12);
	assert_int_equal(run(&d, NULL), PD_OK);
	assert_close(d.rows[0].df, 160, 0);
	assert_close(d.rows[0].p, 2 * pd_student_upper(fabs(d.rows[0].t), 160), 1e-12);
	assert_close(log1p(d.rows[0].rel.hi),
		     d.rows[0].delta_log + pd_student_quantile(0.95, 160) * d.rows[0].se, 1e-12);
}

/* 4 hits a run are below 5: shown, not tested; nor does it count as a test. */
static void rare_symbols_are_not_tested(void **state)
{
	const struct pd_moderated_how lower = {.min_hits = 3};
	struct drawn d;

	(void)state;
	draw(&d, 1);
	for (size_t r = 0; r < RUNS; r++)
		d.cost[r] = d.hits[r] = 4;
	assert_int_equal(run(&d, NULL), PD_OK);
	assert_int_equal(d.all.n_tested, SYMBOLS - 1);
	assert_false(d.rows[0].tested);
	assert_true(isfinite(d.rows[0].delta_log));
	assert_true(isnan(d.rows[0].p) && isnan(d.rows[0].rel.lo) && !d.rows[0].rel.reached);
	assert_int_equal(run(&d, &lower), PD_OK);
	assert_int_equal(d.all.n_tested, SYMBOLS);
	assert_true(d.rows[0].tested);
}

/* 100 hits a run that vanish: half a hit is left, log(.5/100.5) or so. */
static void a_symbol_that_is_gone_is_found(void **state)
{
	struct drawn d;

	(void)state;
	draw(&d, 1);
	for (size_t r = 3; r < RUNS; r++)
		d.cost[r] = d.hits[r] = 0;
	assert_int_equal(run(&d, NULL), PD_OK);
	assert_close(d.rows[0].hits, 50, 0.1);
	assert_close(d.rows[0].delta_log, log(0.5 / 100.5), 0.03);
	assert_true(d.rows[0].p < 1e-6 && d.rows[0].rel.hi < -0.9);
}

/* Below 20 symbols each stands alone; without hits that is Welch on the logs as they are. */
static void few_symbols_are_welch_on_logs(void **state)
{
	struct pd_welch w;
	struct drawn d;

	(void)state;
	draw(&d, 1);
	d.m.n_symbols = 19;
	d.m.hits = d.m.total_hits = NULL;
	assert_int_equal(run(&d, NULL), PD_OK);
	assert_int_equal(d.all.method, PD_MODERATED_WELCH);
	assert_true(isnan(d.all.kappa2) && isnan(d.all.eb.df_prior));
	for (size_t i = 0; i < 19; i++) {
		const double *c = d.cost + i * RUNS;

		assert_int_equal(pd_welch_log(c, 3, c + 3, 3, 0.95, &w), PD_OK);
		assert_close(d.rows[i].t, w.t, 1e-10);
		assert_close(d.rows[i].df, w.df, 1e-10);
		assert_close(d.rows[i].p, w.p, 1e-10);
		assert_close(d.rows[i].rel.lo, expm1(w.lo), 1e-10);
		assert_close(d.rows[i].rel.hi, expm1(w.hi), 1e-10);
	}
}

/* P(T >= c) of a noncentral t, by the midpoint rule over the quantiles of chi^2. */
static double power(double shift, double c, double df)
{
	enum { STEPS = 4000 };
	double sum = 0;

	for (int i = 0; i < STEPS; i++) {
		double u = gsl_cdf_chisq_Pinv((i + 0.5) / STEPS, df);

		sum += gsl_cdf_ugaussian_P(shift - c * sqrt(u / df));
	}
	return sum / STEPS;
}

/* At every df that Welch gives to 3 + 3 runs (2 to 4) and at the moderated 160. */
static void what_is_detectable_is_found_8_times_in_10(void **state)
{
	static const struct pd_moderated_how hows[] = {
		{.choice = PD_MODERATED_NEVER},
		{.choice = PD_MODERATED_NEVER, .family = 1, .alpha = 0.01},
		{.choice = PD_MODERATED_ALWAYS              },
	};
	struct drawn d;

	(void)state;
	draw(&d, 1);
	for (size_t k = 0; k < PD_ARRAY_SIZE(hows); k++) {
		double alpha = k == 1 ? 0.01 : 0.05 / SYMBOLS;

		assert_int_equal(run(&d, &hows[k]), PD_OK);
		for (size_t i = 0; i < SYMBOLS; i++) {
			const struct pd_moderated_row *row = &d.rows[i];
			double shift = log1p(row->detectable) / row->se;
			double c = pd_student_quantile(1 - alpha, row->df);

			assert_close(power(shift, c, row->df), 0.8, 0.03);
		}
	}
}

static void one_run_a_side_is_no_replication(void **state)
{
	struct drawn d;

	(void)state;
	draw(&d, 1);
	d.all.df = 42;
	d.m.n_base = 1;
	d.m.n_head = 5;
	assert_int_equal(run(&d, NULL), PD_EUNDEFINED);
	d.m.n_base = d.m.n_head = 3;
	d.total[4] = 0;
	assert_int_equal(run(&d, NULL), PD_EUNDEFINED);
	assert_close(d.all.df, 42, 0);
}

/* Copies of one run: no variation, so no test, whatever the sides' difference. */
static void copies_are_not_replicates(void **state)
{
	struct drawn d;

	(void)state;
	draw(&d, 1);
	for (size_t i = 0; i < CELLS; i++)
		d.cost[i] = d.hits[i] = i % RUNS < 3 ? 100 : 200;
	for (size_t r = 0; r < RUNS; r++)
		d.total[r] = d.total_hits[r] = r < 3 ? 100 * SYMBOLS : 200 * SYMBOLS;
	assert_int_equal(run(&d, NULL), PD_OK);
	assert_int_equal(d.all.n_tested, 0);
	assert_false(d.rows[0].tested);
	assert_close(d.rows[0].delta_log, log(200.5 / 8001 * 8000 / (100.5 / 4001 * 4000)), 1e-12);
}

/* What a scratch was used for before has no influence. */
static void results_do_not_depend_on_the_scratch(void **state)
{
	struct drawn a, b;

	(void)state;
	draw(&a, 1);
	draw(&b, 1);
	assert_int_equal(run(&a, NULL), PD_OK);
	a.m.n_symbols = 7;
	assert_int_equal(run(&a, NULL), PD_OK);
	a.m.n_symbols = SYMBOLS;
	assert_int_equal(run(&a, NULL), PD_OK);
	assert_int_equal(run(&b, NULL), PD_OK);
	same_rows(&a, &b, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_unit_of_cost_does_not_matter),
		cmocka_unit_test(squares_of_equal_periods_change_nothing),
		cmocka_unit_test(df_does_not_exceed_what_all_symbols_hold),
		cmocka_unit_test(rare_symbols_are_not_tested),
		cmocka_unit_test(a_symbol_that_is_gone_is_found),
		cmocka_unit_test(few_symbols_are_welch_on_logs),
		cmocka_unit_test(what_is_detectable_is_found_8_times_in_10),
		cmocka_unit_test(one_run_a_side_is_no_replication),
		cmocka_unit_test(copies_are_not_replicates),
		cmocka_unit_test(results_do_not_depend_on_the_scratch),
	};
	int failed;

	scratch = pd_scratch_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	pd_scratch_free(scratch);
	return failed;
}
