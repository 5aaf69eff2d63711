/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define SCRIPT(text, expected, said) \
 assert_profiles(&pd_format_perf_script, rows, text, expected, said)

#define KERNEL "([kernel.kallsyms])\n"
#define CHAIN                                            \
 "\tffffffff8225a6c1 do_syscall_64+0x71 " KERNEL         \
 "\t          1098d9 clone3+0x19 (/usr/lib/libc.so.6)\n" \
 "\n"
#define CELL "do_syscall_64@[kernel.kallsyms]|clone3@/usr/lib/libc.so.6|"

static int probe(const char *text)
{
	return pd_format_perf_script.probe(pd_str_of(text));
}

static void a_hit_weighs_its_period(void **state)
{
	(void)state;
	SCRIPT("sh 16860   692.700952:    1001001 cpu-clock: \n" CHAIN
	       "sh 16860   692.705205:    1001002 cpu-clock: \n" CHAIN,
	       "operand|cpu-clock|2002003/2\n sh|" CELL "2002003/2\n", "");
}

/* Of a clock they would be nanoseconds. */
static void without_periods_a_hit_weighs_one_and_is_of_an_event_of_its_own(void **state)
{
	(void)state;
	SCRIPT("sh 16860   692.700952: cpu-clock: \n" CHAIN
	       "sh 16860   692.705205: cpu-clock: \n" CHAIN,
	       "operand|hits of cpu-clock|2/2\n sh|" CELL "2/2\n", "");
}

static void periods_of_some_events_alone_make_two_of_them(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: 7 cycles:P: \n" CHAIN "sh 1 1.000000: cycles:P: \n" CHAIN
	       "sh 1 1.000000: 8 cycles:P: \n" CHAIN,
	       "operand|cycles:P|15/2\n sh|" CELL "15/2\noperand|hits of cycles:P|1/1\n sh|" CELL
	       "1/1\n",
	       "");
}

static void a_tracepoint_is_one_each_with_and_without_its_period(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: 1 lock:contention_begin: \n" CHAIN
	       "sh 1 1.000000: lock:contention_begin: \n" CHAIN,
	       "operand|lock:contention_begin|2/2\n sh|" CELL "2/2\n", "");
}

/* A column that is as wide as one of addresses. */
static void a_period_may_be_as_wide_as_an_address(void **state)
{
	static const char *const periods[] = {"      1001001", "          1001001",
					      "                    1001001"};
	char text[512];

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(periods); i++) {
		(void)snprintf(text, sizeof(text), "sh 16860   692.700952: %s cpu-clock:u: \n%s",
			       periods[i], CHAIN);
		SCRIPT(text, "operand|cpu-clock:u|1001001/1\n sh|" CELL "1001001/1\n", "");
	}
	SCRIPT("sh 16860   692.700952: 4611686018427387904 cpu-clock:u: \n" CHAIN,
	       "operand|cpu-clock:u|4611686018427387904/1\n sh|" CELL "4611686018427387904/1\n",
	       "");
	SCRIPT("sh 16860   692.700952: 18446744073709551615 cpu-clock:u: \n" CHAIN,
	       "operand|cpu-clock:u|18446744073709551615/1\n sh|" CELL "18446744073709551615/1\n",
	       "");
}

static void a_hit_whose_period_is_none_is_said_and_left_out(void **state)
{
	(void)state;
	SCRIPT("sh 16860   692.700952: 18446744073709551616 cpu-clock: \n" CHAIN
	       "sh 16860   692.700952:         -5 cpu-clock: \n" CHAIN
	       "sh 16860   692.700952:      1e308 cpu-clock: \n" CHAIN
	       "sh 16860   692.700952:          7 cpu-clock: \n" CHAIN,
	       "operand|cpu-clock|7/1\n sh|" CELL "7/1\n",
	       "warning 1:24 bad-number\nwarning 5:32 bad-number\nwarning 9:29 bad-number\n");
}

