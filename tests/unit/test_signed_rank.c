/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/vdist.h"

#include <perfdelta/stat_paired.h>

static struct pd_signed_rank test_of(const double *d, size_t n, enum pd_zeros zeros)
{
	struct pd_scratch *s = pd_scratch_new();
	struct pd_signed_rank t = pd_signed_rank(d, n, zeros, s);

	pd_scratch_free(s);
	return t;
}

/* Of the 2^n ways to give the magnitudes signs, the share whose rank sum is at most v. */
static double share_at_most(const double *rank, size_t n, double v)
{
	size_t count = 0;

	for (size_t signs = 0; signs < (size_t)1 << n; signs++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += signs >> i & 1 ? rank[i] : 0;
		count += sum <= v;
	}
	return (double)count / (double)((size_t)1 << n);
}

/* Magnitudes 0 1 1 2 3 3 3 have ranks 1, 2.5 2.5, 4, 6 6 6; V = 2.5 + 6 + 6. */
static void ties_and_zeros_are_exact_as_pratt_has_them(void **state)
{
	static const double d[] = {0, 1, -1, -2, 3, 3, -3}, rank[] = {2.5, 2.5, 4, 6, 6, 6};
	struct pd_signed_rank t = test_of(d, 7, PD_ZEROS_PRATT);

	(void)state;
	assert_close(t.v, 14.5, 0);
	assert_close(t.p_less, share_at_most(rank, 6, 14.5), 1e-15);
	assert_close(t.p_greater, share_at_most(rank, 6, 27 - 14.5), 1e-15);
	assert_int_equal(t.n_changed, 6);
	assert_true(t.ties);
}

/* Without the zero the ranks are 1.5 1.5, 3, 5 5 5; V = 1.5 + 5 + 5. */
static void or_the_zeros_are_left_out_first(void **state)
{
	static const double d[] = {0, 1, -1, -2, 3, 3, -3}, rank[] = {1.5, 1.5, 3, 5, 5, 5};
	struct pd_signed_rank t = test_of(d, 7, PD_ZEROS_WILCOXON);

	(void)state;
	assert_close(t.v, 11.5, 0);
	assert_close(t.p_less, share_at_most(rank, 6, 11.5), 1e-15);
	assert_close(t.p, 2 * share_at_most(rank, 6, 21 - 11.5), 1e-15);
}

/* All 63 sign patterns but one lie below a V of 21. */
static void six_pairs_are_the_fewest_that_reach_five_percent(void **state)
{
	static const double up[] = {1, 2, 3, 4, 5, 6};

	(void)state;
	assert_close(test_of(up, 6, PD_ZEROS_PRATT).p, 2.0 / 64, 0);
	assert_close(pd_signed_rank_min_p(6), 2.0 / 64, 0);
	assert_close(test_of(up, 5, PD_ZEROS_PRATT).p, 2.0 / 32, 0);
	assert_true(pd_signed_rank_reaches(6, 0.05));
	assert_false(pd_signed_rank_reaches(5, 0.05));
	/* the very level is reached, also where it is not a double: 3 pairs, 1 - 0.75 */
	assert_true(pd_signed_rank_reaches(3, 1 - 0.75));
}

static void pairs_that_did_not_change_say_nothing(void **state)
{
	static const double none[] = {0, -0.0, 0};
	struct pd_signed_rank t = test_of(none, 3, PD_ZEROS_PRATT);

	(void)state;
	assert_close(t.p, 1, 0);
	assert_close(t.v, 0, 0);
	assert_int_equal(t.n_changed, 0);
}

/* Pratt: 5 zeros take the ranks 1-5, so 6 and 7 with equal signs have p = 2/4 in either way. */
static void zeros_do_not_make_the_others_surer(void **state)
{
	static const double d[] = {0, 0, 0, 0, 0, 2, 3};

	(void)state;
	assert_close(test_of(d, 7, PD_ZEROS_PRATT).p, 0.5, 0);
	assert_close(test_of(d, 7, PD_ZEROS_WILCOXON).p, 0.5, 0);
	assert_close(test_of(d, 7, PD_ZEROS_PRATT).v, 13, 0);
}

/* d and -d: V and its complement exchange their tails. */
static void the_other_sign_is_the_mirror_image(void **state)
{
	double d[40], minus[40];
	struct pd_signed_rank a, b;

	(void)state;
	for (size_t i = 0; i < 40; i++) {
		d[i] = (double)(i * 7919 % 23) - 7;
		minus[i] = -d[i];
	}
	a = test_of(d, 40, PD_ZEROS_PRATT);
	b = test_of(minus, 40, PD_ZEROS_PRATT);
	assert_close(a.p, b.p, 0);
	assert_close(a.p_less, b.p_greater, 0);
	assert_close(a.p_greater, b.p_less, 0);
}

