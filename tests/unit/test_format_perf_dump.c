/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "profiling.h"

#include <stdio.h>

#define DUMP(text, events, cells, said) \
 assert_places(&pd_format_perf_dump, text, events, cells, said)

#define BEGIN "0x1c0@perf.data [0x28]: event: 9\n.\n. ... raw event: size 40 bytes\n"
#define BYTES(id)                                                                    \
 ".  0000:  09 00 00 00 02 00 28 00 " id " 00 00 00 00 00 00 00  ......(.e.......\n" \
 ".  0010:  49 11 40 00 00 00 00 00 b9 0b 00 00 b9 0b 00 00  I.@.............\n"     \
 ".  0020:  a3 86 01 00 00 00 00 00                          ........        \n\n"
#define SAMPLE(ip, period)                                                                      \
 "0 1000000100000 0x1c0 [0x28]: PERF_RECORD_SAMPLE(IP, 0x2): 3001/3001: " ip " period: " period \
 " addr: 0\n"
#define THREAD(comm, dso) " ... thread: " comm ":3001\n ...... dso: " dso "\n"
#define TOTALS(n)                                           \
 "Aggregated stats:\n           TOTAL events:        402\n" \
 "          SAMPLE events:        " n                       \
 "  (99.5%)\ncycles:u stats:\n          SAMPLE events:       3600\n"

/* Branch stacks and chains are addresses, which change from run to run. */
static void a_hit_without_names_is_placed_at_its_object(void **state)
{
	(void)state;
	DUMP(BEGIN BYTES("65") SAMPLE(
		     "0x401149",
		     "100003") "... FP chain: nr:2\n.....  0: fffffffffffffe00\n.....  1: 0000000000401149\n"
			       "... branch stack: nr:1\n.....  0: 000000000040115f -> 0000000000401149 20 cycles  P   0 \n" THREAD(
				       "a:b 12 [003]",
				       "/bin/c2c demo") "\n" BEGIN BYTES("65") SAMPLE("0x401149",
										      "100003")
				       THREAD("a:b 12 [003]", "/bin/c2c demo") "\n" BEGIN BYTES(
					       "65") SAMPLE("0x10", "7")
					       THREAD("x", "<not found>") "\n" TOTALS("3"),
	     "operand.0|hits|whole 200013/3\n",
	     "operand.0|hits|a:b 12 [003]|[unknown]|/bin/c2c demo||||200006/2\n"
	     "operand.0|hits|x|[unknown]|||||7/1\n",
	     "");
}

/* 0x2a800842 is "L3 hit"; of "w,0xins,0xp" the first is the latency. */
static void weights_and_sources_of_loads_are_kept(void **state)
{
	(void)state;
	DUMP(BEGIN SAMPLE("0x401132", "1000") "... weight: 353\n . data_src: 0x2a800842\n .. phys_addr: 0x1\n" THREAD(
		     "c", "/d") "\n" BEGIN
		     SAMPLE("0x401132",
			    "1000") "... weight: 47,0x0,0x0\n . data_src: 0x5080021\n" THREAD("c",
											      "/d") "\n",
	     "operand.0|hits|whole 2000/2\noperand.0|hits/weight|whole 400/2\n",
	     "operand.0|hits|c|[unknown]|/d||||1000/1\n"
	     "operand.0|hits|c|[unknown]|/d|||L3 hit|1000/1\n"
	     "operand.0|hits/weight|c|[unknown]|/d||||47/1\n"
	     "operand.0|hits/weight|c|[unknown]|/d|||L3 hit|353/1\n",
	     "");
}

