/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

#include "base/str.h"
#include "read/ibs.h"

#include <stdio.h>
#include <stdlib.h>

static const struct pd_ibs_cpu zen4 = {.family = 25, .model = 17, .caps = 0x1bff};
static const struct pd_ibs_cpu zen3 = {.family = 25, .model = 1, .caps = 0x3ff};

static struct pd_ibs_op op_of(const struct pd_ibs_cpu *cpu, uint64_t ctl, uint64_t data,
			      uint64_t data2, uint64_t data3)
{
	const uint64_t reg[PD_IBS_OP_REGISTERS] = {ctl, data, data2, data3};
	struct pd_ibs_op op;

	pd_ibs_op_decode(cpu, reg, &op);
	return op;
}

/* perf prints: MaxCnt 100000 L3MissOnly 0 En 1 Val 1 CntCtl 1=uOps CurCnt 230; CompToRetCtr 14
 * TagToRetCtr 68 BrnRet 0; LdOp 1 ... DcLinAddrValid 1 DcPhyAddrValid 1, OpMemWidth 8 bytes:
 * bits 22-25 of 1060001 are 0x1060001 >> 22 & 15 = 4, and 1 << 3 is 8. */
static void words_of_a_load_are_what_perf_prints(void **state)
{
	struct pd_ibs_op op = op_of(&zen4, 0x000000e6000e186a, 0x44000e, 0, 0x1060001);

	(void)state;
	assert_int_equal(op.max_count, 100000);
	assert_int_equal(op.current_count, 230);
	assert_true(op.enabled && op.valid && op.counts_ops && !op.l3_miss_only);
	assert_int_equal(op.completion_to_retire, 14);
	assert_int_equal(op.tag_to_retire, 68);
	assert_false(op.branch_retired);
	assert_true(op.load && !op.store && op.linear_address && op.physical_address);
	assert_int_equal(op.width, 8);
}

/* Each field alone, all ones: 2^n - 1 of its n bits. */
static void fields_do_not_overlap(void **state)
{
	struct pd_ibs_op op = op_of(&zen4, UINT64_C(0x7ffffff) << 32, UINT64_C(0xffff) << 16, 0,
				    UINT64_C(0xffff) << 32);

	(void)state;
	assert_int_equal(op.current_count, 0x7ffffff);
	assert_int_equal(op.max_count, 0);
	assert_int_equal(op.tag_to_retire, 0xffff);
	assert_int_equal(op.completion_to_retire, 0);
	assert_int_equal(op.dc_miss_latency, 0xffff);
	assert_int_equal(op.tlb_refill_latency, 0);
	op = op_of(&zen4, 0x7f << 20, UINT64_C(1) << 36, 0, UINT64_C(0xffff) << 48);
	assert_int_equal(op.max_count, 0x7f << 20);
	assert_true(op.branch_mispredicted && !op.branch_taken && !op.branch_retired);
	assert_int_equal(op.tlb_refill_latency, 0xffff);
	assert_int_equal(op.dc_miss_latency, 0);
}

/* perf prints: MaxCnt 100000 Cnt 52544 Lat 118 En 1 Val 1 Comp 1 IcMiss 0 PhyAddrValid 1
 * L1TlbPgSz 2MB L1TlbMiss 0 L2TlbMiss 0 RandEn 1 L2Miss 0 FetchOcMiss 1; IbsItlbRefillLat 34 */
static void words_of_a_fetch_are_what_perf_prints(void **state)
{
	struct pd_ibs_fetch f;

	(void)state;
	pd_ibs_fetch_decode(&zen4, 0x123700760cd4186a, 0x22, &f);
	assert_int_equal(f.max_count, 100000);
	assert_int_equal(f.current_count, 52544);
	assert_int_equal(f.latency, 118);
	assert_true(f.enabled && f.valid && f.complete && f.has_ic_miss && !f.ic_miss);
	assert_int_equal(f.page_kib, 2048);
	assert_true(!f.l1_tlb_miss && !f.l2_tlb_miss && f.random && !f.l2_miss);
	assert_true(f.op_cache_miss && !f.l3_miss && !f.l3_miss_only);
	assert_int_equal(f.itlb_refill_latency, 34);
}

