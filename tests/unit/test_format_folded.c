/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define FOLDED(text, expected, said) assert_profiles(&pd_format_folded, rows, text, expected, said)

static int probe(const char *text)
{
	return pd_format_folded.probe(pd_str_of(text));
}

/* read is hit 3 times, below main; write 4 + 1 times, in two stacks with the same caller. */
static void the_first_frame_is_the_thread_and_the_last_one_the_leaf(void **state)
{
	(void)state;
	FOLDED("sh;main;read 3\nsh;main;write 4\nsh;start;main;write 1\n",
	       "operand|hits|8/8\n sh|read|main|3/3\n sh|write|main|5/5\n", "");
}

static void comments_and_blank_lines_are_nothing(void **state)
{
	(void)state;
	FOLDED("# folded by hand\n\n  \nsh;main 2\n#sh;main 3\n",
	       "operand|hits|2/2\n sh|main||2/2\n", "");
}

static void the_last_blank_separates_the_count(void **state)
{
	(void)state;
	FOLDED("my worker 1;operator new(unsigned long);f 7\n lead;g\t2\n",
	       "operand|hits|9/9\n my worker 1|f|operator new(unsigned long)|7/7\n lead|g||2/2\n",
	       "");
}

static void marks_tell_where_code_lies(void **state)
{
	(void)state;
	FOLDED("sh;read_[k] 1\nsh;Foo::bar_[j] 1\nsh;mix_[i] 1\nsh;[libc.so.6] 1\nsh;odd_[x] 1\n",
	       "operand|hits|5/5\n sh|read@[kernel]||1/1\n sh|Foo::bar@[jit]||1/1\n"
	       " sh|mix||1/1\n sh|[libc.so.6]||1/1\n sh|odd_[x]||1/1\n",
	       "");
}

static void numbers_of_threads_are_no_part_of_their_names(void **state)
{
	(void)state;
	FOLDED("java-4821/4830;f 1\njava-?/4830;f 1\njava-?;f 1\n",
	       "operand|hits|3/3\n java|f||3/3\n", "");
	FOLDED("worker-12;f 1\nkworker/3;f 1\n/7;f 1\n-?;f 1\n",
	       "operand|hits|4/4\n worker-12|f||1/1\n kworker/3|f||1/1\n /7|f||1/1\n -?|f||1/1\n",
	       "");
}

static void a_thread_alone_has_hits_of_no_frame(void **state)
{
	(void)state;
	FOLDED("sh;main 1\nsh 4\n", "operand|hits|5/5\n sh|||4/4\n sh|main||1/1\n", "");
}

/* A million is still a number of hits, one more is a period. */
static void counts_above_a_million_are_no_numbers_of_hits(void **state)
{
	(void)state;
	FOLDED("sh;f 1000000\n", "operand|hits|1000000/1000000\n sh|f||1000000/1000000\n", "");
	FOLDED("sh;f 3\nsh;g 1000001\nsh;g 1\n",
	       "operand|hits|1000005/-\n sh|f||3/-\n sh|g||1000002/-\n", "");
}

/* 14.2343983 is 14234398.3 millionths, 0.0000005 half a one. */
static void decimals_are_kept_as_millionths(void **state)
{
	(void)state;
	FOLDED("sh;f 3\nsh;g 14.2343983\nsh;h 0.0000005\nsh;h .5\nsh;h 2.\n",
	       "operand|hits|19734399/- in 1/1000000\n sh|f||3000000/-\n sh|g||14234398/-\n"
	       " sh|h||2500001/-\n",
	       "");
}

static void two_counts_are_two_sides(void **state)
{
	(void)state;
	FOLDED("sh;main;f 12 15\nsh;main;gone 3 0\nsh;main;new 0 4\n",
	       "base|hits|15/15\n sh|f|main|12/12\n sh|gone|main|3/3\n"
	       "head|hits|19/19\n sh|f|main|15/15\n sh|new|main|4/4\n",
	       "");
}

/* One line with one count is enough: then the other number is of a name. */
static void one_count_in_some_lines_is_one_count_in_all(void **state)
{
	(void)state;
	FOLDED("sh;worker 1 5\nsh;main 2\n", "operand|hits|7/7\n sh|worker 1||5/5\n sh|main||2/2\n",
	       "");
}

static void lines_without_a_count_are_said_with_their_place(void **state)
{
	(void)state;
	FOLDED("sh;f 1\nsh;g\nsh;h -3\nsh;h 1e3\n7\nsh;h 0x10\nsh;f 2\n",
	       "operand|hits|3/3\n sh|f||3/3\n",
	       "warning 2:1 unknown-line\nwarning 3:1 unknown-line\nwarning 4:1 unknown-line\n"
	       "warning 5:1 unknown-line\nwarning 6:1 unknown-line\n");
}

/* 2^64 = 18446744073709551616 */
static void counts_of_more_than_64_bits_are_refused(void **state)
{
	(void)state;
	FOLDED("sh;f 18446744073709551616\nsh;f 1\n", "operand|hits|1/1\n sh|f||1/1\n",
	       "warning 1:6 bad-number\n");
	FOLDED("sh;f 1.5\nsh;f 18446744073710\n",
	       "operand|hits|1500000/- in 1/1000000\n sh|f||1500000/-\n",
	       "warning 2:6 bad-number\n");
}

