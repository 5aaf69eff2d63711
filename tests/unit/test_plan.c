/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include <perfdelta/stat.h>

/* (1.4294 * 0.02/0.01)^2 = 8.17 times 5 runs is 40.9. */
static void runs_grow_with_the_square_of_the_half_width(void **state)
{
	(void)state;
	assert_close(pd_plan_runs(5, 0.02, 0.01, 1, 0.05), 41, 0);
	/* (1.4931 * 2)^2 = 8.917, times 5 is 44.6 */
	assert_close(pd_plan_runs_same(5, 0.02, 0.01), 45, 0);
}

/* The published steps: 2/C(2n, n) against 0.05/M. */
static void a_family_needs_more_runs_whatever_the_noise(void **state)
{
	static const struct {
		size_t family;
		double runs;
	} steps[] = {
		{1,   4},
                {2,   5},
                {6,   5},
                {7,   6},
                {23,  6},
                {24,  7},
                {85,  7},
                {86,  8},
                {321, 8}
        };

	(void)state;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		assert_close(pd_plan_runs(10, 1e-9, 0.02, steps[i].family, 0.05), steps[i].runs, 0);
}

static void no_noise_still_needs_four_runs(void **state)
{
	(void)state;
	assert_close(pd_plan_runs(3, 0, 0.02, 1, 0.05), 4, 0);
	assert_close(pd_plan_runs_same(3, 0, 0.02), 4, 0);
}

/* What is just detectable now needs the runs there are. */
static void detectable_is_the_inverse_of_runs(void **state)
{
	double effect = pd_plan_detectable(0.013);

	(void)state;
	assert_close(effect, expm1(0.013 * 1.4294064790024283), 1e-14);
	assert_close(pd_plan_runs(25, 0.013, log1p(effect) * 1.0000001, 1, 0.05), 25, 0);
}

static void nonsense_has_no_answer(void **state)
{
	(void)state;
	assert_true(isnan(pd_plan_runs(5, nan(""), 0.02, 1, 0.05)));
	assert_true(isnan(pd_plan_runs(5, HUGE_VAL, 0.02, 1, 0.05)));
	assert_true(isnan(pd_plan_runs(5, 0.01, 0, 1, 0.05)));
	assert_true(isnan(pd_plan_runs_same(5, 0.01, -1)));
	assert_true(isnan(pd_plan_detectable(nan(""))));
}

/* z(.995)/z(.975) = 2.5758293/1.9599640: a 99 % interval is that much wider. */
static void a_wider_level_plans_the_same_runs(void **state)
{
	(void)state;
	assert_close(pd_plan_half_width(0.1, 0.95), 0.1, 1e-14);
	assert_close(pd_plan_half_width(0.1 * 2.5758293035489004 / 1.9599639845400545, 0.99), 0.1,
		     1e-13);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_grow_with_the_square_of_the_half_width),
		cmocka_unit_test(a_family_needs_more_runs_whatever_the_noise),
		cmocka_unit_test(no_noise_still_needs_four_runs),
		cmocka_unit_test(detectable_is_the_inverse_of_runs),
		cmocka_unit_test(nonsense_has_no_answer),
		cmocka_unit_test(a_wider_level_plans_the_same_runs),
	};

	return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
