/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

/* Coverage of the full range of n values is 1 - 2^(1-n). */
static void full_range_covers_one_minus_two_to_the_one_minus_n(void **state)
{
	const double x[] = {-10, 2, 3, 4, 5, 6};
	struct pd_estimate e = pd_median_ci_exact(x, 6, 0.95);

	(void)state;
	assert_close(e.point, 3.5, 0);
	assert_close(e.lo, -10, 0);
	assert_close(e.hi, 6, 0);
	assert_close(e.level, 1 - 0.03125, 1e-14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_range_covers_one_minus_two_to_the_one_minus_n),
	};

	return cmocka_run_group_tests_name("median", tests, NULL, NULL);
}
