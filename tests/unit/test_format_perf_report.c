/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define REPORT(text, expected, said) \
 assert_profiles(&pd_format_perf_report, cells, text, expected, said)

#define EVENT    "# Samples: 213  of event 'cycles'\n"
#define WHOLE    "# Event count (approx.): 2000000\n#\n"
#define TOP      EVENT WHOLE
#define HAS_HITS "-- cycles 2000000 213\n"
#define COLUMNS                                                \
 "# Overhead  Command     Shared Object      Symbol        \n" \
 "# ........  ..........  .................  ..............\n" \
 "#\n"

static int probe(const char *text)
{
	return pd_format_perf_report.probe(pd_str_of(text));
}

/* 22.01% of 2000000 is 440200; of 213 hits 46.88. The last row is 0.05%: 1000, and 0.1 hits. */
static void a_row_is_its_share_of_the_event_count_and_of_the_hits(void **state)
{
	(void)state;
	REPORT("# To display the perf.data header info, please use --header/--header-only options.\n"
	       "#\n#\n# Total Lost Samples: 7\n#\n" TOP COLUMNS
	       "    22.01%  ordermatch  [kernel.kallsyms]  [k] copy_page\n"
	       "     0.05%  my job 1    lib odd.so         [.] foo(int, char)\n"
	       "\n\n#\n# (Tip: Use parent filter)\n#\n",
	       "== operand 0\n" HAS_HITS "ordermatch|copy_page|[kernel.kallsyms]||440200|47\n"
	       "my job 1|foo(int, char)|lib odd.so||1000|0\n",
	       "");
}

/* Rounding: 0.005% of 2000000 is 100. Listed: 441200 +- 200, so a row below 1000 + 100 may lack. */
static void what_is_missing_is_below_the_last_row_and_its_rounding(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    "# Total Lost Samples: 7\n" TOP COLUMNS
					    "    22.01%  a           b                  [k] c\n"
					    "     0.05%  a           b                  [k] d\n");

	(void)state;
	assert_string_equal(p.traits, "== operand 0\ncycles rounding=100 limit=1100 lost=7\n");
	profiling_close(&p);
}

static void rows_that_add_up_to_the_whole_leave_nothing_out(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report, TOP COLUMNS
					    "    66.67%  a           b                  [k] c\n"
					    "    33.33%  a           b                  [k] d\n");

	(void)state;
	assert_string_equal(p.traits, "== operand 0\ncycles rounding=100\n");
	profiling_close(&p);
}

/* perf prints 1K for anything from 1000 to 1999: half of it is at least 500. */
/* perf cuts: "1K" is 1000 to 1999, "12M" 12000000 to 12999999. */
static void of_a_cut_number_of_hits_the_least_is_taken_and_told_as_such(void **state)
{
	static const struct {
		const char *text, *cells, *traits;
	} cases[] = {
		{"# Samples: 1K of event 'cycles'\n",
		 "== operand 0\n-- cycles 2000000 1000\na|c|b||1000000|500\n",         "== operand 0\ncycles rounding=100 limit=1000100 more=999 rounded-hits\n"   },
		{"# Samples: 12M of event 'cycles'\n",
		 "== operand 0\n-- cycles 2000000 12000000\na|c|b||1000000|6000000\n", "== operand 0\ncycles rounding=100 limit=1000100 more=999999 rounded-hits\n"},
		{"# Samples: 900  of event 'cycles'\n",
		 "== operand 0\n-- cycles 2000000 900\na|c|b||1000000|450\n",          "== operand 0\ncycles rounding=100 limit=1000100\n"                         },
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++) {
		char text[1024];
		struct profiling p;

		(void)snprintf(text, sizeof(text), "%s%s%s%s", cases[i].text, WHOLE, COLUMNS,
			       "    50.00%  a           b                  [k] c\n");
		p = profiling_text(&pd_format_perf_report, text);
		assert_string_equal(p.cells, cases[i].cells);
		assert_string_equal(p.traits, cases[i].traits);
		profiling_close(&p);
	}
}

