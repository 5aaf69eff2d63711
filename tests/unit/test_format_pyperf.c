/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"
#include "samples.h"

#define PYPERF(text, rows, said) assert_reads(&pd_format_pyperf, text, rows, said)

static int probe(const char *text)
{
	return pd_format_pyperf.probe(pd_str_of(text));
}

/* The first run only found out how many loops to make. */
static void a_run_is_a_process_and_its_values_are_iterations(void **state)
{
	(void)state;
	PYPERF("{\"version\": \"1.0\", \"metadata\": {\"unit\": \"second\", \"loops\": 8},"
	       " \"benchmarks\": [{\"metadata\": {\"name\": \"[1]*1000\"}, \"runs\": ["
	       "{\"metadata\": {}, \"warmups\": [[1, 9.5], [2, 9.25]]},"
	       "{\"metadata\": {}, \"warmups\": [[8, 9]], \"values\": [2.5e-06, 2.25e-06]},"
	       "{\"metadata\": {}, \"warmups\": [[8, 9]], \"values\": [3e-06]}]}]}",
	       "operand|[1]*1000||time|s|lower|0.0|2.5e-06\n"
	       "operand|[1]*1000||time|s|lower|0.1|2.25e-06\n"
	       "operand|[1]*1000||time|s|lower|1.0|3e-06\n",
	       "");
}

static void common_metadata_stand_further_out(void **state)
{
	(void)state;
	PYPERF("{\"metadata\": {\"name\": \"telco\", \"unit\": \"byte\"}, \"benchmarks\": ["
	       "{\"runs\": [{\"values\": [10]}]},"
	       "{\"metadata\": {\"name\": \"b\", \"unit\": \"integer\"},"
	       " \"runs\": [{\"values\": [11]}]},"
	       "{\"metadata\": {\"name\": \"c\"}, \"runs\": [{\"metadata\":"
	       " {\"name\": \"d\", \"unit\": \"second\"}, \"values\": [12]}]}]}",
	       "operand|telco||memory|B|lower|0.0|10\n"
	       "operand|b||value|1|lower|0.0|11\n"
	       "operand|d||time|s|lower|0.0|12\n",
	       "");
}

static void old_files_call_values_samples(void **state)
{
	(void)state;
	PYPERF("{\"metadata\": {\"name\": \"a\"}, \"benchmarks\":"
	       " [{\"runs\": [{\"samples\": [1, 2]}]}]}",
	       "operand|a||time|s|lower|0.0|1\noperand|a||time|s|lower|0.1|2\n", "");
}

static void what_cannot_be_used_is_told(void **state)
{
	(void)state;
	PYPERF("{\"benchmarks\": [{\"runs\": [{\"values\": [1]}]}, 7,"
	       "{\"metadata\": {\"name\": \"a\"}, \"runs\": [{\"values\": [1, \"2\", null]}]},"
	       "{\"metadata\": {\"name\": \"a\"}, \"runs\": [{\"values\": [3]}]},"
	       "{\"metadata\": {\"name\": \"b\"}, \"runs\": [{\"values\": []}]}]}",
	       "operand|a||time|s|lower|0.0|1\n",
	       "warning 0:0 bad-member\nwarning 0:0 bad-member\nwarning 0:0 bad-number\n"
	       "warning 0:0 bad-member\nwarning 0:0 missing-result\nnote 0:0 not-available\n");
}

static void values_must_be_finite(void **state)
{
	struct reading r = reading_text(&pd_format_pyperf,
					"{\"metadata\": {\"name\": \"a\"}, \"benchmarks\":"
					" [{\"runs\": [{\"values\": [1, NaN]}]}]}");

	(void)state;
	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, "error 0:0 not-finite\n");
	reading_close(&r);
}

static void its_own_words_tell_it_from_other_json(void **state)
{
	(void)state;
	assert_int_equal(probe("{\"benchmarks\":[{\"runs\":[{\"metadata\":{\"date\":\"x\"}"), 85);
	assert_int_equal(probe("{\"benchmarks\": [{\"name\": \"a\", \"real_time\": 1}]}"), 0);
	assert_int_equal(probe("{\"runs\": [], \"metadata\": {}}"), 0);
}

/* Counted with another JSON parser: 40 runs of 3 values, and 3 benchmarks of 20 runs of 3. */
static void files_of_others_are_read_whole(void **state)
{
	static const struct sample sample[] = {
		{SAMPLE("peers/pyperf/telco.json"),          120, 1, 0},
		{SAMPLE("peers/pyperf/mult_list_py36.json"), 180, 3, 0},
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(sample); i++) {
		struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
		bool there;
		struct pd_table t;

		there = sample_is_whole(ctx, &sample[i], &t);
		if (there) {
			assert_int_equal(t.run[t.n - 1], sample[i].n / sample[i].n_keys / 3 - 1);
			assert_int_equal(t.iteration[t.n - 1], 2);
		}
		pd_ctx_free(ctx);
		if (!there)
			leave_without_data();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_a_process_and_its_values_are_iterations),
		cmocka_unit_test(common_metadata_stand_further_out),
		cmocka_unit_test(old_files_call_values_samples),
		cmocka_unit_test(what_cannot_be_used_is_told),
		cmocka_unit_test(values_must_be_finite),
		cmocka_unit_test(its_own_words_tell_it_from_other_json),
		cmocka_unit_test(files_of_others_are_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