/* Id 0x65 is 101, 0x66 is 102: the first of the record, as IDENTIFIER asks for. */
static void a_header_names_the_events(void **state)
{
	static const char header[] =
		"# ========\n# cpuid : AuthenticAMD,25,17,1\n"
		"# event : name = cpu/mem-loads,ldlat=30/P, , id = { 101, 7 }, type = 4, size = 128, sample_type = IP|TID|IDENTIFIER, mmap = 1\n"
		"# event : name = ibs_op//, id = { 102 }, type = 11, sample_type = IP|TID|IDENTIFIER\n";
	char text[4096];

	(void)state;
	(void)snprintf(
		text, sizeof(text), "%s%s", header,
		BEGIN BYTES("65") SAMPLE("0x1", "5") THREAD("c", "/d") "\n" BEGIN BYTES("66")
			SAMPLE("0x1", "6") "... weight: 3\n" THREAD(
				"c",
				"/d") "\n"
				      "0 7 0xf460 [0x38]: PERF_RECORD_LOST: id:102: lost:37\n");
	DUMP(text,
	     "operand.0|cpu/mem-loads,ldlat=30/P|whole 5/1\n"
	     "operand.0|ibs_op//|whole 6/1 lost 37\n"
	     "operand.0|ibs_op/weight|whole 3/1\n",
	     "operand.0|cpu/mem-loads,ldlat=30/P|c|[unknown]|/d||||5/1\n"
	     "operand.0|ibs_op//|c|[unknown]|/d||||6/1\n"
	     "operand.0|ibs_op/weight|c|[unknown]|/d||||3/1\n",
	     "");
}

/* Behind 8 bytes of header, address, thread and time: the id stands at 0x20,
 * and a3 86 01 is 0x186a3, 100003. */
static void an_id_stands_behind_the_fields_before_it(void **state)
{
	(void)state;
	DUMP("# event : name = one, , id = { 1 }, sample_type = IP|TID|TIME|ID|PERIOD\n"
	     "# event : name = two, , id = { 100003 }, sample_type = IP|TID|TIME|ID|PERIOD\n" BEGIN
		     BYTES("65") SAMPLE("0x1", "5") THREAD("c", "/d"),
	     "operand.0|two|whole 5/1\n", "operand.0|two|c|[unknown]|/d||||5/1\n", "");
}

static void perf_script_names_events_and_frames(void **state)
{
	(void)state;
	DUMP(BEGIN SAMPLE("0x7fc67f4136a8", "1001001") THREAD(
		     "env",
		     "/lib/ld.so") "env 16860   692.700952:    1001001 cpu-clock:u: \n"
				   "\t           1c6a8 dl_main+0x6e8 (/lib/ld.so)\n"
				   "\t           1a34f std::f(int (*)(int)) [clone .cold]+0x7f (/lib/a (deleted))\n"
				   "\tffffffff822572d4 [unknown] ([kernel.kallsyms])\n\n\n" BEGIN
					   SAMPLE("0x10", "2") THREAD(
						   "env",
						   "/lib/ld.so") "             env 16860   692.700952:          2 cycles:      1c6a8 dl_main+0x6e8 (/lib/ld.so)\n\n",
	     "operand.0|cpu-clock:u|whole 1001001/1\noperand.0|cycles|whole 2/1\n",
	     "operand.0|cpu-clock:u|env|dl_main|/lib/ld.so|std::f(int (*)(int)) [clone .cold]|||1001001/1\n"
	     "operand.0|cycles|env|dl_main|/lib/ld.so||||2/1\n",
	     "");
}

#define WORDS(data2, data3)                                            \
 "ibs_op_ctl:\t000000e6000e186a MaxCnt 1\nIbsOpRip:\t00000000401149\n" \
 "ibs_op_data:\t000000000044000e TagToRetCtr 999\n"                    \
 "ibs_op_data2:\t" data2 " DataSrc 7\n"                                \
 "ibs_op_data3:\t" data3 " LdOp 0 L2Miss 0 DcMissLat 999\n"

/* The words decide: 14 and 68 cycles; a load (1) that missed (0x80) for 0x12c = 300 cycles, L2
 * as well (bit 20), with its data from DRAM (3). The text behind the words is wrong. */