/* Revision guide 56683: 1238 (IbsIcMiss), 1347 (page size 1 is 16 KiB), 1293 (L2 and behind). */
static void errata_of_zen_3_hide_what_they_spoil(void **state)
{
	struct pd_ibs_fetch f;
	struct pd_ibs_op op;
	uint64_t ic_miss = UINT64_C(1) << 51, page_1 = UINT64_C(1) << 53 | UINT64_C(1) << 52;
	uint64_t l2_miss = 1 << 20, no_mab = 1 << 16, prefetch = 1 << 21, open = UINT64_C(5) << 26;

	(void)state;
	pd_ibs_fetch_decode(&zen3, ic_miss | page_1, 0, &f);
	assert_true(!f.has_ic_miss && !f.ic_miss);
	assert_int_equal(f.page_kib, 16);
	op = op_of(&zen3, 0, 0, 3, l2_miss | no_mab | open);
	assert_true(!op.has_l2_miss && !op.l2_miss && !op.has_data2 && !op.data_source);
	assert_int_equal(op.open_requests, 0);
	op = op_of(&zen3, 0, 0, 3, l2_miss | prefetch);
	assert_true(!op.has_l2_miss && !op.has_data2);
	op = op_of(&zen3, 0, 0, 3, l2_miss | open);
	assert_true(op.has_l2_miss && op.l2_miss && op.data_source == 3 && op.open_requests == 5);
	op = op_of(&zen4, 0, 0, 3, l2_miss | no_mab | open);
	assert_true(op.has_l2_miss && op.l2_miss && op.data_source == 3 && op.open_requests == 5);
}

/* Bits 6-7 of data2 are the upper ones of the source in Zen 4: 8 is 1 << 6, 12 is 1 << 6 | 4. */
static void zen_4_has_more_sources_and_fields(void **state)
{
	struct pd_ibs_cpu liar = zen3;
	struct pd_ibs_fetch f;
	struct pd_ibs_op op = op_of(&zen4, 1 << 16, 0, 1 << 6, 0);

	(void)state;
	assert_true(op.l3_miss_only);
	assert_string_equal(pd_ibs_source(&zen4, &op), "extension memory");
	op = op_of(&zen4, 0, 0, 1 << 6 | 4, 0);
	assert_string_equal(pd_ibs_source(&zen4, &op), "memory of another processor type");
	op = op_of(&zen4, 0, 0, 1, 0);
	assert_string_equal(pd_ibs_source(&zen4, &op), "L3 or another L1/L2 of its CCX");
	op = op_of(&zen3, 1 << 16, 0, 1 << 6 | 2, 0);
	assert_false(op.l3_miss_only);
	assert_string_equal(pd_ibs_source(&zen3, &op), "cache of this node");
	op = op_of(&zen3, 0, 0, 1, 0);
	assert_string_equal(pd_ibs_source(&zen3, &op), ""); /* reserved */
	pd_ibs_fetch_decode(&zen3, UINT64_C(7) << 59, 0, &f);
	assert_false(f.l3_miss_only || f.op_cache_miss || f.l3_miss);
	/* A capability word that a Zen 3 cannot have. */
	liar.caps = 0x1bff;
	assert_false(pd_ibs_is_extended(&liar));
}

static size_t facts_of(uint64_t data, uint64_t data3, struct pd_ibs_fact fact[PD_IBS_FACTS])
{
	struct pd_ibs_op op = op_of(&zen4, 0, data, 0, data3);

	return pd_ibs_op_facts(&op, fact);
}

static bool has(const struct pd_ibs_fact *fact, size_t n, const char *event, uint64_t weight)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(fact[i].event, event))
			return fact[i].weight == weight;
	return !weight;
}

/* A load that missed for 300 cycles, and the TLB for 40; a mispredicted branch. */
static void facts_are_told_of_the_ops_they_are_valid_for(void **state)
{
	uint64_t miss = 1 << 7 | UINT64_C(300) << 32, tlb = 1 << 2 | UINT64_C(40) << 48;
	uint64_t address = 1 << 17, load = 1, store = 2, misp = UINT64_C(1) << 36;
	struct pd_ibs_fact fact[PD_IBS_FACTS];
	size_t n = facts_of(7 << 16 | 5, load | miss | tlb | address, fact);

	(void)state;
	assert_int_equal(n, 7);
	assert_true(has(fact, n, "ibs_op/tag_to_ret", 7) && has(fact, n, "ibs_op/comp_to_ret", 5));
	assert_true(has(fact, n, "ibs_op/ld_op", 1) && has(fact, n, "ibs_op/dc_miss", 1));
	assert_true(has(fact, n, "ibs_op/dc_miss_lat", 300));
	assert_true(has(fact, n, "ibs_op/dc_l1tlb_miss", 1));
	assert_true(has(fact, n, "ibs_op/tlb_refill_lat", 40));
	/* The latency of a store's miss is not measured; no address, no TLB. */
	n = facts_of(0, store | miss | tlb, fact);
	assert_int_equal(n, 2);
	assert_true(has(fact, n, "ibs_op/st_op", 1) && has(fact, n, "ibs_op/dc_miss", 1));
	/* Neither load nor store: what data3 holds is of another op. */
	assert_int_equal(facts_of(0, miss | tlb | address, fact), 0);
	/* Only of branches that retired. */
	assert_int_equal(facts_of(misp, 0, fact), 0);
	n = facts_of(misp | UINT64_C(1) << 37, 0, fact);
	assert_true(n == 2 && has(fact, n, "ibs_op/brn_ret", 1) &&
		    has(fact, n, "ibs_op/brn_misp", 1));
}

