/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#define MAIL(text, expected, said) \
 assert_profiles(&pd_format_mail_profile, cells, text, expected, said)

#define HITS  "-- hits 1000000000 -\n"
#define ONE   "== operand 0\n" HITS
#define NBSP  "\302\240"
#define NBSP3 NBSP " " NBSP " " NBSP " "

#define SHARED SOURCE_ROOT "/../shared/data/"

/* Of the text as lines come out of it. */
static int probe(const char *text)
{
	struct pd_input in;
	struct pd_str head;
	int sure;

	pd_input_open_memory(&in, "file", text, strlen(text));
	head = pd_input_head(&in);
	sure = pd_format_mail_profile.probe(head);
	free((char *)(uintptr_t)head.p);
	pd_input_close(&in);
	return sure;
}

/* 5.15% of 10^9 is 51500000. Cells of one thread name come together. */
static void a_row_is_a_percent_fields_and_a_symbol_behind_its_level(void **state)
{
	(void)state;
	MAIL("     5.15%  sched-messaging  [kernel.vmlinux]          [k] __switch_to_asm\n"
	     "     1.45%  my worker 1      /opt/my lib.so (deleted)  [.] foo(int, char)\n"
	     "     1.00%  [JIT] tid 7      [.] LazyCompile:*hot loop /app/f.js:12\n"
	     "     0.50%  [k] copy_page\n",
	     ONE "|LazyCompile:*hot loop /app/f.js:12|[JIT] tid 7||10000000|-\n"
		 "|copy_page|||5000000|-\n"
		 "sched-messaging|__switch_to_asm|[kernel.vmlinux]||51500000|-\n"
		 "my worker 1|foo(int, char)|/opt/my lib.so (deleted)||14500000|-\n",
	     "");
}

static void numbers_before_the_thread_are_no_part_of_it_but_threads_may_be_numbers(void **state)
{
	(void)state;
	MAIL("    22.01%           291     291291291  ordermatch  prog  [.] foo\n"
	     "     1.00%  12345  prog  [.] bar\n"
	     "     0.50%  7  12345  prog  [.] baz\n",
	     ONE "ordermatch|foo|prog||220100000|-\n12345|bar|prog||10000000|-\n"
		 "12345|baz|prog||5000000|-\n",
	     "");
}

static void margins_of_quotes_tables_and_the_viewer_do_not_matter(void **state)
{
	static const char cells[] = ONE "a|c|b||51500000|-\n";

	(void)state;
	MAIL(">> >     5.15%  a  b  [k] c\r\n", cells, "");
	MAIL("> > | 5.15%\ta\tb\t[k] c\n", cells, "");
	MAIL(" > \t5.15% a b [k] c\n", cells, "");
	MAIL("+    5.15%  a  b  [k] c\n", cells, "");
	MAIL(">>" NBSP3 " 5.15%" NBSP " a" NBSP3 " b" NBSP " [k] c\n", cells, "");
	MAIL("\033[31m    5.15%\033[m  a  b  [k] c\n", cells, "");
}

static void what_stands_behind_the_symbol_is_no_part_of_it(void **state)
{
	(void)state;
	MAIL("    5.15%  a  b  [k] c     <--- this one\n    1.00%  a  b  [k] d   -      -    \n",
	     ONE "a|c|b||51500000|-\na|d|b||10000000|-\n", "");
}

static void two_percents_are_children_and_self(void **state)
{
	struct profiling p = profiling_text(&pd_format_mail_profile,
					    "+   98.64%     0.08%  a  b  [.] main\n"
					    "    98.64%     0.00%  a  c  [.] start\n");

	(void)state;
	assert_string_equal(p.cells, ONE "a|main|b||800000|-\n");
	assert_string_equal(p.inclusive, "main 986400000\nstart 986400000\n");
	profiling_close(&p);
}

