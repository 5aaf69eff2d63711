/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

/* A reader of lines of frames, leaf first: "symbol@dso symbol@dso", one hit each. */
static int read_chains(struct pd_input *in, struct pd_ingest *out)
{
	struct pd_hits *h = pd_hits_of(out);
	uint32_t event = pd_hits_event(h, PD_STR("e"));
	struct pd_str line;

	while (pd_input_line(in, &line)) {
		pd_hits_begin(h, event, PD_STR(""));
		while (line.n) {
			struct pd_str dso = pd_str_word(&line), symbol = pd_str_cut(&dso, '@');

			pd_hits_frame(h, symbol, dso);
		}
		pd_hits_end(h, 1);
	}
	return pd_input_status(in);
}

static const struct pd_format chains = {.name = "chains", .read = read_chains};

static void the_first_function_above_the_primitives_is_the_site(void **state)
{
	(void)state;
	assert_profiles(&chains, locks,
			"native_queued_spin_lock_slowpath@[k] queued_write_lock_slowpath@[k] "
			"release_task@[k] wait_consider_task@[k]\n",
			"0|e||native_queued_spin_lock_slowpath@[k]<queued_write_lock_slowpath@[k]|"
			"release_task@[k]<wait_consider_task@[k]|rwlock:W||1|1\n",
			"");
}

static void folded_stacks_without_objects_are_believed(void **state)
{
	(void)state;
	assert_profiles(&chains, locks, "_raw_spin_lock rmqueue_bulk\n",
			"0|e||_raw_spin_lock<rmqueue_bulk|rmqueue_bulk|spinlock||1|1\n", "");
}

static void a_function_of_a_program_is_no_primitive_of_the_kernel(void **state)
{
	(void)state;
	assert_profiles(&chains, locks, "mutex_lock@/usr/bin/x main@/usr/bin/x\n",
			"0|e||mutex_lock@/usr/bin/x<main@/usr/bin/x||||1|1\n", "");
}

static void a_chain_of_primitives_alone_has_a_class_and_no_site(void **state)
{
	(void)state;
	assert_profiles(&chains, locks, "native_queued_spin_lock_slowpath@[k]\n",
			"0|e||native_queued_spin_lock_slowpath@[k]||spinlock||1|1\n", "");
}

/* What the compiler inlined into raw_spin_rq_lock_nested is no frame: the wrapper is the leaf. */
static void a_wrapper_at_the_leaf_is_its_own_site(void **state)
{
	(void)state;
	assert_profiles(&chains, locks, "raw_spin_rq_lock_nested@[k] __schedule@[k]\n",
			"0|e||raw_spin_rq_lock_nested@[k]<__schedule@[k]|"
			"raw_spin_rq_lock_nested@[k]<__schedule@[k]|spinlock||1|1\n",
			"");
	assert_profiles(&chains, locks,
			"_raw_spin_lock@[k] raw_spin_rq_lock_nested@[k] __schedule@[k]\n",
			"0|e||_raw_spin_lock@[k]<raw_spin_rq_lock_nested@[k]|"
			"raw_spin_rq_lock_nested@[k]<__schedule@[k]|spinlock||1|1\n",
			"");
	assert_profiles(&chains, locks, "lock_sock@/usr/bin/x main@/usr/bin/x\n",
			"0|e||lock_sock@/usr/bin/x<main@/usr/bin/x||||1|1\n", "");
}

static void a_release_is_its_callers_and_no_lock(void **state)
{
	(void)state;
	assert_profiles(
		&chains, locks, "_raw_spin_unlock_irqrestore@[k] try_to_wake_up@[k]\n",
		"0|e||_raw_spin_unlock_irqrestore@[k]<try_to_wake_up@[k]|try_to_wake_up@[k]|||1|1\n",
		"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_function_above_the_primitives_is_the_site),
		cmocka_unit_test(folded_stacks_without_objects_are_believed),
		cmocka_unit_test(a_function_of_a_program_is_no_primitive_of_the_kernel),
		cmocka_unit_test(a_chain_of_primitives_alone_has_a_class_and_no_site),
		cmocka_unit_test(a_wrapper_at_the_leaf_is_its_own_site),
		cmocka_unit_test(a_release_is_its_callers_and_no_lock),
	};

	return cmocka_run_group_tests_name("hits_site", tests, NULL, NULL);
}