static void what_ibs_saw_is_decoded_from_its_words(void **state)
{
	(void)state;
	DUMP(BEGIN WORDS("0000000000000003", "0000012c00100081")
		     SAMPLE("0x401149", "100000") "... weight: 300\n" THREAD(
			     "c",
			     "/d") "\n" BEGIN
				   "ibs_fetch_ctl:\t123700760cd4186a Lat 1 IcMiss 0\nic_ibs_ext_ctl:\t0000000000000022\n" SAMPLE(
					   "0x2", "100000") THREAD("c", "/d") "\n",
	     "operand.0|ibs_op|whole 100000/1\n"
	     "operand.0|ibs_op/tag_to_ret|whole 68/1\n"
	     "operand.0|ibs_op/comp_to_ret|whole 14/1\n"
	     "operand.0|ibs_op/ld_op|whole 1/1\n"
	     "operand.0|ibs_op/dc_miss|whole 1/1\n"
	     "operand.0|ibs_op/l2_miss|whole 1/1\n"
	     "operand.0|ibs_op/dc_miss_lat|whole 300/1\n"
	     "operand.0|ibs_fetch|whole 100000/1\n"
	     "operand.0|ibs_fetch/lat|whole 118/1\n"
	     "operand.0|ibs_fetch/itlb_refill_lat|whole 34/1\n",
	     "operand.0|ibs_op|c|[unknown]|/d||||100000/1\n"
	     "operand.0|ibs_op/tag_to_ret|c|[unknown]|/d||||68/1\n"
	     "operand.0|ibs_op/comp_to_ret|c|[unknown]|/d||||14/1\n"
	     "operand.0|ibs_op/ld_op|c|[unknown]|/d||||1/1\n"
	     "operand.0|ibs_op/dc_miss|c|[unknown]|/d|||DRAM|1/1\n"
	     "operand.0|ibs_op/l2_miss|c|[unknown]|/d|||DRAM|1/1\n"
	     "operand.0|ibs_op/dc_miss_lat|c|[unknown]|/d|||DRAM|300/1\n"
	     "operand.0|ibs_fetch|c|[unknown]|/d||||100000/1\n"
	     "operand.0|ibs_fetch/lat|c|[unknown]|/d||||118/1\n"
	     "operand.0|ibs_fetch/itlb_refill_lat|c|[unknown]|/d||||34/1\n",
	     "");
}

/* caps 0x1bff stand before the control word in the bytes: bit 11 is Zen 4, whose source 1 is L3. */
static void capabilities_stand_in_the_bytes(void **state)
{
	(void)state;
	DUMP("0x360@perf.data [0x18]: event: 9\n"
	     ".  0000:  09 00 00 00 01 00 18 00 00 00 00 00 ff 1b 00 00  ................\n"
	     ".  0010:  6a 18 0e 00 e6 00 00 00                          j.......\n\n" WORDS(
		     "0000000000000001", "0000000000000081") SAMPLE("0x1", "1")
		     THREAD("c", "/d") "\n",
	     "operand.0|ibs_op|whole 1/1\n"
	     "operand.0|ibs_op/tag_to_ret|whole 68/1\n"
	     "operand.0|ibs_op/comp_to_ret|whole 14/1\n"
	     "operand.0|ibs_op/ld_op|whole 1/1\n"
	     "operand.0|ibs_op/dc_miss|whole 1/1\n",
	     "operand.0|ibs_op|c|[unknown]|/d||||1/1\n"
	     "operand.0|ibs_op/tag_to_ret|c|[unknown]|/d||||68/1\n"
	     "operand.0|ibs_op/comp_to_ret|c|[unknown]|/d||||14/1\n"
	     "operand.0|ibs_op/ld_op|c|[unknown]|/d||||1/1\n"
	     "operand.0|ibs_op/dc_miss|c|[unknown]|/d|||L3 or another L1/L2 of its CCX|1/1\n",
	     "");
}

