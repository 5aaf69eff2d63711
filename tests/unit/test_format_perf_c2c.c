/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define C2C(text, events, cells, said) assert_places(&pd_format_perf_c2c, text, events, cells, said)

#define TOTALS                                         \
 "=================================================\n" \
 "            Trace Event Information              \n" \
 "=================================================\n" \
 "  Total records                     :       1500\n"  \
 "  Load Local HITM                   :        284\n"  \
 "  Load Remote HITM                  :         50\n"  \
 "  LLC Misses to Local DRAM          :       80.4%\n" \
 "  Store Operations                  :        120\n"  \
 "  Store No available memory level   :          3\n"  \
 "\n"                                                  \
 "=================================================\n" \
 "    Global Shared Cache Line Event Information   \n" \
 "=================================================\n" \
 "  Store No available memory level   :          1\n"

#define PARETO                                                                                                        \
 "=================================================\n"                                                                \
 "      Shared Cache Line Distribution Pareto      \n"                                                                \
 "=================================================\n"                                                                \
 "#\n"                                                                                                                \
 "#        ----- HITM -----  ------- Store Refs ------  --- Data address ----\n"                                      \
 "#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A      Offset  Node        Symbol  Object   Source:Line  Node\n" \
 "# .....  .......  .......  .......  .......  .......  ..........  ....  ............  .......  ...........  ....\n" \
 "#\n"

#define RULE "  ----------------------------------------------------------------------\n"

/* 230 of the first line; of the second 50 remote, 54 local, 82 stores: 334 HITM in all, as
 * the totals say, and 120 - 82 stores elsewhere. */
static const char report[] = TOTALS PARETO RULE
	"      0        0      230        0        0        0    0x404080\n" RULE
	"           0.00%  100.00%    0.00%    0.00%    0.00%         0x0   N/A    [.] writer  c2cdemo  c2cdemo.c:5  0  1\n"
	"\n" RULE "      1       50       54       82        0        0    0x40c0c0\n" RULE
	"         100.00%   50.00%    0.00%    0.00%    0.00%         0x0   N/A  [k] do_ read  libc.so  x.c:6        0  1\n"
	"           0.00%   50.00%  100.00%    0.00%    0.00%         0x8   N/A    [.] writer  c2cdemo  c2cdemo.c:5  0  1\n";

static void rows_share_out_the_counts_of_their_line(void **state)
{
	(void)state;
	C2C(report,
	    "operand.0|c2c/hitm|whole 334/334\n"
	    "operand.0|c2c/store|whole 120/120 limit 38\n",
	    "operand.0|c2c/hitm||writer|c2cdemo||0x404080+0x0|Local HITM|230/230\n"
	    "operand.0|c2c/hitm||writer|c2cdemo||0x40c0c0+0x8|Local HITM|27/27\n"
	    "operand.0|c2c/hitm||do_ read|libc.so||0x40c0c0+0x0|Local HITM|27/27\n"
	    "operand.0|c2c/hitm||do_ read|libc.so||0x40c0c0+0x0|Remote HITM|50/50\n"
	    "operand.0|c2c/store||writer|c2cdemo||0x40c0c0+0x8|L1 hit|82/82\n",
	    "");
}

static void totals_are_numbers_of_the_ledger(void **state)
{
	(void)state;
	assert_reads(&pd_format_perf_c2c, TOTALS,
		     "operand|c2c||Total records|1|-|0.0|1500\n"
		     "operand|c2c||Load Local HITM|1|-|0.0|284\n"
		     "operand|c2c||Load Remote HITM|1|-|0.0|50\n"
		     "operand|c2c||LLC Misses to Local DRAM|%|- redundant|0.0|80.4\n"
		     "operand|c2c||Store Operations|1|-|0.0|120\n"
		     "operand|c2c||Store No available memory level|1|-|0.0|3\n"
		     "operand|c2c|lines=shared|Store No available memory level|1|-|0.0|1\n",
		     "");
}

/* What --stats prints: all that there is to share out, and nobody who did it. */
static void totals_alone_are_a_profile_without_rows(void **state)
{
	(void)state;
	C2C(TOTALS,
	    "operand.0|c2c/hitm|whole 334/334 limit 334\n"
	    "operand.0|c2c/store|whole 120/120 limit 120\n",
	    "", "");
}

static void a_second_report_is_a_second_run(void **state)
{
	(void)state;
	C2C(TOTALS TOTALS,
	    "operand.0|c2c/hitm|whole 334/334 limit 334\n"
	    "operand.0|c2c/store|whole 120/120 limit 120\n"
	    "operand.1|c2c/hitm|whole 334/334 limit 334\n"
	    "operand.1|c2c/store|whole 120/120 limit 120\n",
	    "", "");
}

/* Each costs little to write and much to keep: 4097 reports are refused, not read for hours. */
static void very_many_reports_are_refused(void **state)
{
	static const char one[] = "Trace Event Information\nLoad Local HITM : 1\n";
	enum { N = 4097 };
	char *text = malloc(N * (sizeof(one) - 1));
	struct profiling p;

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < N; i++)
		memcpy(text + i * (sizeof(one) - 1), one, sizeof(one) - 1);
	p = profiling_of(&pd_format_perf_c2c, text, N * (sizeof(one) - 1));
	assert_int_equal(p.status, PD_EPARSE);
	assert_string_equal(p.said, "error 0:0 limit\n");
	profiling_close(&p);
	free(text);
}

