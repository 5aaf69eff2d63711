/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"

static bool matches(const char *pattern, const char *text)
{
	return pd_str_glob(pd_str_of(pattern), pd_str_of(text));
}

static void a_star_is_any_text_and_a_question_mark_one_byte(void **state)
{
	(void)state;
	assert_true(matches("*", ""));
	assert_true(matches("", ""));
	assert_true(matches("sched/*", "sched/pipe"));
	assert_true(matches("*pipe", "sched/pipe"));
	assert_true(matches("a*b*c", "aXXbYYbZc"));
	assert_true(matches("**a", "a"));
	assert_true(matches("?a", "ba"));
	assert_false(matches("?", ""));
	assert_false(matches("sched/*", "sched"));
	assert_false(matches("a*b*c", "aXXbYYbZ"));
	assert_false(matches("", "a"));
}

static void brackets_are_one_of_a_set(void **state)
{
	(void)state;
	assert_true(matches("[abc]", "b"));
	assert_true(matches("run-[0-9]", "run-7"));
	assert_true(matches("[!0-9]x", "ax"));
	assert_true(matches("[]a]", "]"));
	assert_true(matches("[a-]", "-"));
	assert_false(matches("[!0-9]", "7"));
	assert_false(matches("[abc]", "d"));
	assert_false(matches("[b-a]", "a"));
}

static void a_bracket_that_never_closes_is_a_bracket(void **state)
{
	(void)state;
	assert_true(matches("a[b", "a[b"));
	assert_true(matches("[", "["));
	assert_true(matches("[]", "[]"));
	assert_false(matches("[ab", "a"));
}

/* 2^40 ways to place the stars: only trying the last star again stays quick. */
static void many_stars_do_not_take_for_ever(void **state)
{
	char text[4000];

	(void)state;
	memset(text, 'a', sizeof(text));
	assert_false(pd_str_glob(PD_STR("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"),
				 (struct pd_str){text, sizeof(text)}));
}

static int natural(const char *a, const char *b)
{
	int ab = pd_str_natural_cmp(pd_str_of(a), pd_str_of(b));
	int ba = pd_str_natural_cmp(pd_str_of(b), pd_str_of(a));

	assert_int_equal((ab > 0) - (ab < 0), (ba < 0) - (ba > 0));
	return (ab > 0) - (ab < 0);
}

static void names_are_ordered_as_people_count(void **state)
{
	(void)state;
	assert_int_equal(natural("run-2.txt", "run-10.txt"), -1);
	assert_int_equal(natural("9", "128"), -1);
	assert_int_equal(natural("a2b10", "a2b9"), 1);
	assert_int_equal(natural("run-02", "run-3"), -1);
	assert_int_equal(natural("a", "b"), -1);
	assert_int_equal(natural("a", "a1"), -1);
	assert_int_equal(natural("", "a"), -1);
	assert_int_equal(natural("a", "a"), 0);
	/* longer than any integer type */
	assert_int_equal(
		natural("1000000000000000000000000000000", "999999999999999999999999999999"), 1);
	assert_int_equal(natural("a\377", "ab"), 1);
}

static void names_that_count_alike_still_differ(void **state)
{
	(void)state;
	assert_int_equal(natural("run-01", "run-1"), -1);
	assert_int_equal(natural("0", "00"), -1);
}

static void text_is_taken_apart_at_separators(void **state)
{
	struct pd_str s = PD_STR("a,b,"), empty = {NULL, 0};

	(void)state;
	assert_true(pd_str_eq(pd_str_cut(&s, ','), PD_STR("a")));
	assert_true(pd_str_eq(pd_str_cut(&s, ','), PD_STR("b")));
	assert_int_equal(s.n, 0);
	assert_int_equal(pd_str_cut(&s, ',').n, 0);
	assert_int_equal(pd_str_cut(&empty, ',').n, 0);
}

static void words_stand_between_blanks_and_tabs(void **state)
{
	struct pd_str s = PD_STR(" \t12.5\t 3  ");

	(void)state;
	assert_true(pd_str_eq(pd_str_word(&s), PD_STR("12.5")));
	assert_true(pd_str_eq(pd_str_word(&s), PD_STR("3")));
	assert_int_equal(pd_str_word(&s).n, 0);
	assert_true(pd_str_eq(pd_str_trim(PD_STR("\t a b \t")), PD_STR("a b")));
	assert_int_equal(pd_str_trim(PD_STR(" \t ")).n, 0);
}

static void the_last_word_is_taken_from_the_end(void **state)
{
	struct pd_str s = PD_STR("tasklist_lock  98\t[mod] ");

	(void)state;
	assert_true(pd_str_eq(pd_str_last_word(&s), PD_STR("[mod]")));
	assert_true(pd_str_eq(pd_str_last_word(&s), PD_STR("98")));
	assert_true(pd_str_eq(pd_str_trim(s), PD_STR("tasklist_lock")));
	assert_true(pd_str_eq(pd_str_last_word(&s), PD_STR("tasklist_lock")));
	assert_int_equal(pd_str_last_word(&s).n, 0);
}