/* perf leaves IcMiss out where it knows that the processor has the erratum; bit 51 is set here. */
static void errata_are_known_from_the_header_or_from_what_perf_left_out(void **state)
{
	static const char fetch[] = BEGIN
		"ibs_fetch_ctl:\t000e00760cd4186a MaxCnt 1 PhyAddrValid 1\n" SAMPLE("0x2", "1")
			THREAD("c", "/d") "\n";
	static const char events[] =
		"operand.0|ibs_fetch|whole 1/1\noperand.0|ibs_fetch/lat|whole 118/1\n";
	static const char cells[] = "operand.0|ibs_fetch|c|[unknown]|/d||||1/1\n"
				    "operand.0|ibs_fetch/lat|c|[unknown]|/d||||118/1\n";
	char text[1024];

	(void)state;
	DUMP(fetch, events, cells, "");
	(void)snprintf(text, sizeof(text), "# cpuid : AuthenticAMD,25,1,1\n%s", fetch);
	DUMP(text, events, cells, "");
}

static void the_totals_at_the_end_are_held_against_the_hits(void **state)
{
	(void)state;
	DUMP(BEGIN SAMPLE("0x1", "1") THREAD("c", "/d") "\n" TOTALS("2"),
	     "operand.0|hits|whole 1/1\n", "operand.0|hits|c|[unknown]|/d||||1/1\n",
	     "warning 0:0 cut-dump\n");
	/* Hits that nothing tells apart, of several events. */
	DUMP(BEGIN SAMPLE("0x1", "1") THREAD("c", "/d") "\n" TOTALS("1") "b stats:\n",
	     "operand.0|hits|whole 1/1\n", "operand.0|hits|c|[unknown]|/d||||1/1\n",
	     "note 0:0 ambiguous\n");
}

static void a_second_dump_is_a_second_run(void **state)
{
	(void)state;
	DUMP("# event : name = a, , id = { 1 }\n" BEGIN SAMPLE("0x1", "1")
		     THREAD("c", "/d") "\n" TOTALS(
			     "1") "# event : name = b, , id = { 1 }\n" BEGIN SAMPLE("0x1", "2")
			     THREAD("c", "/d") "\n" TOTALS("1") BEGIN SAMPLE("0x1", "3")
				     THREAD("c", "/d") "\n" TOTALS("5"),
	     "operand.0|a|whole 1/1\noperand.1|b|whole 2/1\noperand.2|hits|whole 3/1\n",
	     "operand.0|a|c|[unknown]|/d||||1/1\n"
	     "operand.1|b|c|[unknown]|/d||||2/1\n"
	     "operand.2|hits|c|[unknown]|/d||||3/1\n",
	     "warning 0:0 cut-dump\n");
}

static void a_dump_that_ends_inside_a_hit_is_told(void **state)
{
	(void)state;
	DUMP(BEGIN SAMPLE("0x1", "1") THREAD("c", "/d") "\n" BEGIN BYTES("65")
		     SAMPLE("0x2", "2") "... weight: 0\n",
	     "operand.0|hits|whole 1/1\n", "operand.0|hits|c|[unknown]|/d||||1/1\n",
	     "warning 16:0 cut-dump\n");
	DUMP(BEGIN ".  0000:  09 00", "", "", "warning 4:0 cut-dump\n");
}

static void odd_lines_are_told_with_their_place(void **state)
{
	(void)state;
	DUMP(BEGIN SAMPLE("0xzz", "1") THREAD("c", "/d") "\n", "", "", "warning 4:31 bad-number\n");
	DUMP(BEGIN SAMPLE("0x1", "-1") THREAD("c", "/d") "\n", "", "", "warning 4:31 bad-number\n");
	DUMP(BEGIN "ibs_op_ctl:\tworm\n" SAMPLE("0x1", "1") THREAD("c", "/d") "\n",
	     "operand.0|hits|whole 1/1\n", "operand.0|hits|c|[unknown]|/d||||1/1\n",
	     "warning 4:12 bad-number\n");
	/* CRLF and colours are taken off before; bytes that do not follow each other are not taken. */
	DUMP(BEGIN
	     ".  0010:  09 00\r\n" SAMPLE("0x1", "1") " ... thread: c:1\r\n ...... dso: /d\r\n\r\n",
	     "operand.0|hits|whole 1/1\n", "operand.0|hits|c|[unknown]|/d||||1/1\n", "");
	DUMP("", "", "", "");
}