/* Both generations of perf pad numbers of threads in their own ways. */
static void every_set_of_fields_is_the_same_hit(void **state)
{
	static const char *const headers[] = {
		"sh 16860   692.700952:          7 cpu-clock: ",
		"sh   16860   692.700952:          7 cpu-clock: ",
		"sh 16860/16860   692.700952:          7 cpu-clock: ",
		"sh     9/9       692.700952:          7 cpu-clock: ",
		"sh    -1/0       692.700952:          7 cpu-clock: ",
		"sh 16860 [001]   692.700952:          7 cpu-clock: ",
		"sh 16860 [001] K        692.700952:          7 cpu-clock: ",
		"sh 16860 U      692.700952:          7 cpu-clock: ",
		"sh 16860 [001]   692.700952977:          7 cpu-clock: ",
		"sh 16860     0.000000:          7 cpu-clock: ",
		"sh 16860          7 cpu-clock: ",
		"sh          7 cpu-clock: ",
		"sh 16860 [001]          7 cpu-clock:",
		"sh   692.700952:          7 cpu-clock: ",
		"> sh 16860   692.700952:          7 cpu-clock:",
		"sh 16860   692.700952:          7 cpu-clock: \r",
		"\033[1msh\033[m 16860   692.700952:          7 cpu-clock: ",
	};
	char text[512];

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(headers); i++) {
		struct pd_out out;

		pd_out_init(&out, -1);
		pd_out_printf(&out, "%s\n%s%c", headers[i], CHAIN, '\0');
		assert_true(out.n < sizeof(text));
		memcpy(text, out.buf, out.n);
		free(out.buf);
		SCRIPT(text, "operand|cpu-clock|7/1\n sh|" CELL "7/1\n", "");
	}
}

static void fields_that_are_missing_leave_the_rest(void **state)
{
	(void)state;
	SCRIPT("  692.700952: cpu-clock: \n" CHAIN,
	       "operand|hits of cpu-clock|1/1\n |" CELL "1/1\n", "");
	SCRIPT("sh 16860 cpu-clock: \n" CHAIN, "operand|hits of cpu-clock|1/1\n sh|" CELL "1/1\n",
	       "");
	SCRIPT("sh 16860   692.700952: \n" CHAIN, "operand|hits|1/1\n sh|" CELL "1/1\n", "");
	SCRIPT("sh    1001001 \n" CHAIN, "operand|periods|1001001/1\n sh|" CELL "1001001/1\n", "");
	SCRIPT("sh \n" CHAIN "sh 16860 \n" CHAIN, "operand|hits|2/2\n sh|" CELL "2/2\n", "");
	SCRIPT("     cpu-clock: \n" CHAIN, "operand|hits of cpu-clock|1/1\n |" CELL "1/1\n", "");
}

/* perf script -F ip,sym: blank lines alone stand between hits. */
static void chains_alone_are_hits_of_nobody(void **state)
{
	(void)state;
	SCRIPT("\n\tffffffff81000130 f\n\t           11f59 g\n\n\n\tffffffff81000131 f\n\n",
	       "operand|hits|2/2\n |f||1/1\n |f|g|1/1\n", "");
	SCRIPT("\tffffffff81000130 f\n\t           11f59 g\n\n\n\tffffffff81000131 f\n\n",
	       "operand|hits|2/2\n |f||1/1\n |f|g|1/1\n", "");
	SCRIPT("\n\t           1c6a8\n\n", "operand|hits|1/1\n |[unknown]||1/1\n", "");
}

static void names_of_threads_may_be_anything(void **state)
{
	static const char *const names[] = {
		"my worker 1",     "a:b 12 [003]",  "x 7/8 1.5: y",
		"12345",           "(sd-pam)",      "weird%;name,x",
		"kworker/u8:2-ev", "1 1.500000: y", "K",
		"[003]",           "dead",          "#1",
		"1.500000: x:",    "cpu-clock:",
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(names); i++) {
		struct pd_out out;
		struct profiling h;
		char expected[128];
		size_t n;

		pd_out_init(&out, -1);
		pd_out_printf(&out, "%s  1892  1211.047761:    2004008 cpu-clock: \n%s", names[i],
			      CHAIN);
		h = profiling_of(&pd_format_perf_script, out.buf, out.n);
		free(out.buf);
		pd_out_init(&out, -1);
		pd_out_printf(&out, "operand|cpu-clock|2004008/1\n %s|" CELL "2004008/1\n",
			      names[i]);
		n = out.n;
		assert_true(n < sizeof(expected));
		memcpy(expected, out.buf, n);
		expected[n] = '\0';
		free(out.buf);
		assert_string_equal(h.rows, expected);
		assert_string_equal(h.said, "");
		profiling_close(&h);
	}
}

