/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of an event that are more than what their source calls its whole. */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define REPORT(text, expected, said) \
 assert_profiles(&pd_format_perf_report, cells, text, expected, said)

#define EXCEEDS      "warning 0:0 exceeds-whole\n"
#define EVENT(whole) "# Samples: 100  of event 'cycles'\n# Event count (approx.): " whole "\n#\n"
#define SHARES                       \
 "# Overhead  Command  Symbol    \n" \
 "# ........  .......  ..........\n#\n"
#define PERIODS                                \
 "# Overhead        Period  Command  Symbol\n" \
 "# ........  ............  .......  ......\n#\n"

/* 60% and 90% of 1000 hits and of 1000000. */
static void shares_of_more_than_all_make_their_sum_the_whole(void **state)
{
	(void)state;
	REPORT("# Samples: 1000  of event 'cycles'\n# Event count (approx.): 1000000\n#\n" SHARES
	       "    60.00%  a        [.] c\n"
	       "    90.00%  a        [.] d\n",
	       "== operand 0\n-- cycles 1500000 1500\na|c|||600000|600\na|d|||900000|900\n",
	       EXCEEDS);
}

/* Each of three rows may be 0.005% above what it is: 100.01% is all that there is, 100.02% not. */
static void what_rounding_explains_is_not_more_than_all(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    EVENT("1000000") SHARES "    33.34%  a        [.] c\n"
								    "    33.34%  a        [.] d\n"
								    "    33.33%  a        [.] e\n");

	(void)state;
	assert_string_equal(p.said, "");
	assert_int_equal(p.profiles.profile[0].event[0].weight, 1000000);
	profiling_close(&p);
	p = profiling_text(&pd_format_perf_report,
			   EVENT("1000000") SHARES "    33.34%  a        [.] c\n"
						   "    33.34%  a        [.] d\n"
						   "    33.34%  a        [.] e\n");
	assert_string_equal(p.said, EXCEEDS);
	assert_int_equal(p.profiles.profile[0].event[0].weight, 1000200);
	profiling_close(&p);
}

/* Periods are exact: 600000 + 400000 are no 999999. */
static void periods_are_believed_more_than_the_whole(void **state)
{
	static const char rows[] = "    60.00%        600000  a        [.] c\n"
				   "    40.00%        400000  a        [.] d\n";
	static const struct {
		const char *whole, *said;
		uint64_t weight;
	} cases[] = {
		{"500",     EXCEEDS, 1000000},
		{"999999",  EXCEEDS, 1000000},
		{"1000000", "",      1000000},
		{"9000000", "",      9000000}, /* a list that was cut */
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++) {
		char text[512];
		struct profiling p;

		(void)snprintf(text, sizeof(text), EVENT("%s") PERIODS "%s", cases[i].whole, rows);
		p = profiling_text(&pd_format_perf_report, text);
		assert_string_equal(p.said, cases[i].said);
		assert_int_equal(p.profiles.profile[0].event[0].weight, cases[i].weight);
		profiling_close(&p);
	}
}

/* 99% and 88% are 99/187 and 88/187 of all that is told: 0.529411764 and 0.470588235 of 10^9. */
static void shares_alone_become_shares_of_their_sum(void **state)
{
	(void)state;
	assert_profiles(&pd_format_mail_profile, cells,
			"    99.00%  prog  [kernel]  [k] foo\n"
			"    88.00%  prog  [kernel]  [k] bar\n",
			"== operand 0\n-- hits 999999999 -\nprog|foo|[kernel]||529411764|-\n"
			"prog|bar|[kernel]||470588235|-\n",
			EXCEEDS);
}

/* Nothing of the kind can be said of shares that hold what was called. */
static void inclusive_shares_are_no_parts_of_a_whole(void **state)
{
	(void)state;
	REPORT(EVENT("1000000") "# Children  Command  Symbol    \n"
				"# ........  .......  ..........\n#\n"
				"    99.00%  a        [.] main\n"
				"    90.00%  a        [.] c\n",
	       "== operand 0\n-- cycles 1000000 100\na|main|||990000|99\na|c|||900000|90\n", "");
}

/* Twice 600000 + 400000 of 1000000, of 100 hits. */
static void a_report_that_is_there_twice_counts_twice_and_that_is_said(void **state)
{
	static const char once[] = EVENT("1000000") SHARES "    60.00%  a        [.] c\n"
							   "    30.00%  a        [.] d\n\n";
	char text[1024];
	struct profiling p;

	(void)state;
	(void)snprintf(text, sizeof(text), "%s\n%s", once, once);
	p = profiling_text(&pd_format_perf_report, text);
	assert_string_equal(p.said, "warning 17:0 exceeds-whole\n");
	assert_string_equal(p.cells, "== operand 0\n-- cycles 2000000 200\na|c|||1200000|120\n"
				     "a|d|||600000|60\n");
	/* What neither lists weighs less than 30% and the rounding in each, if not all that is left. */
	assert_string_equal(p.traits, "== operand 0\ncycles rounding=100 limit=200200\n");
	profiling_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_of_more_than_all_make_their_sum_the_whole),
		cmocka_unit_test(what_rounding_explains_is_not_more_than_all),
		cmocka_unit_test(periods_are_believed_more_than_the_whole),
		cmocka_unit_test(shares_alone_become_shares_of_their_sum),
		cmocka_unit_test(inclusive_shares_are_no_parts_of_a_whole),
		cmocka_unit_test(a_report_that_is_there_twice_counts_twice_and_that_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
