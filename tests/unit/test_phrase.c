/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/phrase.h"

#include <stdio.h>
#include <stdlib.h>

/* @expected: "name=text;" of each field, or "no". */
static void match_is(const char *phrase, const char *line, const char *expected)
{
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	char got[512] = "no";
	int n = pd_phrase_match(phrase, pd_str_of(line), field);
	size_t at = 0;

	if (n >= 0)
		got[0] = '\0';
	for (int i = 0; i < n; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%.*s=%.*s;",
				       PD_FMT(field[i].name), PD_FMT(field[i].text));
	assert_string_equal(got, expected);
}

static void names_stand_where_the_line_has_its_numbers(void **state)
{
	(void)state;
	match_is("# {groups} groups == {tasks} {} run", "# 4 groups == 160 processes run",
		 "groups=4;tasks=160;");
	match_is("Time: {time}", "  Time:   0.327  ", "time=0.327;");
	match_is("plain", "plain", "");
	match_is("{value} MB/sec", "  1.5\tMB/sec", "value=1.5;");
}

static void every_byte_of_the_line_must_be_accounted_for(void **state)
{
	(void)state;
	match_is("Time: {time} s", "Time: 1 s or so", "no");
	match_is("Time: {time}", "The Time: 1", "no");
	match_is("Time: {time}", "Time:1", "no");
	match_is("Time: {time}", "Time: ", "no");
	match_is("Time: {time} s", "Time: s", "no");
	match_is("plain", "plain and more", "no");
	match_is("plain", "", "no");
	match_is("{a}", "", "no");
}

static void a_field_is_as_short_as_the_rest_allows(void **state)
{
	(void)state;
	match_is("Average {step} took: {}", "Average test_bit loop took: 7 usec",
		 "step=test_bit loop;");
	match_is("({a}) {b}", "(x) y) z", "a=x;b=y) z;");
	/* the last piece must be the last of the line, not its first occurrence */
	match_is("{value} ms", "1 ms 2 ms", "value=1 ms 2;");
	match_is("Total time:{value} sec", "Total time:5.855 sec", "value=5.855;");
	match_is("Total time:{value} [sec]", "Total time: 5.855 [sec]", "value=5.855;");
}

static void counts_may_hold_blanks_between_thousands(void **state)
{
	(void)state;
	match_is("Executed {#n} {call}() calls", "Executed 10 000 000 getppid() calls",
		 "n=10 000 000;call=getppid;");
	match_is("Executed {#n}", "Executed 10 000", "n=10 000;");
}

static void nobody_prints_sentences_of_megabytes(void **state)
{
	enum { N = 1 << 20 };
	struct pd_phrase_field field[PD_PHRASE_FIELDS];
	char *line = malloc(N);

	(void)state;
	memset(line, 'a', N);
	assert_int_equal(pd_phrase_match("{value} ms", (struct pd_str){line, N}, field), -1);
	free(line);
}

static void fields_are_found_by_name(void **state)
{
	const struct pd_phrase_field field[] = {
		{PD_STR("a"), PD_STR("1")},
                {PD_STR("b"), PD_STR("2")}
        };

	(void)state;
	assert_true(pd_str_eq(pd_phrase_text(field, 2, PD_STR("b")), PD_STR("2")));
	assert_int_equal(pd_phrase_text(field, 2, PD_STR("c")).n, 0);
	assert_int_equal(pd_phrase_text(field, -1, PD_STR("a")).n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_stand_where_the_line_has_its_numbers),
		cmocka_unit_test(every_byte_of_the_line_must_be_accounted_for),
		cmocka_unit_test(a_field_is_as_short_as_the_rest_allows),
		cmocka_unit_test(counts_may_hold_blanks_between_thousands),
		cmocka_unit_test(nobody_prints_sentences_of_megabytes),
		cmocka_unit_test(fields_are_found_by_name),
	};

	return cmocka_run_group_tests_name("phrase", tests, NULL, NULL);
}
