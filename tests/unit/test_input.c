/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define UNLIMITED UINT64_MAX

/* A file of this test, in the build directory, gone when it ends. */
static char path[64];

static void write_file(const char *bytes, size_t n)
{
	int fd;

	(void)snprintf(path, sizeof(path), "test_input_XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	for (size_t at = 0; at < n;) {
		ssize_t wrote = write(fd, bytes + at, n - at);

		assert_true(wrote > 0);
		at += (size_t)wrote;
	}
	(void)close(fd);
}

static int remove_file(void **state)
{
	(void)state;
	if (path[0])
		(void)unlink(path);
	path[0] = '\0';
	return 0;
}

#define assert_line(in, expected)                       \
 do {                                                   \
  struct pd_str line_;                                  \
                                                        \
  assert_true(pd_input_line((in), &line_));             \
  assert_true(pd_str_eq(line_, pd_str_of((expected)))); \
 } while (0)

static void assert_end(struct pd_input *in)
{
	struct pd_str line;

	assert_false(pd_input_line(in, &line));
	assert_int_equal(pd_input_status(in), PD_OK);
}

static void lines_come_with_their_numbers_and_the_last_needs_no_end(void **state)
{
	struct pd_input in;

	(void)state;
	pd_input_open_memory(&in, "m", "a\n\nb", 4);
	assert_line(&in, "a");
	assert_int_equal(in.line, 1);
	assert_line(&in, "");
	assert_line(&in, "b");
	assert_int_equal(in.line, 3);
	assert_end(&in);
	pd_input_close(&in);
}

static void an_empty_file_has_no_line_and_an_empty_line_is_one(void **state)
{
	struct pd_input in;

	(void)state;
	pd_input_open_memory(&in, "m", "", 0);
	assert_end(&in);
	pd_input_close(&in);
	pd_input_open_memory(&in, "m", "\n", 1);
	assert_line(&in, "");
	assert_end(&in);
	pd_input_close(&in);
}

/* Lines of 7 + i bytes: their ends fall on every place around the blocks of 256 KiB. */
static void lines_over_block_boundaries_are_whole(void **state)
{
	enum { LINES = 60000 };
	char *text = malloc((size_t)LINES * 24), expected[32];
	size_t n = 0;
	struct pd_input in;

	(void)state;
	for (int i = 0; i < LINES; i++)
		n += (size_t)snprintf(text + n, 24, "line %d of %.*s\n", i, i % 7, "xxxxxxx");
	write_file(text, n);
	free(text);
	assert_int_equal(pd_input_open(&in, path, UNLIMITED), PD_OK);
	for (int i = 0; i < LINES; i++) {
		(void)snprintf(expected, sizeof(expected), "line %d of %.*s", i, i % 7, "xxxxxxx");
		assert_line(&in, expected);
	}
	assert_end(&in);
	pd_input_close(&in);
}

static void probing_does_not_move(void **state)
{
	struct pd_input in;
	struct pd_str head;

	(void)state;
	write_file("\357\273\277> a\r\n\033[1mb\033[m", 16);
	assert_int_equal(pd_input_open(&in, path, UNLIMITED), PD_OK);
	head = pd_input_head(&in);
	assert_true(pd_str_eq(head, PD_STR("a\nb\n")));
	free((char *)(uintptr_t)head.p);
	assert_line(&in, "a");
	assert_line(&in, "b");
	assert_end(&in);
	pd_input_close(&in);
}

/* A line that goes on behind what is probed has no newline there. */
static void a_head_that_cuts_a_line_shows_it(void **state)
{
	size_t n = PD_INPUT_HEAD + 2;
	char *text = malloc(n);
	struct pd_input in;
	struct pd_str head;

	(void)state;
	memset(text, 'a', n);
	text[n - 1] = '\n';
	pd_input_open_memory(&in, "m", text, n);
	head = pd_input_head(&in);
	assert_int_equal(head.n, PD_INPUT_HEAD);
	assert_int_equal(head.p[head.n - 1], 'a');
	free((char *)(uintptr_t)head.p);
	pd_input_close(&in);
	text[PD_INPUT_HEAD - 1] = '\n';
	pd_input_open_memory(&in, "m", text, n);
	head = pd_input_head(&in);
	assert_int_equal(head.n, PD_INPUT_HEAD);
	assert_int_equal(head.p[head.n - 1], '\n');
	free((char *)(uintptr_t)head.p);
	pd_input_close(&in);
	free(text);
}

