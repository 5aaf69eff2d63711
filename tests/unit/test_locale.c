/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/number.h"
#include "base/str.h"

#include <locale.h>
#include <stdio.h>

/* Short numbers take the exact path, long ones that of the C library. */
static void numbers_are_read_as_in_the_c_locale(void **state)
{
	double v;

	(void)state;
	assert_int_equal(pd_number_parse(PD_STR("0.5"), 0, &v), PD_NUMBER_OK);
	assert_true(v == 0.5);
	assert_int_equal(pd_number_parse(PD_STR("0.50000000000000000000000001e-30"), 0, &v),
			 PD_NUMBER_OK);
	assert_true(v == 5e-31);
	assert_int_equal(pd_number_parse(PD_STR("0,5"), 0, &v), PD_NUMBER_BAD);
}

static void numbers_are_printed_as_in_the_c_locale(void **state)
{
	char buf[PD_NUMBER_MAX], libc[PD_NUMBER_MAX];

	(void)state;
	(void)pd_number_print(buf, 0.1 + 0.2);
	assert_string_equal(buf, "0.30000000000000004");
	(void)snprintf(libc, sizeof(libc), "%.1f", 0.5);
	assert_string_equal(libc, "0,5");
}

/* Most build machines have no locale with a decimal comma. */
int main(void)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "fr_FR"};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_read_as_in_the_c_locale),
		cmocka_unit_test(numbers_are_printed_as_in_the_c_locale),
	};

	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		if (setlocale(LC_ALL, names[i])) // NOLINT(concurrency-mt-unsafe): one thread
			return cmocka_run_group_tests_name("locale", tests, NULL, NULL);
	(void)puts("1..0 # SKIP no locale with a decimal comma");
	return 0;
}
