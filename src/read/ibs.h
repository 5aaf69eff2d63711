/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ibs.h - what the registers of AMD's Instruction-Based Sampling say of one op or fetch
 *
 * A hit of the PMUs ibs_op and ibs_fetch carries the registers as the processor
 * left them. Here they are taken apart, and each fact of them that can be summed
 * is told as an event of its own, "ibs_op/dc_miss_lat".
 *
 * Source: AMD, Processor Programming Reference for family 19h (55898, 55901):
 * MSRC001_1030 to 103C, CPUID 8000_001B; revision guides for errata 1238, 1293, 1347.
 */
#ifndef READ_IBS_H
#define READ_IBS_H

#include <perfdelta/base.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The processor. Zero: nothing is known of it, which is read as one without
 * errata and without the extensions of Zen 4.
 */
struct pd_ibs_cpu {
	uint32_t family, model; /* as `# cpuid : AuthenticAMD,25,17,1` says them: 25, 17 */
	uint32_t caps;          /* the word in front of the registers: CPUID 8000_001B EAX */
};

/*
 * Sets family and model from what perf records as CPUID: "AuthenticAMD,25,17,1". Nothing
 * happens with other processors, of which none has IBS.
 */
void pd_ibs_cpuid(struct pd_str cpuid, struct pd_ibs_cpu *cpu);

/* Zen 3 before model 10h: some fields of its registers are wrong. */
bool pd_ibs_has_errata(const struct pd_ibs_cpu *cpu);
/* Zen 4 and later: more data sources, and what became of the op cache and L3. */
bool pd_ibs_is_extended(const struct pd_ibs_cpu *cpu);

/* MSRC001_1033 (control), 1035 (data), 1036 (data2) and 1037 (data3), in this order. */
enum pd_ibs_op_register {
	PD_IBS_CTL,
	PD_IBS_DATA,
	PD_IBS_DATA2,
	PD_IBS_DATA3,
	PD_IBS_OP_REGISTERS
};

struct pd_ibs_op {
	/* control */
	uint32_t max_count;     /* ops or cycles between hits */
	uint32_t current_count; /* since the hit */
	bool l3_miss_only;      /* only ops that missed L3 are told; Zen 4 */
	bool enabled, valid, counts_ops;
	/* data */
	uint16_t completion_to_retire, tag_to_retire; /* cycles */
	bool is_return, branch_taken, branch_mispredicted, branch_retired;
	bool rip_invalid, branch_fused, microcode;
	/* data2: only of loads that missed L2; has_data2 is false where an erratum spoils it */
	bool has_data2;
	uint8_t data_source; /* 0: none */
	bool remote_node, cache_hit_state;
	/* data3 */
	bool load, store;
	bool l1_tlb_miss, l2_tlb_miss, l1_tlb_hit_2m, l1_tlb_hit_1g, l2_tlb_hit_2m, l2_tlb_hit_1g;
	bool dc_miss, misaligned, write_combining, uncacheable, locked;
	bool dc_miss_no_mab, linear_address, physical_address, software_prefetch;
	bool has_l2_miss; /* false where an erratum spoils the next two */
	bool l2_miss;
	uint8_t open_requests;
	uint8_t width;                                /* bytes; 0: none */
	uint16_t dc_miss_latency, tlb_refill_latency; /* cycles */
};

void pd_ibs_op_decode(const struct pd_ibs_cpu *cpu, const uint64_t reg[PD_IBS_OP_REGISTERS],
		      struct pd_ibs_op *ret);

struct pd_ibs_fetch {
	uint32_t max_count, current_count;
	uint16_t latency; /* cycles until the fetch completed or was given up */
	bool enabled, valid, complete;
	bool has_ic_miss, ic_miss; /* has_ic_miss is false where an erratum spoils it */
	bool physical_address;
	uint32_t page_kib; /* of the L1 TLB entry; 0: not known */
	bool l1_tlb_miss, l2_tlb_miss, random;
	bool l2_miss;                              /* of complete fetches */
	bool l3_miss_only, op_cache_miss, l3_miss; /* Zen 4 */
	uint16_t itlb_refill_latency;              /* cycles */
};

/* MSRC001_1030 and 103C; processors without the second have 0 there. */
void pd_ibs_fetch_decode(const struct pd_ibs_cpu *cpu, uint64_t control, uint64_t extended,
			 struct pd_ibs_fetch *ret);

/* Where the data of a load came from, as words; "" if the op does not say. */
const char *pd_ibs_source(const struct pd_ibs_cpu *cpu, const struct pd_ibs_op *op);

/* One fact: the event it belongs to and its weight, cycles or 1. */
struct pd_ibs_fact {
	const char *event; /* "ibs_op/dc_miss_lat" */
	uint64_t weight;
};

enum { PD_IBS_FACTS = 24 };

/*
 * What there is to sum of one op or fetch. Only what the manual calls valid for
 * such an op: latencies of misses where there was one, outcomes of branches of
 * branches. Return: how many facts stand in @ret; facts of weight 0 are left out.
 */
size_t pd_ibs_op_facts(const struct pd_ibs_op *op, struct pd_ibs_fact ret[PD_IBS_FACTS]);
size_t pd_ibs_fetch_facts(const struct pd_ibs_fetch *fetch, struct pd_ibs_fact ret[PD_IBS_FACTS]);

#endif