static void the_bytes_tell_a_dump(void **state)
{
	(void)state;
	assert_int_equal(pd_format_perf_dump.probe(PD_STR(BEGIN)), 90);
	assert_int_equal(pd_format_perf_dump.probe(PD_STR("PERF_RECORD_SAMPLE(IP, 0x1)\n")), 0);
}

/* ---- real dumps, where they are at hand */

static bool file_of(const char *name, struct profiling *ret)
{
	static char text[1 << 18];
	char path[512];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/../shared/data/profiles/text/raw/%s", SOURCE_ROOT,
		       name);
	f = fopen(path, "rb");
	if (!f)
		return false;
	*ret = profiling_of(&pd_format_perf_dump, text, fread(text, 1, sizeof(text), f));
	(void)fclose(f);
	return true;
}

/* Summed by awk over the fields that perf printed: TagToRetCtr 7400, CompToRetCtr 710, LdOp 15,
 * StOp 6, DcMiss 5 with DcMissLat 264, Lat 1046, IbsItlbRefillLat 162; the 43rd hit is cut. */
static void what_ibs_saw_in_a_real_dump(void **state)
{
	struct profiling p;

	(void)state;
	if (!file_of("ibs-base.reportD.txt", &p))
		leave_without_data();
	assert_string_equal(p.events, "operand.0|ibs_op|whole 3600000/36\n"
				      "operand.0|ibs_op/tag_to_ret|whole 7400/36\n"
				      "operand.0|ibs_op/comp_to_ret|whole 710/36\n"
				      "operand.0|ibs_op/ld_op|whole 15/15\n"
				      "operand.0|ibs_fetch|whole 600000/6\n"
				      "operand.0|ibs_fetch/lat|whole 1046/6\n"
				      "operand.0|ibs_fetch/oc_miss|whole 1/1\n"
				      "operand.0|ibs_fetch/itlb_refill_lat|whole 162/6\n"
				      "operand.0|ibs_op/dc_miss|whole 5/5\n"
				      "operand.0|ibs_op/dc_miss_lat|whole 264/5\n"
				      "operand.0|ibs_op/brn_ret|whole 3/3\n"
				      "operand.0|ibs_op/st_op|whole 6/6\n"
				      "operand.0|ibs_op/brn_taken|whole 1/1\n");
	assert_string_equal(p.said, "warning 1200:0 cut-dump\n");
	profiling_close(&p);
}

/* Five hits of 1001001 ns each, as perf script printed them; the sixth is cut. */
static void hits_of_a_real_dump_of_perf_script(void **state)
{
	struct profiling p;

	(void)state;
	if (!file_of("ordermatch-base.1.scriptD.txt", &p))
		leave_without_data();
	assert_string_equal(p.events, "operand.0|cpu-clock|whole 5005005/5\n");
	assert_string_equal(p.said, "warning 400:0 cut-dump\n");
	profiling_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hit_without_names_is_placed_at_its_object),
		cmocka_unit_test(weights_and_sources_of_loads_are_kept),
		cmocka_unit_test(a_header_names_the_events),
		cmocka_unit_test(an_id_stands_behind_the_fields_before_it),
		cmocka_unit_test(perf_script_names_events_and_frames),
		cmocka_unit_test(what_ibs_saw_is_decoded_from_its_words),
		cmocka_unit_test(capabilities_stand_in_the_bytes),
		cmocka_unit_test(errata_are_known_from_the_header_or_from_what_perf_left_out),
		cmocka_unit_test(the_totals_at_the_end_are_held_against_the_hits),
		cmocka_unit_test(a_second_dump_is_a_second_run),
		cmocka_unit_test(a_dump_that_ends_inside_a_hit_is_told),
		cmocka_unit_test(odd_lines_are_told_with_their_place),
		cmocka_unit_test(the_bytes_tell_a_dump),
		cmocka_unit_test(what_ibs_saw_in_a_real_dump),
		cmocka_unit_test(hits_of_a_real_dump_of_perf_script),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
