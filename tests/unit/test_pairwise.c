/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/pairwise.h"
#include "stat/select.h"

enum { M = 90, N = 70, PAIRS = M * N };

/* Ascending, with runs of equal values when @step is coarse. */
static void fill(double *v, size_t n, double first, double step, size_t repeat)
{
	for (size_t i = 0; i < n; i++) {
		size_t group = i / repeat;

		v[i] = first + step * (double)group + 1e-3 * (double)(group % 7);
	}
	pd_select_sort(v, n);
}

/* More pairs than are ever built, against all of them sorted. */
static void assert_selected(enum pd_pairwise_kind kind, const double *x, const double *y)
{
	static double all[PAIRS];
	const size_t rank[] = {PAIRS / 2, 0, PAIRS - 1, 17, PAIRS / 2 - 1, 1234, 5000};
	const size_t n_ranks = sizeof(rank) / sizeof(*rank);
	const struct pd_pairwise p = {kind, x, y, M, N};
	struct pd_scratch *s = pd_scratch_new();
	double found[sizeof(rank) / sizeof(*rank)];

	for (size_t i = 0; i < M; i++) {
		for (size_t j = 0; j < N; j++) {
			double d = y[j] - x[i];

			all[i * N + j] = kind == PD_PAIRWISE_RELATIVE ? d / x[i] : d;
		}
	}
	pd_select_sort(all, PAIRS);
	pd_pairwise_select(&p, rank, n_ranks, s, found);
	for (size_t i = 0; i < n_ranks; i++)
		assert_close(found[i], all[rank[i]], 0);
	pd_scratch_free(s);
}

static void every_rank_is_that_of_the_sorted_pairs(void **state)
{
	double x[M], y[N];

	(void)state;
	fill(x, M, 100, 0.5, 1);
	fill(y, N, 110, 0.7, 1);
	assert_selected(PD_PAIRWISE_DIFFERENCE, x, y);
	assert_selected(PD_PAIRWISE_RELATIVE, x, y);
}

static void ties_are_no_trouble(void **state)
{
	double x[M], y[N];

	(void)state;
	fill(x, M, 100, 1, 10);
	fill(y, N, 101, 1, 10);
	assert_selected(PD_PAIRWISE_DIFFERENCE, x, y);
	assert_selected(PD_PAIRWISE_RELATIVE, x, y);
	fill(x, M, 5, 0, M);
	fill(y, N, 5, 0, N);
	assert_selected(PD_PAIRWISE_RELATIVE, x, y);
}

/* Neighbouring doubles: rounding makes columns of ratios uneven in the last bit. */
static void values_one_rounding_apart_are_no_trouble(void **state)
{
	double x[M], y[N], v = 1e9;

	(void)state;
	for (size_t i = 0; i < M; i++)
		x[i] = v = nextafter(v, HUGE_VAL);
	v = 1e9;
	for (size_t i = 0; i < N; i++)
		y[i] = v = nextafter(v, 0);
	pd_select_sort(y, N);
	assert_selected(PD_PAIRWISE_DIFFERENCE, x, y);
	assert_selected(PD_PAIRWISE_RELATIVE, x, y);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rank_is_that_of_the_sorted_pairs),
		cmocka_unit_test(ties_are_no_trouble),
		cmocka_unit_test(values_one_rounding_apart_are_no_trouble),
	};

	return cmocka_run_group_tests_name("pairwise", tests, NULL, NULL);
}