/* A name with a blank before it starts a hit; it is no frame of the last one. */
static void a_blank_before_a_name_does_not_make_it_a_frame(void **state)
{
	(void)state;
	SCRIPT("sh  1890  1211.041109:    2004008 cpu-clock: \n" CHAIN
	       " dead  1891  1211.044700:    2004008 cpu-clock: \n" CHAIN,
	       "operand|cpu-clock|4008016/2\n sh|" CELL "2004008/1\n dead|" CELL "2004008/1\n", "");
}

static void the_name_of_an_event_ends_at_its_last_colon(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: 1 cpu-clock:u: \n" CHAIN "sh 1 1.000000: 1   cycles:P: \n" CHAIN
	       "sh 1 1.000000: 1 cpu/mem-loads,ldlat=30/P: \n" CHAIN
	       "sh 1 1.000000: 1 ibs_op/cnt_ctl=1/: \n" CHAIN,
	       "operand|cpu-clock:u|1/1\n sh|" CELL "1/1\noperand|cycles:P|1/1\n sh|" CELL "1/1\n"
	       "operand|cpu/mem-loads,ldlat=30/P|1/1\n sh|" CELL "1/1\n"
	       "operand|ibs_op/cnt_ctl=1/|1/1\n sh|" CELL "1/1\n",
	       "");
}

static void what_a_tracepoint_tells_is_no_part_of_its_name(void **state)
{
	(void)state;
	SCRIPT("sh 25320 [000]  1435.946534: lock:contention_begin: 0xffffffff831113e0 "
	       "(flags=SPIN|MUTEX)\n" CHAIN
	       "sh 25320 [000]  1435.946555:   lock:contention_end: 0xffffffff831113e0 (ret=0)\n" CHAIN,
	       "operand|lock:contention_begin|1/1\n sh|" CELL "1/1\n"
	       "operand|lock:contention_end|1/1\n sh|" CELL "1/1\n",
	       "");
}

static void without_chains_a_hit_is_one_line(void **state)
{
	(void)state;
	SCRIPT("              sh 18242  1329.213605:    2500000 cpu-clock:  ffffffff8225fd19 "
	       "pvm_irq_enable+0x19 ([kernel.kallsyms])\n"
	       "            cafe 18242  1329.236079:    2500000 cpu-clock:      55f5ac5e8234 "
	       "f(int) const+0x24 (/path with blanks/x)\n",
	       "operand|cpu-clock|5000000/2\n sh|pvm_irq_enable@[kernel.kallsyms]||2500000/1\n"
	       " cafe|f(int) const@/path with blanks/x||2500000/1\n",
	       "");
	SCRIPT("              sh 16860      7fc67f4136a8 dl_main\n"
	       "              sh 16860  ffffffff822572d4 [unknown]\n",
	       "operand|hits|2/2\n sh|dl_main||1/1\n sh|[unknown]||1/1\n", "");
	SCRIPT("              sh 16860 cpu-clock:      7fc67f4136a8 dl_main\n",
	       "operand|hits of cpu-clock|1/1\n sh|dl_main||1/1\n", "");
	SCRIPT("           401149 reader\n           40114a writer\n",
	       "operand|hits|2/2\n |reader||1/1\n |writer||1/1\n", "");
}

static void fields_of_memory_stand_around_the_symbol(void **state)
{
	(void)state;
	SCRIPT("         c2cdemo  3001  1000.000037: ibs_op//:           404080        2a800842 "
	       "|OP LOAD|LVL L3 hit|SNP HitM|TLB L1 hit|LCK Yes|BLK  N/A             353           "
	       "401132 reader+0x12 (/bin/c2cdemo)         1234080\n",
	       "operand|hits of ibs_op//|1/1\n c2cdemo|reader@/bin/c2cdemo||1/1\n", "");
}

