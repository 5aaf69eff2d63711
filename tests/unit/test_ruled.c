/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/ruled.h"

#include "base/str.h"

static void fill(struct pd_ruled *g)
{
	const char *const cells[] = {"",       "throughput\n(larger is better)",
				     "p50",    "6.5",
				     "base",   "base",
				     "6.6.91", "-5.7%",
				     ""};

	for (size_t i = 0; i < PD_ARRAY_SIZE(cells); i++) {
		pd_out_text(pd_ruled_text(g), cells[i]);
		pd_ruled_cell(g);
	}
}

static void assert_writes(const struct pd_ruled *g, const char *text)
{
	struct pd_out out;

	pd_out_init(&out, -1);
	pd_ruled_write(g, &out);
	pd_out_char(&out, '\0');
	assert_string_equal(out.buf, text);
	(void)pd_out_close(&out);
}

/* 6 + 3 + 18 + 3 + 4 columns.. */
static void numbers_stand_right_below_headings_of_several_lines(void **state)
{
	struct pd_ruled g = {.n_columns = 3};

	(void)state;
	fill(&g);
	assert_int_equal(pd_ruled_width(&g), 34);
	assert_writes(&g, "==================================\n"
			  "       |         throughput |  p50\n"
			  "       | (larger is better) |\n"
			  "-------+--------------------+-----\n"
			  "6.5    |               base | base\n"
			  "-------+--------------------+-----\n"
			  "6.6.91 |              -5.7% |\n"
			  "==================================\n");
	pd_ruled_release(&g);
}

static void columns_of_text_stand_left(void **state)
{
	struct pd_ruled g = {.n_columns = 3, .left = true};

	(void)state;
	fill(&g);
	assert_writes(&g, "==================================\n"
			  "       | throughput         | p50\n"
			  "       | (larger is better) |\n"
			  "-------+--------------------+-----\n"
			  "6.5    | base               | base\n"
			  "-------+--------------------+-----\n"
			  "6.6.91 | -5.7%              |\n"
			  "==================================\n");
	pd_ruled_release(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_stand_right_below_headings_of_several_lines),
		cmocka_unit_test(columns_of_text_stand_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
