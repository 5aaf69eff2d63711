/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/scale.h"

#include "base/str.h"

#include <stdio.h>

static struct pd_scale scale_of(const char *unit, const double *v, size_t n)
{
	struct pd_scale s = {0};

	for (size_t i = 0; i < n; i++)
		pd_scale_see(&s, v[i]);
	pd_scale_choose(&s, pd_str_of(unit));
	return s;
}

/* @v alone in a section is shown as "@expected UNIT". */
static void shown(double v, const char *unit, const char *expected)
{
	struct pd_scale s = scale_of(unit, &v, 1);
	char number[PD_NUMBER_MAX], got[PD_NUMBER_MAX + PD_SCALE_UNIT_MAX + 1];

	(void)pd_scale_print(&s, number, v, 4);
	(void)snprintf(got, sizeof(got), "%s %s", number, s.unit);
	assert_string_equal(got, expected);
}

static void seconds_are_shown_in_a_unit_of_comfortable_size(void **state)
{
	(void)state;
	shown(11.48, "s", "11.48 s");
	shown(0.327, "s", "0.3270 s");
	shown(0.0512, "s", "51.20 ms");
	shown(5.12e-5, "s", "51.20 us");
	shown(3.3e-9, "s", "3.300 ns");
	shown(3.3e-12, "s", "0.003300 ns");
	shown(7200, "s", "7200 s");
	shown(1.718e-6, "s/op", "1.718 us/op");
}

static void bytes_count_in_1024_and_rates_in_1000(void **state)
{
	(void)state;
	shown(1536, "B", "1.500 KiB");
	shown(123, "B", "123 B");
	shown(2147483648.0, "B", "2.000 GiB");
	shown(512, "B/op", "512 B/op");
	shown(14.04e9, "B/s", "14.04 GB/s");
	shown(999, "B/s", "999 B/s");
	shown(123456, "ops/s", "123.5 kops/s");
}

static void what_is_unknown_stays_as_it_is(void **state)
{
	(void)state;
	shown(1234567.5, "cycles", "1234568 cycles");
	shown(12, "1", "12 ");
	shown(0.5, "1", "0.5000 ");
	shown(0, "s", "0 s");
}

/* 0.09 s alone would be 90 ms, and 11 s beside it must be in the same unit. */
static void the_smallest_value_of_a_section_chooses_its_unit(void **state)
{
	const double v[] = {11, 0.09};
	struct pd_scale s = scale_of("s", v, 2);
	char buf[PD_NUMBER_MAX];

	(void)state;
	assert_string_equal(s.unit, "ms");
	(void)pd_scale_print(&s, buf, 11, 4);
	assert_string_equal(buf, "11000");
}

/* 1e308 s are more nanoseconds than a double can hold. */
static void a_unit_too_small_for_the_largest_value_is_not_chosen(void **state)
{
	const double v[] = {1e308, 1e-9};
	struct pd_scale s = scale_of("s", v, 2);
	char buf[PD_NUMBER_MAX];

	(void)state;
	assert_string_equal(s.unit, "s");
	(void)pd_scale_print(&s, buf, 1e308, 4);
	assert_string_equal(buf, "1e+308");
}

static void whole_numbers_have_decimals_only_beside_fractions(void **state)
{
	const double whole[] = {50, 930}, mixed[] = {50, 930.5};
	struct pd_scale s = scale_of("1", whole, 2);
	char buf[PD_NUMBER_MAX];

	(void)state;
	(void)pd_scale_print(&s, buf, 50, 4);
	assert_string_equal(buf, "50");
	(void)pd_scale_print(&s, buf, 238.04761, 4);
	assert_string_equal(buf, "238.0");
	s = scale_of("1", mixed, 2);
	(void)pd_scale_print(&s, buf, 50, 4);
	assert_string_equal(buf, "50.00");
}

/* 9.9996 has five digits; to four it is 10.00, not 10.000. */
static void rounding_up_keeps_the_number_of_digits(void **state)
{
	(void)state;
	shown(9.9996, "s", "10.00 s");
	shown(9.9994, "s", "9.999 s");
	shown(99.996, "s", "100.0 s");
	shown(0.99996, "s", "1.000 s");
}

static void percent_is(double rel, const char *expected)
{
	char buf[PD_NUMBER_MAX];

	assert_int_equal(pd_scale_percent(buf, rel), strlen(expected));
	assert_string_equal(buf, expected);
}

static void percentages_carry_their_sign_unless_they_round_to_zero(void **state)
{
	(void)state;
	percent_is(0.02449, "+2.45%");
	percent_is(-0.02449, "-2.45%");
	percent_is(0, "0.00%");
	percent_is(-0.0, "0.00%");
	percent_is(-0.00004, "0.00%");
	percent_is(0.00004, "0.00%");
	percent_is(-0.00006, "-0.01%");
	percent_is(8.0097, "+800.97%");
	percent_is(nan(""), "-");
	percent_is(HUGE_VAL, "-");
	percent_is(1e307, "-"); /* a hundred times that is no double */
}

static void p_is(double p, const char *expected)
{
	char buf[PD_NUMBER_MAX];

	(void)pd_scale_p(buf, p);
	assert_string_equal(buf, expected);
}

static void p_has_four_decimals_and_is_never_zero(void **state)
{
	(void)state;
	p_is(0.00794, "0.0079");
	p_is(1, "1.0000");
	p_is(1e-4, "0.0001");
	p_is(9.99e-5, "<1e-4");
	p_is(nan(""), "-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seconds_are_shown_in_a_unit_of_comfortable_size),
		cmocka_unit_test(bytes_count_in_1024_and_rates_in_1000),
		cmocka_unit_test(what_is_unknown_stays_as_it_is),
		cmocka_unit_test(the_smallest_value_of_a_section_chooses_its_unit),
		cmocka_unit_test(a_unit_too_small_for_the_largest_value_is_not_chosen),
		cmocka_unit_test(whole_numbers_have_decimals_only_beside_fractions),
		cmocka_unit_test(rounding_up_keeps_the_number_of_digits),
		cmocka_unit_test(percentages_carry_their_sign_unless_they_round_to_zero),
		cmocka_unit_test(p_has_four_decimals_and_is_never_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