/*
 * 291 + 145 hits are listed, and 220001 of the 2000000 are not: of all hits "1K"
 * says more. Where all is listed their sum is exact, whatever "1K" is.
 */
static void hits_counted_by_rows_are_exact_but_for_what_is_not_listed(void **state)
{
	static const char head[] =
		"# Samples: 1K of event 'cycles'\n" WHOLE
		"# Overhead       Samples        Period  Command  Symbol\n"
		"# ........  ............  ............  .......  ............\n#\n"
		"    50.00%%          %5d       1000000  a        [k] c\n"
		"    %s%%          %5d       %7d  a        [k] d\n";
	static const struct {
		int first, second, weight;
		const char *share, *cells, *traits;
	} cases[] = {
		{700, 600, 1000000, "50.00",
		 "== operand 0\n-- cycles 2000000 1300\na|c|||1000000|700\na|d|||1000000|600\n", "== operand 0\ncycles\n"                      },
		{700, 100, 200000,  "10.00",
		 "== operand 0\n-- cycles 2000000 1000\na|c|||1000000|700\na|d|||200000|100\n",  "== operand 0\ncycles limit=200000 more=999\n"},
		{700, 600, 200000,  "10.00",
		 "== operand 0\n-- cycles 2000000 1300\na|c|||1000000|700\na|d|||200000|600\n",  "== operand 0\ncycles limit=200000 more=699\n"},
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++) {
		char text[1024];
		struct profiling p;

		(void)snprintf(text, sizeof(text), head, cases[i].first, cases[i].share,
			       cases[i].second, cases[i].weight);
		p = profiling_text(&pd_format_perf_report, text);
		assert_string_equal(p.cells, cases[i].cells);
		assert_string_equal(p.traits, cases[i].traits);
		profiling_close(&p);
	}
}

/* 700 + 600 hits are more than the line above says, be it 0 or 1000 to 1999 but for one cell. */
static void rows_of_more_hits_than_their_whole_are_the_whole(void **state)
{
	static const char head[] =
		"# Samples: %s of event 'cycles'\n" WHOLE
		"# Overhead       Samples        Period  Command  Symbol\n"
		"# ........  ............  ............  .......  ............\n#\n"
		"    50.00%%           700       1000000  a        [k] c\n"
		"    50.00%%  %12s       1000000  a        [k] d\n";
	static const struct {
		const char *whole, *second, *cells, *traits;
	} cases[] = {
		{"0 ", "600",
		 "== operand 0\n-- cycles 2000000 1300\na|c|||1000000|700\na|d|||1000000|600\n", "== operand 0\ncycles\n"                      },
 /* Half of 1000 is the least that the second can be. */
		{"1K", "",
		 "== operand 0\n-- cycles 2000000 1200\na|c|||1000000|700\na|d|||1000000|500\n", "== operand 0\ncycles more=799 rounded-hits\n"},
	};

	(void)state;
	for (size_t i = 0; i < PD_ARRAY_SIZE(cases); i++) {
		char text[1024];
		struct profiling p;

		(void)snprintf(text, sizeof(text), head, cases[i].whole, cases[i].second);
		p = profiling_text(&pd_format_perf_report, text);
		assert_string_equal(p.cells, cases[i].cells);
		assert_string_equal(p.traits, cases[i].traits);
		profiling_close(&p);
	}
}

static void columns_of_hits_and_periods_are_exact(void **state)
{
	struct profiling p =
		profiling_text(&pd_format_perf_report,
			       "# Samples: 1K of event 'cycles'\n" WHOLE
			       "# Overhead       Samples        Period  Command  Symbol\n"
			       "# ........  ............  ............  .......  ............\n#\n"
			       "    22.01%           291        440123  a        [k] c\n"
			       "    11.00%           145        220001  a        [k] d\n");

	(void)state;
	assert_string_equal(p.cells, "== operand 0\n-- cycles 2000000 1000\na|c|||440123|291\n"
				     "a|d|||220001|145\n");
	assert_string_equal(p.traits, "== operand 0\ncycles limit=220001 more=999\n");
	profiling_close(&p);
}

