/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "model/comm.h"

static void folds_to(const char *comm, const char *kind)
{
	struct pd_str got = pd_comm_fold(pd_str_of(comm));

	if (!pd_str_eq(got, pd_str_of(kind)))
		fail_msg("%s is %.*s, not %s", comm, PD_FMT(got), kind);
}

static void a_thread_of_each_processor_is_its_kind(void **state)
{
	(void)state;
	folds_to("kworker/0:1-events", "kworker");
	folds_to("kworker/u16:3-e", "kworker");
	folds_to("kworker/R-rcu_g", "kworker");
	folds_to("ksoftirqd/3", "ksoftirqd");
	folds_to("swapper/12", "swapper");
	folds_to("migration/0", "migration");
	folds_to("rcuop/1", "rcuop");
	folds_to("cpuhp/7", "cpuhp");
}

static void a_thread_of_each_device_is_its_kind(void **state)
{
	(void)state;
	folds_to("irq/24-nvme0q1", "irq");
	folds_to("jbd2/sda1-8", "jbd2");
	folds_to("napi/eth0-12", "napi");
	folds_to("kswapd0", "kswapd");
	folds_to("kcompactd1", "kcompactd");
	folds_to("kdamond.0", "kdamond");
	folds_to("scsi_eh_11", "scsi_eh");
	folds_to("vhost-4711", "vhost");
}

/* Programs may be called anything: a number behind the kind is asked for where it always is. */
static void any_other_name_is_as_it_was(void **state)
{
	static const char *const names[] = {
		"",         "perf",       "kworker",      "kworker/",
		"swapper",  "swapper/x",  "migration/0x", "kswapd",
		"kswapd0a", "rcu_sched",  "my worker 1",  "a:b 12 [003]",
		"/0",       "irqbalance", "worker/3",     "vhost-user",
		"jbd2"};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++)
		folds_to(names[i], names[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thread_of_each_processor_is_its_kind),
		cmocka_unit_test(a_thread_of_each_device_is_its_kind),
		cmocka_unit_test(any_other_name_is_as_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
