/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#define NUMBERS(text, rows, said) assert_reads(&pd_format_numbers, text, rows, said)
#define VALUE                     "operand|||value|1|-|"

static int probe(const char *text)
{
	return pd_format_numbers.probe(pd_str_of(text));
}

static void each_line_is_a_run_of_unknown_direction(void **state)
{
	(void)state;
	NUMBERS("12.5\n  12.7  \n1e3\n-4",
		VALUE "0.0|12.5\n" VALUE "1.0|12.7\n" VALUE "2.0|1000\n" VALUE "3.0|-4\n", "");
}

static void comments_and_blank_lines_are_nothing(void **state)
{
	(void)state;
	NUMBERS("# old new\n\n \t \n1 # one\n2\t#two\n  # 3\n", VALUE "0.0|1\n" VALUE "1.0|2\n",
		"");
}

static void the_first_column_counts_and_others_do_not_matter(void **state)
{
	(void)state;
	NUMBERS("1 x\n2\t7 8\n", VALUE "0.0|1\n" VALUE "1.0|2\n", "");
}

/* Separators inside a number, and a comment that does not start a word. */
static void a_field_that_is_no_number_is_said_with_its_place(void **state)
{
	(void)state;
	NUMBERS("1\n 3,5\n12#5\n0x10\nms\n2\n", VALUE "0.0|1\n" VALUE "1.0|2\n",
		"warning 2:2 bad-number\nwarning 3:1 bad-number\nwarning 4:1 bad-number\n"
		"warning 5:1 bad-number\n");
}

static void nan_and_infinity_are_errors(void **state)
{
	static const char *const texts[] = {"1\nnan\n", "1\n-inf\n", "1\n1e999\n"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++) {
		struct reading r = reading_text(&pd_format_numbers, texts[i]);

		assert_int_equal(r.status, PD_EPARSE);
		assert_string_equal(r.said, "error 2:1 not-finite\n");
		reading_close(&r);
	}
}

static void another_column_is_taken_if_asked_for(void **state)
{
	const struct pd_read_options options = {.column = 2};
	const struct pd_merge_target target = {.source = PD_STR("file"),
					       .side = PD_STR("operand"),
					       .side_given = false};
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_ingest *g = pd_ingest_new(&options);
	struct pd_table_builder builder = {0};
	struct pd_table table;
	struct pd_input in;
	char *rows, *said;

	(void)state;
	pd_input_open_memory(&in, "file", "Time: 0.5\n1\n1 # 2\nTime: 0.6\n", 28);
	assert_int_equal(pd_format_numbers.read(&in, g), PD_OK);
	pd_input_close(&in);
	pd_merge_diags(g, ctx, "file", &(struct pd_merge_said){0});
	assert_int_equal(pd_merge(g, ctx, &builder, &target), PD_OK);
	table = pd_table_finish(&builder, ctx);
	rows = reading_rows(ctx, &table);
	said = reading_said(ctx);
	assert_string_equal(rows, VALUE "0.0|0.5\n" VALUE "1.0|0.6\n");
	assert_string_equal(said, "warning 2:0 missing-column\nwarning 3:0 missing-column\n");
	free(rows);
	free(said);
	pd_ingest_free(g);
	pd_ctx_free(ctx);
}

static void the_first_line_that_says_anything_decides(void **state)
{
	(void)state;
	assert_int_equal(probe("# x\n\n 12.5 a\nb\n"), 5);
	assert_int_equal(probe("nan\n"), 5);
	assert_int_equal(probe("a\n1\n"), 0);
	assert_int_equal(probe("1,5\n"), 0);
	assert_int_equal(probe("# 1\n"), 0);
	assert_int_equal(probe(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_line_is_a_run_of_unknown_direction),
		cmocka_unit_test(comments_and_blank_lines_are_nothing),
		cmocka_unit_test(the_first_column_counts_and_others_do_not_matter),
		cmocka_unit_test(a_field_that_is_no_number_is_said_with_its_place),
		cmocka_unit_test(nan_and_infinity_are_errors),
		cmocka_unit_test(another_column_is_taken_if_asked_for),
		cmocka_unit_test(the_first_line_that_says_anything_decides),
	};

	return cmocka_run_group_tests_name("format_numbers", tests, NULL, NULL);
}
