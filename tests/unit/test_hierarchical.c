/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch_fixture.h"
#include "testing.h"

#include <perfdelta/stat_interval.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { RUNS = 12, EACH = 5, MAX = RUNS * EACH };

struct side {
	double v[MAX];
	size_t start[RUNS + 1];
};

static void fill(struct side *s, gsl_rng *rng, double between, double within)
{
	for (size_t r = 0, n = 0; r < RUNS; r++) {
		double level = between * gsl_ran_ugaussian(rng);

		s->start[r] = n;
		for (size_t i = 0; i < EACH; i++)
			s->v[n++] = 100 + level + within * gsl_ran_ugaussian(rng);
		s->start[r + 1] = n;
	}
}

static struct pd_iterated runs_of(const struct side *s)
{
	return (struct pd_iterated){s->v, s->start, RUNS};
}

/* Of all resamples of @s: that of the means of runs, and of iterations within each run. */
static double variance(const struct side *s)
{
	double mean[RUNS] = {0}, all = 0, between = 0, within = 0;

	for (size_t r = 0; r < RUNS; r++) {
		for (size_t i = s->start[r]; i < s->start[r + 1]; i++)
			mean[r] += s->v[i] / EACH;
		for (size_t i = s->start[r]; i < s->start[r + 1]; i++)
			within += pow(s->v[i] - mean[r], 2) / EACH / EACH;
		all += mean[r] / RUNS;
	}
	for (size_t r = 0; r < RUNS; r++)
		between += pow(mean[r] - all, 2);
	return (between + within) / RUNS / RUNS;
}

/*
 * A resampled mean varies by the variance of the means of runs over m, and by that of
 * iterations within runs over m k; the ends lie near 1.96 of its root.
 */
static void the_width_is_that_of_both_levels(void **state)
{
	const struct pd_resampling how = {.difference = true, .level = 0.95, .seed = 1};
	const double spread[][2] = {
		{3, 1  },
                {1, 5  },
                {2, 0.1}
        };
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct side x, y;
		struct pd_iterated a = runs_of(&x), b = runs_of(&y);
		struct pd_estimate e;
		double half;

		fill(&x, rng, spread[i][0], spread[i][1]);
		fill(&y, rng, spread[i][0], spread[i][1]);
		half = 1.96 * sqrt(variance(&x) + variance(&y));
		assert_int_equal(pd_hierarchical(&a, &b, &how, scratch, &e), PD_OK);
		assert_close((e.hi - e.lo) / 2, half, 0.05);
		assert_true(fabs((e.hi + e.lo) / 2 - e.point) < 0.1 * half);
	}
	gsl_rng_free(rng);
}

/* Runs of one iteration each: the mean of all, and a ratio. */
static void unequal_runs_count_alike(void **state)
{
	const struct pd_resampling how = {.level = 0.95, .seed = 1};
	const double x[] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10};
	/* nine runs of 20 and one of ten iterations around 30: their mean is 21, not 25 */
	double y[19];
	const size_t x_start[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	const size_t y_start[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 19};
	const struct pd_iterated a = {x, x_start, 10}, b = {y, y_start, 10};
	struct pd_estimate e;

	(void)state;
	for (size_t i = 0; i < 19; i++)
		y[i] = i < 9 ? 20 : 25.5 + (double)(i - 9);
	assert_int_equal(pd_hierarchical(&a, &b, &how, scratch, &e), PD_OK);
	assert_close(e.point, 1.1, 1e-14);
	assert_true(e.lo >= 1 && e.lo < 1.1 && e.hi > 1.1);
}

static void fewer_than_ten_runs_say_too_little(void **state)
{
	const struct pd_resampling how = {.level = 0.95, .seed = 1};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct side x, y;
	struct pd_iterated a = runs_of(&x), b = runs_of(&y);
	struct pd_estimate e = {.point = 42}, again;

	(void)state;
	fill(&x, rng, 1, 1);
	fill(&y, rng, 1, 1);
	a.n = 9;
	assert_int_equal(pd_hierarchical(&a, &b, &how, scratch, &e), PD_EUNDEFINED);
	assert_int_equal(pd_hierarchical(&b, &a, &how, scratch, &e), PD_EUNDEFINED);
	assert_close(e.point, 42, 0);
	a.n = 10;
	assert_int_equal(pd_hierarchical(&a, &b, &how, scratch, &e), PD_OK);
	assert_int_equal(pd_hierarchical(&a, &b, &how, scratch, &again), PD_OK);
	assert_close(again.lo, e.lo, 0);
	x.v[3] = 0;
	assert_int_equal(pd_hierarchical(&a, &b, &how, scratch, &e), PD_EUNDEFINED);
	gsl_rng_free(rng);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_width_is_that_of_both_levels),
		cmocka_unit_test(unequal_runs_count_alike),
		cmocka_unit_test(fewer_than_ten_runs_say_too_little),
	};

	return cmocka_run_group_tests_name("hierarchical", tests, scratch_set_up,
					   scratch_tear_down);
}