/* The first perf puts no blank between the symbol and the branches; this one leaves none out. */
static void branches_are_no_part_of_the_symbol(void **state)
{
	(void)state;
	SCRIPT("              sh  3001  1000.000100: cycles:u:            401149 reader "
	       "0x40115f/0x401149/P/-/-/20/  0x40116d/0x401126/P/-/-/6/ \n"
	       "              sh  3001  1000.000100: cycles:u:            401149 "
	       "readerreader+0x28/reader+0x12/P/-/-/20/ main+0x9/writer+0x0/P/-/-/6/ \n",
	       "operand|hits of cycles:u|2/2\n sh|reader||2/2\n", "");
	SCRIPT("              sh  0x40115f/0x401149/P/-/-/20//-  0x40116d/0x401126/P/-/-/6//- \n",
	       "operand|hits|1/1\n sh|[unknown]||1/1\n", "");
}

static void lines_between_hits_are_passed_over(void **state)
{
	(void)state;
	SCRIPT("# ========\n# hostname : vm\n# ========\n#\n"
	       "sh     0     0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x1276f48) @ "
	       "0xffffffff81000000]: x [kernel.kallsyms]_text\n"
	       "sh 16860   692.699904: PERF_RECORD_COMM exec: sh:16860/16860\n"
	       "sh 16860   692.700952:          7 cpu-clock: \n" CHAIN
	       "PERF_RECORD_FINISHED_ROUND\n"
	       "sh 16860   692.799904: PERF_RECORD_EXIT(16860:16860):(1:1)\n",
	       "operand|cpu-clock|7/1\n sh|" CELL "7/1\n", "");
}

/* What was lost belongs to the event of the next hit, at the end to the last one's. */
static void lost_hits_are_counted(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: PERF_RECORD_LOST lost 5\nsh 1 1.000000: 7 cycles: \n" CHAIN
	       "sh 1 1.000000: PERF_RECORD_LOST_SAMPLES lost 2\n",
	       "operand|cycles|7/1 lost 7\n sh|" CELL "7/1\n", "");
}

static void lines_of_the_source_belong_to_their_frames(void **state)
{
	(void)state;
	SCRIPT("  692.700952: cpu-clock: \n\t           1c6a8 dl_main\n  rtld.c:1153\n"
	       "\tffffffff822572d4 __get_user_8\n  [kernel.kallsyms][ffffffff822572d4]\n"
	       "\t           1ab78 _dl_start_user\n  :0\n\n",
	       "operand|hits of cpu-clock|1/1\n |dl_main|__get_user_8|1/1\n", "");
}

/* mix and mix_loop are inlined into outer, which alone is printed with its object. */
static void inlined_functions_are_of_the_object_they_are_inlined_into(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: 1 cpu-clock: \n\t            13d6 mix+0x26 (inlined)\n"
	       "\t            13d6 mix_loop+0x26 (inlined)\n\t            13d6 outer+0x26 (/bin/odd)\n\n",
	       "operand|cpu-clock|1/1\n sh|mix@/bin/odd|mix_loop@/bin/odd|1/1\n", "");
	SCRIPT("sh 1 1.000000: 1 cpu-clock: \n\t            13d6 mix+0x26 (inlined)\n\n",
	       "operand|cpu-clock|1/1\n sh|mix||1/1\n", "");
}

static void objects_may_hold_blanks_and_brackets(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: 1 e: \n\t            13d6 operator()(int)+0x1 (/dev/zero (deleted))\n"
	       "\t            13d6 f(int) (/a b/c)\n\n"
	       "sh 1 1.000000: 1 e: \n\t            13d6 Foo::bar(int)\n\t            13d6 (/bin/x)\n\n"
	       "sh 1 1.000000: 1 e: \n\t            13d6 f+0x1 (/bin/x+0x13d6)\n"
	       "\t            13d6 f+0x1 (//anon)\n\n",
	       "operand|e|3/3\n sh|operator()(int)@/dev/zero (deleted)|f(int)@/a b/c|1/1\n"
	       " sh|Foo::bar(int)|[unknown]@/bin/x|1/1\n sh|f@/bin/x|f@//anon|1/1\n",
	       "");
}

