/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ibs_words.h - what one hit of IBS tells, from the words of its registers to facts */
#ifndef READ_IBS_WORDS_H
#define READ_IBS_WORDS_H

#include "read/ibs.h"
#include "read/perf_bytes.h"

enum pd_ibs_kind { PD_IBS_NONE, PD_IBS_OP, PD_IBS_FETCH };

struct pd_ibs_words {
	enum pd_ibs_kind kind;
	uint64_t op[PD_IBS_OP_REGISTERS];
	uint64_t fetch, fetch_extended;
};

struct pd_ibs_told {
	struct pd_ibs_fact fact[PD_IBS_FACTS];
	size_t n;
	const char *source; /* where the data of an op came from; "" if it does not say */
};

/*
 * Takes the raw data of a sample of the PMU @kind: the capabilities, which become
 * cpu->caps, and the registers in the order of the kernel's perf_ibs_handle_irq(). The
 * kind is PD_IBS_NONE if there are too few.
 */
struct pd_ibs_words pd_ibs_words_take(struct pd_perf_bytes raw, enum pd_ibs_kind kind,
				      struct pd_ibs_cpu *cpu);

/* Of PD_IBS_NONE: nothing. */
void pd_ibs_words_tell(const struct pd_ibs_words *w, const struct pd_ibs_cpu *cpu,
		       struct pd_ibs_told *ret);

/* The source is about what missed the first cache. */
bool pd_ibs_words_is_of_data(const struct pd_ibs_fact *fact);

#endif
