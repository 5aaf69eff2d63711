/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_many.h>

/*
 * {1, 3}: 2 squares, 1 degree; {2, 4, 6}: 8, 2; {5}: none. Variance 10/3 of 3 degrees. 2 to 4:
 * se^2 = 10/3 (1/2 + 1/3) = 25/9, t = 2/(5/3) = 1.2. With 3 degrees P(|T| > t) =
 * 1 - 2/pi (u + sin u cos u), tan u = t/sqrt 3.
 */
static void three_series_by_hand(void **state)
{
	const double x[] = {1, 3}, y[] = {2, 4, 6}, z[] = {5};
	struct pd_pooled pool = {0};
	struct pd_welch w;
	double u = atan(1.2 / sqrt(3));

	(void)state;
	pd_pooled_add(&pool, z, 1, false);
	pd_pooled_add(&pool, x, 2, false);
	pd_pooled_add(&pool, y, 3, false);
	assert_close(pool.df, 3, 0);
	assert_int_equal(pd_pooled_test(&pool, &(struct pd_pooled_pair){x, y, 2, 3, false}, 0.95,
					&w),
			 PD_OK);
	assert_close(w.diff, 2, 1e-15);
	assert_close(w.t, 1.2, 1e-14);
	assert_close(w.p, 1 - 2 / acos(-1) * (u + sin(u) * cos(u)), 1e-13);
	/* the 0.975 quantile of t(3) */
	assert_close(w.hi, 2 + 3.182446305284263 * 5 / 3, 1e-11);
}

static void one_run_beside_others_has_their_variance(void **state)
{
	const double x[] = {1, 3}, z[] = {5};
	struct pd_pooled pool = {0};
	struct pd_welch w;

	(void)state;
	pd_pooled_add(&pool, x, 2, false);
	pd_pooled_add(&pool, z, 1, false);
	assert_int_equal(pd_pooled_test(&pool, &(struct pd_pooled_pair){x, z, 2, 1, false}, 0.95,
					&w),
			 PD_OK);
	assert_close(w.se, sqrt(2 * 1.5), 1e-15);
}

static void logs_are_pooled_as_logs(void **state)
{
	const double x[] = {exp(1), exp(3)}, y[] = {exp(2), exp(4), exp(6)};
	struct pd_pooled pool = {0};
	struct pd_welch w;

	(void)state;
	pd_pooled_add(&pool, x, 2, true);
	pd_pooled_add(&pool, y, 3, true);
	assert_int_equal(
		pd_pooled_test(&pool, &(struct pd_pooled_pair){x, y, 2, 3, true}, 0.95, &w), PD_OK);
	assert_close(w.diff, 2, 1e-14);
	assert_close(w.t, 1.2, 1e-13);
}

/* Neither 1e300 nor what is a million times smaller overflows or vanishes. */
static void sizes_of_all_kinds(void **state)
{
	static const double scale[] = {1e300, 1e-290, 1};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const double x[] = {1 * scale[i], 3 * scale[i]};
		const double y[] = {2 * scale[i], 4 * scale[i], 6 * scale[i]};
		const double small[] = {1e-6 * scale[i], 2e-6 * scale[i]};
		struct pd_pooled pool = {0};
		struct pd_welch w;

		pd_pooled_add(&pool, small, 2, false);
		pd_pooled_add(&pool, x, 2, false);
		pd_pooled_add(&pool, y, 3, false);
		assert_int_equal(pd_pooled_test(&pool, &(struct pd_pooled_pair){x, y, 2, 3, false},
						0.95, &w),
				 PD_OK);
		/* 10 squares and 5e-13 over 4 degrees */
		assert_close(w.t, 2 / sqrt((10 + 5e-13) / 4 * (1.0 / 2 + 1.0 / 3)), 1e-12);
		assert_close(w.diff / scale[i], 2, 1e-14);
	}
}

static void nothing_varies_nothing_is_tested(void **state)
{
	const double x[] = {1, 1}, z[] = {5};
	struct pd_pooled pool = {0};
	struct pd_welch w;

	(void)state;
	pd_pooled_add(&pool, x, 2, false);
	pd_pooled_add(&pool, z, 1, false);
	assert_int_equal(pd_pooled_test(&pool, &(struct pd_pooled_pair){x, z, 2, 1, false}, 0.95,
					&w),
			 PD_EUNDEFINED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_series_by_hand),
		cmocka_unit_test(one_run_beside_others_has_their_variance),
		cmocka_unit_test(logs_are_pooled_as_logs),
		cmocka_unit_test(sizes_of_all_kinds),
		cmocka_unit_test(nothing_varies_nothing_is_tested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