static void columns_mean_what_their_names_say_wherever_they_stand(void **state)
{
	(void)state;
	REPORT(TOP
	       "# Symbol         Period       Shared Object  Overhead      Pid:Command  CPU\n"
	       "# ............  ............  .............  ........  ...............  ...\n#\n"
	       "  [k] c               440123  vmlinux          22.01%     16869:my job  001\n",
	       "== operand 0\n" HAS_HITS "my job|c|vmlinux||440123|47\n", "");
}

/* Without the shares of processors the columns are as they were. */
static void columns_of_no_meaning_to_us_do_not_matter(void **state)
{
	(void)state;
	REPORT(TOP "# Overhead       sys       usr  Command  Symbol  IPC   [IPC Coverage]\n"
		   "# ........  ........  ........  .......  ......  ....................\n#\n"
		   "    50.00%     0.00%    50.00%  a        [.] c   -      -            \n",
	       "== operand 0\n" HAS_HITS "a|c|||1000000|107\n", "");
}

/* 20000 of 2000000 is called by main or is main itself: 1%, of which 0.25% is main. */
static void children_are_inclusive_weights_and_self_is_the_row(void **state)
{
	struct profiling p = profiling_text(
		&pd_format_perf_report,
		TOP "# Children      Self  Command  Shared Object  Symbol\n"
		    "# ........  ........  .......  .............  ..........\n#\n"
		    "     1.00%     0.25%  a        prog           [.] main\n"
		    "     1.00%     0.00%  a        libc.so.6      [.] __libc_start_main\n");

	(void)state;
	assert_string_equal(p.cells, "== operand 0\n" HAS_HITS "a|main|prog||5000|1\n");
	assert_string_equal(p.inclusive, "main 20000\n__libc_start_main 20000\n");
	profiling_close(&p);
}

static void children_without_self_do_not_add_up(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    TOP "# Children  Symbol\n# ........  ..........\n#\n"
						"   100.00%  [.] main\n"
						"    50.00%  [.] foo\n");

	(void)state;
	assert_string_equal(p.cells, "== operand 0\n" HAS_HITS "|main|||2000000|213\n"
				     "|foo|||1000000|107\n");
	assert_string_equal(p.traits, "== operand 0\ncycles rounding=100 inclusive\n");
	profiling_close(&p);
}

/* Of wall-clock time 39.87% are gzip's, of the processors' 1.90%. */
static void latency_is_an_event_of_its_own_in_either_order(void **state)
{
	static const char cells[] = "== operand 0\n" HAS_HITS "gzip||||38000|4\n"
				    "-- cycles/latency 1000000000 -\ngzip||||398700000|-\n";

	(void)state;
	REPORT(TOP "# Overhead  Latency  Command\n# ........  .......  .......\n#\n"
		   "     1.90%   39.87%  gzip\n",
	       cells, "");
	REPORT(TOP "# Latency  Overhead  Command\n# .......  ........  .......\n#\n"
		   "   39.87%     1.90%  gzip\n",
	       cells, "");
}

/* The man page of perf-amd-ibs shows such a table; groups of shares stand below a line of titles. */
static void a_header_of_two_lines_is_read_by_the_lower(void **state)
{
	(void)state;
	REPORT("# Samples: 92K of event 'ibs_op//'\n# Total weight : 1000\n#\n"
	       "#           ---------- Cache -----------  --- Snoop ----\n"
	       "# Overhead       L1     L2 L1-buf  Other     HitM  Other  Command\n"
	       "# ........  ............................  ..............  ..........\n#\n"
	       "    75.00%     5.8%  35.7%   0.0%  34.6%    23.3%  52.8%  cc1\n",
	       "== operand 0\n-- ibs_op/weight 1000 92000\ncc1||||750|69000\n", "");
}

