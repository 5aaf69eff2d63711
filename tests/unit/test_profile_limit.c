/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Below what weight a row is not on a list: one rule, whoever says the rows. */
#include "testing.h"

#include "deltaing.h"
#include "profiling.h"

static double limit(uint64_t whole, uint64_t listed, uint64_t least, uint64_t n_rows)
{
	return pd_profile_limit(&(const struct pd_profile_list){
		.whole = whole, .listed = listed, .least = least, .n_rows = n_rows, .rounding = 50});
}

/* Three rows, each off by at most 50: up to 150 missing is no row. */
static void what_rounding_explains_is_not_cut(void **state)
{
	(void)state;
	assert_close(limit(1000, 1000, 100, 3), 0, 0);
	assert_close(limit(1000, 850, 100, 3), 0, 0);
	assert_close(limit(1000, 849, 100, 3), 150, 0);
}

/* The least that is listed may be 50 more than it says, and so may a row that just is not. */
static void what_is_not_listed_weighs_no_more_than_the_least_that_is(void **state)
{
	(void)state;
	assert_close(limit(10000, 5000, 100, 3), 150, 0);
	/* or than what is missing: 300, and what three rows may hide of themselves */
	assert_close(limit(10000, 9700, 2000, 3), 450, 0);
}

/* Nothing listed: all may be one row. Nothing but the whole is known of lost rows. */
static void without_a_least_row_all_that_is_missing_counts(void **state)
{
	struct pd_profile_list lost = {
		.whole = 10000, .listed = 5000, .least = 100, .n_rows = 3, .lacks_rows = true};

	(void)state;
	assert_close(limit(1000, 0, UINT64_MAX, 0), 1000, 0);
	assert_close(pd_profile_limit(&lost), 5000, 0);
}

#define HEAD "# Samples: 100  of event 'cycles'\n# Event count (approx.): 1000000\n#\n"

/* 60, 20 and 10 % of a million, each off by .005 % of it. */
static void a_list_has_one_limit_whoever_reads_it(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    HEAD "# Overhead  Command  Symbol    \n"
						 "# ........  .......  ..........\n#\n"
						 "    60.00%  prog     [.] a\n"
						 "    20.00%  prog     [.] b\n"
						 "    10.00%  prog     [.] c\n");
	struct deltaing d = deltaing_new();
	struct pd_hits *h = deltaing_run(&d, "base");
	uint32_t cycles = pd_hits_event(h, PD_STR("cycles"));

	(void)state;
	pd_hits_whole(h, cycles, 1000000);
	pd_hits_rounding(h, cycles, 50);
	deltaing_hits(&d, "a", 600000);
	deltaing_hits(&d, "b", 200000);
	deltaing_hits(&d, "c", 100000);
	deltaing_end_run(&d);
	d.profiles = pd_profile_set_finish(&d.set, d.ctx);
	assert_close(d.profiles.profile[0].event[0].limit, 100050, 0);
	assert_close(p.profiles.profile[0].event[0].limit, 100050, 0);
	profiling_close(&p);
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_rounding_explains_is_not_cut),
		cmocka_unit_test(what_is_not_listed_weighs_no_more_than_the_least_that_is),
		cmocka_unit_test(without_a_least_row_all_that_is_missing_counts),
		cmocka_unit_test(a_list_has_one_limit_whoever_reads_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
