/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines among the rows of a perf report that are none: each is said with its place. */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define REPORT(text, expected, said) \
 assert_profiles(&pd_format_perf_report, cells, text, expected, said)
#define MAIL(text, expected, said) \
 assert_profiles(&pd_format_mail_profile, cells, text, expected, said)

#define TOP                             \
 "# Samples: 1000  of event 'cycles'\n" \
 "# Event count (approx.): 1000000\n#\n"
#define COLUMNS                                                                    \
 "# Overhead       Samples        Period  Command     Shared Object  Symbol    \n" \
 "# ........  ............  ............  ..........  .............  ..........\n#\n"
#define ROW      "    40.00%           400        400000  a           b              [.] c\n"
#define ONE_CELL "== operand 0\n-- cycles 1000000 1000\na|c|b||400000|400\n"

/* Lines 1 to 6 are the head. */
static void a_share_that_is_none_is_said_in_its_column_and_out_of_it(void **state)
{
	static const char *const shares[] = {"-60.00%", "200.00%", "100.01%", "1e308%",
					     "60,00%",  "nan%",    "inf%",    "6x%"};
	char text[1024], said[64];

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(shares); i++)
		for (int width = 9; width <= 11; width++) {
			int n = snprintf(text, sizeof(text),
					 "%s%*s           600        600000  a           b"
					 "              [.] d\n%s",
					 TOP COLUMNS, width, shares[i], ROW);

			assert_true(n > 0 && n < (int)sizeof(text));
			(void)snprintf(said, sizeof(said), "warning 7:%d bad-number\n",
				       width - (int)strlen(shares[i]) + 1);
			REPORT(text, ONE_CELL, said);
		}
}

static void a_count_that_is_none_is_said_and_its_row_left_out(void **state)
{
	(void)state;
	REPORT(TOP COLUMNS
	       "    60.00%           600  18446744073709551616  a           b              [.] d\n"
	       "    60.00%           600       -600000  a           b              [.] d\n"
	       "    60.00%           600           x6h  a           b              [.] d\n"
	       "    60.00%          -600        600000  a           b              [.] d\n"
	       "    60.00%           6e2        600000  a           b              [.] d\n" ROW,
	       ONE_CELL,
	       "warning 7:27 bad-number\nwarning 8:32 bad-number\nwarning 9:36 bad-number\n"
	       "warning 10:21 bad-number\nwarning 11:22 bad-number\n");
}

static void a_share_that_is_none_beside_one_that_is_is_said(void **state)
{
	(void)state;
	REPORT(TOP "# Children      Self  Command  Symbol\n"
		   "# ........  ........  .......  ..........\n#\n"
		   "   100.00%   -60.00%  a        [.] d\n"
		   "   200.00%    60.00%  a        [.] d\n"
		   "    40.00%    40.00%  a        [.] c\n",
	       "== operand 0\n-- cycles 1000000 1000\na|c|||400000|400\n",
	       "warning 7:14 bad-number\nwarning 8:4 bad-number\n");
}

static void words_among_the_rows_are_said(void **state)
{
	(void)state;
	REPORT(TOP COLUMNS "not a row at all\n" ROW "neither is this\n", ONE_CELL,
	       "warning 7:1 unknown-line\nwarning 9:1 unknown-line\n");
}

/* Behind an empty line, what is indented as rows are is still of the table. */
static void an_indented_line_behind_a_gap_is_said(void **state)
{
	(void)state;
	REPORT(TOP COLUMNS ROW "\n    sixty percent  a\n", ONE_CELL, "warning 9:5 unknown-line\n");
}

static void what_an_author_says_below_a_table_is_no_part_of_it(void **state)
{
	(void)state;
	REPORT(TOP COLUMNS ROW "[...]\n<snip>\n    ...\n\nThat is what we saw,\n  as expected.\n",
	       ONE_CELL, "");
}

/* "a" of 40% is told by its leaf "c". */
static void a_hierarchy_says_where_it_has_no_entry(void **state)
{
	(void)state;
	REPORT(TOP "#       Overhead  Command / Symbol\n"
		   "# ..............  ................\n#\n"
		   "    40.00%        a\n"
		   "       40.00%        [.] c\n"
		   "    10.00%        e\n"
		   "                     no entry >= 20.00%\n"
		   "       what is this\n",
	       "== operand 0\n-- cycles 1000000 1000\na|c|||400000|400\n",
	       "warning 11:8 unknown-line\n");
}

/* The lines of its graph are none of that. */
static void a_call_graph_is_known(void **state)
{
	(void)state;
	REPORT(TOP COLUMNS ROW "            |\n"
			       "            ---c\n"
			       "               |          \n"
			       "               |--30.00%--f\n"
			       "               |\n"
			       "                --10.00%--g\n"
			       "\n" ROW,
	       "== operand 0\n-- cycles 1000000 1000\na|c|b||400000|400\na|c|b|f|300000|300\n"
	       "a|c|b|g|100000|100\n",
	       "");
}

static void rows_of_mails_with_odd_shares_are_said(void **state)
{
	(void)state;
	MAIL("    1e308%  prog  [kernel]  [k] foo\n"
	     "     200%  prog  [kernel]  [k] foo\n"
	     "    -10.00%  prog  [kernel]  [k] foo\n"
	     "     5.00%  prog  [kernel]  [k] bar\n"
	     "that is 200% of what it was\n",
	     "== operand 0\n-- hits 1000000000 -\nprog|bar|[kernel]||50000000|-\n",
	     "warning 1:5 bad-number\nwarning 2:6 bad-number\nwarning 3:5 bad-number\n");
}

/* 400000 of 1000000 are listed; the row that could not be read may be all of the rest. */
static void a_row_that_was_left_out_may_weigh_more_than_the_least(void **state)
{
	struct profiling p = profiling_text(
		&pd_format_perf_report, TOP COLUMNS
		"   -60.00%           600        600000  a           b              [.] d\n" ROW);

	(void)state;
	assert_string_equal(p.traits, "== operand 0\ncycles limit=600000\n");
	profiling_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_share_that_is_none_is_said_in_its_column_and_out_of_it),
		cmocka_unit_test(a_count_that_is_none_is_said_and_its_row_left_out),
		cmocka_unit_test(a_share_that_is_none_beside_one_that_is_is_said),
		cmocka_unit_test(words_among_the_rows_are_said),
		cmocka_unit_test(an_indented_line_behind_a_gap_is_said),
		cmocka_unit_test(what_an_author_says_below_a_table_is_no_part_of_it),
		cmocka_unit_test(a_hierarchy_says_where_it_has_no_entry),
		cmocka_unit_test(a_call_graph_is_known),
		cmocka_unit_test(rows_of_mails_with_odd_shares_are_said),
		cmocka_unit_test(a_row_that_was_left_out_may_weigh_more_than_the_least),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
