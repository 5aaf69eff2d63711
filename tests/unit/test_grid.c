/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/grid.h"

#include "base/str.h"

static void is_written(struct pd_grid *g, const char *expected)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_grid_write(g, &out);
	pd_out_char(&out, '\0');
	assert_string_equal(out.buf, expected);
	(void)pd_out_close(&out);
	pd_grid_release(g);
}

static void row(struct pd_grid *g, const char *a, const char *b)
{
	pd_grid_cell(g, pd_str_of(a));
	pd_grid_cell(g, pd_str_of(b));
	pd_grid_row(g);
}

static void columns_are_as_wide_as_their_widest_cell(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_LEFT, "");
	pd_grid_column(&g, PD_RIGHT, "  ");
	row(&g, "a", "1");
	row(&g, "longer", "1000");
	is_written(&g, "a          1\n"
		       "longer  1000\n");
}

static void points_stand_below_each_other(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_LEFT, "");
	pd_grid_column(&g, PD_POINT, " ");
	row(&g, "a", "0.327");
	row(&g, "b", "11.48");
	row(&g, "c", "1005");
	row(&g, "d", "-2.5%");
	is_written(&g, "a    0.327\n"
		       "b   11.48\n"
		       "c 1005\n"
		       "d   -2.5%\n");
}

/* The column is 5 + 4 wide: "1005" before the point, ".125" from it on. */
static void a_word_among_numbers_does_not_move_the_points(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_POINT, "");
	pd_grid_cell_as(&g, PD_RIGHT, PD_STR("head"));
	pd_grid_row(&g);
	pd_grid_cell(&g, PD_STR("1005"));
	pd_grid_row(&g);
	pd_grid_cell(&g, PD_STR("0.125"));
	pd_grid_row(&g);
	is_written(&g, "    head\n"
		       "1005\n"
		       "   0.125\n");
}

/* The heading needs 12, the numbers 4: they end where the heading ends. */
static void numbers_below_a_wide_heading_end_where_it_ends(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_POINT, "");
	pd_grid_cell_as(&g, PD_RIGHT, PD_STR("long heading"));
	pd_grid_row(&g);
	pd_grid_cell(&g, PD_STR("1.25"));
	pd_grid_row(&g);
	pd_grid_cell(&g, PD_STR("10.5"));
	pd_grid_row(&g);
	is_written(&g, "long heading\n"
		       "        1.25\n"
		       "       10.5\n");
}

/* U+00B1 is two bytes and one column. */
static void a_character_is_one_column_however_many_bytes_it_has(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_RIGHT, "");
	pd_grid_column(&g, PD_LEFT, "|");
	row(&g, "\302\2611%", "x");
	row(&g, "1000", "y");
	is_written(&g, " \302\2611%|x\n"
		       "1000|y\n");
}

static void no_line_ends_in_a_blank(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_LEFT, "");
	pd_grid_column(&g, PD_LEFT, "  ");
	row(&g, "a", "");
	row(&g, "b", "long");
	pd_grid_cell(&g, PD_STR("c"));
	pd_grid_row(&g);
	pd_grid_row(&g);
	is_written(&g, "a\nb  long\nc\n\n");
}

static void a_colour_takes_no_room(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_LEFT, "");
	pd_grid_column(&g, PD_LEFT, " ");
	pd_grid_cell_in(&g, "<red>", PD_STR("no"), "</red>");
	pd_grid_cell(&g, PD_STR("1"));
	pd_grid_row(&g);
	row(&g, "yes", "2");
	is_written(&g, "<red>no</red>  1\nyes 2\n");
}

static void a_rule_fills_its_column(void **state)
{
	struct pd_grid g = {.tail = " |"};

	(void)state;
	pd_grid_column(&g, PD_LEFT, "| ");
	pd_grid_column(&g, PD_RIGHT, " | ");
	row(&g, "name", "1000");
	pd_grid_cell_as(&g, PD_FILL, PD_STR("--"));
	pd_grid_cell_as(&g, PD_FILL, PD_STR("-:"));
	pd_grid_row(&g);
	is_written(&g, "| name | 1000 |\n"
		       "| ---- | ---: |\n");
}

static void a_line_belongs_to_no_column(void **state)
{
	struct pd_grid g = {0};

	(void)state;
	pd_grid_column(&g, PD_RIGHT, "");
	pd_grid_cell(&g, PD_STR("1"));
	pd_grid_row(&g);
	pd_grid_line(&g, PD_STR("a remark that is long"));
	pd_grid_cell(&g, PD_STR("22"));
	pd_grid_row(&g);
	assert_int_equal(pd_grid_width(&g), 2);
	is_written(&g, " 1\na remark that is long\n22\n");
}

static void is_shortened(const char *text, size_t most, const char *expected)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_grid_short(pd_str_of(text), most, &out);
	pd_out_char(&out, '\0');
	assert_string_equal(out.buf, expected);
	(void)pd_out_close(&out);
}

static void a_long_text_keeps_its_ends(void **state)
{
	(void)state;
	is_shortened("abcdefghij", 10, "abcdefghij");
	is_shortened("abcdefghij", 9, "abcd..hij");
	is_shortened("abcdefghij", 4, "a..j");
	is_shortened("abcdefghij", 3, "abcdefghij");
	is_shortened("abcdefghij", 0, "abcdefghij");
	is_shortened("\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc", 6,
		     "\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc");
	/* two bytes each, one column */
	is_shortened("\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc", 5, "\u00fc\u00fc..\u00fc");
}

/* 12 too many in three columns of 30: 4 of each. Never below the least. */
static void columns_share_what_is_too_much(void **state)
{
	(void)state;
	assert_int_equal(pd_grid_shorter(30, 12, 3, 12), 26);
	assert_int_equal(pd_grid_shorter(30, 13, 3, 12), 25);
	assert_int_equal(pd_grid_shorter(30, 100, 1, 12), 12);
	assert_int_equal(pd_grid_shorter(13, 1, 4, 12), 12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
		cmocka_unit_test(points_stand_below_each_other),
		cmocka_unit_test(a_word_among_numbers_does_not_move_the_points),
		cmocka_unit_test(numbers_below_a_wide_heading_end_where_it_ends),
		cmocka_unit_test(a_character_is_one_column_however_many_bytes_it_has),
		cmocka_unit_test(no_line_ends_in_a_blank),
		cmocka_unit_test(a_colour_takes_no_room),
		cmocka_unit_test(a_rule_fills_its_column),
		cmocka_unit_test(a_line_belongs_to_no_column),
		cmocka_unit_test(a_long_text_keeps_its_ends),
		cmocka_unit_test(columns_share_what_is_too_much),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
