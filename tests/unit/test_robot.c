/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spread in tables of the kernel test robot. */
#include "testing.h"

#include "deltaing.h"

#include "report/deltastyle.h"
#include "report/robot.h"

static void is_told(double cv, double n, const char *expected)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_robot_spread(&out, cv, n, true);
	pd_out_char(&out, '\0');
	assert_string_equal(out.buf, expected);
	(void)pd_out_close(&out);
}

/* Of five runs the population's is sqrt(4/5) = 0.894427 of the sample's. */
static void the_spread_is_that_of_the_population_cut_and_blank_up_to_two(void **state)
{
	(void)state;
	is_told(.0670820, 5, "+-  5%"); /* 6.0 % of the population, less rounding */
	is_told(.0670821, 5, "+-  6%");
	is_told(.0223606, 5, "      "); /* 2.0 % */
	is_told(.0336, 5, "+-  3%");
	is_told(1.2, 5, "+-107%");
	is_told(nan(""), 1, "      ");
	is_told(.5, 1, "      ");
}

/*
 * a has 10, 20 and 30 % of the hits of the base: mean 20 %, sample deviation 10 points, so the
 * population's is 8.165 points, 40.8 % of the mean. In the head it is 50 % of all, always.
 */
static void shares_of_profiles_vary_over_runs(void **state)
{
	static const struct pd_look ascii = {.ascii = true};
	struct deltaing d = deltaing_new();
	struct pd_deltareport report = {.result = &d.result, .version = "0.1.0"};
	struct pd_out out;

	(void)state;
	for (uint64_t i = 1; i <= 3; i++) {
		deltaing_run(&d, "base");
		deltaing_hits(&d, "a", 100 * i);
		deltaing_hits(&d, "b", 1000 - 100 * i);
		deltaing_run(&d, "head");
		deltaing_hits(&d, "a", 500 * i);
		deltaing_hits(&d, "b", 500 * i);
	}
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1});
	assert_close(deltaing_row(&d, "a")->base.share_cv, .5, 1e-14);
	assert_close(deltaing_row(&d, "a")->change[0].head.share_cv, 0, 0);
	pd_out_init(&out, -1);
	pd_deltastyle_find("lkp")->write(&report, &ascii, &out);
	pd_out_char(&out, '\0');
	assert_non_null(strstr(out.buf, "\n     20.00+- 40%     +30.0       50.00        "
					"perf-profile.self.cycles.a\n"));
	(void)pd_out_close(&out);
	deltaing_free(&d);
}

/* One profile does not vary, and a row that one of two runs lacks has a share of 0 there. */
static void absent_rows_count_as_zero(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	deltaing_run(&d, "base");
	deltaing_hits(&d, "a", 100);
	deltaing_hits(&d, "b", 100);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "a", 100);
	deltaing_hits(&d, "b", 100);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "b", 100);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work = 1});
	assert_true(isnan(deltaing_row(&d, "a")->base.share_cv));
	/* .5 and 0: mean .25, sample deviation sqrt(2) .25 */
	assert_close(deltaing_row(&d, "a")->change[0].head.share_cv, sqrt(2), 1e-14);
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_spread_is_that_of_the_population_cut_and_blank_up_to_two),
		cmocka_unit_test(shares_of_profiles_vary_over_runs),
		cmocka_unit_test(absent_rows_count_as_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