/* 33.33 % of 3 is one; 0.005 % of 1000000 is 50. */
static void shares_are_rounded_to_whole_counts(void **state)
{
	(void)state;
	C2C(PARETO RULE
	    "      0        3  1000000        0        0        0      0x1000\n" RULE
	    "          33.33%   12.34%    0.00%    0.00%    0.00%         0x0   N/A         [.] f  a        x            0\n",
	    "operand.0|c2c/hitm|whole 123401/123401 rounding 50\n",
	    "operand.0|c2c/hitm||f|a||0x1000+0x0|Remote HITM|1/1\n"
	    "operand.0|c2c/hitm||f|a||0x1000+0x0|Local HITM|123400/123400\n",
	    "");
}

/* perf cuts symbols at 30 columns, "[k] " included. */
static void names_that_perf_may_have_cut_are_told(void **state)
{
	static const char wide[] =
		"   Shared Cache Line Distribution Pareto\n"
		"# Num  RmtHitm  LclHitm  L1 Hit  L1 Miss    N/A  Offset                          Symbol  Object\n"
		"# ...  .......  .......  ......  .......  .....  ......  ..............................  ......\n"
		"    0        0        7       0        0      0   0x100\n"
		"         0.00%  100.00%   0.00%    0.00%  0.00%     0x0  [k] native_queued_spin_lock_sl  kernel\n";

	(void)state;
	C2C(wide, "operand.0|c2c/hitm|whole 7/7\n",
	    "operand.0|c2c/hitm||native_queued_spin_lock_sl|kernel||0x100+0x0|Local HITM|7/7\n",
	    "note 0:0 cut-name\n");
}

static void what_is_cut_or_odd_is_told_with_its_place(void **state)
{
	(void)state;
	C2C(PARETO RULE
	    "      0        0        x        0        0        0      0x1000\n" RULE
	    "           0.00%  100.00%    0.00%    0.00%    0.00%         0x0   N/A         [.] f  a        x            0\n",
	    "", "", "warning 10:25 bad-number\n");
	C2C(PARETO RULE
	    "      0        0        9        0        0        0      0x1000\n" RULE
	    "           0.00%  100.00%    0.00%    0.00%    0.00%         0x0   N/A         [.] f  a        x            0\n"
	    "           0.00%  100.00%    0.00%    0.00%    0.00%        \n"
	    "           0.00%     all%    0.00%    0.00%    0.00%         0x0   N/A         [.] f  a        x            0\n",
	    "operand.0|c2c/hitm|whole 9/9\n",
	    "operand.0|c2c/hitm||f|a||0x1000+0x0|Local HITM|9/9\n",
	    "warning 13:0 missing-column\nwarning 14:22 bad-number\n");
	C2C("Shared Cache Line Distribution Pareto\n# Num  Rmt\n# ...  ...\n  0  1\n", "", "",
	    "warning 3:0 missing-column\n");
	C2C("Trace Event Information\n  Load Local HITM : many\n  : 3\n", "", "",
	    "warning 2:21 bad-number\n");
	C2C("", "", "", "");
}

static void its_title_tells_the_report(void **state)
{
	(void)state;
	assert_int_equal(pd_format_perf_c2c.probe(pd_str_of(report)), 85);
	assert_int_equal(pd_format_perf_c2c.probe(PD_STR("Total records : 3\n")), 0);
}

/* Every part of the report, and each line of it alone, is read without harm. */
static void any_cut_is_harmless(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof(report); n++) {
		struct profiling p = profiling_of(&pd_format_perf_c2c, report, n);

		assert_int_equal(p.status, 0);
		profiling_close(&p);
	}
}

/* The numbers stand in the file: 284 + 50 HITM, 120 stores, two lines of 230 and 104. */
static void what_perf_printed_is_read(void **state)
{
	FILE *f = fopen(SOURCE_ROOT "/../shared/data/profiles/text/mem/c2c-base.txt", "rb");
	static char text[16384];
	struct profiling p;

	(void)state;
	if (!f)
		leave_without_data();
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	(void)fclose(f);
	p = profiling_text(&pd_format_perf_c2c, text);
	assert_string_equal(p.events, "operand.0|c2c/hitm|whole 334/334\n"
				      "operand.0|c2c/store|whole 120/120 limit 38\n");
	assert_string_equal(p.places,
			    "operand.0|c2c/hitm||writer|c2cdemo||0x404080+0x0|Local HITM|230/230\n"
			    "operand.0|c2c/hitm||reader|c2cdemo||0x40c0c0+0x0|Local HITM|54/54\n"
			    "operand.0|c2c/hitm||reader|c2cdemo||0x40c0c0+0x0|Remote HITM|50/50\n"
			    "operand.0|c2c/store||writer|c2cdemo||0x40c0c0+0x8|L1 hit|82/82\n");
	assert_string_equal(p.said, "");
	profiling_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_share_out_the_counts_of_their_line),
		cmocka_unit_test(totals_are_numbers_of_the_ledger),
		cmocka_unit_test(totals_alone_are_a_profile_without_rows),
		cmocka_unit_test(a_second_report_is_a_second_run),
		cmocka_unit_test(very_many_reports_are_refused),
		cmocka_unit_test(shares_are_rounded_to_whole_counts),
		cmocka_unit_test(names_that_perf_may_have_cut_are_told),
		cmocka_unit_test(what_is_cut_or_odd_is_told_with_its_place),
		cmocka_unit_test(its_title_tells_the_report),
		cmocka_unit_test(any_cut_is_harmless),
		cmocka_unit_test(what_perf_printed_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