static void events_follow_each_other_in_blocks(void **state)
{
	(void)state;
	REPORT("# Samples: 10  of event 'cpu-clock:u'\n# Event count (approx.): 1000\n#\n"
	       "# Overhead  Symbol\n# ........  ........\n#\n   100.00%  [.] main\n\n\n"
	       "# Samples: 20  of event 'page-faults'\n# Event count (approx.): 400\n#\n"
	       "# Overhead  Command  Symbol\n# ........  .......  ........\n#\n"
	       "    25.00%  a        [k] foo\n",
	       "== operand 0\n-- cpu-clock:u 1000 10\n|main|||1000|10\n"
	       "-- page-faults 400 20\na|foo|||100|5\n",
	       "");
}

/* The count of a group is that of all its events together, so it is of no use for one. */
static void a_group_has_a_share_for_each_event_in_one_cell(void **state)
{
	(void)state;
	REPORT("# Samples: 30  of events 'anon group { cycles, cpu/mem-loads,ldlat=30/P }'\n"
	       "# Event count (approx.): 1400\n#\n"
	       "#         Overhead  Symbol\n# ................  ......\n#\n"
	       "    60.00%  10.00%  [k] c\n"
	       "    40.00%   0.00%  [k] d\n",
	       "== operand 0\n-- cycles 1000000000 -\n"
	       "|c|||600000000|-\n|d|||400000000|-\n"
	       "-- cpu/mem-loads,ldlat=30/P 1000000000 -\n|c|||100000000|-\n",
	       "");
}

static void a_row_with_fewer_shares_than_events_is_left_out_and_said(void **state)
{
	(void)state;
	REPORT("# Samples: 30  of events 'anon group { a, b }'\n"
	       "#         Overhead  Symbol\n# ................  ......\n#\n"
	       "            60.00%  [k] c\n    40.00%  40.00%  [k] d\n",
	       "== operand 0\n-- a 1000000000 -\n|d|||400000000|-\n"
	       "-- b 1000000000 -\n|d|||400000000|-\n",
	       "warning 5:13 bad-number\n");
}

static void separators_stand_in_for_the_ruler(void **state)
{
	static const char cells[] = "== operand 0\n" HAS_HITS "a|foo.bar|prog||440200|47\n";

	(void)state;
	REPORT(TOP "# Overhead,Command   ,Shared Object       ,Symbol          \n"
		   " 22.01% ,a         ,prog                ,[.] foo.bar\n",
	       cells, "");
	REPORT(TOP "# Overhead\tCommand   \tShared Object       \tSymbol          \n"
		   " 22.01% \ta         \tprog                \t[.] foo.bar\n",
	       cells, "");
	REPORT(TOP "# Overhead::Command   ::Shared Object       ::Symbol          \n"
		   " 22.01% ::a         ::prog                ::[.] foo.bar\n",
	       cells, "");
}

/* Only the last level holds weights; those above are sums of it. */
static void a_hierarchy_is_read_at_its_leaves(void **state)
{
	(void)state;
	REPORT(TOP "#       Overhead  Command / Shared Object / Symbol\n"
		   "# ..............  ................................\n#\n"
		   "    98.00%        my job\n"
		   "       97.00%        prog\n"
		   "          50.00%        [.] foo\n"
		   "          47.00%        [.] bar\n"
		   "        1.00%        [kernel.kallsyms]\n"
		   "           1.00%        [k] baz\n",
	       "== operand 0\n" HAS_HITS "my job|foo|prog||1000000|107\n"
	       "my job|bar|prog||940000|100\nmy job|baz|[kernel.kallsyms]||20000|2\n",
	       "");
}

static void a_filter_says_what_its_column_would(void **state)
{
	(void)state;
	REPORT("# comm: my job\n#\n" TOP "# Overhead  Symbol\n# ........  ......\n#\n"
	       "    50.00%  [k] c\n",
	       "== operand 0\n" HAS_HITS "my job|c|||1000000|107\n", "");
}

