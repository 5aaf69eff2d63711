/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/ibs_words.h"

/*
 *	op     control, address, data, data2, data3, linear and physical address of the data, ...
 *	fetch  control, linear and physical address, extended control
 */
enum { OP_WORDS = 5, FETCH_WORDS = 1 };

static void take_op(struct pd_perf_bytes *b, struct pd_ibs_words *w)
{
	w->op[PD_IBS_CTL] = pd_perf_bytes_u64(b);
	(void)pd_perf_bytes_u64(b);
	w->op[PD_IBS_DATA] = pd_perf_bytes_u64(b);
	w->op[PD_IBS_DATA2] = pd_perf_bytes_u64(b);
	w->op[PD_IBS_DATA3] = pd_perf_bytes_u64(b);
}

static void take_fetch(struct pd_perf_bytes *b, struct pd_ibs_words *w)
{
	w->fetch = pd_perf_bytes_u64(b);
	(void)pd_perf_bytes_take(b, 16);
	w->fetch_extended = pd_perf_bytes_u64(b);
}

struct pd_ibs_words pd_ibs_words_take(struct pd_perf_bytes raw, enum pd_ibs_kind kind,
				      struct pd_ibs_cpu *cpu)
{
	struct pd_ibs_words w = {.kind = kind};
	size_t least = 4 + 8 * (size_t)(kind == PD_IBS_OP ? OP_WORDS : FETCH_WORDS);

	if (kind == PD_IBS_NONE || raw.n < least)
		return (struct pd_ibs_words){.kind = PD_IBS_NONE};
	cpu->caps = pd_perf_bytes_u32(&raw);
	if (kind == PD_IBS_OP)
		take_op(&raw, &w);
	else
		take_fetch(&raw, &w);
	return w;
}

void pd_ibs_words_tell(const struct pd_ibs_words *w, const struct pd_ibs_cpu *cpu,
		       struct pd_ibs_told *ret)
{
	struct pd_ibs_op op;
	struct pd_ibs_fetch fetch;

	ret->n = 0;
	ret->source = "";
	if (w->kind == PD_IBS_OP) {
		pd_ibs_op_decode(cpu, w->op, &op);
		ret->n = pd_ibs_op_facts(&op, ret->fact);
		ret->source = pd_ibs_source(cpu, &op);
	} else if (w->kind == PD_IBS_FETCH) {
		pd_ibs_fetch_decode(cpu, w->fetch, w->fetch_extended, &fetch);
		ret->n = pd_ibs_fetch_facts(&fetch, ret->fact);
	}
}

bool pd_ibs_words_is_of_data(const struct pd_ibs_fact *fact)
{
	return strstr(fact->event, "/dc_miss") || strstr(fact->event, "/l2_miss");
}
