/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat_profile.h>

/* Two symbols in one run a side, each hit costing 1000: 100 of 1000 against 300 of 2000. */
static const double hits[] = {100, 300, 900, 1700}, cost[] = {1e5, 3e5, 9e5, 17e5};
static const double total[] = {1e6, 2e6}, total_hits[] = {1000, 2000};
static const struct pd_cost_matrix counts = {cost, hits, NULL, total, total_hits, 2, 1, 1};

/* log(300.5/100.5 * 1001/2001 * 2), variance 1/100.5 + 1/300.5 + 2 * 0.1^2. */
static void one_run_a_side_by_hand(void **state)
{
	const double delta = log(300.5 / 100.5 * 1001 / 2001 * 2);
	const double se = sqrt(1 / 100.5 + 1 / 300.5 + 0.02);
	struct pd_unreplicated_row row[2];

	(void)state;
	assert_int_equal(pd_unreplicated(&counts, NULL, row), PD_OK);
	assert_true(row[0].tested);
	assert_close(row[0].delta_log, delta, 1e-13);
	assert_close(row[0].se, se, 1e-13);
	assert_close(row[0].z, delta / se, 1e-13);
	assert_close(row[0].p, erfc(delta / se / sqrt(2)), 1e-11);
	assert_close(row[0].rel.point, expm1(delta), 1e-13);
	assert_close(row[0].rel.hi, expm1(delta + 1.959963984540054 * se), 1e-12);
	/* two tests at .05: z(.9875) = 2.241403, z(.8) = 0.841621 */
	assert_close(log1p(row[0].detectable) / se, 2.241403 + 0.841621, 1e-6);
}

/* What is counted alone: the share of 15 % less that of 10 %, whatever runs may do. */
static void the_share_holds_counting_only(void **state)
{
	struct pd_estimate e = pd_newcombe(100, 1000, 300, 2000, 0.95);
	struct pd_unreplicated_row row[2];

	(void)state;
	assert_int_equal(pd_unreplicated(&counts, NULL, row), PD_OK);
	assert_close(row[0].share.point, 0.05, 1e-13);
	assert_close(row[0].share.lo, e.lo, 1e-12);
	assert_close(row[0].share.hi, e.hi, 1e-12);
}

static void kappa_is_an_assumption(void **state)
{
	const struct pd_unreplicated_how none = {.no_kappa = true}, half = {.kappa = 0.5};
	struct pd_unreplicated_row row[2];

	(void)state;
	assert_int_equal(pd_unreplicated(&counts, &none, row), PD_OK);
	assert_close(row[0].se, sqrt(1 / 100.5 + 1 / 300.5), 1e-13);
	assert_int_equal(pd_unreplicated(&counts, &half, row), PD_OK);
	assert_close(row[0].se, sqrt(1 / 100.5 + 1 / 300.5 + 0.5), 1e-13);
}

/* Three runs of head against one of base: a third of the variance of each. */
static void more_runs_on_one_side_are_averaged(void **state)
{
	const double k[] = {100, 90, 100, 110}, t[] = {1e3, 1e3, 1e3, 1e3};
	const struct pd_cost_matrix m = {k, k, NULL, t, t, 1, 1, 3};
	const double y = log(90.5) + log(100.5) + log(110.5);
	struct pd_unreplicated_row row;

	(void)state;
	assert_int_equal(pd_unreplicated(&m, NULL, &row), PD_OK);
	assert_close(row.delta_log, y / 3 - log(100.5), 1e-11);
	assert_close(row.se, sqrt(0.01 + 1 / 100.5 + (0.01 + 1 / 100.5) / 3), 1e-13);
	assert_true(fabs(row.share.point) < 1e-15);
}

/*
 * By frequency: 100 hits whose periods are half 1, half 3 count as 200^2/500 = 80,
 * and of 1000 in all as 800. 100 against 0: only half a hit is left.
 */
static void unequal_periods_and_a_symbol_that_is_gone(void **state)
{
	const double c[] = {200, 0}, q[] = {500, 0}, t[] = {2000, 2000}, n[] = {1000, 1000};
	const struct pd_cost_matrix m = {c, NULL, q, t, n, 1, 1, 1};
	struct pd_estimate e = pd_newcombe(80, 800, 0, 1000, 0.95);
	struct pd_unreplicated_row row;

	(void)state;
	assert_int_equal(pd_unreplicated(&m, NULL, &row), PD_OK);
	assert_close(row.hits_base, 80, 1e-13);
	assert_close(row.hits_head, 0, 0);
	assert_close(row.se, sqrt(1 / 80.5 + 1 / 0.5 + 0.02), 1e-13);
	assert_close(row.delta_log, log(1.0 / 201), 1e-11);
	assert_close(row.share.lo, e.lo, 1e-12);
	assert_close(row.share.hi, e.hi, 1e-12);
}

/* 4 and 5 hits are fewer than 5 a run; unknown ones could be anything. */
static void too_few_or_unknown_hits_are_not_tested(void **state)
{
	const double k[] = {4, 5}, t[] = {1e3, 1e3}, unknown[] = {nan(""), 5};
	struct pd_cost_matrix m = {k, k, NULL, t, t, 1, 1, 1};
	struct pd_unreplicated_row row;

	(void)state;
	assert_int_equal(pd_unreplicated(&m, NULL, &row), PD_OK);
	assert_false(row.tested);
	assert_true(isnan(row.p) && isnan(row.se) && isnan(row.rel.lo) && isfinite(row.delta_log));
	assert_true(row.share.reached);
	m.hits = unknown;
	assert_int_equal(pd_unreplicated(&m, NULL, &row), PD_OK);
	assert_false(row.tested);
	m.hits = m.total_hits = NULL;
	assert_int_equal(pd_unreplicated(&m, NULL, &row), PD_OK);
	assert_false(row.tested);
	assert_true(isnan(row.share.lo) && !row.share.reached);
	assert_close(row.delta_log, log(1.25), 1e-13);
}

static void a_side_without_runs_is_undefined(void **state)
{
	struct pd_cost_matrix m = counts;
	struct pd_unreplicated_row row = {.z = 42};

	(void)state;
	m.n_head = 0;
	assert_int_equal(pd_unreplicated(&m, NULL, &row), PD_EUNDEFINED);
	assert_close(row.z, 42, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_run_a_side_by_hand),
		cmocka_unit_test(the_share_holds_counting_only),
		cmocka_unit_test(kappa_is_an_assumption),
		cmocka_unit_test(more_runs_on_one_side_are_averaged),
		cmocka_unit_test(unequal_periods_and_a_symbol_that_is_gone),
		cmocka_unit_test(too_few_or_unknown_hits_are_not_tested),
		cmocka_unit_test(a_side_without_runs_is_undefined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
