/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/number.h"
#include "base/str.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

/* Hexadecimal values are what Python's float() gives, whose rounding is exact. */
static const struct {
	const char *text;
	double value;
} literals[] = {
	{"0.1",						       0x1.999999999999ap-4   },
	{"5.",							5		      },
	{".5",							0.5		    },
	{"+7",							7		      },
	{"-12.5",						     -12.5                  },
	{"007",						       7		      },
	{"1E3",						       1000                   },
	{"1e+3",						      1000                   },
	{"0e999",						     0		      },
	{"0.000e-999999999999",				       0                      },
 /* 2^53 + 1 and + 3 lie halfway between two doubles: the even one is taken. */
	{"9007199254740993",					  0x1p53                 },
	{"9007199254740995",					  0x1.0000000000002p53   },
 /* 1 + 2^-53 written out, and the same with its last digit raised. */
	{"1.00000000000000011102230246251565404236316680908203125",   1                      },
	{"1.00000000000000011102230246251565404236316680908203126",   0x1.0000000000001p0    },
 /* 22 digits, of which 19 fit into 64 bits */
	{"1234567890123456789012",				    0x1.0bb448ec2f608p70   },
	{"0.1000000000000000055511151231257827021181583404541015625", 0x1.999999999999ap-4   },
	{"7.2057594037927933e+16",				    0x1p56                 },
	{"8.98846567431158e307",				      0x1p1023               },
	{"1.7976931348623157e308",				    DBL_MAX                },
	{"2.2250738585072014e-308",                                   DBL_MIN                },
 /* the number that once sent PHP and Java round in circles */
	{"2.2250738585072011e-308",                                   0x0.fffffffffffffp-1022},
	{"4.9406564584124654e-324",                                   0x0.0000000000001p-1022},
	{"2.4703282292062328e-324",                                   0x0.0000000000001p-1022},
	{"179769313486231570000000000000000000000e270",               DBL_MAX                },
};

static void literals_become_the_nearest_double(void **state)
{
	double v;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(literals); i++) {
		if (pd_number_parse(pd_str_of(literals[i].text), 0, &v) == PD_NUMBER_OK &&
		    v == literals[i].value)
			continue;
		print_error("%s is not %a\n", literals[i].text, literals[i].value);
		fail();
	}
}

static void what_is_no_number_is_bad_and_touches_nothing(void **state)
{
	static const char *const bad[] = {"",        ".",    "-",     "+",        "e5", "1e",
					  "1e+",     "1,5",  "1.5x",  " 1",       "1 ", "0x10",
					  "--1",     "1..2", "1.2.3", "1_000",    "in", "nanx",
					  "infinit", "n/a",  "1e5.5", "\302\2611"};
	double v = 42;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(bad); i++) {
		if (pd_number_parse(pd_str_of(bad[i]), 0, &v) == PD_NUMBER_BAD && v == 42)
			continue;
		print_error("'%s' was taken for a number\n", bad[i]);
		fail();
	}
}

/* 2.4703282292062327e-324 is less than half of the smallest double. */
static void what_no_double_can_hold_is_out_of_range(void **state)
{
	static const char *const out[] = {
		"nan",
		"NaN",
		"-NAN",
		"inf",
		"+Inf",
		"-infinity",
		"1e999",
		"-1e309",
		"1.7976931348623159e308",
		"1e-400",
		"2.4703282292062327e-324",
		"1e99999999999999999999",
		"1e-99999999999999999999",
	};
	double v = 42;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(out); i++) {
		if (pd_number_parse(pd_str_of(out[i]), 0, &v) == PD_NUMBER_RANGE && v == 42)
			continue;
		print_error("'%s' is not out of range\n", out[i]);
		fail();
	}
}

/* 5.1 * 1e-3 is 0.0050999999999999995; the literal moved by three places is not. */
static void a_shift_moves_the_point_of_the_literal(void **state)
{
	double v;

	(void)state;
	assert_int_equal(pd_number_parse(PD_STR("5.1"), -3, &v), PD_NUMBER_OK);
	assert_true(v == 0.0051 && v != 5.1 * 1e-3);
	assert_int_equal(pd_number_parse(PD_STR("16.3702"), -6, &v), PD_NUMBER_OK);
	assert_true(v == 0.0000163702);
	assert_int_equal(pd_number_parse(PD_STR("1e310"), -9, &v), PD_NUMBER_OK);
	assert_true(v == 1e301);
	assert_int_equal(pd_number_parse(PD_STR("9007199254740993"), -3, &v), PD_NUMBER_OK);
	assert_true(v == 9007199254740.993);
	assert_int_equal(pd_number_parse(PD_STR("1e-320"), -9, &v), PD_NUMBER_RANGE);
}