/* All bits at once are the most that one op or fetch can say. */
static void there_is_room_for_all_facts(void **state)
{
	const struct pd_ibs_cpu cpu = zen4;
	struct pd_ibs_fact fact[PD_IBS_FACTS];
	struct pd_ibs_fetch f;

	(void)state;
	assert_in_range(facts_of(UINT64_MAX, UINT64_MAX & ~(UINT64_C(1) << 21), fact), 1,
			PD_IBS_FACTS - 1);
	pd_ibs_fetch_decode(&cpu, UINT64_MAX & ~(UINT64_C(1) << 50), UINT64_MAX, &f);
	assert_in_range(pd_ibs_fetch_facts(&f, fact), 1, PD_IBS_FACTS);
}

/* ---- every hit of a real dump: what perf printed behind the words, in its own words */

/* The number behind @name in @line; UINT64_MAX if perf did not print it. */
static uint64_t number_of(struct pd_str line, const char *name)
{
	char wanted[32];
	size_t at;
	uint64_t v = 0;

	(void)snprintf(wanted, sizeof(wanted), " %s ", name);
	at = pd_str_find(line, pd_str_of(wanted));
	if (at == line.n)
		return UINT64_MAX;
	line = pd_str_trim(pd_str_skip(line, at + strlen(wanted)));
	for (; line.n && line.p[0] >= '0' && line.p[0] <= '9'; line = pd_str_skip(line, 1))
		v = v * 10 + (uint64_t)(line.p[0] - '0');
	return v;
}

static size_t n_checked;

static void check(struct pd_str line, const char *name, uint64_t decoded)
{
	uint64_t printed = number_of(line, name);

	if (printed == UINT64_MAX)
		return;
	if (printed != decoded)
		print_error("%s: %llu, perf printed %.*s\n", name, (unsigned long long)decoded,
			    PD_FMT(line));
	assert_int_equal(decoded, printed);
	n_checked++;
}

static void check_control(struct pd_str l, const struct pd_ibs_op *op)
{
	check(l, "MaxCnt", op->max_count);
	check(l, "L3MissOnly", op->l3_miss_only);
	check(l, "En", op->enabled);
	check(l, "Val", op->valid);
	check(l, "CntCtl", op->counts_ops);
	check(l, "CurCnt", op->current_count);
}

static void check_data(struct pd_str l, const struct pd_ibs_op *op)
{
	check(l, "CompToRetCtr", op->completion_to_retire);
	check(l, "TagToRetCtr", op->tag_to_retire);
	check(l, "OpReturn", op->is_return);
	check(l, "OpBrnTaken", op->branch_taken);
	check(l, "OpBrnMisp", op->branch_mispredicted);
	check(l, "BrnRet", op->branch_retired);
	check(l, "RipInvalid", op->rip_invalid);
	check(l, "BrnFuse", op->branch_fused);
	check(l, "Microcode", op->microcode);
}

static void check_data3(struct pd_str l, const struct pd_ibs_op *op)
{
	check(l, "LdOp", op->load);
	check(l, "StOp", op->store);
	check(l, "DcL1TlbMiss", op->l1_tlb_miss);
	check(l, "DcL2TlbMiss", op->l2_tlb_miss);
	check(l, "DcL1TlbHit2M", op->l1_tlb_hit_2m);
	check(l, "DcL1TlbHit1G", op->l1_tlb_hit_1g);
	check(l, "DcL2TlbHit2M", op->l2_tlb_hit_2m);
	check(l, "DcMiss", op->dc_miss);
	check(l, "DcMisAcc", op->misaligned);
	check(l, "DcWcMemAcc", op->write_combining);
	check(l, "DcUcMemAcc", op->uncacheable);
	check(l, "DcLockedOp", op->locked);
	check(l, "DcMissNoMabAlloc", op->dc_miss_no_mab);
	check(l, "DcLinAddrValid", op->linear_address);
	check(l, "DcPhyAddrValid", op->physical_address);
	check(l, "DcL2TlbHit1G", op->l2_tlb_hit_1g);
	check(l, "L2Miss", op->l2_miss);
	check(l, "SwPf", op->software_prefetch);
	check(l, "OpMemWidth", op->width);
	check(l, "OpDcMissOpenMemReqs", op->open_requests);
	check(l, "DcMissLat", op->dc_miss_latency);
	check(l, "TlbRefillLat", op->tlb_refill_latency);
}