static char *put(char *to, char c, size_t n)
{
	memset(to, c, n);
	return to + n;
}

/* Of three lines of a megabyte the beginning, and all of what stands behind them. */
static void a_head_looks_behind_lines_that_are_longer_than_itself(void **state)
{
	const size_t n = 1000000, kept = PD_INPUT_HEAD + 1;
	char *text = malloc(4 * n), *end = text;
	struct pd_input in;
	struct pd_str head, rest;

	(void)state;
	for (int i = 0; i < 3; i++)
		end = put(put(end, 'x', n), '\n', 1);
	end = put(put(end, 'b', 5), '\n', 1);
	pd_input_open_memory(&in, "m", text, (size_t)(end - text));
	head = pd_input_head(&in);
	assert_int_equal(head.n, 3 * kept + 6);
	rest = pd_str_skip(head, kept - 1);
	assert_true(pd_str_starts(rest, PD_STR("\nxxx")));
	assert_true(pd_str_ends(head, PD_STR("x\nbbbbb\n")));
	assert_int_equal(in.line, 0);
	assert_true(pd_input_peek(&in).n == 3 * n + 9);
	free((char *)(uintptr_t)head.p);
	pd_input_close(&in);
	free(text);
}

static void the_first_line_of_more_than_64_kib_is_remembered(void **state)
{
	const size_t n = PD_INPUT_HEAD;
	char *text = malloc(4 * n), *end = text;
	struct pd_input in;
	struct pd_str line;

	(void)state;
	end = put(put(end, 'a', n), '\n', 1);
	end = put(put(end, 'b', n + 1), '\n', 1);
	end = put(put(end, 'c', n + 2), '\n', 1);
	pd_input_open_memory(&in, "m", text, (size_t)(end - text));
	assert_true(pd_input_line(&in, &line));
	assert_int_equal(in.long_line, 0);
	while (pd_input_line(&in, &line))
		;
	assert_int_equal(in.long_line, 2);
	pd_input_close(&in);
	free(text);
}

static void a_byte_order_mark_is_no_text(void **state)
{
	struct pd_str all;
	struct pd_input in;

	(void)state;
	pd_input_open_memory(&in, "m", "\357\273\277{}", 5);
	assert_true(pd_input_all(&in, &all));
	assert_true(pd_str_eq(all, PD_STR("{}")));
	pd_input_close(&in);
	pd_input_open_memory(&in, "m", "\357\273\277", 3);
	assert_line(&in, "");
	assert_end(&in);
	pd_input_close(&in);
}

static void junk_comes_out_empty_and_is_counted(void **state)
{
	struct pd_input in;

	(void)state;
	pd_input_open_memory(&in, "m", "a\n\0\1\2\nb\n", 8);
	assert_line(&in, "a");
	assert_line(&in, "");
	assert_line(&in, "b");
	assert_int_equal(in.n_junk, 1);
	pd_input_close(&in);
}

static void columns_count_from_the_front_of_the_line_in_the_file(void **state)
{
	struct pd_input in;
	struct pd_str line;

	(void)state;
	pd_input_open_memory(&in, "m", "abc\n> abc\n", 10);
	assert_true(pd_input_line(&in, &line));
	assert_int_equal(pd_input_column(&in, line.p), 1);
	assert_int_equal(pd_input_column(&in, line.p + 3), 4);
	assert_int_equal(pd_input_column(&in, line.p + 4), 0);
	assert_int_equal(pd_input_column(&in, NULL), 0);
	assert_true(pd_input_line(&in, &line));
	assert_int_equal(pd_input_column(&in, line.p), 3);
	pd_input_close(&in);
}

static void a_line_of_exactly_the_limit_is_read_and_one_byte_more_is_not(void **state)
{
	char *text = malloc(PD_INPUT_MAX_LINE + 2);
	struct pd_input in;
	struct pd_str line;

	(void)state;
	memset(text, 'x', PD_INPUT_MAX_LINE + 1);
	text[PD_INPUT_MAX_LINE + 1] = '\n';
	for (int more = 0; more <= 1; more++)
		for (int newline = 0; newline <= 1; newline++) {
			pd_input_open_memory(&in, "m", text + 1 - more,
					     PD_INPUT_MAX_LINE + (size_t)more + (size_t)newline);
			assert_int_equal(pd_input_line(&in, &line), !more);
			assert_int_equal(pd_input_status(&in), more ? PD_ELIMIT : PD_OK);
			pd_input_close(&in);
		}
	free(text);
}

