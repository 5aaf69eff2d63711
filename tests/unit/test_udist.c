/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/contour.h"
#include "stat/udist.h"

static int setup(void **state)
{
	*state = pd_scratch_new();
	return 0;
}

static int teardown(void **state)
{
	pd_scratch_free(*state);
	return 0;
}

/* 2 v 3: the ten values of U are 0 1 2 2 3 3 4 4 5 6. */
static void two_against_three_by_counting(void **state)
{
	static const double below[] = {1, 2, 4, 6, 8, 9, 10};

	for (size_t u = 0; u <= 6; u++) {
		assert_close(pd_udist_less(2, 3, u, *state), below[u] / 10, 1e-15);
		assert_close(pd_udist_less(3, 2, u, *state), below[u] / 10, 1e-15);
	}
}

/* The table ends where the integral begins: both compute 100 v 100. */
static void both_methods_agree_where_they_meet(void **state)
{
	for (size_t u = 1500; u <= 5000; u += 500) {
		double table = pd_udist_less(100, 100, u, *state);
		double integral;
		struct pd_scratch *other = pd_scratch_new();

		integral = pd_contour_less(100, 100, u, other);
		pd_scratch_free(other);
		assert_close(integral, table, 1e-12);
	}
}

/* Big integers: the first u with P(U <= u) > 0.025 is 40840, 116051, 474692: the rank. */
static void ranks_of_large_samples_are_exact(void **state)
{
	assert_int_equal(pd_udist_rank(300, 300, 0.05, *state), 40840);
	assert_int_equal(pd_udist_rank(500, 500, 0.05, *state), 116051);
	assert_int_equal(pd_udist_rank(1000, 1000, 0.05, *state), 474692);
}

/* The definition: 2 P(U <= k - 1) <= alpha < 2 P(U <= k), across both methods. */
static void the_rank_is_the_largest_one_allowed(void **state)
{
	static const size_t size[][2] = {
		{1,   1   },
                {1,   50  },
                {4,   4   },
                {12,  9   },
                {40,  60  },
                {200, 35  },
                {31,  9000},
                {130, 130 }
        };
	static const double alpha[] = {0.5, 0.1, 0.05, 0.01, 1e-6};

	for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++) {
		for (size_t j = 0; j < sizeof(alpha) / sizeof(*alpha); j++) {
			size_t m = size[i][0], n = size[i][1];
			size_t k = pd_udist_rank(m, n, alpha[j], *state);

			if (k > 0)
				assert_true(2 * pd_udist_less(m, n, k - 1, *state) <= alpha[j]);
			assert_true(2 * pd_udist_less(m, n, k, *state) > alpha[j]);
		}
	}
}

/* 2 P(U <= 0) = 2/20: the level is met exactly, and 1 - 0.9 is not quite 0.1. */
static void a_level_met_exactly_counts(void **state)
{
	assert_int_equal(pd_udist_rank(3, 3, 1 - 0.9, *state), 1);
	assert_int_equal(pd_udist_rank(3, 3, 0.0999, *state), 0);
}

/* A scratch that held another distribution gives the same bits. */
static void results_do_not_depend_on_what_came_before(void **state)
{
	double first = pd_udist_less(10, 12, 31, *state);

	(void)pd_udist_less(60, 70, 1234, *state);
	(void)pd_udist_less(300, 300, 40000, *state);
	(void)pd_udist_less(3, 3, 1, *state);
	assert_close(pd_udist_less(10, 12, 31, *state), first, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_against_three_by_counting),
		cmocka_unit_test(both_methods_agree_where_they_meet),
		cmocka_unit_test(ranks_of_large_samples_are_exact),
		cmocka_unit_test(the_rank_is_the_largest_one_allowed),
		cmocka_unit_test(a_level_met_exactly_counts),
		cmocka_unit_test(results_do_not_depend_on_what_came_before),
	};

	return cmocka_run_group_tests_name("udist", tests, setup, teardown);
}
