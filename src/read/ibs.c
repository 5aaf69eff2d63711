/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/ibs.h"

#include "base/number.h"
#include "base/str.h"

/* Bits of CPUID 8000_001B EAX. */
#define CAPS_ZEN4 (1u << 11)

static uint32_t bits(uint64_t word, unsigned int first, unsigned int n)
{
	return (uint32_t)(word >> first & ((UINT64_C(1) << n) - 1));
}

static bool bit(uint64_t word, unsigned int i)
{
	return word >> i & 1;
}

void pd_ibs_cpuid(struct pd_str cpuid, struct pd_ibs_cpu *cpu)
{
	uint64_t family, model;

	if (!pd_str_eat(&cpuid, PD_STR("AuthenticAMD,")) ||
	    !pd_number_parse_u64(pd_str_cut(&cpuid, ','), &family) ||
	    !pd_number_parse_u64(pd_str_cut(&cpuid, ','), &model) || family > 255 || model > 255)
		return;
	cpu->family = (uint32_t)family;
	cpu->model = (uint32_t)model;
}

bool pd_ibs_has_errata(const struct pd_ibs_cpu *cpu)
{
	return cpu->family == 0x19 && cpu->model < 0x10;
}

/* A Zen 3 cannot have them, whatever its capability word says. */
bool pd_ibs_is_extended(const struct pd_ibs_cpu *cpu)
{
	return cpu->caps & CAPS_ZEN4 && !pd_ibs_has_errata(cpu);
}

/* ---- ops */

static void decode_control(const struct pd_ibs_cpu *cpu, uint64_t w, struct pd_ibs_op *op)
{
	op->max_count = (bits(w, 20, 7) << 16 | bits(w, 0, 16)) << 4;
	op->l3_miss_only = pd_ibs_is_extended(cpu) && bit(w, 16);
	op->enabled = bit(w, 17);
	op->valid = bit(w, 18);
	op->counts_ops = bit(w, 19);
	op->current_count = bits(w, 32, 27);
}

static void decode_data(uint64_t w, struct pd_ibs_op *op)
{
	op->completion_to_retire = (uint16_t)bits(w, 0, 16);
	op->tag_to_retire = (uint16_t)bits(w, 16, 16);
	op->is_return = bit(w, 34);
	op->branch_taken = bit(w, 35);
	op->branch_mispredicted = bit(w, 36);
	op->branch_retired = bit(w, 37);
	op->rip_invalid = bit(w, 38);
	op->branch_fused = bit(w, 39);
	op->microcode = bit(w, 40);
}

static void decode_data2(const struct pd_ibs_cpu *cpu, uint64_t w, struct pd_ibs_op *op)
{
	uint32_t high = pd_ibs_is_extended(cpu) ? bits(w, 6, 2) : 0;

	op->data_source = (uint8_t)(high << 3 | bits(w, 0, 3));
	op->remote_node = bit(w, 4);
	op->cache_hit_state = bit(w, 5);
}

static void decode_data3(uint64_t w, struct pd_ibs_op *op)
{
	uint32_t width = bits(w, 22, 4);

	op->load = bit(w, 0);
	op->store = bit(w, 1);
	op->l1_tlb_miss = bit(w, 2);
	op->l2_tlb_miss = bit(w, 3);
	op->l1_tlb_hit_2m = bit(w, 4);
	op->l1_tlb_hit_1g = bit(w, 5);
	op->l2_tlb_hit_2m = bit(w, 6);
	op->dc_miss = bit(w, 7);
	op->misaligned = bit(w, 8);
	op->write_combining = bit(w, 13);
	op->uncacheable = bit(w, 14);
	op->locked = bit(w, 15);
	op->dc_miss_no_mab = bit(w, 16);
	op->linear_address = bit(w, 17);
	op->physical_address = bit(w, 18);
	op->l2_tlb_hit_1g = bit(w, 19);
	op->l2_miss = bit(w, 20);
	op->software_prefetch = bit(w, 21);
	op->width = width && width <= 8 ? (uint8_t)(1u << (width - 1)) : 0;
	op->open_requests = (uint8_t)bits(w, 26, 6);
	op->dc_miss_latency = (uint16_t)bits(w, 32, 16);
	op->tlb_refill_latency = (uint16_t)bits(w, 48, 16);
}

void pd_ibs_op_decode(const struct pd_ibs_cpu *cpu, const uint64_t reg[PD_IBS_OP_REGISTERS],
		      struct pd_ibs_op *ret)
{
	struct pd_ibs_op op = {0};
	bool spoilt;

	decode_control(cpu, reg[PD_IBS_CTL], &op);
	decode_data(reg[PD_IBS_DATA], &op);
	decode_data3(reg[PD_IBS_DATA3], &op);
	/* Erratum 1293: what is behind L1 is not to be trusted for such ops. */
	spoilt = pd_ibs_has_errata(cpu) && (op.dc_miss_no_mab || op.software_prefetch);
	op.has_data2 = op.has_l2_miss = !spoilt;
	if (!spoilt)
		decode_data2(cpu, reg[PD_IBS_DATA2], &op);
	op.l2_miss = op.l2_miss && !spoilt;
	op.open_requests = spoilt ? 0 : op.open_requests;
	*ret = op;
}

/* The words of MSRC001_1036[DataSrc], shortened; the others are reserved. */
static const char *const sources[8] = {
	[2] = "cache of this node",
	[3] = "DRAM",
	[4] = "cache of another node",
	[7] = "I/O",
};
static const char *const sources_extended[16] = {
	[1] = "L3 or another L1/L2 of its CCX",
	[2] = "another CCX of this node",
	[3] = "DRAM",
	[5] = "CCX of another node",
	[6] = "long-latency DIMM",
	[7] = "I/O",
	[8] = "extension memory",
	[12] = "memory of another processor type",
};

