/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_profile.h>

/* Newcombe (1998), table II: 56/70 - 48/80 and 9/10 - 3/10, method 10, as printed. */
static void the_published_examples(void **state)
{
	struct pd_estimate a = pd_newcombe(48, 80, 56, 70, 0.95);
	struct pd_estimate b = pd_newcombe(3, 10, 9, 10, 0.95);

	(void)state;
	assert_close(a.point, 0.2, 1e-14);
	assert_true(fabs(a.lo - 0.0524) <= 5e-5 && fabs(a.hi - 0.3339) <= 5e-5);
	assert_true(fabs(b.lo - 0.1705) <= 5e-5 && fabs(b.hi - 0.8090) <= 5e-5);
}

/* The roots of (p - k/n)^2 = z^2 p (1 - p)/n: for k = 0 they are 0 and z^2/(n + z^2). */
static void a_share_of_nothing_begins_at_zero(void **state)
{
	const double z = 1.959963984540054;
	struct pd_estimate none = pd_newcombe_wilson(0, 500, 0.95);
	struct pd_estimate all = pd_newcombe_wilson(500, 500, 0.95);

	(void)state;
	assert_close(none.lo, 0, 0);
	assert_close(none.hi, z * z / (500 + z * z), 1e-13);
	assert_close(all.lo, 500 / (500 + z * z), 1e-13);
	assert_close(all.hi, 1, 0);
}

/* Both ends solve the quadratic, to the last digits also where the share is tiny. */
static void ends_of_tiny_shares_keep_their_digits(void **state)
{
	const double z = 1.959963984540054, k = 2, n = 1e12;
	struct pd_estimate e = pd_newcombe_wilson(k, n, 0.95);

	(void)state;
	/* with p << 1: p^2 - (2k + z^2) p/n + k^2/n^2 = 0 */
	double middle = (2 * k + z * z) / (2 * n);
	double half = sqrt(middle * middle - k * k / (n * n));

	assert_close(e.lo, k * k / (n * n) / (middle + half), 1e-11);
	assert_close(e.hi, middle + half, 1e-11);
}

static void exchanging_the_sides_turns_the_interval_round(void **state)
{
	struct pd_estimate a = pd_newcombe(10.5, 900, 31.25, 1100, 0.9);
	struct pd_estimate b = pd_newcombe(31.25, 1100, 10.5, 900, 0.9);

	(void)state;
	assert_close(a.lo, -b.hi, 1e-13);
	assert_close(a.hi, -b.lo, 1e-13);
	assert_close(a.level, 0.9, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_published_examples),
		cmocka_unit_test(a_share_of_nothing_begins_at_zero),
		cmocka_unit_test(ends_of_tiny_shares_keep_their_digits),
		cmocka_unit_test(exchanging_the_sides_turns_the_interval_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
