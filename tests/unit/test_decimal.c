/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "report/decimal.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>

/* Percent of improvement of @head over @base, two printed decimals, less is better. */
static struct pd_decimal gain(double base, double head, bool round)
{
	struct pd_decimal b = pd_decimal_of(base, 2), h = pd_decimal_of(head, 2);

	return pd_decimal_percent(pd_decimal_minus(b, h), b, round);
}

static void assert_prints(struct pd_decimal d, const char *text)
{
	char buf[PD_NUMBER_MAX];

	(void)pd_decimal_print(buf, d);
	assert_string_equal(buf, text);
}

/* Cells of hackbench tables on the kernel list; the quotients are 11.8547, 18.2886, 17.3252, -0.2004. */
static void percentages_are_cut_toward_zero_as_bc_does(void **state)
{
	(void)state;
	assert_prints(gain(5.23, 4.61, false), "11.85");
	assert_prints(gain(5.96, 4.87, false), "18.28");
	assert_prints(gain(6.58, 5.44, false), "17.32");
	assert_prints(gain(4.99, 5.00, false), "-0.20");
	assert_prints(gain(5.65, 4.52, false), "20.00");
}

/* 18.2886 and 5.7751 round up, -0.3540 and -0.5520 stay. */
static void percentages_round_half_away_from_zero_when_asked(void **state)
{
	(void)state;
	assert_prints(gain(5.96, 4.87, true), "18.29");
	assert_prints(gain(6.58, 6.20, true), "5.78");
	assert_prints(gain(5.65, 5.67, true), "-0.35");
	assert_prints(gain(10.87, 10.93, true), "-0.55");
	/* 0.10 of 80.00 is 0.125 %, a tie that doubles would decide by their last bit. */
	assert_prints(gain(80.00, 79.90, true), "0.13");
	assert_prints(gain(80.00, 80.10, true), "-0.13");
}

static void nothing_is_minus_zero(void **state)
{
	(void)state;
	assert_prints(gain(5.23, 5.23, false), "0.00");
	assert_prints(pd_decimal_of(-0.001, 2), "0.00");
	assert_prints(gain(200.00, 200.01, false), "0.00");
}

/*
 * bc's quotient q of a*100/b at scale 2 is the largest in magnitude with
 * |q| <= |a*100/b|; in hundredths: |q| * b <= |a| * 10000 < (|q| + 1) * b.
 */
static void every_pair_of_two_decimal_values_is_cut_exactly(void **state)
{
	enum { N = 1500 };
	static struct pd_decimal value[N + 1];

	(void)state;
	for (int i = 1; i <= N; i++) {
		char buf[PD_NUMBER_MAX];
		double v;

		(void)snprintf(buf, sizeof(buf), "%d.%02d", i / 100, i % 100);
		assert_int_equal(pd_number_parse(pd_str_of(buf), 0, &v), PD_NUMBER_OK);
		value[i] = pd_decimal_of(v, 2);
		assert_int_equal(value[i].units, i);
		assert_prints(value[i], buf);
	}
	for (int b = 1; b <= N; b++) {
		for (int h = 1; h <= N; h++) {
			struct pd_decimal p = pd_decimal_percent(
				pd_decimal_minus(value[b], value[h]), value[b], false);
			int64_t q = llabs(p.units), part = llabs((int64_t)b - h);

			if (q * b > part * 10000 || (q + 1) * b <= part * 10000 ||
			    (p.units && (p.units > 0) != (b > h)))
				fail_msg("%d against %d hundredths gave %lld", h, b,
					 (long long)p.units);
		}
	}
}

static void a_base_of_zero_has_no_percentage_unless_nothing_changed(void **state)
{
	(void)state;
	assert_prints(gain(0, 1, false), "n/a");
	assert_prints(gain(0, 0, false), "0.00");
	assert_false(gain(1, nan(""), false).defined);
}

static void the_sign_of_a_negative_base_does_not_turn_the_sign(void **state)
{
	(void)state;
	assert_prints(gain(-4, -5, false), "25.00");
}

/* The mean of ten values with three decimals has four; a third never ends. */
static void values_show_up_to_seven_digits_or_else_five(void **state)
{
	(void)state;
	assert_int_equal(pd_decimal_places(11.48), 2);
	assert_int_equal(pd_decimal_places(0.30889999999999995), 4);
	assert_int_equal(pd_decimal_places(1.0 / 3), 5);
	assert_int_equal(pd_decimal_places(19860.7), 1);
	assert_int_equal(pd_decimal_places(12.34567), 5);
	assert_int_equal(pd_decimal_places(12.345678), 3);
	assert_int_equal(pd_decimal_places(123456.78), 0);
	assert_int_equal(pd_decimal_places(21005), 0);
	assert_int_equal(pd_decimal_places(1e-7 / 3), 9);
	assert_int_equal(pd_decimal_places(0), 0);
	assert_int_equal(pd_decimal_places(nan("")), 0);
}

static void huge_values_are_undefined_rather_than_wrong(void **state)
{
	(void)state;
	assert_true(pd_decimal_of(1.9e12, 2).defined);
	assert_false(pd_decimal_of(2e12, 2).defined);
	assert_false(pd_decimal_of(HUGE_VAL, 2).defined);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(percentages_are_cut_toward_zero_as_bc_does),
		cmocka_unit_test(percentages_round_half_away_from_zero_when_asked),
		cmocka_unit_test(nothing_is_minus_zero),
		cmocka_unit_test(every_pair_of_two_decimal_values_is_cut_exactly),
		cmocka_unit_test(a_base_of_zero_has_no_percentage_unless_nothing_changed),
		cmocka_unit_test(the_sign_of_a_negative_base_does_not_turn_the_sign),
		cmocka_unit_test(values_show_up_to_seven_digits_or_else_five),
		cmocka_unit_test(huge_values_are_undefined_rather_than_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
