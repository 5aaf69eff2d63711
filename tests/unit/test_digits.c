/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/digits.h"

static void count_is(const char *text, const char *expected)
{
	char buf[PD_NUMBER_MAX];

	if (pd_str_eq(pd_digits_count(pd_str_of(text), buf), pd_str_of(expected)))
		return;
	print_error("count '%s' is not '%s'\n", text, expected);
	fail();
}

static void decimal_is(const char *text, const char *expected)
{
	char buf[PD_NUMBER_MAX];

	if (pd_str_eq(pd_digits_decimal(pd_str_of(text), buf), pd_str_of(expected)))
		return;
	print_error("decimal '%s' is not '%s'\n", text, expected);
	fail();
}

/* How glibc's en_US, de_DE, fr_FR (blanks by now), and de_CH print 7273589. */
static void separators_of_thousands_are_taken_out(void **state)
{
	(void)state;
	count_is("7,273,589", "7273589");
	count_is("7.273.589", "7273589");
	count_is("7 273 589", "7273589");
	count_is("7'273'589", "7273589");
	count_is("7\342\200\231273\342\200\231589", "7273589");
	count_is("-10,000", "-10000");
	count_is("999", "999");
}

static void groups_that_are_not_of_three_stay_for_the_parser_to_refuse(void **state)
{
	(void)state;
	count_is("1,2,3", "1,2,3");
	count_is("1234,567", "1234,567");
	count_is("1,234.567", "1,234.567");
	count_is("1,", "1,");
	count_is(",123", ",123");
	count_is("1,,234", "1,,234");
	count_is("16MB", "16MB");
	count_is("", "");
	count_is("111,111,111,111,111,111,111,111,111,111,111",
		 "111,111,111,111,111,111,111,111,111,111,111");
}

static void the_last_separator_of_decimals_is_the_point(void **state)
{
	(void)state;
	decimal_is("22,869600", "22.869600");
	decimal_is("22.869600", "22.869600");
	decimal_is("1.053,250", "1053.250");
	decimal_is("1,053.250", "1053.250");
	decimal_is("1 053,250", "1053.250");
	decimal_is("-0,5", "-0.5");
	decimal_is("20", "20");
}

static void decimals_that_make_no_sense_stay_for_the_parser_to_refuse(void **state)
{
	(void)state;
	decimal_is("1,2,3", "1,2,3");
	decimal_is("1.053.250", "1.053.250");
	decimal_is("1,5x", "1,5x");
	decimal_is("1,", "1,");
	decimal_is(",5", ",5");
	decimal_is("nan", "nan");
	decimal_is("", "");
	decimal_is("-", "-");
	decimal_is("1,111111111111111111111111111111", "1,111111111111111111111111111111");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(separators_of_thousands_are_taken_out),
		cmocka_unit_test(groups_that_are_not_of_three_stay_for_the_parser_to_refuse),
		cmocka_unit_test(the_last_separator_of_decimals_is_the_point),
		cmocka_unit_test(decimals_that_make_no_sense_stay_for_the_parser_to_refuse),
	};

	return cmocka_run_group_tests_name("digits", tests, NULL, NULL);
}