static void a_part_stands_anywhere_in_a_text(void **state)
{
	(void)state;
	assert_true(pd_str_has(PD_STR("ns/op"), PD_STR("ns/op")));
	assert_true(pd_str_has(PD_STR("12 ns/op"), PD_STR("op")));
	assert_false(pd_str_has(PD_STR("12 ns/op"), PD_STR("ops")));
	assert_false(pd_str_has(PD_STR(""), PD_STR("o")));
}

static void a_prefix_is_eaten_only_if_it_is_there(void **state)
{
	struct pd_str s = PD_STR("time=1");

	(void)state;
	assert_false(pd_str_eat(&s, PD_STR("times")));
	assert_true(pd_str_eat(&s, PD_STR("time=")));
	assert_true(pd_str_eq(s, PD_STR("1")));
	assert_false(pd_str_eat(&s, PD_STR("12")));
	assert_true(pd_str_ends(PD_STR("a.txt"), PD_STR(".txt")));
	assert_false(pd_str_ends(PD_STR("txt"), PD_STR(".txt")));
}

static void order_is_that_of_bytes_and_a_prefix_comes_first(void **state)
{
	(void)state;
	assert_true(pd_str_cmp(PD_STR("a"), PD_STR("ab")) < 0);
	assert_true(pd_str_cmp(PD_STR("b"), PD_STR("ab")) > 0);
	assert_true(pd_str_cmp(PD_STR("\377"), PD_STR("a")) > 0);
	assert_int_equal(pd_str_cmp(PD_STR(""), (struct pd_str){NULL, 0}), 0);
}

/* Unicode 15, table 3-7: well-formed sequences have no other second bytes. */
static void utf8_is_well_formed_or_it_is_none(void **state)
{
	static const struct {
		const char *text;
		size_t length;
	} cases[] = {
		{"a",                1},
		{"\303\244",         2},
		{"\342\202\254",     3},
		{"\360\237\230\200", 4},
		{"\364\217\277\277", 4},
		{"\355\237\277",     3},
		{"\244",             0}, /* a continuation alone */
		{"\303",             0}, /* cut short */
		{"\303a",            0}, /* not continued */
		{"\342\202a",        0}, /* not continued to the end */
		{"\300\257",         0}, /* overlong '/' */
		{"\340\237\277",     0}, /* overlong */
		{"\360\217\277\277", 0}, /* overlong */
		{"\355\240\200",     0}, /* a surrogate */
		{"\364\220\200\200", 0}, /* beyond U+10FFFF */
		{"\377",             0},
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++)
		assert_int_equal(pd_str_utf8(pd_str_of(cases[i].text)), cases[i].length);
}

static void what_would_steer_a_terminal_is_a_control_character(void **state)
{
	static const struct {
		const char *text;
		size_t length;
	} cases[] = {
		{"\033[31m",     1}, /* ESC */
		{"\n",           1},
		{"\177",         1}, /* DEL */
		{"\302\205",     2}, /* U+0085, next line */
		{"\302\23331m",  2}, /* U+009B, the ESC [ of eight bits */
		{"\23331m",      1}, /* the same in Latin-1 */
		{"\342\200\250", 3}, /* U+2028, line separator */
		{"\342\200\256", 3}, /* U+202E, right to left from here on */
		{"\342\201\247", 3}, /* U+2067, the same, isolated */
		{" ",            0},
		{"~",            0},
		{"\302\240",     0}, /* no-break space */
		{"\240",         0}, /* the same in Latin-1 */
		{"\342\200\247", 0}, /* U+2027 */
		{"\342\200\257", 0}, /* narrow no-break space */
		{"\342\202\254", 0}, /* euro sign */
		{"\327\220",     0}, /* alef: text that runs to the left is text */
		{"\377",         0},
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++)
		assert_int_equal(pd_str_control(pd_str_of(cases[i].text)), cases[i].length);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_star_is_any_text_and_a_question_mark_one_byte),
		cmocka_unit_test(brackets_are_one_of_a_set),
		cmocka_unit_test(a_bracket_that_never_closes_is_a_bracket),
		cmocka_unit_test(many_stars_do_not_take_for_ever),
		cmocka_unit_test(names_are_ordered_as_people_count),
		cmocka_unit_test(names_that_count_alike_still_differ),
		cmocka_unit_test(text_is_taken_apart_at_separators),
		cmocka_unit_test(words_stand_between_blanks_and_tabs),
		cmocka_unit_test(the_last_word_is_taken_from_the_end),
		cmocka_unit_test(a_part_stands_anywhere_in_a_text),
		cmocka_unit_test(a_prefix_is_eaten_only_if_it_is_there),
		cmocka_unit_test(order_is_that_of_bytes_and_a_prefix_comes_first),
		cmocka_unit_test(utf8_is_well_formed_or_it_is_none),
		cmocka_unit_test(what_would_steer_a_terminal_is_a_control_character),
	};

	return cmocka_run_group_tests_name("str", tests, NULL, NULL);
}