static void chains_without_end_are_cut_at_the_root(void **state)
{
	struct pd_out out;
	struct profiling h;

	(void)state;
	pd_out_init(&out, -1);
	pd_out_printf(&out, "sh");
	for (int i = 0; i < 100000; i++)
		pd_out_printf(&out, ";f%d", i % 2000);
	pd_out_printf(&out, " 1\n");
	h = profiling_of(&pd_format_folded, out.buf, out.n);
	assert_string_equal(h.rows, "operand|hits|1/1\n sh|f1999|f1998|1/1\n");
	assert_int_equal(h.profiles.profile[0].n_inclusive, PD_PROFILE_MAX_FRAMES);
	profiling_close(&h);
	free(out.buf);
}

/* Hits of @h whose thread and leaf are these. */
static uint64_t hits_of(const struct profiling *h, const char *comm, const char *leaf)
{
	const struct pd_profile *p = &h->profiles.profile[0];
	uint64_t n = 0;

	for (size_t i = 0; i < p->n_cells; i++) {
		const struct pd_place *at = &p->cell[i].place;
		pd_id symbol = h->profiles.frame[at->leaf].symbol;

		if (!strcmp(pd_ctx_name(h->ctx, at->comm).p, comm) &&
		    !strcmp(pd_ctx_name(h->ctx, symbol).p, leaf))
			n += p->cell[i].hits;
	}
	return n;
}

/* counts.json of the recording, counted by perf report: base, first run. */
static void a_recorded_run_has_the_counts_of_perf(void **state)
{
	static const struct {
		const char *leaf;
		uint64_t hits;
	} rows[] = {
		{"key_compare",    291},
                {"tokenise",       262},
                {"hash_insert",    180},
		{"sort_batch",     156},
                {"cmp_rec",        137},
                {"hash_lookup",    131},
		{"checksum",       125},
                {"pvm_irq_enable", 19 }
        };
	char path[512];
	struct pd_input in;
	struct pd_str text = PD_STR("");
	struct profiling h;

	(void)state;
	(void)snprintf(path, sizeof(path),
		       "%s/../shared/data/profiles/text/folded/ordermatch-base.1.folded",
		       SOURCE_ROOT);
	if (pd_input_open(&in, path, UINT64_C(1) << 30) || !pd_input_all(&in, &text)) {
		pd_input_close(&in);
		leave_without_data();
	}
	h = profiling_of(&pd_format_folded, text.p, text.n);
	for (size_t i = 0; i < PD_ARRAY_SIZE(rows); i++)
		assert_int_equal(hits_of(&h, "ordermatch", rows[i].leaf), rows[i].hits);
	profiling_close(&h);
	pd_input_close(&in);
}

/* The head ends inside of a line. */
static void stacks_longer_than_what_is_probed_are_told(void **state)
{
	(void)state;
	assert_int_equal(probe("m;f0;f1;f2;f3"), 10);
	assert_int_equal(probe("m;f0;f1"), 0);
	assert_int_equal(probe("m;f0;f1;f2;f3\n"), 0);
	assert_int_equal(probe("m;a 5\nm;f0;f1;f2;f3"), 55);
}

static void stacks_are_told_from_tables_and_prose(void **state)
{
	(void)state;
	assert_int_equal(probe("sh;main;read 3\nsh;main;write 4\n"), 55);
	assert_int_equal(probe("sh;main;f 12 15\n"), 55);
	assert_int_equal(probe("# folded\nsh;std::map<a, b>::at 1.25\n"), 55);
	assert_int_equal(probe("sh;main;read 3"), 55);
	assert_int_equal(probe("12.5 3\n13.0 4\n"), 0);
	assert_int_equal(probe("name;value\na;1\n"), 0);
	assert_int_equal(probe("sh;main;read 3\nand so on\n"), 0);
	assert_int_equal(probe(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_frame_is_the_thread_and_the_last_one_the_leaf),
		cmocka_unit_test(comments_and_blank_lines_are_nothing),
		cmocka_unit_test(the_last_blank_separates_the_count),
		cmocka_unit_test(marks_tell_where_code_lies),
		cmocka_unit_test(numbers_of_threads_are_no_part_of_their_names),
		cmocka_unit_test(a_thread_alone_has_hits_of_no_frame),
		cmocka_unit_test(counts_above_a_million_are_no_numbers_of_hits),
		cmocka_unit_test(decimals_are_kept_as_millionths),
		cmocka_unit_test(two_counts_are_two_sides),
		cmocka_unit_test(one_count_in_some_lines_is_one_count_in_all),
		cmocka_unit_test(lines_without_a_count_are_said_with_their_place),
		cmocka_unit_test(counts_of_more_than_64_bits_are_refused),
		cmocka_unit_test(chains_without_end_are_cut_at_the_root),
		cmocka_unit_test(a_recorded_run_has_the_counts_of_perf),
		cmocka_unit_test(stacks_longer_than_what_is_probed_are_told),
		cmocka_unit_test(stacks_are_told_from_tables_and_prose),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
