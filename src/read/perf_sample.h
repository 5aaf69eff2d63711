/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_sample.h - the fields of one PERF_RECORD_SAMPLE
 *
 * Fields stand in the order of the kernel's perf_output_sample(), which is not that
 * of their bits. Source: <linux/perf_event.h>, PERF_RECORD_SAMPLE.
 */
#ifndef READ_PERF_SAMPLE_H
#define READ_PERF_SAMPLE_H

#include "read/perf_attr.h"

/* PERF_CONTEXT_*: what follows in a chain is of the kernel, a program, a guest. */
#define PD_PERF_CONTEXT_MAX           UINT64_C(-4095)
#define PD_PERF_CONTEXT_HV            UINT64_C(-32)
#define PD_PERF_CONTEXT_KERNEL        UINT64_C(-128)
#define PD_PERF_CONTEXT_USER          UINT64_C(-512)
#define PD_PERF_CONTEXT_USER_DEFERRED UINT64_C(-640)
#define PD_PERF_CONTEXT_GUEST         UINT64_C(-2048)
#define PD_PERF_CONTEXT_GUEST_KERNEL  UINT64_C(-2176)
#define PD_PERF_CONTEXT_GUEST_USER    UINT64_C(-2560)

/* Fields that the event lacks are 0 and empty. Views are into the record. */
struct pd_perf_sample {
	uint64_t ip, address, period, data_source, weight;
	uint32_t pid, tid;
	bool has_period;
	struct pd_perf_bytes chain; /* u64 each: addresses and contexts, the leaf first */
	struct pd_perf_bytes raw;
	struct pd_perf_bytes read; /* for pd_perf_sample_count(), @n_counts times */
	uint64_t n_counts;
};

/* Takes the sample in @body, what stands behind the header of its record; false if it is cut. */
bool pd_perf_sample_take(const struct pd_perf_attr *a, struct pd_perf_bytes body,
			 struct pd_perf_sample *ret);

/* A counter of READ, as it stood at the hit. */
struct pd_perf_count {
	uint64_t value, id; /* id 0: not told */
};
struct pd_perf_count pd_perf_sample_count(const struct pd_perf_attr *a, struct pd_perf_bytes *read);

#endif
