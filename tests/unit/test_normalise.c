/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/normalise.h"

#include <stdlib.h>

#define BECOMES(raw, expected) becomes(PD_STR(raw), PD_STR(expected))
#define IS_JUNK(raw)           is_junk(PD_STR(raw))

/* The raw bytes end at the end of their memory, so that a sanitizer sees a step too far. */
static char *copy(struct pd_str s)
{
	char *p = malloc(s.n ? s.n : 1);

	memcpy(p, s.p, s.n);
	return p;
}

static void becomes(struct pd_str raw, struct pd_str expected)
{
	struct pd_normalise_buf buf = {0};
	struct pd_str line;
	char *p = copy(raw);

	assert_true(pd_normalise((struct pd_str){p, raw.n}, false, &buf, &line));
	if (!pd_str_eq(line, expected)) {
		print_error("'%.*s' became '%.*s', expected '%.*s'\n", PD_FMT(raw), PD_FMT(line),
			    PD_FMT(expected));
		fail();
	}
	free(buf.p);
	free(p);
}

static void is_junk(struct pd_str raw)
{
	struct pd_normalise_buf buf = {0};
	struct pd_str line;
	char *p = copy(raw);

	assert_false(pd_normalise((struct pd_str){p, raw.n}, false, &buf, &line));
	free(buf.p);
	free(p);
}

static void plain_lines_stay_where_they_are(void **state)
{
	struct pd_normalise_buf buf = {0};
	const struct pd_str raw = PD_STR("Time:\t0.327");
	struct pd_str line;

	(void)state;
	assert_true(pd_normalise(raw, false, &buf, &line));
	assert_ptr_equal(line.p, raw.p);
	assert_null(buf.p);
	BECOMES("", "");
}

static void line_ends_of_windows_go(void **state)
{
	(void)state;
	BECOMES("Time: 1\r", "Time: 1");
	BECOMES("\r", "");
	BECOMES("\302\265s\r", "\302\265s");
}

static void mail_quoting_goes_at_any_depth(void **state)
{
	(void)state;
	BECOMES("> Time: 1", "Time: 1");
	BECOMES(">> Time: 1", "Time: 1");
	BECOMES("> > > Time: 1", "Time: 1");
	BECOMES(">   indented", "  indented");
	BECOMES(">", "");
	BECOMES("a > b", "a > b");
}

/* Mail readers colour quotes, each level by itself. */
static void mail_quoting_goes_from_behind_colours(void **state)
{
	(void)state;
	BECOMES("\033[31m> Time: 1\033[0m", "Time: 1");
	BECOMES("\033[31m> \033[32m> Time: 1\033[0m", "Time: 1");
	BECOMES("> \033[32m> Time: 1\033[0m", "Time: 1");
	BECOMES("\033[31ma\033[0m > b", "a > b");
}

static void byte_order_marks_go_from_the_front_of_any_line(void **state)
{
	(void)state;
	BECOMES("\357\273\277Time: 1", "Time: 1");
	BECOMES("\357\273\277", "");
	BECOMES("\357\273\277> Time: 1", "Time: 1");
}

/* U+00A0 as de_CH and mails have it, U+202F as fr_FR, and the single byte of Latin-1. */
static void blanks_that_do_not_break_are_blanks(void **state)
{
	(void)state;
	BECOMES("15\302\240766", "15 766");
	BECOMES("15\342\200\257766", "15 766");
	BECOMES("15\240766", "15 766");
}

static void plus_minus_of_latin_1_is_that_of_utf_8(void **state)
{
	(void)state;
	BECOMES("1.5 \261 2%", "1.5 \302\261 2%");
	BECOMES("1.5 \302\261 2%", "1.5 \302\261 2%");
	BECOMES("\261\261\261\261", "\302\261\302\261\302\261\302\261");
}

static void colours_of_terminals_go(void **state)
{
	(void)state;
	BECOMES("\033[1;32mTime: 1\033[0m", "Time: 1");
	BECOMES("\033[KTime: 1", "Time: 1");
	BECOMES("a\033(Bb\033[m", "ab");
	BECOMES("a\033", "a");
	BECOMES("a\033[", "a");
	BECOMES("a\033[1;3", "a");
}

static void control_bytes_make_a_line_junk(void **state)
{
	(void)state;
	IS_JUNK("Time: 1\0");
	IS_JUNK("\0\0\0");
	IS_JUNK("\001\002");
	IS_JUNK("\177ELF\001");
}

static void other_text_is_left_alone(void **state)
{
	(void)state;
	BECOMES("M\303\274ller \342\202\254 \360\237\230\200",
		"M\303\274ller \342\202\254 \360\237\230\200");
	BECOMES("broken \303", "broken \303");
	BECOMES("broken \342\202", "broken \342\202");
	BECOMES("10%\r20%", "10%\r20%");
	BECOMES("\302\261\342\200", "\302\261\342\200");
}

static void assert_name(const char *raw, const char *expected)
{
	struct pd_normalise_buf buf = {0}, again = {0};
	struct pd_str name = pd_normalise_name(pd_str_of(raw), &buf);

	assert_int_equal(name.n, strlen(expected));
	assert_memory_equal(name.p, expected, name.n);
	name = pd_normalise_name(name, &again); /* nothing is left to clean */
	assert_int_equal(name.n, strlen(expected));
	assert_memory_equal(name.p, expected, name.n);
	free(buf.p);
	free(again.p);
}

static void names_are_utf8_without_control_characters(void **state)
{
	(void)state;
	assert_name("stress-ng.fork 4k", "stress-ng.fork 4k");
	assert_name("a\nb\tc\033[1m\177", "a?b?c?[1m?");
	assert_name("a\302\23331m\23331m\342\200\256z", "a?31m?31m?z");
	assert_name("no\302\240break\342\200\257", "no break ");
	assert_name("M\303\274ller \342\202\254", "M\303\274ller \342\202\254");
	assert_name("M\374ller \240 \261", "M\303\274ller   \302\261"); /* Latin-1 */
	assert_name("> x ", "> x ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_lines_stay_where_they_are),
		cmocka_unit_test(line_ends_of_windows_go),
		cmocka_unit_test(mail_quoting_goes_at_any_depth),
		cmocka_unit_test(mail_quoting_goes_from_behind_colours),
		cmocka_unit_test(byte_order_marks_go_from_the_front_of_any_line),
		cmocka_unit_test(blanks_that_do_not_break_are_blanks),
		cmocka_unit_test(plus_minus_of_latin_1_is_that_of_utf_8),
		cmocka_unit_test(colours_of_terminals_go),
		cmocka_unit_test(control_bytes_make_a_line_junk),
		cmocka_unit_test(other_text_is_left_alone),
		cmocka_unit_test(names_are_utf8_without_control_characters),
	};

	return cmocka_run_group_tests_name("normalise", tests, NULL, NULL);
}
