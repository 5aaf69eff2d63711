/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/out.h"
#include "base/str.h"
#include "read/source.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every test runs in an empty directory of its own. */
static char dir[64];
static char home[4096];

static int enter(void **state)
{
	(void)state;
	(void)snprintf(dir, sizeof(dir), "test_source_XXXXXX");
	return !getcwd(home, sizeof(home)) || !mkdtemp(dir) || chdir(dir);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static int leave(void **state)
{
	(void)state;
	if (chdir(home))
		return 1;
	// NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
	return nftw(dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void make(const char *path)
{
	int fd = open(path, O_CREAT | O_WRONLY, 0600);

	assert_true(fd >= 0);
	(void)close(fd);
}

/* "side:path " for each file, or "code" of the error. */
static char *sources_of(size_t n, const char *const *operand)
{
	struct pd_ctx *ctx = pd_ctx_new(NULL, NULL);
	struct pd_sources s = {0};
	struct pd_out out;
	size_t n_diags;

	pd_out_init(&out, -1);
	if (pd_source_all(&s, ctx, operand, n) < 0) {
		const struct pd_diag *d = pd_ctx_diags(ctx, &n_diags);

		assert_int_equal(n_diags, 1);
		pd_out_printf(&out, "%s", d[0].code);
	} else {
		for (size_t i = 0; i < s.n; i++)
			pd_out_printf(&out, "%.*s:%s ", PD_FMT(s.source[i].side), s.source[i].path);
	}
	pd_out_char(&out, '\0');
	pd_source_free(&s);
	pd_ctx_free(ctx);
	return out.buf;
}

#define assert_sources(expected, ...)                                        \
 do {                                                                        \
  const char *const operand_[] = {__VA_ARGS__};                              \
  char *got_ = sources_of(sizeof(operand_) / sizeof(operand_[0]), operand_); \
                                                                             \
  assert_string_equal(got_, (expected));                                     \
  free(got_);                                                                \
 } while (0)

static void a_label_stands_before_the_first_equals_sign(void **state)
{
	(void)state;
	make("a.txt");
	make("x=y");
	assert_sources("base:a.txt ", "base=a.txt");
	assert_sources("base:x=y ", "base=x=y");
	/* a slash before it: no label */
	assert_sources("x=y:./x=y ", "./x=y");
}

static void commas_part_paths_and_a_backslash_keeps_them(void **state)
{
	(void)state;
	make("a");
	make("b");
	make("c,d");
	make("e\\f");
	assert_sources("s:a s:b s:c,d s:e\\f ", "s=a,b,c\\,d,e\\f");
	assert_sources("open", "s=c,d");
}

static void a_directory_is_its_files_as_people_count_them(void **state)
{
	(void)state;
	(void)mkdir("d", 0700);
	(void)mkdir("d/folder", 0700);
	make("d/run-10.txt");
	make("d/run-2.txt");
	make("d/run-1.txt");
	make("d/.hidden");
	make("d/folder/deeper.txt");
	assert_sources("d:d/run-1.txt d:d/run-2.txt d:d/run-10.txt ", "d");
	assert_sources("v:d/run-1.txt v:d/run-2.txt v:d/run-10.txt ", "v=d/");
}

static void an_empty_directory_is_an_error(void **state)
{
	(void)state;
	(void)mkdir("d", 0700);
	make("d/.hidden");
	assert_sources("no-values", "d");
}

static void links_are_followed_and_those_that_lead_nowhere_are_an_error(void **state)
{
	(void)state;
	(void)mkdir("d", 0700);
	make("real");
	assert_int_equal(symlink("../real", "d/a"), 0);
	/* to the directory itself: no file, and not entered */
	assert_int_equal(symlink(".", "d/self"), 0);
	assert_sources("d:d/a ", "d");
	assert_int_equal(symlink("loop", "d/loop"), 0);
	assert_sources("open", "d");
	assert_int_equal(unlink("d/loop"), 0);
	assert_int_equal(symlink("gone", "d/b"), 0);
	assert_sources("open", "d");
}

static void what_does_not_exist_is_an_error(void **state)
{
	(void)state;
	assert_sources("open", "no-such-file");
	assert_sources("usage", "s=");
}

static void standard_input_is_read_once(void **state)
{
	(void)state;
	assert_sources("stdin:- ", "-");
	assert_sources("head:- ", "head=-");
	assert_sources("usage", "-", "b=-");
}

static void equal_labels_are_one_side(void **state)
{
	(void)state;
	make("a");
	make("b");
	assert_sources("s:a s:b ", "s=a", "s=b");
}

static void sides_without_a_label_are_called_after_the_end_of_their_path(void **state)
{
	(void)state;
	(void)mkdir("old", 0700);
	(void)mkdir("new", 0700);
	make("old/r");
	make("new/r");
	make("other");
	assert_sources("r:old/r other:other ", "old/r", "other");
	assert_sources("old:old/r new:new/r ", "old/", "new/");
}

static void names_that_would_be_equal_are_whole_paths(void **state)
{
	(void)state;
	(void)mkdir("old", 0700);
	(void)mkdir("new", 0700);
	make("old/r");
	make("new/r");
	assert_sources("old/r:old/r new/r:new/r ", "old/r", "new/r");
}

static void a_file_against_itself_has_two_sides(void **state)
{
	(void)state;
	make("a");
	assert_sources("a:a a#2:a ", "a", "a");
}

static void names_of_sides_hold_no_control_characters(void **state)
{
	(void)state;
	make("a");
	make("b\033[31m\n\302\233x");
	assert_sources("s?:a b?[31m??x:b\033[31m\n\302\233x ", "s\033=a", "b\033[31m\n\302\233x");
}

static void trees_of_criterion_are_gone_through(void **state)
{
	(void)state;
	assert_int_equal(mkdir("t", 0700), 0);
	assert_int_equal(mkdir("t/fib", 0700), 0);
	assert_int_equal(mkdir("t/fib/new", 0700), 0);
	assert_int_equal(mkdir("t/fib/base", 0700), 0);
	assert_int_equal(mkdir("t/fib/change", 0700), 0);
	assert_int_equal(symlink("..", "t/fib/loop"), 0);
	make("t/fib/new/sample.json");
	make("t/fib/new/benchmark.json");
	make("t/fib/new/tukey.json");
	make("t/fib/change/estimates.json");
	make("t/fib/base/sample.json");
	assert_sources("t:t/fib/new/sample.json ", "t");
	make("t/fib/base/benchmark.json");
	assert_sources("t:t/fib/base/sample.json t:t/fib/new/sample.json ", "t");
	assert_sources("a:t/fib/base/sample.json new:t/fib/new/sample.json ", "a=t/fib/base",
		       "t/fib/new");
	/* A file of its own makes a folder what folders are. */
	make("t/run-1");
	assert_sources("t:t/run-1 ", "t");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_label_stands_before_the_first_equals_sign, enter,
						leave),
		cmocka_unit_test_setup_teardown(commas_part_paths_and_a_backslash_keeps_them, enter,
						leave),
		cmocka_unit_test_setup_teardown(a_directory_is_its_files_as_people_count_them,
						enter, leave),
		cmocka_unit_test_setup_teardown(an_empty_directory_is_an_error, enter, leave),
		cmocka_unit_test_setup_teardown(trees_of_criterion_are_gone_through, enter, leave),
		cmocka_unit_test_setup_teardown(
			links_are_followed_and_those_that_lead_nowhere_are_an_error, enter, leave),
		cmocka_unit_test_setup_teardown(what_does_not_exist_is_an_error, enter, leave),
		cmocka_unit_test_setup_teardown(standard_input_is_read_once, enter, leave),
		cmocka_unit_test_setup_teardown(equal_labels_are_one_side, enter, leave),
		cmocka_unit_test_setup_teardown(
			sides_without_a_label_are_called_after_the_end_of_their_path, enter, leave),
		cmocka_unit_test_setup_teardown(names_that_would_be_equal_are_whole_paths, enter,
						leave),
		cmocka_unit_test_setup_teardown(a_file_against_itself_has_two_sides, enter, leave),
		cmocka_unit_test_setup_teardown(names_of_sides_hold_no_control_characters, enter,
						leave),
	};

	return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