static void frames_that_lost_their_indent_are_frames(void **state)
{
	(void)state;
	SCRIPT("java 19983 cycles:\nffffffff8103d0ca f ([kernel.kallsyms])\n7f01 g (/tmp/a)\n\n",
	       "operand|hits of cycles|1/1\n java|f@[kernel.kallsyms]|g@/tmp/a|1/1\n", "");
	SCRIPT("java 1 1.000000: 1 e: \n        ffffffff8103d0ca f (k)\n            13a80b608e0a g (j)\n\n",
	       "operand|e|1/1\n java|f@k|g@j|1/1\n", "");
}

static void a_hit_without_a_chain_counts(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: 3 e: \n\nsh 1 1.000000: 4 e: \n\t            13d6 f\n\n",
	       "operand|e|7/2\n sh|||3/1\n sh|f||4/1\n", "");
}

static void other_lines_are_said_with_their_place(void **state)
{
	(void)state;
	SCRIPT("Warning: the kernel.perf_event_paranoid setting is in the way\n"
	       "sh 1 1.000000: 1 e: \n\t            13d6 f\n\n"
	       "short\nsh 1 1.000000: 1 e: \n\t            13d6 f\n\n",
	       "operand|e|2/2\n sh|f||2/2\n",
	       "warning 1:1 unknown-line\nwarning 5:0 unknown-line\n");
}

static void a_text_that_begins_inside_a_hit_says_so(void **state)
{
	(void)state;
	SCRIPT("\t            13d6 f\n\t            13d6 g\n\nsh 1 1.000000: 1 e: \n\t            13d6 f\n\n",
	       "operand|e|1/1\n sh|f||1/1\n", "warning 1:0 missing-header\n");
}

static void a_text_that_ends_inside_a_hit_leaves_it_out(void **state)
{
	(void)state;
	SCRIPT("sh 1 1.000000: 1 e: \n" CHAIN "sh 1 1.000000: 1 e: \n\tffffffff8225a6c1 do_sys",
	       "operand|e|1/1\n sh|" CELL "1/1\n", "warning 6:0 cut-short\n");
	SCRIPT("sh 1 1.000000: 1 e: \n" CHAIN "sh 1 1.000000: 1 e: ",
	       "operand|e|1/1\n sh|" CELL "1/1\n", "warning 5:0 cut-short\n");
	/* Pasted texts lose their last newline, not their last bracket. */
	SCRIPT("sh 1 1.000000: 1 e: \n\tffffffff8225a6c1 f (k)", "operand|e|1/1\n sh|f@k||1/1\n",
	       "");
}

static void binary_junk_does_not_end_a_hit(void **state)
{
	const char text[] =
		"sh 1 1.000000: 1 e: \n\t            13d6 f\n\001\000\n\t            13d6 g\n\n";
	struct profiling h = profiling_of(&pd_format_perf_script, text, sizeof(text) - 1);

	(void)state;
	assert_string_equal(h.rows, "operand|e|1/1\n sh|f|g|1/1\n");
	profiling_close(&h);
}

/* Every place, edge and inclusive weight of @once, @n times. */
static void assert_times(const struct profiling *many, const struct profiling *once, uint64_t n)
{
	const struct pd_profile *a = &many->profiles.profile[0], *b = &once->profiles.profile[0];

	assert_int_equal(many->profiles.n, once->profiles.n);
	assert_int_equal(a->n_cells, b->n_cells);
	assert_int_equal(a->n_edges, b->n_edges);
	assert_int_equal(a->n_inclusive, b->n_inclusive);
	for (size_t i = 0; i < a->n_cells; i++) {
		assert_memory_equal(&a->cell[i].place, &b->cell[i].place, sizeof(a->cell[i].place));
		assert_int_equal(a->cell[i].weight, n * b->cell[i].weight);
		assert_int_equal(a->cell[i].hits, n * b->cell[i].hits);
	}
	for (size_t i = 0; i < a->n_edges; i++)
		assert_int_equal(a->edge[i].weight, n * b->edge[i].weight);
	for (size_t i = 0; i < a->n_inclusive; i++)
		assert_int_equal(a->inclusive[i].weight, n * b->inclusive[i].weight);
}