static void more_bytes_than_allowed_are_a_failure_that_stays(void **state)
{
	struct pd_input in;
	struct pd_str line;

	(void)state;
	write_file("1\n2\n3\n", 6);
	assert_int_equal(pd_input_open(&in, path, 6), PD_OK);
	assert_line(&in, "1");
	pd_input_close(&in);
	assert_int_equal(pd_input_open(&in, path, 5), PD_OK);
	assert_false(pd_input_line(&in, &line));
	assert_false(pd_input_line(&in, &line));
	assert_int_equal(pd_input_status(&in), PD_ELIMIT);
	pd_input_close(&in);
}

static void what_cannot_be_opened_says_why(void **state)
{
	struct pd_input in;

	(void)state;
	assert_int_equal(pd_input_open(&in, "no/such/file", UNLIMITED), PD_EIO);
	assert_int_equal(in.saved_errno, ENOENT);
	pd_input_close(&in);
	assert_int_equal(pd_input_open(&in, ".", UNLIMITED), PD_EIO);
	assert_int_equal(in.saved_errno, EISDIR);
	pd_input_close(&in);
}

/* KiB of the mapped file that are in memory now, by the kernel's account. */
static unsigned long resident_kib(void)
{
	char line[512];
	unsigned long kib = 0;
	bool is_ours = false, is_told = false;
	FILE *maps = fopen("/proc/self/smaps", "r");

	assert_non_null(maps);
	while (!is_told && fgets(line, sizeof(line), maps)) {
		is_ours |= strstr(line, path) != NULL;
		is_told = is_ours && !strncmp(line, "Rss:", 4);
		if (is_told)
			kib = strtoul(line + 4, NULL, 10);
	}
	(void)fclose(maps);
	assert_true(is_told);
	return kib;
}

/* 1 MiB: 256 pages of 4 KiB, or fewer that are larger. */
static void forgotten_bytes_come_back_and_need_no_memory_until_then(void **state)
{
	enum { N = 1 << 20 };
	static char bytes[N];
	struct pd_input in;
	struct pd_str mapped;

	(void)state;
	for (size_t i = 0; i < N; i++)
		bytes[i] = (char)(i >> 12 ^ i);
	write_file(bytes, N);
	assert_int_equal(pd_input_open(&in, path, UNLIMITED), PD_OK);
	assert_true(pd_input_bytes(&in, &mapped));
	assert_int_equal(mapped.n, N);
	assert_memory_equal(mapped.p, bytes, N);
	assert_int_equal(resident_kib(), N >> 10);
	pd_input_forget(&in);
	assert_int_equal(resident_kib(), 0);
	assert_memory_equal(mapped.p, bytes, N);
	pd_input_close(&in);
}

/* As of a pipe: nothing could bring them back. */
static void copied_bytes_are_not_forgotten(void **state)
{
	struct pd_input in;
	struct pd_str bytes;

	(void)state;
	pd_input_open_memory(&in, "text", "kept", 4);
	assert_true(pd_input_bytes(&in, &bytes));
	pd_input_forget(&in);
	assert_memory_equal(bytes.p, "kept", 4);
	pd_input_close(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_come_with_their_numbers_and_the_last_needs_no_end),
		cmocka_unit_test(an_empty_file_has_no_line_and_an_empty_line_is_one),
		cmocka_unit_test_teardown(lines_over_block_boundaries_are_whole, remove_file),
		cmocka_unit_test_teardown(probing_does_not_move, remove_file),
		cmocka_unit_test(a_head_that_cuts_a_line_shows_it),
		cmocka_unit_test(a_head_looks_behind_lines_that_are_longer_than_itself),
		cmocka_unit_test(the_first_line_of_more_than_64_kib_is_remembered),
		cmocka_unit_test(a_byte_order_mark_is_no_text),
		cmocka_unit_test(junk_comes_out_empty_and_is_counted),
		cmocka_unit_test(columns_count_from_the_front_of_the_line_in_the_file),
		cmocka_unit_test(a_line_of_exactly_the_limit_is_read_and_one_byte_more_is_not),
		cmocka_unit_test_teardown(more_bytes_than_allowed_are_a_failure_that_stays,
					  remove_file),
		cmocka_unit_test(what_cannot_be_opened_says_why),
		cmocka_unit_test_teardown(forgotten_bytes_come_back_and_need_no_memory_until_then,
					  remove_file),
		cmocka_unit_test(copied_bytes_are_not_forgotten),
	};

	return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
