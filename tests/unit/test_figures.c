/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the C library prints is the reference throughout. */
#include "testing.h"

#include "base/figures.h"

#include <stdio.h>
#include <string.h>

enum { N_RANDOM = 200000 };

/* xorshift64*, Vigna 2016: the same numbers on every machine. */
static uint64_t state = 88172645463325252u;

static uint64_t draw(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * UINT64_C(2685821657736338717);
}

/* A mantissa of 53 random bits between 10^-12 and 10^24, of either sign. */
static double draw_double(void)
{
	double mantissa = 1 + (double)(draw() >> 12) * 0x1p-52;
	double v = ldexp(mantissa, (int)(draw() % 120) - 40);

	return draw() & 1 ? -v : v;
}

static void check_general(double v, int digits)
{
	char got[PD_NUMBER_MAX], want[64];

	if (!pd_figures_general(got, v, digits))
		return;
	(void)snprintf(want, sizeof(want), "%.*g", digits, v);
	assert_string_equal(got, want);
}

static void check_fixed(double v, int decimals)
{
	char got[PD_NUMBER_MAX], want[64];

	if (!pd_figures_fixed(got, v, decimals))
		return;
	(void)snprintf(want, sizeof(want), "%.*f", decimals, v);
	assert_string_equal(got, want);
}

static void general_is_what_printf_writes(void **unused)
{
	(void)unused;
	for (int i = 0; i < N_RANDOM; i++)
		check_general(draw_double(), 1 + i % 12);
}

static void fixed_is_what_printf_writes(void **unused)
{
	(void)unused;
	for (int i = 0; i < N_RANDOM; i++)
		check_fixed(draw_double(), i % 10);
}

/* Decimal literals sit on or beside the halves where rounding goes wrong. */
static void short_decimals_round_as_in_printf(void **unused)
{
	(void)unused;
	for (int n = 0; n < 100000; n++)
		for (int digits = 1; digits <= 12; digits += 3) {
			check_general(n / 1000.0, digits);
			check_general(n / 1e9, digits);
			check_fixed(n / 1000.0, digits % 4);
		}
}

static void powers_of_ten_and_their_neighbours_are_right(void **unused)
{
	(void)unused;
	for (int e = -12; e <= 24; e++) {
		double v = pow(10, e);

		for (int digits = 1; digits <= 12; digits++) {
			check_general(v, digits);
			check_general(nextafter(v, 0), digits);
			check_general(nextafter(v, HUGE_VAL), digits);
			check_fixed(nextafter(v, 0), digits % 10);
		}
	}
}

/* 0.125 is exact, so its third decimal is a tie: printf must say which way. */
static void a_tie_is_left_to_printf(void **unused)
{
	char buf[PD_NUMBER_MAX];

	(void)unused;
	assert_int_equal(pd_figures_fixed(buf, 0.125, 2), 0);
	assert_int_equal(pd_figures_general(buf, 0.125, 2), 0);
}

static void what_is_not_finite_is_left_to_printf(void **unused)
{
	char buf[PD_NUMBER_MAX];

	(void)unused;
	assert_int_equal(pd_figures_general(buf, nan(""), 6), 0);
	assert_int_equal(pd_figures_general(buf, HUGE_VAL, 6), 0);
	assert_int_equal(pd_figures_fixed(buf, nan(""), 2), 0);
	assert_int_equal(pd_figures_fixed(buf, -HUGE_VAL, 2), 0);
}

static void ordinary_values_are_answered(void **unused)
{
	char buf[PD_NUMBER_MAX];

	(void)unused;
	assert_int_equal(pd_figures_general(buf, 0.0616905204575123, 12), 15);
	assert_string_equal(buf, "0.0616905204575");
	assert_int_equal(pd_figures_general(buf, 1.0825088224469e-05, 12), 17);
	assert_string_equal(buf, "1.08250882245e-05");
	assert_int_equal(pd_figures_fixed(buf, -2.449, 2), 5);
	assert_string_equal(buf, "-2.45");
	assert_int_equal(pd_figures_fixed(buf, 0.0, 2), 4);
	assert_string_equal(buf, "0.00");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(general_is_what_printf_writes),
		cmocka_unit_test(fixed_is_what_printf_writes),
		cmocka_unit_test(short_decimals_round_as_in_printf),
		cmocka_unit_test(powers_of_ten_and_their_neighbours_are_right),
		cmocka_unit_test(a_tie_is_left_to_printf),
		cmocka_unit_test(what_is_not_finite_is_left_to_printf),
		cmocka_unit_test(ordinary_values_are_answered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