/* What is known by its bytes must be what was taken apart; line ends and quoting included. */
static void lines_seen_before_mean_what_they_meant(void **state)
{
	static const char *const texts[] = {
		"sh 16860   692.700952:    1001001 cpu-clock: \n" CHAIN
		"my worker 1 16861 [003]   692.700953:          5 cpu-clock: \n" CHAIN,
		"sh 16860   692.700952: cpu-clock:\n" CHAIN
		"x 7/8 1.5: y 16860   692.700952: cycles:\n" CHAIN,
		"sh 16860   692.700952:    1001001 cpu-clock: \n\n"
		" dead  1891  1211.044700:    2004008 cpu-clock: \n" CHAIN,
		"sh 1 1.000000: 1 e: \n\t            13d6 mix+0x26 (inlined)\n"
		"\t            13d6 outer+0x26 (/bin/odd)\n\t            13d6 mix+0x26 (inlined)\n\n"
		"sh 1 1.000000: 1 e: \n\t            13d6 outer+0x26 (/bin/odd)\n\n",
		"sh 1 1.000000: 1 e: \n\t            13d6 f\n  f.c:3\n\t            13d7 f\n  f.c:3\n\n",
		"sh 1 1.000000: 1 e: \r\n\t            13d6 f\r\n\t            13d7 g\r\n\r\n",
		"> sh 1 1.000000: 1 e: \n> \t            13d6 f\n> \t            13d7 g\n>\n",
		"sh 1 1.000000: 1 e: \n\t            13d6 \033[1mf\033[m (a\302\240b)\n\n",
		"sh    1001001 \n" CHAIN "sh 16860 \n" CHAIN,
		"\n\tffffffff81000130 f\n\t           11f59 g\n\n\n\tffffffff81000131 f\n\n",
		"sh 1 1.000000: PERF_RECORD_COMM: sh\nsh 1 1.000000: 1 e: 0xff (flags=SPIN)\n" CHAIN,
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(texts); i++) {
		struct profiling once = profiling_text(&pd_format_perf_script, texts[i]), many;
		struct pd_out out;

		pd_out_init(&out, -1);
		for (int j = 0; j < 60; j++)
			pd_out_text(&out, texts[i]);
		many = profiling_of(&pd_format_perf_script, out.buf, out.n);
		assert_string_equal(once.said, "");
		assert_string_equal(many.said, "");
		assert_times(&many, &once, 60);
		profiling_close(&once);
		profiling_close(&many);
		free(out.buf);
	}
}

static char *file_text(const char *name, size_t *ret_n)
{
	char path[512];
	struct pd_input in;
	struct pd_str text;
	char *copy = NULL;

	(void)snprintf(path, sizeof(path), "%s/../shared/data/profiles/text/%s", SOURCE_ROOT, name);
	if (!pd_input_open(&in, path, UINT64_C(1) << 30) && pd_input_all(&in, &text)) {
		copy = malloc(text.n);
		assert_non_null(copy);
		memcpy(copy, text.p, text.n);
		*ret_n = text.n;
	}
	pd_input_close(&in);
	return copy;
}

static uint64_t hits_of(const struct profiling *h, const char *comm)
{
	const struct pd_profile *p = &h->profiles.profile[0];
	uint64_t n = 0;

	for (size_t i = 0; i < p->n_cells; i++)
		if (!strcmp(pd_ctx_name(h->ctx, p->cell[i].place.comm).p, comm))
			n += p->cell[i].hits;
	return n;
}

/*
 * A recording of threads with odd names. The numbers are those of the program,
 * which starts ten of them; grep counts the headers of each.
 */
static void recorded_threads_keep_their_names(void **state)
{
	static const struct {
		const char *comm;
		uint64_t hits;
	} threads[] = {
		{"oddcomm",         25},
                {"my worker 1",     18},
                {"a:b 12 [003]",    19},
		{"weird%;name,x",   18},
                {"kworker/u8:2-ev", 19},
                {"(sd-pam)",        20},
		{"Thr?Tab",         17},
                {"\303\274mlaut",   19},
                {"12345",           19},
		{"lead",            19},
                {"x 7/8 1.5: y",    20},
	};
	struct profiling h;
	char *text;
	size_t n = 0;

	(void)state;
	text = file_text("script/odd-oddcomm.txt", &n);
	if (!text)
		leave_without_data();
	h = profiling_of(&pd_format_perf_script, text, n);
	assert_string_equal(h.said, "");
	assert_int_equal(h.profiles.profile[0].event[0].hits, 213);
	for (size_t i = 0; i < PD_ARRAY_SIZE(threads); i++)
		assert_int_equal(hits_of(&h, threads[i].comm), threads[i].hits);
	profiling_close(&h);
	free(text);
}