/* Numbers are those of the message of 2023 about mm_cid, without its words. */
static const char mail[] = "From: Some Body <body@example.com>\n"
			   "Subject: Re: [PATCH] sched: numbers\n"
			   "Content-Type: text/plain; charset=UTF-8; format=flowed\n"
			   "\n"
			   "On Thu, 22 Jun 2023, Some Body wrote:\n"
			   ">> Here is what hackbench says:\n"
			   ">>\n"
			   ">> Test:" NBSP3 " Base" NBSP3 " Base + other\n"
			   ">> 1-groups:" NBSP3 " 5.23 (0.00 pct)" NBSP3 " 4.61 (11.85 pct)\n"
			   ">> 16-groups:" NBSP3 " 11.48 (0.00 pct)" NBSP3 " 8.07 (29.70 pct)\n"
			   ">>\n"
			   ">> 5.0% is what we hoped for.\n"
			   ">>\n"
			   ">> # Base (v6.4-rc1)\n"
			   ">> Threads:\n"
			   ">> Total time: 11.486 [sec]\n"
			   ">>\n"
			   ">> " NBSP3 " 5.15%" NBSP " sched-messaging" NBSP
			   " [kernel.vmlinux]" NBSP3 " [k] __switch_to_asm\n"
			   ">> " NBSP3 " 4.29%" NBSP " sched-messaging" NBSP
			   " [kernel.vmlinux]" NBSP3 " [k] native_queued_spin_lock_slowpath\n"
			   ">> " NBSP3 " 2.34%" NBSP " swapper" NBSP3 NBSP3
			   " [kernel.vmlinux]" NBSP3 " [k] __switch_to_asm\n"
			   ">>\n"
			   ">> # Base + reverted_new_mm_cid\n"
			   ">> Threads:\n"
			   ">> Total time: 7.847 [sec]\n"
			   ">>\n"
			   ">> " NBSP3 "12.14%" NBSP " sched-messaging" NBSP
			   " [kernel.vmlinux]" NBSP3 " [k] native_queued_spin_lock_slowpath\n"
			   ">> " NBSP3 " 1.91%" NBSP " sched-messaging" NBSP
			   " libc.so.6" NBSP3 NBSP3 " [.] write\n"
			   ">>\n"
			   ">> So it spins, and yet it is faster.\n"
			   "\nThanks,\nBody\n";

static const char mail_cells[] =
	"== Base (v6.4-rc1) 0\n" HITS
	"sched-messaging|__switch_to_asm|[kernel.vmlinux]||51500000|-\n"
	"sched-messaging|native_queued_spin_lock_slowpath|[kernel.vmlinux]||42900000|-\n"
	"swapper|__switch_to_asm|[kernel.vmlinux]||23400000|-\n"
	"== Base + reverted_new_mm_cid 0\n" HITS
	"sched-messaging|native_queued_spin_lock_slowpath|[kernel.vmlinux]||121400000|-\n"
	"sched-messaging|write|libc.so.6||19100000|-\n";

static void each_title_of_a_mail_is_a_side_with_its_time(void **state)
{
	struct profiling p = profiling_text(&pd_format_mail_profile, mail);

	(void)state;
	assert_string_equal(p.cells, mail_cells);
	assert_string_equal(p.said, "");
	/* The least row and its rounding: 2.34% + 0.005%. */
	assert_string_equal(p.traits, "== Base (v6.4-rc1) 0 elapsed=11.486\n"
				      "hits shares rounding=50000 limit=23450000\n"
				      "== Base + reverted_new_mm_cid 0 elapsed=7.847\n"
				      "hits shares rounding=50000 limit=19150000\n");
	profiling_close(&p);
}

static void prose_with_a_colon_names_profiles_where_there_are_several(void **state)
{
	(void)state;
	MAIL("Here is the profile, before:\n\n  5.15%  a  b  [k] c\n[...]\n  1.00%  a  b  [k] d\n"
	     "and after:\n\n  7.15%  a  b  [k] c\n...\n",
	     "== Here is the profile, before 0\n" HITS "a|c|b||51500000|-\na|d|b||10000000|-\n"
	     "== and after 0\n" HITS "a|c|b||71500000|-\n",
	     "");
	MAIL("Here is the profile:\n\n  5.15%  a  b  [k] c\n", ONE "a|c|b||51500000|-\n", "");
}