static void verbose_addresses_and_inlining_are_no_part_of_the_name(void **state)
{
	(void)state;
	REPORT(TOP "# Overhead  Symbol\n# ........  ..............................\n#\n"
		   "    50.00%  0x1274             B [.] key_compare\n"
		   "    25.00%  0xffffffff8225fd19 k [k] copy_page (inlined)\n"
		   "    12.50%  [.] 0x0000557d3c160999\n",
	       "== operand 0\n" HAS_HITS "|key_compare|||1000000|107\n|copy_page|||500000|53\n"
	       "|0x0000557d3c160999|||250000|27\n",
	       "");
}

static void a_source_line_stands_in_for_a_symbol(void **state)
{
	(void)state;
	REPORT(TOP "# Overhead  Source:Line\n# ........  ...........\n#\n    50.00%  a.c:49\n",
	       "== operand 0\n" HAS_HITS "|a.c:49|||1000000|107\n", "");
}

static void without_symbols_rows_are_of_objects_or_threads(void **state)
{
	(void)state;
	REPORT(TOP "# Overhead  Shared Object\n# ........  .............\n#\n    50.00%  prog\n",
	       "== operand 0\n" HAS_HITS "||prog||1000000|107\n", "");
	REPORT(TOP "# Overhead  Command\n# ........  .............\n#\n    50.00%  my job\n",
	       "== operand 0\n" HAS_HITS "my job||||1000000|107\n", "");
}

/*
 * 2 x 390 and 219; the hit without latency counts as one, as perf counts it, so
 * the rows add up to the 1000 above them.
 */
static void memory_accesses_weigh_their_latency_to_the_unit(void **state)
{
	static const char text[] =
		"# Samples: 1K of event 'ibs_op//'\n# Total weight : 1000\n#\n"
		"# Overhead  Samples  Local Weight  Memory access  Symbol      Data Symbol    "
		"TLB access  Snoop  Locked\n"
		"# ........  .......  ............  .............  ..........  .............  "
		"..........  .....  ......\n#\n"
		"    78.00%        2  390           L3 hit         [.] writer  [.] lock+0x0   "
		"L1 hit      HitM   Yes   \n"
		"    21.90%        1  219           RAM hit        [.] reader  [.] line+0x8   "
		"L2 miss     None   No    \n"
		"     0.10%        1  0             N/A            [.] reader  [.] 0x0        "
		"N/A         N/A    N/A   \n";
	struct profiling p = profiling_text(&pd_format_perf_report, text);

	(void)state;
	assert_string_equal(p.cells, "== operand 0\n-- ibs_op/weight 1000 4\n"
				     "|writer|||780|2\n|reader|||219|1\n|reader|||1|1\n"
				     "-- ibs_op/snoop=HitM 780 2\n|writer|||780|2\n"
				     "-- ibs_op/tlb=L1 hit 780 2\n|writer|||780|2\n"
				     "-- ibs_op/locked=Yes 780 2\n|writer|||780|2\n"
				     "-- ibs_op/tlb=L2 miss 219 1\n|reader|||219|1\n");
	assert_non_null(strstr(p.data, "writer|lock+0x0|L3 hit\nreader|line+0x8|RAM hit\n"));
	assert_string_equal(p.said, "");
	profiling_close(&p);
}

/* Local Weight is of each hit: 2 x 7 beside the 440200 cycles. */
static void weights_beside_periods_are_an_event_of_their_own(void **state)
{
	(void)state;
	REPORT(TOP "# Overhead  Samples  Symbol  Local Weight\n"
		   "# ........  .......  ......  ............\n#\n"
		   "    22.01%        2  [k] c   7\n",
	       "== operand 0\n" HAS_HITS "|c|||440200|2\n-- cycles/weight 14 2\n|c|||14|2\n", "");
}

