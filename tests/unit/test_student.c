/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/student.h"

/* From the incomplete beta function in 40 digits (mpmath). */
static void tails_agree_with_forty_digit_arithmetic(void **state)
{
	(void)state;
	assert_close(pd_student_upper(2.5, 7.5), 0.019410129136812779, 1e-14);
	assert_close(pd_student_upper(4.5, 31), 4.4760581157641966e-5, 1e-13);
	assert_close(pd_student_upper(8, 31), 2.4701318509516898e-9, 1e-13);
	assert_close(pd_student_upper(3.5, 1000.5), 0.00024288197614124082, 1e-13);
	assert_close(pd_student_upper(20, 43.4), 7.9261114933420667e-24, 1e-13);
	assert_close(pd_student_quantile(0.95, 7.5), 2.3330396268649746, 1e-14);
}

/* One degree of freedom is Cauchy: 1/2 - atan(t)/pi. */
static void one_degree_of_freedom_is_cauchy(void **state)
{
	(void)state;
	assert_close(pd_student_upper(1, 1), 0.25, 1e-15);
	assert_close(pd_student_upper(-1, 1), 0.75, 1e-15);
	assert_close(pd_student_upper(10, 1), 0.5 - atan(10) / M_PI, 1e-14);
	assert_close(pd_student_quantile(0.5, 1), 1, 1e-14);
}

static void the_two_tails_add_up_to_one(void **state)
{
	(void)state;
	for (int i = 0; i <= 16; i++) {
		double t = 0.5 * i;

		assert_close(pd_student_upper(t, 5.5) + pd_student_upper(-t, 5.5), 1, 1e-14);
	}
}

static void the_far_end_is_small_but_not_zero(void **state)
{
	(void)state;
	assert_true(pd_student_upper(1e10, 200) > 0);
	assert_true(pd_student_upper(HUGE_VAL, 5) > 0);
	assert_true(pd_student_upper(1e10, 200) < 1e-290);
	assert_close(pd_student_upper(-HUGE_VAL, 5), 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tails_agree_with_forty_digit_arithmetic),
		cmocka_unit_test(one_degree_of_freedom_is_cauchy),
		cmocka_unit_test(the_two_tails_add_up_to_one),
		cmocka_unit_test(the_far_end_is_small_but_not_zero),
	};

	return cmocka_run_group_tests_name("student", tests, NULL, NULL);
}
