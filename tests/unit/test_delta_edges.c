/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is not there: work that no log has, an event too many, idle time, hits that nobody counted. */
#include "deltaing.h"

static void a_work_that_no_log_has_is_an_error_for_locks_as_well(void **state)
{
	struct deltaing d = deltaing_new();

	(void)state;
	d.event = "lock/wait";
	deltaing_run(&d, "base");
	deltaing_hits(&d, "take", 100);
	deltaing_run(&d, "head");
	deltaing_hits(&d, "take", 100);
	deltaing_compare(&d, &(const struct pd_delta_policy){.work_from = "no:such"});
	assert_int_equal(d.status, PD_EUSAGE);
	deltaing_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_work_that_no_log_has_is_an_error_for_locks_as_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