static void dumps_are_told_from_other_texts(void **state)
{
	(void)state;
	assert_int_equal(probe("sh 16860   692.700952:    1001001 cpu-clock: \n" CHAIN), 80);
	assert_int_equal(probe("# ========\n# hostname : vm\n#\nsh 1 1.000000: 1 e: \n" CHAIN), 80);
	assert_int_equal(
		probe("              sh 18242  1329.213605: cpu-clock:  ffffffff8225fd19 f\n"), 80);
	assert_int_equal(probe("\n\tffffffff81000130 f\n\t           11f59 g\n"), 65);
	assert_int_equal(probe("sh    1001001 \n" CHAIN), 65);
	assert_int_equal(probe("bash-12 [001] d... 12.345678: sched_switch: prev_comm=a\n"), 0);
	assert_int_equal(probe("[   12.345678] usb 1-1: new device\n"), 0);
	assert_int_equal(probe("Time: 0.914\n"), 0);
	assert_int_equal(probe("12.5\n12.7\n"), 0);
	assert_int_equal(probe("1\n2\nthree\n4\n"), 0);
	assert_int_equal(probe("  10 3\n  11 4\n  12 5\n"), 0);
	assert_int_equal(
		probe("java 19983 cycles:\nffffffff8103d0ca f (k)\nffffffff8103d0cb g (k)\n"), 65);
	assert_int_equal(probe("Time:\n10 3\n11 4\n"), 0);
	assert_int_equal(probe("a,b\n1,2\n"), 0);
	assert_int_equal(probe(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hit_weighs_its_period),
		cmocka_unit_test(without_periods_a_hit_weighs_one_and_is_of_an_event_of_its_own),
		cmocka_unit_test(periods_of_some_events_alone_make_two_of_them),
		cmocka_unit_test(a_tracepoint_is_one_each_with_and_without_its_period),
		cmocka_unit_test(a_period_may_be_as_wide_as_an_address),
		cmocka_unit_test(a_hit_whose_period_is_none_is_said_and_left_out),
		cmocka_unit_test(every_set_of_fields_is_the_same_hit),
		cmocka_unit_test(fields_that_are_missing_leave_the_rest),
		cmocka_unit_test(chains_alone_are_hits_of_nobody),
		cmocka_unit_test(names_of_threads_may_be_anything),
		cmocka_unit_test(a_blank_before_a_name_does_not_make_it_a_frame),
		cmocka_unit_test(the_name_of_an_event_ends_at_its_last_colon),
		cmocka_unit_test(what_a_tracepoint_tells_is_no_part_of_its_name),
		cmocka_unit_test(without_chains_a_hit_is_one_line),
		cmocka_unit_test(fields_of_memory_stand_around_the_symbol),
		cmocka_unit_test(branches_are_no_part_of_the_symbol),
		cmocka_unit_test(lines_between_hits_are_passed_over),
		cmocka_unit_test(lost_hits_are_counted),
		cmocka_unit_test(lines_of_the_source_belong_to_their_frames),
		cmocka_unit_test(inlined_functions_are_of_the_object_they_are_inlined_into),
		cmocka_unit_test(objects_may_hold_blanks_and_brackets),
		cmocka_unit_test(frames_that_lost_their_indent_are_frames),
		cmocka_unit_test(a_hit_without_a_chain_counts),
		cmocka_unit_test(other_lines_are_said_with_their_place),
		cmocka_unit_test(a_text_that_begins_inside_a_hit_says_so),
		cmocka_unit_test(a_text_that_ends_inside_a_hit_leaves_it_out),
		cmocka_unit_test(binary_junk_does_not_end_a_hit),
		cmocka_unit_test(lines_seen_before_mean_what_they_meant),
		cmocka_unit_test(recorded_threads_keep_their_names),
		cmocka_unit_test(dumps_are_told_from_other_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