static void check_fetch(struct pd_str l, uint64_t word)
{
	struct pd_ibs_fetch f;

	pd_ibs_fetch_decode(&zen4, word, 0, &f);
	check(l, "MaxCnt", f.max_count);
	check(l, "Cnt", f.current_count);
	check(l, "Lat", f.latency);
	check(l, "En", f.enabled);
	check(l, "Val", f.valid);
	check(l, "Comp", f.complete);
	check(l, "IcMiss", f.ic_miss);
	check(l, "PhyAddrValid", f.physical_address);
	check(l, "L1TlbMiss", f.l1_tlb_miss);
	check(l, "L2TlbMiss", f.l2_tlb_miss);
	check(l, "RandEn", f.random);
	check(l, "L2Miss", f.l2_miss);
	check(l, "L3MissOnly", f.l3_miss_only);
	check(l, "FetchOcMiss", f.op_cache_miss);
	check(l, "FetchL3Miss", f.l3_miss);
}

/* The registers are checked one at a time; the others are 0 meanwhile. */
static void check_line(struct pd_str line)
{
	struct pd_str rest = line, name = pd_str_cut(&rest, '\t'), word = pd_str_word(&rest);
	uint64_t w = strtoull(word.p, NULL, 16);
	struct pd_ibs_fetch f;
	struct pd_ibs_op op;

	if (pd_str_eq(name, PD_STR("ibs_op_ctl:"))) {
		op = op_of(&zen4, w, 0, 0, 0);
		check_control(rest, &op);
	} else if (pd_str_eq(name, PD_STR("ibs_op_data:"))) {
		op = op_of(&zen4, 0, w, 0, 0);
		check_data(rest, &op);
	} else if (pd_str_eq(name, PD_STR("ibs_op_data2:"))) {
		op = op_of(&zen4, 0, 0, w, 0);
		check(rest, "RmtNode", op.remote_node);
		check(rest, "DataSrc", op.data_source);
		check(rest, "CacheHitSt", op.cache_hit_state);
	} else if (pd_str_eq(name, PD_STR("ibs_op_data3:"))) {
		op = op_of(&zen4, 0, 0, 0, w);
		check_data3(rest, &op);
	} else if (pd_str_eq(name, PD_STR("ibs_fetch_ctl:"))) {
		check_fetch(rest, w);
	} else if (pd_str_eq(name, PD_STR("ic_ibs_ext_ctl:"))) {
		pd_ibs_fetch_decode(&zen4, 0, w, &f);
		check(rest, "IbsItlbRefillLat", f.itlb_refill_latency);
	}
}

/* 36 ops of 6 + 6 + 1 + 21 fields or more and 6 fetches of 14 + 1 stand in the dump. */
static void all_words_of_a_dump_are_what_perf_printed(void **state)
{
	FILE *f = fopen(*state, "rb");
	char line[1024];

	if (!f)
		leave_without_data();
	n_checked = 0;
	while (fgets(line, sizeof(line), f))
		check_line((struct pd_str){line, strcspn(line, "\n")});
	(void)fclose(f);
	assert_true(n_checked >= 36 * 34 + 6 * 15);
}

int main(int argc, char **argv)
{
	static char usual[] = SOURCE_ROOT "/../shared/data/profiles/text/raw/ibs-base.reportD.txt";
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_a_load_are_what_perf_prints),
		cmocka_unit_test(fields_do_not_overlap),
		cmocka_unit_test(words_of_a_fetch_are_what_perf_prints),
		cmocka_unit_test(errata_of_zen_3_hide_what_they_spoil),
		cmocka_unit_test(zen_4_has_more_sources_and_fields),
		cmocka_unit_test(facts_are_told_of_the_ops_they_are_valid_for),
		cmocka_unit_test(there_is_room_for_all_facts),
		cmocka_unit_test_prestate(all_words_of_a_dump_are_what_perf_printed,
					  argc > 1 ? argv[1] : usual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