static void the_header_says_what_machine_it_was(void **state)
{
	struct profiling p = profiling_text(
		&pd_format_perf_report,
		"# ========\n# captured on    : Mon Nov 30 14:21:20 2026\n# header version : 1\n"
		"# hostname : vm\n# os release : 6.18.44\n# perf version : 6.1.192\n# arch : x86_64\n"
		"# nrcpus online : 2\n# cpudesc : AMD EPYC\n# total memory : 24683620 kB\n"
		"# cmdline : /usr/bin/perf record -g -- prog: 1\n"
		"# event : name = cycles, , id = { 66, 67 }\n"
		"# CPU_TOPOLOGY info available, use -I to display\n# ========\n#\n" TOP COLUMNS
		"    50.00%  a           b                  [k] c\n");
	const pd_id *setup = p.profiles.profile[0].setup;

	(void)state;
	assert_int_equal(p.profiles.n, 1);
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_CAPTURED]),
			    "Mon Nov 30 14:21:20 2026");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_HOST]), "vm");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_KERNEL]), "6.18.44");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_PERF]), "6.1.192");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_ARCH]), "x86_64");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_CPUS]), "2");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_CPU]), "AMD EPYC");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_MEMORY]), "24683620 kB");
	assert_string_equal(profile_text_name(&p, setup[PD_SETUP_COMMAND]),
			    "/usr/bin/perf record -g -- prog: 1");
	assert_string_equal(p.said, "");
	profiling_close(&p);
}

static void reports_one_behind_the_other_are_runs(void **state)
{
#define ONE \
 "# Total Lost Samples: 0\n#\n" TOP COLUMNS "    50.00%  a           b                  [k] c\n\n\n"
	(void)state;
	REPORT(ONE ONE,
	       "== operand 0\n" HAS_HITS "a|c|b||1000000|107\n"
	       "== operand 1\n" HAS_HITS "a|c|b||1000000|107\n",
	       "");
}

static void titles_make_reports_sides(void **state)
{
	struct profiling p = profiling_text(&pd_format_perf_report,
					    "# Base\nTotal time: 2.5 [sec]\n\n" ONE
					    "# Patched\nTotal time: 1.25 [sec]\n\n" ONE
					    "# Base\n\n" ONE);

	(void)state;
	assert_string_equal(p.traits,
			    "== Base 0 elapsed=2.5\ncycles rounding=100 limit=1000100\n"
			    "== Patched 0 elapsed=1.25\ncycles rounding=100 limit=1000100\n"
			    "== Base 1\ncycles rounding=100 limit=1000100\n");
	profiling_close(&p);
}

static void a_share_that_is_none_is_said_with_its_column(void **state)
{
	(void)state;
	REPORT(TOP COLUMNS "   122.01%  a           b                  [k] c\n"
			   "    22,01%  a           b                  [k] c\n"
			   "    50.00%  a           b                  [k] d\n",
	       "== operand 0\n" HAS_HITS "a|d|b||1000000|107\n",
	       "warning 7:4 bad-number\nwarning 8:5 bad-number\n");
}

static void a_text_that_ends_in_a_row_is_said(void **state)
{
	(void)state;
	REPORT(TOP COLUMNS "    50.00%  a           b                  [k] c\n    25.00%  a      ",
	       "== operand 0\n" HAS_HITS "a|c|b||1000000|107\n", "warning 8:0 cut-row\n");
}

static void an_event_without_rows_is_an_event(void **state)
{
	(void)state;
	REPORT("# Samples: 0  of event 'cycles'\n# Event count (approx.): 0\n#\n" COLUMNS,
	       "== operand 0\n-- cycles 0 0\n", "");
}

static void tables_without_weights_are_said(void **state)
{
	(void)state;
	REPORT(TOP "# Command  Symbol\n# .......  ......\n#\n  a        [k] c\n",
	       "== operand 0\n" HAS_HITS, "warning 5:0 bad-header\n");
}

static void nothing_gives_nothing(void **state)
{
	(void)state;
	REPORT("", "", "");
	REPORT("\n\n#\n# ..\n", "", "warning 4:0 bad-header\n");
}