/* Differences 1 .. n of which the ranks that sum up to @v are positive. */
static void give_signs(double *d, size_t n, size_t v)
{
	for (size_t r = n; r > 0; r--) {
		bool in = v >= r;

		d[r - 1] = in ? (double)r : -(double)r;
		v -= in ? r : 0;
	}
}

/* The counts of subsets in whole numbers (python), divided by 2^200. */
static void two_hundred_pairs_are_exact(void **state)
{
	double d[200];

	(void)state;
	give_signs(d, 200, 8410);
	assert_close(test_of(d, 200, PD_ZEROS_PRATT).v, 8410, 0);
	assert_close(test_of(d, 200, PD_ZEROS_PRATT).p_less, 0.02264315612948866, 1e-13);
	give_signs(d, 200, 5952);
	assert_close(test_of(d, 200, PD_ZEROS_PRATT).p_less, 1.8066738858460257e-07, 1e-13);
}

/* The same counts at 250, which is beyond: the normal law alone is 0.3 % and 3.7 % off. */
static void beyond_the_normal_law_has_a_kurtosis_term(void **state)
{
	double d[250];
	struct pd_signed_rank t;

	(void)state;
	give_signs(d, 250, 13398);
	t = test_of(d, 250, PD_ZEROS_PRATT);
	assert_int_equal(t.kind, PD_P_EDGEWORTH);
	assert_close(t.p_less, 0.022686045795108543, 3e-5);
	give_signs(d, 250, 12253);
	assert_close(test_of(d, 250, PD_ZEROS_PRATT).p_less, 0.001300152443502693, 2e-4);
}

/*
 * Tied in tens, both sides of the border: the variance of 200 pairs, by the ranks
 * 5.5, 15.5 ..., is what the exact law has; 2^-200 sum = 1 over all of it.
 */
static void the_variance_allows_for_ties(void **state)
{
	double d[250], squares = 0;
	struct pd_signed_rank t;

	(void)state;
	for (size_t i = 0; i < 250; i++) {
		size_t group = i / 10;
		double rank = (double)(10 * group) + 5.5;

		d[i] = (double)(group + 1) * (i % 3 ? 1 : -1);
		squares += rank * rank;
	}
	t = test_of(d, 250, PD_ZEROS_PRATT);
	assert_close(t.sd, sqrt(squares / 4), 1e-14);
	assert_close(t.expected, 250.0 * 251 / 4, 0);
}

/*
 * Beside a hundred thousand zeros ranks are so high that a table of their sums would fill
 * the memory. The change of 100 with one sign in 30 is then a sign test, or nearly.
 */
static void a_flood_of_zeros_is_no_flood_of_memory(void **state)
{
	enum { N = 100000 };
	static double d[N];
	struct pd_signed_rank t;
	double tail = 0, term = ldexp(1, -100);

	(void)state;
	for (size_t i = 0; i < 100; i++)
		d[i * 1000] = i >= 35 && i < 65 ? -1 - (double)i : 1 + (double)i;
	for (int k = 0; k < 30; k++) {
		tail += term;
		term *= (double)(100 - k) / (double)(k + 1);
	}
	t = test_of(d, N, PD_ZEROS_PRATT);
	assert_int_equal(t.n_changed, 100);
	/* all with fewer than 30 of that sign, and some of those with 30 */
	assert_true(t.p_greater > tail && t.p_greater < tail + term);
	for (size_t i = 35; i < 65; i++)
		d[i * 1000] = 1;
	assert_close(test_of(d, N, PD_ZEROS_PRATT).p_greater, ldexp(1, -100), 0);
}

/* P(V <= v) and P(V <= total - v - 1) are 1 together, for each n and v. */
static void the_law_is_symmetric_and_complete(void **state)
{
	struct pd_scratch *s = pd_scratch_new();

	(void)state;
	for (size_t n = 1; n <= 40; n++) {
		size_t total = n * (n + 1) / 2;

		for (size_t v = 0; v < total; v++)
			assert_close(pd_vdist_less(n, v, s) + pd_vdist_less(n, total - v - 1, s), 1,
				     1e-14);
		assert_close(pd_vdist_less(n, total, s), 1, 0);
		assert_close(pd_vdist_less(n, 0, s), ldexp(1, -(int)n), 0);
	}
	pd_scratch_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ties_and_zeros_are_exact_as_pratt_has_them),
		cmocka_unit_test(or_the_zeros_are_left_out_first),
		cmocka_unit_test(six_pairs_are_the_fewest_that_reach_five_percent),
		cmocka_unit_test(pairs_that_did_not_change_say_nothing),
		cmocka_unit_test(zeros_do_not_make_the_others_surer),
		cmocka_unit_test(the_other_sign_is_the_mirror_image),
		cmocka_unit_test(two_hundred_pairs_are_exact),
		cmocka_unit_test(beyond_the_normal_law_has_a_kurtosis_term),
		cmocka_unit_test(the_variance_allows_for_ties),
		cmocka_unit_test(a_flood_of_zeros_is_no_flood_of_memory),
		cmocka_unit_test(the_law_is_symmetric_and_complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