static void rows_that_rise_below_prose_are_another_profile_and_that_is_said(void **state)
{
	(void)state;
	MAIL("  5.15%  a  b  [k] c\n\nNow the patched one\n\n  7.15%  a  b  [k] c\n",
	     ONE "a|c|b||51500000|-\n== profile 2 0\n" HITS "a|c|b||71500000|-\n",
	     "warning 5:0 untitled\n");
}

/* perf report -q prints blocks of events without their names. */
static void rows_that_rise_without_prose_are_another_event(void **state)
{
	(void)state;
	MAIL("  5.15%  a  b  [k] c\n\n\n  7.15%  a  b  [k] c\n",
	     ONE "a|c|b||51500000|-\n-- hits#2 1000000000 -\na|c|b||71500000|-\n", "");
}

static void a_wrapped_row_is_put_together_and_said(void **state)
{
	(void)state;
	MAIL("> 12.00%  sched-messaging  [kernel.kallsyms]  [k]\n> copy_page\n"
	     "> 11.00%  sched-messaging\n> [kernel.kallsyms]\n> [k] clear_page\n"
	     "> 10.00%  sched-messaging  [kernel.kallsyms]  [k] free_page\n",
	     ONE "sched-messaging|copy_page|[kernel.kallsyms]||120000000|-\n"
		 "sched-messaging|clear_page|[kernel.kallsyms]||110000000|-\n"
		 "sched-messaging|free_page|[kernel.kallsyms]||100000000|-\n",
	     "warning 2:0 wrapped-row\nwarning 5:0 wrapped-row\n");
}

static void nothing_is_left_out_of_a_row_that_was_put_together(void **state)
{
	struct profiling p = profiling_text(&pd_format_mail_profile,
					    "> 12.00%  a  b  [k]\n> copy_page...\n");

	(void)state;
	assert_string_equal(p.said, "warning 2:0 cut-name\nwarning 2:0 wrapped-row\n");
	assert_int_equal(p.profiles.n_skipped, 0);
	profiling_close(&p);
}

static void a_name_that_was_cut_is_taken_as_it_stands_and_said(void **state)
{
	(void)state;
	MAIL("  5.15%  a  b  [k] native_queued_spin_lo...\n",
	     ONE "a|native_queued_spin_lo...|b||51500000|-\n", "warning 1:20 cut-name\n");
}

static void quoted_printable_is_undone_with_its_soft_line_breaks(void **state)
{
	(void)state;
	MAIL("Content-Transfer-Encoding: quoted-printable\n\n"
	     ">> =C2=A0=C2=A0 5.15%=C2=A0 sched-messaging=C2=A0 [kernel.vmlinux]=C2=\n"
	     "=A0 [k] __switch_to_asm=20\n"
	     "  1.00%=20 a  b  [.] operator=3D(int)\n",
	     ONE "sched-messaging|__switch_to_asm|[kernel.vmlinux]||51500000|-\n"
		 "a|operator=(int)|b||10000000|-\n",
	     "");
	/* Not announced: a name may hold what looks like it. */
	MAIL("  1.00%  a  b  [.] operator=3D(int)\n", ONE "a|operator=3D(int)|b||10000000|-\n", "");
}

#define QP_ROW                                                                    \
 "    4.29%  sched-messaging  [kernel.vmlinux]      [k] native_queued_spin_lo=\n" \
 "ck_slowpath\n"
#define QP_CELL "sched-messaging|native_queued_spin_lock_slowpath|[kernel.vmlinux]||42900000|-\n"

/* As quopri.encodestring() of Python breaks a line of 80: 75 columns and "=". */
static void soft_breaks_tell_of_quoted_printable_where_no_header_does(void **state)
{
	(void)state;
	MAIL(QP_ROW "    2.00%  a  b  [.] operator=3D=3D\n",
	     ONE QP_CELL "a|operator==|b||20000000|-\n", "");
	assert_true(probe(QP_ROW) >= 60);
	/* A header that says otherwise is believed. */
	MAIL("Content-Transfer-Encoding: 8bit\n\n"
	     "    4.29%  sched-messaging  [kernel.vmlinux]      [k] native_queued_spin_lo=\n",
	     ONE "sched-messaging|native_queued_spin_lo=|[kernel.vmlinux]||42900000|-\n", "");
}

