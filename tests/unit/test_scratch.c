/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "stat/scratch.h"

static void a_slot_grows_and_never_shrinks(void **state)
{
	struct pd_scratch *s = pd_scratch_new();
	double *few = pd_scratch_array(s, PD_SCRATCH_VALUES, double, 10);
	double *many = pd_scratch_array(s, PD_SCRATCH_VALUES, double, 1000);

	(void)state;
	assert_non_null(few);
	many[999] = 1;
	assert_ptr_equal(pd_scratch_array(s, PD_SCRATCH_VALUES, double, 5), many);
	assert_non_null(pd_scratch_array(s, PD_SCRATCH_LOGS, double, 0));
	pd_scratch_free(s);
}

static void freeing_nothing_is_fine(void **state)
{
	(void)state;
	pd_scratch_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slot_grows_and_never_shrinks),
		cmocka_unit_test(freeing_nothing_is_fine),
	};

	return cmocka_run_group_tests_name("scratch", tests, NULL, NULL);
}
