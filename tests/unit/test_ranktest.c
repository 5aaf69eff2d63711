/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

#include <stdlib.h>

#define COUNT(a)   (sizeof(a) / sizeof(*(a)))
#define TEST(x, y) pd_ranktest((x), COUNT(x), (y), COUNT(y), *state)

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

/* All 3 against all 3: one arrangement of C(6, 3) = 20 on either side. */
static void complete_separation_is_one_arrangement(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {4, 5, 6};
	struct pd_ranktest t = TEST(x, y);

	assert_close(t.u_x, 0, 0);
	assert_close(t.p_less, 0.05, 1e-15);
	assert_close(t.p_greater, 1, 0);
	assert_close(t.p, 0.1, 1e-15);
	assert_close(t.p_absdev, 0.1, 1e-15);
	assert_int_equal(t.kind, PD_P_EXACT);
	assert_false(t.ties);
}

/* Ranks 1 3 against 2 4: U = 0 + 1; of the six sums 3 4 5 5 6 7, two are <= 4. */
static void two_against_two_by_counting(void **state)
{
	const double x[] = {1, 3}, y[] = {2, 4};
	struct pd_ranktest t = TEST(x, y);

	assert_close(t.u_x, 1, 0);
	assert_close(t.p_less, 2.0 / 6, 1e-15);
	assert_close(t.p_greater, 5.0 / 6, 1e-15);
	assert_close(t.p, 4.0 / 6, 1e-15);
}