static void blanks_of_two_bytes_tell_of_quoted_printable_where_no_header_does(void **state)
{
	static const char text[] =
		">> =C2=A0=C2=A0 5.15%=C2=A0 sched-messaging=C2=A0 [kernel.vmlinux]=C2=\n"
		"=A0 [k] __switch_to_asm=20\n"
		">> =C2=A0=C2=A0 1.00%=C2=A0 a=C2=A0 b=C2=A0 [.] std::less<int, float, doub=\n"
		">::operator()=\n"
		"\n";

	(void)state;
	MAIL(text,
	     ONE "sched-messaging|__switch_to_asm|[kernel.vmlinux]||51500000|-\n"
		 "a|std::less<int, float, doub>::operator()|b||10000000|-\n",
	     "");
	assert_true(probe(text) >= 60);
}

/* The first two end where a soft break could stand. */
static void equals_signs_of_names_are_no_soft_breaks(void **state)
{
	(void)state;
	MAIL("    5.15%  thread  /usr/lib/libexample.so   [.] Text::operator==\n"
	     "    1.00%  a  b  [.] c\n",
	     ONE "thread|Text::operator==|/usr/lib/libexample.so||51500000|-\n"
		 "a|c|b||10000000|-\n",
	     "");
	MAIL("    5.15%  thread  /usr/lib/libexample1.so  [.] Text1::operator=\n"
	     "    1.00%  a  b  [.] c\n",
	     ONE "thread|Text1::operator=|/usr/lib/libexample1.so||51500000|-\n"
		 "a|c|b||10000000|-\n",
	     "");
	MAIL("    5.15%  a  b  [.] mode=3D\n    1.00%  a  b  [.] ldlat=30\n\n",
	     ONE "a|mode=3D|b||51500000|-\na|ldlat=30|b||10000000|-\n", "");
	/* One line that does not fit tells that the others are no quoted-printable either. */
	MAIL(QP_ROW "    1.00%  a  b  [.] operator==\n\n",
	     ONE "sched-messaging|native_queued_spin_lo=|[kernel.vmlinux]||42900000|-\n"
		 "a|operator==|b||10000000|-\n",
	     "");
}

static void rows_that_are_all_wrapped_before_their_symbol_are_known(void **state)
{
	static const char text[] =
		"> 12.00%  sched-messaging  [kernel.kallsyms]\n> [k] copy_page\n"
		"> 11.00%  sched-messaging\n> [kernel.kallsyms]\n> [k] clear_page\n";

	(void)state;
	assert_int_equal(probe(text), 65);
	assert_int_equal(probe("12.00% of them\nwere [k] nown\n11.00%\n"), 65);
	assert_int_equal(probe("12.00% of them\nwere known\n"), 0);
}

static void entities_and_breaks_of_html_are_undone(void **state)
{
	(void)state;
	MAIL("<html><body><pre>\n"
	     "&gt;&gt; &nbsp; 5.15%&nbsp; a&nbsp; b&nbsp; [.] foo&lt;int&gt;(X&amp;)<br>\n</pre>\n",
	     ONE "a|foo<int>(X&)|b||51500000|-\n", "");
	/* Without HTML around it, what looks like a tag is a type. */
	MAIL("  5.15%  a  b  [.] foo<p>(X&)\n", ONE "a|foo<p>(X&)|b||51500000|-\n", "");
}

static void a_quoted_call_graph_belongs_to_its_row(void **state)
{
	struct profiling p = profiling_text(&pd_format_mail_profile,
					    ">     22.01%  prog  prog  [.] key_compare\n"
					    ">             |\n"
					    ">             ---key_compare\n"
					    ">                match_round\n"
					    ">                main\n"
					    "> \n"
					    ">      9.91%  prog  prog  [.] checksum\n");

	(void)state;
	assert_string_equal(p.cells, ONE "prog|key_compare|prog|match_round|220100000|-\n"
					 "prog|checksum|prog||99100000|-\n");
	assert_string_equal(p.edges, "match_round>key_compare 220100000\n"
				     "main>match_round 220100000\n");
	profiling_close(&p);
}

