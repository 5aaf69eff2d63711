/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/logcost.h"

/* 3 hits of 10 with a total of 20, and none of 4 with 8: half a hit more of one hit more. */
static void half_a_hit_is_added(void **state)
{
	const double cost[] = {6, 0}, total[] = {20, 8}, total_hits[] = {10, 4};
	const struct pd_cost_matrix m = {.cost = cost,
					 .total = total,
					 .total_hits = total_hits,
					 .n_symbols = 1,
					 .n_base = 1,
					 .n_head = 1};

	(void)state;
	assert_close(pd_logcost(&m, 0, 0), log(3.5 / 11 * 20), 1e-15);
	assert_close(pd_logcost(&m, 0, 1), log(0.5 / 5 * 8), 1e-15);
}

/* Without hits there is no half of one; a cost of 0 then has no log. */
static void unknown_hits_leave_the_cost_as_it_is(void **state)
{
	const double cost[] = {6, 0, 5}, total[] = {20, 8, 9};
	const double total_hits[] = {nan(""), nan(""), 4};
	struct pd_cost_matrix m = {
		.cost = cost, .total = total, .n_symbols = 1, .n_base = 2, .n_head = 1};

	(void)state;
	assert_close(pd_logcost(&m, 0, 0), log(6), 0);
	assert_close(pd_logcost(&m, 0, 1), -HUGE_VAL, 0);
	m.total_hits = total_hits;
	assert_close(pd_logcost(&m, 0, 0), log(6), 0);
	assert_close(pd_logcost(&m, 0, 2), log((5 + 9.0 / 8) / (1 + 0.25)), 1e-15);
	assert_true(isnan(pd_logcost_hits(&m, 0, 0, 3)));
}

/*
 * Periods 1 1 2 in one run, 4 in the other: costs 4 and 4, squares 6 and 16.
 * (4 + 4)^2/(2 * 22) = 16/11 where hits say 2; each run alone 16/6 and 1.
 */
static void unequal_periods_are_worth_fewer_hits(void **state)
{
	const double cost[] = {4, 4}, squares[] = {6, 16}, hits[] = {3, 1};
	struct pd_cost_matrix m = {.cost = cost,
				   .hits = hits,
				   .squares = squares,
				   .n_symbols = 1,
				   .n_base = 1,
				   .n_head = 1};

	(void)state;
	assert_close(pd_logcost_hits(&m, 0, 0, 2), 16.0 / 11, 1e-15);
	assert_close(pd_logcost_hits(&m, 0, 0, 1), 16.0 / 6, 1e-15);
	assert_close(pd_logcost_hits(&m, 0, 1, 1), 1, 1e-15);
	m.squares = NULL;
	assert_close(pd_logcost_hits(&m, 0, 0, 2), 2, 0);
}

/* 7 hits of period 250000 cost 1750000, and squares 7 * 250000^2: 7 hits again. */
static void equal_periods_are_worth_their_hits(void **state)
{
	const double cost[] = {1750000, 250000}, squares[] = {7 * 6.25e10, 6.25e10};
	const struct pd_cost_matrix m = {
		.cost = cost, .squares = squares, .n_symbols = 1, .n_base = 1, .n_head = 1};

	(void)state;
	assert_close(pd_logcost_hits(&m, 0, 0, 1), 7, 1e-15);
	assert_close(pd_logcost_hits(&m, 0, 0, 2), 4, 1e-15);
}

static void squares_that_are_unknown_fall_back_on_hits(void **state)
{
	const double cost[] = {4, 4}, squares[] = {nan(""), 16}, hits[] = {3, 1};
	const struct pd_cost_matrix m = {.cost = cost,
					 .hits = hits,
					 .squares = squares,
					 .n_symbols = 1,
					 .n_base = 1,
					 .n_head = 1};

	(void)state;
	assert_close(pd_logcost_hits(&m, 0, 0, 2), 2, 0);
}

static void a_total_must_be_positive(void **state)
{
	const double total[] = {1, 0}, hits[] = {1, 0}, fine[] = {1, 2};
	struct pd_cost_matrix m = {.total = total, .n_base = 1, .n_head = 1};

	(void)state;
	assert_false(pd_logcost_usable(&m));
	m.total = fine;
	assert_true(pd_logcost_usable(&m));
	m.total_hits = hits;
	assert_false(pd_logcost_usable(&m));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_a_hit_is_added),
		cmocka_unit_test(unknown_hits_leave_the_cost_as_it_is),
		cmocka_unit_test(unequal_periods_are_worth_fewer_hits),
		cmocka_unit_test(equal_periods_are_worth_their_hits),
		cmocka_unit_test(squares_that_are_unknown_fall_back_on_hits),
		cmocka_unit_test(a_total_must_be_positive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
