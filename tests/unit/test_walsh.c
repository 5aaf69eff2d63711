/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/select.h"

#include <perfdelta/stat_paired.h>

#include <float.h>
#include <stdlib.h>

static struct pd_estimate interval(const double *d, size_t n, double level)
{
	struct pd_scratch *s = pd_scratch_new();
	struct pd_estimate e;

	pd_walsh(d, n, &level, 1, s, &e);
	pd_scratch_free(s);
	return e;
}

/* The averages of 1 2 4: 1, 1.5, 2, 2.5, 3, 4; the middle of 2 and 2.5. */
static void the_pseudomedian_is_the_median_of_averages(void **state)
{
	static const double d[] = {4, 1, 2};
	struct pd_estimate e = interval(d, 3, 0.95);

	(void)state;
	assert_close(e.point, 2.25, 0);
	assert_false(e.reached);
	assert_true(isnan(e.lo) && isnan(e.hi));
	assert_close(e.level, 0, 0);
}

/* At level 0.75 three pairs have k = 1: 2 P(V <= 0) = 2/8. */
static void the_extremes_of_three_pairs_cover_three_quarters(void **state)
{
	static const double d[] = {4, 1, 2};
	struct pd_estimate e = interval(d, 3, 0.75);

	(void)state;
	assert_true(e.reached);
	assert_close(e.lo, 1, 0);
	assert_close(e.hi, 4, 0);
	assert_close(e.level, 0.75, 0);
}

/* More averages than are ever built, against all of them sorted. */
static void assert_ranks(const double *d, size_t n)
{
	struct pd_scratch *s = pd_scratch_new();
	size_t total = n * (n + 1) / 2, k = pd_walsh_rank(n, 0.9, s), at = 0;
	double *all = calloc(total, sizeof(*all));
	struct pd_estimate e = interval(d, n, 0.9);

	assert_non_null(all);
	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++)
			all[at++] = (d[i] + d[j]) / 2;
	pd_select_sort(all, total);
	assert_close(e.lo, all[k - 1], 0);
	assert_close(e.hi, all[total - k], 0);
	assert_close(e.point, (all[(total - 1) / 2] + all[total / 2]) / 2, 0);
	free(all);
	pd_scratch_free(s);
}

static void many_pairs_are_selected_without_building_the_averages(void **state)
{
	static double d[400];

	(void)state;
	for (size_t n = 88; n <= 400; n += 52) {
		for (size_t i = 0; i < n; i++)
			d[i] = sin((double)(i * i)) + 0.25;
		assert_ranks(d, n);
		/* in steps: most averages have many equals */
		for (size_t i = 0; i < n; i++)
			d[i] = floor(4 * d[i]);
		assert_ranks(d, n);
		for (size_t i = 0; i < n; i++)
			d[i] = 7;
		assert_ranks(d, n);
	}
}

/* Without ties the interval holds 0 exactly as long as the test does not reject. */
static void the_interval_and_the_test_are_one_statement(void **state)
{
	static const double level[] = {0.95, 0.9, 0.99};
	struct pd_scratch *s = pd_scratch_new();
	double d[12];

	(void)state;
	for (size_t n = 6; n <= 12; n++)
		for (int seed = 0; seed < 200; seed++) {
			struct pd_estimate e[3];
			double p;

			for (size_t i = 0; i < n; i++)
				d[i] = sin((double)(seed * 97 + (int)(i * i * 7))) + 0.4;
			p = pd_signed_rank(d, n, PD_ZEROS_PRATT, s).p;
			pd_walsh(d, n, level, 3, s, e);
			for (size_t l = 0; l < 3; l++)
				if (e[l].reached)
					assert_int_equal(e[l].lo > 0 || e[l].hi < 0,
							 p <= (1 - level[l]) * (1 + 1e-12));
		}
	pd_scratch_free(s);
}

static void the_largest_doubles_do_not_overflow(void **state)
{
	static const double d[] = {DBL_MAX, DBL_MAX, -DBL_MAX};
	struct pd_estimate e = interval(d, 3, 0.75);

	(void)state;
	assert_close(e.lo, -DBL_MAX, 0);
	assert_close(e.hi, DBL_MAX, 0);
	/* averages: -M, 0 0, M M M */
	assert_close(e.point, DBL_MAX / 2, 0);
}

/* By whole numbers: k = 8445 at 200 pairs, 13445 at 250, where the normal law says one less. */
static void the_rank_is_exact_up_to_two_hundred(void **state)
{
	struct pd_scratch *s = pd_scratch_new();

	(void)state;
	assert_int_equal(pd_walsh_rank(200, 0.95, s), 8445);
	assert_int_equal(pd_walsh_rank(250, 0.95, s), 13444);
	assert_int_equal(pd_walsh_rank(6, 0.95, s), 1);
	assert_int_equal(pd_walsh_rank(5, 0.95, s), 0);
	pd_scratch_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_pseudomedian_is_the_median_of_averages),
		cmocka_unit_test(the_extremes_of_three_pairs_cover_three_quarters),
		cmocka_unit_test(many_pairs_are_selected_without_building_the_averages),
		cmocka_unit_test(the_interval_and_the_test_are_one_statement),
		cmocka_unit_test(the_largest_doubles_do_not_overflow),
		cmocka_unit_test(the_rank_is_exact_up_to_two_hundred),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