/* The one 4 among eleven is the lowest of all in 1 of 11 samples; doubling gives 2/11. */
static void ten_fives_against_a_four_is_two_elevenths(void **state)
{
	const double x[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, below[] = {4}, above[] = {6};

	assert_close(TEST(x, below).p, 2.0 / 11, 1e-15);
	assert_close(TEST(x, above).p, 2.0 / 11, 1e-15);
	assert_close(TEST(below, x).p, 2.0 / 11, 1e-15);
	assert_true(TEST(x, below).ties);
}

/*
 * Pooled: three 4s and seven 5s. y = {4, 4, 5} or lower means at least two of
 * the three 4s among three: (3 * 7 + 1)/C(10, 3) = 22/120 = 11/60. For any
 * deviation as large on the other side four 5s would be needed: none.
 */
static void fives_and_fours_are_eleven_thirtieths(void **state)
{
	const double x[] = {4, 5, 5, 5, 5, 5, 5}, y[] = {4, 4, 5};
	struct pd_ranktest t = TEST(x, y), back = TEST(y, x);

	assert_close(t.p_greater, 11.0 / 60, 1e-14);
	assert_close(t.p, 11.0 / 30, 1e-14);
	assert_close(t.p_absdev, 11.0 / 60, 1e-14);
	assert_close(back.p, t.p, 0);
}

/* The same by either orientation, with a null that is not symmetric. */
static void a_skewed_tied_null_does_not_depend_on_the_orientation(void **state)
{
	const double x[] = {1, 1, 1, 1, 1, 1, 5}, y[] = {1, 2, 3};

	/* enumeration: P(W_x <= w) = 11/60, P(W_x >= w) = 7/8, P(|W - E| >= ..) = 19/40 */
	assert_close(TEST(x, y).p_less, 11.0 / 60, 1e-14);
	assert_close(TEST(x, y).p_greater, 7.0 / 8, 1e-14);
	assert_close(TEST(x, y).p_absdev, 19.0 / 40, 1e-14);
	assert_close(TEST(y, x).p, 11.0 / 30, 1e-14);
}

static void a_doubled_p_is_at_most_one(void **state)
{
	const double x[] = {1}, y[] = {1, 2};

	/* of the three values one is x: P(W <= w) = 2/3, P(W >= w) = 1 */
	assert_close(TEST(x, y).p, 1, 0);
	assert_close(TEST(x, y).p_less, 2.0 / 3, 1e-15);
}

/*
 * 1 .. 10 against 2, 4 .. 24, which share five values. Enumerating all
 * C(22, 10) = 646646 samples: P(W <= w) = 3881/646646, P(|W - E| >= |w - E|) =
 * 3844/323323 = 0.01188904, the exact two-sided p of R's coin.
 */
static void one_to_ten_against_the_even_numbers(void **state)
{
	const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	const double y[] = {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24};
	struct pd_ranktest t = TEST(x, y);

	assert_close(t.p, 3881.0 / 323323, 1e-13);
	assert_close(t.p_absdev, 3844.0 / 323323, 1e-13);
}

static void all_values_equal_is_p_one(void **state)
{
	const double x[] = {3, 3, 3}, y[] = {3, 3};
	struct pd_ranktest t = TEST(x, y);

	assert_close(t.p, 1, 0);
	assert_close(t.p_absdev, 1, 0);
	assert_close(t.u_x, 3, 0);
	assert_int_equal(t.kind, PD_P_EXACT);
}

static void negative_zero_ties_with_zero(void **state)
{
	const double x[] = {-0.0, 1}, y[] = {0.0, 2};

	assert_true(TEST(x, y).ties);
	assert_close(TEST(x, y).u_x, 1.5, 0);
}

static void fill(double *v, size_t n, double first, double step)
{
	for (size_t i = 0; i < n; i++)
		v[i] = first + step * (double)i;
}

/*
 * 1001 x 1001 pairs are beyond the exact range. U of interleaved values is
 * mn/2 - m/2 = 500500, 500.5 below the mean; sd = sqrt(mn(m+n+1)/12) =
 * 12932.5, z = 500/12932.5; the correction is of order 1/n.
 */
static void beyond_a_million_pairs_the_p_is_an_approximation(void **state)
{
	enum { N = 1001 };
	double x[N], y[N];
	struct pd_ranktest t;

	fill(x, N, 0, 2);
	fill(y, N, 1, 2);
	t = TEST(x, y);
	assert_int_equal(t.kind, PD_P_EDGEWORTH);
	assert_close(t.u_x, 500500, 0);
	assert_close(t.p, erfc(500 / 12932.5 / sqrt(2)), 1e-3);
	assert_true(isnan(t.p_absdev));
}

/* 1000 x 1000 is the largest exact case; the two answers meet there. */
static void the_exact_and_the_approximate_p_meet(void **state)
{
	enum { N = 1000 };
	double x[N], y[N];
	struct pd_ranktest exact;
	double sd = sqrt(1e6 * 2001 / 12);

	fill(x, N, 0, 2);
	fill(y, N, 51, 2);
	exact = TEST(x, y);
	assert_int_equal(exact.kind, PD_P_EXACT);
	assert_close(exact.p, erfc((5e5 - exact.u_x - 0.5) / sd / sqrt(2)), 5e-3);
}

/* C(2000, 1000) is 2e600: the p is tiny, not 0. */
static void a_p_is_never_zero(void **state)
{
	enum { N = 1000 };
	double x[N], y[N];

	fill(x, N, 0, 1);
	fill(y, N, N, 1);
	assert_true(TEST(x, y).p > 0);
	assert_true(pd_ranktest_min_p(N, N) > 0);
}

static void the_smallest_p_is_two_over_the_number_of_arrangements(void **state)
{
	(void)state;
	assert_close(pd_ranktest_min_p(3, 3), 2.0 / 20, 1e-15);
	assert_close(pd_ranktest_min_p(4, 4), 2.0 / 70, 1e-15);
	assert_close(pd_ranktest_min_p(2, 8), 2.0 / 45, 1e-15);
	assert_close(pd_ranktest_min_p(10, 10), 2.0 / 184756, 1e-15);
	assert_close(pd_ranktest_min_p(1, 1), 1, 0);
}

/* 2/C(6, 3) = 0.1 and 2/C(16, 2) = 1/60 exactly; rounding must not decide. */
static void an_alpha_met_exactly_is_reached(void **state)
{
	(void)state;
	assert_true(pd_ranktest_reaches(3, 3, 0.1));
	assert_true(pd_ranktest_reaches(3, 3, 1 - 0.9));
	assert_true(pd_ranktest_reaches(2, 14, 1.0 / 60));
	assert_true(pd_ranktest_reaches(4, 4, 0.2 / 7));
	assert_false(pd_ranktest_reaches(3, 3, 0.0999999));
	assert_false(pd_ranktest_reaches(3, 3, 0.05));
}

/* {1, 1, 2} against {1, 3}: the low pair is any 2 of three 1s, 3/10; the high pair 1/10. */
static void ties_raise_the_smallest_p(void **state)
{
	const double x[] = {1, 1, 2}, y[] = {1, 3}, flat[] = {1, 1};

	(void)state;
	assert_close(pd_ranktest_min_p_tied(x, 3, y, 2), 0.2, 1e-15);
	assert_close(pd_ranktest_min_p_tied(x, 2, flat, 2), 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(complete_separation_is_one_arrangement),
		cmocka_unit_test(two_against_two_by_counting),
		cmocka_unit_test(ten_fives_against_a_four_is_two_elevenths),
		cmocka_unit_test(fives_and_fours_are_eleven_thirtieths),
		cmocka_unit_test(a_skewed_tied_null_does_not_depend_on_the_orientation),
		cmocka_unit_test(a_doubled_p_is_at_most_one),
		cmocka_unit_test(one_to_ten_against_the_even_numbers),
		cmocka_unit_test(all_values_equal_is_p_one),
		cmocka_unit_test(negative_zero_ties_with_zero),
		cmocka_unit_test(beyond_a_million_pairs_the_p_is_an_approximation),
		cmocka_unit_test(the_exact_and_the_approximate_p_meet),
		cmocka_unit_test(a_p_is_never_zero),
		cmocka_unit_test(the_smallest_p_is_two_over_the_number_of_arrangements),
		cmocka_unit_test(an_alpha_met_exactly_is_reached),
		cmocka_unit_test(ties_raise_the_smallest_p),
	};

	return cmocka_run_group_tests_name("ranktest", tests, setup, teardown);
}
