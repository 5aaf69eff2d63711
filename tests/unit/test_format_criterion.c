/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "reading.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define CRITERION(text, rows, said) assert_reads(&pd_format_criterion, text, rows, said)

static char dir[64];
static char home[4096];

/* What every sample here is of: texts have no directory, so it is the current one. */
static int enter(void **state)
{
	static const char about[] =
		"{\"group_id\": \"Fib\", \"function_id\": \"iterative\", \"value_str\": \"20\","
		" \"throughput\": null, \"full_id\": \"Fib/iterative/20\"}";
	int fd;

	(void)state;
	(void)snprintf(dir, sizeof(dir), "test_criterion_XXXXXX");
	if (!getcwd(home, sizeof(home)) || !mkdtemp(dir) || chdir(dir))
		return 1;
	fd = open("benchmark.json", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, about, sizeof(about) - 1) != (ssize_t)sizeof(about) - 1)
		return 1;
	return close(fd);
}

static int leave(void **state)
{
	(void)state;
	(void)unlink("benchmark.json");
	return chdir(home) || rmdir(dir);
}

static int probe(const char *text)
{
	return pd_format_criterion.probe(pd_str_of(text));
}

#define ROW "operand|Fib|function=iterative parameter=20|time|s|lower|0."

/* 22.5 ns / 3 = 7.5 ns, 42 / 6 = 7 ns. */
static void a_batch_is_an_iteration_of_one_run(void **state)
{
	(void)state;
	CRITERION("{\"sampling_mode\":\"Linear\",\"iters\":[3.0,6.0],\"times\":[22.5,42.0]}",
		  ROW "0|7.5e-09\n" ROW "1|7e-09\n", "");
}

static void old_samples_are_two_arrays(void **state)
{
	(void)state;
	CRITERION("[[3.0,6.0],[22.5,42.0]]", ROW "0|7.5e-09\n" ROW "1|7e-09\n", "");
}

static void what_cannot_be_used_is_told(void **state)
{
	(void)state;
	CRITERION("{\"iters\":[1,0,\"2\",4,5,6],\"times\":[2,2,2,null,\"2\"]}", ROW "0|2e-09\n",
		  "warning 0:0 bad-number\nwarning 0:0 bad-number\nwarning 0:0 bad-number\n"
		  "warning 0:0 bad-number\nwarning 0:0 bad-member\n");
	CRITERION("[[1],[2,3]]", ROW "0|2e-09\n", "warning 0:0 bad-member\n");
}

static void assert_refused(const char *text, const char *said)
{
	struct reading r = reading_text(&pd_format_criterion, text);

	assert_int_equal(r.status, PD_EPARSE);
	assert_string_equal(r.said, said);
	reading_close(&r);
}

static void times_must_be_finite(void **state)
{
	(void)state;
	assert_refused("{\"iters\":[1],\"times\":[1e999]}", "error 0:0 not-finite\n");
}

static void other_files_of_the_directory_are_refused(void **state)
{
	(void)state;
	assert_refused("{\"mean\":{\"point_estimate\":7.1,\"standard_error\":0.1}}",
		       "error 0:0 summary-only\n");
	assert_refused("[[1],2]", "error 0:0 bad-member\n");
	assert_refused("[]", "error 0:0 bad-member\n");
	assert_refused("7", "error 0:0 summary-only\n");
}

static void a_sample_of_nothing_is_refused(void **state)
{
	(void)state;
	assert_int_equal(unlink("benchmark.json"), 0);
	assert_refused("[[1],[2]]", "error 0:0 missing-header\n");
}

static void an_export_of_critcmp_has_one_mean_each(void **state)
{
	(void)state;
	CRITERION("{\"name\": \"base\", \"benchmarks\": {"
		  "\"Fib/iterative/20\": {\"baseline\": \"base\", \"criterion_benchmark_v1\":"
		  " {\"group_id\": \"Fib\", \"function_id\": \"iterative\", \"value_str\": \"20\"},"
		  " \"criterion_estimates_v1\": {\"mean\": {\"point_estimate\": 7.5},"
		  " \"std_dev\": {\"point_estimate\": 0.5}}},"
		  "\"sort\": {\"criterion_benchmark_v1\": {\"full_id\": \"sort\"},"
		  " \"criterion_estimates_v1\": {\"mean\": {\"point_estimate\": 8}}},"
		  "\"a\": {\"criterion_benchmark_v1\": {\"full_id\": \"a\"}}, \"b\": 1}}",
		  ROW "0|7.5e-09|iterations - sd 5e-10\noperand|sort||time|s|lower|0.0|8e-09\n",
		  "warning 0:0 bad-member\nwarning 0:0 bad-member\nnote 0:0 summary-only\n");
}

static void its_own_words_tell_it_from_other_json(void **state)
{
	(void)state;
	assert_int_equal(probe("{\"sampling_mode\":\"Flat\",\"iters\":[1],\"times\":[2]}"), 85);
	assert_int_equal(probe("{\"iters\":[1],\"times\":[2]}"), 70);
	assert_int_equal(probe("{\"name\":\"x\",\"criterion_benchmark_v1\":{}}"), 90);
	assert_int_equal(probe("{\"Mean\":{\"point_estimate\":1,\"standard_error\":2}}"), 75);
	assert_int_equal(probe("{\"full_id\":\"a\",\"directory_name\":\"a\"}"), 75);
	assert_int_equal(probe("[[208873.0,417746.0],[1e6,2e6]]\n"), 40);
	assert_int_equal(probe("[[1,2],[3],[4]]"), 0);
	assert_int_equal(probe("[1,2]"), 0);
	assert_int_equal(probe("{\"times\":[1]}"), 0);
}

/* In old and new form: 4 benchmarks, each with 100 batches kept as "base" and 100 as "new". */
static void trees_are_read_whole(void **state)
{
	static const char *const tree[] = {"old_format", "new_format_converted"};

	(void)state;
	for (size_t i = 0; i < sizeof(tree) / sizeof(tree[0]); i++) {
		const struct pd_read_options options = {.sides_by = "baseline"};
		char path[512];
		const char *operand = path;
		struct pd_ctx *ctx;
		struct pd_table t;

		(void)snprintf(path, sizeof(path), "%s/../shared/data/peers/criterion/%s",
			       SOURCE_ROOT, tree[i]);
		if (access(path, R_OK))
			leave_without_data();
		ctx = pd_ctx_new(NULL, NULL);
		assert_int_equal(pd_read(ctx, &operand, 1, &options, &t), PD_OK);
		assert_int_equal(t.n_sides, 2);
		assert_string_equal(pd_ctx_name(ctx, t.sides[0].name).p, "base");
		assert_string_equal(pd_ctx_name(ctx, t.sides[1].name).p, "new");
		assert_int_equal(t.n_keys, 4);
		assert_int_equal(t.n, 800);
		pd_ctx_free(ctx);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_batch_is_an_iteration_of_one_run),
		cmocka_unit_test(old_samples_are_two_arrays),
		cmocka_unit_test(what_cannot_be_used_is_told),
		cmocka_unit_test(times_must_be_finite),
		cmocka_unit_test(other_files_of_the_directory_are_refused),
		cmocka_unit_test(an_export_of_critcmp_has_one_mean_each),
		cmocka_unit_test(its_own_words_tell_it_from_other_json),
		cmocka_unit_test(trees_are_read_whole),
		cmocka_unit_test(a_sample_of_nothing_is_refused),
	};

	return cmocka_run_group_tests(tests, enter, leave);
}