static void rows_of_the_viewer_have_their_event_in_a_line_above(void **state)
{
	(void)state;
	MAIL("Samples: 16K of event 'cycles', 4000 Hz, Event count (approx.): 8000000\n"
	     "Overhead  Command  Shared Object  Symbol\n"
	     "  50.00%  a        b              [k] c\n",
	     "== operand 0\n-- cycles 8000000 16000\na|c|b||4000000|8000\n", "");
}

static void a_time_that_is_none_is_said(void **state)
{
	struct profiling p = profiling_text(
		&pd_format_mail_profile, "# Base\nTotal time: long [sec]\n  5.15%  a  b  [k] c\n");

	(void)state;
	assert_string_equal(p.said, "warning 2:13 bad-number\n");
	assert_true(p.profiles.profile[0].elapsed == 0);
	profiling_close(&p);
}

static void differences_are_no_shares(void **state)
{
	(void)state;
	MAIL("    22.01%     +7.18%  prog  [.] key_compare\n  5.15%  a  b  [k] c\n",
	     ONE "a|c|b||51500000|-\n", "");
	MAIL("# Baseline  Delta Abs  Symbol\n# ........  .........  ......\n#\n"
	     "     5.15%             [k] c\n",
	     "", "warning 2:0 bad-header\n");
}

static void rows_make_it_sure_unless_their_header_is_there(void **state)
{
	(void)state;
	assert_int_equal(probe(mail), 65);
	assert_int_equal(probe("# Overhead  Symbol\n# ........  ......\n#\n  5.15%  a  b  [k] c\n"),
			 0);
	assert_int_equal(probe("Content-Transfer-Encoding: quoted-printable\n\n"
			       " =C2=A0 5.15%=C2=A0 a=C2=A0 b=C2=A0 [k] c\n"),
			 65);
	assert_int_equal(probe("&nbsp; 5.15%&nbsp; a&nbsp; b&nbsp; [k] c\n"), 65);
	assert_int_equal(probe("# Baseline  Delta Abs  Symbol\n# ........  .........  ......\n#\n"
			       "     5.15%             [k] c\n"),
			 0);
	assert_int_equal(probe("5.0% is what we hoped for\n"), 0);
	assert_int_equal(probe(" 1-groups: 5.23 (0.00 pct)\n"), 0);
	assert_int_equal(probe(""), 0);
}

/* ---- the whole message, where it is at hand */

/* "Base (v6.4-rc1),11.486,1,5.15,sched-messaging,[kernel.vmlinux],k,__switch_to_asm" */
static uint64_t weight_of(const struct profiling *p, struct pd_str side, struct pd_str comm,
			  struct pd_str symbol)
{
	for (size_t i = 0; i < p->profiles.n; i++) {
		const struct pd_profile *x = &p->profiles.profile[i];

		if (!pd_str_eq(pd_ctx_name(p->ctx, p->profiles.side[x->side].name), side))
			continue;
		for (size_t j = 0; j < x->n_cells; j++) {
			const struct pd_place *at = &x->cell[j].place;

			if (pd_str_eq(pd_ctx_name(p->ctx, at->comm), comm) &&
			    pd_str_eq(pd_ctx_name(p->ctx, p->profiles.frame[at->leaf].symbol),
				      symbol))
				return x->cell[j].weight;
		}
	}
	return 0;
}

/* In hundredths of a percent, which are 10^5 of a whole of 10^9. */
static void check_row(const struct profiling *p, struct pd_str line)
{
	struct pd_str side = pd_str_cut(&line, ','), time = pd_str_cut(&line, ','), percent, comm;
	double hundredths;

	(void)time;
	(void)pd_str_cut(&line, ',');
	percent = pd_str_cut(&line, ',');
	comm = pd_str_cut(&line, ',');
	(void)pd_str_cut(&line, ',');
	(void)pd_str_cut(&line, ',');
	assert_int_equal(pd_number_parse(percent, 2, &hundredths), PD_NUMBER_OK);
	assert_int_equal(weight_of(p, side, comm, line), (uint64_t)hundredths * 100000);
}