const char *pd_ibs_source(const struct pd_ibs_cpu *cpu, const struct pd_ibs_op *op)
{
	const char *word = NULL;

	if (!op->has_data2)
		return "";
	if (!pd_ibs_is_extended(cpu))
		word = sources[op->data_source & 7];
	else if (op->data_source < 16)
		word = sources_extended[op->data_source];
	return word ? word : "";
}

/* ---- fetches */

void pd_ibs_fetch_decode(const struct pd_ibs_cpu *cpu, uint64_t control, uint64_t extended,
			 struct pd_ibs_fetch *ret)
{
	static const uint32_t page[4] = {4, 2048, 1048576, 0};
	static const uint32_t page_1347[4] = {4, 16, 2048, 1048576}; /* erratum 1347 */
	bool errata = pd_ibs_has_errata(cpu), more = pd_ibs_is_extended(cpu);
	struct pd_ibs_fetch f = {0};

	f.max_count = bits(control, 0, 16) << 4;
	f.current_count = bits(control, 16, 16) << 4;
	f.latency = (uint16_t)bits(control, 32, 16);
	f.enabled = bit(control, 48);
	f.valid = bit(control, 49);
	f.complete = bit(control, 50);
	f.has_ic_miss = !errata; /* erratum 1238 */
	f.ic_miss = f.has_ic_miss && bit(control, 51);
	f.physical_address = bit(control, 52);
	if (f.physical_address)
		f.page_kib = (errata ? page_1347 : page)[bits(control, 53, 2)];
	f.l1_tlb_miss = bit(control, 55);
	f.l2_tlb_miss = bit(control, 56);
	f.random = bit(control, 57);
	f.l2_miss = f.complete && bit(control, 58);
	f.l3_miss_only = more && bit(control, 59);
	f.op_cache_miss = more && bit(control, 60);
	f.l3_miss = more && bit(control, 61);
	f.itlb_refill_latency = (uint16_t)bits(extended, 0, 16);
	*ret = f;
}

/* ---- facts */

struct facts {
	struct pd_ibs_fact *fact;
	size_t n;
};

static void say(struct facts *f, const char *event, uint64_t weight)
{
	if (weight)
		f->fact[f->n++] = (struct pd_ibs_fact){event, weight};
}

static void say_branch(struct facts *f, const struct pd_ibs_op *op)
{
	say(f, "ibs_op/brn_ret", op->branch_retired);
	if (!op->branch_retired)
		return;
	say(f, "ibs_op/brn_taken", op->branch_taken);
	say(f, "ibs_op/brn_misp", op->branch_mispredicted);
	say(f, "ibs_op/return", op->is_return);
}

/* Without a linear address the TLB was not asked. */
static void say_tlb(struct facts *f, const struct pd_ibs_op *op)
{
	if (!op->linear_address || !op->l1_tlb_miss)
		return;
	say(f, "ibs_op/dc_l1tlb_miss", 1);
	say(f, "ibs_op/dc_l2tlb_miss", op->l2_tlb_miss);
	say(f, "ibs_op/tlb_refill_lat", op->tlb_refill_latency);
}

/* The latency of a miss is measured for loads alone. */
static void say_cache(struct facts *f, const struct pd_ibs_op *op)
{
	say(f, "ibs_op/dc_miss", op->dc_miss);
	say(f, "ibs_op/l2_miss", op->has_l2_miss && op->l2_miss);
	if (op->dc_miss && op->load && !op->software_prefetch)
		say(f, "ibs_op/dc_miss_lat", op->dc_miss_latency);
}

size_t pd_ibs_op_facts(const struct pd_ibs_op *op, struct pd_ibs_fact ret[PD_IBS_FACTS])
{
	struct facts f = {.fact = ret};

	say(&f, "ibs_op/tag_to_ret", op->tag_to_retire);
	say(&f, "ibs_op/comp_to_ret", op->completion_to_retire);
	say(&f, "ibs_op/microcode", op->microcode);
	say_branch(&f, op);
	say(&f, "ibs_op/ld_op", op->load);
	say(&f, "ibs_op/st_op", op->store);
	if (!op->load && !op->store)
		return f.n;
	say(&f, "ibs_op/sw_pf", op->software_prefetch);
	say(&f, "ibs_op/locked_op", op->locked);
	say(&f, "ibs_op/mis_acc", op->misaligned);
	say_cache(&f, op);
	say_tlb(&f, op);
	return f.n;
}

size_t pd_ibs_fetch_facts(const struct pd_ibs_fetch *fetch, struct pd_ibs_fact ret[PD_IBS_FACTS])
{
	struct facts f = {.fact = ret};

	say(&f, "ibs_fetch/lat", fetch->latency);
	say(&f, "ibs_fetch/aborted", !fetch->complete);
	say(&f, "ibs_fetch/ic_miss", fetch->ic_miss);
	say(&f, "ibs_fetch/oc_miss", fetch->op_cache_miss);
	say(&f, "ibs_fetch/l2_miss", fetch->l2_miss);
	say(&f, "ibs_fetch/l3_miss", fetch->l3_miss);
	say(&f, "ibs_fetch/l1tlb_miss", fetch->l1_tlb_miss);
	say(&f, "ibs_fetch/l2tlb_miss", fetch->l2_tlb_miss);
	say(&f, "ibs_fetch/itlb_refill_lat", fetch->itlb_refill_latency);
	return f.n;
}