static void a_megabyte_in_one_line_is_only_long(void **state)
{
	static const char row[] = TOP COLUMNS "    50.00%  a           b                  [k] ";
	size_t n = sizeof(row) - 1 + (1 << 20);
	char *text = malloc(n);
	struct profiling p;

	(void)state;
	memcpy(text, row, sizeof(row) - 1);
	memset(text + sizeof(row) - 1, 'x', 1 << 20);
	p = profiling_of(&pd_format_perf_report, text, n);
	assert_int_equal(p.profiles.profile[0].n_cells, 1);
	assert_int_equal(p.profiles.profile[0].cell[0].weight, 1000000);
	profiling_close(&p);
	free(text);
}

static void only_its_columns_make_it_sure(void **state)
{
	(void)state;
	assert_int_equal(probe(TOP COLUMNS), 85);
	assert_int_equal(probe("# Overhead,Command,Symbol\n"), 85);
	assert_int_equal(probe("> # Overhead  Command\n> # ........  .......\n"), 85);
	assert_int_equal(probe(TOP), 0);
	/* perf diff has a ruler, too. */
	assert_int_equal(probe("# Baseline  Delta Abs  Symbol\n# ........  .........  ......\n"),
			 0);
	assert_int_equal(probe("# Overhead, they say, is the problem\n"), 0);
	assert_int_equal(probe(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_its_share_of_the_event_count_and_of_the_hits),
		cmocka_unit_test(what_is_missing_is_below_the_last_row_and_its_rounding),
		cmocka_unit_test(rows_that_add_up_to_the_whole_leave_nothing_out),
		cmocka_unit_test(of_a_cut_number_of_hits_the_least_is_taken_and_told_as_such),
		cmocka_unit_test(hits_counted_by_rows_are_exact_but_for_what_is_not_listed),
		cmocka_unit_test(rows_of_more_hits_than_their_whole_are_the_whole),
		cmocka_unit_test(columns_of_hits_and_periods_are_exact),
		cmocka_unit_test(columns_mean_what_their_names_say_wherever_they_stand),
		cmocka_unit_test(columns_of_no_meaning_to_us_do_not_matter),
		cmocka_unit_test(children_are_inclusive_weights_and_self_is_the_row),
		cmocka_unit_test(children_without_self_do_not_add_up),
		cmocka_unit_test(latency_is_an_event_of_its_own_in_either_order),
		cmocka_unit_test(a_header_of_two_lines_is_read_by_the_lower),
		cmocka_unit_test(events_follow_each_other_in_blocks),
		cmocka_unit_test(a_group_has_a_share_for_each_event_in_one_cell),
		cmocka_unit_test(a_row_with_fewer_shares_than_events_is_left_out_and_said),
		cmocka_unit_test(separators_stand_in_for_the_ruler),
		cmocka_unit_test(a_hierarchy_is_read_at_its_leaves),
		cmocka_unit_test(a_filter_says_what_its_column_would),
		cmocka_unit_test(verbose_addresses_and_inlining_are_no_part_of_the_name),
		cmocka_unit_test(a_source_line_stands_in_for_a_symbol),
		cmocka_unit_test(without_symbols_rows_are_of_objects_or_threads),
		cmocka_unit_test(memory_accesses_weigh_their_latency_to_the_unit),
		cmocka_unit_test(weights_beside_periods_are_an_event_of_their_own),
		cmocka_unit_test(the_header_says_what_machine_it_was),
		cmocka_unit_test(reports_one_behind_the_other_are_runs),
		cmocka_unit_test(titles_make_reports_sides),
		cmocka_unit_test(a_share_that_is_none_is_said_with_its_column),
		cmocka_unit_test(a_text_that_ends_in_a_row_is_said),
		cmocka_unit_test(an_event_without_rows_is_an_event),
		cmocka_unit_test(tables_without_weights_are_said),
		cmocka_unit_test(nothing_gives_nothing),
		cmocka_unit_test(a_megabyte_in_one_line_is_only_long),
		cmocka_unit_test(only_its_columns_make_it_sure),
	};

	return cmocka_run_group_tests_name("format_perf_report", tests, NULL, NULL);
}
