/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What comes out at the other end of a file, NUL-terminated and to be freed. */
static char *written(const char *text, size_t times, enum pd_out_ascii ascii)
{
	FILE *file = tmpfile();
	struct pd_out out;
	char *read;
	long size;

	assert_non_null(file);
	pd_out_init(&out, fileno(file));
	out.ascii = ascii;
	for (size_t i = 0; i < times; i++)
		pd_out_text(&out, text);
	assert_int_equal(pd_out_close(&out), 0);
	(void)fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	read = calloc(1, (size_t)size + 1);
	assert_non_null(read);
	assert_int_equal(fread(read, 1, (size_t)size, file), size);
	(void)fclose(file);
	return read;
}

static void becomes(const char *text, enum pd_out_ascii ascii, const char *want)
{
	char *got = written(text, 1, ascii);

	assert_string_equal(got, want);
	free(got);
}

static void a_character_is_one_mark_whatever_its_length(void **state)
{
	(void)state;
	becomes("caf\303\251 \342\202\254 \360\237\230\200|", PD_OUT_MARK, "caf? ? ?|");
	becomes("caf\303\251", PD_OUT_ANY, "caf\303\251");
}

/* U+1F600 is D83D DE00 in UTF-16: 0xF600 >> 10 is 0x3D, & 0x3FF is 0x200. */
static void json_has_escapes_in_pairs_where_it_must(void **state)
{
	(void)state;
	becomes("\"caf\303\251 \342\202\254 \360\237\230\200\"", PD_OUT_JSON,
		"\"caf\\u00e9 \\u20ac \\ud83d\\ude00\"");
}

static void bytes_that_are_no_character_are_marked_one_by_one(void **state)
{
	(void)state;
	becomes("a\377\303b\303", PD_OUT_MARK, "a??b?");
	becomes("a\377b\342\202", PD_OUT_JSON, "a\\ufffdb\\ufffd\\ufffd");
}

/* A buffer is written when it is full, which may be in the middle of a character of 3 bytes. */
static void characters_are_not_cut_where_a_buffer_ends(void **state)
{
	const size_t n = 100000;
	char *got = written("\342\202\254", n, PD_OUT_MARK);

	(void)state;
	assert_int_equal(strlen(got), n);
	assert_int_equal(strspn(got, "?"), n);
	free(got);
	got = written("a\342\202\254\360\237\230\200", n, PD_OUT_JSON);
	assert_int_equal(strlen(got), n * strlen("a\\u20ac\\ud83d\\ude00"));
	assert_null(strstr(got, "fffd"));
	free(got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_character_is_one_mark_whatever_its_length),
		cmocka_unit_test(json_has_escapes_in_pairs_where_it_must),
		cmocka_unit_test(bytes_that_are_no_character_are_marked_one_by_one),
		cmocka_unit_test(characters_are_not_cut_where_a_buffer_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