static void minus_zero_is_zero(void **state)
{
	double v;

	(void)state;
	assert_int_equal(pd_number_parse(PD_STR("-0.0"), 0, &v), PD_NUMBER_OK);
	assert_false(signbit(v));
}

static void numbers_of_eight_hundred_digits_are_read_and_longer_ones_refused(void **state)
{
	char text[1200];
	double v;

	(void)state;
	memset(text, '3', sizeof(text));
	text[0] = '.';
	assert_int_equal(pd_number_parse((struct pd_str){text, 800}, 0, &v), PD_NUMBER_OK);
	assert_true(v == 1.0 / 3);
	assert_int_equal(pd_number_parse((struct pd_str){text, 1200}, 0, &v), PD_NUMBER_BAD);
}

static uint64_t next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* 1 .. 25 digits, a point anywhere, an exponent that mostly stays within a double. */
static int random_literal(char *buf, size_t room, uint64_t *seed, int shift)
{
	int n_digits = (int)(next_random(seed) % 25) + 1, n = 0;
	int point = (int)(next_random(seed) % (unsigned int)(n_digits + 1));

	for (int i = 0; i < n_digits; i++) {
		if (i == point)
			buf[n++] = '.';
		buf[n++] = (char)('0' + next_random(seed) % 10);
	}
	return n + snprintf(buf + n, room - (size_t)n, "e%d",
			    (int)(next_random(seed) % 60) - 30 + shift);
}

/* The C library rounds correctly, too, on another path. */
static void a_hundred_thousand_literals_agree_with_the_c_library(void **state)
{
	uint64_t seed = 20240607;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		int shift = (int)(next_random(&seed) % 19) - 9;
		uint64_t before = seed;
		char text[64], shifted[64];
		int n = random_literal(text, sizeof(text), &seed, 0);
		double v = -1, expected;

		(void)random_literal(shifted, sizeof(shifted), &before, shift);
		expected = strtod(shifted, NULL);
		if (pd_number_parse((struct pd_str){text, (size_t)n}, shift, &v) == PD_NUMBER_OK &&
		    v == expected)
			continue;
		print_error("%s shifted by %d: %a, expected %a\n", text, shift, v, expected);
		fail();
	}
}

static void the_shortest_text_comes_back_as_the_same_double(void **state)
{
	static const struct {
		double v;
		const char *text;
	} known[] = {
		{0.1,       "0.1"                    },
		{0.1 + 0.2, "0.30000000000000004"    },
		{5e-324,    "5e-324"                 },
		{DBL_MAX,   "1.7976931348623157e+308"},
		{0x1p53,    "9007199254740992"       },
		{-2.5,      "-2.5"                   },
		{0,         "0"                      }
        };
	char buf[PD_NUMBER_MAX];
	uint64_t seed = 7;

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(known); i++) {
		assert_int_equal(pd_number_print(buf, known[i].v), strlen(known[i].text));
		assert_string_equal(buf, known[i].text);
	}
	for (int i = 0; i < 20000; i++) {
		uint64_t bits = next_random(&seed);
		double v, back = 0;

		memcpy(&v, &bits, sizeof(v));
		if (!isfinite(v))
			continue;
		assert_int_equal(pd_number_parse((struct pd_str){buf, pd_number_print(buf, v)}, 0,
						 &back),
				 PD_NUMBER_OK);
		assert_true(back == v);
	}
}

static void counts_are_digits_up_to_sixty_four_bits(void **state)
{
	uint64_t v = 1;

	(void)state;
	assert_true(pd_number_parse_u64(PD_STR("18446744073709551615"), &v));
	assert_true(v == UINT64_MAX);
	assert_false(pd_number_parse_u64(PD_STR("18446744073709551616"), &v));
	assert_false(pd_number_parse_u64(PD_STR("99999999999999999999"), &v));
	assert_false(pd_number_parse_u64(PD_STR(""), &v));
	assert_false(pd_number_parse_u64(PD_STR("-1"), &v));
	assert_false(pd_number_parse_u64(PD_STR("1.0"), &v));
	assert_true(v == UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(literals_become_the_nearest_double),
		cmocka_unit_test(what_is_no_number_is_bad_and_touches_nothing),
		cmocka_unit_test(what_no_double_can_hold_is_out_of_range),
		cmocka_unit_test(a_shift_moves_the_point_of_the_literal),
		cmocka_unit_test(minus_zero_is_zero),
		cmocka_unit_test(numbers_of_eight_hundred_digits_are_read_and_longer_ones_refused),
		cmocka_unit_test(a_hundred_thousand_literals_agree_with_the_c_library),
		cmocka_unit_test(the_shortest_text_comes_back_as_the_same_double),
		cmocka_unit_test(counts_are_digits_up_to_sixty_four_bits),
	};

	return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