static void the_whole_message_gives_three_profiles_row_by_row(void **state)
{
	struct profiling p;
	struct pd_input rows;
	struct pd_str line;
	size_t n = 0;

	(void)state;
	if (!profiling_file(&pd_format_mail_profile,
			    SHARED "profiles/text/mail/mail-004-amd-ibs.txt", &p))
		leave_without_data();
	assert_int_equal(p.profiles.n, 3);
	assert_non_null(p.profiles.side);
	assert_non_null(p.profiles.profile);
	assert_string_equal(profile_text_name(&p, p.profiles.side[0].name), "Base (v6.4-rc1)");
	assert_string_equal(profile_text_name(&p, p.profiles.side[1].name),
			    "Base + mm_count_padding");
	assert_string_equal(profile_text_name(&p, p.profiles.side[2].name),
			    "Base + reverted_new_mm_cid");
	assert_close(p.profiles.profile[0].elapsed, 11.486, 0);
	assert_close(p.profiles.profile[1].elapsed, 11.384, 0);
	assert_close(p.profiles.profile[2].elapsed, 7.847, 0);
	assert_int_equal(p.profiles.profile[0].n_cells, 23);
	assert_int_equal(p.profiles.profile[1].n_cells, 27);
	assert_int_equal(p.profiles.profile[2].n_cells, 25);
	assert_string_equal(p.said, "");
	assert_int_equal(pd_input_open(&rows, SHARED "seeds/004_amd_ibs_profiles.csv", 1 << 20), 0);
	assert_true(pd_input_line(&rows, &line));
	for (; pd_input_line(&rows, &line); n++)
		check_row(&p, line);
	assert_int_equal(n, 75);
	pd_input_close(&rows);
	profiling_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_a_percent_fields_and_a_symbol_behind_its_level),
		cmocka_unit_test(
			numbers_before_the_thread_are_no_part_of_it_but_threads_may_be_numbers),
		cmocka_unit_test(margins_of_quotes_tables_and_the_viewer_do_not_matter),
		cmocka_unit_test(what_stands_behind_the_symbol_is_no_part_of_it),
		cmocka_unit_test(two_percents_are_children_and_self),
		cmocka_unit_test(each_title_of_a_mail_is_a_side_with_its_time),
		cmocka_unit_test(prose_with_a_colon_names_profiles_where_there_are_several),
		cmocka_unit_test(rows_that_rise_below_prose_are_another_profile_and_that_is_said),
		cmocka_unit_test(rows_that_rise_without_prose_are_another_event),
		cmocka_unit_test(a_wrapped_row_is_put_together_and_said),
		cmocka_unit_test(nothing_is_left_out_of_a_row_that_was_put_together),
		cmocka_unit_test(a_name_that_was_cut_is_taken_as_it_stands_and_said),
		cmocka_unit_test(quoted_printable_is_undone_with_its_soft_line_breaks),
		cmocka_unit_test(soft_breaks_tell_of_quoted_printable_where_no_header_does),
		cmocka_unit_test(blanks_of_two_bytes_tell_of_quoted_printable_where_no_header_does),
		cmocka_unit_test(equals_signs_of_names_are_no_soft_breaks),
		cmocka_unit_test(rows_that_are_all_wrapped_before_their_symbol_are_known),
		cmocka_unit_test(entities_and_breaks_of_html_are_undone),
		cmocka_unit_test(a_quoted_call_graph_belongs_to_its_row),
		cmocka_unit_test(rows_of_the_viewer_have_their_event_in_a_line_above),
		cmocka_unit_test(a_time_that_is_none_is_said),
		cmocka_unit_test(differences_are_no_shares),
		cmocka_unit_test(rows_make_it_sure_unless_their_header_is_there),
		cmocka_unit_test(the_whole_message_gives_three_profiles_row_by_row),
	};

	return cmocka_run_group_tests_name("format_mail_profile", tests, NULL, NULL);
}
